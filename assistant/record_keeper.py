"""The running table's record as its pages see it: contests, replays, the night in numbers, a cold verdict."""

from __future__ import annotations

import asyncio
from typing import Any

from assistant.cold_cases import ColdCases, ColdGame
from assistant.contesting import Disputes
from assistant.engine.variants import GAMES
from assistant.judging import judgeable
from assistant.records.evidence import EvidenceStore
from assistant.records.hands import hand_of, hands_of
from assistant.records.replay import index, replay, replay_html, shots_of
from assistant.records.stats import as_json, night_stats, nights
from assistant.session import Session
from assistant.web.port import Recipient


class Records(Disputes):
    """Everything that the record's pages ask for."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        super().__init__(session, store)
        session.extras["contests"] = lambda: sorted({c.hand for c in self.open_contests()})
        self._cold = ColdCases()
        self._index: tuple[int, str, list[dict[str, Any]]] = (-1, "", [])

    def picture(self, name: str) -> bytes | None:
        """A kept frame or card, or the picture of a cold verdict."""
        return self._cold.picture(name) or super().picture(name)

    # --- replays and numbers ---------------------------------------------------------------------------------------

    async def replay(self, to: Recipient, number: int | None) -> dict[str, Any] | None:
        """A hand fact by fact (the last one where none is named), with the list of all hands."""
        facts = tuple(self._session.facts)
        wanted = self._session.state.hand_number if number is None else number

        def make() -> dict[str, Any] | None:
            hand = hand_of(facts, wanted)
            if hand is None:
                return None
            if self._index[:2] != (len(facts), to.language):
                self._index = (len(facts), to.language, index(hands_of(facts), to.language))
            return {"index": self._index[2], "hand": replay(hand, to.language, shots_of(self._store))}

        return await asyncio.to_thread(make)

    async def replay_file(self, to: Recipient, number: int | None) -> bytes | None:
        """One hand, or the whole night, as one HTML file."""
        facts = tuple(self._session.facts)
        mine = nights(facts)[-1] if number is None and facts else facts

        def make() -> bytes | None:
            hands = [h for h in hands_of(mine) if number is None or h.number == number]
            return replay_html(hands, self._store, to.language).encode() if hands else None

        return await asyncio.to_thread(make)

    async def stats(self, to: Recipient, night: int | None) -> dict[str, Any]:
        """The night in numbers (the present one where none is named)."""
        found = nights(tuple(self._session.facts))
        wanted = night if night is not None and 1 <= night <= len(found) else len(found)
        made = await asyncio.to_thread(night_stats, found[wanted - 1], wanted)
        return {**as_json(made, to.language), "nights": len(found)}

    # --- a cold verdict --------------------------------------------------------------------------------------------

    def judge_games(self, lang: str) -> list[dict[str, str]]:
        """The games that a photograph alone decides, the table's own first."""
        own = self._session.game
        known = [g for g in GAMES.values() if judgeable(g)]
        known.sort(key=lambda g: g.id != own)
        return [{"id": g.id, "name": g.name_en if lang == "en" else g.name_pt} for g in known]

    async def judge(self, to: Recipient, photo: bytes, game: str, case: str) -> dict[str, Any]:
        """The verdict of a photograph taken with a phone, or what is asked; with ``case``, one more of that table."""
        state = self._session.state
        mine = state.hand is not None and state.hand.started.game == game  # then the deck is the one on the table
        low = state.hand.started.deck_low if mine and state.hand is not None else None
        return await self._cold.photo(photo, ColdGame(game, state.options, low), case, to.language)

    async def judge_answer(self, to: Recipient, case: str, ask: str, value: str) -> dict[str, Any]:
        """What follows once a question of a cold case is answered."""
        return await self._cold.answer(case, ask, value, to.language)
