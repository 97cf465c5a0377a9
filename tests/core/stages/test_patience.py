"""Tests of a stage that closes early: only when most calls are done, never soon, and only far beyond their
durations."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.stages.deadline import ANSWERS, REVIEWS, SHORTEST, StageDeadline, needed, patience
from tests.samples import SETTINGS
from tests.virtual_time import virtually

HANGS = 10_000.0
FAILS = -1.0
LIMITS = replace(SETTINGS, stage_seconds=90.0, quorum=2)


def a_stage(
    seconds: Sequence[float], *, close_early: bool = True, allowance: float = ANSWERS
) -> tuple[float, list[Reply | Failure]]:
    """Return the duration of a stage with calls of these lengths, and its results; -1 fails after one second."""

    async def stage() -> tuple[float, list[Reply | Failure]]:
        settings = replace(LIMITS, close_early=close_early)
        deadline = StageDeadline(settings, quorum=2, calls=len(seconds), allowance=allowance)

        async def call(takes: float) -> Reply | Failure:
            if takes == FAILS:
                await asyncio.sleep(1)
                return Failure(reason="refused", detail="No.", latency=1.0)
            await asyncio.sleep(takes)
            return Reply(text="Tabs.", latency=takes)

        async def ask(takes: float) -> Reply | Failure:
            result = await deadline.bound(call(takes))
            if isinstance(result, Reply):
                deadline.heard(result.latency)
            else:
                deadline.missed()
            return result

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(ask(takes)) for takes in seconds]
        return asyncio.get_running_loop().time(), [task.result() for task in tasks]

    return virtually(stage())


STAGES = [
    ((8.0, 10.0, 12.0, 30.0), 30.0, "what is slow but not far beyond is waited for"),
    ((8.0, 10.0, 12.0, HANGS), patience((8, 10, 12), 1, allowance=ANSWERS), "what hangs is left out"),
    ((0.2, 0.3, 0.4, HANGS), SHORTEST, "nobody is left out to save a few seconds"),
    ((0.2, HANGS, HANGS, HANGS), HANGS, "without a quorum the council waits, as one answer is none"),
    ((8.0, 10.0, HANGS, HANGS), 90.0, "two of four are not most of them"),
    ((40.0, 50.0, 60.0, HANGS), 90.0, "never later than the stage's own deadline"),
    ((8.0, 10.0, 12.0, FAILS), 12.0, "who has failed is not waited for"),
    ((8.0, 10.0, HANGS), patience((8, 10), 1, allowance=ANSWERS), "two of three are most of them"),
    ((8.0, HANGS), HANGS, "of two nobody is far beyond the others"),
]


@pytest.mark.parametrize(("seconds", "ends", "why"), STAGES)
def test_a_stage_ends_when_its_rule_says(seconds: tuple[float, ...], ends: float, why: str) -> None:
    took, _ = a_stage(seconds)

    assert took == pytest.approx(ends), why


def test_who_is_left_out_early_is_told_with_what_the_others_took() -> None:
    took, results = a_stage((8.0, 10.0, 12.0, HANGS))

    late = results[3]
    assert isinstance(late, Failure)
    assert (late.reason, late.latency, late.others) == ("late", pytest.approx(took), 12.0)
    assert (late.fault, late.facts["others"]) == ("far_beyond", "12.0")
    assert round(float(late.facts["seconds"])) == 48


def test_a_council_that_does_not_close_early_waits_for_its_deadline() -> None:
    took, results = a_stage((8.0, 10.0, 12.0, HANGS), close_early=False)

    late = results[3]
    assert took == pytest.approx(90.0)
    assert isinstance(late, Failure)
    assert (late.others, late.fault, late.facts) == (None, "late", {"seconds": "90.0"})


@pytest.mark.parametrize(
    ("quorum", "calls", "most"), [(2, 4, 3), (2, 3, 2), (2, 8, 5), (4, 4, 4), (1, 1, 2), (1, 2, 2)]
)
def test_most_must_be_done_before_their_times_say_anything(quorum: int, calls: int, most: int) -> None:
    assert needed(quorum, calls) == most


def test_patience_grows_with_what_the_others_took_and_with_how_few_are_missing() -> None:
    slower = [patience((20 * times, 30 * times), 1, allowance=ANSWERS) for times in (1, 2, 4)]
    fewer = [patience((20.0, 22, 25, 28, 30, 33, 40)[:done], 8 - done, allowance=ANSWERS) for done in (5, 7)]
    apart = [patience((20.0, last), 1, allowance=ANSWERS) for last in (20, 40, 80)]

    assert [after / before for before, after in pairwise(slower)] == pytest.approx([2.0, 2.0])
    assert fewer == sorted(fewer, reverse=True), "the fastest five of eight say that the rest is slower"
    assert apart == sorted(apart), "where two lie far apart, the third may too"
    assert patience((20, 30), 1, allowance=REVIEWS) < patience((20, 30), 1, allowance=ANSWERS)


def test_under_a_heavy_tail_nineteen_of_twenty_answers_are_counted_and_the_worst_waits_are_much_shorter() -> (
    None
):
    """Log-normal times with a spread of one: the slowest call in twenty takes five times the median."""
    drawn = random.Random(20261121)
    stages = [[drawn.lognormvariate(2.0, 1.0) for _ in range(4)] for _ in range(500)]

    ended = [a_stage(seconds) for seconds in stages]

    counted = sum(isinstance(result, Reply) for _, results in ended for result in results)
    waited = sorted(took for took, _ in ended)[475]
    without = sorted(min(90.0, max(seconds)) for seconds in stages)[475]
    assert counted / 2000 >= 0.95
    assert waited <= 0.8 * without
