"""Services that every handler of requests needs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.conversation.allowed_models import AllowedModels
from bot.conversation.placed_settings import PlacedSettings
from bot.conversation.search_limits import MOST_CHANNELS, channel_called, channel_id_in
from bot.post import Limits, Post
from bot.presentation.words import Words, words_for
from bot.requests.person import Person
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
    Announcer,
    Clock,
    Decisions,
    History,
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
"""Seconds that a reply waits for the work that it starts; platforms allow three in all."""


EXPORTS_AT_ONCE = 2
"""Exports that are written at the same time. Others wait, because each holds a thread for up to half a minute."""

OWN_RUNS = 50
"""Number of a person's latest runs, in all places, among which their latest run of this place is looked up."""


async def waits_for_nothing(run_id: RunId) -> RunWaits | None:
    """Return None, because no run waits."""


def _channel(run: Run) -> tuple[str, str, str]:
    there = run.question.place
    return there.platform, there.workspace, there.channel


def is_at(place: Place, run: Run) -> bool:
    """Tell whether a run was asked in this channel, in one of its public threads, or in exactly this thread."""
    there = run.question.place
    is_near = (place.platform, place.workspace) == (there.platform, there.workspace)
    return is_near and there.channel in (place.channel, place.thread)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTemplates:
    """Templates of the operator and of workspaces, with the roles that they may deal."""

    shipped: Templates
    own: OwnTemplates
    roles: Roles

    async def at(self, place: Place, language: str) -> Templates:
        """Return the templates of a place by name, in this language: the workspace's own, and those of the operator
        that they do not replace."""
        known = {**spoken(self.shipped, language), **await self.own_at(place)}
        return {name: known[name] for name in sorted(known)}

    async def own_at(self, place: Place) -> Templates:
        """Return the workspace's own templates by name."""
        return {each.name: each for each in await self.own.of(place)} if place.workspace else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The council, and the functions that handlers need to answer."""

    council: Council
    announcer: Announcer
    refresh: Callable[[RunId], None]
    """Brings a run's card and count of votes up to date soon."""

    places: PlacedSettings
    limits_of: Callable[[Place], Limits]
    may_read: Callable[[PersonId, Place], Awaitable[bool]]
    """Tells whether a person may read a place. Raises PlatformError."""

    retention: Retention
    results: MemberResults
    schedules: Schedules
    decisions: Decisions
    improver: Improver
    history: History
    templates: KnownTemplates
    clock: Clock
    whisper: Callable[[Place, PersonId, Post], Awaitable[None]]
    """Sends a person a post that nobody else can read."""

    publish: Callable[[Place, Post, str, Sequence[RunId]], Awaitable[bool]]
    """Posts into a place under a name, once among all processes and also over a crash, and returns whether it was
    posted. Deleting one of these runs replaces it. Raises PlatformError, and RunDeleted for the first run."""

    waits: Callable[[RunId], Awaitable[RunWaits | None]]
    """Returns the reason why a run waits in the queue; None if it does not wait."""

    retry_posts: Callable[[Place], Awaitable[None]]
    """Posts again what a place had refused."""

    move: Callable[[Place, Place], Awaitable[None]]
    """Stores everything of the first channel under the id of the second one."""

    page_link: Callable[[Person, Run], str] | None
    """Returns a personal link to a run's page; None if there are no pages."""

    offers: Offers
    """Asks providers for their models."""

    allowed: AllowedModels
    """Models that people may choose besides those of the environment and the presets."""

    services: Callable[[Place], Sequence[Service]]
    """Returns the connectors that may be used in a place."""

    channel_name: Callable[[Place], Awaitable[str]]
    """Returns the name of a place's channel; empty if it has none."""

    command: str = "/council"
    """Slash command of the bot."""

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
        """Return a run that was asked in this channel, or by this person. A copied id opens no run of another channel,
        and people find their own questions from anywhere as long as they may read the question's place.

        Raises:
            UnknownRun: There is no such run, or it is another person's in another channel.
            RunDeleted: There was such a run, and it was deleted.
            NotAllowed: The run is their own, in a place that they may not read.
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
        """Return the words in a person's language, for replies that only they read."""
        return words_for(person.locale)

    async def own_here(self, person: Person, place: Place) -> tuple[Run, ...]:
        """Return the latest runs that this person asked in this channel, the newest first."""
        own = await self.council.runs_by(person.id, place, limit=OWN_RUNS)
        return tuple(run for run in own if is_at(place, run))

    async def admit(self, person: Person, place: Place) -> None:
        """Check that a person may read a place. Raises NotAllowed if they may not, or if the platform cannot tell."""
        try:
            may_read = await self.may_read(person.id, place)
        except PlatformError as error:
            logger.warning("nobody could say who may read a place: %s (%s)", error, error.code)
            raise NotAllowed("cannot_tell", fact=str(error)) from error
        if not may_read:
            raise NotAllowed("outside")

    async def readable(self, person: Person, place: Place, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Return those of these runs that a person may read from the place in which they are."""
        elsewhere = {_channel(run): run.conversation for run in runs if not is_at(place, run)}
        async with asyncio.TaskGroup() as group:
            asked = {key: group.create_task(self._may(person, there)) for key, there in elsewhere.items()}
        return tuple(run for run in runs if is_at(place, run) or asked[_channel(run)].result())

    async def channel_called(self, person: Person, place: Place, typed: str) -> Place:
        """Return the channel of this workspace with this name, id or mention.

        Raises:
            NotAllowed: The person may not read it, or the platform cannot tell.
            UnknownChoice: The person can read no channel of this name.
        """
        here = Place(platform=place.platform, workspace=place.workspace, channel=place.channel)
        asked_in = await self.history.channels(place, limit=MOST_CHANNELS)
        known = [here, *(each for each in asked_in if each.channel != here.channel)]

        async def readable(some: Sequence[Place]) -> Sequence[Place]:
            async with asyncio.TaskGroup() as group:
                asked = [(each, group.create_task(self._may(person, each))) for each in some if each != here]
            allowed = {each for each, may in asked if may.result()}
            return [each for each in some if each == here or each in allowed]

        try:
            return await channel_called(typed, known, readable, self.channel_name)
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
        """Start work that may take longer than a reply may wait. Early errors are raised, and later ones are logged."""

        task = self.beside(work)
        await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if task.done():
            task.result()

    def beside(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Start work for which no reply waits. Errors are logged."""

        async def done() -> None:
            await work

        task = asyncio.create_task(done())
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, seconds: float) -> None:
        """Wait for the work that replies have started; give up after `seconds`."""
        if not self._under_way:
            return
        _, late = await asyncio.wait(set(self._under_way), timeout=seconds)
        for task in late:
            task.cancel()
            logger.warning("what a reply had started was not done when Council stopped")

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, RunDeleted):
            logger.info("what a reply had started ended with its run %s, which was deleted", error.run_id)
        else:
            logger.error("what a reply had started failed: %s", error)
