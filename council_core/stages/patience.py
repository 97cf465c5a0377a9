"""Decide from the times of finished calls when the missing ones take far too long."""

from collections.abc import Sequence
from math import exp, log
from statistics import NormalDist, fmean

SPREAD = 1.0
"""Standard deviation of the logarithm of a call's time, before any call is done. Models' times have a long tail, which
a log-normal distribution fits; with 1 the slowest of twenty calls takes five times the median."""

CONVICTION = 8.0
"""Number of calls for which that spread counts beside the finished ones, because three calls alone tell little about a
fourth."""

SHORTEST = 10.0
"""Fewest seconds worth saving by leaving a member out."""

ANSWERS = 1.6
"""Largest distance of a missing answer from the median, in spreads: 95 of 100 answers still count, see
`tests.bench`."""

REVIEWS = 1.0
"""The same for a review. It is one of several opinions on the same answers, so the wait for the last one is shorter."""

STANDARD = NormalDist()


def needed(quorum: int, calls: int) -> int:
    """Return how many calls must be done before their times count: the quorum, more than half, and at least two."""
    return max(quorum, calls // 2 + 1, 2)


def patience(done: Sequence[float], missing: int, *, allowance: float) -> float:
    """Return the seconds from the start of a stage after which it closes without the missing calls.

    Finished calls are the fastest of all. The i-th of them is compared with the time that the i-th of so many is
    expected to take, by Blom's approximation of normal order statistics (Blom, Statistical Estimates and Transformed
    Beta-Variables, 1958). This gives the median of this panel on this question and, with general knowledge of models,
    the spread of its times. The stage waits no longer than `allowance` spreads beyond the median. The result depends
    only on stored times, so a replayed stage gets the same one.

    Args:
        done: Seconds that each finished call took, in any order, positive.
        missing: Number of calls still expected.
        allowance: Largest distance from the median, in spreads.
    """
    calls = len(done) + missing
    places = [STANDARD.inv_cdf((place - 0.375) / (calls + 0.25)) for place in range(1, len(done) + 1)]
    logs = [log(max(seconds, 0.001)) for seconds in sorted(done)]
    seen = _slope(places, logs)
    spread = SPREAD if seen is None else (CONVICTION * SPREAD + len(done) * seen) / (CONVICTION + len(done))
    middle = fmean(logs) - spread * fmean(places)
    return max(SHORTEST, exp(middle + allowance * spread))


def _slope(places: Sequence[float], logs: Sequence[float]) -> float | None:
    """Return the spread of the times themselves: least squares of their logarithms over their places."""
    if len(logs) < 2:
        return None
    middle, level = fmean(places), fmean(logs)
    across = sum((place - middle) ** 2 for place in places)
    return sum((place - middle) * (each - level) for place, each in zip(places, logs, strict=True)) / across
