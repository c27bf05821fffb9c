"""The hand told in words: what one fact changed, as the lines a log, a terminal or a loudspeaker gives."""

from __future__ import annotations

import re
from collections.abc import Mapping

from assistant.bank.report import refusal_text as bank_refusal
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import fill
from assistant.engine.variants import GAMES, VARIATIONS
from assistant.facts import (
    Acted,
    Asked,
    CacifeBought,
    CardDealt,
    CardTurned,
    Chosen,
    Corrected,
    DeviceChanged,
    Fact,
    HandStarted,
    HandVoided,
    PlayerLeft,
    PlayerSeated,
    PotAwarded,
    TableOpened,
)
from assistant.phrases import catalogue, say
from assistant.table import TableState

SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_text(code: str) -> str:
    """A card as people write it: "A♠", "10♦", "Jk"."""
    if code in ("Jk", "joker"):
        return "Jk"
    return ("10" if code[0] == "T" else code[0]) + SUIT_SIGNS[code[1]]


def money_text(centavos: int) -> str:
    """ "R$ 1.110,00", from centavos."""
    whole, cents = divmod(abs(centavos), 100)
    return f"{'-' if centavos < 0 else ''}R$ {whole:,}".replace(",", ".") + f",{cents:02d}"


def name_of(state: TableState, seat: str) -> str:
    """The name at a seat, or the seat's number when nobody sits there."""
    player = state.players.get(seat)
    return player.name if player else seat


def who_at(state: TableState, seat: str, lang: str) -> str:
    """The name at a seat, or "lugar 3" when nobody sits there."""
    player = state.players.get(seat)
    return player.name if player else say(lang, "doubt.seat", seat=seat)


OWN_SEAT = re.compile(r"^(?:Lugar|Seat) \S+: ")
OTHER_SEAT = re.compile(r"\b(?:o lugar|seat) (\w+)")


def with_names(text: str, state: TableState) -> str:
    """Replaces the engine's seat marks by the names of the people who sit there."""
    return fill(text, {seat: name_of(state, seat) for seat in state.seats})


def refusal_text(refusal: Refusal, lang: str) -> str:
    """The sentence of a refusal: the bank's words, the table's, or the engine's, whose it was."""
    if f"bank.no.{refusal.code}" in catalogue(lang):
        return bank_refusal(refusal, lang)
    if f"table.{refusal.code}" in catalogue(lang):
        return say(lang, f"table.{refusal.code}", **refusal.params)
    return refusal_sentence(refusal, lang)


def word_text(verb: str, amount: int | None, lang: str) -> str:
    """A word with its amount, as said at the table: "repico 20", "troca 2"."""
    code = f"verb.{verb}_n" if amount is not None and f"verb.{verb}_n" in catalogue(lang) else f"verb.{verb}"
    text = say(lang, code, n=amount)
    return text if amount is None or str(amount) in text else f"{text} {amount}"


def call_text(hand: HandState, lang: str) -> str:
    """The announcement of the round in progress: "Fala o Ás"."""
    if hand.speaker is None:
        return ""
    return hand.speaker.announcement_pt if lang == "pt-BR" else hand.speaker.announcement_en


def reason_text(hand: HandState, state: TableState, lang: str) -> str:
    """Why that seat speaks, to be read under its name: others by their names, itself not again."""
    if hand.speaker is None:
        return ""
    text = hand.speaker.reason_pt if lang == "pt-BR" else hand.speaker.reason_en
    text = OWN_SEAT.sub("", text)
    text = OTHER_SEAT.sub(lambda m: name_of(state, m[1]) if m[1] in state.seats else m[0], text)
    return text[:1].upper() + text[1:]


def narrate(before: TableState, fact: Fact, after: TableState, lang: str) -> list[str]:
    """The lines one fact adds to the story, in ``lang``; nothing in them that the whole table does not know."""
    lines = _what_happened(before, fact, after, lang)
    hand, was = after.hand, before.hand
    if hand is None:
        return lines
    if hand.speaker is not None and (was is None or was.speaker != hand.speaker):
        seat = name_of(after, hand.speaker.seat)
        lines.append(say(lang, "story.call", call=call_text(hand, lang), name=seat))
    if hand.over and hand.verdict is None and hand.carry_out and was is not None and not was.over:
        lines.append(say(lang, "story.carried", n=hand.carry_out))
    if hand.verdict is not None and (was is None or was.verdict != hand.verdict):
        v = hand.verdict
        headline, reason = with_names(v.headline(lang), after), with_names(v.reason(lang), after)
        lines.append(say(lang, "story.verdict", headline=headline, reason=reason))
    return lines


