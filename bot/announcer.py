"""Run events -> posts in the right thread, each of them once, and a card that is kept up to date."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.live_run import LiveRun
from bot.ports import ChatPlatform, Receipts, Thread
from bot.post import Post
from bot.presentation import KeyedPost, edits_for, posts_for, voting_for
from bot.speaking import RETRY_SECONDS, Speaking
from council_core.domain.events import Event, NamesRevealed, StageProgressed
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.summary import summarize
from council_core.domain.waiting import Progress, RunWaits
from council_core.errors import CouncilError, PlaceGone, PlatformError, PostRefused
from council_core.ports import ALONE, Fence, RunStore

logger = logging.getLogger(__name__)

CARD = "card"
VOTING = "voting"

REFRESH_SECONDS = 0.25
"""How long changes are gathered before the card follows: each look at a run costs several queries."""

FURTHER_EDITS = 3
"""How often progress is tried again while nobody knows whether it shows: it may be all that changes for minutes, and
seven seconds later a platform that only hiccuped is back."""

ENDINGS = frozenset({"names_revealed", "run_failed", "run_cancelled"})


class ThreadAnnouncer:
    """Implements `council_core.ports.Announcer` over chat platforms and receipts."""

    def __init__(
        self,
        *,
        platforms: Mapping[str, ChatPlatform],
        receipts: Receipts,
        store: RunStore,
        fence: Fence = ALONE,
        pauses: Sequence[float] = RETRY_SECONDS,
        refresh_seconds: float = REFRESH_SECONDS,
    ) -> None:
        """
        Args:
            platforms: Those that are served here, by name.
            receipts: What was posted so far.
            store: The runs.
            fence: Keeps a process from speaking for runs that others may have taken over.
            pauses: Seconds before each further try of a post whose outcome is unknown.
            refresh_seconds: How long changes are gathered before the card follows.
        """
        self._platforms = platforms
        self._receipts = receipts
        self._store = store
        self._speaking = Speaking(fence, pauses)
        self._refresh_seconds = refresh_seconds
        self._live: dict[RunId, LiveRun] = {}

    def begins(self, run: Run) -> None:
        """Whoever has just read a run that is about to be told says so, and it is not read again for its card."""
        self._of(run.id).stands(run)

    def kept(self, run: Run) -> None:
        """Whoever has just kept a run says so, and it is not read again for its card: only of votes the store knows
        more, and whoever counts one says so too."""
        live = self._live.get(run.id)
        if live is not None and not run.is_finished:
            live.goes_on(run)

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Posts what the event has to say, in order, then brings the card up to date.

        What a platform refuses for good is logged and given up on: the run goes on, its result stays in the store.

        Raises:
            StoreError: Receipts cannot be kept; trying again later is safe.
            RunForgotten: The run was deleted; nothing more of it is told.
        """
        place = await self._place(run_id)
        platform = self._platforms.get(place.platform)
        if platform is None:
            self.let_go(run_id)
            logger.info("%s is not served here; %s is not told", place.platform, event.kind)
            return
        try:
            thread = await self._thread(run_id, platform, place)
            if posts := posts_for(event, platform.limits):
                await self._say(run_id, platform, thread.place, posts)
            for keyed in edits_for(event, platform.limits):
                standing = await self._standing(run_id, keyed.key)
                if standing is not None:
                    await self._edit(platform, self._of(run_id), standing, keyed.post, surely=True)
        except PlatformError as error:
            self._of(run_id).misses(f"{event.kind} could not be told", error)
        if isinstance(event, NamesRevealed):
            self._of(run_id).closed_by = event.closed_by
        if event.kind == "run_exported":
            # The run ended long ago: nothing about it is new, and this process may not know who closed the voting.
            self.let_go(run_id)
        elif event.kind in ENDINGS:
            await self._refresh_for_good(run_id)
        elif event.kind == "late_answer_arrived":
            self.refresh(run_id)  # What it cost was kept by whoever took it in.
        else:
            self._draw_soon(run_id, self._of(run_id))

    def let_go(self, run_id: RunId) -> None:
        """Draws nothing of this run any more, unless something new is said of it: it was deleted, or others draw it."""
        if (live := self._live.pop(run_id, None)) is not None:
            live.let_go(self._platforms)

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Moves the card when there is a moment."""
        live = self._of(run_id)
        match event:
            case StageProgressed():
                live.progress, live.waits = event, None
            case RunWaits():
                live.waits = event
        self._draw_soon(run_id, live)

    def waits(self, run_id: RunId) -> RunWaits | None:
        """What the run waits for, as its card says."""
        live = self._live.get(run_id)
        return None if live is None else live.waits

    def refresh(self, run_id: RunId) -> None:
        """Brings the card and the count of votes up to date soon; calls that come meanwhile are one."""
        live = self._of(run_id)
        live.outdated = True
        self._draw_soon(run_id, live)

    def _draw_soon(self, run_id: RunId, live: LiveRun) -> None:
        live.stale = True
        if live.refresh is None or live.refresh.done():
            live.refresh = asyncio.create_task(self._refresh_soon(run_id, live))

    async def aclose(self) -> None:
        """Stops what is only progress; posts are steps of their runs and not ours to stop."""
        tasks = [live.refresh for live in self._live.values() if live.refresh is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, run_id: RunId) -> LiveRun:
        return self._live.setdefault(run_id, LiveRun())

    async def _refresh_soon(self, run_id: RunId, live: LiveRun) -> None:
        while live.stale:
            await asyncio.sleep(self._refresh_seconds)
            live.stale = False
            try:
                await self._refresh(run_id)
            except CouncilError as error:
                logger.info("the card of run %s could not be brought up to date: %s", run_id, error)

    async def _refresh_for_good(self, run_id: RunId) -> None:
        """The last look at a run, after which nothing is drawn any more; so it is done when this returns."""
        live = self._of(run_id)
        live.outdated = True
        async with live.drawing:
            if live.refresh is not None:
                live.refresh.cancel()
        async with live.drawing:
            await self._draw(run_id, surely=True)
        self.let_go(run_id)  # With it what began to draw meanwhile.

    async def _refresh(self, run_id: RunId) -> None:
        async with self._of(run_id).drawing:
            await self._draw(run_id)

    async def _draw(self, run_id: RunId, *, surely: bool = False) -> None:
        live = self._of(run_id)
        card = await self._standing(run_id, CARD)
        platform = None if card is None else self._platforms.get(card.place.platform)
        if card is None or platform is None:
            return
        if (summary := live.summary) is None or live.outdated:
            # Before looking: a vote that comes while the store is read must be looked for again.
            live.summary, live.outdated = None, False
            run = await self._store.get(run_id)
            if run.is_finished and not surely:
                # Whoever tells of a run's end draws it for good, and knows more of it than the store does.
                return
            summary = live.stands(run)
        await self._edit(platform, live, card, live.card(platform, summary), surely=surely)
        if summary is live.voted:
            return  # Only a stage moved on, of which the vote shows nothing.
        # Before the answers have their letters, there is no vote that could stand anywhere.
        may_stand = summary.takes_votes and summary.aliases
        voting = await self._standing(run_id, VOTING) if may_stand else None
        if voting is not None:
            seconds, by = live.vote_seconds, live.closed_by
            post = voting_for(summary, platform.limits, vote_seconds=seconds, closed_by=by)
            await self._edit(platform, live, voting, post, surely=surely)
            live.voted = summary

    async def _place(self, run_id: RunId) -> Place:
        live = self._of(run_id)
        if live.place is None:
            self.begins(await self._store.get(run_id))
        assert live.place is not None
        return live.place

    async def _standing(self, run_id: RunId, key: str) -> Message | None:
        """Where a post of this run stands; None where nothing is known to."""
        key = f"{run_id}/{key}"
        standing = self._of(run_id).standing
        if key not in standing:
            receipt = await self._receipts.find(key)
            if receipt is None or receipt.message is None:
                return None
            standing[key] = receipt.message
        return standing[key]

    async def _edit(
        self, platform: ChatPlatform, live: LiveRun, message: Message, post: Post, *, surely: bool = False
    ) -> None:
        # What was drawn last may have been put off, so that the last one is sent all the same.
        if message.id in live.gone or (not surely and live.drawn.get(message.id) == post):
            return

        async def send(again: bool) -> None:
            await platform.edit(message, post, surely=surely)

        try:
            further = None if surely else FURTHER_EDITS
            await self._speaking.until_known(send, again=True, further=further)
            live.drawn[message.id] = post
        except PlaceGone as error:
            live.gone.add(message.id)
            logger.warning("a message is not brought up to date any more: %s", error)
        except PlatformError as error:
            logger.info("an edit was given up: %s", error)

    async def _thread(self, run_id: RunId, platform: ChatPlatform, place: Place) -> Thread:
        live = self._of(run_id)
        if live.thread is not None:
            return live.thread
        key = f"{run_id}/{CARD}"
        earlier = (await self._receipts.claim((key,))).get(key)
        if earlier is not None and earlier.message is not None:
            live.thread = Thread(card=earlier.message, place=earlier.thread or earlier.message.place)
            await self._store.settle_thread(run_id, live.thread.place)
            return live.thread
        card = live.card(platform, live.summary or summarize(await self._store.get(run_id)))

        async def send(again: bool) -> Thread:
            return await platform.open_thread(place, card, key=key, again=again)

        thread = await self._speaking.until_known(send, again=earlier is not None)
        await self._receipts.settle({key: thread.card}, thread.place)
        await self._store.settle_thread(run_id, thread.place)
        live.thread, live.standing[key] = thread, thread.card
        if earlier is None:
            live.drawn[thread.card.id] = card
        return thread

    async def _say(
        self, run_id: RunId, platform: ChatPlatform, place: Place, posts: Sequence[KeyedPost]
    ) -> None:
        """Sends one after another what does not stand there yet. All are claimed before the first one goes out, and
        settled after the last: whoever is stopped in between looks for each of them before it is sent."""
        live = self._of(run_id)
        by_key = {f"{run_id}/{keyed.key}": keyed for keyed in posts}
        earlier = await self._receipts.claim(tuple(by_key))
        sent: dict[str, Message] = {}
        trouble: PlatformError | None = None
        for key, keyed in by_key.items():
            receipt = earlier.get(key)
            if receipt is not None and receipt.message is not None:
                continue
            try:
                sent[key] = await self._post(platform, place, keyed.post, key=key, again=receipt is not None)
            except PostRefused as error:
                live.misses(f"{keyed.key} was refused", error)
            except PlatformError as error:
                trouble = error
                break
        if sent:
            await self._receipts.settle(sent)
            live.standing |= sent
        if trouble is not None:
            raise trouble

    async def _post(
        self, platform: ChatPlatform, place: Place, post: Post, *, key: str, again: bool
    ) -> Message:
        async def send(again: bool) -> Message:
            return await platform.post(place, post, key=key, again=again)

        return await self._speaking.until_known(send, again=again)
