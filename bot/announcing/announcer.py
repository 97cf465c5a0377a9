"""Post run events in the right thread, each of them once, and keep the card up to date.

Only the process that carries a run draws its card and its vote, from `carrying` to the run's end. Other processes tell
it through the store what people did. Two that draw the same message overwrite each other, and the older state stays.
"""

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from bot.announcing.announced_run import LiveRun
from bot.announcing.drafts import VerdictDrafts
from bot.announcing.retrying import RETRY_SECONDS, Speaking
from bot.announcing.telling import Telling
from bot.announcing.thread_posts import CARD, ThreadPosts
from bot.ports import ChatPlatform, Receipts
from council_core.domain.events import Event, NamesRevealed, StageProgressed, VerdictReached, VerdictShared
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress, RunWaits, VerdictGrows
from council_core.errors import CouncilError, PlatformError
from council_core.ports import ALONE, AnswerTimes, Fence, Runs

logger = logging.getLogger(__name__)

CARD_SECONDS = 3.0
"""Time that paid calls wait for the platform to take or refuse the card. It usually answers within half a second; one
that takes longer is not waited for, since most delays are no refusal."""

REFRESH_SECONDS = 0.25
"""Time in which changes are gathered into one edit of the card: each look at a run costs several queries."""

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
        drafts: VerdictDrafts | None = None,
        times: AnswerTimes | None = None,
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
            drafts: Takes verdicts while they are written; None where nobody follows those.
            times: Durations of past runs; None where no card says how long runs take.
        """
        self._platforms = platforms
        self._store = store
        self._refresh_seconds = refresh_seconds
        self._has_pages = has_pages
        self._drafts = drafts or VerdictDrafts()
        self._live: dict[RunId, LiveRun] = {}
        self._posts = ThreadPosts(receipts, store, Speaking(fence, pauses), self._draw_soon, times)
        self._telling = Telling(self._posts, receipts)

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
        place = await self._posts.place(live)
        platform = self._platforms.get(place.platform)
        if platform is None:
            self.let_go(run_id)
            logger.info("%s is not served here; %s is not told", place.platform, event.kind)
            return
        if isinstance(event, VerdictShared):
            await self._posts.share(live, platform, place, event)
            return
        ends = event.kind in ENDINGS
        if live.lost and not ends:
            await self._posts.put_off(live, platform, place, event)
            return
        if isinstance(event, VerdictReached):
            live.draft.text = ""
            self._drafts.ends(run_id)
        if isinstance(event, NamesRevealed):
            live.revealed = event
        await self._tell(live, platform, place, event)
        if ends:
            if live.lost:
                await self._posts.tell_asker(live, platform, place, event)
            await self._refresh_for_good(live)
        elif event.kind == "late_answer_arrived":
            self.refresh(run_id)  # The process that took it in stored its cost.
        elif event.kind != "run_exported":
            self._draw_soon(live)

    async def _tell(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Post one event. The end of a run first tries once more what its place had refused."""
        if event.kind not in ENDINGS:
            if not await self._told(live, platform, place, [event]) and live.lost:
                live.untold.append(event)
            return
        async with live.drawing:  # The untold events may be on their way at this moment.
            # A run that failed shows all it has; any other ending builds on what should be above it.
            earlier = live.untold if live.lost and event.kind != "run_failed" else []
            await self._told(live, platform, place, [*earlier, event])

    async def _told(
        self, live: LiveRun, platform: ChatPlatform, place: Place, events: Sequence[Event]
    ) -> bool:
        """Post these events in their order. Return whether the platform took them."""
        was_lost = live.lost
        try:
            thread = await self._posts.thread(live, platform, place)
            for each in events:
                await self._tell_one(live, platform, thread.place, each)
        except PlatformError as error:
            live.misses(f"{events[-1].kind if events else CARD} could not be told", error)
            return False
        if was_lost and live.missing == was_lost:
            live.missing = ""
        return True

    async def _tell_one(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Post what an event has to say, bring the board up to date, and change what is there already."""
        summary = live.summary or live.stands(await self._store.get(live.run_id))
        await self._telling.tell(live, platform, place, summary, event)

    async def _catch_up(self, live: LiveRun) -> None:
        """Post what the place of a run had refused, which now takes posts again."""
        place = await self._posts.place(live)
        platform = self._platforms.get(place.platform)
        events = tuple(live.untold)
        if platform is not None and await self._told(live, platform, place, events):
            live.lost = ""
            del live.untold[: len(events)]

    async def unreadable(self, run_id: RunId) -> str:
        """See `council_core.ports.Announcer`. Raises StoreError."""
        live = self._live.get(run_id)
        if live is None:
            return ""
        place = await self._posts.place(live)
        platform = self._platforms.get(place.platform)
        if platform is None or live.lost or live.thread is not None or live.taken.is_set():
            return live.lost
        opening = self._posts.opening(live, platform, place)
        taken = asyncio.create_task(live.taken.wait())
        try:
            left = live.opened_at + CARD_SECONDS - asyncio.get_running_loop().time()
            await asyncio.wait({opening, taken}, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
        finally:
            taken.cancel()
        return live.lost

    def let_go(self, run_id: RunId) -> None:
        """Draws nothing of this run any more: it ended, was deleted, or another process carries it."""
        self._drafts.ends(run_id)
        if (live := self._live.pop(run_id, None)) is not None:
            live.let_go(self._platforms)

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Moves the card when there is a moment."""
        if (live := self._live.get(run_id)) is None:
            return
        match event:
            case StageProgressed():
                live.progress, live.waits = event, None
            case VerdictGrows():
                self._drafts.grows(run_id, event.text)
                if not self._shows(live, event):
                    return
            case RunWaits():
                live.waits = event
        self._draw_soon(live)

    def _shows(self, live: LiveRun, event: VerdictGrows) -> bool:
        """Tell whether the card shows the growing verdict now: not more often than its platform bears."""
        platform = self._platforms.get(live.place.platform) if live.place is not None else None
        if platform is None or not platform.limits.drafts:
            return False
        return live.draft.grows(event.text, asyncio.get_running_loop().time(), platform.limits.draft_seconds)

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
        await asyncio.gather(*tasks, self._drafts.aclose(), return_exceptions=True)

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
                        await self._posts.keep_drawn(live)
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
            await self._posts.keep_drawn(live)
        if self._is_carried(live):
            self.let_go(live.run_id)  # With it what began to draw meanwhile.

    async def _draw(self, live: LiveRun, *, final: bool = False) -> None:
        card = await self._posts.standing(live, CARD)
        platform = None if card is None else self._platforms.get(card.place.platform)
        if card is None or platform is None:
            return
        if (summary := live.summary) is None or live.outdated:
            # Before looking: a vote that comes while the store is read must be looked for again.
            live.summary, live.outdated = None, False
            run = await self._store.get(live.run_id)
            if run.is_finished and not final:
                # The process that announces a run's end draws its last state, and knows more than the store does.
                return
            summary = live.stands(run)
        await self._telling.draw(live, platform, card, summary, final=final)
