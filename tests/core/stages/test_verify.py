"""Tests of reviewers that check claims: their tools, their instructions, and the resulting table."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.claim import CheckedClaim, ClaimCheck
from council_core.domain.member import Member
from council_core.domain.slate import Alias, Response, Slate
from council_core.domain.tool import Source
from council_core.ports import Prompt
from council_core.stages.cite import cited_in_verdict
from council_core.stages.consult import BUDGET_SPENT
from council_core.stages.verify import checked_claims
from council_core.testing import Script, says
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.test_web_search import FACT, searching
from tests.core.storage.stored_values import REVIEW
from tests.core.working import CountedTools, page, searches, works
from tests.samples import MEMBERS
from tests.testbed.search import Page, SearchServer

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)
WIDTH = "A tab is as wide as each reader likes."


def claims(*rows: tuple[str, str, str, str]) -> str:
    """Return the last message of a reviewer that checked these claims."""
    keys = ("claim", "mark", "source", "quote")
    return json.dumps({"claims": [dict(zip(keys, row, strict=True)) for row in rows]})


def checks(mark: str = "supported", quote: str = "Of tabs.") -> Script:
    return works([searches("tabs")], claims((WIDTH, mark, page("tabs", 1).url, quote)))


def checking(scripts: dict[Any, Script], **settings: Any) -> tuple[Sitting, CountedTools]:
    sitting = a_sitting(scripts, verify=True, **settings)
    tools = CountedTools()
    sitting.toolbox = tools
    return sitting, tools


def prompts(sitting: Sitting, member: str, purpose: str) -> list[Prompt]:
    return [c.prompt for c in sitting.models.calls if c.member == member and c.prompt.purpose == purpose]


@pytest.fixture
async def engine() -> AsyncIterator[SearchServer]:
    async with SearchServer([Page("survey", "Survey of tabs", FACT)]) as running:
        yield running


async def test_reviewers_check_claims_with_tools_and_the_verdict_shows_them_in_one_table() -> None:
    wrong = works(
        [searches("tabs")],
        claims(
            (
                "A tab is as wide as every reader likes.",
                "contradicted",
                page("tabs", 2).url,
                "Tabs are four wide.",
            )
        ),
    )
    nothing = works([searches("moss")], claims(("Moss is green.", "not found", "", "")))
    sitting, tools = checking({"verify": checks(), (BLAISE, "verify"): wrong, (CARL, "verify"): nothing})

    run = await sitting.hold()

    told = sitting.event("verdict_reached").claims
    table, moss = told
    assert (table.supported, table.contradicted, table.not_found, table.mark) == (2, 1, 0, "disputed")
    assert {source.url for source in table.sources} == {page("tabs", 1).url, page("tabs", 2).url}
    assert table.misquoted == ("Tabs are four wide.",)
    assert moss == CheckedClaim(claim="Moss is green.", not_found=1)
    assert len(tools.calls) == 2, "the same search is paid once for all reviewers"
    by = {review.reviewer: review for review in run.reviews}
    assert [use.call.name for use in by[ADA].work.uses] == ["search"]  # type: ignore[union-attr]
    assert by[ADA].usage.tokens_in == 200
    unveiled = {each.member: each for each in sitting.event("names_revealed").unveiled}
    assert unveiled[ADA].tools == (("search", 1),)


async def test_a_reviewer_reviews_with_its_own_checks_and_the_chairman_with_all() -> None:
    sitting, _ = checking({"verify": says("Nothing."), (ADA, "verify"): checks(quote="Never said.")})

    await sitting.hold()

    (own,) = prompts(sitting, ADA, "review")
    (other,) = prompts(sitting, BLAISE, "review")
    (verdict,) = prompts(sitting, ADA, "synthesize")
    line = f"{WIDTH}: supported ({page('tabs', 1).url}). The quotation for it does not stand in that source."
    assert line in own.text
    assert WIDTH not in other.text
    assert f"- {WIDTH}: supported (supported by 1, contradicted by 0, not found by 0)" in verdict.text
    assert "A quotation for it does not stand in its source." in verdict.text


async def test_the_table_of_claims_names_no_model_of_the_run_in_its_sources() -> None:
    long = f"{'Width. ' * 42}Dorothy says so, and others too."
    found = claims((long, "supported", page("Dorothy", 1).url, "Of Dorothy."))
    sitting, _ = checking({"verify": works([searches("Dorothy")], found)})

    await sitting.hold()

    (told,) = sitting.event("verdict_reached").claims
    assert [source.title for source in told.sources] == ["[model] 1"]
    assert told.claim == f"{'Width. ' * 42}[model"


async def test_a_reviewer_that_looks_nothing_up_has_checked_nothing() -> None:
    known = says(claims((WIDTH, "supported", "https://own.example/", "")))
    sitting, _ = checking({"verify": known})

    run = await sitting.hold()

    assert sitting.event("verdict_reached").claims == ()
    assert all(review.is_valid for review in run.reviews)


async def test_a_claim_may_rest_on_a_page_that_the_search_before_the_run_found(
    engine: SearchServer,
) -> None:
    url = f"{engine.url}/pages/survey"
    rows = (
        (WIDTH, "supported", f"<{url}/>", FACT),
        ("Spaces are five wide.", "contradicted", url, "Spaces are four wide."),
        ("Moss is green.", "supported", "1", ""),
    )
    sitting = searching(engine.environment("brave"), verify=True)
    sitting.models.scripts["verify"] = says(claims(*rows))

    await sitting.hold()

    told = sitting.event("verdict_reached").claims
    assert [(each.claim, each.mark) for each in told] == [
        (WIDTH, "supported"),
        ("Spaces are five wide.", "contradicted"),
    ]
    assert {source.title for each in told for source in each.sources} == {"Survey of tabs"}
    assert [each.misquoted for each in told] == [(), ("Spaces are four wide.",)]


async def test_a_check_that_comes_too_late_counts_what_its_finished_turns_cost() -> None:
    seek = works([searches("tabs")], "{}", usage=Usage(tokens_in=100))

    async def slow(member: Member, prompt: Prompt) -> Reply | Failure:
        return await (says("{}", seconds=60) if prompt.exchanges else seek)(member, prompt)

    sitting, _ = checking({(ADA, "verify"): slow, "verify": says("{}")}, stage_seconds=0.05)
    run = await sitting.hold()

    reviewed = {review.reviewer: review.usage.tokens_in or 0 for review in run.reviews}
    assert reviewed[ADA] - reviewed[BLAISE] == 100 - 10


async def test_nobody_is_paid_for_checks_where_the_answers_have_spent_the_budget_for_tools() -> None:
    async def answers(member: Member, prompt: Prompt) -> Reply:
        del member, prompt
        return Reply(text="Spaces.", latency=1.0, usage=Usage(cost=Decimal(1)))

    scripts: dict[Any, Script] = {(member.id, "answer"): answers for member in MEMBERS}
    sitting, _ = checking({**scripts, "verify": checks()}, run_budget=Decimal(4))

    run = await sitting.hold()

    assert sitting.asked("verify") == []
    assert BUDGET_SPENT in run.material
    assert all(review.is_valid for review in run.reviews)


@pytest.mark.parametrize("settings", [{"verify": False}, {"tools": "none"}])
async def test_nobody_checks_without_the_setting_or_without_tools(settings: dict[str, Any]) -> None:
    sitting, _ = checking({})
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, **settings))

    await sitting.hold()

    assert sitting.asked("verify") == []
    assert sitting.event("verdict_reached").claims == (None if not sitting.run.settings.verify else ())


async def test_a_resumed_run_asks_nothing_again_that_had_ended() -> None:
    whole, _ = checking({"verify": checks()})
    await whole.hold()

    for cut in range(len(whole.journal.results)):
        sitting, _ = checking({"verify": checks()})
        with suppress(BaseException):
            await sitting.hold(cut_after=cut)
        ended = {f"{key.scope}/{key.name}" for key in sitting.journal.results}
        before = len(sitting.models.calls)
        await sitting.hold()

        again = [
            f"verify:{call.member}/say:{len(call.prompt.exchanges) + 1}"
            for call in sitting.models.calls[before:]
            if call.prompt.purpose == "verify"
        ]
        assert not ended & set(again), cut
        assert sitting.event("verdict_reached").claims == whole.event("verdict_reached").claims


def check(claim: str, mark: Any = "supported", url: str = "https://a.example/") -> ClaimCheck:
    found = mark != "not_found"
    return ClaimCheck(claim=claim, mark=mark, source=Source(title="A", url=url) if found else None)


def table(*reviewers: tuple[ClaimCheck, ...]) -> list[tuple[str, int, int, int]]:
    reviews = [replace(REVIEW, number=n, claims=each) for n, each in enumerate(reviewers, 1)]
    return [(c.claim, c.supported, c.contradicted, c.not_found) for c in checked_claims(reviews)]


def test_claims_are_one_where_numbers_and_negation_agree_and_most_words() -> None:
    one = check("The bridge was opened in 1937 by the state.")

    assert table((one,), (check("The bridge was opened by the state in 1937"),)) == [(one.claim, 2, 0, 0)]
    for other in (
        "The bridge was opened in 1938 by the state.",
        "The bridge was not opened in 1937 by the state.",
        "A tunnel has been dug since 1937.",
    ):
        assert len(table((one,), (check(other),))) == 2


def test_claims_of_one_reviewer_stay_apart_and_what_was_found_comes_first() -> None:
    a, b = check("Tides rise twice a day."), check("Tides rise twice a day!", "contradicted")

    assert table((a, b)) == [(a.claim, 1, 0, 0), (b.claim, 0, 1, 0)]
    assert [row[0] for row in table((check("X is so.", "not_found"), a))] == [a.claim, "X is so."]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("So it is (Response A [1]).", "So it is (Response A [1])."),
        ("So it is (Response A [3]).", "So it is (Response A)."),
        ("Response B [1] says so, Response A [2] too.", "Response B says so, Response A [2] too."),
        ("Antwort **A** [2][7].", "Antwort **A** [2]."),
        ("Said [2] and [9].", "Said [2] and."),
        ("See [1](https://a.example/) and `x[9]`.", "See [1](https://a.example/) and `x[9]`."),
    ],
)
def test_numbers_of_sources_that_do_not_exist_are_dropped_from_the_verdict(text: str, kept: str) -> None:
    source = Source(title="A", url="https://a.example/")
    slate = Slate(
        responses=(
            Response(alias=Alias("A"), text="", sources=(source, source)),
            Response(alias=Alias("B"), text=""),
        )
    )

    assert cited_in_verdict(text, slate) == kept


def test_brackets_mean_something_else_where_nobody_cites_anything() -> None:
    slate = Slate(responses=(Response(alias=Alias("A"), text=""),))

    assert cited_in_verdict("Take x[9] and [3].", slate) == "Take x[9] and [3]."
