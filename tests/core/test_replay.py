"""Tests of a power failure after any step: the next try ends the run in the same way and pays for nothing twice."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.domain.checkpoint import StepKey
from council_core.domain.member import Member
from council_core.ports import CloseVoting, Prompt
from council_core.testing import PowerCut, SteppingClock, fails, says
from tests.core.sitting import (
    ANSWERS,
    BEST_FIRST,
    DOWN,
    SPACES,
    VERDICT,
    Scripts,
    Sitting,
    a_sitting,
    mends,
    ranks,
    rests,
)
from tests.core.working import CountedTools, calls, searches, works
from tests.samples import MEMBERS

PAID = ("answer:", "say:", "revise:", "reconsider:", "review:", "repair:", "synthesize:", "critique")
"""Beginnings of the names of steps that cost money."""

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)


def all_goes_well() -> Sitting:
    return a_sitting()


def much_goes_wrong() -> Sitting:
    """Return a sitting with an abstention, a repaired review, an invalid one, a failing chairman and a reveal
    by hand."""
    unclear = says("They are all fine in their way.")
    sitting = a_sitting(
        {
            (BLAISE, "answer"): fails(DOWN),
            (CARL, "review"): mends(unclear, ranks(*BEST_FIRST)),
            (DOROTHY, "review"): unclear,
            (ADA, "synthesize"): fails(DOWN),
        }
    )
    sitting.signals = (CloseVoting(by="Alice"),)
    return sitting


def too_few_answer() -> Sitting:
    return a_sitting({(member, "answer"): fails(DOWN) for member in (ADA, BLAISE, CARL)})


def members_take_their_time() -> Sitting:
    """Return a sitting whose members end in another order than that of the roster, so that the cut finds unfinished
    branches."""
    return a_sitting(
        {
            (ADA, "answer"): says("Tabs: one key, one character.", seconds=0.004),
            (BLAISE, "answer"): says(SPACES, seconds=0.002),
        }
    )


def every_extra_is_asked_for() -> Sitting:
    """Return a sitting in which members revise, reviewers read twice and the chairman criticises itself."""
    return a_sitting(revise=True, both_orders=True, critique=True)


def providers_are_left_alone() -> Sitting:
    """Return a sitting whose members refuse at first, so that all are asked once the quorum would be missed."""
    rested: Scripts = {
        **{(each, "answer"): rests(says(ANSWERS[each])) for each in (ADA, BLAISE, CARL)},
        (DOROTHY, "answer"): fails(DOWN),
        "review": rests(ranks(*BEST_FIRST)),
        "synthesize": rests(says(VERDICT)),
    }
    return a_sitting(rested)


def members_disagree() -> Sitting:
    """Return a sitting with different positions, so that all are asked once more; one changes its answer, one does not
    reply."""
    keeps = says("KEEP\nREASON: I counted twice.\nPOSITION: 42")
    changes = says("CHANGE\nREASON: A slip.\nANSWER: It is 42.\nPOSITION: 42", seconds=0.002)
    scripts: Scripts = {
        **{(each, "answer"): says(f"{ANSWERS[each]}\nPOSITION: 42") for each in (ADA, BLAISE, CARL)},
        (DOROTHY, "answer"): says("Whatever the file has already.\nPOSITION: 41"),
        "reconsider": keeps,
        (DOROTHY, "reconsider"): changes,
        (CARL, "reconsider"): fails(DOWN),
    }
    return a_sitting(scripts)


def members_look_things_up() -> Sitting:
    """Return a sitting whose members make up to three rounds with tools, some of them equal; one fails in its
    rounds."""
    one, two = searches("tabs", "spaces"), calls(("sum", '{"of": [2, 2]}'))

    async def gives_up(member: Member, prompt: Prompt) -> Reply | Failure:
        return await (fails(DOWN) if prompt.exchanges else works([one], ""))(member, prompt)

    sitting = a_sitting(
        {
            (ADA, "answer"): works([one, two, one], "Tabs [1]."),
            (BLAISE, "answer"): works([two, one], "Spaces [3].", seconds=0.002),
            (CARL, "answer"): works([calls(("search", "{")), searches("tabs")], "Both."),
            (DOROTHY, "answer"): gives_up,
        }
    )
    sitting.toolbox = CountedTools()
    return sitting


CASES = [
    all_goes_well,
    members_look_things_up,
    members_disagree,
    much_goes_wrong,
    too_few_answer,
    members_take_their_time,
    every_extra_is_asked_for,
    providers_are_left_alone,
]


def is_made_of_steps(step: StepKey, sitting: Sitting) -> bool:
    """Return whether a step contains others, which were paid for one by one."""
    return any(other.scope == step.name for other in sitting.journal.results)


async def cut_and_held_again(begin: Callable[[], Sitting], after: int) -> tuple[Sitting, int, int]:
    """Hold a sitting, cut its power after this many steps, and hold it again.

    Returns:
        The sitting, the number of paid steps that had ended at the cut, and the number of calls made by then.
    """
    sitting = standing_still(begin())
    try:
        await sitting.hold(cut_after=after)
    except* PowerCut:
        pass
    done = sum(
        step.name.startswith(PAID) and not is_made_of_steps(step, sitting) for step in sitting.journal.results
    )
    calls = len(sitting.models.calls)
    await sitting.hold()
    return sitting, done, calls


def standing_still(sitting: Sitting) -> Sitting:
    """Return the sitting with a stopped clock: a second try asks for the time at other moments."""
    sitting.clock = SteppingClock(step=timedelta(0))
    return sitting


def timeless(told: object) -> str:
    """Return the events without durations: a repeated round of tools takes its own time."""
    return re.sub(r"\b(latency|seconds)=[\d.]+", r"\1=…", repr(told))


@pytest.mark.parametrize("begin", CASES)
async def test_wherever_the_power_goes_a_run_ends_the_same_and_no_answer_is_paid_for_twice(
    begin: Callable[[], Sitting],
) -> None:
    whole = standing_still(begin())
    expected = await whole.hold()
    steps = len(whole.journal.results)
    needed = whole.models.calls

    for after in range(steps):
        sitting, done, calls = await cut_and_held_again(begin, after)

        where = f"cut after {after} of {steps} steps"
        assert timeless(sitting.announcer.events) == timeless(whole.announcer.events), where
        assert timeless(await sitting.store.get(expected.id)) == timeless(expected), where
        assert len(sitting.models.calls) - calls == len(needed) - done, where
        assert [call for call in needed if call not in sitting.models.calls] == [], where


@pytest.mark.parametrize("begin", CASES)
async def test_the_power_may_go_again_and_again(begin: Callable[[], Sitting]) -> None:
    whole = standing_still(begin())
    expected = await whole.hold()
    sitting = standing_still(begin())

    for _ in range(len(whole.journal.results)):
        try:
            await sitting.hold(cut_after=1)
        except* PowerCut:
            pass
    run = await sitting.hold()

    assert timeless(run) == timeless(expected)
    assert timeless(sitting.announcer.events) == timeless(whole.announcer.events)


async def test_a_run_that_has_ended_is_told_again_without_asking_anybody() -> None:
    sitting = a_sitting()
    first = await sitting.hold()
    calls = len(sitting.models.calls)

    second = await sitting.hold()

    assert second == first
    assert len(sitting.models.calls) == calls


async def test_a_run_that_has_ended_and_whose_steps_are_deleted_asks_nobody_and_says_nothing() -> None:
    sitting = a_sitting()
    first = await sitting.hold()
    calls, events = len(sitting.models.calls), len(sitting.announcer.events)
    sitting.journal.results.clear()

    second = await sitting.hold()

    assert second == first
    assert (len(sitting.models.calls), len(sitting.announcer.events)) == (calls, events)
    assert sitting.journal.results == {}
