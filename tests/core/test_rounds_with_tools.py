"""Tests of members that use tools before they answer: limits, instructions, stored results, and secrecy."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from council_core.domain.answer import AbstentionReason, Answer, Failure, Outcome, Reply, Usage
from council_core.domain.events import NamesRevealed
from council_core.domain.material import Unread
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.tool import AbsentTool, Found, Source, ToolFailed, Wants, Work
from council_core.ports import Errand, Prompt
from council_core.stages.answer import answer
from council_core.stages.consult import Hands
from council_core.stages.deadline import Stragglers
from council_core.testing import ReplayingSteps, Script, ScriptedModels, StepJournal
from tests.core.sitting import Sitting, a_sitting
from tests.core.working import CALL_USAGE, SEARCH, SUM, CountedTools, calls, searches, works
from tests.samples import MEMBERS, SETTINGS, a_run

ADA, BLAISE = (member.id for member in MEMBERS[:2])


def with_tools(scripts: dict[Any, Any], **settings: Any) -> tuple[Sitting, CountedTools]:
    sitting = a_sitting(scripts, **settings)
    tools = CountedTools()
    sitting.toolbox = tools
    return sitting, tools


def everybody(script: Script) -> dict[Any, Script]:
    """Give all members the same script."""
    return {(member.id, "answer"): script for member in MEMBERS}


def prompts(models: ScriptedModels, member: str) -> list[Prompt]:
    """Return the prompts for a member's answer, in order."""
    return [call.prompt for call in models.calls if call.member == member and call.prompt.purpose == "answer"]


def reply_of(run: Run, member: str) -> Answer:
    (answer,) = (each for each in run.outcomes if each.member == member and isinstance(each, Answer))
    return answer


def work_of(run: Run, member: str) -> Work:
    work = reply_of(run, member).reply.work
    assert work is not None
    return work


def counted(sitting: Sitting) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """Return the tool calls that people are told of at the reveal, by model in alphabetical order."""
    (names,) = (each for each in sitting.announcer.events if isinstance(each, NamesRevealed))
    return sorted((each.member, each.tools) for each in names.unveiled if each.tools)


async def test_a_member_looks_things_up_and_its_answer_names_what_it_cites() -> None:
    rounds = [searches("tabs", "spaces"), calls(("sum", '{"of": [2, 2]}'))]
    sitting, tools = with_tools({(ADA, "answer"): works(rounds, "Spaces [3][9], and tabs [1]. Not [8].")})

    run = await sitting.hold()

    assert [name for name, _ in tools.calls] == ["search", "search", "sum"]
    answer = reply_of(run, ADA)
    assert answer.text == "Spaces [1], and tabs [2]. Not."
    assert [source.url for source in work_of(run, ADA).sources] == [
        "https://spaces.example/1",
        "https://tabs.example/1",
    ]
    assert [(use.call.name, use.result.kind) for use in work_of(run, ADA).uses] == [
        ("search", "found"), ("search", "found"), ("sum", "found"),
    ]  # fmt: skip
    assert answer.reply.usage == Usage(tokens_in=300, tokens_out=15)
    assert answer.reply.latency >= 3.0
    assert run.slate is not None
    assert run.key is not None
    (shown,) = (each for each in run.slate.responses if run.key.member(each.alias) == ADA)
    assert "[2] tabs 1, https://tabs.example/1" in shown.with_sources


async def test_results_stand_behind_a_fence_with_numbers_that_go_on_from_round_to_round() -> None:
    sitting, _ = with_tools({(ADA, "answer"): works([searches("a"), searches("b", "a")], "So.")})

    await sitting.hold()

    first, second, third = prompts(sitting.models, ADA)
    assert first.exchanges == ()
    (one,) = second.exchanges[0].results
    fence, *inside, end = one.splitlines()
    assert inside[:3] == ["[1] a 1", "https://a.example/1", "Of a."]
    code = fence.removeprefix("<<<RESULT ").removesuffix(">>>")
    assert end == f"<<<END RESULT {code}>>>"
    assert code in first.instructions
    b, a = third.exchanges[1].results
    assert "[3] b 1" in b
    assert "[1] a 1" in a


