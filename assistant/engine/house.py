"""House rules as one document: everything a table settles before the first hand, checked as a whole (R-070).

Plain values in and out, for TOML or JSON; files are read and written elsewhere. Every fault of a document is reported
at once, each with its key, its value and what would be allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.engine import hand_words
from assistant.engine.house_words import A_NAME, AN_HOUR, ONCE, PROBLEMS
from assistant.engine.names import HAND_NAMES, tongue
from assistant.engine.options import REGISTER, OptionError, Options, check_option, nearest
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, VARIATIONS, build

hand_words.add_to_tables()

KEYS = ("name", "pingo", "until", "games", "cacife", "prizes", "options")
CACIFE = ("chips", "centavos")
PRIZED = tuple(c for c in reversed(tuple(HAND_NAMES["pt"])) if c != "high")  # made games, best first
WITH = "+"  # "stick5+chicago": a game with a variation on top

_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_MOST_LETTERS = 60


@dataclass(frozen=True)
class Problem:
    """One fault of a document: where, what stands there, what would be allowed; ``code`` is a key of PROBLEMS."""

    code: str
    key: str
    value: str = ""
    allowed: tuple[str, ...] | tuple[tuple[str, str], ...] = ()
    cause: OptionError | Refusal | None = None

    def sentence(self, lang: str) -> str:
        """The fault in words."""
        english = tongue(lang) == "en"
        why = ""
        if isinstance(self.cause, Refusal):
            why = refusal_sentence(self.cause, lang)
        elif self.cause is not None:
            why = self.cause.sentence(lang)
        allowed = ", ".join(a if isinstance(a, str) else a[english] for a in self.allowed)
        return PROBLEMS[self.code][english].format(key=self.key, value=self.value, allowed=allowed, why=why)


class HouseError(ValueError):
    """House rules that cannot be played by; ``problems`` holds every fault found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(p.sentence("en") for p in problems))

    def sentences(self, lang: str) -> list[str]:
        """Every fault in words, in the order of the document."""
        return [p.sentence(lang) for p in self.problems]


@dataclass(frozen=True)
class HouseRules:
    """What one table plays by: chips and money in whole numbers, ``games`` empty for any, ``prizes`` by category.

    A game is an id, or an id with variations ("stick5+chicago"); ``until`` is an hour of the day or empty (R-210).
    """

    name: str
    options: Options = field(default_factory=Options)
    cacife_chips: int = 200
    cacife_centavos: int = 5000
    games: tuple[str, ...] = ()
    prizes: Mapping[str, int] = field(default_factory=dict)
    until: str = ""

    def __post_init__(self) -> None:
        problems = [*_simple(self), *_money(self), *_games(self.games), *_prizes(self.prizes)]
        if problems:
            raise HouseError(problems)

    @property
    def pingo(self) -> int:
        """Chips everybody puts in before the cards (R-090)."""
        return self.options.pingo

    @property
    def chip_centavos(self) -> int:
        """What one chip is worth (R-191)."""
        return self.cacife_centavos // self.cacife_chips

    def table_options(self) -> dict[str, Any]:
        """The options as the table's first fact records them: what was voted, and the pingo always."""
        return {**self._voted(), "pingo": self.pingo}

    def _voted(self) -> dict[str, Any]:
        return {k: list(v) if isinstance(v, tuple) else v for k, v in self.options.changed().items()}

    def document(self) -> dict[str, Any]:
        """The rules as plain values in the order of the document; what is at its default is left out of [options]."""
        out: dict[str, Any] = {"name": self.name, "pingo": self.pingo}
        if self.until:
            out["until"] = self.until
        if self.games:
            out["games"] = list(self.games)
        out["cacife"] = {"chips": self.cacife_chips, "centavos": self.cacife_centavos}
        if self.prizes:
            out["prizes"] = {c: self.prizes[c] for c in PRIZED if c in self.prizes}
        voted = {k: v for k, v in self._voted().items() if k != "pingo"}
        if voted:
            out["options"] = voted
        return out

    @classmethod
    def from_document(cls, data: Mapping[str, object]) -> HouseRules:
        """The rules a document states, the rest at the defaults; raises HouseError with every fault."""
        problems: list[Problem] = [Problem("unknown_key", str(k), allowed=KEYS) for k in data if k not in KEYS]
        options = _read_options(data, problems)
        cacife = _section(data, "cacife", problems)
        problems += [Problem("unknown_key", f"cacife.{k}", allowed=CACIFE) for k in cacife if k not in CACIFE]
        games = data.get("games", [])
        if not isinstance(games, list) or any(not isinstance(g, str) for g in games):
            problems.append(Problem("not_a_list", "games", _written(games), ('["stick5", "fechado"]',)))
            games = []
        values: dict[str, Any] = {
            "name": data.get("name", ""),
            "cacife_chips": cacife.get("chips", 200),
            "cacife_centavos": cacife.get("centavos", 5000),
            "games": tuple(games),
            "prizes": _section(data, "prizes", problems),
            "until": data.get("until", ""),
        }
        try:
            rules = cls(options=options, **values)
        except HouseError as e:
            raise HouseError([*problems, *e.problems]) from e
        if problems:
            raise HouseError(problems)
        return rules


