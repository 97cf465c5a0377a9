"""Tests of the board's suggestion: it names a member that a council would hardly miss."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from PIL import Image

from bot.presentation.boards import boards_reply
from bot.presentation.documents.board_charts import board_charts, board_picture
from bot.presentation.words import LANGUAGES
from bot.requests.actions import board_action, board_picture_action, read_action
from bot.requests.memory import ShowBoard
from bot.requests.typed import command_in
from bot.web.page.board_page import board_page, course_lines
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import Place
from council_core.insights.boards import boards, dispensable
from council_core.testing import MemoryMemberResults
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, said
from tests.bot.presentation.drawing import draw_reply
from tests.core.insights.test_boards import a_result, over_months, results
from tests.golden_files import assert_golden
from tests.samples import HERE

LAST = "dorothy"


def mostly_last(runs: int = 40, *, dear: bool = True, wins: int = 1) -> tuple[MemberResult, ...]:
    """Return runs in which one member is mostly last and costs more than the others."""
    found: list[MemberResult] = []
    for number in range(runs):
        order = ("ada", "blaise", "carl", LAST) if number >= wins else (LAST, "ada", "blaise", "carl")
        for place, name in enumerate(order, 1):
            cost = Decimal("0.02") if dear and name == LAST else Decimal("0.01")
            found.append(replace(a_result(f"r{number}", name, float(place)), cost=cost))
    return tuple(found)


def test_a_member_that_is_mostly_last_and_costs_most_is_suggested_with_its_figures() -> None:
    advice = dispensable(mostly_last())

    assert advice is not None
    assert (advice.name, advice.last, advice.runs) == ("Dorothy", 39, 40)
    assert advice.cost_share == pytest.approx(0.4)
    assert advice.kept == pytest.approx(0.975)


def with_votes(found: tuple[MemberResult, ...]) -> tuple[MemberResult, ...]:
    """Return the same results with votes of a team that agrees with the models."""
    return tuple(replace(each, team_place=each.place) for each in found)


def test_what_it_keeps_of_the_agreement_with_the_team_is_counted_where_enough_was_voted() -> None:
    agreed = dispensable(with_votes(mostly_last()))
    few = dispensable((*mostly_last()[:124], *with_votes(mostly_last()[124:])))

    assert agreed is not None
    assert agreed.agreement == pytest.approx(0.975)
    assert few is not None
    assert few.agreement is None


def test_only_the_questions_in_which_it_sat_count_as_computed_by_hand() -> None:
    """Dorothy sat in 40 questions: first in 4, together with the team in 4 of 40, and paid 0.02 of each 0.05. Before
    her three others agreed with their team in 60 questions, which says nothing of her."""
    before = tuple(
        replace(a_result(f"r-old{number}", name, float(place), float(place)), cost=Decimal("0.10"))
        for number in range(60)
        for place, name in enumerate(("ada", "blaise", "carl"), 1)
    )

    advice = dispensable((*with_votes(mostly_last(wins=4)), *before))

    assert advice is not None
    assert (advice.name, advice.last, advice.runs) == ("Dorothy", 36, 40)
    assert (advice.cost_share, advice.kept) == (pytest.approx(0.4), pytest.approx(0.9))
    assert advice.agreement == pytest.approx(36 / 40)


@pytest.mark.parametrize(
    "found",
    [
        (),
        mostly_last(29),
        mostly_last(dear=False, wins=9),
        mostly_last(wins=25),
        tuple(each for each in mostly_last() if each.member.endswith(("ada", LAST))),
        tuple(replace(each, cost=None) for each in mostly_last()),
    ],
)
def test_too_few_runs_a_cheap_or_a_winning_member_and_a_pair_give_no_suggestion(
    found: tuple[MemberResult, ...],
) -> None:
    assert dispensable(found) is None


def test_who_does_not_sit_any_more_is_not_suggested() -> None:
    newest = tuple(
        a_result("r-new", name, float(place)) for place, name in enumerate(("ada", "blaise", "carl"), 1)
    )

    assert dispensable((*newest, *mostly_last())) is None


def test_among_equals_nobody_is_dispensable() -> None:
    assert dispensable(results(5)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_suggestion_reads_like_its_golden_file(language: str) -> None:
    found = with_votes(mostly_last())

    words = LANGUAGES[language]
    reply = boards_reply(words, boards(found), advice=dispensable(found))

    assert_golden(f"conversation/board-advice-{language}.txt", draw_reply(reply))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_with_limits_months_and_tools_reads_like_its_golden_file(language: str) -> None:
    words, limits = (
        LANGUAGES[language],
        ResultLimits(
            template="writer", rubric="code", member="Ada", since=date(2026, 1, 1), until=date(2026, 3, 31)
        ),
    )
    found = tuple(
        replace(each, tools=2) for each in over_months((1, 12, "ada"), (2, 10, "carl"), (3, 10, "carl"))
    )

    some = boards_reply(words, boards(found), limits=limits)
    none = boards_reply(words, boards(()), limits=limits)

    assert_golden(f"conversation/board-limits-{language}.txt", f"{draw_reply(some)}\n\n{draw_reply(none)}")


@pytest.mark.parametrize(
    ("typed", "limits"),
    [
        ("board", ResultLimits()),
        ("board workspace", ResultLimits(workspace=True)),
        (
            'board template:Writer rubric:code member:"Ada L"',
            ResultLimits(template="writer", rubric="code", member="Ada L"),
        ),
        (
            "board workspace since:2026-01-31 until:2026-06-30",
            ResultLimits(workspace=True, since=date(2026, 1, 31), until=date(2026, 6, 30)),
        ),
    ],
)
def test_limits_are_typed_behind_the_command(typed: str, limits: ResultLimits) -> None:
    read = command_in(typed, ALICE, HERE)

    assert isinstance(read, ShowBoard)
    assert read.limits == limits


@pytest.mark.parametrize("typed", ["board since:yesterday", "board colour:red", "board since:2026-02-30"])
async def test_what_limits_no_board_is_refused_with_the_right_form(typed: str) -> None:
    talk = Talk()

    refused = said(await talk.types(typed))

    assert f"A board cannot be limited by '{typed.removeprefix('board ')}'." in refused
    assert "since:2026-01-31" in refused
    assert await talk.store.latest(limit=1) == ()


async def test_a_sentence_about_a_board_is_a_question_and_the_workspace_is_for_its_managers() -> None:
    talk = Talk()

    assert command_in("board games for a team evening", ALICE, HERE) is None
    assert "Only people who manage the workspace" in said(await talk.types("board workspace"))


async def test_only_those_who_manage_the_channel_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def latest(
        store: MemoryMemberResults, place: Place | None, limits: ResultLimits
    ) -> tuple[MemberResult, ...]:
        del store, place, limits
        return mostly_last()

    monkeypatch.setattr(MemoryMemberResults, "latest", latest)
    talk = Talk()

    shown = [await talk.types("board", person=person) for person in (ALICE, MANAGER)]

    assert ["Dorothy was ranked last" in repr(reply) for reply in shown] == [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_the_months_as_a_line_and_in_numbers(language: str) -> None:
    found = over_months((1, 12, "ada"), (2, 10, "carl"), (3, 10, "carl"))

    trend = board_page(boards(found), LANGUAGES[language], everywhere=True).trend

    assert trend is not None
    shown = [(row.name, row.lines, re.sub(r"[\s\u00a0\u202f]", "", row.numbers)) for row in trend.rows]
    assert shown == [
        ("Carl", ("2.0,28.0 50.0,2.0 98.0,2.0",), "2026-010%·2026-02100%·2026-03100%"),
        ("Ada", ("2.0,2.0 50.0,28.0 98.0,28.0",), "2026-01100%·2026-020%·2026-030%"),
    ]


@pytest.mark.parametrize(
    ("wins", "lines"),
    [
        ((0.0, 1.0, None, 0.5), ["2.0,28.0 34.0,2.0", "98.0,15.0 100.0,15.0"]),
        ((None, 0.5, None), ["50.0,15.0 52.0,15.0"]),
    ],
)
def test_a_month_without_the_model_is_a_gap_in_its_line(
    wins: tuple[float | None, ...], lines: list[str]
) -> None:
    assert list(course_lines(wins)) == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_as_a_picture_has_its_numbers_as_text(language: str) -> None:
    words = LANGUAGES[language]
    months = over_months((1, 12, "ada"), (2, 10, "carl"), (3, 10, "carl"))
    found = boards(tuple(replace(each, team_place=each.place) for each in months))
    limits = ResultLimits(template="writer", member="Ada")

    reply = board_picture(words, found, limits=limits)

    (file,) = reply.post.files
    with Image.open(BytesIO(file.content)) as picture:
        assert (picture.format, picture.size[0]) == ("PNG", 1_376)
    drawn = re.sub(r"\d+ bytes", "some bytes", draw_reply(reply))
    pictures = "\n".join(chart.svg for chart in board_charts(found, words)).replace("<", "\n<")
    assert_golden(f"conversation/board-picture-{language}.txt", f"{drawn}\n{pictures}")
    texts = re.findall(r"<text[^>]*>([^<]*)", pictures)
    assert all(
        number in file.title for text in texts for number in re.findall(r"\d\d\d\d", text) if number != "1500"
    )


def test_a_button_gives_the_same_board_as_a_picture() -> None:
    limits = ResultLimits(
        workspace=True, rubric="code", member="Ada Lovelace", since=date(2026, 1, 31), until=date(2026, 6, 30)
    )

    action = board_picture_action(limits)

    assert read_action(action, ALICE, HERE) == ShowBoard(
        person=ALICE, place=HERE, limits=limits, as_picture=True
    )
    assert read_action(board_picture_action(ALL_RESULTS), ALICE, HERE) == ShowBoard(
        person=ALICE, place=HERE, as_picture=True
    )
    assert board_picture_action(ResultLimits(member="A" * 100)) == ""


@pytest.mark.parametrize(
    "limits", [ALL_RESULTS, ResultLimits(workspace=True, member="Ada: 2", rubric="code")]
)
def test_a_button_on_the_picture_gives_the_same_board_in_tables(limits: ResultLimits) -> None:
    assert read_action(board_action(limits), ALICE, HERE) == ShowBoard(
        person=ALICE, place=HERE, limits=limits
    )
    assert board_action(ResultLimits(member="A" * 100)) == ""
