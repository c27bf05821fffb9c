"""The running table's record as its pages see it: contests, replays, the night in numbers, a cold verdict."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

from assistant.contesting import Disputes
from assistant.engine.game import Variant
from assistant.engine.variants import GAMES, build
from assistant.judge_cli import as_json as ruling_json
from assistant.judging import judgeable, look_twice, rule, seats_in
from assistant.phrases import say
from assistant.records.evidence import EvidenceStore
from assistant.records.hands import hand_of, hands_of
from assistant.records.replay import index, replay, replay_html, shots_of
from assistant.records.stats import as_json, night_stats, nights
from assistant.session import Session
from assistant.vision.detectors import detector_called
from assistant.vision.drawing import drawn
from assistant.vision.evidence import jpeg
from assistant.vision.recogniser import Recogniser
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError
from assistant.web.port import Recipient

JUDGED = 6  # pictures of cold verdicts that are kept in memory for whoever took them


class Records(Disputes):
    """Everything that the record's pages ask for."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        super().__init__(session, store)
        session.extras["contests"] = lambda: sorted({c.hand for c in self.open_contests()})
        self._judged: OrderedDict[str, bytes] = OrderedDict()
        self._recogniser: Recogniser | None = None
        self._looking = threading.Lock()
        self._index: tuple[int, str, list[dict[str, Any]]] = (-1, "", [])

    def picture(self, name: str) -> bytes | None:
        """A kept frame or card, or the picture of a cold verdict."""
        return self._judged.get(name) or super().picture(name)

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

    async def judge(self, to: Recipient, photo: bytes, game: str) -> dict[str, Any]:
        """The verdict of a photograph taken with a phone, or what must be asked; the picture comes back marked."""
        variant = build(game)
        lang = to.language
        if not isinstance(variant, Variant) or not judgeable(variant):
            return {"ok": False, "text": say(lang, "judge.bad_game", game=game, games="")}
        return await asyncio.to_thread(self._judge, photo, variant, lang)

    def _judge(self, photo: bytes, game: Variant, lang: str) -> dict[str, Any]:
        with self._looking, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "photo.jpg"
            path.write_bytes(photo)
            try:
                image = open_still(path)
                if self._recogniser is None:
                    self._recogniser = Recogniser(detector_called("yolo"), live=True)
            except NotAPicture as e:
                return {"ok": False, "text": say(lang, f"eye.{e.code}", path=say(lang, "judge.photo"))}
            except WeightsError as e:
                return {"ok": False, "text": say(lang, "eye.no_weights", reason=e)}
            seen = look_twice(self._recogniser, image)
        ruling = rule(seats_in(seen, None, (image.shape[1], image.shape[0])), game)
        marked = jpeg(drawn(image, seen), 80)
        name = hashlib.sha256(marked).hexdigest()
        self._judged[name] = marked
        while len(self._judged) > JUDGED:
            self._judged.popitem(last=False)
        return {"ok": True, "picture": name, **ruling_json(ruling, lang)}
