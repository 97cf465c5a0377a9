"""Tests of boards: strength by models and by the team, separately, with intervals, and cautious with few runs."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import fmean, pvariance, stdev

import pytest

from council_core.domain.member import Roster
from council_core.domain.member_result import MemberResult
from council_core.domain.question import RunId
from council_core.insights.boards import AVERAGE, SCALE, boards
from council_core.insights.member_results import member_results
from council_core.insights.strengths import OFTEN, fit
from tests.bot.presentation.examples import whole
from tests.core.sitting import BEST_FIRST, a_sitting, ranks
from tests.samples import MEMBERS, a_member

PLANTED = {"ada": 1.6, "blaise": 0.5, "carl": -0.4, "dorothy": -1.7}
"""Strengths; with a difference of one unit the stronger wins about 73 of 100 games."""


def results(runs: int, *, by_team: bool = False, seed: int = 1) -> tuple[MemberResult, ...]:
    """Return results of runs whose places are drawn from the planted strengths (Plackett and Luce)."""
    drawn = Random(seed)
    found: list[MemberResult] = []
    for number in range(runs):
        left = dict(PLANTED)
        for place in range(1, len(PLANTED) + 1):
            names = list(left)
            (name,) = drawn.choices(names, [2.718281828 ** left[each] for each in names])
            del left[name]
            found.append(a_result(f"r{number}", name, None if by_team else place, place if by_team else None))
    return tuple(found)


def a_result(run: str, name: str, place: float | None, team: float | None = None) -> MemberResult:
    member = a_member(name)
    return MemberResult(
        run_id=RunId(run),
        member=member.id,
        name=member.name,
        place=place,
        team_place=team,
        seconds=2.0,
        cost=Decimal("0.01"),
    )


def test_a_planted_order_is_found_and_lies_in_the_ranges() -> None:
    board = boards(results(300)).models

    assert [line.name for line in board.lines] == ["Ada", "Blaise", "Carl", "Dorothy"]
    assert (board.runs, board.certainty) == (300, "clear")
    middle = sum(line.points for line in board.lines) / 4
    for line, planted in zip(board.lines, PLANTED.values(), strict=True):
        assert line.low < line.points < line.high
        assert abs(line.points - middle - SCALE * planted) < 45
    assert board.lines[0].wins > 0.7 > 0.3 > board.lines[-1].wins


def test_strengths_equal_those_of_choix_with_an_average_member_beside() -> None:
    choix = pytest.importorskip("choix", reason="choix is a development dependency")
    drawn = Random(7)
    pairs = list(combinations(range(5), 2))
    duels = [(*drawn.choice(pairs), drawn.choice([0.0, 0.5, 1.0])) for _ in range(120)]

    ours = fit(5, [[(i, -won), (k, won - 1)] for i, k, won in duels]).strengths

    # # Two of each, so that a half is a whole number; number 5 is the average member, with whom everybody draws once.
    games = [(i, k) if half < won * 2 else (k, i) for i, k, won in duels for half in (0, 1)]
    games += [pair for i in range(5) for pair in ((i, 5), (5, i))]
    theirs = choix.opt_pairwise(6, games, alpha=1e-12, tol=1e-12)
    assert ours == pytest.approx([value - theirs[5] for value in theirs[:5]], abs=1e-4)


def test_one_game_has_the_strength_that_can_be_computed_by_hand() -> None:
    # # The winner has one win, and half a win of the drawn game: as many as expected.
    first, second = fit(2, [[(0, 1), (1, 2)]]).strengths

    assert first == pytest.approx(-second)
    assert 1 / (1 + 2.718281828459045**-first) + 1 / (1 + 2.718281828459045 ** (-2 * first)) == pytest.approx(
        1.5
    )


def test_a_member_who_wins_all_or_nothing_stays_finite() -> None:
    board = boards(
        tuple(a_result(f"r{n}", name, p) for n in range(20) for p, name in ((1, "ada"), (2, "carl")))
    )

    best, last = board.models.lines
    assert AVERAGE < best.points < AVERAGE + SCALE * log(50)
    assert (best.wins, last.wins) == (1.0, 0.0)


def test_fewer_than_ten_runs_make_no_board_and_models_and_team_are_never_mixed() -> None:
    nine, ten = boards(results(9)), boards((*results(10), *results(3, by_team=True)))

    assert (nine.models.is_few, nine.models.lines, nine.models.certainty) == (True, (), "nothing")
    assert (len(ten.models.lines), ten.models.runs) == (4, 10)
    assert (ten.team.lines, ten.team.runs) == ((), 3)


def test_equals_are_too_close_to_call() -> None:
    placed = [(n, name, 1 + (n + k) % 2) for n in range(40) for k, name in enumerate(("ada", "carl"))]
    board = boards(tuple(a_result(f"r{n}", name, place) for n, name, place in placed)).models

    assert board.certainty == "too_close"
    assert [line.points for line in board.lines] == pytest.approx([1500, 1500])


def test_resamples_spread_like_the_error_of_a_share() -> None:
    """With two members, one of which wins 60 of 100 games, theory gives the error of the difference of strengths."""
    runs = [((0, 1.0), (1, 2.0))] * 240 + [((0, 2.0), (1, 1.0))] * 160

    fitted = fit(2, runs)

    differences = [draw[0] - draw[1] for draw in fitted.draws]
    assert fitted.wins == pytest.approx([0.6, 0.4])
    assert fmean(differences) == pytest.approx(log(0.6 / 0.4), abs=0.02)
    assert stdev(differences) == pytest.approx(1 / sqrt(400 * 0.6 * 0.4), rel=0.1)


def test_a_resample_counts_each_run_once_on_average_and_with_a_variance_of_one() -> None:
    assert fmean(OFTEN) == pytest.approx(1, abs=0.005)
    assert pvariance(OFTEN) == pytest.approx(1, abs=0.005)


def test_the_same_results_give_the_same_board() -> None:
    assert boards.__wrapped__(results(30)) == boards.__wrapped__(results(30))


def test_what_an_answer_takes_is_a_mean_and_abstentions_have_their_reasons() -> None:
    answer = a_result("r1", "ada", 1)
    slow = replace(answer, run_id=RunId("r2"), seconds=4.0, cost=None)
    late = replace(answer, run_id=RunId("r3"), place=None, cost=None, reason="timed_out")
    broke = replace(late, run_id=RunId("r4"), reason="no_credit")

    (effort,) = boards((answer, slow, late, replace(late, run_id=RunId("r5")), broke)).efforts

    assert (effort.answers, effort.seconds, effort.cost) == (2, 3.0, Decimal("0.01"))
    assert effort.abstentions == (("timed_out", 2), ("no_credit", 1))


async def test_what_members_say_of_their_own_answers_counts_for_nothing() -> None:
    """Three put Carl's answer first. Dorothy alone puts her own first, and the others put hers last."""
    vain = (BEST_FIRST[3], *BEST_FIRST[:3])
    run = await a_sitting({(MEMBERS[3].id, "review"): ranks(*vain)}).hold()

    places = {result.name: result.place for result in member_results(run)}

    assert places == {"Carl": 1, "Blaise": 2, "Ada": 3, "Dorothy": 4}


