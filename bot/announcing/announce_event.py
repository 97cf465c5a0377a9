"""Announce one event of a run in its thread: its posts, its board, and edits of earlier posts."""

from collections.abc import Sequence
from dataclasses import replace

from bot.announcing.announced_run import LiveRun
from bot.announcing.follow_ups import FollowUps
from bot.announcing.thread_posts import VERDICT, ThreadPosts
from bot.ports import ChatPlatform
from bot.post import KeyedPost
from bot.presentation.answers import response_key
from bot.presentation.board import BOARD, REMINDER
from bot.presentation.posts import edits_for, posts_for
from council_core.domain.events import Event, RunFailed
from council_core.domain.place import Message, Place
from council_core.domain.summary import RunSummary
from council_core.domain.unveiled import NamedAnswer

ON_BOARD = frozenset({"voting_opened", "slate_ranked", "names_revealed"})
"""Events that appear on the board."""

BEFORE_BOARD = frozenset({"asked", "answering"})
"""Statuses of runs before the first of these events."""


class EventAnnouncer:
    """Turns events and progress into posts and edits, for first questions and for follow-ups."""

    def __init__(self, posts: ThreadPosts) -> None:
        """Args:
        posts: Sends and edits, each post once."""
        self._posts = posts
        self._board, self._follow_ups = Boards(posts), FollowUps(posts)

    async def tell(
        self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary, event: Event
    ) -> None:
        """Post an event's posts, bring the board up to date, and edit earlier posts. Raises PlatformError."""
        edits = edits_for(event, platform.limits, live.words)
        if isinstance(event, RunFailed):
            event = await self._without_posted(live, event, can_edit=platform.limits.edits)
        posts = posts_for(event, platform.limits, live.words, summary)
        if live.joins(platform):
            await self._follow_ups.tell(live, platform, place, summary, event)
            posts, edits = _apart_from_verdict(posts), _apart_from_verdict(edits)
        elif event.kind in ON_BOARD and platform.limits.edits:
            await self._board.tell(live, platform, place, summary)
        elif event.kind == "vote_reminded" and platform.limits.edits:
            await self._board.remind(live, platform, place, summary)
        if posts:
            await self._posts.say(live, platform, place, posts)
        for keyed in edits:
            standing = await self._posts.standing(live, keyed.key)
            if standing is not None:
                await self._posts.edit(platform, live, standing, keyed.post, final=True)

    async def _without_posted(self, live: LiveRun, event: RunFailed, *, can_edit: bool) -> RunFailed:
        """Return a failure without the answers that the thread already shows: their posts get the authors' names. Leave
        the asker out if the verdict's post has notified them."""
        told = await self._posts.standing(live, VERDICT) is not None
        left: list[NamedAnswer] = []
        for answer in event.answers:
            key = response_key(event, answer) if can_edit else ""
            if not key or await self._posts.standing(live, key) is None:
                left.append(answer)
        return replace(event, asker="" if told else event.asker, answers=tuple(left))

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
        if summary.status in BEFORE_BOARD or summary is live.boarded or not platform.limits.edits:
            return  # There is no board yet, or only the stage changed, which the board does not show.
        if await self._board.draw(live, platform, summary, final=final):
            live.boarded = summary


def _apart_from_verdict(posts: Sequence[KeyedPost]) -> tuple[KeyedPost, ...]:
    """Return the posts without the verdict's, which a follow-up draws itself."""
    return tuple(keyed for keyed in posts if not keyed.key.startswith("verdict/"))


class Boards:
    """Posts and edits the boards of runs. A reminder to vote is the board itself: a new post at the end of the thread,
    which notifies people. The first board is deleted, so that a thread has one board."""

    def __init__(self, posts: ThreadPosts) -> None:
        """Args:
        posts: Sends, edits and deletes, each post once."""
        self._posts = posts

    async def tell(self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary) -> None:
        """Post the board, or update the existing one until the platform confirms it."""
        key = REMINDER if await self._posts.is_reminded(live) else BOARD
        await self._posts.say(
            live, platform, place, (KeyedPost(key=key, post=live.board(platform, summary)),)
        )
        await self.draw(live, platform, summary, final=True)

    async def remind(self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary) -> None:
        """Post the board again with the reminder above it."""
        live.is_reminded = True
        post = live.board(platform, summary)
        await self._posts.say(live, platform, place, (KeyedPost(key=REMINDER, post=post),))
        await self.draw(live, platform, summary, final=True)

    async def draw(self, live: LiveRun, platform: ChatPlatform, summary: RunSummary, *, final: bool) -> bool:
        """Bring an existing board up to date, and return whether there is one. Delete the first one if a reminder took
        its place."""
        moved = await self._posts.is_reminded(live)
        board = await self._posts.standing(live, REMINDER if moved else BOARD)
        if board is None:
            return False
        await self._posts.edit(platform, live, board, live.board(platform, summary), final=final)
        if moved:
            await self._posts.remove(live, platform, BOARD)
        return True
