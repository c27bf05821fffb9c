"""What the dealer machine says, as plain frozen records."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.dealer.protocol_table import Capabilities, Cause, Error, Fault, Result, Sensors, State


class LinkDown(Exception):
    """The machine does not answer or its port is gone; ``code`` names the phrase (dealer.problem.*)."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class Hello:
    """What the machine answers to a greeting."""

    version: int
    firmware: int
    capabilities: Capabilities
    boot: int
    cause: Cause
    ticket: int


@dataclass(frozen=True)
class Status:
    """What stands now: ``count`` cards out since the deal began, ``unsure`` a ticket or 0."""

    state: State
    fault: Fault
    fault_no: int
    count: int
    sensors: Sensors
    unsure: int


@dataclass(frozen=True)
class Last:
    """The last ticket and what became of it, by the machine's own memory."""

    ticket: int
    position: int
    result: Result
    count: int


# --- events ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rebooted:
    """The machine has started again, and why."""

    boot: int
    cause: Cause


@dataclass(frozen=True)
class CardOut:
    """One card has left towards a position; ``count`` is the machine's own since the deal began."""

    ticket: int
    position: int
    count: int


@dataclass(frozen=True)
class CardVoid:
    """A ticket ended before any card moved."""

    ticket: int
    fault: Fault


@dataclass(frozen=True)
class Ready:
    """A new deal may begin."""

    ticket: int


@dataclass(frozen=True)
class Trouble:
    """A fault has latched; ``ticket`` is the one whose card is unsure, or 0."""

    fault: Fault
    fault_no: int
    ticket: int


@dataclass(frozen=True)
class Cleared:
    """A fault was ended."""

    fault_no: int


@dataclass(frozen=True)
class LidMoved:
    """The lid opened or closed."""

    open: bool


@dataclass(frozen=True)
class HopperChanged:
    """The hopper ran empty or was filled."""

    empty: bool


Event = Rebooted | CardOut | CardVoid | Ready | Trouble | Cleared | LidMoved | HopperChanged


def event_of(name: str, words: tuple[str, ...]) -> Event | None:
    """The record of an event's words, or None when they are not of this protocol."""
    try:
        match name, words:
            case "BOOT", (boot, cause):
                return Rebooted(int(boot), Cause(cause))
            case "OUT", (ticket, position, count):
                return CardOut(int(ticket), int(position), int(count))
            case "VOID", (ticket, fault):
                return CardVoid(int(ticket), Fault(fault))
            case "READY", (ticket,):
                return Ready(int(ticket))
            case "FAULT", (fault, number, ticket):
                return Trouble(Fault(fault), int(number), int(ticket))
            case "CLEARED", (number,):
                return Cleared(int(number))
            case "LID", (is_open,):
                return LidMoved(is_open == "1")
            case "HOPPER", (empty,):
                return HopperChanged(empty == "1")
    except ValueError:
        return None
    return None


# --- what became of an order -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Out:
    """The card is out."""

    position: int
    count: int


@dataclass(frozen=True)
class Void:
    """No card moved, and the machine is sure of it; ``why`` is a fault or an error of the protocol."""

    why: Fault | Error


@dataclass(frozen=True)
class Unsure:
    """The machine does not know whether this card (or how many) left; a person must look and say."""

    fault: Fault
    fault_no: int
    ticket: int
    position: int
    at_gate: bool  # something is in the light beam


Done = Out | Void | Unsure
