"""Which of several processes takes a question that all of them hear of."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from council_core.domain.question import RunId
from council_core.engine.spread import LONGEST_PATIENCE, PATIENCE_SECONDS, SILENT_SECONDS, Spread
from council_core.errors import StoreUnavailable
from tests.virtual_time import virtually

NAMES = ("ada", "blaise", "carl")


@dataclass
class Workers:
    """Processes that hear the same words in the same order."""

    spreads: dict[str, Spread] = field(default_factory=dict[str, Spread])
    taken: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    looks: int = 0
    dead: set[str] = field(default_factory=set[str])
    tasks: list["asyncio.Task[None]"] = field(default_factory=list["asyncio.Task[None]"])

    def __post_init__(self) -> None:
        for name in NAMES:
            self.taken[name] = []
            self.spreads[name] = Spread(name, take=self._take(name), load=lambda name=name: self.load(name))
            self.tasks.append(asyncio.create_task(self.spreads[name].work()))

    def load(self, name: str) -> int:
        return len(self.taken[name])

    def _take(self, name: str) -> Callable[[RunId], Awaitable[None]]:
        async def take(run_id: RunId) -> None:
            self.looks += 1
            await asyncio.sleep(0.01)
            if all(run_id not in taken for taken in self.taken.values()):
                self.taken[name].append(run_id)

        return take

    @property
    def living(self) -> list[Spread]:
        return [spread for name, spread in self.spreads.items() if name not in self.dead]

    def signs(self) -> None:
        """Everybody who lives gives a sign of life."""
        for name, spread in self.spreads.items():
            if name not in self.dead:
                self.say(name, spread.sign)

    def say(self, name: str, runs: int) -> None:
        for spread in self.living:
            spread.carries(name, runs)

    def ask(self, *numbers: int) -> None:
        """So many questions are asked in one moment."""
        for number in numbers:
            for spread in self.living:
                spread.asked(RunId(f"r{number}"))

    async def live(self, seconds: float) -> None:
        """Time passes, with a sign of life each second."""
        for _ in range(round(seconds)):
            await asyncio.sleep(1.0)
            self.signs()

    def counts(self) -> list[int]:
        return [len(taken) for taken in self.taken.values()]


def among_workers(*moments: Sequence[int], dead: Sequence[str] = (), seconds: float = 5) -> Workers:
    """What came of questions that are asked in these moments, a second apart."""

    async def play() -> Workers:
        workers = Workers()
        workers.signs()
        workers.dead |= set(dead)
        for moment in moments:
            workers.ask(*moment)
            await workers.live(1)
        await workers.live(seconds)
        return workers

    return virtually(play())


def test_thirty_questions_of_one_moment_are_spread_evenly_and_each_is_looked_at_again_by_two() -> None:
    workers = among_workers(range(30))

    assert workers.counts() == [10, 10, 10]
    assert workers.looks == 90


def test_questions_one_after_another_are_spread_too() -> None:
    assert sorted(among_workers(*([number] for number in range(12))).counts()) == [4, 4, 4]


def test_who_has_more_to_do_gets_fewer() -> None:
    async def play() -> list[int]:
        workers = Workers()
        workers.taken["ada"] = [f"earlier{number}" for number in range(6)]
        workers.signs()
        workers.ask(*range(9))
        await workers.live(5)
        return workers.counts()

    ada, *others = virtually(play())

    assert (ada, sorted(others)) == (6, [4, 5])


def test_what_falls_to_somebody_who_has_just_died_is_taken_by_the_others() -> None:
    workers = among_workers(range(30), dead=["carl"])

    assert sum(workers.counts()) == 30
    assert len(workers.taken["carl"]) == 0
    assert min(workers.counts()[:2]) >= 10


def test_somebody_who_was_silent_for_long_is_not_counted_on() -> None:
    async def play() -> tuple[int, list[int]]:
        workers = Workers()
        workers.signs()
        workers.dead.add("carl")
        await workers.live(SILENT_SECONDS + 2)
        workers.ask(*range(10))
        # Nobody has to wait whether carl takes his.
        await asyncio.sleep(PATIENCE_SECONDS / 2)
        return sum(workers.counts()), workers.counts()

    total, counts = virtually(play())

    assert (total, counts) == (10, [5, 5, 0])


def test_who_is_about_to_end_takes_nothing_any_more() -> None:
    async def play() -> list[int]:
        workers = Workers()
        workers.signs()
        workers.spreads["carl"].leave()
        workers.signs()
        workers.ask(*range(10))
        await workers.live(5)
        return workers.counts()

    assert virtually(play()) == [5, 5, 0]


def test_who_hears_of_nobody_else_takes_everything() -> None:
    async def play() -> list[str]:
        taken: list[str] = []

        async def take(run_id: RunId) -> None:
            taken.append(run_id)

        alone = Spread("ada", take=take, load=lambda: len(taken))
        working = asyncio.create_task(alone.work())
        alone.asked(RunId("r1"))
        alone.asked(RunId("r2"))
        await asyncio.sleep(0.1)
        working.cancel()
        return taken

    assert virtually(play()) == ["r1", "r2"]


def test_who_keeps_a_question_leaves_it_to_the_others_and_takes_it_when_none_of_them_does() -> None:
    async def play() -> tuple[list[bool], list[int], list[int]]:
        workers = Workers()
        ada = workers.spreads["ada"]
        alone = ada.offer(RunId("r1"))
        workers.signs()
        workers.dead |= {"blaise", "carl"}
        among_others = ada.offer(RunId("r2"))
        at_once = workers.counts()
        await workers.live(LONGEST_PATIENCE + 1)
        return [alone, among_others], at_once, workers.counts()

    assert virtually(play()) == ([False, True], [0, 0, 0], [1, 0, 0])


def test_a_database_that_is_away_for_a_moment_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> list[str]:
        taken: list[str] = []

        async def take(run_id: RunId) -> None:
            if run_id == "r1":
                raise StoreUnavailable("It restarts.")
            taken.append(run_id)

        alone = Spread("ada", take=take, load=lambda: 0)
        working = asyncio.create_task(alone.work())
        for name in ("r1", "r2"):
            alone.asked(RunId(name))
        await asyncio.sleep(0.1)
        working.cancel()
        return taken

    assert virtually(play()) == ["r2"]
    assert "run r1 is not taken now: It restarts." in caplog.text
