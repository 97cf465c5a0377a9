"""Send a run's posts into its thread, each once, and edit them only after a change. A post whose outcome is unknown is
retried."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.announcing.announced_run import LiveRun, digest_of, retrieve_exception, usual_seconds
from bot.ports import ChatPlatform, Receipts, Thread
from bot.post import KeyedPost, Post
from bot.presentation.board import BOARD, REMINDER
from bot.presentation.endings import unread_post
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.posts import posts_for
from bot.sending import fence
from bot.sending.edit_queue import closes_place, reporting_edits
from council_core.domain.events import Event, RunFailed, VerdictReached
from council_core.domain.place import Message, Place
from council_core.domain.receipt import ASKER, Receipt
from council_core.errors import MessageGone, OutcomeUnknown, PlatformError, PostRefused
from council_core.ports import AnswerTimes, Fence, Runs

logger = logging.getLogger(__name__)

S = TypeVar("S")
Rests = Callable[[LiveRun], None]

RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds before each further try of a post whose outcome is unknown: nine minutes in all."""

CARD = "card"
VERDICT = "verdict/1"
EDITED = frozenset({BOARD, REMINDER, "verdict"})
"""Posts that are edited later, beside the card. Only their content is cached."""

REMOVED = "removed"
"""Value in the receipt of a deleted post, in place of a digest."""

FURTHER_EDITS = 3
"""Retries of a progress edit while its outcome is unknown. More would delay all other edits for minutes, and a platform
with a short outage is back within seven seconds."""


class Speaking:
    """Sends posts and edits. It passes to the sending function whether an earlier try may have succeeded."""

    def __init__(self, fence: Fence, pauses: Sequence[float] = RETRY_SECONDS) -> None:
        """Args:
        fence: Keeps a process from posting for runs that others may have taken over.
        pauses: Seconds before each further try after an unknown outcome."""
        self._fence = fence
        self._pauses = tuple(pauses)

    async def until_known(
        self, send: Callable[[bool], Awaitable[S]], *, again: bool, further: int | None = None
    ) -> S:
        """Send until the platform has accepted or refused. After an unknown outcome, look for the post before sending
        again.

        Args:
            send: Sends. Its argument tells whether an earlier try may have succeeded.
            again: Whether an earlier try may have succeeded already.
            further: Most further tries after an unknown outcome; by default one for each pause.

        Raises:
            PostRefused, PlaceGone: The platform refused.
            OutcomeUnknown: The platform could not be reached for too long.
        """
        for pause in self._pauses[:further]:
            try:
                return await self._once(send, again)
            except OutcomeUnknown as error:
                logger.info("trying again in %.0f s: %s", pause, error)
                again = True
                await asyncio.sleep(pause)
        return await self._once(send, again)

    async def _once(self, send: Callable[[bool], Awaitable[S]], again: bool) -> S:
        with fence.under(self._fence):
            return await self._fence.speak(lambda: send(again))


