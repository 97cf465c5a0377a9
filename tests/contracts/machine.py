"""An engine that can lose its power and get it back, over any database."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Protocol

import pytest

from council_core.domain.question import RunId
from council_core.ports import Engine, Signal, Signals, Steps
from tests.testbed.patience import PATIENCE

Story = Callable[[Steps, Signals], Awaitable[None]]
Ending = Callable[[Steps], Awaitable[None]]

HERE_AND_THERE = pytest.mark.parametrize("machine", ["memory", "sqlite"], indirect=True)
"""For tests that do not depend on the kind of database."""

EVERYWHERE = pytest.mark.parametrize("machine", ["memory", "sqlite", "postgres"], indirect=True)


class LaunchedEngine(Engine, Protocol):
    """An `Engine` that is launched and closed."""

    async def launch(
        self,
        story: Callable[[RunId, Steps, Signals], Awaitable[None]],
        *,
        ending: Callable[[RunId, Steps], Awaitable[None]],
    ) -> None: ...

    async def resume(self, run_id: RunId) -> None: ...

    async def aclose(self) -> None: ...


class Machine:
    """One run on an engine.

    Args:
        plug_in: Makes an engine over the data that the previous one left.
    """

    def __init__(self, plug_in: Callable[[], LaunchedEngine]) -> None:
        self._plug_in = plug_in
        self._power_is_gone = asyncio.Event()
        self.run_id = RunId(f"r{token_hex(6)}")
        self.engine: LaunchedEngine | None = None
        self.ending: Ending | None = None
        """The run's ending when it is cancelled."""

    async def execute(self, story: Story) -> None:
        """Execute the run to its end, or until the power fails; the next call continues from there."""
        await self.plug_in(story)
        assert self.engine is not None
        await self.engine.start(self.run_id)
        ends = asyncio.create_task(self.engine.finished(self.run_id))
        cut = asyncio.create_task(self._power_is_gone.wait())
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({ends, cut}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (ends, cut):
                task.cancel()
            await asyncio.wait({ends, cut})
            await self.unplug()

    async def plug_in(self, story: Story) -> None:
        """Start an engine; it resumes the run if there is one."""

        async def story_of(run_id: RunId, steps: Steps, signals: Signals) -> None:
            assert run_id == self.run_id
            await story(steps, signals)

        async def ending(run_id: RunId, steps: Steps) -> None:
            assert run_id == self.run_id
            if self.ending is not None:
                await self.ending(steps)

        self._power_is_gone.clear()
        self.engine = self._plug_in()
        await self.engine.launch(story_of, ending=ending)

    async def unplug(self) -> None:
        """Stop the engine, however far the run is."""
        if self.engine is not None:
            await self.engine.aclose()
            self.engine = None

    async def blackout(self) -> None:
        """Fail the power: called within a step, which therefore never ends."""
        self._power_is_gone.set()
        await asyncio.Event().wait()

    async def send(self, signal: Signal, *, key: str) -> None:
        """Send the run a signal."""
        assert self.engine is not None, "the machine is off"
        await self.engine.send(self.run_id, signal, key=key)
