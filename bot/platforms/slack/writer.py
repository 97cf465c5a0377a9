"""Posts and edits -> calls at the pace Slack allows: one line for each channel, one edit at a time for each
message.

docs.slack.dev, rate limits: one post per second and channel with short bursts; chat.update is Tier 3 (50 a
minute in a workspace), and an edit every three seconds is what clients show without flicker.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.post import Post
from council_core.domain.place import Message
from council_core.errors import OutcomeUnknown, PlatformError

log = logging.getLogger(__name__)

TRIES = 3
"""How often an edit that was put off is tried before it is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast we write."""

    posts_per_second: float = 1.0
    burst: int = 4
    seconds_between_edits: float = 3.0
    edits_per_minute: float = 45.0


class Bucket:
    """Tokens that fill up with time, `size` at most."""

    def __init__(self, per_second: float, size: int) -> None:
        self._per_second, self._size = per_second, float(size)
        self._level, self._at = self._size, float("-inf")

    def wait(self) -> float:
        """Seconds until there is a token; takes it when that is now."""
        now = asyncio.get_running_loop().time()
        self._level = min(self._size, self._level + max(0.0, now - self._at) * self._per_second)
        self._at = now
        if self._level < 1:
            return (1 - self._level) / self._per_second
        self._level -= 1
        return 0.0

    async def take(self) -> None:
        """Waits for a token and takes it."""
        while (seconds := self.wait()) > 0:  # noqa: ASYNC110 - time itself is what is waited for
            await asyncio.sleep(seconds)


class Lanes:
    """One line for each channel: first come, first posted, at its pace. Without a pace, as fast as it
    goes."""

    def __init__(self, pace: Pace | None) -> None:
        self._pace = pace
        self._locks: dict[str, asyncio.Lock] = {}
        self._buckets: dict[str, Bucket] = {}

    @asynccontextmanager
    async def lane(self, channel: str) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
        """Our turn in a channel; the value is awaited before each message in it."""
        async with self._locks.setdefault(channel, asyncio.Lock()):
            yield lambda: self._token(channel)

    async def _token(self, channel: str) -> None:
        if self._pace is not None:
            pace = self._pace
            bucket = self._buckets.setdefault(channel, Bucket(pace.posts_per_second, pace.burst))
            await bucket.take()


@dataclass(slots=True)
class _Slot:
    """What is going on with one message."""

    quiet_until: float = 0.0
    latest: Post | None = None
    busy: bool = False
    task: asyncio.Task[None] | None = None


@dataclass(slots=True)
class Edits:
    """Edits of messages: the first at once, later ones at their pace, and of those only the latest."""

    apply: Callable[[Message, Post], Awaitable[None]]
    """Does one edit. Raises PlatformError."""

    pace: Pace | None
    _slots: dict[tuple[str, str], _Slot] = field(default_factory=dict[tuple[str, str], _Slot])
    _budget: Bucket | None = None
    _hurry: asyncio.Event = field(default_factory=asyncio.Event)

    async def edit(self, message: Message, post: Post, *, surely: bool = False) -> None:
        """Edits now and raises what goes wrong, or notes the edit for the next free moment and returns; one that is to
        be done surely is never put off."""
        if self.pace is None:
            await self.apply(message, post)
            return
        slot = self._slots.setdefault((message.place.channel, message.id), _Slot())
        if surely:
            await self._at_last(slot, message, post, self.pace)
            return
        wait = slot.quiet_until - asyncio.get_running_loop().time()
        if slot.busy or slot.task is not None or wait > 0 or self._tokens(self.pace).wait() > 0:
            slot.latest = post
            if slot.task is None:
                slot.task = asyncio.create_task(self._later(slot, message, self.pace))
            return
        await self._now(slot, message, post, self.pace)
        self._forget_quiet_ones()

    async def _at_last(self, slot: _Slot, message: Message, post: Post, pace: Pace) -> None:
        """In place of all that was put off. Nobody flickers over a last edit, so only the budget is waited for."""
        await self._tokens(pace).take()
        while slot.busy:  # noqa: ASYNC110 - an edit takes a moment
            await asyncio.sleep(0.02)
        slot.latest = None
        await self._now(slot, message, post, pace)

    def _tokens(self, pace: Pace) -> Bucket:
        if self._budget is None:
            self._budget = Bucket(pace.edits_per_minute / 60, max(1, round(pace.edits_per_minute / 3)))
        return self._budget

    async def _now(self, slot: _Slot, message: Message, post: Post, pace: Pace) -> None:
        slot.busy = True
        try:
            await self.apply(message, post)
        finally:
            slot.busy = False
            slot.quiet_until = asyncio.get_running_loop().time() + pace.seconds_between_edits

    async def _later(self, slot: _Slot, message: Message, pace: Pace) -> None:
        tries = 0
        try:
            while (slot.latest is not None or slot.busy) and tries < TRIES:
                await self._pause(slot, pace)
                if slot.busy or (post := slot.latest) is None:
                    continue
                slot.latest = None
                try:
                    await self._now(slot, message, post, pace)
                except OutcomeUnknown as error:
                    tries += 1
                    slot.latest = slot.latest or post
                    log.warning("An edit did not get through (%s), try %d of %d.", error, tries, TRIES)
                except PlatformError as error:
                    log.warning("Slack refused an edit: %s", error)
        finally:
            slot.task = None

    async def _pause(self, slot: _Slot, pace: Pace) -> None:
        """Until the message may be edited again, or until everything must go out."""
        while not self._hurry.is_set():
            wait = max(slot.quiet_until - asyncio.get_running_loop().time(), 0.02 if slot.busy else 0.0)
            if wait <= 0 and (wait := self._tokens(pace).wait()) <= 0:
                return
            try:
                await asyncio.wait_for(self._hurry.wait(), timeout=wait)
            except TimeoutError:
                continue
        await asyncio.sleep(0.01 if slot.busy else 0)

    def _forget_quiet_ones(self) -> None:
        now = asyncio.get_running_loop().time()
        idle = [
            key
            for key, slot in self._slots.items()
            if not slot.busy and slot.task is None and slot.quiet_until < now
        ]
        for key in idle:
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
