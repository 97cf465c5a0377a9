"""Compute means and shares of single items with their 95 % intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt
from random import Random

RESAMPLES = 1_000
NORMAL = 1.96
"""Standard normal deviate of a 95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    items: int


def mean_of(figures: Sequence[float]) -> Mean:
    """Return the mean over items with the percentile interval of a bootstrap over them (Efron 1979); equal input gives
    an equal result."""
    size = len(figures)
    if not size:
        return Mean(mean=0.0, low=0.0, high=0.0, items=0)
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
    return tuple(tuple(random.choices(range(size), k=size)) for _ in range(RESAMPLES))


def share_of(right: float, count: int) -> Mean:
    """Return a share with its score interval (Wilson 1927), which is honest for few items."""
    if not count:
        return Mean(mean=0.0, low=0.0, high=1.0, items=0)
    share, square = right / count, NORMAL**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = NORMAL / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return Mean(mean=share, low=max(0.0, middle - half), high=min(1.0, middle + half), items=count)