def _written(value: object) -> str:
    """A value as a person would write it in the document."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(v) for v in value)}]"
    return str(value)


def _unwritten(name: str, value: object) -> object:
    """The value a document means: "none" where the option may be left to the game, as TOML has no such word."""
    spec = REGISTER.get(name)
    return None if value == "none" and spec is not None and spec.allows(None) else value


def _section(data: Mapping[str, object], key: str, problems: list[Problem]) -> dict[str, Any]:
    found = data.get(key, {})
    if isinstance(found, Mapping):
        return dict(found)
    problems.append(Problem("not_a_table", key, _written(found)))
    return {}


def _read_options(data: Mapping[str, object], problems: list[Problem]) -> Options:
    """The options of the document; faulty ones are reported and left at their defaults."""
    given = _section(data, "options", problems)
    if "pingo" in given:
        problems.append(Problem("pingo_on_top", "options.pingo", allowed=(f"pingo = {_written(given.pop('pingo'))}",)))
    if "pingo" in data:
        given["pingo"] = data["pingo"]
    good: dict[str, object] = {}
    for name, value in given.items():
        try:
            good[name] = check_option(name, _unwritten(name, value))
        except OptionError as e:
            problems.append(Problem("option", name if name == "pingo" else f"options.{name}", _written(value), cause=e))
    try:
        return Options.from_mapping(good)
    except OptionError as e:
        problems.append(Problem("option", f"options.{e.name}", _written(e.value), cause=e))
        return Options()


def _whole(value: object, least: int) -> bool:
    return type(value) is int and value >= least


def _simple(rules: HouseRules) -> list[Problem]:
    """Name, hour and numbers by themselves."""
    out = []
    name = rules.name
    if not isinstance(name, str) or len(name) > _MOST_LETTERS or not all(ch.isprintable() for ch in name):
        out.append(Problem("bad_name", "name", _written(name), (A_NAME,)))
    elif not name.strip():
        out.append(Problem("no_name", "name", allowed=(A_NAME,)))
    if rules.until != "" and not (isinstance(rules.until, str) and _HOUR.fullmatch(rules.until)):
        out.append(Problem("bad_hour", "until", _written(rules.until), (AN_HOUR,)))
    if not _whole(rules.cacife_chips, 1):
        out.append(Problem("bad_number", "cacife.chips", _written(rules.cacife_chips), ("1",)))
    if not _whole(rules.cacife_centavos, 0):
        out.append(Problem("bad_number", "cacife.centavos", _written(rules.cacife_centavos), ("0",)))
    return out


def _money(rules: HouseRules) -> list[Problem]:
    """How the amounts go together: whole centavos a chip, everything payable with the smallest chip (R-191)."""
    chips, centavos, least = rules.cacife_chips, rules.cacife_centavos, rules.options.smallest_chip
    if not _whole(chips, 1) or not _whole(centavos, 0):
        return []
    out = []
    if centavos % chips:
        around = sorted({centavos // chips * chips, (centavos // chips + 1) * chips})
        out.append(Problem("chip_value", "cacife.centavos", str(centavos), tuple(str(n) for n in around)))
    amounts = {"cacife.chips": chips, "pingo": rules.pingo, "options.bet_min": rules.options.bet_min}
    for key, amount in amounts.items():
        if amount is not None and amount % least:
            around = sorted({amount // least * least, (amount // least + 1) * least})
            allowed = tuple(str(n) for n in around if n or key == "pingo")
            out.append(Problem("not_in_chips", key, str(amount), allowed))
    if chips < rules.pingo:
        out.append(Problem("pot_of_pingos", "cacife.chips", str(chips), (str(rules.pingo),)))
    return out


def _games(games: Sequence[str]) -> list[Problem]:
    """Games that do not exist, or combinations that make no sense."""
    out = []
    for i, entry in enumerate(games):
        if entry in games[:i]:
            out.append(Problem("game_twice", "games", _written(entry), (ONCE,)))
            continue
        game, *variations = (part.strip() for part in entry.split(WITH))
        built = build(game, tuple(variations))
        if not isinstance(built, Refusal):
            continue
        near = nearest(game, (*GAMES, *VARIATIONS)) if built.code == "no_such_game" else ()
        if near:
            out.append(Problem("game_near", "games", _written(entry), near))
        else:
            out.append(Problem("game", "games", _written(entry), cause=built))
    return out


def _prizes(prizes: Mapping[str, object]) -> list[Problem]:
    """Prizes for what is no made game, or of no chips (R-201)."""
    out = []
    for category, chips in prizes.items():
        if category not in PRIZED:
            out.append(Problem("bad_prize", f"prizes.{category}", category, PRIZED))
        elif not _whole(chips, 1):
            out.append(Problem("bad_number", f"prizes.{category}", _written(chips), ("1",)))
    return out
