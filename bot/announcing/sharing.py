"""Share verdicts: post each one's beginning into the channel around its thread, once."""

import asyncio
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.announcing.announced_run import LiveRun
from bot.announcing.thread_posts import ThreadPosts
from bot.ports import ChatPlatform, Receipts
from bot.post import KeyedPost
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.sharing import SHARED, already_shared_post, not_shared_post, shared_post
from council_core.domain.events import VerdictShared
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.summary import RunSummary
from council_core.errors import OutcomeUnknown, PlatformError, PostRefused
from council_core.ports import Runs


class Sharing:
    """Posts verdicts into the channels around their threads."""

    def __init__(self, posts: ThreadPosts, receipts: Receipts, store: Runs) -> None:
        """
        Args:
            posts: Sends posts, each once.
            receipts: What was posted so far.
            store: The runs.
        """
        self._posts, self._receipts, self._store = posts, receipts, store
        self._locks: WeakValueDictionary[RunId, asyncio.Lock] = WeakValueDictionary()
        """Held while a run's verdict is shared, so that a second person waits for the first one's result."""

    async def share(self, live: LiveRun, platform: ChatPlatform, place: Place, event: VerdictShared) -> None:
        """Post the verdict's beginning into the channel around the thread. Tell the person if that is refused, or if it
        was shared before."""
        sharing = self._locks.setdefault(event.run_id, asyncio.Lock())
        async with sharing:
            claim = await self._receipts.take(f"{live.run_id}/{SHARED}")
            if claim:
                await self._share(live, platform, place, event, is_new=claim == "new")
                return
            live.knows_posts = False  # Another process may have shared it.
            stands = await self._posts.standing(live, SHARED) is not None
        live.take_stored(await self._store.get(live.run_id))
        await platform.whisper(place, event.person, already_shared_post(live.words, stands=stands))

    async def _share(
        self, live: LiveRun, platform: ChatPlatform, place: Place, event: VerdictShared, *, is_new: bool
    ) -> None:
        summary = live.take_stored(await self._store.get(live.run_id))
        await self._posts.link_verdict(live, platform)
        posts = _shared(live, platform, summary, event)
        try:
            await self._posts.send_missing(
                live, platform, replace(place, thread=None, origin=None), posts, is_new=is_new
            )
            if await self._posts.standing(live, SHARED) is None:
                raise PostRefused("the post is not there")
        except PlatformError as error:
            if not isinstance(error, OutcomeUnknown):
                await self._receipts.release(f"{live.run_id}/{SHARED}")
            why = live.missing or platform_sentence(live.words, error)
            await platform.whisper(place, event.person, not_shared_post(why, live.words))


def _shared(
    live: LiveRun, platform: ChatPlatform, summary: RunSummary, event: VerdictShared
) -> tuple[KeyedPost, ...]:
    """Return the post with the verdict's beginning for the channel; empty without a verdict."""
    if live.outcome is None:
        return ()
    post = shared_post(
        event,
        summary,
        live.outcome,
        live.words,
        verdict_url=live.verdict_url,
        has_buttons=platform.limits.buttons > 0,
    )
    return (post,)