def _what_happened(before: TableState, fact: Fact, after: TableState, lang: str) -> list[str]:
    p = fact.payload
    match p:
        case TableOpened():
            return [say(lang, "story.opened", table=p.table)]
        case PlayerSeated():
            return [say(lang, "story.seated", name=p.name, seat=p.seat)]
        case PlayerLeft():
            return [say(lang, "story.left", name=name_of(before, p.seat), seat=p.seat)]
        case CacifeBought():
            text = {"name": name_of(after, p.seat), "n": p.cacifes, "chips": p.chips, "money": money_text(p.centavos)}
            return [say(lang, "story.bought", **text)]
        case HandStarted():
            game = after.hand.game if after.hand else None
            title = (game.name_pt if lang == "pt-BR" else game.name_en) if game else p.game
            return [say(lang, "story.hand", number=p.number, game=title, name=name_of(after, p.dealer))]
        case CardDealt() if p.up and p.card and p.seat == CENTRE:
            return [say(lang, "story.turned_centre", card=card_text(p.card))]
        case CardDealt() if p.up and p.card:
            return [say(lang, "story.card", name=name_of(after, p.seat), card=card_text(p.card))]
        case CardTurned():
            return [say(lang, "story.turned", name=name_of(after, p.seat), card=card_text(p.card))]
        case Acted():
            return [say(lang, "story.acted", name=name_of(after, p.seat), word=word_text(p.verb, p.amount, lang))]
        case Chosen():
            return _chosen(before.hand, p, after, lang)
        case PotAwarded() if before.practising:
            return [say(lang, "story.practice")]
        case PotAwarded():
            return [say(lang, "story.balances", balances=balances(after.players, after.stacks))]
        case HandVoided():
            return [say(lang, "story.voided", reason=p.reason)]
        case Corrected():
            return [say(lang, "story.corrected", fact=p.fact)]
        case DeviceChanged():
            return [say(lang, "story.device", device=device_name(p.device, lang), state=say(lang, f"device.{p.state}"))]
        case Asked() if p.code.startswith("dealer.ask."):
            told = p.code.replace(".ask.", ".story.")
            return [say(lang, told)] if p.answer is None and told in catalogue(lang) else []
        case Asked() if p.answer is None and p.seat:
            return [say(lang, "story.asked", text=say(lang, f"doubt.{p.code}", who=who_at(after, p.seat, lang)))]
    from assistant.narrator_table import table_lines

    return table_lines(before, fact, after, lang)


def device_name(device: str, lang: str) -> str:
    """A device as people call it; a name that nobody gave words to stands for itself."""
    code = f"device_name.{device}"
    return say(lang, code) if code in catalogue(lang) else device


def _chosen(was: HandState | None, p: Chosen, after: TableState, lang: str) -> list[str]:
    """An answer as the table hears it: the words it brought out, or only that it was given (a bid stays hidden)."""
    hand, name = after.hand, name_of(after, p.seat)
    if hand is None or was is None:
        return []
    if p.choice == "pick_game" and (p.value in GAMES or p.value in VARIATIONS):
        game = GAMES.get(p.value) or VARIATIONS[p.value]
        return [say(lang, "story.game", name=name, game=game.name_pt if lang == "pt-BR" else game.name_en)]
    new = {s: w for s, w in hand.last_words.items() if was.last_words.get(s) != w}
    if not new:
        return [say(lang, "story.chosen", name=name)]
    return [
        say(lang, "story.acted", name=name_of(after, seat), word=word_text(verb, amount, lang))
        for seat, (verb, amount) in new.items()
    ]


def balances(players: Mapping[str, object], stacks: Mapping[str, int]) -> str:
    """Everybody's chips in one line, seats clockwise."""
    return " · ".join(f"{getattr(players[s], 'name', s)} {stacks.get(s, 0)}" for s in sorted(players, key=_seat_key))


def _seat_key(seat: str) -> tuple[int, str]:
    return (int(seat), seat) if seat.isdigit() else (99, seat)
