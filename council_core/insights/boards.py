"""Compute the strength of members over many runs, by the models and by the team, and what each costs.

Strengths and their intervals come from `strengths`; the same results always give the same board.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import fsum, log
from statistics import fmean

from council_core.aggregation.certainty import certainty_of
from council_core.domain.answer import AbstentionReason
from council_core.domain.member import MemberId
from council_core.domain.member_result import MemberResult
from council_core.domain.question import RunId
from council_core.domain.ranking import Certainty
from council_core.insights.strengths import fit
from council_core.insights.trends import Trend, trend_of

FEWEST = 10
"""Fewest ranked runs for a board: with fewer, places say more about the questions than about the members."""

SCALE = 400 / log(10)
"""Points for one unit of strength, as in chess: 400 more points win ten of eleven games."""

AVERAGE = 1500

_SAME = 1e-6
"""Largest difference of equal strengths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """One line of a board."""

    member: MemberId
    name: str
    """Name in its newest run."""

    points: float
    """Strength in points around 1500; 400 more points win ten of eleven games."""

    low: float
    high: float
    """Bounds that hold 95 of 100 draws."""

    wins: float
    """Share of its games won, ties half, 0 to 1."""

    runs: int
    """Number of runs in which it was ranked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Strength of members by one kind of judge."""

    runs: int
    """Number of runs in which at least two members were ranked."""

    lines: tuple[Strength, ...]
    """Members, the strongest first; none with too few runs."""

    certainty: Certainty
    """Certainty of the first place."""

    @property
    def is_few(self) -> bool:
        """Tell whether there are too few runs for a board."""
        return self.runs < FEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The time and cost of one member's answers, and its number of abstentions."""

    member: MemberId
    name: str
    answers: int
    seconds: float | None
    """Mean time of an answer; None where it gave none."""

    cost: Decimal | None
    """Mean US dollars of an answer; None where it is not known."""

    tools: float | None
    """Mean number of tool calls of an answer; None where it is not known."""

    abstentions: tuple[tuple[AbstentionReason, int], ...]
    """Reasons for no answer with their numbers, the most frequent first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """Both boards of a place, never mixed, and each member's time and cost."""

    runs: int
    models: Board
    team: Board
    efforts: tuple[Effort, ...]
    """Members by their names."""

    trend: Trend | None = None
    """Wins by month; None where fewer than two months have enough runs."""


@lru_cache(maxsize=16)
def boards(results: tuple[MemberResult, ...]) -> Boards:
    """Compute the boards. It takes some 20 ms for 500 runs, so call it in a thread.

    Args:
        results: Members' results, those of the newest run first.
    """
    names: dict[MemberId, str] = {}
    for result in results:
        names.setdefault(result.member, result.name)
    return Boards(
        runs=len({result.run_id for result in results}),
        models=_board(results, names, lambda result: result.place),
        team=_board(results, names, lambda result: result.team_place),
        efforts=tuple(
            sorted((_effort(member, name, results) for member, name in names.items()), key=lambda e: e.name)
        ),
        trend=trend_of(results),
    )


def _board(
    results: Sequence[MemberResult],
    names: dict[MemberId, str],
    place_of: Callable[[MemberResult], float | None],
) -> Board:
    by_run: dict[RunId, list[tuple[MemberId, float]]] = {}
    for result in results:
        if (place := place_of(result)) is not None:
            by_run.setdefault(result.run_id, []).append((result.member, place))
    ranked = [placed for placed in by_run.values() if len(placed) > 1]
    members = sorted({member for placed in ranked for member, _ in placed})
    if len(ranked) < FEWEST:
        return Board(runs=len(ranked), lines=(), certainty="nothing")
    index = {member: i for i, member in enumerate(members)}
    fitted = fit(len(members), [[(index[member], place) for member, place in placed] for placed in ranked])
    points, draws = fitted.strengths, fitted.draws
    ranked_of = Counter(member for placed in ranked for member, _ in placed)
    ranges = [_range([draw[i] for draw in draws]) for i in range(len(members))]
    lines = [
        Strength(
            member=member,
            name=names[member],
            points=AVERAGE + SCALE * points[i],
            low=AVERAGE + SCALE * ranges[i][0],
            high=AVERAGE + SCALE * ranges[i][1],
            wins=fitted.wins[i],
            runs=ranked_of[member],
        )
        for i, member in enumerate(members)
    ]
    best = [i for i, value in enumerate(points) if max(points) - value <= _SAME]
    return Board(
        runs=len(ranked),
        lines=tuple(sorted(lines, key=lambda line: (-line.points, line.name, line.member))),
        certainty=certainty_of(best, _chances(draws)),
    )


