"""Compute how easily judges who throw dice would agree as far as a panel does.

The posterior alone calls too many panels of dice clear: with few responses or many judges, chance agreement looks like
evidence. So the leader's margin over the others is compared with the margin that the best of equally many responses
gets from random orders of the same shape.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import factorial, fsum

from council_core.aggregation.pairs import Judge, Panel

_UNITS = 40
"""Units of a margin in one comparison of full weight, by a judge of ordinary reliability.

Whole numbers add up the same in any order, and so few different ones occur that they can be counted out.
"""


def chance_of_dice(panel: Panel, first: int) -> float:
    """Return how easily dice agree as far as this panel does: the larger of two chances, 0 to 1. One is that they agree
    on some response as far as the panel does on its first; the other, that they give one order as unanimously.

    Each judge's order is taken as random over the responses that it compared with the first; a judge counts as its
    reliability says. The chance for one response, times their number, bounds the chance for the best of them
    (Bonferroni), and is close to it where it is small.
    """
    size = len(panel.candidates)
    margin = 0
    chances: dict[int, float] = {0: 1.0}
    for judge in panel.judges:
        verdicts = [_verdict(judge, won, lost) for won, lost in _of(judge, first)]
        if verdicts:
            margin += sum(said for said, _ in verdicts)
            chances = _added(chances, _random_margins([weight for _, weight in verdicts]))
    as_far = fsum(sorted(chance for total, chance in chances.items() if total >= margin))
    return min(1.0, size * as_far, _chance_of_one_order(panel))


def _of(judge: Judge, first: int) -> list[tuple[float, float]]:
    """Return the weights that the first response won and lost in each of the judge's comparisons with it."""
    return [(won, lost) if i == first else (lost, won) for i, k, won, lost in judge.duels if first in (i, k)]


def _verdict(judge: Judge, won: float, lost: float) -> tuple[int, int]:
    """Return a comparison's margin and its weight, in units."""
    scale = _UNITS * judge.reliability
    return round(scale * (won - lost)), round(scale * (won + lost))


def _random_margins(weights: Sequence[int]) -> Mapping[int, float]:
    """Return the chance of each margin of one response against others of these weights, in a random order.

    At most one comparison, that with the judge's own answer, weighs otherwise than the rest.
    """
    common = max(weights)
    odd = min(weights)
    rest = len(weights) - 1
    total = rest * common + odd
    margins: defaultdict[int, float] = defaultdict(float)
    for beaten in range(len(weights) + 1):
        share = 1 / (len(weights) + 1)
        with_odd = beaten / len(weights)
        margins[2 * (common * (beaten - 1) + odd) - total] += share * with_odd
        margins[2 * common * beaten - total] += share * (1 - with_odd)
    return {margin: chance for margin, chance in margins.items() if chance}


def _added(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    added: defaultdict[int, float] = defaultdict(float)
    for a, p in one.items():
        for b, q in other.items():
            added[a + b] += p * q
    return added


def _chance_of_one_order(panel: Panel) -> float:
    """Return the chance that dice give one and the same whole order; 1 where these judges did not."""
    size = len(panel.candidates)
    orders = {
        tuple((i, k, won > lost, won < lost) for i, k, won, lost in judge.duels) for judge in panel.judges
    }
    if len(orders) > 1 or len(next(iter(orders), ())) != size * (size - 1) // 2:
        return 1.0
    return factorial(size) ** (1.0 - len(panel.judges))
