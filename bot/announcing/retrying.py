"""Say something once: try again while nobody knows whether it was said, and stop where the platform refuses."""

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
"""Delays before each further try of a post whose outcome is unknown: nine minutes in all."""


class Speaking:
    """The way posts and edits are sent. Its callable is told whether the post may have been sent before."""

    def __init__(self, fence: Fence, pauses: Sequence[float] = RETRY_SECONDS) -> None:
        """
        Args:
            fence: Keeps a process from speaking for runs that others may have taken over.
            pauses: Seconds before each further try of what may have been sent or not.
        """
        self._fence = fence
        self._pauses = tuple(pauses)

    async def until_known(
        self, send: Callable[[bool], Awaitable[S]], *, again: bool, further: int | None = None
    ) -> S:
        """Sends until the platform has said yes or no. After an unknown outcome it looks before it sends again.

        Args:
            send: Sends, and is told whether that may have been done before.
            again: Whether it may.
            further: How many more tries an unknown outcome is worth; unless given, as many as there are pauses.

        Raises:
            PostRefused, PlaceGone: The platform said no.
            OutcomeUnknown: It could not be reached for too long.
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
