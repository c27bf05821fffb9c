"""What a run of all benches leaves behind: figures beside their aims, by bench, with the machine; as plain JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = 1
FAILED, MISSED, MET, PLAIN = "failed", "missed", "met", "plain"


class NotARun(ValueError):
    """A file that is no result of `fala bench all`."""


@dataclass(frozen=True)
class Figure:
    """One number: what (a phrase with ``params``), its unit, its aim, what others reached with the same work.

    ``value`` is None where nothing could be measured, which misses any aim; ``more`` says that more is better.
    """

    name: str
    value: float | None
    unit: str
    aim: float | None = None
    more: bool = False
    params: dict[str, str] = field(default_factory=dict)
    beside: dict[str, float] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What makes it the same figure in another run."""
        return " ".join([self.name, *(f"{k}={v}" for k, v in sorted(self.params.items()))])

    @property
    def met(self) -> bool | None:
        """Whether the aim holds; None without one."""
        if self.aim is None:
            return None
        if self.value is None:
            return False
        return self.value >= self.aim if self.more else self.value <= self.aim


def figure(name: str, value: float, unit: str, aim: float | None = None, **more: Any) -> Figure:
    """A figure; what is not finite could not be measured."""
    return Figure(name, round(float(value), 4) if math.isfinite(value) else None, unit, aim, **more)


@dataclass(frozen=True)
class Result:
    """One bench: its figures, or why it failed; seconds that it took."""

    name: str
    seconds: float
    figures: tuple[Figure, ...] = ()
    reason: str = ""

    @property
    def status(self) -> str:
        """FAILED, MISSED (an aim), MET (every aim) or PLAIN (no aims)."""
        if self.reason:
            return FAILED
        held = [f.met for f in self.figures if f.met is not None]
        if not held:
            return PLAIN
        return MET if all(held) else MISSED


@dataclass(frozen=True)
class Run:
    """Everything of one run; ``at`` is UTC, ISO 8601; ``planned`` the benches asked for, done or not."""

    at: str
    quick: bool
    machine: dict[str, str]
    planned: tuple[str, ...]
    results: tuple[Result, ...] = ()

    @property
    def good(self) -> bool:
        """Whether all that was planned ran, and no aim was missed."""
        return len(self.results) == len(self.planned) and all(r.status in (MET, PLAIN) for r in self.results)

    def figures(self) -> dict[tuple[str, str], Figure]:
        """Every figure by bench and key."""
        return {(r.name, f.key): f for r in self.results for f in r.figures}

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, with what a reader would otherwise have to work out."""
        data = asdict(self) | {"format": FORMAT, "good": self.good}
        for kept, result in zip(data["results"], self.results, strict=True):
            kept["status"] = result.status
            for shown, one in zip(kept["figures"], result.figures, strict=True):
                shown["met"] = one.met
        return data

    @classmethod
    def from_json(cls, data: object) -> Run:
        """Raises NotARun for anything else."""
        try:
            if not isinstance(data, Mapping) or data["format"] != FORMAT:
                raise NotARun("format")
            results = tuple(
                Result(str(r["name"]), float(r["seconds"]), tuple(_figure(f) for f in r["figures"]), str(r["reason"]))
                for r in data["results"]
            )
            machine = {str(k): str(v) for k, v in data["machine"].items()}
            return cls(str(data["at"]), bool(data["quick"]), machine, tuple(map(str, data["planned"])), results)
        except (KeyError, TypeError, AttributeError, ValueError) as e:
            raise NotARun(str(e)) from e


def _figure(data: Mapping[str, Any]) -> Figure:
    value, aim = data["value"], data["aim"]
    return Figure(
        str(data["name"]),
        None if value is None else float(value),
        str(data["unit"]),
        None if aim is None else float(aim),
        bool(data["more"]),
        {str(k): str(v) for k, v in data["params"].items()},
        {str(k): float(v) for k, v in data["beside"].items()},
    )
