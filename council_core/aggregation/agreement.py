"""Measure how well orders agree (the judges of one panel, or two rankings), and how easily dice would agree as far.

The posterior alone calls too many panels of dice clear: with few responses or many judges, chance agreement looks like
evidence. So the leader's margin over the others is compared with the margin that the best of equally many responses
gets from random orders of the same shape.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial, fsum, sqrt

from council_core.aggregation.pairs import Judge, Panel
from council_core.domain.ranking import Ranking
from council_core.domain.slate import Alias


def pair_agreement_of(panel: Panel) -> float | None:
    """Return how often two random judges order two random responses alike, 0 to 1; None where no two judges judged
    the same pair.

    A tie counts as half an agreement with anything, so judges who throw dice reach 0.5 in any number.
    """
    said: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for judge in panel.judges:
        for duel in judge.duels:
            said[duel.first, duel.second].append(_sign(duel.wins_first - duel.wins_second))
    both = [(one * other + 1) / 2 for signs in said.values() for one, other in combinations(signs, 2)]
    return fsum(both) / len(both) if both else None


def agreement_between(one: Ranking, other: Ranking) -> float | None:
    """Return Kendall's tau-b of two rankings over the responses in both: 1 for the same order, -1 for the reverse.

    Return None if either ranking has only ties there, or if they share fewer than two responses.
    """
    places = [{standing.alias: standing.place for standing in ranking.standings} for ranking in (one, other)]
    return tau_b(*places)


def tau_b(one: Mapping[Alias, float], other: Mapping[Alias, float]) -> float | None:
    """Return Kendall's tau-b of two columns of figures, both rising or both falling (Kendall 1945)."""
    both = sorted(set(one) & set(other))
    signs = [(_sign(one[i] - one[k]), _sign(other[i] - other[k])) for i, k in combinations(both, 2)]
    untied = [sum(abs(sign[at]) for sign in signs) for at in (0, 1)]
    if not all(untied):
        return None
    return sum(a * b for a, b in signs) / sqrt(untied[0] * untied[1])


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)


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
