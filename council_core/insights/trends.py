"""Compute the share of comparisons that each member won, month by month."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

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
    by_run: dict[RunId, list[MemberResult]] = {}
    for result in results:
        names.setdefault(result.member, result.name)
        if result.place is not None and result.asked_at is not None:
            by_run.setdefault(result.run_id, []).append(result)
    won: defaultdict[tuple[int, int], defaultdict[MemberId, list[float]]]
    won = defaultdict(lambda: defaultdict(list))
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    for ranked in by_run.values():
        if len(ranked) > 1 and (at := ranked[0].asked_at) is not None:
            counts[at.year, at.month] += 1
            for one, other in combinations(ranked, 2):
                share = _won(one, other)
                won[at.year, at.month][one.member].append(share)
                won[at.year, at.month][other.member].append(1 - share)
    months = sorted(month for month, count in counts.items() if count >= FEWEST)[-MOST:]
    if len(months) < 2:
        return None
    courses = [
        Course(
            member=member,
            name=name,
            wins=tuple(fmean(won[month][member]) if won[month][member] else None for month in months),
        )
        for member, name in names.items()
    ]
    return Trend(
        months=tuple(Month(year=year, month=month) for year, month in months),
        courses=tuple(
            sorted((each for each in courses if any(w is not None for w in each.wins)), key=_newest)
        ),
    )


def _won(one: MemberResult, other: MemberResult) -> float:
    assert one.place is not None
    assert other.place is not None
    return 0.5 if one.place == other.place else float(one.place < other.place)


def _newest(course: Course) -> tuple[float, str]:
    return -next(share for share in reversed(course.wins) if share is not None), course.name
