"""Wait for calls that outlived their stage, and show their answers as late."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from council_core.domain.answer import Abstention, Answer, Failure, Outcome, Reply
from council_core.domain.member import MemberId
from council_core.domain.question import RunId
from council_core.errors import CouncilError
from council_core.positions import part

logger = logging.getLogger(__name__)

Arrived = Callable[[RunId, Outcome], Awaitable[None]]


def outcome_of(member: MemberId, result: Reply | Failure) -> Outcome:
    """Return the result of a call as the run stores it."""
    if isinstance(result, Reply):
        parted = part(result.text)
        return Answer(member=member, reply=replace(result, text=parted.text), position=parted.position)
    return Abstention(member=member, failure=result)


class Stragglers:
    """Holds the calls that a run no longer waits for, until they or the process end.

    They are not durable: after a crash the run knows them as late already, and does not pay for them again.
    """

    def __init__(self, arrived: Arrived) -> None:
        self._arrived = arrived
        self._tasks: set[asyncio.Task[None]] = set()

    def adopt(self, run_id: RunId, member: MemberId, call: asyncio.Task[Reply | Failure]) -> None:
        """Wait for the call in the background and pass its result on."""
        task = asyncio.create_task(self._wait(run_id, member, call))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait(self, run_id: RunId, member: MemberId, call: asyncio.Task[Reply | Failure]) -> None:
        try:
            result = await call
        finally:
            call.cancel()
        try:
            await self._arrived(run_id, outcome_of(member, result))
        except CouncilError as error:
            logger.warning("run %s: a late answer could not be kept: %s", run_id, error)

    async def aclose(self) -> None:
        """Drop all unfinished calls."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
