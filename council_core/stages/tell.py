"""Announce events one after another beside the stages, and make paid calls only while somebody can read the results."""

import asyncio
from collections.abc import Coroutine
from contextlib import nullcontext
from typing import TypeVar

from council_core.domain.answer import Failure, Reply
from council_core.domain.events import Event, Stage, StageProgressed
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.waiting import VerdictGrows
from council_core.errors import RunUnreadable
from council_core.ports import Announcer, ModelProvider, Prompt, Queueing, Steps
from council_core.stages.keep import Times

T = TypeVar("T")


class Teller:
    """Announces events one after another, beside the deliberation: a slow channel never delays a model."""

    def __init__(self, run_id: RunId, announcer: Announcer, steps: Steps, group: asyncio.TaskGroup) -> None:
        self._run_id = run_id
        self._announcer = announcer
        self._steps = steps
        self._group = group
        self._last: asyncio.Task[None] | None = None

    def tell(self, event: Event, *, part: str = "", after: asyncio.Task[Times] | None = None) -> None:
        """Queue an event. It is announced after the events before it, and not before `after` has finished."""
        name = f"tell:{event.kind}" + (f":{part}" if part else "")
        before = self._last

        async def announce() -> None:
            if before is not None:
                await before
            if after is not None:
                await after
            await self._steps.once(name, lambda: self._announcer.announce(self._run_id, event), None)

        self._last = self._group.create_task(announce())

    def beside(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Do other work without delaying the deliberation."""
        return self._group.create_task(work)

    async def told(self) -> None:
        """Return when everything queued so far has been announced."""
        if self._last is not None:
            await self._last

    def written(self, text: str) -> None:
        """Report what the chairman has written so far."""
        self._announcer.progress(self._run_id, VerdictGrows(run_id=self._run_id, text=text))

    def progress(self, stage: Stage, *, of: int) -> "Progress":
        return Progress(self._run_id, self._announcer, stage, of)


class Progress:
    """Reports the progress of a stage."""

    def __init__(self, run_id: RunId, announcer: Announcer, stage: Stage, of: int) -> None:
        self._run_id = run_id
        self._announcer = announcer
        self._stage: Stage = stage
        self._of = of
        self(0, 0)

    def __call__(self, done: int, failed: int) -> None:
        event = StageProgressed(run_id=self._run_id, stage=self._stage, done=done, of=self._of, failed=failed)
        self._announcer.progress(self._run_id, event)


class ForReaders:
    """Implements `ModelProvider` for one run: it asks a member only while the run can be shown in its place.

    The check happens inside the step of each paid call, so it needs no step of its own: a replayed call was paid
    before, and a refused one leaves nothing behind.
    """

    def __init__(self, models: ModelProvider, announcer: Announcer, run_id: RunId) -> None:
        """
        Args:
            models: Asks the members.
            announcer: Knows whether the run can be shown.
            run_id: The run.
        """
        self._models, self._announcer, self._run_id = models, announcer, run_id

    def check(self, member: Member) -> None:
        self._models.check(member)

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """Ask one member for one reply.

        Raises:
            RunUnreadable: The platform refuses the run's posts for good; no model was asked.
        """
        if why := await self._announcer.unreadable(self._run_id):
            raise RunUnreadable(why)
        return await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
