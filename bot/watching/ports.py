"""Decorators of the bot's ports that observe posts, requests and votes."""

import asyncio
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import cast

from bot.ports import LARGEST_FILE, Abilities, ChatPlatform, Handle, Thread
from bot.post import Limits, Post, Reply
from bot.requests.request import Request
from bot.sending.rate_limit import reporting_waits
from bot.watching.logs import about
from bot.watching.run import ended
from council_core.domain.ballot import Ballot
from council_core.domain.ending import Ending
from council_core.domain.observations import (
    PlatformWaited,
    PostOutcome,
    PostSent,
    RequestHandled,
    VoteCounted,
)
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import RunId
from council_core.errors import OutcomeUnknown, PlaceGone, PlatformError
from council_core.ports import Clock, Observer, RunStore


class WatchedPlatform:
    """A `ChatPlatform` that reports its posts and edits."""

    def __init__(self, platform: ChatPlatform, observe: Observer) -> None:
        self._platform, self._observe = platform, observe

    @property
    def name(self) -> str:
        return self._platform.name

    @property
    def limits(self) -> Limits:
        return self._platform.limits

    @property
    def abilities(self) -> Abilities:
        return self._platform.abilities

    async def serve(self, handle: Handle | None) -> None:
        await self._platform.serve(handle)

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        with self._seen(key, again=again):
            return await self._platform.open_thread(place, post, key=key, again=again)

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        with self._seen(key, again=again):
            return await self._platform.post(place, post, key=key, again=again)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        with self._seen("", again=False):
            await self._platform.edit(message, post, final=final)

    async def remove(self, message: Message) -> None:
        with self._seen("", again=False):
            await self._platform.remove(message)

    def cancel_pending_edit(self, message: Message) -> None:
        self._platform.cancel_pending_edit(message)

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        with self._seen("erase", again=False):
            await self._platform.erase(place, posts, post)

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        await self._platform.whisper(place, person, post)

    async def address(self, message: Message) -> str:
        return await self._platform.address(message)

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        return await self._platform.fetch_file(reference, most=most)

    async def may_read(self, person: PersonId, place: Place) -> bool:
        return await self._platform.may_read(person, place)

    def _waited(self, seconds: float) -> None:
        self._observe(PlatformWaited(platform=self.name, seconds=seconds))

    async def aclose(self) -> None:
        await self._platform.aclose()

    @contextmanager
    def _seen(self, key: str, *, again: bool) -> Generator[None]:
        loop = asyncio.get_running_loop()
        started = loop.time()
        outcome: PostOutcome = "unknown"
        try:
            with reporting_waits(self._waited):
                yield
            outcome = "ok"
        except PlatformError as error:
            outcome = _outcome(error)
            raise
        finally:
            seconds = loop.time() - started
            # This turns a key such as `r8kq2z5m0c7xw3t9n/slate/A` into the kind of post, without the alias or the
            # part's number.
            run_id, _, rest = key.partition("/")
            self._observe(
                PostSent(
                    run_id=RunId(run_id) if key else None,
                    platform=self.name,
                    what=rest.partition("/")[0] if key else "edit",
                    outcome=outcome,
                    seconds=seconds,
                    again=again,
                )
            )


def _outcome(error: PlatformError) -> PostOutcome:
    if isinstance(error, OutcomeUnknown):
        return "unknown"
    return "gone" if isinstance(error, PlaceGone) else "refused"


class WatchedHandle:
    """A `Handle` that reports its requests, and whose log records carry platform and kind of request."""

    def __init__(self, handle: Handle, observe: Observer) -> None:
        self._handle, self._observe = handle, observe

    async def __call__(self, request: Request) -> Reply | None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        platform = request.place.platform
        with about(platform=platform, request=request.kind):
            try:
                return await self._handle(request)
            finally:
                seconds = loop.time() - started
                self._observe(RequestHandled(platform=platform, what=request.kind, seconds=seconds))


class _Votes:
    """A `RunStore` that reports votes, and runs that are stopped from outside their story; it passes on everything
    else."""

    def __init__(self, store: RunStore, observe: Observer, clock: Clock) -> None:
        self._store, self._observe, self._clock = store, observe, clock

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        votes = await self._store.cast(run_id, ballot)
        self._observe(VoteCounted(run_id=run_id))
        return votes

    async def cancel(self, run_id: RunId, at: datetime, ending: Ending) -> bool:
        is_news = await self._store.cancel(run_id, at, ending)
        if is_news:
            self._observe(ended(await self._store.get(run_id), self._clock))
        return is_news


def watched_votes(store: RunStore, observe: Observer, clock: Clock) -> RunStore:
    """Return a store that reports changes, for code that acts on a run from outside its story."""
    return cast("RunStore", _Votes(store, observe, clock))
