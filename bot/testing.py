"""A chat platform in memory, for tests of all layers above the platforms and for measurements."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.ports import LARGEST_FILE, Abilities, Handle, Thread
from bot.post import Limits, Post, Reply
from bot.requests.request import Request
from bot.sending.edit_queue import report_accepted
from council_core.domain.place import Message, PersonId, Place
from council_core.errors import OutcomeUnknown, PlatformError


@dataclass(slots=True)
class Standing:
    """A post in a place: its present content, and its content before each edit."""

    key: str
    message: Message
    post: Post
    earlier: list[Post] = field(default_factory=list[Post])


class MemoryPlatform:
    """Implements `bot.ports.ChatPlatform` on lists.

    `refuse`, `refuse_to_remove` and `lose` script failures: an error raised before a post is made, before one is
    deleted, or after a post is made.
    """

    def __init__(self, name: str = "memory", limits: Limits | None = None) -> None:
        self.name = name
        self.limits = limits or Limits(prose=3000, parts=3)
        self.abilities = Abilities()
        self.standing: list[Standing] = []
        self.refuse: dict[str, list[PlatformError]] = {}
        self.refuse_to_remove: list[PlatformError] = []
        self.lose: dict[str, int] = {}
        self.removed: list[Standing] = []
        """Deleted posts, in order."""

        self.files: dict[str, bytes] = {}
        """Files to fetch, by reference."""

        self.fetched: list[str] = []
        """References that were asked for, in order."""

        self.whispered: list[tuple[str, Post]] = []
        """Private messages, each with the id of its reader."""

        self.posted = asyncio.Condition()
        self._by_message: dict[Message, Standing] = {}
        self._waiting: dict[str | None, list[tuple[str, asyncio.Future[Standing]]]] = {}
        self._handle: asyncio.Future[Handle] | None = None

    async def serve(self, handle: Handle | None) -> None:
        if handle is not None:
            self._served().set_result(handle)
        await asyncio.Event().wait()

    async def say(self, request: Request) -> Reply | None:
        """Pass in a person's request, as the platform would."""
        handle = await self._served()
        return await handle(request)

    def _served(self) -> "asyncio.Future[Handle]":
        if self._handle is None:
            self._handle = asyncio.get_running_loop().create_future()
        return self._handle

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        message = await self._put(place, post, key=key, again=again)
        thread = place if place.thread is not None else replace(place, thread=message.id)
        return Thread(card=message, place=thread)

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        return await self._put(place, post, key=key, again=again)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        if (standing := self._by_message.get(message)) is not None:
            standing.earlier.append(standing.post)
            standing.post = post
        report_accepted(message, post)
        async with self.posted:
            self.posted.notify_all()

    async def remove(self, message: Message) -> None:
        if self.refuse_to_remove:
            raise self.refuse_to_remove.pop(0)
        if (standing := self._by_message.pop(message, None)) is not None:
            self.standing.remove(standing)
            self.removed.append(standing)
        async with self.posted:
            self.posted.notify_all()

    def cancel_pending_edit(self, message: Message) -> None:
        """Do nothing: no edit is ever queued."""

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        for standing in self.standing:
            if standing.key in posts:
                await self.edit(standing.message, post)

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        self.whispered.append((person, post))

    async def address(self, message: Message) -> str:
        return f"https://chat.example/{message.place.channel}/{message.id}"

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        self.fetched.append(reference)
        if reference not in self.files:
            raise PlatformError(f"There is no file '{reference}' in memory.")
        return self.files[reference]

    async def may_read(self, person: PersonId, place: Place) -> bool:
        return True

    async def aclose(self) -> None:
        """Do nothing: no edit is ever queued."""

    async def wait_for(self, key_ending: str, *, channel: str | None = None) -> Standing:
        """Return the post whose key has this ending, in this channel or in any, once it exists."""

        for standing in self.standing:
            if _is_one(standing, key_ending, channel):
                return standing
        found: asyncio.Future[Standing] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(channel, []).append((key_ending, found))
        return await found

    def clear(self) -> None:
        """Drop all posts from memory."""
        self.standing.clear()
        self._by_message.clear()

    @property
    def keys(self) -> list[str]:
        """Return the keys of all posts in order, without the run's id."""
        return [standing.key.partition("/")[2] for standing in self.standing]

    async def _put(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        part = key.partition("/")[2]
        if again:
            for standing in self.standing:
                if standing.key == key:
                    return standing.message
        if errors := self.refuse.get(part):
            raise errors.pop(0)
        message = Message(place=place, id=f"m{len(self.standing) + len(self.removed) + 1}")
        standing = Standing(key=key, message=message, post=post)
        self.standing.append(standing)
        self._by_message[message] = standing
        self._tell(standing)
        if self.lose.get(part, 0) > 0:
            self.lose[part] -= 1
            raise OutcomeUnknown("The connection was cut.")
        async with self.posted:
            self.posted.notify_all()
        return message

    def _tell(self, standing: Standing) -> None:
        """Wake only the tasks that wait for this post, because measurements wait for hundreds at once, each in a
        channel."""
        for channel in (standing.message.place.channel, None):
            waiting = self._waiting.pop(channel, [])
            for key_ending, found in waiting:
                if not standing.key.endswith(key_ending):
                    self._waiting.setdefault(channel, []).append((key_ending, found))
                elif not found.done():
                    found.set_result(standing)


def _is_one(standing: Standing, key_ending: str, channel: str | None) -> bool:
    here = channel is None or standing.message.place.channel == channel
    return here and standing.key.endswith(key_ending)
