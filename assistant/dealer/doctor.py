"""What `fala doctor` says about the dealer machine: port, version, sensors, and what to do; phrases dealer.doctor.*."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.dealer.device import DealerDevice
from assistant.dealer.protocol_table import ANGLES, FIRMWARE, Fault, Sensors
from assistant.dealer.records import LinkDown
from assistant.phrases import say


@dataclass(frozen=True)
class Finding:
    """One line of the examination: well or not, the phrase and its parameters."""

    ok: bool
    code: str
    params: dict[str, object]

    def sentence(self, lang: str) -> str:
        """The line in words."""
        return say(lang, self.code, **self.params)


async def examine(device: DealerDevice) -> tuple[Finding, ...]:
    """Connect and look at everything the machine can tell; never moves a motor."""
    try:
        hello = await device.connect()
        status = await device.status()
        angles = [await device.setting(key) for key in range(len(ANGLES))]
    except LinkDown as e:
        return (Finding(False, f"dealer.problem.{e.code}", e.params),)
    out = [
        Finding(True, "dealer.doctor.answers", {"firmware": hello.firmware, "version": hello.version}),
        Finding(hello.firmware >= FIRMWARE, "dealer.doctor.current" if hello.firmware >= FIRMWARE
                else "dealer.doctor.outdated", {"ours": FIRMWARE, "theirs": hello.firmware}),
        Finding(True, "dealer.doctor.boots", {"boot": hello.boot, "cause": str(hello.cause)}),
    ]  # fmt: skip
    for bit, name in ((Sensors.LID, "lid"), (Sensors.EMPTY, "empty"), (Sensors.BEAM, "beam")):
        bad = bit in status.sensors
        out.append(Finding(not bad, f"dealer.doctor.{name}_{'bad' if bad else 'good'}", {}))
    drum = "drum" if Sensors.DRUM in status.sensors else "no_drum"
    out.append(Finding(True, f"dealer.doctor.{drum}", {}))
    usual = tuple(angles) == ANGLES
    out.append(Finding(not usual, "dealer.doctor.uncalibrated" if usual else "dealer.doctor.calibrated", {}))
    if status.fault != Fault.NONE:
        out.append(Finding(False, "dealer.doctor.fault", {"fault": str(status.fault)}))
    if status.unsure:
        out.append(Finding(False, "dealer.doctor.unsure", {"ticket": status.unsure}))
    return tuple(out)
