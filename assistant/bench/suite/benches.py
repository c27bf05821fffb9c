"""Every bench by name: how it is run at its full size or a tenth of it, and about how long that takes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assistant.bench.suite import figures
from assistant.bench.suite.records import Figure

TENTH = 0.1
SEED = 1
THREADS = 2


class BenchError(RuntimeError):
    """A bench that cannot be run here; ``code`` is a phrase."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(frozen=True)
class Size:
    """How much is measured, and where photographs lie."""

    quick: bool = False
    photos: Path | None = None

    def of(self, full: int, least: int = 1) -> int:
        """The full number, or a tenth of it but no less than ``least``."""
        return max(least, round(full * TENTH)) if self.quick else full


@dataclass(frozen=True)
class Bench:
    """One bench; ``seconds`` are what two ordinary cores need, full and quick: a first guess at the time left."""

    name: str
    run: Callable[[Size], list[Figure]]
    seconds: tuple[float, float]


def _eye(size: Size) -> list[Figure]:
    import cv2

    from assistant.bench import eye

    before = cv2.getNumThreads()
    cv2.setNumThreads(THREADS)
    try:
        parts = eye.parts(size.of(30, 3), THREADS)
        whole = eye.frames(size.of(10, 3), THREADS)
        return figures.eye_figures(parts, whole, eye.looks(size.of(20, 3), THREADS))
    finally:
        cv2.setNumThreads(before)


def _engine(size: Size) -> list[Figure]:
    from assistant.bench import engine
    from assistant.engine.cards import FULL_DECK
    from assistant.phrases import DEFAULT

    dealt = engine.random_hands(size.of(1_000_000))
    most = max(engine.SINGLE_HANDS.values())
    coded = [[FULL_DECK[card] for card in row] for row in dealt[:most].tolist()]
    singles = engine.measure_singles(coded[: size.of(engine.SINGLE_HANDS["fala"])], DEFAULT)
    batches = engine.measure_batches(dealt, DEFAULT)
    return figures.engine_figures(singles, batches, engine.measure_others(coded, DEFAULT))


def _fold(size: Size) -> list[Figure]:
    from assistant.bench.fold import measure_fold

    return figures.fold_figures(*measure_fold(size.of(200)))


def _bank(size: Size) -> list[Figure]:
    from assistant.bench.suite.books import measure

    return figures.bank_figures(measure(size.of(200), size.of(2000)))


def _dealer(size: Size) -> list[Figure]:
    from assistant.bench.suite.board import measure
    from assistant.dealer.records import LinkDown

    try:
        return figures.dealer_figures(asyncio.run(measure(size.of(1000), size.of(40), SEED)))
    except LinkDown as e:
        raise BenchError(f"dealer.problem.{e.code}", **e.params) from e


def _phones(size: Size) -> list[Figure]:
    from assistant.bench.phones import NoTable, measure

    try:
        return figures.phones_figures(measure(size.of(100, 10)))
    except NoTable as e:
        raise BenchError("bench.phones.no_table") from e


def _latency(size: Size) -> list[Figure]:
    from assistant.bench.latency import measure

    with tempfile.TemporaryDirectory(prefix="fala-latency-") as folder:
        where = Path(folder)
        seats, hands = (4, 1) if size.quick else (6, 2)
        idle, minutes = (10.0, 1.0) if size.quick else (30.0, 10.0)
        try:
            r = asyncio.run(
                measure(where, seats=seats, hands=hands, seed=SEED, idle=idle, minutes=minutes, tell=lambda _: None)
            )
        except RuntimeError as e:
            log = where / "log"
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.exists() else []
            raise RuntimeError(f"{e}: {said[-1]}" if said else str(e)) from e
    return figures.latency_figures(r)


def _tables(size: Size) -> list[Figure]:
    from assistant.bench.tables import score_tables

    return figures.tables_figures(score_tables(size.of(20), threads=THREADS))


def _hands(size: Size) -> list[Figure]:
    from assistant.bench.hands import plan, play_hand

    hands = list(plan(2))
    random.Random(SEED).shuffle(hands)  # a tenth of them is not one game only
    return figures.hands_figures([asyncio.run(play_hand(*hand)) for hand in hands[: size.of(len(hands), 2)]])


def _faults(size: Size) -> list[Figure]:
    from assistant.bench.faults import FAULTS, measure

    return figures.faults_figures(asyncio.run(measure(SEED, FAULTS[: size.of(len(FAULTS), 2)])))


def _kills(size: Size) -> list[Figure]:
    from assistant.bench.kills import measure

    with tempfile.TemporaryDirectory(prefix="fala-kills-") as folder:
        result = asyncio.run(measure(size.of(30), SEED, Path(folder), tell=lambda _: None))
    return figures.kills_figures(result)


def _photos(size: Size) -> list[Figure]:
    from assistant.vision.detectors import detector_called
    from assistant.vision.evaluate import Tally, evaluate
    from assistant.vision.recogniser import Recogniser

    if size.photos is None:
        raise ValueError("no folder of photographs")
    sums: dict[str, tuple[Tally, float]] = {}
    for name in ("yolo", "contours"):
        recogniser = Recogniser(detector_called(name, threads=THREADS), threads=THREADS)
        began, everything = time.perf_counter(), Tally()
        for tally in evaluate(size.photos, recogniser).values():
            everything.add(tally)
        sums[name] = everything, time.perf_counter() - began
    (ours, seconds), (contours, contours_seconds) = sums["yolo"], sums["contours"]
    if not ours.photos:
        raise BenchError("eye.no_labels", path=size.photos)
    return figures.photos_figures(ours, contours, seconds, contours_seconds)


BENCHES = (
    Bench("fold", _fold, (15, 3)),
    Bench("engine", _engine, (90, 15)),
    Bench("bank", _bank, (40, 6)),
    Bench("dealer", _dealer, (120, 15)),
    Bench("eye", _eye, (90, 20)),
    Bench("photos", _photos, (400, 400)),
    Bench("tables", _tables, (240, 40)),
    Bench("hands", _hands, (900, 150)),
    Bench("phones", _phones, (120, 40)),
    Bench("latency", _latency, (900, 200)),
    Bench("faults", _faults, (180, 60)),
    Bench("kills", _kills, (240, 40)),
)


def chosen(only: tuple[str, ...], photos: Path | None) -> tuple[Bench, ...]:
    """The benches asked for, in their order; photographs only with a folder.

    Raises BenchError for a name that is none, and for photographs without a folder.
    """
    names = [b.name for b in BENCHES]
    for name in only:
        if name not in names:
            raise BenchError("bench_all.no_bench", name=name, names=", ".join(names))
    if "photos" in only and photos is None:
        raise BenchError("bench_all.photos_where")
    if photos is not None and not photos.is_dir():
        raise BenchError("bench_all.photos_none", path=photos)
    return tuple(b for b in BENCHES if (b.name in only if only else b.name != "photos" or photos is not None))
