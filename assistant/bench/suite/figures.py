"""From what each bench measures to its figures; the aims are the benches' own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from assistant.bench.suite.records import Figure, figure

if TYPE_CHECKING:  # each of these opens libraries that only its own bench needs
    from assistant.bench.engine import Measured
    from assistant.bench.eye import Times
    from assistant.bench.faults import FaultResult
    from assistant.bench.hands import HandScore
    from assistant.bench.kills import KillResult
    from assistant.bench.latency import LatencyResult
    from assistant.bench.phones import Round
    from assistant.bench.suite.board import BoardResult
    from assistant.bench.suite.books import BooksResult
    from assistant.bench.tables import TableScore
    from assistant.vision.evaluate import Tally

NEVER = float("inf")
SLOWEST_REPORT = 2.0  # simulated seconds from a fault of the machine to the question about it
HANDS_RIGHT = 95.0  # percent without help


def share(part: float, whole: float) -> float:
    """Percent; not finite where there is no whole."""
    return 100 * part / whole if whole else NEVER


def eye_figures(parts: Times, whole: Times, looks: Mapping[str, Times]) -> list[Figure]:
    """Whole frames, then one look by size beside the contours' baseline, then detector and reader by engine."""
    from assistant.bench.eye import AIMS, median_p95

    out = [figure(f"eye_{kind}", median_p95(whole[kind])[0], "ms", aim) for kind, aim in AIMS.items()]
    for width, ms in looks["yolo"].items():
        base = {"contours": round(median_p95(looks["contours"][width])[0], 4)}
        out.append(figure("eye_look", median_p95(ms)[0], "ms", params={"width": width}, beside=base))
    for name, ms in parts.items():
        what, engine = name.split(" ", 1)
        out.append(figure(f"eye_{what}", median_p95(ms)[0], "ms", params={"engine": engine}))
    return out


def engine_figures(
    singles: Sequence[Measured], batches: Sequence[Measured], others: Mapping[str, Measured]
) -> list[Figure]:
    """The slowest ladder of each kind of call, beside what well-known libraries reach on the same hands."""
    from assistant.bench.engine import AIM_BATCH, AIM_SINGLE

    rates = {name: round(m.rate, 1) for name, m in others.items()}
    each = {name: round(m.each, 4) for name, m in others.items()}
    aim = max(float(AIM_BATCH), rates.get("phevaluator", 0.0))
    return [
        figure("engine_batch", min(m.rate for m in batches), "rate", aim, more=True, beside=rates),
        figure("engine_single", max(m.each for m in singles[::2]), "us", AIM_SINGLE, beside=each),
        figure("engine_lowest", max(m.each for m in singles[1::2]), "us"),
    ]


def fold_figures(facts: int, seconds: float) -> list[Figure]:
    """Facts of whole hands a second."""
    from assistant.bench.fold import AIM_FACTS

    return [figure("fold_facts", facts / seconds, "rate", float(AIM_FACTS), more=True)]


def phones_figures(rounds: Sequence[Round]) -> list[Figure]:
    """From the tap to the last screen."""
    from assistant.bench.phones import BARS

    out = []
    for r in rounds:
        out.append(figure(f"phones_{r.name}", r.p95, "ms", BARS[r.name]))
        out.append(figure(f"phones_{r.name}_errors", r.errors, "count", 0.0))
    return out


def latency_figures(r: LatencyResult) -> list[Figure]:
    """From the card to every phone, and what the table costs at rest."""
    from assistant.bench.latency import IDLE_SHARE, LEAK_MB_HOUR, P50_MS, P95_MS

    out = [
        figure("latency_p50", r.percentile(50), "ms", P50_MS),
        figure("latency_p95", r.percentile(95), "ms", P95_MS),
        figure("latency_missed", len(r.missed), "count", 0.0),
        figure("latency_idle", 100 * r.idle, "percent", 100 * IDLE_SHARE),
    ]
    if r.memory:
        out.append(figure("latency_memory", r.memory[-1][1], "mib"))
        out.append(figure("latency_leak", max(0.0, r.slope), "mib_hour", LEAK_MB_HOUR))
    return out


