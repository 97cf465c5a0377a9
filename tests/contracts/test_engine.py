"""Contract of every engine: the double over journals, DBOS on SQLite and DBOS on Postgres alike."""

import asyncio
from datetime import datetime
from decimal import Decimal

import pytest

from council_core.domain.answer import Abstention, Answer, Failure, Outcome, Reply, Usage
from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from council_core.errors import TwoBranches
from council_core.ports import Signal, Signals, Steps
from tests.contracts.machine import EVERYWHERE, HERE_AND_THERE, Machine
from tests.samples import MEMBERS, NOON

LONG = 15.0


@HERE_AND_THERE
async def test_a_run_is_carried_to_its_end_once_however_often_it_is_started(machine: Machine) -> None:
    told: list[str] = []

    async def story(steps: Steps, signals: Signals) -> None:
        told.append("told")

    await machine.execute(story)
    await machine.execute(story)

    assert told == ["told"]


@EVERYWHERE
async def test_it_knows_what_was_never_started_also_after_a_power_cut(machine: Machine) -> None:
    other = RunId("r999999999999")
    unknown: list[object] = []

    async def story(steps: Steps, signals: Signals) -> None:
        assert machine.engine is not None
        unknown.append(list(await machine.engine.unstarted([machine.run_id, other])))

    await machine.execute(story)
    await machine.plug_in(story)
    assert machine.engine is not None
    unknown.append(list(await machine.engine.unstarted([other, machine.run_id])))

    assert unknown == [[other], [other]]


@EVERYWHERE
async def test_a_step_that_had_ended_is_not_done_again_and_one_that_had_not_is(machine: Machine) -> None:
    done: list[str] = []

    async def pay() -> str:
        done.append("pay")
        return f"paid {len(done)}"

    async def post() -> None:
        done.append("post")
        if done.count("post") == 1:
            await machine.blackout()

    async def story(steps: Steps, signals: Signals) -> None:
        receipt = await steps.once("pay", pay, str)
        await steps.once("post", post, None)
        done.append(receipt)

    await machine.execute(story)
    await machine.execute(story)

    assert done == ["pay", "post", "post", "paid 1"]


@EVERYWHERE
async def test_of_branches_side_by_side_only_the_unfinished_one_is_done_again(machine: Machine) -> None:
    done: list[str] = []

    async def branch(name: str, steps: Steps) -> str:
        async def first() -> str:
            done.append(f"{name} 1")
            return f"{name}-a"

        async def second() -> str:
            done.append(f"{name} 2")
            if name == "slow" and done.count("slow 2") == 1:
                await others.wait()
                await machine.blackout()
            return f"{name}-b"

        parts = [await steps.once("first", first, str), await steps.once("second", second, str)]
        ended.add(name)
        if ended >= {"quick", "steady"}:
            others.set()
        return "".join(parts)

    async def story(steps: Steps, signals: Signals) -> None:
        names = ("quick", "slow", "steady")
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(branch(name, steps.within(name))) for name in names]
        done.append(" ".join(task.result() for task in tasks))

    ended: set[str] = set()
    others = asyncio.Event()
    await machine.execute(story)
    before = list(done)
    await machine.execute(story)

    assert sorted(before) == ["quick 1", "quick 2", "slow 1", "slow 2", "steady 1", "steady 2"]
    assert done[len(before) :] == ["slow 2", "quick-aquick-b slow-aslow-b steady-asteady-b"]


@EVERYWHERE
async def test_branches_of_unknown_length_are_found_again_in_whatever_order_they_go_on(
    machine: Machine,
) -> None:
    done: list[str] = []
    rounds = {"ada": 3, "blaise": 1, "carl": 2}
    heard: list[dict[str, str]] = []

    async def branch(name: str, steps: Steps) -> str:
        said = ""
        while True:

            async def call() -> tuple[str, bool]:
                count = sum(each.startswith(name) for each in done) + 1
                done.append(f"{name} {count}")
                return f"{name}{count}", count < rounds[name]

            text, goes_on = await steps.once("call", call, tuple[str, bool])
            said += text
            if not goes_on:
                return said

    async def story(steps: Steps, signals: Signals) -> None:
        names = sorted(rounds, reverse=bool(heard))
        async with asyncio.TaskGroup() as group:
            tasks = {name: group.create_task(branch(name, steps.within(f"answer:{name}"))) for name in names}
        heard.append({name: tasks[name].result() for name in sorted(tasks)})
        if len(heard) == 1:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    await machine.execute(story)

    assert sorted(done) == ["ada 1", "ada 2", "ada 3", "blaise 1", "carl 1", "carl 2"]
    assert heard == [{"ada": "ada1ada2ada3", "blaise": "blaise1", "carl": "carl1carl2"}] * 2


@EVERYWHERE
@pytest.mark.parametrize("place", [0, 1, 2])
async def test_a_step_that_a_later_version_inserts_is_done_and_the_others_are_not_done_again(
    machine: Machine, place: int
) -> None:
    done: list[str] = []
    names = ["first", "second"]

    async def story(steps: Steps, signals: Signals) -> None:
        for name in names:

            async def note(name: str = name) -> str:
                done.append(name)
                return name

            assert await steps.once(name, note, str) == name
        if len(names) == 2:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    names.insert(place, "inserted")
    await machine.execute(story)

    assert done == ["first", "second", "inserted"]


