"""Post the threads of stored runs again, for a platform whose posts end with its process."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from bot.announcing.announcer import ThreadAnnouncer
from bot.ports import ChatPlatform, LosesPosts
from bot.presentation.decisions import reminder_post
from bot.presentation.digests import MOST_SHOWN, digest_post, period_of
from bot.presentation.documents import export_run
from bot.presentation.sharing import SHARED
from bot.presentation.words import words_for
from bot.settings.languages import language_of
from council_core.domain.decision import RecordedDecision
from council_core.domain.events import VerdictShared
from council_core.domain.export import Format
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Claim, Receipt
from council_core.domain.run import Run
from council_core.domain.search import Wanted
from council_core.errors import CouncilError
from council_core.ports import Blobs, Decisions, History, RunStore, Schedules
from council_core.stages.retell import events_of, stages_of

logger = logging.getLogger(__name__)

RUNS = 20
"""Newest runs of each channel that are posted again."""

EXPORT, DECISION = "export", "decision"
"""Second parts of the keys of exports and of reminders."""


class Posted(Protocol):
    """Knows the earlier posts of a run. Raises StoreError."""

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        """Return the receipts of a run's posts."""
        ...


async def restore(
    platforms: Mapping[str, ChatPlatform],
    *,
    store: RunStore,
    posted: Posted,
    blobs: Blobs,
    decisions: Decisions,
    history: History,
    schedules: Schedules,
) -> Sequence[str]:
    """Post the stored runs again on platforms that lose their posts with their process, before anything new is posted.
    Unreadable runs are left out, and digests of versions that did not store their period.

    Args:
        platforms: Platforms that are served here, by name.
        store: The runs.
        posted: Receipts of their earlier posts.
        blobs: Whole texts of answers that were too long.
        decisions: Decisions of teams.
        history: Runs and figures of a period, for digests.
        schedules: The digests of channels.

    Returns:
        Keys of the exports that are still missing, for `restore_exports`.
    """
    exports: list[str] = []
    for platform in platforms.values():
        lost = platform.abilities.lost_posts
        if lost is None:
            continue
        for place in lost.places:
            digests: dict[str, tuple[str, Message]] = {}
            for run in reversed(await store.latest(limit=RUNS, place=place)):
                stood = {
                    one.key: one.message for one in await posted.of_run(run.id) if one.message is not None
                }
                try:
                    await _post_again(platforms, lost, run, stood, store=store, blobs=blobs)
                    await _remind_again(platforms, run, stood, decisions)
                except CouncilError as error:
                    logger.warning("the posts of run %s do not come back: %s", run.id, error)
                exports += [key for key in stood if key.split("/")[1] == EXPORT]
                for key, message in stood.items():
                    digests.setdefault(key.partition("/")[2], (key, message))
            try:
                await _digests_again(lost, platform, place, digests, history, schedules)
            except CouncilError as error:
                logger.warning("the digests of %s do not come back: %s", place.channel, error)
    return exports


async def restore_exports(
    keys: Sequence[str], platforms: Mapping[str, ChatPlatform], store: RunStore
) -> None:
    """Post these exports again, with new files. Call this in the background, because a PDF takes seconds."""
    for key in keys:
        run_id, _, names, digest = key.split("/")
        formats = cast("Sequence[Format]", names.split("-"))
        announcer = ThreadAnnouncer(platforms=platforms, receipts=_Anew(), store=store)
        try:
            run = await store.get(RunId(run_id))
            made = await asyncio.to_thread(export_run, run, by="", formats=formats)
            await store.get(run.id)  # The run may have been deleted meanwhile.
            await announcer.announce(run.id, replace(made, digest=digest))
        except CouncilError as error:
            logger.warning("an export of run %s does not come back: %s", run_id, error)
        finally:
            await announcer.aclose()


async def _post_again(
    platforms: Mapping[str, ChatPlatform],
    lost: LosesPosts,
    run: Run,
    stood: Mapping[str, Message],
    *,
    store: RunStore,
    blobs: Blobs,
) -> None:
    """Post the thread of a run again, and its shared verdict."""
    if not stood:
        return  # No post of it was ever sent, and its own announcer will send them.
    lost.stood(stood, run.asked_at)
    announcer = ThreadAnnouncer(platforms=platforms, receipts=_Anew(), store=store)
    try:
        for event in await events_of(run, blobs) or await stages_of(run, blobs):
            await announcer.announce(run.id, event)
        if f"{run.id}/{SHARED}" in stood:
            shared = VerdictShared(run_id=run.id, person="", by="", demo=run.settings.roster.is_demo)
            await announcer.announce(run.id, shared)
    finally:
        await announcer.aclose()


async def _remind_again(
    platforms: Mapping[str, ChatPlatform], run: Run, stood: Mapping[str, Message], decisions: Decisions
) -> None:
    """Post the reminders of a run's decision again, with the present decision."""
    keys = [key for key in stood if key.split("/")[1] == DECISION]
    decision = await decisions.find(run.id) if keys else None
    if decision is None:
        return
    words = words_for(run.settings.language or decision.locale)
    post = reminder_post(words, RecordedDecision(decision=decision, question=run.question.text))
    for key in keys:
        await platforms[run.conversation.platform].post(run.conversation, post, key=key, again=False)


async def _digests_again(
    lost: LosesPosts,
    platform: ChatPlatform,
    place: Place,
    stood: Mapping[str, tuple[str, Message]],
    history: History,
    schedules: Schedules,
) -> None:
    """Post the digests of a channel again, with the runs of their periods as they are now."""
    periods = {part: period for part in stood if (period := period_of(part)) is not None}
    if not periods:
        return
    locale = next((each.locale for each in await schedules.kept(place) if each.is_digest), "")
    for part, (since, until) in periods.items():
        key, message = stood[part]
        runs = await history.newest([place], limit=MOST_SHOWN, wanted=Wanted(since=since, until=until))
        figures = await history.figures(place, since=since, until=until)
        if runs:
            words = words_for(runs[0].settings.language or language_of(locale))
            post = digest_post(words, runs[::-1], figures, since=since, until=until)
            lost.stood({key: message}, until)
            await platform.post(place, post, key=key, again=False)


class _Anew:
    """Implements `bot.ports.Receipts` for announcing a run again as if nothing had been posted. Stored receipts do not
    change."""

    def __init__(self) -> None:
        self._known: dict[str, Receipt] = {}

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        return {key: self._known[key] for key in keys if key in self._known}

    async def take(self, key: str) -> Claim:
        return "" if key in self._known else "new"

    async def release(self, key: str) -> None:
        del key

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        for key, message in standing.items():
            self._known[key] = Receipt(key=key, message=message, thread=thread, drawn=drawn.get(key, ""))

    async def drew(self, digests: Mapping[str, str | None]) -> None:
        del digests

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        return tuple(receipt for key, receipt in self._known.items() if key.startswith(f"{run_id}/"))

    async def find(self, key: str) -> Receipt | None:
        return self._known.get(key)
