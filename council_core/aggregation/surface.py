"""Compute the logarithm of the posterior at one point, with its first and second derivatives.

    P(i preferred to k by judge r) = sigmoid(a_r (s_i - s_k)),  s ~ N(0, 1),  a_r ~ N(reliability_r, 0.5²)

Bradley and Terry 1952, with a discrimination per judge as in arXiv 2602.16610 and 2601.21817.

Numbers are kept in flat columns, one entry per judge and pair, judge by judge, because plain Python handles those
quickly.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, repeat
from math import exp, fsum, log
from operator import add, itemgetter, mul, neg, sub

from council_core.aggregation.linear import Vector
from council_core.aggregation.pairs import Judge, Panel

JUDGE_SPREAD = 0.5
"""Standard deviation of a judge's discrimination from its reliability."""

JUDGE_PRECISION = 1 / JUDGE_SPREAD**2

INDEPENDENT_PAIRS = 10
"""Pairs of one order, those of five responses, up to which each counts in full for its judge's discrimination.

The pairs of one order are not independent. The longer it is, the further a discrimination would follow a single order.
"""

_Gather = Callable[[Sequence[float]], tuple[float, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A panel, arranged for arithmetic."""

    pairs: tuple[tuple[int, int], ...]
    reliabilities: tuple[float, ...]
    judge_precision: float
    """Inverse variance of a discrimination around its reliability."""

    won: tuple[float, ...]
    """Weight on the first response of each pair, by judge and pair; 0 where the judge did not compare them …"""

    lost: tuple[float, ...]
    """… and weight on the second."""

    total: tuple[float, ...]
    gathers: tuple[_Gather, ...]
    """Getter for each candidate: picks its pairs from a column by pair, that column negated, and a zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """One point of the posterior. Bends are second derivatives with their sign turned: positive at a peak."""

    height: float
    slope: list[float]
    """Slope by the strength of each candidate."""

    slope_judges: list[float]
    """Slope by the discrimination of each judge."""

    bend: list[list[float]]
    bend_judges: list[float]
    bend_mixed: list[list[float]]
    """Mixed bends by judge, then by candidate."""


def evidence_of(panel: Panel) -> Evidence:
    """Arrange a panel."""
    size = len(panel.candidates)
    pairs = tuple(combinations(range(size), 2))
    said = [_said(judge, pairs) for judge in panel.judges]
    return Evidence(
        pairs=pairs,
        reliabilities=tuple(judge.reliability for judge in panel.judges),
        judge_precision=JUDGE_PRECISION * max(1.0, len(pairs) / INDEPENDENT_PAIRS),
        won=tuple(won for words in said for won, _ in words),
        lost=tuple(lost for words in said for _, lost in words),
        total=tuple(won + lost for words in said for won, lost in words),
        gathers=tuple(_gather(candidate, pairs) for candidate in range(size)),
    )


def pooled(evidence: Evidence) -> Evidence:
    """Merge all judges of one reliability, for as long as their discriminations are held at it."""
    alike: defaultdict[float, list[int]] = defaultdict(list)
    for judge, reliability in enumerate(evidence.reliabilities):
        alike[reliability].append(judge)
    size = len(evidence.pairs)

    def together(column: Vector) -> tuple[float, ...]:
        return tuple(
            fsum(column[judge * size + at] for judge in alike[reliability])
            for reliability in sorted(alike)
            for at in range(size)
        )

    won, lost = together(evidence.won), together(evidence.lost)
    return Evidence(
        pairs=evidence.pairs,
        reliabilities=tuple(sorted(alike)),
        judge_precision=evidence.judge_precision,
        won=won,
        lost=lost,
        total=tuple(map(add, won, lost)),
        gathers=evidence.gathers,
    )


def surface_at(evidence: Evidence, strengths: Vector, discriminations: Vector) -> Surface:
    """Compute the surface at one point."""
    pairs, judges = len(evidence.pairs), len(discriminations)
    leads = [strengths[i] - strengths[k] for i, k in evidence.pairs]
    lead = leads * judges
    scale = list(chain.from_iterable(repeat(a, pairs) for a in discriminations))
    odds = list(map(mul, scale, lead))
    # Each chance has its own exponential, so a pair read the other way round gives the same two numbers.
    chance = [1 / (1 + exp(-x)) for x in odds]
    against = [1 / (1 + exp(x)) for x in odds]
    pull = list(map(sub, map(mul, evidence.won, against), map(mul, evidence.lost, chance)))
    stiff = list(map(mul, evidence.total, map(mul, chance, against)))
    swing = list(map(mul, stiff, lead))
    cross = list(map(sub, map(mul, scale, swing), pull))
    drift = list(map(mul, pull, lead))
    curve = list(map(mul, swing, lead))
    off = list(map(sub, discriminations, evidence.reliabilities))
    rows = [slice(judge * pairs, (judge + 1) * pairs) for judge in range(judges)]
    heights = chain(
        [weight * log(p) for weight, p in zip(evidence.won, chance, strict=True) if weight],
        [weight * log(p) for weight, p in zip(evidence.lost, against, strict=True) if weight],
        (-0.5 * s * s for s in strengths),
        (-0.5 * evidence.judge_precision * x * x for x in off),
    )
    pull_by_pair = _by_pair(map(mul, scale, pull), pairs)
    stiff_by_pair = _by_pair(map(mul, map(mul, scale, scale), stiff), pairs)
    return Surface(
        height=fsum(heights),
        slope=list(map(sub, _by_candidate(evidence, pull_by_pair), strengths)),
        slope_judges=[
            fsum(drift[row]) - evidence.judge_precision * x for row, x in zip(rows, off, strict=True)
        ],
        bend=_bend(evidence, stiff_by_pair),
        bend_judges=[fsum(curve[row]) + evidence.judge_precision for row in rows],
        bend_mixed=[_by_candidate(evidence, cross[row]) for row in rows],
    )


def _said(judge: Judge, pairs: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    said = {(duel.first, duel.second): (duel.wins_first, duel.wins_second) for duel in judge.duels}
    return [said.get(pair, (0.0, 0.0)) for pair in pairs]


def _gather(candidate: int, pairs: Sequence[tuple[int, int]]) -> _Gather:
    ahead = [at for at, (i, _) in enumerate(pairs) if i == candidate]
    behind = [at + len(pairs) for at, (_, k) in enumerate(pairs) if k == candidate]
    zero = 2 * len(pairs)
    return itemgetter(
        *ahead, *behind, zero, zero
    )  # Zero appears twice, because one index alone would give no tuple.


def _by_candidate(evidence: Evidence, by_pair: Sequence[float]) -> list[float]:
    """Return each candidate's sum over all pairs: plus where it is the first, minus where it is the second."""
    column = [*by_pair, *map(neg, by_pair), 0.0]
    return [fsum(gather(column)) for gather in evidence.gathers]


def _by_pair(column: Iterable[float], pairs: int) -> list[float]:
    values = list(column)
    return [fsum(values[at::pairs]) for at in range(pairs)]


def _bend(evidence: Evidence, by_pair: Vector) -> list[list[float]]:
    size = len(evidence.gathers)
    bend = [[0.0] * size for _ in range(size)]
    for (i, k), value in zip(evidence.pairs, by_pair, strict=True):
        bend[i][k] = bend[k][i] = -value
    for i, row in enumerate(bend):
        row[i] = fsum([1.0, *map(neg, row)])
    return bend