def tables_figures(s: TableScore) -> list[Figure]:
    """Cards of whole virtual tables, street by street."""
    sums = s.summary()
    return [
        figure("tables_wrong", s.wrong, "count", 0.0),
        figure("tables_right", share(s.right, s.faces), "percent", more=True),
        figure("tables_asked", share(s.asked, s.faces), "percent"),
        figure("tables_missed", share(s.missed, s.faces), "percent"),
        figure("tables_backs", share(s.backs_right, s.backs), "percent", more=True),
        figure("tables_whole", share(s.whole, s.tables), "percent", more=True),
        figure("tables_p50", sums["ms_p50"], "ms"),
        figure("tables_p95", sums["ms_p95"], "ms"),
    ]


def hands_figures(scores: Sequence[HandScore]) -> list[Figure]:
    """Whole hands through the camera without a person's help."""
    right, wrong = (sum(s.outcome == what for s in scores) for what in ("right", "wrong"))
    stuck = sum(s.outcome == "stuck" for s in scores)
    return [
        figure("hands_right", share(right, len(scores)), "percent", HANDS_RIGHT, more=True),
        figure("hands_wrong", wrong, "count", 0.0),
        figure("hands_stuck", stuck, "count", 0.0),
        figure("hands_questions", sum(s.asked for s in scores) / max(1, len(scores)), "count"),
    ]


def faults_figures(results: Sequence[FaultResult]) -> list[Figure]:
    """Each way of failing: named, back, and the play that goes on meanwhile."""
    from assistant.bench.faults import BACK_WITHIN, NAMED_WITHIN

    out = []
    for r in results:
        which = {"fault": r.fault}
        out.append(figure("faults_named", NEVER if r.named is None else r.named, "s", NAMED_WITHIN, params=which))
        out.append(figure("faults_back", NEVER if r.back is None else r.back, "s", BACK_WITHIN, params=which))
    out.append(figure("faults_stopped", sum(not (r.by_hand and r.read_after) for r in results), "count", 0.0))
    return out


def kills_figures(r: KillResult) -> list[Figure]:
    """What was lost, and how soon the table was there again."""
    from assistant.bench.kills import BACK_WITHIN

    return [
        figure("kills_lost", len(r.lost), "count", 0.0),
        figure("kills_stuck", r.stuck, "count", 0.0),
        figure("kills_back", max(r.back, default=NEVER), "s", BACK_WITHIN),
        figure("kills_next", max(r.next_fact, default=NEVER), "s"),
    ]


def bank_figures(r: BooksResult) -> list[Figure]:
    """The books' speed, and whether everything adds up."""
    return [
        figure("bank_fold", r.facts / r.fold_seconds, "rate", more=True),
        figure("bank_written", r.written / r.write_seconds, "rate", more=True),
        figure("bank_faults", r.faults, "count", 0.0),
        figure("bank_chips", r.chips_lost, "count", 0.0),
    ]


def dealer_figures(r: BoardResult) -> list[Figure]:
    """The line's speed by both clocks, and deals with faults."""
    deals = r.deals
    return [
        figure("dealer_wrong", len(deals.wrong), "count", 0.0),
        figure("dealer_hangs", len(deals.hangs), "count", 0.0),
        figure("dealer_slowest", deals.slowest, "s", SLOWEST_REPORT),
        figure("dealer_card", deals.seconds / deals.cards if deals.cards else NEVER, "s"),
        figure("dealer_frames", r.line.frames / r.line.seconds, "rate", more=True),
        figure("dealer_frames_board", r.line.frames / r.line.board_seconds, "rate", more=True),
    ]


def photos_figures(ours: Tally, contours: Tally, seconds: float, contours_seconds: float) -> list[Figure]:
    """Labelled photographs, with the classical pipeline of contours on the same ones beside."""
    out = []
    for name in ("right", "card", "rank", "suit"):
        value, other = 100 * ours.rate(name), 100 * contours.rate(name)
        beside = {"contours": round(other, 4)}
        out.append(figure(f"photos_{name}", value, "percent", other, more=True, beside=beside))
    out.append(figure("photos_wrong", share(ours.wrong, ours.faces), "percent", beside=_wrong(contours)))
    each = {"contours": round(1000 * contours_seconds / max(1, contours.photos), 4)}
    out.append(figure("photos_ms", 1000 * seconds / max(1, ours.photos), "ms", beside=each))
    return out


def _wrong(contours: Tally) -> dict[str, float]:
    return {"contours": round(share(contours.wrong, contours.faces), 4)} if contours.faces else {}
