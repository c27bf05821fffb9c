"""What a seat is asked, as the buttons of a screen: every kind of choice in table words, with amounts, cards, names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand import HandState
from assistant.engine.hand_opener import requirement_words
from assistant.engine.hand_pick import NORMAL
from assistant.engine.hand_words import option_label, prompt, why
from assistant.engine.variants import GAMES, VARIATIONS
from assistant.narrator import name_of, with_names
from assistant.phrases import catalogue, say
from assistant.table import TableState
from assistant.views import CardView, ChoiceView, OptionView
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

BUTTONS = 6  # a number with so many answers or fewer is a row of buttons


def own_choice(session: Session, to: Recipient) -> Choice | None:
    """What this player is asked now; a question that holds the hand up comes before one that does not."""
    hand = session.state.hand
    if hand is None or hand.over or to.role != "player":
        return None
    own = sorted((c for c in hand.choices if c.seat == to.seat), key=lambda c: c.optional)
    return own[0] if own else None


def choice_for(session: Session, to: Recipient, decision: str) -> Choice | None:
    """The choice a tap answers, if it still stands and this recipient may answer it (the host for anybody)."""
    hand = session.state.hand
    if hand is None or hand.over:
        return None
    for choice in hand.choices:
        mine = to.role == "host" or (to.role == "player" and choice.seat == to.seat)
        if mine and choice.decision == decision:
            return choice
    return None


def choice_view(session: Session, choice: Choice, lang: str) -> ChoiceView:
    """One choice as the buttons of a screen; of cards to pick, ``cards`` stands beside ``options`` one to one."""
    state = session.state
    hand = state.hand
    if hand is None:
        raise ValueError("no hand")
    asked = _named(choice, state, lang)
    cards: tuple[CardView, ...] = ()
    if choice.kind == "pick_cards":
        cards = tuple(CardView(code=o.card, up=o.card is not None) for o in choice.options)
    return ChoiceView(
        decision=choice.decision,
        seat=choice.seat,
        kind=choice.kind,
        prompt=with_names(prompt(asked, lang), state),
        why=with_names(why(asked, lang), state),
        options=_options(choice, hand, lang),
        to_call=choice.to_call,
        pick=choice.pick,
        cards=cards,
        verb=_pick_verb(choice, lang),
    )


def _named(choice: Choice, state: TableState, lang: str) -> Choice:
    """The same question with people's names where it speaks of seats."""
    people = {k: f"{v} ({name_of(state, str(v))})" for k, v in choice.params.items() if k in ("to", "other")}
    return replace(choice, params={**choice.params, **people}) if people else choice


def _pick_verb(choice: Choice, lang: str) -> tuple[str, str]:
    """The words of the button that sends picked cards: with some ({n} is left for the page), and with none."""
    if choice.kind != "pick_cards":
        return ("", "")
    code = f"answer.{choice.code}"
    return say(lang, f"{code}.some", n="{n}"), say(lang, f"{code}.none") if f"{code}.none" in catalogue(lang) else ""


def _options(choice: Choice, hand: HandState, lang: str) -> tuple[OptionView, ...]:
    if choice.kind == "number":
        (only,) = choice.options
        low, high = only.min or 0, only.max or 0
        if high - low < BUTTONS:
            return tuple(OptionView(only.value, _number_label(choice, n, lang), n) for n in range(low, high + 1))
    return tuple(_option(choice, o, hand, lang) for o in choice.options)


def _number_label(choice: Choice, n: int, lang: str) -> str:
    code = f"answer.{choice.code}"
    return say(lang, f"{code}.zero") if n == 0 else say(lang, f"{code}.some", n=n)


def _option(choice: Choice, o: ChoiceOption, hand: HandState, lang: str) -> OptionView:
    if choice.kind == "act":
        return _word(o, hand.stacks.get(choice.seat, 0), hand, lang)
    if choice.kind == "secret_amount":
        low, high = o.min or 0, o.max or 0
        step = max(1, hand.started.smallest_chip)
        return OptionView(o.value, say(lang, "answer.bid"), min=low, max=high, step=step, presets=(low, high))
    if choice.kind == "pick_game":
        return OptionView(o.value, _game_label(choice, o.value, lang))
    if choice.kind in ("yes_no", "ready"):
        code = f"answer.{choice.code}.{o.value}"
        amount = o.amount if o.amount is not None else choice.params.get("amount", 0)
        return OptionView(o.value, say(lang, code, amount=amount), o.amount, danger=o.danger)
    return OptionView(o.value, option_label(choice, o, lang), o.amount, danger=o.danger)


def _word(o: ChoiceOption, stack: int, hand: HandState, lang: str) -> OptionView:
    """A word of the betting; a closed list of amounts comes as presets without a range."""
    verb = o.value
    if verb in ("aposto", "repico"):
        label = say(lang, f"button.{verb}")
        if o.sizes:
            return OptionView(verb, label, presets=o.sizes)
        low, high = o.min or 0, o.max or 0
        wanted = {low, 2 * low, hand.pot // 2, hand.pot, high}
        presets = tuple(sorted(a for a in wanted if low <= a <= high))
        return OptionView(verb, label, min=low, max=high, step=max(1, hand.started.smallest_chip), presets=presets)
    if verb == "cubro":
        code = "button.cubro_allin" if o.amount == stack else "button.cubro"
        return OptionView(verb, say(lang, code, amount=o.amount), amount=o.amount, danger=o.danger)
    return OptionView(verb, say(lang, f"button.{verb}", amount=o.amount), o.amount, danger=o.danger)


def _game_label(choice: Choice, value: str, lang: str) -> str:
    """A game, a modality, or with what somebody opened (R-123), by name."""
    if choice.code == "opens_with":
        words = requirement_words(value, lang)
        return words[:1].upper() + words[1:]
    if value == NORMAL:
        return say(lang, "answer.normal")
    known = GAMES.get(value) or VARIATIONS[value]
    return known.name_en if lang == "en" else known.name_pt
