"""The verdict: pots divided by the rule of the game, in words and rule numbers a loser can check (R-180 to R-184)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.engine.hand_core import Core
from assistant.engine.hand_opener import proves, requirement, requirement_words
from assistant.engine.hand_values import Tiers, contenders, first_in, shown_hand, tiers_of
from assistant.engine.pots import Award, OddChip, Payout, Share, pay_out
from assistant.engine.refusal import Param
from assistant.engine.showdown import Ending, PartResult, PotResult, ShownHand, Verdict
from assistant.engine.verdict_words import (
    headline,
    part_reason,
    rules_of,
    uncontested_headline,
    uncontested_reason,
)
from assistant.facts import Seat

SOURCE = {"high": "high", "low": "low", "side": "side", "low3": "low", "mid5": "side", "high5": "high"}


def judge(core: Core) -> Ending:
    """The verdict over all hands shown (R-180); they must all be known."""
    hands = {s: shown_hand(core, s) for s in contenders(core)}
    tiers = tiers_of(core, hands)
    payout = pay_out(
        core.start.seats,
        core.start.dealer,
        core.contributed,
        mode=core.game.split,
        tiers=tiers,
        folded=(*core.folded, *core.mucked),
        dead=core.dead,
        unit=core.start.smallest_chip,
    )
    pots = tuple(_pot(core, award, hands, tiers) for award in payout.awards)
    first = pots[0].parts if pots else ()
    reason = ([p.reason_pt for p in first], [p.reason_en for p in first])
    rules, option = rules_of(core, hands, tiers, payout)
    heads = headline(pots)
    doubt = _doubt(core, hands)
    verdict = Verdict(
        pots,
        hands,
        {s: n for s, n in payout.total.items() if n},
        heads[0],
        heads[1],
        " ".join(reason[0]),
        " ".join(reason[1]),
        rules,
        option,
        doubt=doubt[0],
        doubt_params=doubt[1],
        mucked=tuple(s for s in core.active if s in core.mucked),
        refund=payout.refund,
    )
    return Ending("verdict", verdict)


def _doubt(core: Core, hands: Mapping[Seat, ShownHand]) -> tuple[str, Mapping[str, Param]]:
    """R-123: the opener proves what he opened with, called or not; the cards he kept may do it by themselves."""
    needed, seat = requirement(core), core.opener
    if needed is None or seat is None or seat not in core.active:
        return "", {}
    if seat in hands and proves(core, hands[seat].cards):
        return "", {}
    words = {"pt": requirement_words(needed, "pt-BR"), "en": requirement_words(needed, "en")}
    return "opener_unproved", {"seat": seat, **words}


def _pot(core: Core, award: Award, hands: Mapping[Seat, ShownHand], tiers: Mapping[str, Tiers]) -> PotResult:
    parts = tuple(_part(core, award, share, hands, tiers) for share in award.shares)
    return PotResult(award.pot.amount, award.pot.eligible, parts)


def _part(
    core: Core, award: Award, share: Share, hands: Mapping[Seat, ShownHand], tiers: Mapping[str, Tiers]
) -> PartResult:
    winners = tuple(share.to)
    eligible = award.pot.eligible
    mine = tiers.get(SOURCE.get(share.part, "high"), [])
    losers = [s for s in eligible if s not in winners]
    runner_up = first_in(mine, losers)
    words = part_reason(core, share.part, winners, runner_up, hands, eligible)
    odd = _odd_words(share.odd)
    return PartResult(share.part, share.amount, winners, share.to, words[0] + odd[0], words[1] + odd[1])


def _odd_words(odd: Sequence[OddChip]) -> tuple[str, str]:
    pt = "".join(f" {o.sentence('pt-BR')}." for o in odd)
    return pt, "".join(f" {o.sentence('en')}." for o in odd)


def judge_uncontested(core: Core) -> Ending:
    """Everybody else left: the one who stayed takes everything and shows nothing (R-104, R-184)."""
    seat = core.active[0]
    amount = core.pot
    heads, reason = uncontested_headline(seat, amount), uncontested_reason(seat)
    doubt = _doubt(core, {})
    part = PartResult("high", amount, (seat,), {seat: amount}, reason[0], reason[1])
    verdict = Verdict(
        (PotResult(amount, (seat,), (part,)),) if amount else (),
        {},
        {seat: amount} if amount else {},
        heads[0],
        heads[1],
        reason[0],
        reason[1],
        ("R-104", "R-184"),
        doubt=doubt[0],
        doubt_params=doubt[1],
        uncontested=True,
    )
    return Ending("verdict", verdict)


__all__ = ["Payout", "judge", "judge_uncontested"]
