"""Announce one event of a run in its thread: its posts, its board, and edits of earlier posts.

A follow-up is one post beside its responses: first a card with progress and votes, then, as a new post that notifies
people, the verdict with the board. A reminder to vote repeats the newest of these posts. An earlier one is deleted only
once the next is sent; a process that stops in between deletes it later."""

from collections.abc import Sequence
from dataclasses import replace

from bot.announcing.announced_run import LiveRun
from bot.announcing.thread_posts import CARD, VERDICT, ThreadPosts
from bot.ports import ChatPlatform
from bot.post import Block, KeyedPost, Post
from bot.presentation.answers import response_key
from bot.presentation.board import BOARD, REMINDER, board_blocks
from bot.presentation.follow_up import follow_up_post
from bot.presentation.posts import edits_for, posts_for
from council_core.domain.events import Event, NamedAnswer, NamesRevealed, RunFailed, VerdictReached
from council_core.domain.place import Message, Place
from council_core.domain.summary import RunSummary

ON_BOARD = frozenset({"voting_opened", "slate_ranked", "names_revealed"})
"""Events that appear on the board."""

BEFORE_BOARD = frozenset({"asked", "answering"})
"""Statuses of runs before the first of these events."""

ON_FOLLOW_UP = frozenset(
    {"voting_opened", "slate_ranked", "verdict_reached", "vote_reminded", "names_revealed"}
)
"""Events that appear in the one post of a follow-up."""


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
        if live.has_one_post(platform):
            await self._follow_ups.tell(live, platform, place, summary, event)
            posts, edits = _apart_from_verdict(posts), _apart_from_verdict(edits)
        elif event.kind in ON_BOARD and platform.limits.edits:
            await self._board.tell(live, platform, place, summary)
        elif event.kind == "vote_reminded" and platform.limits.edits:
            await self._board.remind(live, platform, place, summary)
        if posts:
            await self._posts.send_missing(live, platform, place, posts)
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
        if live.has_one_post(platform):
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
        await self._posts.send_missing(
            live, platform, place, (KeyedPost(key=key, post=live.board(platform, summary)),)
        )
        await self.draw(live, platform, summary, final=True)

    async def remind(self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary) -> None:
        """Post the board again with the reminder above it."""
        live.is_reminded = True
        post = live.board(platform, summary)
        await self._posts.send_missing(live, platform, place, (KeyedPost(key=REMINDER, post=post),))
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


class FollowUps:
    """Sends and edits the posts of follow-ups in the thread of their conversation."""

    def __init__(self, posts: ThreadPosts) -> None:
        """Args:
        posts: Sends, edits and deletes, each post once."""
        self._posts = posts

    async def tell(
        self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary, event: Event
    ) -> None:
        """Post the verdict with the board when it is reached, and the same post again as a reminder. For other events,
        edit the existing post."""
        if event.kind not in ON_FOLLOW_UP:
            return
        verdict = _verdict_of(live, event, summary)
        if verdict is not None:
            await self._posts.send_missing(live, platform, place, (_post(live, platform, verdict, summary),))
        if event.kind == "vote_reminded":
            live.is_reminded = True
            verdict = await self._shown(live)
            post = _reminder(live, platform, verdict, summary)
            await self._posts.send_missing(live, platform, place, (KeyedPost(key=REMINDER, post=post),))
            live.verdict_url = ""
        await self.draw(live, platform, summary, final=True)

    async def draw(self, live: LiveRun, platform: ChatPlatform, summary: RunSummary, *, final: bool) -> None:
        """Update the newest of the follow-up's posts and delete the earlier ones. The newest is the card, then the
        verdict's post, or a reminder in place of either."""
        moved, verdict = await self._posts.is_reminded(live), await self._shown(live)
        if moved and (verdict is None or summary.show_ranking == "at_once"):
            key, post, before = REMINDER, _reminder(live, platform, verdict, summary), (CARD, VERDICT)
        elif verdict is not None:
            key, post = VERDICT, _post(live, platform, verdict, summary).post
            before = (CARD, REMINDER) if moved else (CARD,)
        else:
            key, post, before = CARD, _card(live, platform, summary), ()
        standing = await self._posts.standing(live, key)
        if standing is None:
            return
        await self._posts.edit(platform, live, standing, post, final=final)
        for each in before:
            await self._posts.remove(live, platform, each)

    async def _shown(self, live: LiveRun) -> VerdictReached | None:
        """Return the verdict, once a post shows it."""
        return _verdict_known(live) if await self._posts.standing(live, VERDICT) is not None else None


def _verdict_of(live: LiveRun, event: Event, summary: RunSummary) -> VerdictReached | None:
    """Return the verdict of an event, if everybody may see it."""
    if isinstance(event, VerdictReached):
        return None if summary.hides_result else event
    return _verdict_known(live) if isinstance(event, NamesRevealed) else None


def _verdict_known(live: LiveRun) -> VerdictReached | None:
    """Return the verdict, with names once they are public."""
    named = live.revealed.verdict if live.revealed is not None else None
    return named or live.concluded


def _post(live: LiveRun, platform: ChatPlatform, verdict: VerdictReached, summary: RunSummary) -> KeyedPost:
    """Return the post with verdict and board for the run's present state."""
    return follow_up_post(
        verdict,
        live.board_of(summary),
        platform.limits,
        live.words,
        missing=live.missing,
        has_page=live.has_page,
    )


def _reminder(
    live: LiveRun, platform: ChatPlatform, verdict: VerdictReached | None, summary: RunSummary
) -> Post:
    """Return the run's state for a second post, which notifies the thread and does not mention the asker."""
    if verdict is None:
        post = _card(live, platform, summary)
    else:
        post = _post(live, platform, replace(verdict, asker=""), summary).post
    if summary.votes or not summary.voting_open:
        return replace(post, silent=True)
    return replace(post, summary=live.words.board.nobody_yet, silent=False)


def _card(live: LiveRun, platform: ChatPlatform, summary: RunSummary) -> Post:
    return live.card(platform, summary, _board_on_card(live, platform, summary))


def _board_on_card(live: LiveRun, platform: ChatPlatform, summary: RunSummary) -> tuple[Block, ...]:
    """Return the board as the card shows it; empty before there are responses, and for a failed or stopped run."""
    if not summary.aliases or summary.status in ("failed", "cancelled"):
        return ()
    return board_blocks(live.board_of(summary), platform.limits, live.words)
