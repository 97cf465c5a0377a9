"""Show a follow-up in one post beside its responses: first as a card, then as the verdict's post in place of the card.

The card shows progress and votes until the verdict exists. The verdict's post is new, so that it notifies people, and
holds the board as well. The card is deleted only once that post is sent; a process that stops in between deletes it
later.
"""

import logging

from bot.announcing.announced_run import LiveRun
from bot.announcing.thread_posts import CARD, FURTHER_EDITS, VERDICT, ThreadPosts
from bot.ports import ChatPlatform, Receipts
from bot.post import Block
from bot.presentation import KeyedPost, board_blocks, follow_up_post
from council_core.domain.events import Event, NamesRevealed, VerdictReached
from council_core.domain.place import Place
from council_core.domain.summary import RunSummary
from council_core.errors import OutcomeUnknown, PlatformError

logger = logging.getLogger(__name__)

ON_FOLLOW_UP = frozenset({"voting_opened", "slate_ranked", "verdict_reached", "names_revealed"})
"""Events that appear in the one post of a follow-up."""

REMOVED = "removed"
"""Value in the receipt of a deleted card, in place of a digest."""


class FollowUps:
    """Sends and edits the posts of follow-ups in the thread of their conversation."""

    def __init__(self, posts: ThreadPosts, receipts: Receipts) -> None:
        """Args:
        posts: Sends and edits, each post once.
        receipts: Receipts of all posts so far."""
        self._posts, self._receipts = posts, receipts

    async def tell(
        self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary, event: Event
    ) -> None:
        """Post the verdict with the board when an event brings it; for other events, edit the existing post."""
        if event.kind not in ON_FOLLOW_UP:
            return
        verdict = _verdict_of(live, event, summary)
        if verdict is not None:
            await self._posts.say(live, platform, place, (_post(live, platform, verdict, summary),))
        await self.draw(live, platform, summary, final=True)

    async def draw(self, live: LiveRun, platform: ChatPlatform, summary: RunSummary, *, final: bool) -> None:
        """Bring the post up to date: the verdict's post if it exists, else the card."""
        card = await self._posts.standing(live, CARD)
        verdict, standing = _verdict_known(live), await self._posts.standing(live, VERDICT)
        if standing is None or verdict is None:
            if card is not None:
                await self._posts.edit(
                    platform,
                    live,
                    card,
                    live.card(platform, summary, _board_on_card(live, platform, summary)),
                    final=final,
                )
            return
        keyed: KeyedPost = _post(live, platform, verdict, summary)
        await self._posts.edit(platform, live, standing, keyed.post, final=final)
        if card is not None and card.id not in live.gone and live.kept.get(card.id) != REMOVED:
            await self._remove(live, platform)

    async def _remove(self, live: LiveRun, platform: ChatPlatform) -> None:
        """Delete the card. A refusal is final; after an unknown outcome, the next drawing tries again."""
        card = live.standing[f"{live.run_id}/{CARD}"]
        try:
            await self._posts.speaking.until_known(
                lambda again: platform.remove(card), again=False, further=FURTHER_EDITS
            )
        except OutcomeUnknown as error:
            logger.info("the card of a follow-up is not deleted yet: %s", error)
            return
        except PlatformError as error:
            logger.warning("the card of a follow-up stays: %s", error)
        live.gone.add(card.id)
        live.certain.pop(card.id, None)
        live.kept[card.id] = REMOVED
        await self._receipts.drew({f"{live.run_id}/{CARD}": REMOVED})


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


def _board_on_card(live: LiveRun, platform: ChatPlatform, summary: RunSummary) -> tuple[Block, ...]:
    """Return the board as the card shows it; empty before there are responses, and for a failed or stopped run."""
    if not summary.aliases or summary.status in ("failed", "cancelled"):
        return ()
    return board_blocks(live.board_of(summary), platform.limits, live.words)
