"""Measure how well orders agree: the judges of one panel, pair by pair, or two rankings (tau-b)."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from math import fsum, sqrt

from council_core.aggregation.pairs import Panel
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
