"""Post the threads of stored runs again on a platform that loses its posts with its process."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from bot.announcing.announcer import ThreadAnnouncer
from bot.ports import ChatPlatform, LosesPosts
from bot.presentation import SHARED
from bot.presentation.documents import export_run
from council_core.domain.events import Event, VerdictShared
from council_core.domain.export import Format
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Claim, Receipt
from council_core.domain.run import Run
from council_core.errors import CouncilError, RequestError
from council_core.ports import Blobs, RunStore
from council_core.stages.retell import events_of, stages_of

logger = logging.getLogger(__name__)

RUNS = 20
"""Newest runs of each channel that come back."""


class Posted(Protocol):
    """Knows where the posts of a run stood. Raises StoreError."""

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        """Return the receipts of a run's posts."""
        ...


async def restore(
    platforms: Mapping[str, ChatPlatform], *, store: RunStore, posted: Posted, blobs: Blobs
) -> None:
    """Post again what stood in the channels of platforms that lost it, before anything new is posted there. Reminders
    and digests do not come back, and neither do runs that cannot be read.

    Args:
        platforms: Those that are served here, by name.
        store: The runs.
        posted: Where their posts stood.
        blobs: The whole of answers that were too long.
    """
    for platform in platforms.values():
        if not isinstance(platform, LosesPosts):
            continue
        for place in platform.places:
            for run in reversed(await store.latest(limit=RUNS, place=place)):
                stood = {
                    one.key: one.message for one in await posted.of_run(run.id) if one.message is not None
                }
                try:
                    await _post_again(platforms, platform, run, stood, store=store, blobs=blobs)
                except CouncilError as error:
                    logger.warning("the posts of run %s do not come back: %s", run.id, error)


async def _post_again(
    platforms: Mapping[str, ChatPlatform],
    platform: LosesPosts,
    run: Run,
    stood: Mapping[str, Message],
    *,
    store: RunStore,
    blobs: Blobs,
) -> None:
    if not stood:
        return  # Nothing of it was ever posted, and its own announcer will do so.
    platform.stood(stood, run.asked_at)
    announcer = ThreadAnnouncer(platforms=platforms, receipts=_Anew(), store=store)
    try:
        for event in await events_of(run, blobs) or await stages_of(run, blobs):
            await announcer.announce(run.id, event)
        for key in stood:
            if (wanted := await _wanted(run, key)) is not None:
                await announcer.announce(run.id, wanted)
    finally:
        await announcer.aclose()


async def _wanted(run: Run, key: str) -> Event | None:
    """Return what somebody wanted of a run and is under this key: its shared verdict, or its files as they would be
    now; None for any other post, or for files that this machine cannot write."""
    match key.split("/")[1:]:
        case [part] if part == SHARED:
            return VerdictShared(run_id=run.id, person="", by="", demo=run.settings.roster.is_demo)
        case ["export", names, digest]:
            formats = cast("Sequence[Format]", names.split("-"))
            try:
                made = await asyncio.to_thread(export_run, run, by="", formats=formats)
            except RequestError as error:
                logger.warning("an export of run %s does not come back: %s", run.id, error)
                return None
            return replace(made, digest=digest)
        case _:
            return None


class _Anew:
    """Implements `bot.ports.Receipts` for one telling, as if nothing had been posted before. The stored receipts stay
    as they are."""

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

    async def find(self, key: str) -> Receipt | None:
        return self._known.get(key)
