"""Made by firmware/generate.py of firmware/protocol.toml; change that."""

from __future__ import annotations

from enum import IntFlag, StrEnum

VERSION = 1
FIRMWARE = 1
BAUD = 57600
CRC_POLY = 4129
CRC_INIT = 65535
MAX_HOST_LINE = 40
MAX_DEVICE_LINE = 64
WINDOW = 64
EVENT_REPEAT_MS = 250
POSITIONS = 11
DRUM_SLOTS = 60
STEPS_PER_TURN = 800


class State(StrEnum):
    """Words of the protocol: state."""

    BOOT = "BOOT"
    IDLE = "IDLE"
    BUSY = "BUSY"
    FAULT = "FAULT"


class Result(StrEnum):
    """Words of the protocol: result."""

    NONE = "NONE"
    STARTED = "STARTED"
    OUT = "OUT"
    DOUBLE = "DOUBLE"
    VOID = "VOID"
    SETTLED = "SETTLED"
    READY = "READY"


class Cause(StrEnum):
    """Words of the protocol: cause."""

    POWER = "POWER"
    RESET = "RESET"
    BROWNOUT = "BROWNOUT"
    WATCHDOG = "WATCHDOG"


class Fault(StrEnum):
    """Words of the protocol: fault."""

    NONE = "NONE"
    JAM = "JAM"
    GATE = "GATE"
    DOUBLE = "DOUBLE"
    BEAM = "BEAM"
    LID = "LID"
    TURRET = "TURRET"
    DRUM = "DRUM"
    POWER = "POWER"
    LATE = "LATE"
    STOPPED = "STOPPED"
    NOISE = "NOISE"
    STORE = "STORE"
    EMPTY = "EMPTY"


class Error(StrEnum):
    """Words of the protocol: error."""

    BUSY = "BUSY"
    FAULT = "FAULT"
    LID = "LID"
    EMPTY = "EMPTY"
    OLD = "OLD"
    AHEAD = "AHEAD"
    GREET = "GREET"
    NODRUM = "NODRUM"
    SLOT = "SLOT"
    UNSURE = "UNSURE"
    WRONG = "WRONG"
    VERSION = "VERSION"
    GATE = "GATE"


class Nak(StrEnum):
    """Words of the protocol: nak."""

    CRC = "CRC"
    LONG = "LONG"
    FORM = "FORM"
    VERB = "VERB"
    ARGS = "ARGS"


class Capabilities(IntFlag):
    """Bits of the protocol: capabilities."""

    DRUM = 1


class Sensors(IntFlag):
    """Bits of the protocol: sensors."""

    BEAM = 1
    EMPTY = 2
    LID = 4
    HOME = 8
    DRUM = 16
    MISSED = 32


# command → (has a ticket, limits of its arguments, fields of its reply)
COMMANDS: dict[str, tuple[bool, tuple[tuple[int, int], ...], tuple[str, ...]]] = {
    "HELLO": (False, ((1, 255),), ("version", "firmware", "capabilities", "boot", "cause", "ticket")),
    "STATE": (False, (), ("state", "fault", "fault_no", "count", "sensors", "unsure")),
    "LAST": (False, (), ("ticket", "position", "result", "count")),
    "GET": (False, ((0, 15),), ("key", "value")),
    "SET": (False, ((0, 15), (0, 60000)), ("key", "value")),
    "NEW": (True, ((500, 30000),), ()),
    "DEAL": (True, ((1, 11), (500, 30000)), ()),
    "INSERT": (True, ((0, 60), (500, 30000)), ()),
    "STOP": (False, (), ()),
    "SETTLE": (False, ((1, 65535), (0, 9)), ()),
    "CLEAR": (False, ((1, 65535),), ()),
}

# event → fields
EVENTS: dict[str, tuple[str, ...]] = {
    "BOOT": ("boot", "cause"),
    "OUT": ("ticket", "position", "count"),
    "VOID": ("ticket", "fault"),
    "READY": ("ticket",),
    "FAULT": ("fault", "fault_no", "ticket"),
    "CLEARED": ("fault_no",),
    "LID": ("open",),
    "HOPPER": ("empty",),
}

# setting → (key, default)
SETTINGS: dict[str, tuple[int, int]] = {
    "feed_ms": (12, 200),
    "gate_ms": (13, 260),
    "jam_ms": (14, 600),
    "settle_ms": (15, 80),
}

# default steps from home, by position
ANGLES = (0, 44, 116, 187, 258, 329, 400, 471, 542, 613, 684, 400)
