"""Run events -> posts in the right thread, each of them once, and a card that is kept up to date.

Only the process that carries a run draws its card and its vote, from `carrying` to the run's end. Other processes tell
it through the store what people did. Two that draw the same message overwrite each other, and the older state stays.
"""

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.announcing.announced_run import LiveRun, UsualTimes, digest_of, look_at
from bot.announcing.retrying import RETRY_SECONDS, Speaking
from bot.ports import ChatPlatform, Receipts, Thread
from bot.post import Post
from bot.presentation import (
    BOARD,
    SHARED,
    KeyedPost,
    edits_for,
    not_shared_post,
    posts_for,
    unread_post,
)
from bot.sending.refusals import closes_place, reporting_edits
from council_core.domain.events import Event, NamesRevealed, RunFailed, StageProgressed, VerdictShared
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import ASKER
from council_core.domain.run import Run
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import Progress, RunWaits
from council_core.errors import CouncilError, MessageGone, OutcomeUnknown, PlatformError, PostRefused
from council_core.ports import ALONE, Fence, Runs

logger = logging.getLogger(__name__)

CARD = "card"
VERDICT = "verdict/1"
EDITED = frozenset({BOARD, "verdict"})
"""Posts that are edited later, beside the card. What they say is remembered; that of others would only take room."""
CARD_SECONDS = 3.0
"""How long paid calls wait for the platform to take or refuse the card. It usually answers within half a second; one
that takes longer is not waited for, since most delays are no refusal."""

REFRESH_SECONDS = 0.25
"""How long changes are gathered before the card follows: each look at a run costs several queries."""

FURTHER_EDITS = 3
"""How often progress is tried again while nobody knows whether it shows: it may be all that changes for minutes, and
seven seconds later a platform that only hiccuped is back."""

ON_BOARD = frozenset({"voting_opened", "slate_ranked", "names_revealed"})
"""What is told on the board."""

ENDINGS = frozenset({"names_revealed", "run_failed", "run_cancelled"})


