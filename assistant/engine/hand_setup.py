"""What never changes during a hand: the game with its variations, the options, the order of seats, the ladders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from assistant.engine.cards import RANK_OF, deck_cards
from assistant.engine.deck import Deck, DeckError, deck_for
from assistant.engine.game import Variant
from assistant.engine.ladder import Ladder, ladder_for, low_ladder_for
from assistant.engine.options import OptionError, Options
from assistant.engine.refusal import Allowed, Refusal
from assistant.engine.variants import build
from assistant.facts import HandStarted, Seat


@dataclass(frozen=True)
class Setup:
    """The constants of one hand; ``order`` is clockwise from the carteador's left, the carteador last (R-140)."""

    start: HandStarted
    game: Variant
    options: Options
    order: tuple[Seat, ...]

    @cached_property
    def ladder(self) -> Ladder:
        """The ranking in force (R-020 to R-026)."""
        return ladder_for(self.start.deck_low, self.options, self.game.hand_set)

    @cached_property
    def low_ladder(self) -> Ladder:
        """The ranking under which the lowest hand wins (R-050, R-051)."""
        return low_ladder_for(self.start.deck_low, self.options, self.game.hand_set)

    @property
    def jokers(self) -> int:
        """Jokers in the deck (R-009)."""
        return self.game.jokers if self.options.jokers is None else self.options.jokers

    @property
    def deck_size(self) -> int:
        """Cards in the deck in play, jokers counted."""
        return len(deck_cards(self.start.deck_low, self.jokers))


def _no(code: str, rule: str = "", allowed: tuple[Allowed, ...] = (Allowed("start"),), **params: str | int) -> Refusal:
    return Refusal(code, params, allowed, rule)


def set_up(start: HandStarted) -> Setup | Refusal:
    """The constants of the hand that begins so, or why it cannot begin (R-007, R-008, R-010)."""
    game = build(start.game, start.variations)
    if isinstance(game, Refusal):
        return game
    try:
        options = Options.from_mapping({**game.options, **start.options})
    except OptionError as e:
        return _no("option_wrong", "R-070", (Allowed(f"option:{e.name}"),), option=e.name, message=str(e))
    seats = start.seats
    if not game.least_players <= len(seats) <= game.most_players:
        allowed = (Allowed("players", game.least_players, game.most_players),)
        return _no("wrong_number_of_players", "R-008", allowed, players=len(seats), most=game.most_players)
    if len(set(seats)) != len(seats) or start.dealer not in seats:
        return _no("seats_wrong", "R-077", dealer=start.dealer)
    if set(start.stacks) < set(seats) or any(start.stacks[s] < 1 for s in seats):
        return _no("no_chips_no_cards", "R-112", (Allowed("rebuy"),))
    if start.pingo < 0 or start.carry < 0 or start.smallest_chip < 1:
        return _no("amount_wrong", "R-090")
    if start.deck_low not in RANK_OF:
        return _no("no_such_card", "R-003", card=start.deck_low)
    i = seats.index(start.dealer) + 1
    setup = Setup(start, game, options, seats[i:] + seats[:i])
    return _deck_refusal(setup) or setup


def _deck_refusal(setup: Setup) -> Refusal | None:
    """Whether the deck in play serves this game for so many (R-007, R-010)."""
    game, start = setup.game, setup.start
    needed = game.missing_ranks
    if game.wild == "position" and setup.options.position_scale == "fixed":
        needed += "2"
    missing = [r for r in needed if RANK_OF[r] < RANK_OF[start.deck_low]]
    if missing:
        allowed = (Allowed(f"deck:{min(missing, key=RANK_OF.__getitem__)}"),)
        return _no("deck_lacks_ranks", "R-010", allowed, ranks=" ".join(missing))
    need = game.cards_each * len(setup.order)
    if game.stock_guard and need > setup.deck_size:
        return _no("deck_too_small", "R-007", (Allowed("players", 2, setup.deck_size // game.cards_each),), cards=need)
    return None


def deck_of(game: Variant, players: int, options: Options) -> Deck | Refusal:
    """The deck this game is played with by so many under the house's rules, or why it cannot be (R-002 to R-010)."""
    if not game.least_players <= players <= game.most_players:
        allowed = (Allowed("players", game.least_players, game.most_players),)
        return _no("wrong_number_of_players", "R-008", allowed, players=players, most=game.most_players)
    o = options.with_(deck_rule="completo_52") if game.deck == "full" else options
    position = game.wild == "position" and o.position_scale == "fixed"
    try:
        return deck_for(
            players,
            game.cards_each,
            o,
            game="stick5" if game.deck == "stick" else "",
            needs=game.missing_ranks + ("2" if position else ""),
            jokers=game.jokers if options.jokers is None else options.jokers,
            waive_guard=not game.stock_guard,
        )
    except DeckError as e:
        words = {"pt": e.sentence("pt-BR"), "en": e.sentence("en")}
        return _no("deck_refused", "R-007", (Allowed("players", game.least_players, game.most_players),), **words)
