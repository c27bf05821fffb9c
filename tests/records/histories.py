"""The histories' bar: 200 hands of a standard game as PHH, replayed by pokerkit to the same stacks
(and read back from the trackers' text to them too), and 200 hands over
every game in the dialect, JSON Lines and CSV, read back to the same facts.

`python tests/records/histories.py [HANDS] [SEED]` runs it whole; the suite runs a tenth of it.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections import Counter

from night_facts import NightFacts
from pokerkit import HandHistory

from assistant.engine.game import Variant
from assistant.engine.variants import GAMES, VARIATIONS, build
from assistant.facts import Fact
from assistant.records.exports.check import check_export
from assistant.records.exports.phh import facts_of, phh, phhs, read_phh
from assistant.records.exports.stars import read_stars, stars
from assistant.records.exports.tables import csv_text, jsonl, read_csv, read_jsonl
from assistant.records.hands import HandRecord, hands_of

STUD = {"bet_min": 2, "bet_max": 4, "bringin_amount": 1}


def stud_hands(count: int, seed: int) -> list[HandRecord]:
    """Hands of limit stud, enough that so many are standard."""
    night = NightFacts(seed)
    while night.number < 4 * count + 20:
        night.play("stud7", STUD)
    return list(hands_of(night.facts))


def standard(count: int, seed: int) -> Counter[str]:
    """Each standard hand loaded, replayed and compared; raises where anything differs."""
    seen: Counter[str] = Counter()
    for hand in stud_hands(count, seed):
        text = phh(hand)
        if not text.startswith('variant = "F7S"'):
            seen["left to the dialect"] += 1
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wonders about a fold where nothing is owed
            *_, last = HandHistory.loads(text)
        fields = read_phh(text)[0]
        assert not last.status, hand.number
        assert list(last.stacks) == fields["finishing_stacks"], hand.number
        assert not check_export(text)[1][0].wrong
        tracked, _ = stars([hand])
        (read,) = read_stars(tracked)
        assert not read["wrong"] and check_export(tracked)[0] == "stars", tracked
        assert read["stacks"] == dict(zip(fields["players"], fields["finishing_stacks"], strict=True)), tracked
        seen["standard"] += 1
        seen["shown"] += any(" sm " in a for a in fields["actions"])
        if seen["standard"] == count:
            return seen
    raise AssertionError(f"only {seen['standard']} of {count} were standard")


def night_of_every_game(hands: int, seed: int) -> list[Fact]:
    """Hands over every game, in turn, a third of them with a variation on top."""
    night, rng = NightFacts(seed, seats=("1", "2", "3", "4", "5")), random.Random(f"variations {seed}")
    games = list(GAMES)
    while night.number < hands:
        game = games[night.number % len(games)]
        on = [v for v in VARIATIONS if isinstance(build(game, (v,)), Variant)]
        picked = (rng.choice(on),) if on and rng.random() < 0.33 else ()
        night.play(game, variations=picked)
    return night.facts


def lossless(hands: int, seed: int) -> Counter[str]:
    """Every format that carries everything gives the same facts back."""
    facts = night_of_every_game(hands, seed)
    records = hands_of(facts)
    assert len(records) == hands
    seen: Counter[str] = Counter()
    fields = read_phh(phhs(records))
    assert len(fields) == hands
    for hand, one in zip(records, fields, strict=True):
        seen[hand.started.game] += 1
        if one["variant"] == "F7S":
            continue
        assert tuple(facts_of(one)) == hand.facts, hand.number
    assert read_jsonl(jsonl(facts)) == facts
    assert read_csv(csv_text(facts)) == facts
    for text in (phhs(records), jsonl(facts), csv_text(facts)):
        kind, checked = check_export(text)
        assert len(checked) == hands and not [h for h in checked if h.wrong], (kind, [h for h in checked if h.wrong])
    return seen


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10_000)
    print(f"seed {chosen}: standard {dict(standard(number, chosen))}")
    print(f"seed {chosen}: over {len(lossless(number, chosen))} games, {number} hands: the same facts")