@HERE_AND_THERE
async def test_steps_of_one_name_are_told_apart_by_their_number(machine: Machine) -> None:
    came: list[list[int]] = []
    done: list[str] = []

    async def count() -> int:
        done.append("count")
        return len(done)

    async def story(steps: Steps, signals: Signals) -> None:
        came.append([await steps.once("count", count, int) for _ in range(3)])
        if len(came) == 1:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    await machine.execute(story)

    assert came == [[1, 2, 3]] * 2


@HERE_AND_THERE
async def test_two_branches_that_do_the_same_step_at_once_are_refused(machine: Machine) -> None:
    refused: list[str] = []
    done: list[str] = []

    async def call() -> None:
        done.append("call")
        await asyncio.sleep(0.01)

    async def story(steps: Steps, signals: Signals) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(2):
                    group.create_task(steps.once("call", call, None))
        except* TwoBranches as group:
            refused.extend(str(error) for error in group.exceptions)

    await machine.execute(story)

    assert len(refused) == 1
    assert "'call'" in refused[0]
    assert done == ["call"]


@HERE_AND_THERE
async def test_a_scope_is_used_once_in_a_run(machine: Machine) -> None:
    refused: list[str] = []

    async def story(steps: Steps, signals: Signals) -> None:
        inner = steps.within("answer:ada").within("tools")
        for branch, scope in ((steps, "answer:ada"), (inner, "more"), (steps, "answer:ada/tools")):
            try:
                branch.within(scope)
            except TwoBranches as error:
                refused.append(error.step)

    await machine.execute(story)

    assert refused == ["answer:ada", "answer:ada/tools"]


@HERE_AND_THERE
async def test_a_run_knows_whether_it_has_anything_behind_it(machine: Machine) -> None:
    known: list[bool] = []

    async def story(steps: Steps, signals: Signals) -> None:
        known.append(steps.is_new)
        await steps.once("first", lambda: asyncio.sleep(0), None)
        known.append(steps.within("branch").is_new)
        if len(known) == 2:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    await machine.execute(story)

    assert known == [True, True, False, False]


@HERE_AND_THERE
async def test_what_a_step_gave_comes_back_as_it_was(machine: Machine) -> None:
    usage = Usage(tokens_in=7, tokens_out=3, cost=Decimal("0.00012"), cost_is_estimate=True)
    failure = Failure(reason="timed_out", detail="Too slow.", latency=9.5, usage=usage)
    ballot = Ballot(voter=PersonId("U1"), order=((Alias("A"),), (Alias("B"), Alias("C"))), cast_at=NOON)
    values: list[tuple[object, object]] = [
        (Answer(member=MEMBERS[0].id, reply=Reply(text="Tabs ✓", latency=1.5, usage=usage)), Outcome),
        (Abstention(member=MEMBERS[1].id, failure=failure), Outcome),
        (failure, Reply | Failure),
        (((ballot,), NOON), tuple[tuple[Ballot, ...], datetime]),
        ((), tuple[Outcome, ...]),
        (None, None),
        ((NOON, None), tuple[datetime | None, datetime | None]),
    ]
    given: list[list[object]] = []

    async def story(steps: Steps, signals: Signals) -> None:
        came: list[object] = []
        given.append(came)
        for number, (value, kind) in enumerate(values):

            async def give(value: object = value) -> object:
                return value

            came.append(await steps.once(f"give:{number}", give, kind))
        if len(given) == 1:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    await machine.execute(story)

    assert given == [[value for value, _ in values]] * 2


@EVERYWHERE
async def test_a_run_that_was_left_is_taken_up_by_whoever_is_switched_on_next(machine: Machine) -> None:
    done: list[str] = []
    ended = asyncio.Event()

    async def first() -> None:
        done.append("first")
        if len(done) == 1:
            await machine.blackout()

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("first", first, None)
        ended.set()

    await machine.execute(story)
    await machine.plug_in(story)
    async with asyncio.timeout(LONG):
        await ended.wait()

    assert done == ["first", "first"]


@EVERYWHERE
async def test_a_cancelled_run_begins_nothing_more_even_after_a_restart(machine: Machine) -> None:
    done: list[str] = []
    begun = asyncio.Event()

    async def first() -> None:
        done.append("first")
        begun.set()
        await asyncio.Event().wait()

    async def second() -> None:
        done.append("second")

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("first", first, None)
        await steps.once("second", second, None)

    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    await begun.wait()
    await machine.engine.cancel(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)
        await machine.engine.finished(machine.run_id)
    await machine.unplug()
    await machine.execute(story)

    assert done == ["first"]


@HERE_AND_THERE
async def test_a_cancelled_run_waits_for_nothing_any_more(machine: Machine) -> None:
    heard: list[Signal | None] = []
    waits = asyncio.Event()

    async def story(steps: Steps, signals: Signals) -> None:
        waits.set()
        heard.append(await signals.wait(3600))

    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    await waits.wait()
    await machine.engine.cancel(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)

    assert heard == []


@HERE_AND_THERE
async def test_a_run_that_breaks_has_ended_too(machine: Machine) -> None:
    async def story(steps: Steps, signals: Signals) -> None:
        raise ZeroDivisionError("a bug that the story did not catch")

    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)
        await machine.engine.finished(machine.run_id)


@HERE_AND_THERE
async def test_resuming_a_run_that_was_kept_and_never_started_starts_it(machine: Machine) -> None:
    told: list[str] = []

    async def story(steps: Steps, signals: Signals) -> None:
        told.append("told")

    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.resume(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)

    assert told == ["told"]