def _chances(draws: Sequence[Sequence[float]]) -> list[float]:
    """Return the share of resamples in which each member is the strongest; tied members share a resample."""
    chances = [0.0] * len(draws[0])
    for draw in draws:
        least = max(draw) - _SAME
        best = [i for i, value in enumerate(draw) if value >= least]
        for i in best:
            chances[i] += 1 / len(best) / len(draws)
    return chances


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds that hold 95 of 100 values."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]


def _effort(member: MemberId, name: str, results: Sequence[MemberResult]) -> Effort:
    own = [result for result in results if result.member == member]
    answers = [result for result in own if result.reason is None]
    costs = [result.cost for result in answers if result.cost is not None]
    tools = [result.tools for result in answers if result.tools is not None]
    reasons: list[AbstentionReason] = [result.reason for result in own if result.reason is not None]
    counts: Counter[AbstentionReason] = Counter(reasons)
    return Effort(
        member=member,
        name=name,
        answers=len(answers),
        seconds=fsum(result.seconds for result in answers) / len(answers) if answers else None,
        cost=sum(costs, Decimal(0)) / len(costs) if costs else None,
        tools=fmean(tools) if tools else None,
        abstentions=tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0]))),
    )


FEWEST_FOR_ADVICE = 30
"""Fewest ranked runs of a member before its seat is called dispensable."""

MOSTLY_LAST, KEPT = 0.5, 0.9
"""Least share of its runs in which a dispensable member is last alone; least share of runs whose first place stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispensable:
    """A member without which a council would give about the same results for less money."""

    member: MemberId
    name: str
    last: int
    """Number of runs in which it was last alone."""

    runs: int
    """Number of runs in which it was ranked."""

    cost_share: float
    """Share of the cost of all answers in the runs in which it sat, 0 to 1."""

    kept: float
    """Share of its runs in which another member was first, so that the first place would have been the same."""

    agreement: float | None = None
    """Share of its runs with a first place common to models and team in which another member has it; None if there are
    fewer than ten such runs."""


def dispensable(results: Sequence[MemberResult]) -> Dispensable | None:
    """Return the member of the newest run that is mostly ranked last by the others, costs at least an equal share and
    was hardly ever first. Return the most expensive of several, and None if there is none or too few runs.

    Args:
        results: Members' results, those of the newest run first.
    """
    by_run: dict[RunId, list[MemberResult]] = {}
    for result in results:
        by_run.setdefault(result.run_id, []).append(result)
    if not by_run:
        return None
    sitting = next(iter(by_run.values()))
    # With two members each ranks the other alone, so one of them is always last.
    seats = sitting if len(sitting) > 2 else ()
    found = [advice for seat in seats if (advice := _dispensable(seat, by_run.values())) is not None]
    return max(found, key=lambda advice: advice.cost_share, default=None)


def _dispensable(seat: MemberResult, runs: Collection[Sequence[MemberResult]]) -> Dispensable | None:
    last = first = ranked = 0
    for run in runs:
        places = {result.member: result.place for result in run if result.place is not None}
        own = places.pop(seat.member, None)
        if own is None or len(places) < 2:
            continue
        ranked += 1
        least, most = min(places.values()), max(places.values())
        last += own > most
        first += own <= least
    if ranked < FEWEST_FOR_ADVICE or last < MOSTLY_LAST * ranked or 1 - first / ranked < KEPT:
        return None
    # Only runs with this model tell what it costs.
    own_runs = [run for run in runs if any(result.member == seat.member for result in run)]
    costs = [{result.member: result.cost or Decimal(0) for result in run} for run in own_runs]
    totals, paid = [sum(each.values()) for each in costs], sum(each[seat.member] for each in costs)
    spent, equal = sum(totals), sum(total / len(each) for total, each in zip(totals, costs, strict=True))
    if not spent or paid < equal:
        return None
    agreed = [together for run in own_runs if (together := _first_of_both(run))]
    still = sum(bool(together - {seat.member}) for together in agreed)
    return Dispensable(
        member=seat.member,
        name=seat.name,
        last=last,
        runs=ranked,
        cost_share=float(paid / spent),
        kept=1 - first / ranked,
        agreement=still / len(agreed) if len(agreed) >= FEWEST else None,
    )


def _first_of_both(run: Sequence[MemberResult]) -> set[MemberId]:
    """Return the members in first place for both the models and the team."""
    both = [
        (result.member, result.place, result.team_place)
        for result in run
        if result.place is not None and result.team_place is not None
    ]
    best = min((place for _, place, _ in both), default=0.0)
    liked = min((place for _, _, place in both), default=0.0)
    return {member for member, place, team in both if (place, team) == (best, liked)}
