"""Orders -> how well they agree: the judges of one panel (Kendall's W), or two rankings (tau-b)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt

from council_core.domain.ballot import Preference
from council_core.domain.ranking import Ranking
from council_core.domain.slate import Alias


def agreement_among(candidates: Collection[Alias], preferences: Iterable[Preference]) -> float | None:
    """Kendall's W with its correction for ties: 1 when all judges give one order, 0 when they cancel out.

    Only judges who saw all candidates count (Kendall and Babington Smith 1939); None with fewer than two of
    them, or when none of them tells anything apart.
    """
    rows: defaultdict[str, list[dict[Alias, float]]] = defaultdict(list)
    for preference in preferences:
        if set(candidates) <= set(preference.shown):
            rows[preference.judge].append(_mid_ranks(_levels(preference, candidates)))
    judges = [
        _mid_ranks({alias: fsum(row[alias] for row in both) for alias in candidates})
        for both in rows.values()
    ]
    if len(judges) < 2:
        return None
    size, count = len(candidates), len(judges)
    mean = count * (size + 1) / 2
    spread = fsum((fsum(judge[alias] for judge in judges) - mean) ** 2 for alias in candidates)
    tied = fsum(fsum(t**3 - t for t in Counter(judge.values()).values()) for judge in judges)
    most = (count**2 * (size**3 - size) - count * tied) / 12
    return spread / most if most > 0 else None


def agreement_between(one: Ranking, other: Ranking) -> float | None:
    """Kendall's tau-b of two rankings over the responses in both: 1 for the same order, -1 for the reverse.

    None when either has nothing but ties there, or when they have fewer than two responses in common.
    """
    places = [{standing.alias: standing.place for standing in ranking.standings} for ranking in (one, other)]
    return tau_b(*places)


def tau_b(one: Mapping[Alias, float], other: Mapping[Alias, float]) -> float | None:
    """The same for two columns of figures, both rising or both falling (Kendall 1945)."""
    both = sorted(set(one) & set(other))
    signs = [(_sign(one[i] - one[k]), _sign(other[i] - other[k])) for i, k in combinations(both, 2)]
    untied = [sum(abs(sign[at]) for sign in signs) for at in (0, 1)]
    if not all(untied):
        return None
    return sum(a * b for a, b in signs) / sqrt(untied[0] * untied[1])


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)


def _levels(preference: Preference, candidates: Collection[Alias]) -> dict[Alias, float]:
    return {
        alias: float(level)
        for level, group in enumerate(preference.groups)
        for alias in group
        if alias in candidates
    }


def _mid_ranks(figures: Mapping[Alias, float]) -> dict[Alias, float]:
    """Places from 1, the smallest figure first; those with the same figure share the mean of their places."""
    ordered: Sequence[float] = sorted(figures.values())
    first = {figure: at for at, figure in reversed(list(enumerate(ordered, start=1)))}
    times = Counter(ordered)
    return {alias: first[figure] + (times[figure] - 1) / 2 for alias, figure in figures.items()}
