"""Contract of every engine for the signals that a run waits for: the double and DBOS on both databases alike."""

import asyncio

from council_core.ports import CloseVoting, LateAnswer, Signal, Signals, Steps
from tests.contracts.machine import EVERYWHERE, HERE_AND_THERE, Machine

SOON = 0.05
LONG = 15.0


@HERE_AND_THERE
async def test_a_wait_for_which_nothing_comes_runs_out(machine: Machine) -> None:
    heard: list[Signal | None] = []

    async def story(steps: Steps, signals: Signals) -> None:
        heard.append(await signals.wait(SOON))

    await machine.execute(story)

    assert heard == [None]


@HERE_AND_THERE
async def test_a_signal_that_comes_before_the_wait_is_not_lost(machine: Machine) -> None:
    heard: list[Signal | None] = []
    sent = asyncio.Event()

    async def send() -> None:
        await machine.send(CloseVoting(by="Alice"), key="reveal")
        sent.set()

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("send", send, None)
        await sent.wait()
        heard.append(await signals.wait(LONG))

    await machine.execute(story)

    assert heard == [CloseVoting(by="Alice")]


@HERE_AND_THERE
async def test_a_wait_of_no_time_hears_what_is_there_already(machine: Machine) -> None:
    """The window ended when the verdict arrived; a person had requested the names before."""
    heard: list[Signal | None] = []

    async def send() -> None:
        await machine.send(CloseVoting(by="Alice"), key="reveal")

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("send", send, None)
        heard.extend([await signals.wait(0), await signals.wait(0)])

    await machine.execute(story)

    assert heard == [CloseVoting(by="Alice"), None]


@EVERYWHERE
async def test_a_signal_wakes_a_run_that_waits(machine: Machine) -> None:
    heard: list[Signal | None] = []
    waits = asyncio.Event()

    async def story(steps: Steps, signals: Signals) -> None:
        waits.set()
        heard.append(await signals.wait(LONG))

    executing = asyncio.create_task(machine.execute(story))
    await waits.wait()
    await machine.send(LateAnswer(member="test:ada"), key="late:test:ada")
    await executing

    assert heard == [LateAnswer(member="test:ada")]


@EVERYWHERE
async def test_a_signal_sent_twice_under_one_key_comes_once(machine: Machine) -> None:
    heard: list[Signal | None] = []

    async def send() -> None:
        await machine.send(CloseVoting(by="Alice"), key="reveal")
        await machine.send(CloseVoting(by="Bob"), key="reveal")

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("send", send, None)
        heard.extend([await signals.wait(LONG), await signals.wait(SOON)])

    await machine.execute(story)

    assert heard == [CloseVoting(by="Alice"), None]


@EVERYWHERE
async def test_a_wait_that_had_ended_hears_the_same_again_after_a_power_cut(machine: Machine) -> None:
    heard: list[list[Signal | None]] = []

    async def send() -> None:
        await machine.send(CloseVoting(by="Alice"), key="reveal")

    async def story(steps: Steps, signals: Signals) -> None:
        first = await signals.wait(SOON)
        await steps.once("send", send, None)
        heard.append([first, await signals.wait(LONG)])
        if len(heard) == 1:
            await steps.once("end", machine.blackout, None)

    await machine.execute(story)
    await machine.execute(story)

    assert heard == [[None, CloseVoting(by="Alice")]] * 2


@HERE_AND_THERE
async def test_a_signal_sent_while_the_power_was_gone_is_there_when_it_is_back(machine: Machine) -> None:
    heard: list[Signal | None] = []
    cut = asyncio.Event()

    async def first() -> None:
        if not cut.is_set():
            cut.set()
            await machine.send(CloseVoting(by="Alice"), key="reveal")
            await machine.blackout()

    async def story(steps: Steps, signals: Signals) -> None:
        await steps.once("first", first, None)
        heard.append(await signals.wait(LONG))

    await machine.execute(story)
    await machine.execute(story)

    assert heard == [CloseVoting(by="Alice")]


@HERE_AND_THERE
async def test_a_signal_to_a_run_that_nobody_started_is_dropped(machine: Machine) -> None:
    heard: list[Signal | None] = []

    async def story(steps: Steps, signals: Signals) -> None:
        heard.append(await signals.wait(SOON))

    await machine.plug_in(story)
    await machine.send(CloseVoting(by="Alice"), key="reveal")
    await machine.unplug()
    await machine.execute(story)

    assert heard == [None]
