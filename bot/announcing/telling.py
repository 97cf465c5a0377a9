"""Announce one event of a run in its thread: its posts, its board, and edits of earlier posts."""

from collections.abc import Sequence
from dataclasses import replace

from bot.announcing.announced_run import LiveRun
from bot.announcing.follow_ups import FollowUps
from bot.announcing.thread_posts import VERDICT, ThreadPosts
from bot.ports import ChatPlatform, Receipts
from bot.presentation import BOARD, KeyedPost, edits_for, posts_for
from council_core.domain.events import Event, RunFailed
from council_core.domain.place import Message, Place
from council_core.domain.summary import RunSummary

ON_BOARD = frozenset({"voting_opened", "slate_ranked", "names_revealed"})
"""Events that appear on the board."""


class Telling:
    """Turns events and progress into posts and edits, for first questions and for follow-ups."""

    def __init__(self, posts: ThreadPosts, receipts: Receipts) -> None:
        """Args:
        posts: Sends and edits, each post once.
        receipts: Receipts of all posts so far."""
        self._posts = posts
        self._follow_ups = FollowUps(posts, receipts)

    async def tell(
        self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary, event: Event
    ) -> None:
        """Post an event's posts, bring the board up to date, and edit earlier posts. Raises PlatformError."""
        if isinstance(event, RunFailed) and await self._posts.standing(live, VERDICT) is not None:
            event = replace(event, asker="")  # The verdict's post has notified the asker already.
        posts = posts_for(event, platform.limits, live.words, summary)
        edits = edits_for(event, platform.limits, live.words)
        if live.joins(platform):
            await self._follow_ups.tell(live, platform, place, summary, event)
            posts, edits = _apart_from_verdict(posts), _apart_from_verdict(edits)
        elif event.kind in ON_BOARD and platform.limits.edits:
            await self._posts.board(live, platform, place, summary)
        if posts:
            await self._posts.say(live, platform, place, posts)
        for keyed in edits:
            standing = await self._posts.standing(live, keyed.key)
            if standing is not None:
                await self._posts.edit(platform, live, standing, keyed.post, final=True)

    async def draw(
        self, live: LiveRun, platform: ChatPlatform, card: Message, summary: RunSummary, *, final: bool
    ) -> None:
        """Bring card and board up to date."""
        if summary.is_being_revealed and not final:
            return  # The names follow in a moment, with the last edits.
        if live.joins(platform):
            await self._follow_ups.draw(live, platform, summary, final=final)
            return
        await self._posts.link_verdict(live, platform)
        await self._posts.edit(platform, live, card, live.card(platform, summary), final=final)
        if summary is live.boarded or not platform.limits.edits:
            return  # Only the stage changed, which the board does not show.
        board = await self._posts.standing(live, BOARD)
        if board is not None:
            await self._posts.edit(platform, live, board, live.board(platform, summary), final=final)
            live.boarded = summary


def _apart_from_verdict(posts: Sequence[KeyedPost]) -> tuple[KeyedPost, ...]:
    """Return the posts without the verdict's, which a follow-up draws itself."""
    return tuple(keyed for keyed in posts if not keyed.key.startswith("verdict/"))
