"""Show a follow-up in one post beside its responses: first as a card, then as the verdict's post in place of the card.

The card shows progress and votes until the verdict exists. The verdict's post is new, so that it notifies people, and
holds the board as well. A reminder to vote repeats the newest of these posts. An earlier one is deleted only once the
next is sent; a process that stops in between deletes it later."""

from dataclasses import replace

from bot.announcing.announced_run import LiveRun
from bot.announcing.thread_posts import CARD, VERDICT, ThreadPosts
from bot.ports import ChatPlatform
from bot.post import Block, KeyedPost, Post
from bot.presentation.board import REMINDER, board_blocks
from bot.presentation.follow_up import follow_up_post
from council_core.domain.events import Event, NamesRevealed, VerdictReached
from council_core.domain.place import Place
from council_core.domain.summary import RunSummary

ON_FOLLOW_UP = frozenset(
    {"voting_opened", "slate_ranked", "verdict_reached", "vote_reminded", "names_revealed"}
)
"""Events that appear in the one post of a follow-up."""


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
            await self._posts.say(live, platform, place, (_post(live, platform, verdict, summary),))
        if event.kind == "vote_reminded":
            live.is_reminded = True
            verdict = await self._shown(live)
            post = _reminder(live, platform, verdict, summary)
            await self._posts.say(live, platform, place, (KeyedPost(key=REMINDER, post=post),))
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
