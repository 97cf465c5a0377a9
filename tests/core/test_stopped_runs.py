"""Tests of stopped runs: paid work is kept, and no author is named."""

import asyncio
from decimal import Decimal
from itertools import islice
from typing import Any

from council_core.domain.answer import Reply, Usage
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.ports import Prompt
from council_core.stages.budget import MOST_NOTED, Purse
from council_core.stages.estimate import tokens_of_call
from council_core.stages.paid import paid
from council_core.testing import FixedPrices, MemoryLedger, RecordingAnnouncer, ReplayingSteps, Script, says
from tests.core.sitting import ANSWERS, Sitting, a_sitting, letters_by_text, mends, ranks, with_usage
from tests.core.working import CountedTools, searches, works
from tests.samples import MEMBERS, NOON, STOPPED

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)


async def never(member: Member, prompt: Prompt) -> Reply:
    await asyncio.Event().wait()
    raise AssertionError


async def stopped(sitting: Sitting, step: str, *, times: int) -> Run:
    """Return a run that was stopped after this many of these steps."""
    holding = asyncio.create_task(sitting.hold())
    while sum(each.name.startswith(step) for each in sitting.journal.results) < times:  # noqa: ASYNC110 - a double
        await asyncio.sleep(0)
    assert await sitting.store.cancel(sitting.run.id, NOON, STOPPED)
    holding.cancel()
    await asyncio.wait({holding})
    return await sitting.hold()


async def test_answers_that_had_come_are_shown_under_letters_and_kept() -> None:
    sitting = a_sitting({(BLAISE, "answer"): never})

    run = await stopped(sitting, "answer:", times=3)

    assert sitting.told == ["run_started", "slate_opened", "run_cancelled"]
    assert set(letters_by_text(sitting.announcer.events)) == {
        text for member, text in ANSWERS.items() if member != BLAISE
    }
    assert (run.status, run.ending, len(run.outcomes)) == ("cancelled", STOPPED, 3)
    ended = sitting.event("run_cancelled")
    assert (ended.ending, ended.answers, ended.members) == (STOPPED, 3, 4)
    assert sitting.asked("review") == []


async def test_nothing_is_shown_where_nobody_had_answered() -> None:
    sitting = a_sitting({(member, "answer"): never for member in ANSWERS})

    run = await stopped(sitting, "tell:run_started", times=1)

    assert sitting.told == ["run_started", "run_cancelled"]
    assert (run.slate, run.outcomes, sitting.event("run_cancelled").answers) == (None, (), 0)


async def test_a_run_that_is_stopped_during_the_reviews_shows_the_answers_it_showed_and_no_ranking() -> None:
    sitting = a_sitting({(DOROTHY, "review"): never})

    run = await stopped(sitting, "review:", times=3)

    assert sitting.told == ["run_started", "slate_opened", "voting_opened", "run_cancelled"]
    assert sitting.event("run_cancelled").answers is None
    assert [outcome.member for outcome in run.outcomes] == [ADA, BLAISE, CARL, DOROTHY]


async def test_what_had_ended_and_was_not_told_yet_is_told_before_the_end() -> None:
    sitting = a_sitting(vote_seconds=60)
    sitting.signals = None
    holding = asyncio.create_task(sitting.hold())
    while "verdict_reached" not in sitting.told:  # noqa: ASYNC110 - a double
        await asyncio.sleep(0)
    holding.cancel()
    await asyncio.wait({holding})
    sitting.announcer = RecordingAnnouncer()

    await sitting.store.cancel(sitting.run.id, NOON, STOPPED)
    await sitting.hold()

    assert sitting.told == ["slate_opened", "slate_ranked", "verdict_reached", "run_cancelled"]


async def test_a_stopped_run_is_told_again_in_the_same_words_and_asks_nobody() -> None:
    sitting = a_sitting({(BLAISE, "answer"): never})
    first = await stopped(sitting, "answer:", times=3)
    told, asked = list(sitting.announcer.events), len(sitting.models.calls)

    sitting.announcer = RecordingAnnouncer()
    second = await sitting.hold()

    assert sitting.announcer.events == told[1:]
    assert (second, len(sitting.models.calls)) == (first, asked)


async def test_what_the_answers_of_a_stopped_run_cost_is_counted() -> None:
    paid = with_usage(says("Tabs."), Usage(tokens_in=70, tokens_out=7))
    sitting = a_sitting({**{(member, "answer"): paid for member in ANSWERS}, (BLAISE, "answer"): never})

    run = await stopped(sitting, "answer:", times=3)

    assert run.usage.tokens_in == 210


