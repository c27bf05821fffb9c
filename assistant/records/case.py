"""A contested hand laid out for the table: what was read, the rules, the hands side by side, what would change.

Everything is plain JSON values in one language, for the page, the report and the PDF alike; built from the journal
and the evidence alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.engine.option_words import option_sentence, option_title
from assistant.facts import ContestProposed, ContestResolved, Fact, Seat
from assistant.phrases import catalogue, say
from assistant.records.contests import Contest
from assistant.records.evidence import EvidenceStore
from assistant.records.hands import HandRecord
from assistant.records.inquiry import (
    CardFact,
    HandFacts,
    NoWayOut,
    WordFact,
    before_the_end,
    card_facts,
    ending_of,
    ladder_rows,
    resolve,
    what_if,
    word_facts,
)

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_text(code: str) -> str:
    """A card as people write it: "A♠", "10♦", "Jk"."""
    if code in ("", "Jk", "joker", "back"):
        return "Jk" if code in ("Jk", "joker") else "?"
    return ("10" if code[0] == "T" else code[0]) + SUIT_SIGNS[code[1]]


def word_text(verb: str, amount: int | None, lang: str) -> str:
    """A betting word with its amount."""
    text = say(lang, f"verb.{verb}")
    return text if amount is None else f"{text} {amount}"


def shares_text(payout: Mapping[Seat, int] | None, hand: HandRecord, lang: str) -> str:
    """ "Ana 30 · Beto 12"."""
    paid = [(s, n) for s, n in (payout or {}).items() if n]
    if not paid:
        return say(lang, "contest.nothing_paid")
    return " · ".join(say(lang, "contest.share", name=hand.name(s), n=n) for s, n in paid)


def who(by: str, hand: HandRecord, lang: str) -> str:
    """The name of whoever did something: a seat, or the host."""
    return say(lang, "contest.host") if by == "host" else hand.name(by)


def _how(fact: Fact, hand: HandRecord, lang: str) -> str:
    kind, _, seat = fact.source.partition(":")
    code = kind if kind in ("camera", "host", "seat") else "table"
    return say(lang, f"contest.source_{code}", name=hand.name(seat))


def rules_in_force(hand: HandRecord, lang: str) -> list[dict[str, str]]:
    """The rules the verdict rests on, each in words, and the house option that decided."""
    state = before_the_end(hand.folding)
    if state is None or state.verdict is None:
        return []
    codes = [*state.verdict.rules]
    if state.core.speaker is not None and state.core.speaker.rule:
        codes.append(state.core.speaker.rule)
    known = catalogue(lang)
    out = [{"code": c, "text": known.get(f"rule.{c}", "")} for c in dict.fromkeys(codes)]
    name, _, _ = state.verdict.option.partition("=")
    if name:
        value = getattr(state.core.setup.options, name)
        out.append({"code": option_title(name, lang), "text": option_sentence(name, value, lang)})
    return out


def case_of(
    hand: HandRecord, contests: Sequence[Contest], store: EvidenceStore | None, lang: str, *, deep: bool = True
) -> dict[str, Any]:
    """Everything the table sees of a hand in dispute; ``deep`` computes what other cards would change."""
    state = before_the_end(hand.folding)
    pt = lang == "pt-BR"
    verdict = state.verdict if state is not None else None
    cards = card_facts(hand.folding)
    game = state.game if state is not None else None
    return {
        "hand": hand.number,
        "table": hand.table,
        "game": (game.name_pt if pt else game.name_en) if game is not None else "",
        "headline": hand.with_names(verdict.headline(lang)) if verdict is not None else "",
        "reason": hand.with_names(verdict.reason(lang)) if verdict is not None else "",
        "pot": sum(verdict.payout.values()) if verdict is not None else (state.pot if state is not None else 0),
        "over": ending_of(hand.folding) is not None,
        "settled": hand.settled,
        "seats": [{"seat": s, "name": hand.name(s)} for s in hand.started.seats],
        "rules": rules_in_force(hand, lang),
        "ladder": [
            {"category": c, "text": say(lang, f"category.{c}"), "seats": [hand.name(s) for s in seats]}
            for c, seats in (ladder_rows(state) if state is not None else ())
        ],
        "hands": _hands(hand, cards, store, lang),
        "words": [_word(w, hand, lang) for w in word_facts(hand.folding)],
        "frames": _frames(hand, store),
        "contests": [_contest(c, hand, lang, deep=deep) for c in contests],
        "first": hand.facts[0].seq,
        "last": hand.facts[-1].seq,
        "head": hand.facts[-1].hash,
    }


def _hands(hand: HandRecord, cards: Sequence[CardFact], store: EvidenceStore | None, lang: str) -> list[dict[str, Any]]:
    state = before_the_end(hand.folding)
    verdict = state.verdict if state is not None else None
    out = []
    for seat in hand.started.seats:
        mine = [c for c in cards if c.seat == seat]
        shown = verdict.hands.get(seat) if verdict is not None else None
        out.append(
            {
                "seat": seat,
                "name": hand.name(seat),
                "words": (shown.words_pt if lang == "pt-BR" else shown.words_en) if shown is not None else "",
                "category": shown.category if shown is not None else None,
                "winner": verdict is not None and seat in verdict.winners,
                "folded": state is not None and seat in state.folded,
                "cards": [_card(c, hand, store, lang, shown.best if shown is not None else ()) for c in mine],
            }
        )
    return out


def _card(c: CardFact, hand: HandRecord, store: EvidenceStore | None, lang: str, best: Sequence[str]) -> dict[str, Any]:
    fact = hand.fact(c.seq)
    assert fact is not None
    read = None
    shot = store.shot(fact.pictures) if store is not None and fact.pictures else None
    was = str(getattr(fact.payload, "card", None) or "")  # as recorded first; another one now where it was corrected
    if shot is not None:
        read = next(iter((*shot.at(c.seat, was), *shot.at(c.seat, c.card))), None)
    certainty = read.certainty if read is not None else fact.certainty
    how = _how(fact, hand, lang)
    if fact.source == "camera":
        how += " · " + say(lang, "contest.sure", percent=percent(certainty, lang))
    return {
        "fact": c.seq,
        "code": c.card,
        "text": card_text(c.card),
        "place": c.place + 1,
        "best": c.card in best,
        "how": how,
        "was": card_text(was) if was and was != c.card else "",
        "label": say(lang, "contest.card_of", card=card_text(c.card), n=c.place + 1, name=hand.name(c.seat)),
        "certainty": certainty,
        "camera": fact.source == "camera",
        "crop": read.picture if read is not None else "",
        "frame": shot.frame if shot is not None else "",
        "gone": bool(fact.pictures) and shot is None,
    }


def percent(ppm: int, lang: str) -> str:
    """A certainty in percent with one decimal, never rounded up to 100."""
    tenths = min(ppm, 999_999) // 1000 if ppm < 1_000_000 else 1000
    return f"{tenths // 10}{',' if lang == 'pt-BR' else '.'}{tenths % 10}"


def _word(w: WordFact, hand: HandRecord, lang: str) -> dict[str, Any]:
    text = say(lang, "contest.word_of", name=hand.name(w.seat), word=word_text(w.verb, w.amount, lang))
    return {"fact": w.seq, "seat": w.seat, "text": text, "amount": w.amount}


def _frames(hand: HandRecord, store: EvidenceStore | None) -> list[dict[str, Any]]:
    """The kept frames of the hand in order, each once."""
    out: list[dict[str, Any]] = []
    for fact in hand.facts:
        shot = store.shot(fact.pictures) if store is not None and fact.pictures else None
        if shot is not None and all(f["frame"] != shot.frame for f in out):
            out.append({"fact": fact.seq, "frame": shot.frame, "at": fact.at[11:19]})
    return out


def _contest(c: Contest, hand: HandRecord, lang: str, *, deep: bool) -> dict[str, Any]:
    name = who(c.by, hand, lang)
    subject = say(lang, f"contest.subject_{c.subject}")
    what = _what(c, hand, lang)
    text = say(lang, "contest.said_card", name=name, subject=subject, what=what) if what else say(
        lang, "contest.said", name=name, subject=subject
    )  # fmt: skip
    out: dict[str, Any] = {
        "id": c.id,
        "subject": c.subject,
        "by": c.by,
        "fact": c.fact,
        "note": c.note,
        "text": text,
        "at": c.at,
        "open": c.open,
        "proposal": None,
        "votes": [{"seat": s, "name": hand.name(s), "agrees": yes} for s, yes in c.votes.items()],
        "resolution": None,
        "what_if": [],
    }
    if c.proposal is not None:
        out["proposal"] = {
            "seq": c.proposed_seq,
            "text": proposal_text(c.proposal, hand, lang),
            **_preview(c, hand, lang),
        }
    if c.resolution is not None:
        out["resolution"] = _resolution(c, c.resolution, hand, lang)
    if deep and c.fact is not None and c.subject == "card":
        out["what_if"] = [
            {
                "cards": [card_text(x) for x in w.cards],
                "same": w.same,
                "text": say(lang, "contest.if_same", cards=" ".join(card_text(x) for x in w.cards))
                if w.same
                else say(
                    lang,
                    "contest.if_other",
                    cards=" ".join(card_text(x) for x in w.cards),
                    shares=shares_text(w.payout, hand, lang),
                ),
            }
            for w in what_if(_as_contested(c, hand), c.fact)
        ]
    return out


def _as_contested(c: Contest, hand: HandRecord) -> HandFacts:
    """The hand's facts as they stood when the contest was resolved, or as they stand."""
    return [(s, p) for s, p in hand.folding if c.open or s <= c.proposed_seq]


