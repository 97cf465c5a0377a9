"""Who may ask models, who waits, and whose turn is next."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunLimits, RunWaits, ticket_of
from council_core.engine.gate import EXPECTED_SECONDS, FairGate
from council_core.ports import Admission
from tests.samples import NOON, QUESTION, a_run
from tests.virtual_time import virtually


def run_of(person: str, number: int, *, channel: str = "C1") -> Run:
    """The run that this person asked so many seconds after noon."""
    asker = Asker(id=PersonId(person), name=person)
    question = replace(QUESTION, asker=asker, place=replace(QUESTION.place, channel=channel))
    asked_at = NOON + timedelta(seconds=number)
    return replace(a_run(), id=RunId(f"{person}{number}"), question=question, asked_at=asked_at)


@dataclass
class Line:
    """Runs at a gate."""

    gate: FairGate
    let_in: list[str] = field(default_factory=list[str])
    said: list[RunWaits] = field(default_factory=list[RunWaits])
    inside: dict[str, Admission] = field(default_factory=dict[str, Admission])
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict[str, asyncio.Task[None]])

    async def comes(self, *runs: Run) -> None:
        """These runs come to the gate, one after another."""
        for run in runs:
            self.tasks[run.id] = asyncio.create_task(self._wait(run))
            await asyncio.sleep(0)

    async def _wait(self, run: Run) -> None:
        with self.gate.admission(run) as admission:
            await admission.granted(self.said.append)
            self.let_in.append(run.id)
            self.inside[run.id] = admission
            await asyncio.Event().wait()

    async def concludes(self, *runs: str) -> None:
        """These runs have their verdicts."""
        for run in runs:
            self.inside.pop(run).give_back()
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    async def stops(self, run: str) -> None:
        """This run is cancelled."""
        self.tasks[run].cancel()
        await asyncio.wait({self.tasks[run]})
        await asyncio.sleep(0)

    async def empties(self) -> list[str]:
        """Everybody inside concludes, the first one first, until nobody is left; the order in which they came in."""
        while self.inside:
            await self.concludes(next(iter(self.inside)))
        return self.let_in

    def of(self, run: str) -> list[tuple[str, int, bool]]:
        """What this run was told."""
        return [(waits.limit, waits.before, waits.or_more) for waits in self.said if waits.run_id == run]


@asynccontextmanager
async def a_line(limits: RunLimits, *expected: Run) -> AsyncGenerator[Line]:
    line = Line(gate=FairGate(limits, expected=[ticket_of(run) for run in expected]))
    try:
        yield line
    finally:
        for task in line.tasks.values():
            task.cancel()
        await asyncio.gather(*line.tasks.values(), return_exceptions=True)


async def test_without_limits_everybody_comes_in_and_nobody_is_told_to_wait() -> None:
    async with a_line(RunLimits()) as line:
        await line.comes(*(run_of("ann", number) for number in range(100)))

        assert len(line.let_in) == 100
        assert line.said == []


async def test_where_there_is_room_a_run_does_not_even_let_others_go_first() -> None:
    gate = FairGate(RunLimits(in_all=1))
    with gate.admission(run_of("ann", 0)) as admission:
        granted = admission.granted(lambda waits: None)

        with pytest.raises(StopIteration):
            granted.send(None)


LIMITED = [
    (RunLimits(in_all=2), "process", "with two in all"),
    (RunLimits(of_person=2), "person", "with two of a person"),
    (RunLimits(of_channel=2), "channel", "with two of a channel"),
]


@pytest.mark.parametrize(("limits", "limit", "why"), LIMITED, ids=[case[2] for case in LIMITED])
async def test_a_third_run_waits_and_learns_what_for(limits: RunLimits, limit: str, why: str) -> None:
    async with a_line(limits) as line:
        await line.comes(*(run_of("ann", number) for number in range(4)))

        assert line.let_in == ["ann0", "ann1"]
        assert line.of("ann2") == [(limit, 0, False)]
        assert line.of("ann3") == [(limit, 1, False)]

        await line.concludes("ann1")

        assert line.let_in == ["ann0", "ann1", "ann2"]


async def test_the_limits_of_people_and_channels_are_their_own() -> None:
    async with a_line(RunLimits(of_person=1, of_channel=2)) as line:
        await line.comes(run_of("ann", 0), run_of("ann", 1, channel="C2"), run_of("bob", 2))
        await line.comes(run_of("cid", 3), run_of("cid", 4, channel="C2"))

        assert line.let_in == ["ann0", "bob2", "cid4"]
        assert line.of("ann1") == [("person", 0, False)]
        assert line.of("cid3") == [("channel", 0, False)]


async def test_who_asks_one_question_does_not_wait_for_somebodys_fifty() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(*(run_of("ann", number) for number in range(50)))
        await line.comes(run_of("bob", 50), run_of("bob", 51), run_of("cid", 52))

        order = await line.empties()

    assert order[:7] == ["ann0", "bob50", "cid52", "ann1", "ann2", "bob51", "ann3"]
    assert order[7:] == [f"ann{number}" for number in range(4, 50)]


async def test_nobody_starves_however_many_others_keep_coming() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(run_of("ann", 0), run_of("ann", 1), run_of("ann", 2))
        for number in range(10):
            await line.comes(run_of(f"person{number}-", 10 + number), run_of(f"other{number}-", 30 + number))
            await line.concludes(next(iter(line.inside)))

        assert {"ann0", "ann1", "ann2"} <= set(line.let_in)


async def test_a_persons_own_runs_go_by_when_they_were_asked() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(run_of("ann", 0), run_of("ann", 9), run_of("ann", 3), run_of("ann", 6))

        assert await line.empties() == ["ann0", "ann3", "ann6", "ann9"]


async def test_a_run_that_is_stopped_while_it_waits_leaves_the_line() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(run_of("ann", 0), run_of("bob", 1), run_of("cid", 2))

        await line.stops("bob1")
        await line.concludes("ann0")

        assert line.let_in == ["ann0", "cid2"]


async def test_a_run_that_is_stopped_inside_makes_room() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(run_of("ann", 0), run_of("bob", 1))

        await line.stops("ann0")

        assert line.let_in == ["ann0", "bob1"]


async def test_room_is_given_back_once() -> None:
    async with a_line(RunLimits(in_all=1)) as line:
        await line.comes(*(run_of(f"person{number}-", number) for number in range(3)))
        admission = line.inside["person0-0"]

        admission.give_back()
        admission.give_back()
        await line.stops("person0-0")

        assert line.let_in == ["person0-0", "person1-1"]


def in_a_long_line(steps: int) -> Coroutine[object, object, tuple[Line, int]]:
    async def wait() -> tuple[Line, int]:
        async with a_line(RunLimits(in_all=1)) as line:
            await line.comes(*(run_of(f"person{number}-", number) for number in range(40)))
            first = len(line.said)
            for _ in range(steps):
                await line.concludes(next(iter(line.inside)))
            await asyncio.sleep(20.5)
            return line, len(line.said) - first

    return wait()


def test_those_near_the_front_hear_how_many_are_left_and_those_far_behind_only_roughly() -> None:
    line, _ = virtually(in_a_long_line(steps=2))

    assert line.of("person39-39") == [("process", 20, True)]
    assert line.of("person12-12") == [("process", 10, True), ("process", 5, True)]
    assert line.of("person4-4") == [("process", 3, False), ("process", 1, False)]


def test_of_all_that_wait_one_is_told_a_second() -> None:
    _, told = virtually(in_a_long_line(steps=15))

    assert told == 20


def test_after_a_restart_turns_go_by_when_runs_were_asked_in_whatever_order_they_are_taken_up() -> None:
    runs = [run_of("ann", 0), run_of("ann", 1), run_of("bob", 2), run_of("cid", 3)]

    async def restart() -> list[str]:
        async with a_line(RunLimits(in_all=2), *runs) as line:
            await line.comes(run_of("dan", 4), *reversed(runs))
            return await line.empties()

    assert virtually(restart()) == ["bob2", "ann0", "cid3", "dan4", "ann1"]


def test_turns_of_runs_that_are_not_taken_up_are_not_kept_for_ever() -> None:
    async def restart() -> list[str]:
        async with a_line(RunLimits(in_all=1), run_of("ann", 0), run_of("ann", 1)) as line:
            await line.comes(run_of("bob", 2))
            before = list(line.let_in)
            await asyncio.sleep(EXPECTED_SECONDS + 1)
            return [*before, "then", *line.let_in]

    assert virtually(restart()) == ["then", "bob2"]