def with_prices(sitting: Sitting) -> Purse:
    prices = FixedPrices({member.model: Decimal(10) for member in MEMBERS})
    ledger = MemoryLedger(store=sitting.store)
    sitting.purse = Purse(store=sitting.store, blobs=sitting.blobs, prices=prices, ledger=ledger)
    return sitting.purse


async def test_calls_that_were_under_way_count_with_an_estimate_where_prices_are_known() -> None:
    paid = with_usage(says("Tabs."), Usage(tokens_in=70, tokens_out=7, cost=Decimal("0.1")))
    sitting = a_sitting({**{(member, "answer"): never for member in ANSWERS}, (ADA, "answer"): paid})
    with_prices(sitting)

    run = await stopped(sitting, "answer:", times=1)

    (one,) = {
        tokens_of_call(member, call.prompt)
        for member, call in zip(MEMBERS, sitting.models.calls, strict=True)
    }
    assert (run.usage.tokens_in, run.usage.tokens_out) == (70 + 3 * one[0], 7 + 3 * one[1])
    assert run.usage.cost == Decimal("0.1") + 3 * sum(one) * Decimal(10) / 1_000_000
    assert run.usage.cost_is_estimate


async def test_only_the_newest_runs_with_such_calls_are_remembered() -> None:
    purse = with_prices(a_sitting())
    ids = [RunId(f"r{number:016}") for number in range(MOST_NOTED + 1)]

    for run_id in ids:
        purse.broke_off(run_id, MEMBERS[0], Prompt(purpose="answer", instructions="", text="Tabs?"))
    usages = [await purse.spent_on_broken_off(run_id) for run_id in (*ids[:2], ids[-1], ids[-1])]

    assert [usage.tokens_out is not None for usage in usages] == [False, True, True, False]


def at_every_stage() -> Sitting:
    """Return a sitting that comes through all stages, in which each call of a model costs one token."""
    one = Usage(tokens_in=1)
    text = "Text of {}.\n\nPOSITION: {}"
    positions = {ADA: "42", BLAISE: "42", CARL: "42", DOROTHY: "41"}
    scripts: dict[Any, Script] = {
        **{
            (member, "answer"): works([searches("tabs")], text.format(member, 1), usage=one)
            for member in ANSWERS
        },
        "reconsider": with_usage(says("KEEP\nREASON: I counted.\nPOSITION: 42"), one),
        "verify": works([searches("spaces")], "{}", usage=one),
        "review": with_usage(mends(says("Hm."), ranks()), one),
        "synthesize": with_usage(says("Tabs."), one),
        "critique": with_usage(says("Hm."), one),
    }
    for member, position in positions.items():
        scripts[member, "revise"] = with_usage(says(text.format(member, position)), one)
    settings: dict[str, Any] = {"revise": True, "verify": True, "both_orders": True, "critique": True}
    sitting = a_sitting(scripts, **settings)
    sitting.toolbox = CountedTools()
    return sitting


async def test_every_call_of_a_run_is_found_among_its_steps() -> None:
    sitting = at_every_stage()

    run = await sitting.hold()

    purposes = {call.prompt.purpose for call in sitting.models.calls}
    assert purposes == {"answer", "revise", "reconsider", "verify", "review", "synthesize", "critique"}
    assert (
        paid(run, ReplayingSteps(sitting.journal)) == run.usage == Usage(tokens_in=len(sitting.models.calls))
    )


async def test_whatever_stage_a_run_is_stopped_in_it_counts_all_calls_that_had_finished() -> None:
    whole = at_every_stage()
    await whole.hold()
    made_by = ("say", "revise", "reconsider", "review", "repair", "synthesize", "critique")
    found: list[tuple[int, int]] = []
    made: list[int] = []

    for steps in range(1, len(whole.journal.results) + 1, 3):
        sitting = at_every_stage()
        sitting.journal.results = dict(islice(whole.journal.results.items(), steps))
        await sitting.store.add(sitting.run)
        await sitting.store.cancel(sitting.run.id, NOON, STOPPED)
        run = await sitting.hold()
        found.append((run.usage.tokens_in or 0, sitting.event("run_cancelled").usage.tokens_in or 0))
        made.append(sum(each.name.split(":")[0] in made_by for each in sitting.journal.results))

    assert found == [(calls, calls) for calls in made]
