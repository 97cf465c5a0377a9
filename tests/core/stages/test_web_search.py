"""Tests of the one search before a run, whose results every member gets."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.context.reading import ChildReader
from council_core.domain.answer import Answer
from council_core.domain.material import Piece, Unread
from council_core.domain.tool import Found
from council_core.stages.prepare import Intake
from council_core.testing import says
from council_core.tools import Workshop, make_toolbox
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.shelf import Shelf, cut_off, prompts
from tests.core.working import searches, works
from tests.samples import MEMBERS
from tests.testbed.search import Page, SearchServer

FACT = "Most projects use spaces."


@pytest.fixture
async def found() -> AsyncIterator[SearchServer]:
    async with SearchServer([Page("survey", "Survey of tabs", FACT)]) as running:
        yield running


def searching(environment: dict[str, str], **settings: object) -> Sitting:
    """Return a sitting that first searches the web with the available engine."""
    sitting = a_sitting(None, **{"web_search": True, **settings})
    sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader())
    sitting.toolbox = make_toolbox(Workshop(environment=environment))
    return sitting


async def test_one_search_gives_members_reviewers_and_the_chairman_the_same_pages(
    found: SearchServer,
) -> None:
    sitting = searching(found.environment("brave"), tools="none")

    run = await sitting.hold()

    assert found.queries == [run.question.text]
    (piece,) = run.material
    assert isinstance(piece, Piece)
    assert (piece.source, piece.name, piece.pages) == ("connector", "web search", 1)
    for purpose in ("answer", "review", "synthesize"):
        read = prompts(sitting, purpose)
        assert read
        listed = f"Survey of tabs (2026-10-01)\n{found.url}/pages/survey\n{FACT}"
        assert all(listed in prompt for prompt in read)
        # Only those who answer cite it by its number; reviewers and chairman cite responses.
        assert all((f"[1] {listed}" in prompt) == (purpose == "answer") for prompt in read)
        assert all("what a web search for the question found (results: 1)" in prompt for prompt in read)


@pytest.mark.parametrize("tools", ["none", "calculate"])
async def test_answers_cite_what_the_search_before_them_found(tools: str, found: SearchServer) -> None:
    said = f"Spaces [1], not tabs [2][7]. “{FACT[:-1]}” [1], and “most projects use tabs these days” [1]."
    sitting = searching(found.environment("brave"), tools=tools)
    sitting.models.scripts |= {(member.id, "answer"): says(said) for member in MEMBERS}

    run = await sitting.hold()

    assert run.slate is not None
    for response in run.slate.responses:
        assert response.text.startswith("Spaces [1], not tabs. ")
        assert [(source.title, source.url) for source in response.sources] == [
            ("Survey of tabs", f"{found.url}/pages/survey")
        ]
        assert response.misquoted == ("most projects use tabs these days",)
    assert all("[1] Survey of tabs, " in prompt for prompt in prompts(sitting, "review"))


async def test_a_member_that_searches_for_the_question_again_pays_nothing(found: SearchServer) -> None:
    sitting = searching(found.environment("brave"), tools="search")
    again = f" {sitting.run.question.text.upper()}"
    sitting.models.scripts |= {(MEMBERS[0].id, "answer"): works([searches(again)], f"“{FACT[:-1]}” [1].")}

    run = await sitting.hold()

    assert found.queries == [run.question.text]
    (answer,) = (each for each in run.outcomes if each.member == MEMBERS[0].id and isinstance(each, Answer))
    assert answer.reply.work is not None
    (use,) = answer.reply.work.uses
    assert isinstance(use.result, Found)
    assert [source.url for source in use.result.sources] == [f"{found.url}/pages/survey"]
    assert answer.reply.work.misquoted == ()


async def test_the_web_is_not_searched_unless_the_setting_says_so(found: SearchServer) -> None:
    run = await searching(found.environment("brave"), web_search=False).hold()

    assert (found.queries, run.material) == ([], ())


async def test_a_question_made_of_files_alone_is_not_searched_for(found: SearchServer) -> None:
    sitting = searching(found.environment("brave"))
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, is_wordless=True))

    await sitting.hold()

    assert found.queries == []


@pytest.mark.parametrize("trouble", ["no_engine", "refused", "empty", "away"])
async def test_a_run_goes_on_without_a_search_that_cannot_be_made(trouble: str, found: SearchServer) -> None:
    environment = {} if trouble == "no_engine" else found.environment("tavily")
    if trouble == "refused":
        found.key = "another key"
    if trouble == "empty":
        found.pages.clear()
    if trouble == "away":
        environment["TAVILY_URL"] = "http://127.0.0.1:9"

    run = await searching(environment).hold()

    notes = {
        "no_engine": Unread(source="connector", name="web search", reason="no_engine"),
        "empty": Unread(source="connector", name="web search", reason="empty"),
        "refused": Unread(
            source="connector", name="web search", reason="not_given", withheld="search_refused",
            facts={"status": "401", "variable": "TAVILY_API_KEY"},
        ),
        "away": Unread(
            source="connector", name="web search", reason="not_given", withheld="search_unreachable"
        ),
    }  # fmt: skip
    assert run.material == (notes[trouble],)
    assert run.status == "revealed"


@pytest.mark.parametrize("cut", range(1, 6))
async def test_a_search_that_was_kept_is_not_paid_again(cut: int, found: SearchServer) -> None:
    sitting = searching(found.environment("exa"))
    with pytest.raises(BaseException) as stopped:
        await sitting.hold(cut_after=cut)
    assert cut_off(stopped.value)
    kept = [key.name for key in sitting.journal.results if key.scope == "prepare"]
    made = len(found.queries)

    run = await sitting.hold()

    assert len(found.queries) - made == ("search" not in kept)
    assert [each.source for each in run.material] == ["connector"]
