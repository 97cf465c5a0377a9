"""The times of those who are done -> from when on those who are missing are far beyond what the others took."""

from collections.abc import Sequence
from math import exp, log
from statistics import NormalDist, fmean

SPREAD = 1.0
"""Standard deviation of the logarithm of a call's time, before anything is known. Models' times have a long tail,
which a logarithmic normal distribution fits; with 1 the slowest in twenty takes five times the one in the middle."""

CONVICTION = 8.0
"""How many calls that spread counts for beside the few that are done: three alone say little about a fourth."""

SHORTEST = 10.0
"""Seconds. Nobody gains from a member that is left out to save less than that."""

ANSWERS = 1.6
"""How far beyond, in spreads, a missing answer may be: 95 of 100 answers are still counted, see `tests.bench`."""

REVIEWS = 1.0
"""The same for a review. It is one of several opinions on the same answers, so the wait for the last is shorter."""

STANDARD = NormalDist()


def needed(quorum: int, calls: int) -> int:
    """How many must be done before the others' times say anything: the quorum, most of them, and two."""
    return max(quorum, calls // 2 + 1, 2)


def patience(done: Sequence[float], missing: int, *, allowance: float) -> float:
    """Seconds from the start of a stage after which it closes without those who are missing.

    Those who are done are the fastest of all: the i-th of them is held against the time that the i-th of so many is
    expected to take, by Blom's approximation of normal order statistics (Blom, Statistical Estimates and Transformed
    Beta-Variables, 1958). That gives the time in the middle of this panel on this question and, with what is known
    of models in general, how far its times lie apart; `allowance` such spreads beyond the middle nobody is waited
    for. It is a function of times that are kept, so a replayed stage finds the same.

    Args:
        done: Seconds that each took who is done, in any order, positive.
        missing: How many are still expected.
        allowance: How far beyond the middle one may be, in spreads.
    """
    calls = len(done) + missing
    places = [STANDARD.inv_cdf((place - 0.375) / (calls + 0.25)) for place in range(1, len(done) + 1)]
    logs = [log(max(seconds, 0.001)) for seconds in sorted(done)]
    seen = _slope(places, logs)
    spread = SPREAD if seen is None else (CONVICTION * SPREAD + len(done) * seen) / (CONVICTION + len(done))
    middle = fmean(logs) - spread * fmean(places)
    return max(SHORTEST, exp(middle + allowance * spread))


def _slope(places: Sequence[float], logs: Sequence[float]) -> float | None:
    """The spread that the times themselves show: least squares of their logarithms over their places."""
    if len(logs) < 2:
        return None
    middle, level = fmean(places), fmean(logs)
    across = sum((place - middle) ** 2 for place in places)
    return sum((place - middle) * (each - level) for place, each in zip(places, logs, strict=True)) / across
