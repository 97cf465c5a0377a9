"""What every engine promises to a run: the double over journals, DBOS on SQLite and DBOS on Postgres alike."""

import asyncio
from datetime import datetime
from decimal import Decimal
from typing import Any

from council_core.domain.answer import Abstention, Answer, Failure, Outcome, Reply, Usage
from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from council_core.ports import Signal, Signals, Steps
from tests.contracts.machine import EVERYWHERE, HERE_AND_THERE, Machine
from tests.samples import MEMBERS, NOON

LONG = 15.0


@HERE_AND_THERE
async def test_a_run_is_carried_to_its_end_once_however_often_it_is_started(machine: Machine) -> None:
    told: list[str] = []

    async def tale(steps: Steps, signals: Signals) -> None:
        told.append("told")

    await machine.carry(tale)
    await machine.carry(tale)

    assert told == ["told"]


@EVERYWHERE
async def test_it_knows_what_was_never_started_also_after_a_power_cut(machine: Machine) -> None:
    other = RunId("r999999999999")
    unknown: list[object] = []

    async def tale(steps: Steps, signals: Signals) -> None:
        assert machine.engine is not None
        unknown.append(list(await machine.engine.unstarted([machine.run_id, other])))

    await machine.carry(tale)
    await machine.plug_in(tale)
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

    async def tale(steps: Steps, signals: Signals) -> None:
        receipt = await steps.once("pay", pay, str)
        await steps.once("post", post, None)
        done.append(receipt)

    await machine.carry(tale)
    await machine.carry(tale)

    assert done == ["pay", "post", "post", "paid 1"]


@EVERYWHERE
async def test_of_branches_side_by_side_only_the_unfinished_one_is_done_again(machine: Machine) -> None:
    done: list[str] = []

    async def branch(name: str, steps: Steps, turns: list[Any]) -> str:
        async def first() -> str:
            done.append(f"{name} 1")
            return f"{name}-a"

        async def second() -> str:
            done.append(f"{name} 2")
            if name == "slow" and done.count("slow 2") == 1:
                await others.wait()
                await machine.blackout()
            return f"{name}-b"

        parts = [await turns[0].take(first), await turns[1].take(second)]
        ended.add(name)
        if ended >= {"quick", "steady"}:
            others.set()
        return "".join(parts)

    async def tale(steps: Steps, signals: Signals) -> None:
        names = ("quick", "slow", "steady")
        reserved = {
            name: [steps.reserve(f"{name}:1", str), steps.reserve(f"{name}:2", str)] for name in names
        }
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(branch(name, steps, reserved[name])) for name in names]
        done.append(" ".join(task.result() for task in tasks))

    ended: set[str] = set()
    others = asyncio.Event()
    await machine.carry(tale)
    before = list(done)
    await machine.carry(tale)

    assert sorted(before) == ["quick 1", "quick 2", "slow 1", "slow 2", "steady 1", "steady 2"]
    assert done[len(before) :] == ["slow 2", "quick-aquick-b slow-aslow-b steady-asteady-b"]


@HERE_AND_THERE
async def test_turns_may_be_taken_in_any_order_or_never(machine: Machine) -> None:
    done: list[str] = []

    async def note(name: str) -> str:
        done.append(name)
        return name

    async def late() -> str:
        if done.count("late") == 0:
            done.append("late")
            await machine.blackout()
        return await note("late")

    async def tale(steps: Steps, signals: Signals) -> None:
        first, never, second = (steps.reserve(name, str) for name in ("first", "never", "second"))
        del never
        await second.take(lambda: note("second"))
        await first.take(lambda: note("first"))
        await steps.once("late", late, str)
        done.append("end")

    await machine.carry(tale)
    await machine.carry(tale)

    assert done == ["second", "first", "late", "late", "end"]


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

    async def tale(steps: Steps, signals: Signals) -> None:
        came: list[object] = []
        given.append(came)
        for number, (value, kind) in enumerate(values):

            async def give(value: object = value) -> object:
                return value

            came.append(await steps.once(f"give:{number}", give, kind))
        if len(given) == 1:
            await steps.once("end", machine.blackout, None)

    await machine.carry(tale)
    await machine.carry(tale)

    assert given == [[value for value, _ in values]] * 2


@EVERYWHERE
async def test_a_run_that_was_left_is_taken_up_by_whoever_is_switched_on_next(machine: Machine) -> None:
    done: list[str] = []
    ended = asyncio.Event()

    async def first() -> None:
        done.append("first")
        if len(done) == 1:
            await machine.blackout()

    async def tale(steps: Steps, signals: Signals) -> None:
        await steps.once("first", first, None)
        ended.set()

    await machine.carry(tale)
    await machine.plug_in(tale)
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

    async def tale(steps: Steps, signals: Signals) -> None:
        await steps.once("first", first, None)
        await steps.once("second", second, None)

    await machine.plug_in(tale)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    await begun.wait()
    await machine.engine.cancel(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)
        await machine.engine.finished(machine.run_id)
    await machine.unplug()
    await machine.carry(tale)

    assert done == ["first"]


@HERE_AND_THERE
async def test_a_cancelled_run_waits_for_nothing_any_more(machine: Machine) -> None:
    heard: list[Signal | None] = []
    waits = asyncio.Event()

    async def tale(steps: Steps, signals: Signals) -> None:
        waits.set()
        heard.append(await signals.wait(3600))

    await machine.plug_in(tale)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    await waits.wait()
    await machine.engine.cancel(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)

    assert heard == []


@HERE_AND_THERE
async def test_a_run_that_breaks_has_ended_too(machine: Machine) -> None:
    async def tale(steps: Steps, signals: Signals) -> None:
        raise ZeroDivisionError("a bug that the story did not catch")

    await machine.plug_in(tale)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)
        await machine.engine.finished(machine.run_id)


@HERE_AND_THERE
async def test_resuming_a_run_that_was_kept_and_never_started_starts_it(machine: Machine) -> None:
    told: list[str] = []

    async def tale(steps: Steps, signals: Signals) -> None:
        told.append("told")

    await machine.plug_in(tale)
    assert machine.engine is not None
    await machine.engine.resume(machine.run_id)
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)

    assert told == ["told"]