@pytest.mark.parametrize("status", ["voting", "cancelled", "failed", "reviewing"])
def test_sealed_and_stopped_runs_give_no_results(status: str) -> None:
    assert member_results(whole(status)) == ()  # type: ignore[arg-type]


def test_a_demonstration_gives_no_results_and_a_real_run_those_of_all_who_were_asked() -> None:
    run = whole()
    demos = tuple(replace(member, model="demo:ada") for member in run.settings.roster.members)
    demo = replace(run, settings=replace(run.settings, roster=Roster(members=demos, chairman=demos[0])))

    found = {result.name: (result.place, result.reason) for result in member_results(run)}

    assert member_results(demo) == ()
    assert found["Topaz Pro"] == (None, "timed_out")
    assert found["Quartz Large"] == (1, None)


def over_months(*months: tuple[int, int, str]) -> tuple[MemberResult, ...]:
    """Return this many runs in each month, won by this member, newest first."""
    return tuple(
        replace(
            a_result(f"r{month}-{number}", name, 1 if name == first else 2),
            asked_at=datetime(2026, month, 1, tzinfo=UTC),
        )
        for month, runs, first in reversed(months)
        for number in range(runs)
        for name in ("ada", "carl")
    )


def test_wins_are_told_month_by_month_where_two_months_have_enough_runs() -> None:
    trend = boards(over_months((1, 9, "ada"), (2, 10, "ada"), (3, 12, "carl"))).trend

    assert trend is not None
    assert [(each.year, each.month) for each in trend.months] == [(2026, 2), (2026, 3)]
    assert [(each.name, each.wins) for each in trend.courses] == [("Carl", (0.0, 1.0)), ("Ada", (1.0, 0.0))]
    assert boards(over_months((1, 9, "ada"), (2, 10, "ada"))).trend is None


def test_tool_calls_are_counted_per_answer_where_they_are_known() -> None:
    some = (replace(a_result("r1", "ada", 1), tools=3), replace(a_result("r2", "ada", 1), tools=0))

    (effort,) = boards((*some, a_result("r3", "ada", 1))).efforts

    assert effort.tools == 1.5
