"""Post run events in the right thread, each of them once, and keep the card up to date.

Only the process that executes a run draws its card and its votes, from `executing` to the run's end. Other processes
tell it through the store what people did. If two processes drew the same message, the older state could overwrite the
newer one.
"""

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from bot.announcing.announce_event import EventAnnouncer
from bot.announcing.announced_run import LiveRun
from bot.announcing.growing_verdicts import VerdictDrafts
from bot.announcing.sharing import Sharing
from bot.announcing.thread_posts import CARD, RETRY_SECONDS, Speaking, ThreadPosts
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
"""Seconds that paid calls wait for the platform to accept or refuse the card. It usually answers within half a second.
A slower answer is not waited for, because most delays are no refusal."""

REFRESH_SECONDS = 0.25
"""Seconds in which changes are gathered into one edit of the card, because each reading of a run costs several
queries."""

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
            platforms: Platforms that are served here, by name.
            receipts: What was posted so far.
            store: The runs.
            fence: Keeps a process from speaking for runs that others may have taken over.
            pauses: Seconds before each further try of a post whose outcome is unknown.
            refresh_seconds: How long changes are gathered before the card follows.
            has_pages: Whether runs have pages in the browser.
            drafts: Takes verdicts while they are written; None if they are not shown.
            times: Durations of past runs; None where no card says how long runs take.
        """
        self._platforms = platforms
        self._store = store
        self._refresh_seconds = refresh_seconds
        self._has_pages = has_pages
        self._drafts = drafts or VerdictDrafts()
        self._live: dict[RunId, LiveRun] = {}
        self._posts = ThreadPosts(receipts, store, Speaking(fence, pauses), self._draw_soon, times)
        self._sharing, self._events = Sharing(self._posts, receipts, store), EventAnnouncer(self._posts)

    @contextmanager
    def executing(self, run: Run) -> Generator[None]:
        """Draw this run inside the block, because this process executes it. The run was just read from the store."""
        live = self._live[run.id] = LiveRun.of(run, has_page=self._has_pages)
        try:
            yield
        finally:
            # A run that another process took over, and that came back since, belongs to a later block.
            if self._is_ours(live):
                self.let_go(run.id)

    def drawn(self) -> tuple[LiveRun, ...]:
        """Return the runs that this process draws now."""
        return tuple(self._live.values())

    def kept(self, run: Run) -> None:
        """Use the run that was just stored, so that the card needs no read. Its votes are missing there; each vote
        calls `refresh`."""
        live = self._live.get(run.id)
        if live is not None and not run.is_finished:
            live.take_from_worker(run)

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Post the event's posts in order, then bring the card up to date.

        A final refusal of the platform is logged and not retried: the run goes on, and its result stays in the store.

        Raises:
            StoreError: Receipts cannot be stored; trying again later is safe.
            RunDeleted: The run was deleted; nothing more of it is announced.
        """
        # No process executes a run that ended long ago, so a fresh state will do for a late event.
        live = self._live.get(run_id) or LiveRun(run_id=run_id, has_page=self._has_pages)
        place = await self._posts.place(live)
        platform = self._platforms.get(place.platform)
        if platform is None:
            self.let_go(run_id)
            logger.info("%s is not served here; %s is not told", place.platform, event.kind)
            return
        if isinstance(event, VerdictShared):
            await self._sharing.share(live, platform, place, event)
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
            is_late = not self._is_ours(live)
            if live.lost:
                await self._posts.tell_asker(live, platform, place, event)
            await self._refresh_for_good(live)
            if is_late and not live.lost:
                await self._posts.shows_all(live)
        elif event.kind == "late_answer_arrived":
            self.refresh(run_id)  # The process that received the late answer stored its cost.
        elif event.kind != "run_exported":
            self._draw_soon(live)

    async def _tell(self, live: LiveRun, platform: ChatPlatform, place: Place, event: Event) -> None:
        """Post one event, and before it all events that its place had refused or that an outage had swallowed."""
        ends = event.kind in ENDINGS
        if not (ends or live.untold):
            if not await self._told(live, platform, place, [event]):
                live.untold.append(event)
            return
        async with live.drawing:  # Another task may be posting the missed events right now.
            earlier = _missed_before(live, event)
            is_told = not earlier or await self._told(live, platform, place, earlier)
            if is_told:
                live.untold.clear()
            if is_told or (ends and not live.lost):
                is_told = await self._told(live, platform, place, [event])
            if not (is_told or ends):
                live.untold.append(event)

    async def _told(
        self, live: LiveRun, platform: ChatPlatform, place: Place, events: Sequence[Event]
    ) -> bool:
        """Post these events in order, and return whether the platform accepted them."""
        was_missing = live.lost or (live.missing if live.untold else "")
        try:
            thread = await self._posts.thread(live, platform, place)
            for each in events:
                summary = live.summary or live.take_stored(await self._store.get(live.run_id))
                await self._events.tell(live, platform, thread.place, summary, each)
        except PlatformError as error:
            live.note_missing(f"{events[-1].kind if events else CARD} could not be told", error)
            return False
        if was_missing and live.missing == was_missing:
            live.missing = ""
        return True

    async def _catch_up(self, live: LiveRun) -> None:
        """Post the events that the thread of a run misses, because people write in its place."""
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
        """Stop drawing this run: it ended, was deleted, or another process executes it."""
        self._drafts.ends(run_id)
        if (live := self._live.pop(run_id, None)) is not None:
            live.let_go(self._platforms)

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Show progress on the card soon."""
        if (live := self._live.get(run_id)) is None:
            return
        match event:
            case StageProgressed():
                live.progress, live.waits = event, None
            case VerdictGrows():
                self._drafts.grows(run_id, event.text)
                if not _shows(live, self._platforms, event):
                    return
            case RunWaits():
                live.waits = event
        self._draw_soon(live)

    def refresh(self, run_id: RunId) -> None:
        """Bring the card and the votes of a run in this process up to date soon, and post what its place had
        refused."""
        if (live := self._live.get(run_id)) is not None:
            live.outdated = live.tries_again = True
            live.knows_posts = False
            self._draw_soon(live)

    def _is_ours(self, live: LiveRun) -> bool:
        return self._live.get(live.run_id) is live

    def _draw_soon(self, live: LiveRun) -> None:
        if not self._is_ours(live):
            return
        live.stale = True
        if live.refresh is None or live.refresh.done():
            live.refresh = asyncio.create_task(self._refresh_soon(live))

    async def aclose(self) -> None:
        """Stop tasks that only show progress. Posts belong to the steps of their runs and go on."""
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
                    if tries_again and (live.lost or live.untold):
                        await self._catch_up(live)
                    await self._draw(live)
                    if not live.stale and live.is_resting:
                        await self._posts.keep_drawn(live)
            except CouncilError as error:
                logger.info("the card of run %s could not be brought up to date: %s", live.run_id, error)

    async def _refresh_for_good(self, live: LiveRun) -> None:
        """Draw a run for the last time, and finish that before returning."""
        live.outdated = True
        async with live.drawing:
            if live.refresh is not None:
                live.refresh.cancel()
        async with live.drawing:
            await self._draw(live, final=True)
            await self._posts.keep_drawn(live)
        if self._is_ours(live):
            self.let_go(live.run_id)  # This also stops a drawing that began meanwhile.

    async def _draw(self, live: LiveRun, *, final: bool = False) -> None:
        card = await self._posts.standing(live, CARD)
        platform = None if card is None else self._platforms.get(card.place.platform)
        if card is None or platform is None:
            return
        if (summary := live.summary) is None or live.outdated:
            # Reset before reading: a vote that comes while the store is read needs another reading.
            live.summary, live.outdated = None, False
            run = await self._store.get(live.run_id)
            if run.is_finished and not final:
                # The process that announces the end draws the last state: it has more facts than the store.
                return
            summary = live.take_stored(run)
            card = await self._posts.standing(live, CARD) or card  # Its channel may have got another id.
        await self._events.draw(live, platform, card, summary, final=final)


def _missed_before(live: LiveRun, event: Event) -> tuple[Event, ...]:
    """Return the missed events whose posts belong above those of this event. A failed run's post shows everything it
    has. Names come with the verdict, so after an outage it is not waited for twice."""
    if event.kind == "run_failed":
        return ()
    skipped = "" if live.lost or event.kind not in ENDINGS else "verdict_reached"
    return tuple(each for each in live.untold if each.kind != skipped)


def _shows(live: LiveRun, platforms: Mapping[str, ChatPlatform], event: VerdictGrows) -> bool:
    """Tell whether the card shows the growing verdict now, which its platform allows only from time to time."""
    platform = platforms.get(live.place.platform) if live.place is not None else None
    if platform is None or not platform.limits.drafts:
        return False
    return live.draft.grows(event.text, asyncio.get_running_loop().time(), platform.limits.draft_seconds)