async def test_the_same_search_is_paid_once_for_all_members() -> None:
    same = works([searches("Tabs  and spaces")], "Spaces [1].")
    other = works([searches("tabs and SPACES")], "Tabs [2].")
    sitting, tools = with_tools({**everybody(same), (BLAISE, "answer"): other})

    run = await sitting.hold()

    assert len(tools.calls) == 1
    assert len(work_of(run, BLAISE).uses) == len(work_of(run, ADA).uses) == 1


async def test_broken_arguments_and_unknown_tools_are_told_to_the_model() -> None:
    half = r'{"query": "half of \ud83d"}'
    wrong = calls(("search", '{"query": "ta'), ("search", "[1]"), ("search", half), ("fly", "{}"))
    sitting, tools = with_tools({(ADA, "answer"): works([wrong], "Spaces.")})

    run = await sitting.hold()

    assert tools.calls == []
    broken, no_object, half_a_sign, unknown = prompts(sitting.models, ADA)[1].exchanges[0].results
    assert broken.startswith("Failed: The arguments are no JSON object.")
    assert no_object == half_a_sign == broken
    assert "There is no tool called fly. There are: search, sum." in unknown
    assert reply_of(run, ADA).text == "Spaces."
    assert counted(sitting) == [(ADA, (("search", 3),))]


async def test_after_the_last_round_and_the_last_call_a_member_must_answer() -> None:
    forever = [searches(f"q{number}") for number in range(9)]
    many = [searches(*(f"w{number}" for number in range(6)))]
    sitting, tools = with_tools(
        {(ADA, "answer"): works(forever, "Enough."), (BLAISE, "answer"): works(many, "Enough.")},
        tool_rounds=2,
        tool_calls=4,
    )

    run = await sitting.hold()

    asked = prompts(sitting.models, ADA)
    assert [prompt.tools_are_over for prompt in asked] == [False, False, True]
    assert asked[-1].exchanges[-1].results[-1].endswith("(You can call nothing more. Write your answer now.)")
    assert asked[-1].tools == asked[0].tools
    assert sum(str(arguments["query"]).startswith("w") for _, arguments in tools.calls) == 4
    failed = [use.result.reason for use in work_of(run, BLAISE).uses if isinstance(use.result, ToolFailed)]
    assert failed == ["no_calls_left"] * 2
    assert [tools for _, tools in counted(sitting)] == [(("search", 2),), (("search", 4),)]
    assert reply_of(run, ADA).text == reply_of(run, BLAISE).text == "Enough."


@pytest.mark.parametrize("reason", ["empty", "bad_request"])
@pytest.mark.parametrize("speaks", [True, False])
async def test_a_member_that_says_nothing_after_a_round_is_asked_once_more_without_tools(
    reason: AbstentionReason, speaks: bool
) -> None:
    asked = list[Prompt]()

    async def silent(member: Member, prompt: Prompt) -> Reply | Failure:
        asked.append(prompt)
        if prompt.tools and not prompt.exchanges:
            wants = Wants(calls=searches("tabs"), opaque="")
            return Reply(text="", latency=1.0, usage=CALL_USAGE, wants=wants)
        if speaks and not prompt.tools:
            return Reply(text="Spaces [1].", latency=1.0, usage=CALL_USAGE)
        return Failure(reason=reason, latency=1.0, detail="", usage=CALL_USAGE)

    sitting, tools = with_tools({(ADA, "answer"): silent})

    run = await sitting.hold()

    assert [bool(prompt.tools) for prompt in asked] == [True, True, False]
    assert (asked[-1].exchanges, len(tools.calls)) == ((), 1)
    assert "[1] tabs 1\nhttps://tabs.example/1" in asked[-1].text
    (outcome,) = (each for each in run.outcomes if each.member == ADA)
    usage = outcome.usage if isinstance(outcome, Answer) else outcome.failure.usage
    assert (isinstance(outcome, Answer), usage) == (speaks, Usage(tokens_in=300, tokens_out=15))
    if speaks:
        assert [source.url for source in work_of(run, ADA).sources] == ["https://tabs.example/1"]


async def test_a_tool_that_takes_too_long_is_told_and_the_time_of_all_rounds_ends_too() -> None:
    sitting, tools = with_tools(
        {(ADA, "answer"): works([searches("slow"), searches("slower")], "Enough.")},
        tool_call_seconds=0.06,
        tool_seconds=0.05,
    )
    tools.seconds = 30.0

    run = await sitting.hold()

    (use,) = work_of(run, ADA).uses
    assert isinstance(use.result, ToolFailed)
    assert use.result.reason == "too_slow"
    assert [prompt.tools_are_over for prompt in prompts(sitting.models, ADA)] == [False, True]


