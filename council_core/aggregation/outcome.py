"""Result of an aggregation: scores, and an order with ties."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from council_core.aggregation.pairs import Panel
from council_core.domain.slate import Alias

SAME = 1e-9
"""Largest difference between equal scores: short sums and quotients of weights have errors near 1e-15."""

Scores = Mapping[Alias, tuple[float | None, float | None]]
"""Mean overall and mean correctness score of a response, higher is better; None where the rubric has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An order over the panel's candidates, by index."""

    groups: tuple[tuple[int, ...], ...]
    """Best first; those in one group are tied."""

    scores: tuple[float, ...]
    """One score per candidate, equal within a group unless something else broke the tie."""

    weights: tuple[float, ...] | None = None
    """Weight of each judge of the panel, against 1 for an ordinary one; None where all count alike."""


Aggregator = Callable[[Panel, Scores], Outcome]
"""Combines many orders into one."""


def by_score(scores: Sequence[float], *, same: float = SAME) -> tuple[tuple[int, ...], ...]:
    """Return indices grouped by falling score; a gap of at most `same` between neighbours is a tie."""
    return split(range(len(scores)), scores, same=same)


def split(
    group: Iterable[int], scores: Sequence[float], *, same: float = SAME
) -> tuple[tuple[int, ...], ...]:
    """Group the indices of one group in the same way, for breaking a tie."""
    groups: list[list[int]] = []
    for i in sorted(group, key=lambda i: (-scores[i], i)):
        if groups and scores[groups[-1][-1]] - scores[i] <= same:
            groups[-1].append(i)
        else:
            groups.append([i])
    return tuple(tuple(sorted(tied)) for tied in groups)