def _what(c: Contest, hand: HandRecord, lang: str) -> str:
    fact = hand.fact(c.fact) if c.fact is not None else None
    if fact is None:
        return ""
    for card in card_facts(_as_contested(c, hand)):
        if card.seq == fact.seq:
            return say(lang, "contest.card_of", card=card_text(card.card), n=card.place + 1, name=hand.name(card.seat))
    for word in word_facts(_as_contested(c, hand)):
        if word.seq == fact.seq:
            return str(_word(word, hand, lang)["text"])
    return ""


def proposal_text(p: ContestProposed, hand: HandRecord, lang: str) -> str:
    """What is proposed, in one sentence."""
    return say(
        lang,
        f"contest.propose_{p.outcome}",
        card=card_text(p.card or ""),
        amount=p.amount if p.amount is not None else "?",
        shares=shares_text(p.payout, hand, lang),
    )


def _moves(before: Mapping[Seat, int], after: Mapping[Seat, int], hand: HandRecord, lang: str) -> list[str]:
    return [
        say(lang, "contest.moved", name=hand.name(s), before=before.get(s, 0), after=after.get(s, 0))
        for s in hand.started.seats
        if before.get(s, 0) != after.get(s, 0)
    ]


def _preview(c: Contest, hand: HandRecord, lang: str) -> dict[str, Any]:
    """What the proposal would move, or why it cannot be carried out."""
    p = c.proposal
    assert p is not None
    if not c.open:
        return {"moves": [], "no": ""}
    try:
        found = resolve(
            hand.folding, p.outcome, fact=p.fact, card=p.card, amount=p.amount, payout=p.payout, reason=p.reason
        )
    except NoWayOut as e:
        return {"moves": [], "no": say(lang, f"contest_no.{e.code}", **e.params)}
    after = found.payout if found.payout is not None else {}
    return {"moves": _moves(found.before, after, hand, lang), "no": ""}


def _resolution(c: Contest, r: ContestResolved, hand: HandRecord, lang: str) -> dict[str, Any]:
    how = proposal_text(c.proposal, hand, lang) if c.proposal is not None else r.outcome
    moves = _moves(r.before or {}, r.after or {}, hand, lang)
    return {
        "text": say(lang, "contest.resolved", time=c.resolved_at[11:16], how=how),
        "outcome": r.outcome,
        "moves": moves or [say(lang, "contest.unchanged")],
        "by": [who(b, hand, lang) for b in r.confirmed_by],
        "corrections": list(r.corrections),
    }
