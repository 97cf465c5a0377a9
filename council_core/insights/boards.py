"""Compute the strength of members over many runs, by the models and by the team, and what each costs.

Strength follows Bradley and Terry: within a run each member beats those on later places, ties half to each. Everybody
also has one drawn game against an average member, which keeps strengths finite. Intervals come from resampling runs,
not pairs, because the pairs of one run depend on each other. Resampling starts from a fixed seed, so the same results
always give the same board.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from math import exp, fsum, log
from random import Random
from statistics import fmean

from council_core.aggregation.certainty import certainty_of
from council_core.aggregation.linear import solve
from council_core.domain.answer import AbstentionReason
from council_core.domain.member import MemberId
from council_core.domain.member_result import MemberResult
from council_core.domain.question import RunId
from council_core.domain.ranking import Certainty
from council_core.insights.trends import Trend, trend_of

FEWEST = 10
"""Fewest ranked runs for a board: with fewer, places say more about the questions than about the members."""

DRAWS = 200
"""Number of resamples of all runs for the intervals."""

SCALE = 400 / log(10)
"""Points for one unit of strength, as in chess: 400 more points win ten of eleven games."""

AVERAGE = 1500

_LONGEST, _CLOSE, _ROUGH, _SAME = 2.0, 1e-9, 1e-3, 1e-6
"""Longest step of the search; length of its last step, for the board itself and for a resample; largest difference of
equal strengths."""

Duel = tuple[int, int, float]
"""Two members, and the share of their game that the first one won: 0, a half or 1."""


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
    """Mean US dollars of an answer; None where nobody knows."""

    tools: float | None
    """Mean number of tool calls of an answer; None where nobody knows."""

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
    """Compute the boards. It takes up to half a second for 500 runs, so call it in a thread.

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
    runs = [_duels([(index[member], place) for member, place in placed]) for placed in ranked]
    duels = [duel for run in runs for duel in run]
    points = strengths(len(members), duels)
    draws = _draws(points, runs)
    ranked_of = Counter(member for placed in ranked for member, _ in placed)
    lines = [
        Strength(
            member=member,
            name=names[member],
            points=AVERAGE + SCALE * points[i],
            low=AVERAGE + SCALE * _quantile([draw[i] for draw in draws], 0.025),
            high=AVERAGE + SCALE * _quantile([draw[i] for draw in draws], 0.975),
            wins=_share(duels, i),
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


def _duels(placed: Sequence[tuple[int, float]]) -> tuple[Duel, ...]:
    return tuple(
        (one, other, 0.5 if place == behind else float(place < behind))
        for (one, place), (other, behind) in combinations(sorted(placed), 2)
    )


def _draws(points: Sequence[float], runs: Sequence[tuple[Duel, ...]]) -> list[list[float]]:
    """Return the strengths of each resample: as many runs as there are, some of them several times. To save time, runs
    with equal places are counted together, and each search starts from the strengths over all runs."""
    kinds = list(dict.fromkeys(runs))
    number = {kind: i for i, kind in enumerate(kinds)}
    numbers = [number[run] for run in runs]
    count = _counting(len(points), kinds)
    draws: list[list[float]] = []
    for picked in _picked(len(runs)):
        times = Counter(map(numbers.__getitem__, picked))
        wins, games = count([times.get(i, 0) for i in range(len(kinds))])
        draws.append(_search(points, wins, games, _ROUGH))
    return draws


@lru_cache(maxsize=4)
def _picked(number: int) -> tuple[Sequence[int], ...]:
    """Return the runs that each resample picks, for this number of runs; cached, because a place with many runs always
    shows the newest 500."""
    drawn, runs = Random(DRAWS), range(number)
    return tuple(array("L", drawn.choices(runs, k=number)) for _ in range(DRAWS))


def strengths(size: int, duels: Sequence[Duel], *, close: float = _CLOSE) -> list[float]:
    """Return the strengths that explain these games best, by Newton's steps; an average member has 0.

    Args:
        size: Number of members.
        duels: Their games.
        close: Length of the step that ends the search.
    """
    wins, games = _counting(size, [duels])([1])
    return _search([0.0] * size, wins, games, close)


def _counting(
    size: int, runs: Sequence[Sequence[Duel]]
) -> Callable[[Sequence[int]], tuple[list[float], list[list[int]]]]:
    """Return a function that takes how often each run counts. It returns each member's wins and the number of games
    between each two.

    The function is called hundreds of times, so the runs that each sum adds up are listed once.
    """
    won, tied = ([list[int]() for _ in range(size)] for _ in range(2))
    met: dict[tuple[int, int], list[int]] = {}
    for i, duels in enumerate(runs):
        for one, other, share in duels:
            met.setdefault((one, other), []).append(i)
            for member, own in ((one, share), (other, 1 - share)):
                if own:
                    (won if own == 1 else tied)[member].append(i)

    def count(times: Sequence[int]) -> tuple[list[float], list[list[int]]]:
        of = times.__getitem__
        wins = [sum(map(of, full)) + 0.5 * sum(map(of, half)) for full, half in zip(won, tied, strict=True)]
        games = [[0] * size for _ in range(size)]
        for (one, other), these in met.items():
            number = sum(map(of, these))
            games[one][other] += number
            games[other][one] += number
        return wins, games

    return count


def _search(
    start: Sequence[float], wins: Sequence[float], games: Sequence[Sequence[int]], close: float
) -> list[float]:
    found = list(start)
    while True:
        slope, bend = _slope(found, wins, games)
        step = solve(bend, slope) or slope
        longest = max(map(abs, step), default=0.0)
        share = min(1.0, _LONGEST / longest) if longest else 1.0
        found = [value + share * change for value, change in zip(found, step, strict=True)]
        if longest <= close:
            return found


def _slope(
    found: Sequence[float], wins: Sequence[float], games: Sequence[Sequence[int]]
) -> tuple[list[float], list[list[float]]]:
    """Return the first and second derivatives of the log-likelihood."""
    size = len(found)
    slope: list[float] = []
    bend = [[0.0] * size for _ in range(size)]
    for i in range(size):
        average = 1 / (1 + exp(-found[i]))
        expected, bend[i][i] = average, average * (1 - average)
        for k in range(size):
            if games[i][k]:
                chance = 1 / (1 + exp(found[k] - found[i]))
                weight = games[i][k] * chance * (1 - chance)
                expected += games[i][k] * chance
                bend[i][i] += weight
                bend[i][k] = -weight
        slope.append(wins[i] + 0.5 - expected)
    return slope, bend


def _chances(draws: Sequence[Sequence[float]]) -> list[float]:
    """Return the share of resamples in which each member is the strongest; tied members share one."""
    chances = [0.0] * len(draws[0])
    for draw in draws:
        best = [i for i, value in enumerate(draw) if max(draw) - value <= _SAME]
        for i in best:
            chances[i] += 1 / len(best) / len(draws)
    return chances


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))]