async def test_members_stop_calling_when_most_of_the_budget_is_spent() -> None:
    dear = Usage(tokens_in=1, tokens_out=1, cost=Decimal("0.50"))
    rounds = [searches("a"), searches("b"), searches("c")]

    def begun() -> Sitting:
        script = works(rounds, "Enough.", usage=dear)
        return with_tools({(ADA, "answer"): script}, run_budget=Decimal(1), tool_budget_percent=80)[0]

    sitting = begun()

    run = await sitting.hold()

    assert [prompt.tools_are_over for prompt in prompts(sitting.models, ADA)] == [False, False, True]
    assert run.material == (Unread(source="tool", name="further calls of tools", reason="no_budget"),)
    for cut in range(len(sitting.journal.results)):
        resumed = begun()
        with suppress(BaseException):
            await resumed.hold(cut_after=cut)
        kept = {key for key in resumed.journal.results if key.name.startswith("say:")}
        turns = [key for key in kept if key.scope == f"answer:{ADA}"]
        before = len(prompts(resumed.models, ADA))
        ended = await resumed.hold()
        assert len(prompts(resumed.models, ADA)) - before == 3 - len(turns), cut
        assert reply_of(ended, ADA).text == "Enough."
        assert ended.material == run.material


async def test_a_long_result_is_cut_for_the_model_and_more_so_for_people() -> None:
    class Verbose(CountedTools):
        async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found:
            return Found(text="x" * 5_000)

    sitting = a_sitting({(ADA, "answer"): works([calls(("sum", "{}"))], "So.")}, tool_characters=3_000)
    sitting.toolbox = Verbose()

    run = await sitting.hold()

    (given,) = prompts(sitting.models, ADA)[1].exchanges[0].results
    assert given.count("x") == 3_000
    assert "[2000 characters left out]" in given
    (use,) = work_of(run, ADA).uses
    assert isinstance(use.result, Found)
    assert len(use.result.text) == 2_000


async def test_nobody_is_offered_tools_where_the_settings_or_the_seat_say_so() -> None:
    for settings in ({"tools": "none"}, {"tools": "fly"}):
        sitting, tools = with_tools({(ADA, "answer"): works([searches("a")], "So.")}, **settings)
        await sitting.hold()
        assert tools.calls == []
        assert [prompt.tools for prompt in prompts(sitting.models, ADA)] == [()]


async def test_only_the_tools_that_were_chosen_are_offered() -> None:
    sitting, _ = with_tools({(ADA, "answer"): works([], "So.")}, tools="sum, git")

    await sitting.hold()

    assert [spec.name for spec in prompts(sitting.models, ADA)[0].tools] == ["sum"]


async def test_a_tool_knows_the_addresses_that_were_given_and_no_others() -> None:
    rounds = [searches("a"), calls(("sum", "{}"))]
    sitting, tools = with_tools({(ADA, "answer"): works(rounds, "So.")})

    await sitting.hold()

    assert tools.errands[0].addresses == frozenset()
    assert tools.errands[1].addresses == {"https://a.example/1", "https://a.example/2"}


async def test_before_the_reveal_events_say_no_tool_and_no_count() -> None:
    sitting, _ = with_tools(everybody(works([searches("a"), calls(("sum", "{}"))], "Spaces [1].")))

    await sitting.hold()

    opened, revealed = sitting.event("slate_opened"), sitting.event("names_revealed")
    assert all(
        response.sources == (Source(title="a 1", url="https://a.example/1"),) for response in opened.responses
    )
    before = [event for event in sitting.announcer.events if event.kind != "names_revealed"]
    assert not [event for event in before if "sum" in repr(event) or "'search'" in repr(event)]
    assert {each.tools for each in revealed.unveiled} == {(("search", 1), ("sum", 1))}


async def test_reviewers_and_the_chairman_read_the_sources() -> None:
    sitting, _ = with_tools({(ADA, "answer"): works([searches("a")], "Spaces [1].")})

    await sitting.hold()

    for purpose in ("review", "synthesize"):
        prompt = next(call.prompt for call in sitting.models.calls if call.prompt.purpose == purpose)
        assert "[1] a 1, https://a.example/1" in prompt.text
    assert "cite the response with the number: (Response A [1])" in prompt.text


