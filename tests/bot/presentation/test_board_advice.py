"""A suggestion from the board: which member a council would hardly miss."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.presentation import boards_reply
from bot.presentation.words import LANGUAGES
from council_core.domain.member_result import MemberResult
from council_core.domain.place import Place
from council_core.insights.boards import boards, dispensable
from council_core.testing import MemoryMemberResults
from tests.bot.conversation.talk import ALICE, MANAGER, Talk
from tests.bot.presentation.drawing import draw_reply
from tests.core.insights.test_boards import a_result, results
from tests.golden_files import assert_golden

LAST = "dorothy"


def mostly_last(runs: int = 40, *, dear: bool = True, wins: int = 1) -> tuple[MemberResult, ...]:
    """Runs in which one member is last but for a few, and costs more than the others."""
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
    found = mostly_last()

    reply = boards_reply(LANGUAGES[language], boards(found), advice=dispensable(found))

    assert_golden(f"conversation/board-advice-{language}.txt", draw_reply(reply))


async def test_only_those_who_manage_the_channel_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def latest(store: MemoryMemberResults, place: Place | None) -> tuple[MemberResult, ...]:
        del store, place
        return mostly_last()

    monkeypatch.setattr(MemoryMemberResults, "latest", latest)
    talk = Talk()

    shown = [await talk.types("board", person=person) for person in (ALICE, MANAGER)]

    assert ["Dorothy was ranked last" in repr(reply) for reply in shown] == [False, True]