def _share(duels: Sequence[Duel], member: int) -> float:
    won = [won if one == member else 1 - won for one, other, won in duels if member in (one, other)]
    return fmean(won)


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
    """Share of the cost of all answers, 0 to 1."""

    kept: float
    """Share of its runs in which another member was first, so that the first place would have been the same."""

    agreement: float | None = None
    """Share of the runs with a first place common to models and team in which another member has it; None if there are
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
    firsts = [_first_of_both(run) for run in by_run.values()]
    spent = sum((result.cost or Decimal(0) for result in results), Decimal(0))
    found = [
        advice
        for seat in sitting
        if (advice := _dispensable(seat, by_run.values(), firsts, spent)) is not None
        and advice.cost_share >= 1 / len(sitting)
    ]
    # With two members each ranks the other alone, so one of them is always last.
    return max(found, key=lambda advice: advice.cost_share) if found and len(sitting) > 2 else None


def _dispensable(
    seat: MemberResult,
    runs: Collection[Sequence[MemberResult]],
    firsts: Sequence[set[MemberId]],
    spent: Decimal,
) -> Dispensable | None:
    last = first = ranked = 0
    for run in runs:
        places = {result.member: result.place for result in run if result.place is not None}
        own = places.pop(seat.member, None)
        if own is None or len(places) < 2:
            continue
        ranked += 1
        last += all(own > place for place in places.values())
        first += all(own <= place for place in places.values())
    if ranked < FEWEST_FOR_ADVICE or not spent:
        return None
    agreed = sum(bool(together) for together in firsts)
    still = sum(bool(together - {seat.member}) for together in firsts)
    costs = (result.cost for run in runs for result in run if result.member == seat.member)
    advice = Dispensable(
        member=seat.member,
        name=seat.name,
        last=last,
        runs=ranked,
        cost_share=float(sum((cost or Decimal(0) for cost in costs), Decimal(0)) / spent),
        kept=1 - first / ranked,
        agreement=still / agreed if agreed >= FEWEST else None,
    )
    return advice if last >= MOSTLY_LAST * ranked and advice.kept >= KEPT else None


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
