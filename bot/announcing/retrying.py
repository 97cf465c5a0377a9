"""Send a post once: retry while the outcome is unknown, and stop when the platform refuses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from bot.sending import fence
from council_core.errors import OutcomeUnknown
from council_core.ports import Fence

logger = logging.getLogger(__name__)

S = TypeVar("S")

RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds before each further try of a post whose outcome is unknown: nine minutes in all."""


class Speaking:
    """Sends posts and edits. It passes to the sending function whether an earlier try may have succeeded."""

    def __init__(self, fence: Fence, pauses: Sequence[float] = RETRY_SECONDS) -> None:
        """Args:
        fence: Keeps a process from posting for runs that others may have taken over.
        pauses: Seconds before each further try after an unknown outcome."""
        self._fence = fence
        self._pauses = tuple(pauses)

    async def until_known(
        self, send: Callable[[bool], Awaitable[S]], *, again: bool, further: int | None = None
    ) -> S:
        """Send until the platform has accepted or refused. After an unknown outcome, look for the post before sending
        again.

        Args:
            send: Sends. Its argument tells whether an earlier try may have succeeded.
            again: Whether an earlier try may have succeeded already.
            further: Most further tries after an unknown outcome; by default one for each pause.

        Raises:
            PostRefused, PlaceGone: The platform refused.
            OutcomeUnknown: The platform could not be reached for too long.
        """
        for pause in self._pauses[:further]:
            try:
                return await self._once(send, again)
            except OutcomeUnknown as error:
                logger.info("trying again in %.0f s: %s", pause, error)
                again = True
                await asyncio.sleep(pause)
        return await self._once(send, again)

    async def _once(self, send: Callable[[bool], Awaitable[S]], again: bool) -> S:
        with fence.under(self._fence):
            return await self._fence.speak(lambda: send(again))
