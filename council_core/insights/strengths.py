"""Fit the strengths of members to the places of many runs, and resample the runs for intervals.

Strength follows Bradley and Terry: within a run each member beats those on later places, ties half to each. Everybody
also has one drawn game against an average member, which keeps strengths finite. Runs are resampled, not pairs, because
the pairs of one run depend on each other. Resampling starts from a fixed seed, so the same runs always give the same
strengths.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

DRAWS = 200
"""Number of resamples of all runs for the intervals."""

OFTEN = bytes([0] * 94 + [1] * 94 + [2] * 47 + [3] * 16 + [4] * 4 + [5])
"""Number of times that a resample counts a run, for each value of a random byte. It follows Poisson's law with a mean
of one, like the number of times that a run is drawn from many (Hanley and MacGibbon 2006, "Creating non-parametric
bootstrap samples using Poisson frequencies"). Unlike drawing, it takes no step per run."""

_DIGITS = tuple(bytes(ord("1" if often & worth else "0") for often in OFTEN) for worth in (1, 2, 4))
"""Binary digits of these numbers, the lowest first, for each value of a random byte."""

_LONGEST, _CLOSE, _ROUGH = 2.0, 1e-9, 0.1
"""Longest step of the search, and length of the step that ends it, for all runs and for a resample. What a step leaves
is less than half its square, so a resample is at most a point off on the scale of boards."""

Placed = Sequence[tuple[int, float]]
"""The members that were ranked in a run, by number, with their places."""

Duel = tuple[int, int, float]
"""Two members, and the share of their game that the first one won: 0, a half or 1."""

Runs = int
"""A set of runs, with one bit for each, so that a set of hundreds is counted in one step."""

Times = tuple[Runs, Runs, Runs]
"""Number of times that each run counts: the runs with a one in its first, second and third binary digit."""

Games = Sequence[tuple[int, int, float, int]]
"""For each two members: the first one's wins, ties half, and the number of games."""


@dataclass(slots=True)
class _Met:
    """The runs in which two members met."""

    won: Runs = 0
    """Runs that the first one won."""

    tied: Runs = 0
    met: Runs = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Strengths over all runs and in each resample; an average member has 0."""

    strengths: Sequence[float]
    draws: Sequence[Sequence[float]]
    wins: Sequence[float]
    """Share of its games that each member won, 0 to 1."""


def fit(size: int, runs: Sequence[Placed]) -> Fit:
    """Fit strengths to these runs. The search of each resample starts from the strengths over all runs.

    Args:
        size: Number of members, each ranked in one of the runs at least, together with another one.
        runs: The runs' places.
    """
    met = _met(runs)
    games = _games(met, ((1 << len(runs)) - 1, 0, 0))
    found = _search([0.0] * size, games, _CLOSE)
    return Fit(
        strengths=found,
        draws=[_search(found, _games(met, times), _ROUGH) for times in _resamples(len(runs))],
        wins=[_share(games, member) for member in range(size)],
    )


def _duels(placed: Placed) -> tuple[Duel, ...]:
    """Return the games of one run."""
    return tuple(
        (one, other, 0.5 if place == behind else float(place < behind))
        for (one, place), (other, behind) in combinations(sorted(placed), 2)
    )


def _resamples(runs: int) -> Iterator[Times]:
    """Yield how often each resample counts each of this many runs."""
    drawn = Random(DRAWS)
    ones, twos, fours = _DIGITS
    for _ in range(DRAWS):
        often = drawn.randbytes(runs)
        yield int(often.translate(ones), 2), int(often.translate(twos), 2), int(often.translate(fours), 2)


def _met(runs: Sequence[Placed]) -> dict[tuple[int, int], _Met]:
    """Return, for each pair of members, the runs in which they met."""
    found = defaultdict[tuple[int, int], _Met](_Met)
    for i, placed in enumerate(runs):
        run = 1 << i
        for one, other, share in _duels(placed):
            both = found[one, other]
            both.met |= run
            if share == 1:
                both.won |= run
            elif share:
                both.tied |= run
    return found


def _games(met: dict[tuple[int, int], _Met], times: Times) -> Games:
    """Return the games of all runs, each counted as often as its weight says."""
    ones, twos, fours = times

    def count(runs: Runs) -> int:
        return (runs & ones).bit_count() + 2 * (runs & twos).bit_count() + 4 * (runs & fours).bit_count()

    return [
        (one, other, count(both.won) + count(both.tied) / 2, count(both.met))
        for (one, other), both in met.items()
    ]


def _share(games: Games, member: int) -> float:
    own = [
        (won if one == member else met - won, met) for one, other, won, met in games if member in (one, other)
    ]
    return sum(won for won, _ in own) / sum(met for _, met in own)


def _search(start: Sequence[float], games: Games, close: float) -> list[float]:
    found = list(start)
    while True:
        slope, bend = _slope(found, games)
        step = _solution(bend, slope)
        longest = max(map(abs, step), default=0.0)
        share = min(1.0, _LONGEST / longest) if longest else 1.0
        found = [value + share * change for value, change in zip(found, step, strict=True)]
        if longest <= close:
            return found


def _solution(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return x with matrix · x = right, by elimination, for a positive definite matrix; both are overwritten."""
    size = len(right)
    for i, row in enumerate(matrix):
        for below in range(i + 1, size):
            share = matrix[below][i] / row[i]
            right[below] -= share * right[i]
            for k in range(i + 1, size):
                matrix[below][k] -= share * row[k]
    for i in reversed(range(size)):
        for k in range(i + 1, size):
            right[i] -= matrix[i][k] * right[k]
        right[i] /= matrix[i][i]
    return right


def _slope(found: Sequence[float], games: Games) -> tuple[list[float], list[list[float]]]:
    """Return the first and second derivatives of the log-likelihood."""
    slope: list[float] = []
    bend: list[list[float]] = []
    for i, value in enumerate(found):
        average = 1 / (1 + exp(-value))
        slope.append(0.5 - average)
        bend.append([0.0] * len(found))
        bend[i][i] = average * (1 - average)
    for one, other, won, met in games:
        chance = 1 / (1 + exp(found[other] - found[one]))
        more, weight = won - met * chance, met * chance * (1 - chance)
        slope[one] += more
        slope[other] -= more
        bend[one][one] += weight
        bend[other][other] += weight
        bend[one][other] -= weight
        bend[other][one] -= weight
    return slope, bend
