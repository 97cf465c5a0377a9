"""Calls that run side by side -> their outcomes, without waiting for stragglers longer than the stage may take."""

import asyncio
from collections.abc import Callable, Coroutine

from council_core.domain.answer import Failure, Reply
from council_core.domain.settings import CouncilSettings

LATE = "The council went on without it after {seconds:.0f} seconds."


class StageDeadline:
    """The common deadline of one stage: it strikes when the stage's time is up and a quorum is there.

    With fewer than the quorum it waits on, since going on would end the run; each call's own deadline then bounds
    the wait.
    """

    def __init__(self, settings: CouncilSettings, *, quorum: int) -> None:
        self._seconds = settings.stage_seconds
        self._missing = quorum
        self._started = asyncio.get_running_loop().time()
        self._quorum = asyncio.Event()
        if quorum <= 0:
            self._quorum.set()

    def heard(self) -> None:
        """One more member has given something that counts."""
        self._missing -= 1
        if self._missing <= 0:
            self._quorum.set()

    async def _strikes(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._started + self._seconds - loop.time()))
        await self._quorum.wait()

    async def bound(
        self,
        call: Coroutine[object, object, Reply | Failure],
        *,
        adopt: Callable[[asyncio.Task[Reply | Failure]], None] | None = None,
    ) -> Reply | Failure:
        """The call's own result, or a `late` failure when the deadline strikes first.

        Args:
            call: Asks one model.
            adopt: Takes over the call that is still on its way; without it the call is cancelled.
        """
        asking = asyncio.create_task(call)
        strike = asyncio.create_task(self._strikes())
        adopted = False
        try:
            await asyncio.wait({asking, strike}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            if adopt is not None:
                adopt(asking)
                adopted = True
            detail = LATE.format(seconds=self._seconds)
            return Failure(reason="late", detail=detail, latency=self._seconds)
        finally:
            strike.cancel()
            if not adopted:
                asking.cancel()
