"""Tests of following a run: no change is missed, whatever order the reads and the news come in."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

from bot.programs.counter import Counter
from bot.programs.platform import ProgramPlatform, named
from bot.requests.request import Request
from council_core.council import Council
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.testing import (
    MemoryChanges,
    MemoryEngine,
    MemoryRunStore,
    ScriptedModels,
    SteppingClock,
    says,
)
from tests.samples import QUESTION, a_run
from tests.testbed.patience import PATIENCE

PROGRAM = named("ci")


class SlowCouncil(Council):
    """A council whose reads may arrive late, with the state at their beginning."""

    def __init__(self, store: MemoryRunStore) -> None:
        super().__init__(
            store=store,
            engine=MemoryEngine(),
            models=ScriptedModels({}, otherwise=says("Spaces.")),
            clock=SteppingClock(),
            draw_seed=lambda: "5eed" * 8,
        )
        self.reads = 0
        self.arrive = asyncio.Event()
        self.arrive.set()

    async def run(self, run_id: RunId) -> Run:
        run = await super().run(run_id)
        self.reads += 1
        await self.arrive.wait()
        return run


async def test_a_change_that_comes_while_an_earlier_one_is_read_is_told_too() -> None:
    store = MemoryRunStore()
    council = SlowCouncil(store)
    run = a_run("r" + "0" * 16, question=replace(QUESTION, place=PROGRAM.place))
    await store.add(run)
    counter = Counter(
        council=council, act=_nothing, changes=MemoryChanges(store), platform=ProgramPlatform(), presets={}
    )

    async with asyncio.timeout(PATIENCE), aclosing(counter.follow(PROGRAM, run.id)) as moments:
        seen = [(await anext(moments)).status]
        upcoming = asyncio.ensure_future(anext(moments))
        await _settled()
        council.arrive.clear()
        await store.save(replace(run, status="answering"))
        await _settled()
        await store.save(replace(run, status="reviewing"))
        await _settled()
        assert council.reads == 3, (
            "at the start, at the first news, and now with the state before the last change"
        )
        council.arrive.set()
        seen += [(await upcoming).status, (await anext(moments)).status]

    assert seen == ["asked", "answering", "reviewing"]


async def _nothing(request: Request) -> None:
    raise AssertionError(f"nothing is asked here: {request}")


async def _settled() -> None:
    """Let every task run until it waits; nothing here waits for anything outside of this loop."""
    for _ in range(20):
        await asyncio.sleep(0)