class ThreadPosts:
    """Sends and edits posts of runs, over chat platforms and receipts. Knowledge of a run is in its `LiveRun`."""

    def __init__(
        self, receipts: Receipts, store: Runs, speaking: Speaking, rests: Rests, times: AnswerTimes | None
    ) -> None:
        """
        Args:
            receipts: What was posted so far.
            store: The runs.
            speaking: Sends until an outcome is known, while this process may speak for the run.
            rests: Called with a run that only waits for votes, once the platform has accepted a late edit.
            times: Durations of past runs; None where no card says how long runs take.
        """
        self._receipts = receipts
        self._store = store
        self.speaking = speaking
        self._rests = rests
        self._times = times

    async def place(self, live: LiveRun) -> Place:
        if live.place is None:
            live.take_stored(await self._store.get(live.run_id))
        assert live.place is not None
        return live.place

    async def thread(self, live: LiveRun, platform: ChatPlatform, place: Place) -> Thread:
        if live.thread is not None:
            return live.thread
        # One waiting task may be cancelled; the card is still posted for the others.
        return await asyncio.shield(self.opening(live, platform, place))

    def opening(self, live: LiveRun, platform: ChatPlatform, place: Place) -> asyncio.Task[Thread]:
        """Return the task that posts the card: the same for all who wait for it, and a new one after a refusal."""
        if live.opening is None:
            live.opened_at = asyncio.get_running_loop().time()
        if live.opening is None or live.opening.done():
            live.opening = asyncio.create_task(self._open(live, platform, place), name="card")
            live.opening.add_done_callback(retrieve_exception)
        return live.opening

    async def _open(self, live: LiveRun, platform: ChatPlatform, place: Place) -> Thread:
        run_id, key = live.run_id, f"{live.run_id}/{CARD}"
        summary = live.summary or live.take_stored(await self._store.get(run_id))
        live.usual_seconds = await usual_seconds(summary, place, self._times)
        earlier = (await self._receipts.claim((key,))).get(key)
        if earlier is not None and earlier.message is not None:
            live.owes_card = False
            live.thread = Thread(card=earlier.message, place=earlier.thread or earlier.message.place)
            await self._store.settle_thread(run_id, live.thread.place)
            return live.thread
        card = _spoken(live, live.card(platform, summary))

        async def send(again: bool) -> Thread:
            live.owes_card = False
            return await platform.open_thread(place, card, key=key, again=again)

        try:
            thread = await self.speaking.until_known(send, again=earlier is not None)
        except PlatformError as error:
            if not isinstance(error, OutcomeUnknown):
                live.lost = platform_sentence(live.words, error)
            raise
        live.lost = ""
        live.taken.set()
        drawn = {key: digest_of(card)} if earlier is None else {}
        await self._receipts.settle({key: thread.card}, thread.place, drawn)
        await self._store.settle_thread(run_id, thread.place)
        live.thread, live.standing[key] = thread, thread.card
        if drawn:
            live.confirm(thread.card, card)
            live.note_stored(drawn)
        return thread

    async def send_missing(
        self,
        live: LiveRun,
        platform: ChatPlatform,
        place: Place,
        posts: Sequence[KeyedPost],
        *,
        is_new: bool = False,
    ) -> None:
        """Send the posts that are missing, one after another. All receipts are claimed before the first post and
        settled after the last. A process that resumes in between looks for each post before sending it, unless
        `is_new` says that none was sent."""
        by_key = {
            key: replace(keyed, post=_spoken(live, keyed.post))
            for keyed in posts
            if (key := f"{live.run_id}/{keyed.key}") not in live.standing
        }
        if not by_key:
            return
        earlier = await self._receipts.claim(tuple(by_key))
        _take_over(live, earlier.values())
        sent: dict[str, Message] = {}
        drawn: dict[str, str] = {}
        trouble: PlatformError | None = None
        for key, keyed in by_key.items():
            receipt = earlier.get(key)
            if receipt is not None and receipt.message is not None:
                continue
            try:
                again = receipt is not None and not is_new
                sent[key] = await self._post(platform, place, keyed.post, key=key, again=again)
                live.lost = ""
                if receipt is None and keyed.key.partition("/")[0] in EDITED:
                    live.confirm(sent[key], keyed.post)
                    drawn[key] = digest_of(keyed.post)
            except PlatformError as error:
                if closes_place(error) or not isinstance(error, PostRefused):
                    trouble = error
                    break
                live.note_missing(f"{keyed.key} was refused", error)
        if sent:
            await self._receipts.settle(sent, drawn=drawn)
            live.standing |= sent
            live.note_stored(drawn)
        if trouble is not None:
            raise trouble

    async def _post(
        self, platform: ChatPlatform, place: Place, post: Post, *, key: str, again: bool
    ) -> Message:
        async def send(again: bool) -> Message:
            return await platform.post(place, post, key=key, again=again)

        return await self.speaking.until_known(send, again=again)

    async def is_reminded(self, live: LiveRun) -> bool:
        """Tell whether the reminder was posted; it then contains the board."""
        live.is_reminded = live.reminds and await self.standing(live, REMINDER) is not None
        return live.is_reminded

    async def remove(self, live: LiveRun, platform: ChatPlatform, key: str) -> None:
        """Delete a post, if there is one. A refusal is final; after an unknown outcome, the next drawing tries
        again."""
        message = await self.standing(live, key)
        if message is None or message.id in live.gone or live.stored.get(message.id) == REMOVED:
            return
        try:
            await self.speaking.until_known(
                lambda again: platform.remove(message), again=False, further=FURTHER_EDITS
            )
        except OutcomeUnknown as error:
            logger.info("%s is not deleted yet: %s", key, error)
            return
        except PlatformError as error:
            logger.warning("%s stays: %s", key, error)
        live.gone.add(message.id)
        live.certain.pop(message.id, None)
        live.stored[message.id] = REMOVED
        await self._receipts.drew({f"{live.run_id}/{key}": REMOVED})

    async def edit(
        self, platform: ChatPlatform, live: LiveRun, message: Message, post: Post, *, final: bool = False
    ) -> None:
        if message.id in live.gone or (live.lost and not final):
            return
        post = _spoken(live, post)
        # The last edit may have been delayed, so a new one is left out only if the message certainly shows the post.
        if (live.certain if final else live.drawn).get(message.id) == post:
            return
        if live.is_shown_already(message, post):
            return
        live.certain.pop(message.id, None)
        if not final and message.id in live.stored:
            # Votes may be withdrawn, so the run may look again as it did before.
            await self._receipts.drew({live.key_of(message): None})
            del live.stored[message.id]

        def refused(error: PlatformError) -> None:
            # A channel may have got another id since this edit was put off.
            is_here = live.place is None or live.place.where == message.place.where
            if is_here and closes_place(error):
                live.note_missing("an edit was refused", error)

        def accepted(message: Message, post: Post) -> None:
            live.confirm(message, post)
            if live.is_resting:
                self._rests(live)  # Nothing is left to draw, so the confirmed posts can be stored.

        async def send(again: bool) -> None:
            await platform.edit(message, post, final=final)

        try:
            further = None if final else FURTHER_EDITS
            with reporting_edits(refused, accepted):
                await self.speaking.until_known(send, again=True, further=further)
            live.drawn[message.id] = post
            if final:
                live.certain[message.id] = post
        except MessageGone as error:
            live.gone.add(message.id)
            logger.warning("a message is not brought up to date any more: %s", error)
        except PlatformError as error:
            refused(error)
            logger.info("an edit was given up: %s", error)

    async def standing(self, live: LiveRun, key: str) -> Message | None:
        """Return the address of one of the run's posts; None if it is unknown."""
        key = f"{live.run_id}/{key}"
        if key not in live.standing and not live.knows_posts:
            _take_over(live, await self._receipts.of_run(live.run_id))
            live.knows_posts = True
        return live.standing.get(key)

    async def link_verdict(self, live: LiveRun, platform: ChatPlatform) -> None:
        """Look up the link to the verdict's post, once it is sent."""
        if live.verdict_url or live.outcome is None:
            return
        verdict = await self.standing(live, VERDICT)
        if verdict is not None and live.stored.get(verdict.id) == REMOVED:
            verdict = await self.standing(live, REMINDER)
        if verdict is not None:
            live.verdict_url = await platform.address(verdict)

    async def keep_drawn(self, live: LiveRun) -> None:
        """Store the confirmed posts, so that a process that resumes the run sends none of them again."""
        if digests := live.not_stored():
            await self._receipts.drew(digests)
            live.note_stored(digests)

    async def put_off(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Claim the posts of an event that its place refuses now, so that the run is found when the place accepts posts
        again. If the event is the verdict, tell the asker, because nobody sees the vote, which may last for days."""
        live.untold.append(event)
        summary = live.summary or live.take_stored(await self._store.get(live.run_id))
        keys = [f"{live.run_id}/{one.key}" for one in posts_for(event, platform.limits, live.words, summary)]
        if keys:
            await self._receipts.claim(tuple(keys))
        if isinstance(event, VerdictReached):
            await self.tell_asker(live, platform, place, event)

    async def tell_asker(self, live: LiveRun, platform: ChatPlatform, place: Place, ending: Event) -> None:
        """Tell the asker, once, that nothing could be posted, and what to do about it."""
        if await self._receipts.claim((f"{live.run_id}/{ASKER}",)):
            return
        summary = live.take_stored(await self._store.get(live.run_id))
        asked = not isinstance(ending, RunFailed) or bool(ending.answers or ending.absences)
        is_answered = await self.standing(live, VERDICT) is not None
        told = unread_post(summary, live.lost, live.words, asked=asked, is_answered=is_answered)
        await platform.whisper(place, summary.asker, told)

    async def shows_all(self, live: LiveRun) -> None:
        """Note that all posts of an ended run stand in its thread, so that it is not looked through again."""
        await self._receipts.release(f"{live.run_id}/{ASKER}")


def _take_over(live: LiveRun, receipts: Iterable[Receipt]) -> None:
    """Note the posts that another process sent."""
    for receipt in receipts:
        if receipt.message is not None and receipt.key not in live.standing:
            live.standing[receipt.key] = receipt.message
            if receipt.drawn:
                live.stored[receipt.message.id] = receipt.drawn


def _spoken(live: LiveRun, post: Post) -> Post:
    """Return a post with the language in which the platform's own words are added to it."""
    return replace(post, language=live.words.language)
