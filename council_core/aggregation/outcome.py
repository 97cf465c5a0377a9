"""Scores -> an order with ties: what an aggregation hands back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from council_core.aggregation.pairs import Panel
from council_core.domain.slate import Alias

SAME = 1e-9
"""Scores at most this far apart are equal: short sums and quotients of weights, with errors near 1e-15."""

Scores = Mapping[Alias, tuple[float | None, float | None]]
"""Mean overall and mean correctness score of a response, higher is better; None where the rubric has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An order over the panel's candidates, by index."""

    groups: tuple[tuple[int, ...], ...]
    """Best first; those in one group are tied."""

    scores: tuple[float, ...]
    """One figure per candidate, equal within a group unless something else broke the tie."""

    weights: tuple[float, ...] | None = None
    """How much each judge of the panel counted, against 1 for an ordinary one; None where all count alike."""


Aggregator = Callable[[Panel, Scores], Outcome]
"""Many orders into one."""


def by_score(scores: Sequence[float], *, same: float = SAME) -> tuple[tuple[int, ...], ...]:
    """Indices grouped by falling score; a gap of at most `same` between neighbours is a tie."""
    return split(range(len(scores)), scores, same=same)


def split(
    group: Iterable[int], scores: Sequence[float], *, same: float = SAME
) -> tuple[tuple[int, ...], ...]:
    """The same within one group of indices, for breaking a tie."""
    groups: list[list[int]] = []
    for i in sorted(group, key=lambda i: (-scores[i], i)):
        if groups and scores[groups[-1][-1]] - scores[i] <= same:
            groups[-1].append(i)
        else:
            groups.append([i])
    return tuple(tuple(sorted(tied)) for tied in groups)
