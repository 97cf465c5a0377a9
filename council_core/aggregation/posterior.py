"""Find the most probable strengths and discriminations for a panel, and how sharply the panel fixes them.

A judge who contradicts the others gets a small discrimination and counts little; a hostile one is even read
backwards, but no further than the floor.

The posterior can have several maxima. The search starts where the strengths fit best with every judge as expected,
and only climbs, so the same ballots always lead to the same maximum. Where the ballots are symmetrical every step is
too, to the last bit: rounding puts none of two equal responses ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from council_core.aggregation.linear import Vector, cholesky, dot, solve
from council_core.aggregation.pairs import Panel
from council_core.aggregation.surface import Evidence, Surface, evidence_of, pooled, surface_at

FLOOR = -0.5
"""Smallest discrimination, which limits how far a judge can be read backwards."""

SAME_STRENGTH = 1e-6
"""Largest difference between equal strengths.

The search leaves errors below 1e-9, a thousandth of this. A true gap of this size is a preference that shows in one
of four million comparisons.
"""

_STEPS = 200
_LONGEST = 2.0
"""Longest step in any coordinate, so that a flat spot cannot throw the search far away."""

_ROUGH = 0.3
"""Length of step that ends a search for a starting point."""

_CLOSE = 1e-5
"""Length of Newton's step that ends a search: the remaining way is then of the order of its square."""

_HALT = 1e-10
"""Length of any other step that ends a search."""

_FLAT = 1e-6
"""Curvature below which a point counts as a saddle."""

_NOISE = 1e-13
"""Relative amount by which a point may seem lower through rounding alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """Peak of the posterior, and its curvature there (Laplace)."""

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
class _Reduced:
    """The surface over the strengths alone, where each free judge follows along (the Schur complement)."""

    bend: list[list[float]]
    slope: list[float]
    mixed: list[list[float]]
    """Mixed second derivatives by free judge, in units of …"""

    units: list[float]
    """… the square roots of the judges' own second derivatives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    strengths: list[float]
    discriminations: list[float]
    newton: bool


@lru_cache(maxsize=8)  # The aggregation asks first, and then the measure of certainty.
def fit(panel: Panel) -> Posterior:
    """Find the peak by Newton's steps: first with the judges as expected, then with all at once."""
    evidence = evidence_of(panel)
    start = _point(evidence, plain_strengths(evidence, close=_ROUGH), list(evidence.reliabilities))
    peak = _peak(evidence, start, together=True, close=_CLOSE)
    reduced = _reduced(peak.surface, _free(peak))
    # On a symmetrical saddle between two peaks, only the curvature with the judges held is a covariance.
    precision = peak.surface.bend if cholesky(reduced.bend, flat=_FLAT) is None else reduced.bend
    return Posterior(
        strengths=tuple(peak.strengths),
        discriminations=tuple(peak.discriminations),
        precision=tuple(map(tuple, precision)),
    )


def plain_strengths(evidence: Evidence, *, close: float = _CLOSE) -> list[float]:
    """Return the one peak with every judge held at its reliability: plain Bradley-Terry with a prior."""
    pool = pooled(evidence)
    start = _point(pool, [0.0] * len(evidence.gathers), list(pool.reliabilities))
    return _peak(pool, start, together=False, close=close).strengths


def _point(evidence: Evidence, strengths: list[float], discriminations: list[float]) -> _Point:
    return _Point(
        strengths=strengths,
        discriminations=discriminations,
        surface=surface_at(evidence, strengths, discriminations),
    )


def _peak(evidence: Evidence, point: _Point, *, together: bool, close: float) -> _Point:
    for _ in range(_STEPS):
        step = _step(point, _free(point) if together else ())
        point, length = _climb(evidence, point, step)
        if length <= (close if step.newton else _HALT):
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


def _step(point: _Point, free: Sequence[int]) -> _Step:
    """Return Newton's step for the strengths and the free judges, while the others stay."""
    surface = point.surface
    reduced = _reduced(surface, free)
    strengths = solve(reduced.bend, reduced.slope)
    newton = strengths is not None
    if strengths is None:
        # Between two peaks Newton's step may lead down; a step with the judges held, and one with the strengths held,
        # both lead up.
        strengths = solve(surface.bend, surface.slope) or surface.slope
    discriminations = [0.0] * len(point.discriminations)
    for r, unit, mixed in zip(free, reduced.units, reduced.mixed, strict=True):
        following = dot(mixed, strengths) if newton else 0.0
        discriminations[r] = (surface.slope_judges[r] / unit - following) / unit
    return _Step(strengths=strengths, discriminations=discriminations, newton=newton)


def _reduced(surface: Surface, free: Sequence[int]) -> _Reduced:
    if not free:
        return _Reduced(bend=surface.bend, slope=surface.slope, mixed=[], units=[])
    units = [sqrt(surface.bend_judges[r]) for r in free]
    mixed = [[x / unit for x in surface.bend_mixed[r]] for r, unit in zip(free, units, strict=True)]
    slopes = [surface.slope_judges[r] / unit for r, unit in zip(free, units, strict=True)]
    columns: list[Vector] = list(zip(*mixed, strict=True))
    bend = [list(row) for row in surface.bend]
    for i, column in enumerate(columns):
        for k in range(i, len(columns)):
            bend[i][k] = bend[k][i] = surface.bend[i][k] - dot(column, columns[k])
    slope = [s - dot(column, slopes) for s, column in zip(surface.slope, columns, strict=True)]
    return _Reduced(bend=bend, slope=slope, mixed=mixed, units=units)
