"""Find probable strengths and discriminations for a panel, and how sharply the panel fixes them.

A judge who contradicts the others gets a small discrimination and counts little; a hostile one is even read
backwards, but no further than the floor.

With the judges held there is one peak, where raising a response in an order never lowers it. With both free there are
several, and one raised response can lead to another of them, which puts it lower. So the discriminations follow the
strengths for a few rounds only: a judge with an odd order still loses most of its weight, and no judge loses all of it
over one place. The same ballots always lead to the same point. Where they are symmetrical every step is too, to the
last bit: rounding puts none of two equal responses ahead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from council_core.aggregation.linear import Vector, cholesky, dot, solve
from council_core.aggregation.pairs import Panel
from council_core.aggregation.surface import Evidence, Surface, evidence_of, pooled, surface_at

FLOOR = -0.5
"""Smallest discrimination, which limits how far a judge can be read backwards."""

ROUNDS = 3
"""Number of times that the discriminations follow the strengths, and the strengths them."""

SAME_STRENGTH = 1e-6
"""Largest difference between equal strengths.

The search leaves errors below 1e-9, a thousandth of this. A true gap of this size is a preference that shows in one
of four million comparisons.
"""

_STEPS = 200
_LONGEST = 2.0
"""Longest step in any coordinate, so that a flat spot cannot throw the search far away."""

_CLOSE = 1e-5
"""Length of Newton's step that ends a search: the remaining way is then of the order of its square."""

_HALT = 1e-10
"""Length below which a step is not halved again."""

_FLAT = 1e-6
"""Curvature below which a direction counts as flat."""

_NOISE = 1e-13
"""Relative amount by which a point may seem lower through rounding alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """Point near the peak of the posterior, and the curvature there (Laplace)."""

    strengths: tuple[float, ...]
    """One strength per candidate of the panel; differences have a meaning, the origin has none."""

    discriminations: tuple[float, ...]
    """One discrimination per judge of the panel, at least `FLOOR`."""

    precision: tuple[tuple[float, ...], ...]
    """Inverse covariance of the strengths, with the uncertainty about the judges included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Point:
    strengths: list[float]
    discriminations: list[float]
    surface: Surface


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    strengths: list[float]
    discriminations: list[float]


@lru_cache(maxsize=8)  # The aggregation asks first, and then the measure of certainty.
def fit(panel: Panel) -> Posterior:
    """Find the strengths with the judges as expected, then let judges and strengths follow each other in turns."""
    evidence = evidence_of(panel)
    point = _point(evidence, plain_strengths(evidence), list(evidence.reliabilities))
    for _ in range(ROUNDS):
        point = _peak(evidence, point, _judges_step)
        point = _peak(evidence, point, _strengths_step)
    bend = _bend_with_judges(point)
    # If the joint curvature is no covariance, take the one in which the judges are fixed.
    precision = point.surface.bend if cholesky(bend, flat=_FLAT) is None else bend
    return Posterior(
        strengths=tuple(point.strengths),
        discriminations=tuple(point.discriminations),
        precision=tuple(map(tuple, precision)),
    )


def plain_strengths(evidence: Evidence) -> list[float]:
    """Return the one peak with every judge held at its reliability: plain Bradley-Terry with a prior."""
    pool = pooled(evidence)
    start = _point(pool, [0.0] * len(evidence.gathers), list(pool.reliabilities))
    return _peak(pool, start, _strengths_step).strengths


def _point(evidence: Evidence, strengths: list[float], discriminations: list[float]) -> _Point:
    return _Point(
        strengths=strengths,
        discriminations=discriminations,
        surface=surface_at(evidence, strengths, discriminations),
    )


def _peak(evidence: Evidence, point: _Point, direction: Callable[[_Point], _Step]) -> _Point:
    for _ in range(_STEPS):
        point, length = _climb(evidence, point, direction(point))
        if length <= _CLOSE:
            break
    return point


def _climb(evidence: Evidence, point: _Point, step: _Step) -> tuple[_Point, float]:
    """Go along a direction, halving the way while it leads down; return the new point and the way gone."""
    furthest = max(map(abs, [*step.strengths, *step.discriminations]), default=0.0)
    share = min(1.0, _LONGEST / furthest) if furthest else 1.0
    lowest = point.surface.height - _NOISE * abs(point.surface.height)
    while share * furthest > _HALT:
        higher = _point(
            evidence,
            [s + share * d for s, d in zip(point.strengths, step.strengths, strict=True)],
            [
                max(FLOOR, a + share * d)
                for a, d in zip(point.discriminations, step.discriminations, strict=True)
            ],
        )
        if higher.surface.height >= lowest:
            return higher, share * furthest
        share /= 2
    return point, 0.0


def _free(point: _Point) -> list[int]:
    """Return the judges who are not held at the floor."""
    slopes = point.surface.slope_judges
    return [r for r, a in enumerate(point.discriminations) if a > FLOOR or slopes[r] > 0]


def _strengths_step(point: _Point) -> _Step:
    """Return Newton's step for the strengths while the judges stay."""
    strengths = solve(point.surface.bend, point.surface.slope)
    if strengths is None:
        raise ArithmeticError(f"The strengths {point.strengths} have no curvature.")
    return _Step(strengths=strengths, discriminations=[0.0] * len(point.discriminations))


def _judges_step(point: _Point) -> _Step:
    """Return Newton's step for each judge who is not held at the floor, while the strengths stay."""
    surface = point.surface
    discriminations = [0.0] * len(point.discriminations)
    for r in _free(point):
        discriminations[r] = surface.slope_judges[r] / surface.bend_judges[r]
    return _Step(strengths=[0.0] * len(point.strengths), discriminations=discriminations)


def _bend_with_judges(point: _Point) -> list[list[float]]:
    """Return the curvature over the strengths alone, where each free judge follows along (the Schur complement)."""
    surface, free = point.surface, _free(point)
    units = [sqrt(surface.bend_judges[r]) for r in free]
    mixed = [[x / unit for x in surface.bend_mixed[r]] for r, unit in zip(free, units, strict=True)]
    columns: list[Vector] = list(zip(*mixed, strict=True))
    bend = [list(row) for row in surface.bend]
    for i, column in enumerate(columns):
        for k in range(i, len(columns)):
            bend[i][k] = bend[k][i] = surface.bend[i][k] - dot(column, columns[k])
    return bend
