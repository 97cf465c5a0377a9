"""Compute means and shares of single items with their 95 % intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt
from random import Random

RESAMPLES = 1_000
MOST_RESAMPLED = 2_000
"""Most items that are resampled. A bootstrap of a mean over more is a normal interval, but takes memory and time."""

UNSEEN = 0.05
"""Chance that more other items exist than an interval of equal figures allows for."""

NORMAL = 1.96
"""Standard normal deviate of a 95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    items: int


def mean_of(figures: Sequence[float], *, least: float = 0.0) -> Mean:
    """Return the mean over items with the percentile interval of a bootstrap over them (Efron 1979), or a normal one
    over more than 2,000; equal input gives an equal result.

    A bootstrap of equal figures has no width. Their interval allows for the share of other items that may have stayed
    unseen, which is at most 1 - 0.05^(1/n) with 95 % confidence (Clopper and Pearson 1934).

    Args:
        figures: A figure for each item, at most 1.
        least: The least possible figure: 0 for shares, -1 for differences of two.
    """
    size = len(figures)
    if not size:
        return Mean(mean=0.0, low=0.0, high=0.0, items=0)
    if min(figures) == max(figures):
        unseen = 1 - UNSEEN ** (1 / size)
        mean = figures[0]
        return Mean(
            mean=mean, low=mean - unseen * (mean - least), high=mean + unseen * (1 - mean), items=size
        )
    if size > MOST_RESAMPLED:
        mean = fsum(figures) / size
        half = NORMAL * sqrt(fsum((each - mean) ** 2 for each in figures) / size / size)
        return Mean(mean=mean, low=max(mean - half, least), high=min(mean + half, 1.0), items=size)
    means = sorted(fsum(map(figures.__getitem__, drawn)) / size for drawn in _drawn(size))
    return Mean(
        mean=fsum(figures) / size,
        low=means[round(0.025 * (RESAMPLES - 1))],
        high=means[round(0.975 * (RESAMPLES - 1))],
        items=size,
    )


@lru_cache(maxsize=4)
def _drawn(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the items of each resample: the same ones for all figures, so that differences are paired."""
    random = Random(f"bootstrap {size}")
    places = list(range(size))  # A range would make each number anew.
    return tuple(tuple(random.choices(places, k=size)) for _ in range(RESAMPLES))


def share_of(right: float, count: int) -> Mean:
    """Return a share with its score interval (Wilson 1927), which is honest for few items."""
    if not count:
        return Mean(mean=0.0, low=0.0, high=1.0, items=0)
    share, square = right / count, NORMAL**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return Mean(mean=share, low=max(0.0, middle - half), high=min(1.0, middle + half), items=count)