async def test_a_member_that_is_late_in_the_middle_of_its_rounds_ends_them_without_steps() -> None:
    arrived: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    goes_on = asyncio.Event()

    class Slow(CountedTools):
        async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
            await goes_on.wait()
            return await super().use(name, arguments, errand)

    async def arrive(_: RunId, outcome: Outcome) -> None:
        arrived.set_result(outcome)

    run = a_run(settings=replace(SETTINGS, stage_seconds=0.05))
    script = works([searches("a"), searches("b")], "At last [1].")
    models = ScriptedModels({ADA: script}, otherwise=works([], "Spaces."))
    journal, stragglers = StepJournal(), Stragglers(arrive)
    hands = Hands(run=run, toolbox=Slow(), specs=(SEARCH,))

    outcomes = await answer(
        run, models, ReplayingSteps(journal), stragglers, lambda done, failed: None, hands
    )
    stored = set(journal.results)
    goes_on.set()
    late = await asyncio.wait_for(arrived, 20)
    await stragglers.aclose()

    (missing,) = (each for each in outcomes if each.kind == "abstention")
    assert (missing.member, missing.failure.reason) == (ADA, "late")
    assert isinstance(late, Answer)
    assert late.text == "At last [1]."
    after = {(key.scope, key.name) for key in set(journal.results) - stored}
    assert after <= {(f"answer:{ADA}", "tools:1")}, "only what was under way is stored"


async def test_a_resumed_run_searches_nothing_again_that_any_member_or_reviewer_had_found() -> None:
    def begun() -> tuple[Sitting, CountedTools]:
        same = works([searches("tabs")], "Spaces [1].")
        late = works([calls(("sum", "{}")), searches("tabs")], "Spaces [1].")
        return with_tools({**everybody(same), (BLAISE, "answer"): late, "verify": same}, verify=True)

    whole, _ = begun()
    await whole.hold()
    for cut in range(len(whole.journal.results)):
        sitting, tools = begun()
        with suppress(BaseException):
            await sitting.hold(cut_after=cut)
        rounds = [text for key, text in sitting.journal.results.items() if key.name.startswith("tools:")]
        before = len(tools.calls)

        await sitting.hold()

        had_found = any('"search"' in text for text in rounds)
        assert not (had_found and "search" in [name for name, _ in tools.calls[before:]]), cut


async def test_a_call_that_may_change_something_is_never_made_again() -> None:
    def begun(seconds: float) -> tuple[Sitting, CountedTools]:
        twice = works([calls(("sum", "{}"), ("sum", "{}"))], "Ordered.")
        sitting, tools = with_tools({(ADA, "answer"): twice}, tool_call_seconds=0.5)
        tools.specs, tools.seconds = (replace(SUM, writes=True),), seconds
        return sitting, tools

    lost = ToolFailed(reason="maybe_done", facts={"name": "sum"})
    slow, _ = begun(30.0)
    assert [use.result for use in work_of(await slow.hold(), ADA).uses] == [lost, lost]

    whole, _ = begun(0.1)
    await whole.hold()
    told: list[list[Found | ToolFailed]] = []
    for cut in range(len(whole.journal.results)):
        sitting, tools = begun(0.1)
        with suppress(BaseException):
            await sitting.hold(cut_after=cut)

        told.append([use.result for use in work_of(await sitting.hold(), ADA).uses])
        assert len(tools.calls) <= 2, cut
    assert [lost, lost] in told


async def test_a_channel_lets_its_runs_use_one_server_alone_and_says_which_is_away() -> None:
    sitting, tools = with_tools({(ADA, "answer"): works([searches("tabs")], "Spaces.")}, tools="docs, sum")
    tools.away = (AbsentTool(name="docs", reason="mcp_silent", facts={"server": "docs"}),)

    run = await sitting.hold()

    (asked, *_) = prompts(sitting.models, ADA)
    assert [spec.name for spec in asked.tools] == ["sum"]
    assert tools.calls == []
    assert run.material == (
        Unread(
            source="tool",
            name="docs",
            reason="not_given",
            withheld="mcp_silent",
            facts={"server": "docs"},
        ),
    )
    again = await sitting.hold()
    assert again.material == run.material
