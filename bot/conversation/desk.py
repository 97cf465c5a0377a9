"""Services that every handler of requests needs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.conversation.finding import channel_called, channel_id_in
from bot.conversation.placed_settings import PlacedSettings
from bot.post import Limits, Post
from bot.presentation.words import Words, words_for
from bot.requests import Person
from council_core.council import Council
from council_core.domain.connector import Service
from council_core.domain.draft import DraftId
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.template import Templates
from council_core.domain.waiting import RunWaits
from council_core.errors import NotAllowed, PlatformError, RunDeleted, UnknownChoice, UnknownRun
from council_core.ports import (
    NOTHING_OFFERED,
    Announcer,
    Clock,
    Decisions,
    MemberResults,
    Offers,
    OwnTemplates,
    Schedules,
)
from council_core.retention import Retention
from council_core.roles import Roles
from council_core.stages.improve import Improver
from council_core.templates.spoken import spoken

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5
"""Time that a reply waits for the work it starts; platforms give three seconds in all."""


EXPORTS_AT_ONCE = 2
"""Exports that are written at the same time. Others wait: each holds a thread for up to half a minute."""

OWN_RUNS = 50
"""Number of a person's latest runs, in all places, among which the latest one here is sought."""

OUTSIDE = "You are not in that channel or thread, so nothing was done; somebody who is in it can add you."
CANNOT_TELL = (
    "Council could not check whether you may read that channel or thread, so nothing was done. {why}"
)


async def waits_for_nothing(run_id: RunId) -> RunWaits | None:
    """Every run is begun at once."""


async def _no_channels(workspace: Place) -> Sequence[Place]:
    """Return no channel."""
    return ()


async def _no_name(place: Place) -> str:
    """Return an empty name."""
    return ""


async def _nothing_was_refused(place: Place) -> None:
    """Every post was sent."""


def _no_services(place: Place) -> Sequence[Service]:
    """No connectors are set up."""
    return ()


def _channel(run: Run) -> tuple[str, str, str]:
    there = run.question.place
    return there.platform, there.workspace, there.channel


