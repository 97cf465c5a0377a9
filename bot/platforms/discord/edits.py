"""Edits of messages: the first at once, later ones at most every two seconds, and of those only the latest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.post import Post
from council_core.domain.place import Message
from council_core.errors import OutcomeUnknown, PlatformError

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 2.0
"""Edits share a bucket of about five in five seconds with all else in a channel, and people read no faster."""

TRIES = 5
MOST_SLOTS = 1_000


@dataclass(slots=True)
class _Slot:
    """What is going on with one message."""

    quiet_until: float = float("-inf")
    shown: Post | None = None
    latest: Post | None = None
    busy: bool = False
    task: asyncio.Task[None] | None = None


@dataclass(slots=True, kw_only=True)
class Edits:
    """Edits, each message for itself."""

    apply: Callable[[Message, Post], Awaitable[None]]
    """Does one edit. Raises PlatformError."""

    seconds_between: float = SECONDS_BETWEEN
    _slots: dict[tuple[str, str], _Slot] = field(default_factory=dict[tuple[str, str], _Slot])
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)

    async def edit(self, message: Message, post: Post, *, surely: bool = False) -> None:
        """Edits now and raises what goes wrong, or notes the edit for the next free moment and returns; one that is to
        be done surely is never put off.

        Raises:
            PostRefused, PlaceGone, OutcomeUnknown: Of an edit that was done at once.
        """
        slot = self._slots.setdefault((message.place.channel, message.id), _Slot())
        if slot.task is None and not slot.busy and slot.shown == post:
            return
        if surely:
            await self._at_last(slot, message, post)
            return
        if slot.busy or slot.task is not None or self._wait(slot) > 0:
            slot.latest = post
            if slot.task is None:
                slot.task = asyncio.create_task(self._later(slot, message))
            return
        self._forget_quiet_ones()
        await self._now(slot, message, post)

    async def _at_last(self, slot: _Slot, message: Message, post: Post) -> None:
        """In place of all that was put off."""
        while slot.busy:  # noqa: ASYNC110 - an edit takes a moment
            await asyncio.sleep(0.02)
        slot.latest = None
        await self._now(slot, message, post)

    async def last(self, message: Message, apply: Callable[[], Awaitable[None]]) -> None:
        """Does an edit of another kind now, in place of whatever was put off. Raises PlatformError."""
        slot = self._slots.pop((message.place.channel, message.id), None)
        if slot is not None and slot.task is not None:
            slot.task.cancel()
            await asyncio.wait({slot.task})
        await apply()

    def _wait(self, slot: _Slot) -> float:
        return slot.quiet_until - asyncio.get_running_loop().time()

    async def _now(self, slot: _Slot, message: Message, post: Post) -> None:
        slot.busy = True
        slot.shown = None
        try:
            await self.apply(message, post)
            slot.shown = post
        finally:
            slot.busy = False
            slot.quiet_until = asyncio.get_running_loop().time() + self.seconds_between

    async def _later(self, slot: _Slot, message: Message) -> None:
        tries = 0
        try:
            while slot.latest is not None or slot.busy:
                await self._pause(slot)
                if slot.busy or (post := slot.latest) is None:
                    continue
                slot.latest = None
                if post == slot.shown:
                    continue
                try:
                    await self._now(slot, message, post)
                    tries = 0
                except OutcomeUnknown as error:
                    tries += 1
                    log.warning("An edit did not get through (%s), try %d of %d.", error, tries, TRIES)
                    slot.latest = slot.latest or (post if tries < TRIES else None)
                except PlatformError as error:
                    log.warning("Discord refused an edit: %s", error)
        finally:
            slot.task = None

    async def _pause(self, slot: _Slot) -> None:
        """Until the message may be edited again, or until everything must go out."""
        if self._hurry.is_set():
            await asyncio.sleep(0.01 if slot.busy else 0)
            return
        wait = max(self._wait(slot), 0.05 if slot.busy else 0.0)
        if wait <= 0:
            return
        try:
            async with asyncio.timeout(wait):
                await self._hurry.wait()
        except TimeoutError:
            return

    def _forget_quiet_ones(self) -> None:
        if len(self._slots) < MOST_SLOTS:
            return
        for key, slot in list(self._slots.items()):
            if not slot.busy and slot.task is None and self._wait(slot) < 0:
                del self._slots[key]

    async def drain(self, seconds: float) -> None:
        """Sends at once whatever was put off; gives up after `seconds`."""
        waiting = [slot.task for slot in self._slots.values() if slot.task is not None]
        if not waiting:
            return
        self._hurry.set()
        try:
            _, late = await asyncio.wait(waiting, timeout=seconds)
        finally:
            self._hurry.clear()
        for task in late:
            task.cancel()
            log.warning("An edit was still waiting when Council stopped.")
