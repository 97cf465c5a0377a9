"""Compute the share of comparisons that each member won, month by month."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from council_core.domain.member import MemberId
from council_core.domain.member_result import MemberResult
from council_core.domain.question import RunId

FEWEST = 10
"""Fewest ranked runs of a month: with fewer, places say more about the questions than about the members."""

MOST = 12
"""Most months shown, the newest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A calendar month in UTC."""

    year: int
    month: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """One member over the months."""

    member: MemberId
    name: str
    """Name in its newest run."""

    wins: tuple[float | None, ...]
    """Share of comparisons won in each month by the models' ranking, ties half, 0 to 1; None where it had no place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Members over the months."""

    months: tuple[Month, ...]
    """Months with enough ranked runs, the oldest first."""

    courses: tuple[Course, ...]
    """Members by their share in the newest month that has one, best first."""


def trend_of(results: Sequence[MemberResult]) -> Trend | None:
    """Return the wins by month; None where fewer than two months have enough ranked runs.

    Args:
        results: Members' results, those of the newest run first.
    """
    names: dict[MemberId, str] = {}
    by_run: dict[RunId, list[tuple[MemberId, float]]] = {}
    asked: dict[RunId, datetime] = {}
    for result in results:
        names.setdefault(result.member, result.name)
        if result.place is not None and result.asked_at is not None:
            by_run.setdefault(result.run_id, []).append((result.member, result.place))
            asked[result.run_id] = result.asked_at
    won: defaultdict[tuple[int, int], defaultdict[MemberId, list[float]]]
    won = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    for run, ranked in by_run.items():
        if len(ranked) > 1:
            month = asked[run].year, asked[run].month
            counts[month] += 1
            places = sorted(place for _, place in ranked)
            for member, place in ranked:
                ahead, behind = bisect_left(places, place), len(places) - bisect_right(places, place)
                tally = won[month][member]
                # One game with each other member. A member that is neither ahead nor behind has a tie.
                tally[0] += (len(places) - 1 + behind - ahead) / 2
                tally[1] += len(places) - 1
    months = sorted(month for month, count in counts.items() if count >= FEWEST)[-MOST:]
    if len(months) < 2:
        return None
    courses = [
        Course(
            member=member,
            name=name,
            wins=tuple(_share(*won[month][member]) for month in months),
        )
        for member, name in names.items()
    ]
    return Trend(
        months=tuple(Month(year=year, month=month) for year, month in months),
        courses=tuple(
            sorted((each for each in courses if any(w is not None for w in each.wins)), key=_newest)
        ),
    )


def _share(wins: float, games: float) -> float | None:
    return wins / games if games else None


def _newest(course: Course) -> tuple[float, str]:
    return -next(share for share in reversed(course.wins) if share is not None), course.name
