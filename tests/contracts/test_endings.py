"""Contract of every engine for a cancelled run: its story is stopped, and its ending is executed instead."""

import asyncio

from council_core.ports import Signals, Steps
from tests.contracts.machine import EVERYWHERE, HERE_AND_THERE, Machine

LONG = 20.0


async def cancelled_in_the_middle(machine: Machine, done: list[str]) -> None:
    """Cancel a run while its second step is being executed."""
    begun = asyncio.Event()

    async def first() -> str:
        return "paid"

    async def second() -> None:
        done.append("second")
        begun.set()
        await asyncio.Event().wait()

    async def story(steps: Steps, signals: Signals) -> None:
        done.append("story")
        if done.count("story") > 1:
            return
        await steps.once("first", first, str)
        await steps.once("second", second, None)

    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.start(machine.run_id)
    await begun.wait()
    await machine.engine.cancel(machine.run_id)


async def ended(machine: Machine) -> None:
    assert machine.engine is not None
    async with asyncio.timeout(LONG):
        await machine.engine.finished(machine.run_id)


@EVERYWHERE
async def test_the_ending_of_a_cancelled_run_is_told_and_knows_what_the_run_has_behind_it(
    machine: Machine,
) -> None:
    done: list[str] = []

    async def ending(steps: Steps) -> None:
        done.append(f"{steps.completed('first', str)} {steps.completed('second', str)}")

    machine.ending = ending
    await cancelled_in_the_middle(machine, done)
    await ended(machine)
    await machine.unplug()
    await machine.execute(lambda steps, signals: asyncio.sleep(0))

    assert done == ["story", "second", "paid None"]


@EVERYWHERE
async def test_a_run_whose_ending_was_cut_off_has_not_ended_and_is_taken_up_again(machine: Machine) -> None:
    done: list[str] = []
    told = asyncio.Event()

    async def cut_off(steps: Steps) -> None:
        told.set()
        await asyncio.Event().wait()

    async def story(steps: Steps, signals: Signals) -> None:
        done.append(f"again, after {steps.completed('first', str)}")

    machine.ending = cut_off
    await cancelled_in_the_middle(machine, done)
    await told.wait()
    await machine.unplug()
    await machine.execute(story)

    assert done == ["story", "second", "again, after paid"]


@HERE_AND_THERE
async def test_cancelling_a_run_that_has_ended_or_is_not_there_changes_nothing(machine: Machine) -> None:
    done: list[str] = []

    async def story(steps: Steps, signals: Signals) -> None:
        done.append("story")

    async def ending(steps: Steps) -> None:
        done.append("ending")

    machine.ending = ending
    await machine.plug_in(story)
    assert machine.engine is not None
    await machine.engine.cancel(machine.run_id)
    await machine.engine.start(machine.run_id)
    await ended(machine)
    await machine.engine.cancel(machine.run_id)

    assert done == ["story"]