class ThreadAnnouncer:
    """Implements `council_core.ports.Announcer` over chat platforms and receipts."""

    def __init__(
        self,
        *,
        platforms: Mapping[str, ChatPlatform],
        receipts: Receipts,
        store: Runs,
        fence: Fence = ALONE,
        pauses: Sequence[float] = RETRY_SECONDS,
        refresh_seconds: float = REFRESH_SECONDS,
        has_pages: bool = False,
    ) -> None:
        """
        Args:
            platforms: Those that are served here, by name.
            receipts: What was posted so far.
            store: The runs.
            fence: Keeps a process from speaking for runs that others may have taken over.
            pauses: Seconds before each further try of a post whose outcome is unknown.
            refresh_seconds: How long changes are gathered before the card follows.
            has_pages: Whether runs have pages in the browser.
        """
        self._platforms = platforms
        self._receipts = receipts
        self._store = store
        self._speaking = Speaking(fence, pauses)
        self._refresh_seconds = refresh_seconds
        self._has_pages = has_pages
        self._live: dict[RunId, LiveRun] = {}
        self._usual = UsualTimes()

    @contextmanager
    def carrying(self, run: Run) -> Generator[None]:
        """Draws the run, as it was just read from the store, inside the block: this process carries it."""
        live = self._live[run.id] = LiveRun.of(run, has_page=self._has_pages)
        try:
            yield
        finally:
            # A run that was taken away and came back has a later block by now.
            if self._is_carried(live):
                self.let_go(run.id)

    def drawn(self) -> tuple[RunId, ...]:
        """The runs that this process draws now."""
        return tuple(self._live)

    def kept(self, run: Run) -> None:
        """Takes what the carrier has just kept, so that the card needs no read. Only votes are missing in it, and each
        vote comes as a `refresh`."""
        live = self._live.get(run.id)
        if live is not None and not run.is_finished:
            live.goes_on(run)

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Posts what the event has to say, in order, then brings the card up to date.

        What a platform refuses for good is logged and given up on: the run goes on, its result stays in the store.

        Raises:
            StoreError: Receipts cannot be kept; trying again later is safe.
            RunDeleted: The run was deleted; nothing more of it is told.
        """
        # Nobody carries a run that ended long ago; what is said of it then is all that happens to it.
        live = self._live.get(run_id) or LiveRun(run_id=run_id, has_page=self._has_pages)
        place = await self._place(live)
        platform = self._platforms.get(place.platform)
        if platform is None:
            self.let_go(run_id)
            logger.info("%s is not served here; %s is not told", place.platform, event.kind)
            return
        if isinstance(event, VerdictShared):
            await self._share(live, platform, place, event)
            return
        ends = event.kind in ENDINGS
        if live.lost and not ends:
            live.untold.append(event)
            await self._claim(live, platform, event)
            return
        if isinstance(event, NamesRevealed):
            live.revealed = event
            self._usual.add(place, event.seconds)
        await self._tell(live, platform, place, event)
        if ends:
            if live.lost:
                await self._tell_asker(live, platform, place, event)
            await self._refresh_for_good(live)
        elif event.kind == "late_answer_arrived":
            self.refresh(run_id)  # What it cost was kept by whoever took it in.
        elif event.kind != "run_exported":
            self._draw_soon(live)

    async def _claim(self, live: LiveRun, platform: ChatPlatform, event: Event) -> None:
        """Claim the posts of an event that its place refuses now, so that the run is found once it takes them."""
        summary = live.summary or live.stands(await self._store.get(live.run_id))
        keys = [f"{live.run_id}/{one.key}" for one in posts_for(event, platform.limits, live.words, summary)]
        if keys:
            await self._receipts.claim(tuple(keys))

    async def _tell(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Post one event. The end of a run first tries once more what its place had refused."""
        if event.kind not in ENDINGS:
            if not await self._told(live, platform, place, [event]) and live.lost:
                live.untold.append(event)
            return
        async with live.drawing:  # The untold events may be on their way at this moment.
            # A run that failed shows all it has; any other ending builds on what should stand above it.
            earlier = live.untold if live.lost and event.kind != "run_failed" else []
            await self._told(live, platform, place, [*earlier, event])

    async def _told(
        self, live: LiveRun, platform: ChatPlatform, place: Place, events: Sequence[Event]
    ) -> bool:
        """Post these events in their order. Return whether the platform took them."""
        was_lost = live.lost
        try:
            thread = await self._thread(live, platform, place)
            for each in events:
                await self._tell_one(live, platform, thread.place, each)
        except PlatformError as error:
            live.misses(f"{events[-1].kind if events else CARD} could not be told", error)
            return False
        if was_lost and live.missing == was_lost:
            live.missing = ""
        return True

    async def _tell_one(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Post what an event has to say, bring the board up to date, and change what stands there already."""
        summary = live.summary or live.stands(await self._store.get(live.run_id))
        if event.kind in ON_BOARD and platform.limits.edits:
            await self._board(live, platform, place, summary)
        if posts := posts_for(event, platform.limits, live.words, summary):
            await self._say(live, platform, place, posts)
        for keyed in edits_for(event, platform.limits, live.words):
            standing = await self._standing(live, keyed.key)
            if standing is not None:
                await self._edit(platform, live, standing, keyed.post, final=True)

    async def _board(self, live: LiveRun, platform: ChatPlatform, place: Place, summary: RunSummary) -> None:
        """Post the board, or bring the one that stands up to date for certain."""
        post = live.board(platform, summary)
        await self._say(live, platform, place, (KeyedPost(key=BOARD, post=post),))
        standing = await self._standing(live, BOARD)
        if standing is not None:
            await self._edit(platform, live, standing, post, final=True)

    async def _share(self, live: LiveRun, platform: ChatPlatform, place: Place, event: VerdictShared) -> None:
        """Post the verdict's beginning into the channel around the thread; tell the person where that is refused."""
        summary = live.stands(await self._store.get(live.run_id))
        await self._link_verdict(live, platform)
        posts = live.shared(platform, summary, event)
        try:
            await self._say(live, platform, replace(place, thread=None, origin=None), posts)
            if await self._standing(live, SHARED) is None:
                raise PostRefused(live.missing or "The channel does not take the post.")
        except PlatformError as error:
            await platform.whisper(place, event.person, not_shared_post(str(error), live.words))

    async def _catch_up(self, live: LiveRun) -> None:
        """Post what the place of a run had refused, which now takes posts again."""
        place = await self._place(live)
        platform = self._platforms.get(place.platform)
        events = tuple(live.untold)
        if platform is not None and await self._told(live, platform, place, events):
            live.lost = ""
            del live.untold[: len(events)]

    async def _tell_asker(self, live: LiveRun, platform: ChatPlatform, place: Place, ending: Event) -> None:
        """Tell the person who asked, once, that nothing could be posted, and what to do about it."""
        if await self._receipts.claim((f"{live.run_id}/{ASKER}",)):
            return
        summary = live.stands(await self._store.get(live.run_id))
        asked = not isinstance(ending, RunFailed) or bool(ending.answers or ending.absences)
        await platform.whisper(place, summary.asker, unread_post(summary, live.lost, live.words, asked=asked))

    async def unreadable(self, run_id: RunId) -> str:
        """See `council_core.ports.Announcer`. Raises StoreError."""
        live = self._live.get(run_id)
        if live is None:
            return ""
        place = await self._place(live)
        platform = self._platforms.get(place.platform)
        if platform is None or live.lost or live.thread is not None or live.taken.is_set():
            return live.lost
        opening = self._opening(live, platform, place)
        taken = asyncio.create_task(live.taken.wait())
        try:
            left = live.opened_at + CARD_SECONDS - asyncio.get_running_loop().time()
            await asyncio.wait({opening, taken}, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            taken.cancel()
        return live.lost

    def let_go(self, run_id: RunId) -> None:
        """Draws nothing of this run any more: it ended, was deleted, or another process carries it."""
        if (live := self._live.pop(run_id, None)) is not None:
            live.let_go(self._platforms)

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Moves the card when there is a moment."""
        if (live := self._live.get(run_id)) is None:
            return
        match event:
            case StageProgressed():
                live.progress, live.waits = event, None
            case RunWaits():
                live.waits = event
        self._draw_soon(live)

    def refresh(self, run_id: RunId) -> None:
        """Bring a carried run's card and votes up to date soon, and post what its place had refused."""
        if (live := self._live.get(run_id)) is not None:
            live.outdated = live.tries_again = True
            self._draw_soon(live)

    def _is_carried(self, live: LiveRun) -> bool:
        return self._live.get(live.run_id) is live

    def _draw_soon(self, live: LiveRun) -> None:
        if not self._is_carried(live):
            return
        live.stale = True
        if live.refresh is None or live.refresh.done():
            live.refresh = asyncio.create_task(self._refresh_soon(live))

    async def aclose(self) -> None:
        """Stops what is only progress; posts are steps of their runs and not ours to stop."""
        tasks = [live.refresh for live in self._live.values() if live.refresh is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _refresh_soon(self, live: LiveRun) -> None:
        while live.stale:
            await asyncio.sleep(self._refresh_seconds)
            live.stale = False
            try:
                async with live.drawing:
                    tries_again, live.tries_again = live.tries_again, False
                    if tries_again and live.lost:
                        await self._catch_up(live)
                    await self._draw(live)
                    if not live.stale and live.is_resting:
                        await self._keep_drawn(live)
            except CouncilError as error:
                logger.info("the card of run %s could not be brought up to date: %s", live.run_id, error)

    async def _refresh_for_good(self, live: LiveRun) -> None:
        """The last look at a run, after which nothing is drawn any more; so it is done when this returns."""
        live.outdated = True
        async with live.drawing:
            if live.refresh is not None:
                live.refresh.cancel()
        async with live.drawing:
            await self._draw(live, final=True)
            await self._keep_drawn(live)
        if self._is_carried(live):
            self.let_go(live.run_id)  # With it what began to draw meanwhile.

    async def _draw(self, live: LiveRun, *, final: bool = False) -> None:
        card = await self._standing(live, CARD)
        platform = None if card is None else self._platforms.get(card.place.platform)
        if card is None or platform is None:
            return
        if (summary := live.summary) is None or live.outdated:
            # Before looking: a vote that comes while the store is read must be looked for again.
            live.summary, live.outdated = None, False
            run = await self._store.get(live.run_id)
            if run.is_finished and not final:
                # Whoever tells of a run's end draws it for good, and knows more of it than the store does.
                return
            summary = live.stands(run)
        await self._link_verdict(live, platform)
        await self._edit(platform, live, card, live.card(platform, summary), final=final)
        if summary is live.boarded or not platform.limits.edits:
            return  # Only a stage moved on, of which the board shows nothing.
        board = await self._standing(live, BOARD)
        if board is not None:
            await self._edit(platform, live, board, live.board(platform, summary), final=final)
            live.boarded = summary

    async def _link_verdict(self, live: LiveRun, platform: ChatPlatform) -> None:
        """Learn where the verdict's post opens, once it stands."""
        if live.verdict_url or live.outcome is None:
            return
        verdict = await self._standing(live, VERDICT)
        if verdict is not None:
            live.verdict_url = await platform.address(verdict)

    async def _keep_drawn(self, live: LiveRun) -> None:
        """Keep what stands for certain, so that a process that takes the run up sends none of it again."""
        if digests := live.unkept():
            await self._receipts.drew(digests)
            live.keeps(digests)

    async def _place(self, live: LiveRun) -> Place:
        if live.place is None:
            live.stands(await self._store.get(live.run_id))
        assert live.place is not None
        return live.place

    async def _standing(self, live: LiveRun, key: str) -> Message | None:
        """Where a post of this run stands; None where nothing is known to."""
        key = f"{live.run_id}/{key}"
        if key not in live.standing:
            receipt = await self._receipts.find(key)
            if receipt is None or receipt.message is None:
                return None
            live.standing[key] = receipt.message
            if receipt.drawn:
                live.kept[receipt.message.id] = receipt.drawn
        return live.standing[key]

    async def _edit(
        self, platform: ChatPlatform, live: LiveRun, message: Message, post: Post, *, final: bool = False
    ) -> None:
        if message.id in live.gone or (live.lost and not final):
            return
        # What was drawn last may have been put off; the last edit is left out only where the post stands for certain.
        if (live.certain if final else live.drawn).get(message.id) == post:
            return
        if live.stands_already(message, post):
            return
        live.certain.pop(message.id, None)
        if not final and message.id in live.kept:
            # Votes may be withdrawn, and the run may look again as it did before.
            await self._receipts.drew({live.key_of(message): None})
            del live.kept[message.id]

        def refused(error: PlatformError) -> None:
            if closes_place(error):
                live.misses("an edit was refused", error)

        def stood(message: Message, post: Post) -> None:
            live.says(message, post)
            if live.is_resting:
                self._draw_soon(live)  # Nothing is left to draw, so that it is kept.

        async def send(again: bool) -> None:
            await platform.edit(message, post, final=final)

        try:
            further = None if final else FURTHER_EDITS
            with reporting_edits(refused, stood):
                await self._speaking.until_known(send, again=True, further=further)
            live.drawn[message.id] = post
            if final:
                live.certain[message.id] = post
        except MessageGone as error:
            live.gone.add(message.id)
            logger.warning("a message is not brought up to date any more: %s", error)
        except PlatformError as error:
            refused(error)
            logger.info("an edit was given up: %s", error)

    async def _thread(self, live: LiveRun, platform: ChatPlatform, place: Place) -> Thread:
        if live.thread is not None:
            return live.thread
        # Whoever waits for the card may be stopped; it goes on for the others.
        return await asyncio.shield(self._opening(live, platform, place))

    def _opening(self, live: LiveRun, platform: ChatPlatform, place: Place) -> asyncio.Task[Thread]:
        """The task that puts the card up: one for all who wait for it, and a new one after a refusal."""
        if live.opening is None:
            live.opened_at = asyncio.get_running_loop().time()
        if live.opening is None or live.opening.done():
            live.opening = asyncio.create_task(self._open(live, platform, place), name="card")
            live.opening.add_done_callback(look_at)
        return live.opening

    async def _open(self, live: LiveRun, platform: ChatPlatform, place: Place) -> Thread:
        run_id, key = live.run_id, f"{live.run_id}/{CARD}"
        earlier = (await self._receipts.claim((key,))).get(key)
        if earlier is not None and earlier.message is not None:
            live.thread = Thread(card=earlier.message, place=earlier.thread or earlier.message.place)
            await self._store.settle_thread(run_id, live.thread.place)
            return live.thread
        live.usual_seconds = self._usual.of(place)
        card = live.card(platform, live.summary or summarize(await self._store.get(run_id)))

        async def send(again: bool) -> Thread:
            return await platform.open_thread(place, card, key=key, again=again)

        try:
            thread = await self._speaking.until_known(send, again=earlier is not None)
        except PlatformError as error:
            if not isinstance(error, OutcomeUnknown):
                live.lost = str(error)
            raise
        live.lost = ""
        live.taken.set()
        drawn = {key: digest_of(card)} if earlier is None else {}
        await self._receipts.settle({key: thread.card}, thread.place, drawn)
        await self._store.settle_thread(run_id, thread.place)
        live.thread, live.standing[key] = thread, thread.card
        if drawn:
            live.says(thread.card, card)
            live.keeps(drawn)
        return thread

    async def _say(
        self, live: LiveRun, platform: ChatPlatform, place: Place, posts: Sequence[KeyedPost]
    ) -> None:
        """Sends one after another what does not stand there yet. All are claimed before the first one goes out, and
        settled after the last: whoever is stopped in between looks for each of them before it is sent."""
        by_key = {f"{live.run_id}/{keyed.key}": keyed for keyed in posts}
        earlier = await self._receipts.claim(tuple(by_key))
        sent: dict[str, Message] = {}
        drawn: dict[str, str] = {}
        trouble: PlatformError | None = None
        for key, keyed in by_key.items():
            receipt = earlier.get(key)
            if receipt is not None and receipt.message is not None:
                continue
            try:
                sent[key] = await self._post(platform, place, keyed.post, key=key, again=receipt is not None)
                live.lost = ""
                if receipt is None and keyed.key.partition("/")[0] in EDITED:
                    live.says(sent[key], keyed.post)
                    drawn[key] = digest_of(keyed.post)
            except PlatformError as error:
                if closes_place(error) or not isinstance(error, PostRefused):
                    trouble = error
                    break
                live.misses(f"{keyed.key} was refused", error)
        if sent:
            await self._receipts.settle(sent, drawn=drawn)
            live.standing |= sent
            live.keeps(drawn)
        if trouble is not None:
            raise trouble

    async def _post(
        self, platform: ChatPlatform, place: Place, post: Post, *, key: str, again: bool
    ) -> Message:
        async def send(again: bool) -> Message:
            return await platform.post(place, post, key=key, again=again)

        return await self._speaking.until_known(send, again=again)
