"""Compute how likely each response is the panel's best, and the degree of certainty that people read.

The posterior is treated as normal around its peak (Laplace), with its covariance times half the number of responses,
since the pairs of one ballot are not independent. The chance concerns the panel's agreement, not that of people.

Integration uses a fixed lattice, so nothing is random. One direction (the runner-up against the leader) is integrated
exactly: along it every response is a straight line, and the best ones form the upper envelope.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import erfc, fsum, inf, sqrt
from operator import mul
from statistics import NormalDist
from typing import NamedTuple

from council_core.aggregation.linear import Vector, cholesky, inverse_transposed
from council_core.aggregation.outcome import by_score
from council_core.aggregation.posterior import SAME_STRENGTH, Posterior
from council_core.domain.ranking import Certainty

CLEAR, LEANING = 0.75, 0.55
"""Chances from which a first place is `clear` or `leaning`; below that it is too close to call."""

_LATTICE = (101, 28)
"""Number of lattice points and generator, chosen on panels of 4 to 12: chances are 0.005 off, at worst 0.01."""

_ROOT_HALF = sqrt(0.5)


class _Line(NamedTuple):
    """One response along the exact direction x, as height + slope · x."""

    slope: float
    height: float
    spread: tuple[float, ...]
    """Contribution of each other direction to the height."""

    candidate: int


def certainty_of(first: Sequence[int], chances: Vector) -> Certainty:
    """Return how sure a panel is of its first place and those who share it; a tie is always too close to call."""
    if len(first) != 1:
        return "too_close"
    chance = chances[first[0]]
    return "clear" if chance >= CLEAR else "leaning" if chance >= LEANING else "too_close"


def chances_of_best(posterior: Posterior) -> tuple[float, ...]:
    """Return each response's chance to have the greatest strength, 0 to 1, together 1; equal ones share theirs."""
    size = len(posterior.strengths)
    if size < 2:
        return (1.0,) * size
    lines = _lines(posterior)
    slopes = [line.slope for line in lines]
    parts: list[list[float]] = [[] for _ in range(size)]
    points = _lattice(size - 2, *_LATTICE)
    for point in points:
        heights = [line.height + sum(map(mul, line.spread, point)) for line in lines]
        for at, part in _best_parts(slopes, heights):
            parts[lines[at].candidate].append(part)
    chances = [fsum(part) / len(points) for part in parts]
    for group in by_score(posterior.strengths, same=SAME_STRENGTH):
        shared = fsum(chances[i] for i in group) / len(group)
        for i in group:
            chances[i] = shared
    return tuple(chances)


def _lines(posterior: Posterior) -> list[_Line]:
    """Return the responses by rising slope, where the leader stays still and all others move against it."""
    size = len(posterior.strengths)
    leader, *others = _strongest_first(posterior)
    others.reverse()
    # Adding the same to all strengths changes no comparison, so that direction (1/size everywhere) is removed.
    relative = [[(posterior.precision[i][k] - 1 / size) * 2 / size for k in others] for i in others]
    lower = cholesky(relative)
    if lower is None:
        raise ArithmeticError(f"The posterior of {size} responses has no covariance.")
    lines = [
        _Line(row[-1], posterior.strengths[i], tuple(row[:-1]), i)
        for row, i in zip(inverse_transposed(lower), others, strict=True)
    ]
    return sorted([*lines, _Line(0.0, posterior.strengths[leader], (0.0,) * (size - 2), leader)])


def _strongest_first(posterior: Posterior) -> list[int]:
    """Order responses independently of their letters; responses it cannot tell apart mirror each other."""
    precision = posterior.precision
    order: list[int] = []
    rest = list(range(len(posterior.strengths)))
    while rest:
        following = max(
            rest,
            key=lambda i: (posterior.strengths[i], sorted(precision[i]), [precision[i][k] for k in order]),
        )
        rest.remove(following)
        order.append(following)
    return order


def _best_parts(slopes: Vector, heights: Vector) -> list[tuple[int, float]]:
    """Return the lines that are highest somewhere, each with the normal weight of that part; `lines` come by rising
    slope."""
    envelope: list[int] = []
    starts: list[float] = []
    for at, (slope, height) in enumerate(zip(slopes, heights, strict=True)):
        start = -inf
        while envelope:
            below, gap = heights[envelope[-1]] - height, slope - slopes[envelope[-1]]
            start = below / gap if gap > 0 else inf if below >= 0 else -inf
            if start > starts[-1]:
                break
            envelope.pop()
            starts.pop()
            start = -inf
        envelope.append(at)
        starts.append(start)
    weights = [0.5 * erfc(-x * _ROOT_HALF) for x in [*starts, inf]]
    return [(at, right - left) for at, (left, right) in zip(envelope, pairwise(weights), strict=True)]


@cache
def _lattice(dimensions: int, count: int, generator: int) -> tuple[tuple[float, ...], ...]:
    """Return normal deviates on a Korobov lattice with the origin in its middle; one empty point in no dimension."""
    if not dimensions:
        return ((),)
    quantile = NormalDist().inv_cdf
    steps = [pow(generator, at, count) for at in range(dimensions)]
    return tuple(
        tuple(quantile((2 * point * step + count) % (2 * count) / (2 * count)) for step in steps)
        for point in range(count)
    )
