"""After a simulated night: what everybody was told against what lies on the disk, hand by hand, and the figures."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from assistant.chain import Head
from assistant.facts import (
    Asked,
    CardDealt,
    CardTurned,
    Corrected,
    Fact,
    HandStarted,
    HandVoided,
    NightSettled,
    PotAwarded,
)
from assistant.journal import Store
from assistant.soak.outcome import Outcome, Sample
from assistant.soak.table import DATABASE, TABLE

if TYPE_CHECKING:
    from assistant.soak.night import Night

WARM = 4  # hands of a life before its memory counts
LEAST = 8  # hands after that, or nothing can be said
MORE_MB = 0.75  # most that a hand may add to the table's memory, in which its facts stay
MORE = 4  # handles, most in a life
MORE_SHARE = 0.2  # of its memory, most that the recogniser may add from one half of the night to the other


def check_night(night: Night) -> None:
    """Everything that must hold; what does not is noted in the night's outcome."""
    o = night.outcome
    path = night.there / DATABASE
    if not path.exists():
        o.bad("no_journal")
        return
    with Store.open(path) as store:
        log = store.table(TABLE)
        facts = list(log.read())
        phones = [night.host.phone, *night.players] if hasattr(night, "players") else []
        chain = log.verify([Head(seq, digest) for p in phones for seq, digest in p.heads.items()])
        if not chain.intact:
            o.bad("chain", why=str(chain))
        books = log.check_books()
        if not books.sound:
            o.bad("books", why=str(books))
        state = log.books().state
        left = {a: n for a, n in state.balances.items() if n} if not o.wrong else {}
        if any(a.startswith("stack:") for a in left):
            o.bad("chips_left", why=str(left))
    o.facts = len(facts)
    taps = {f.tap for f in facts if f.tap}
    for phone in phones:
        missing = [id for id in phone.acknowledged if id not in taps]
        o.taps += len(phone.acknowledged)
        if missing:
            o.bad("lost_taps", n=len(missing), who=f"{phone.role} {phone.seat}")
        if phone.known > len(facts):
            o.bad("lost_facts", n=phone.known - len(facts), who=f"{phone.role} {phone.seat}")
    if not any(isinstance(f.payload, NightSettled) for f in facts):
        o.bad("unsettled")
    _verify(night)
    _hands(night, facts)
    _faults(o)
    _flat(o)


def _verify(night: Night) -> None:
    """`fala verify`, as anybody would run it."""
    command = [sys.executable, "-m", "assistant", "verify", TABLE, "--data", str(night.there)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        night.outcome.bad("verify", why=(done.stdout + done.stderr)[-500:])


def _hands(night: Night, facts: Sequence[Fact]) -> None:
    """Every hand: right, asked about, void, or wrong."""
    o = night.outcome
    mine: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.hand:
            mine[fact.hand].append(fact)
    cards: Counter[str] = Counter()
    last, settled = max(mine, default=0), any(isinstance(f.payload, NightSettled) for f in facts)
    for number, of_hand in sorted(mine.items()):
        eyes = "recogniser" if number in night.plan.recognised else "truth"
        seen = [f for f in of_hand if f.source == "camera" and isinstance(f.payload, CardDealt | CardTurned)]
        cards[eyes] += len(seen)
        unjudged = [f.seq for f in seen if f.seq not in night.judged]
        cards["unjudged"] += len(unjudged)
        mended = {f.payload.fact for f in of_hand if isinstance(f.payload, Corrected)}
        wrong = [night.judged[f.seq]["wrong"] for f in seen if f.seq not in mended and f.seq in night.judged]
        wrong = [w for w in (*wrong, night.awarded.get(number, "")) if w]
        asked = [f for f in of_hand if isinstance(f.payload, Asked) and not f.payload.answer]
        o.questions.update(str(f.payload.code) for f in asked if isinstance(f.payload, Asked))
        doubted = [f for f in asked if isinstance(f.payload, Asked) and f.payload.code not in BEFORE]
        typed = [f for f in of_hand if f.source == "host" and isinstance(f.payload, CardDealt | CardTurned)]
        # a hand that nobody opened ends without an award; the next one could not begin before
        over = any(isinstance(f.payload, PotAwarded) for f in of_hand) or number < last or settled
        void = any(isinstance(f.payload, HandVoided) for f in of_hand)
        result = (
            "wrong" if wrong and not void
            else "void" if void
            else "unended" if not over
            else "asked" if doubted or typed or mended
            else "right"
        )  # fmt: skip
        o.hands[result] += 1
        o.recognised[f"{eyes}_{result}"] = o.recognised.get(f"{eyes}_{result}", 0) + 1
        if result in ("wrong", "unended"):
            start = next((f.payload for f in of_hand if isinstance(f.payload, HandStarted)), None)
            o.bad(f"hand_{result}", hand=number, game=start.game if start else "?", why="; ".join(wrong))
    o.recognised |= {f"cards_{k}": cards[k] for k in ("recogniser", "truth", "unjudged")}


BEFORE = frozenset({"dealer.ask.load", "dealer.ask.cut", "dealer.ask.gather"})  # the machine asks so before each hand


def _faults(o: Outcome) -> None:
    """Each kind of fault that was planned came."""
    for what, planned in o.planned.items():
        if not o.faults[what]:
            o.bad("no_fault", what=what, planned=planned)


def _flat(o: Outcome) -> None:
    """Memory and handles of the table over its longest life, and of the recogniser over the night.

    The recogniser works only in some hands and then keeps what it needed: its highest in the night's second half is
    held against its highest in the first.
    """
    lives: dict[int, list[Sample]] = defaultdict(list)
    for s in o.samples:
        lives[s.life].append(s)
    longest = max(lives.values(), key=len, default=[])[WARM:]
    if len(longest) < LEAST:
        return
    third = max(2, len(longest) // 3)
    first, last = longest[:third], longest[-third:]
    hands = len(longest) - third
    for name, limit in (("table_mb", MORE_MB * hands), ("table_handles", MORE), ("recogniser_handles", MORE)):
        _grew(o, name, median(getattr(s, name) for s in last) - median(getattr(s, name) for s in first), limit, hands)
    half = len(o.samples) // 2
    before, after = (max(s.recogniser_mb for s in part) for part in (o.samples[:half], o.samples[half:]))
    _grew(o, "recogniser_mb", after - before, MORE_SHARE * before, len(o.samples))
    o.growth |= {
        "hands": len(longest),
        "table_mb_last": round(median(s.table_mb for s in last), 1),
        "recogniser_mb_most": round(max(before, after), 1),
    }


def _grew(o: Outcome, what: str, more: float, limit: float, hands: int) -> None:
    o.growth[what] = round(more, 2)
    if more > limit:
        o.bad("grows", what=what, more=round(more, 1), hands=hands)