def is_at(place: Place, run: Run) -> bool:
    """Whether a run was asked in this channel, in one of its threads that everybody sees, or in this very thread."""
    there = run.question.place
    is_near = (place.platform, place.workspace) == (there.platform, there.workspace)
    return is_near and there.channel in (place.channel, place.thread)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTemplates:
    """The templates of the house and those of workspaces, with the roles that they may deal."""

    shipped: Templates
    own: OwnTemplates
    roles: Roles

    async def at(self, place: Place, language: str) -> Templates:
        """Return the templates of a place by name, as people of this language read them: the workspace's own ones, and
        those of the house that none of them replaces."""
        known = {**spoken(self.shipped, language), **await self.own_at(place)}
        return {name: known[name] for name in sorted(known)}

    async def own_at(self, place: Place) -> Templates:
        """Return the workspace's own templates by name."""
        return {each.name: each for each in await self.own.of(place)} if place.workspace else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The council and the means to speak for it."""

    council: Council
    announcer: Announcer
    refresh: Callable[[RunId], None]
    """Brings a run's card and count of votes up to date soon."""

    places: PlacedSettings
    limits_of: Callable[[Place], Limits]
    may_read: Callable[[PersonId, Place], Awaitable[bool]]
    """Whether somebody may read a place. Raises PlatformError."""

    retention: Retention
    results: MemberResults
    schedules: Schedules
    decisions: Decisions
    improver: Improver
    templates: KnownTemplates
    clock: Clock
    whisper: Callable[[Place, PersonId, Post], Awaitable[None]]
    """Tells a person something that nobody else reads."""

    publish: Callable[[Place, Post, str, Sequence[RunId]], Awaitable[None]]
    """Posts into a place, for everybody there, under a name, what goes when one of these runs does. Raises
    PlatformError."""

    waits: Callable[[RunId], Awaitable[RunWaits | None]] = waits_for_nothing
    """Returns what a run waits for before its first stage."""

    retell: Callable[[Place], Awaitable[None]] = _nothing_was_refused
    """Posts what a place had refused."""

    page_link: Callable[[Person, Run], str] | None = None
    """Returns a personal link to a run's page; None where there are no pages."""

    offers: Offers = NOTHING_OFFERED
    """Asks providers for their models."""

    services: Callable[[Place], Sequence[Service]] = _no_services
    """Returns the connectors that may be used in a place."""

    channels: Callable[[Place], Awaitable[Sequence[Place]]] = _no_channels
    """Returns the channels of a place's workspace in which anything was asked."""

    channel_name: Callable[[Place], Awaitable[str]] = _no_name
    """Returns the name of a place's channel; empty where it has none."""

    command: str = "/council"
    """Command of the bot."""

    rewriting: set[DraftId] = field(default_factory=set[DraftId], init=False)
    """Drafts that a model is rewriting."""

    exporting: asyncio.Semaphore = field(
        default_factory=lambda: asyncio.Semaphore(EXPORTS_AT_ONCE), init=False, repr=False
    )
    """Held while files of a run are written."""

    _under_way: set[asyncio.Task[None]] = field(
        default_factory=set[asyncio.Task[None]], init=False, repr=False
    )

    async def run_here(self, person: Person, place: Place, run_id: RunId) -> Run:
        """Return the run if it belongs to the channel in which it is asked for, or to the person who asks. A copied
        id opens nothing elsewhere, and one's own questions are found from anywhere as long as one may read their place.

        Raises:
            UnknownRun: It does not, or there is none.
            RunDeleted: It did, and was deleted.
            NotAllowed: It is their own, in a place that they may not read.
        """
        here = (place.platform, place.workspace, place.channel)
        try:
            run = await self.council.run(run_id)
        except RunDeleted as error:
            if error.where == here:
                raise
            raise UnknownRun(run_id) from error
        there = run.question.place
        is_near = (place.platform, place.workspace) == (there.platform, there.workspace)
        if not is_near or (not is_at(place, run) and run.question.asker.id != person.id):
            raise UnknownRun(run_id)
        if not is_at(place, run):
            await self.admit(person, run.conversation)
        return run

    def words(self, person: Person) -> Words:
        """Return the words of a person's language: what only they read is in it."""
        return words_for(person.locale)

    async def own_here(self, person: Person, place: Place) -> tuple[Run, ...]:
        """Return the latest runs that this person asked in this channel, the newest first."""
        own = await self.council.runs_by(person.id, place, limit=OWN_RUNS)
        return tuple(run for run in own if is_at(place, run))

    async def admit(self, person: Person, place: Place) -> None:
        """Check that a person may read a place. Raises NotAllowed when they may not, or nobody can tell."""
        try:
            may_read = await self.may_read(person.id, place)
        except PlatformError as error:
            logger.warning("nobody could say who may read a place: %s (%s)", error, error.code)
            raise NotAllowed(CANNOT_TELL.format(why=error), kind="cannot_tell", fact=str(error)) from error
        if not may_read:
            raise NotAllowed(OUTSIDE, kind="outside")

    async def readable(self, person: Person, place: Place, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Return those of these runs that somebody may read from a place in which they are."""
        elsewhere = {_channel(run): run.conversation for run in runs if not is_at(place, run)}
        async with asyncio.TaskGroup() as group:
            asked = {key: group.create_task(self._may(person, there)) for key, there in elsewhere.items()}
        return tuple(run for run in runs if is_at(place, run) or asked[_channel(run)].result())

    async def channel_called(self, person: Person, place: Place, typed: str) -> Place:
        """Return the channel of this workspace with this name, id or mention.

        Raises:
            NotAllowed: The person may not read it, or nobody can tell.
            UnknownChoice: No channel that the person may read is called so.
        """
        here = Place(platform=place.platform, workspace=place.workspace, channel=place.channel)
        known = [each for each in await self.channels(place) if each.channel != here.channel]
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(self._may(person, each)) for each in known]
        readable = [here, *(each for each, may in zip(known, asked, strict=True) if may.result())]
        try:
            return await channel_called(typed, readable, self.channel_name)
        except UnknownChoice:
            if not (channel := channel_id_in(typed)):
                raise
            there = replace(here, channel=channel)
            await self.admit(person, there)
            return there

    async def _may(self, person: Person, place: Place) -> bool:
        try:
            await self.admit(person, place)
        except NotAllowed:
            return False
        return True

    async def start(self, work: Awaitable[None]) -> None:
        """Does something that may take longer than a reply may wait. What goes wrong at once is raised; what goes
        wrong later is in the log."""

        task = self.beside(work)
        await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if task.done():
            task.result()

    def beside(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Start something that no reply waits for. What goes wrong is in the log."""

        async def done() -> None:
            await work

        task = asyncio.create_task(done())
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, seconds: float) -> None:
        """Waits for what replies have started; gives up after `seconds`."""
        if not self._under_way:
            return
        _, late = await asyncio.wait(set(self._under_way), timeout=seconds)
        for task in late:
            task.cancel()
            logger.warning("what a reply had started was not done when Council stopped")

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("what a reply had started failed: %s", error)
