"""A queue of edits that respects rate limits: the first edit of a message is sent at once, and of later ones only the
latest is sent. It reports what became of each, and recognizes refusals that close a whole place."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol

from bot.post import Post
from council_core.domain.place import Message
from council_core.errors import MessageGone, OutcomeUnknown, PlaceClosed, PlaceGone, PlatformError

log = logging.getLogger(__name__)

TRIES = 5
"""Most tries of a queued edit before it is dropped."""

Refused = Callable[[PlatformError], None]
Accepted = Callable[[Message, Post], None]

_told: ContextVar[tuple[Refused, Accepted] | None] = ContextVar("told", default=None)


def closes_place(error: PlatformError) -> bool:
    """Tell whether the refusal means that nothing can be posted in this place."""
    return isinstance(error, PlaceClosed) or (
        isinstance(error, PlaceGone) and not isinstance(error, MessageGone)
    )


def report_refused(error: PlatformError) -> None:
    """Report that the platform refused a queued edit."""
    if (told := _told.get()) is not None:
        told[0](error)


def report_accepted(message: Message, post: Post) -> None:
    """Report that the platform has accepted an edit, at once or from the queue."""
    if (told := _told.get()) is not None:
        told[1](message, post)


@contextmanager
def reporting_edits(refused: Refused, accepted: Accepted) -> Generator[None]:
    """Call `refused` for every late refusal of edits made inside, and `accepted` for every edit that the platform
    accepted; also for tasks started there."""
    token = _told.set((refused, accepted))
    try:
        yield
    finally:
        _told.reset(token)


class Budget(Protocol):
    """A rate limit that the edits of all messages share."""

    def wait(self) -> float:
        """Return the seconds until there is room for one more edit. If there is room now, take it and return 0."""
        ...

    async def take(self) -> None:
        """Wait for room and take it."""
        ...


@dataclass(slots=True)
class _Slot:
    """The queued edit of one message, and its timing."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during an edit, because an edit that overtook another would leave the older one visible."""

    free_at: float = float("-inf")
    put_off: Post | None = None
    tries: int = 0
    task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return self.turn.locked() or self.task is not None


@dataclass(slots=True, kw_only=True)
class Edits:
    """The queue of edits, separate for each message."""

    apply: Callable[[Message, Post], Awaitable[None]]
    """Sends one edit. Raises PlatformError."""

    seconds_between: float
    """Seconds between two edits of the same message."""

    budget: Budget | None = None
    _slots: dict[tuple[str, str], _Slot] = field(default_factory=dict[tuple[str, str], _Slot])
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Edit now and raise errors, or queue the edit and return. A final edit is never queued.

        Raises:
            PostRefused, PlaceGone, OutcomeUnknown: An edit that was not queued failed.
        """
        if final:
            await self.last(message, lambda: self._apply(message, post))
            return
        slot = self._slot(message)
        if slot.is_busy or self._wait(slot) > 0:
            slot.put_off = post
            if slot.task is None:
                slot.task = asyncio.create_task(self._later(slot, message))
            return
        async with self._turn(slot):
            await self._apply(message, post)

    async def _apply(self, message: Message, post: Post) -> None:
        await self.apply(message, post)
        report_accepted(message, post)

    def cancel_pending_edit(self, message: Message) -> None:
        """Drop the queued edit of a message that another process edits from now on."""
        slot = self._slots.pop(_key(message), None)
        if slot is not None and slot.task is not None:
            slot.put_off = None
            slot.task.cancel()

    async def last(self, message: Message, apply: Callable[[], Awaitable[None]]) -> None:
        """Make any edit in place of the queued one. It waits only for the budget and for an edit under way, because a
        last edit cannot flicker. Raises PlatformError."""
        slot = self._slot(message)
        async with self._turn(slot):
            if self.budget is not None:
                await self.budget.take()
            slot.put_off = None
            await apply()

    async def drain(self, seconds: float) -> None:
        """Send all queued edits at once; stop after `seconds`."""
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

    def _slot(self, message: Message) -> _Slot:
        """Return the slot of this message. Slots of messages that may be edited now are dropped first."""
        now = asyncio.get_running_loop().time()
        for key in [key for key, slot in self._slots.items() if not slot.is_busy and slot.free_at < now]:
            del self._slots[key]
        return self._slots.setdefault(_key(message), _Slot())

    def _wait(self, slot: _Slot) -> float:
        """Return the seconds until the message may be edited. If it may be edited now, take one edit from the
        budget."""
        if self._hurry.is_set():
            return 0.0
        wait = slot.free_at - asyncio.get_running_loop().time()
        return wait if wait > 0 or self.budget is None else self.budget.wait()

    @asynccontextmanager
    async def _turn(self, slot: _Slot) -> AsyncGenerator[None]:
        async with slot.turn:
            try:
                yield
            finally:
                slot.free_at = asyncio.get_running_loop().time() + self.seconds_between

    async def _later(self, slot: _Slot, message: Message) -> None:
        """Send the queued edits of one message, each as soon as it may be edited, until none is left."""
        try:
            while slot.put_off is not None:
                async with slot.turn:  # an edit that is under way comes first
                    wait = self._wait(slot)
                if wait > 0:
                    await self._pause(wait)
                    continue
                async with self._turn(slot):
                    await self._try(slot, message)
        finally:
            slot.task = None

    async def _try(self, slot: _Slot, message: Message) -> None:
        post, slot.put_off = slot.put_off, None
        if post is None:
            return
        tries, slot.tries = slot.tries + 1, 0
        try:
            await self._apply(message, post)
        except OutcomeUnknown as error:
            log.warning("An edit did not get through (%s), try %d of %d.", error, tries, TRIES)
            if tries < TRIES:
                slot.put_off, slot.tries = slot.put_off or post, tries
        except PlatformError as error:
            log.warning("An edit that was put off was refused: %s", error)
            report_refused(error)

    async def _pause(self, seconds: float) -> None:
        """Sleep so many seconds, or until `drain` sends everything."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurry.wait()


def _key(message: Message) -> tuple[str, str]:
    return message.place.channel, message.id
