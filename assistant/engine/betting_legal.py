"""What a seat may say now, with every amount it may name; one object for the engine, the screens and the refusals."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.engine.refusal import WAIT, Allowed

Seat = str


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The verbs open to ``seat`` (sorted; empty out of turn) and their amounts in chips (R-094).

    ``to_call`` is the difference to the level, not limited by the stack; ``cubro_amount`` what cubro would put in.
    Ranges are of the bet and of the raise itself; in fixed limit ``bet_sizes``/``raise_sizes`` list them instead.
    """

    seat: Seat
    verbs: tuple[str, ...] = ()
    to_call: int = 0
    stack: int = 0
    cubro_amount: int | None = None
    bet_min: int | None = None
    bet_max: int | None = None
    bet_sizes: tuple[int, ...] = ()
    raise_min: int | None = None
    raise_max: int | None = None
    raise_sizes: tuple[int, ...] = ()
    completo_amount: int | None = None

    def options(self) -> tuple[Allowed, ...]:
        """The verbs with their amounts, for a screen or a refusal; out of turn only "espera"."""
        if not self.verbs:
            return (Allowed(WAIT),)
        return tuple(self.option(verb) for verb in self.verbs)

    def option(self, verb: str) -> Allowed:
        """One verb with its amounts."""
        if verb == "aposto":
            return Allowed(verb, self.bet_min, self.bet_max, self.bet_sizes)
        if verb == "repico":
            return Allowed(verb, self.raise_min, self.raise_max, self.raise_sizes)
        if verb == "cubro":
            return Allowed(verb, self.cubro_amount, self.cubro_amount)
        if verb == "completo":
            return Allowed(verb, self.completo_amount, self.completo_amount)
        return Allowed(verb)

    @property
    def all_in(self) -> tuple[str, int] | None:
        """The word and amount that put in every chip of the stack, or None where the limits do not let one."""
        for verb, extra in (("aposto", self.stack), ("repico", self.stack - self.to_call)):
            if verb in self.verbs and self.allows(verb, extra):
                return verb, extra
        for verb, amount in (("completo", self.completo_amount), ("cubro", self.cubro_amount)):
            if verb in self.verbs and amount == self.stack:
                return verb, self.stack
        return None

    def allows(self, verb: str, amount: int) -> bool:
        """Whether ``verb`` (aposto, repico) may name ``amount``."""
        option = self.option(verb)
        if option.sizes:
            return amount in option.sizes
        return option.low is not None and option.high is not None and option.low <= amount <= option.high
