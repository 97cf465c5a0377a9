"""Build a running council from its settings. Only modules of this room know which class implements which port."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.announcing.growing_verdicts import VerdictDrafts
from bot.announcing.publishing import Publisher
from bot.announcing.retrying import RefusedPosts
from bot.app.clock import SystemClock, draw_seed
from bot.app.load_settings import load_settings, settings_for_run
from bot.app.open_engine import Base, Engine, open_ingress, open_worker
from bot.app.open_parts import improver_of, offers_of, purse_of, retention_of, templates_of
from bot.app.pages import page_links
from bot.app.platform_files import CHATS, PlatformFiles
from bot.app.platforms import channel_namer
from bot.app.process import ASK, SERVE, Role, check_role, claim_file
from bot.app.stopping import Stopping
from bot.conversation.allowed_models import AllowedModels
from bot.conversation.desk import Desk, KnownTemplates, waits_for_nothing
from bot.conversation.dispatch import Handlers
from bot.conversation.placed_settings import PlacedSettings
from bot.ports import ChatPlatform, Handle
from bot.post import Limits, Reply
from bot.requests.request import Request
from bot.settings.environment import Settings
from bot.watching.health import Health, health_of
from bot.watching.ports import WatchedHandle, WatchedPlatform, watched_votes
from council_core.admission import Places
from council_core.context.reading import ChildReader
from council_core.council import Council
from council_core.domain.observations import Observation
from council_core.engine.durable import DurableEngine
from council_core.engine.ingress import IngressEngine
from council_core.engine.supervisor import Supervisor
from council_core.ports import Changes, Clock, History, Observer, PublicLinks
from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from council_core.retention import Retention
from council_core.storage.blobs import SqlBlobs, check_writable
from council_core.storage.changes import SqlChanges
from council_core.storage.database import Database
from council_core.storage.history import SqlHistory
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.migrate import check_tables, create_tables, migrate
from council_core.storage.moves import SqlMoves
from council_core.storage.notices import CHANGES
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.queue import SqlQueue
from council_core.storage.receipts import SqlReceipts
from council_core.storage.run_records import SqlDecisions, SqlPublicLinks
from council_core.storage.run_states import ages
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.storage.url import is_sqlite
from council_core.tools import Workshop, make_toolbox
from council_core.tools.connectors import Connectors
from council_core.tools.pages import PublicPages

__all__ = ["ASK", "SERVE", "App", "load_settings", "open_app", "settings_for_run"]


SYSTEM_CLOCK = SystemClock()


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """A council that is ready to use, for the commands of the command line."""

    settings: Settings
    role: Role
    council: Council
    engine: DurableEngine | IngressEngine
    store: SqlRunStore
    blobs: SqlBlobs
    public: PublicLinks
    results: SqlMemberResults
    decisions: SqlDecisions
    templates: KnownTemplates
    models: Models
    handle: Handle
    act: Callable[[Request], Awaitable[Reply | None]]
    """Handles a program's request. Raises CouncilError."""

    handlers: Handlers
    """Handles requests, and what comes due without a request: schedules, reminders, drafts to delete."""

    retention: Retention
    platforms: Mapping[str, ChatPlatform]
    health: Health
    supervisor: Supervisor
    """Restarts the background tasks of this process."""

    stopping: Stopping

    history: History
    """Reads the runs of several channels, for readers who may read these channels."""

    changes: Changes
    """Notifies the followers of a run about each change, in whichever process it was stored."""

    drafts: VerdictDrafts
    """Growing verdicts of this process."""

    owes_cards: Callable[[], bool]
    """Tells whether this process still starts a new run or prepares its card."""


UNSEEN = Limits(prose=10_000_000, parts=1, buttons=0)
"""Limits of a place that is shown nothing: the terminal that prints a run as JSON."""


@asynccontextmanager
async def open_app(
    settings: Settings,
    platforms: Callable[[Settings], Mapping[str, ChatPlatform]],
    *,
    family: str,
    role: Role = "all",
    observers: Sequence[Observer] = (),
    clock: Clock = SYSTEM_CLOCK,
    draw_seed: Callable[[], str] = draw_seed,
    files: PlatformFiles | None = None,
    stopping: Stopping | None = None,
) -> AsyncGenerator[App]:
    """Open the database, the engine and the shared HTTP client, and close them in reverse order.

    Args:
        settings: Settings of the whole process.
        platforms: Builds the chat platforms, by name.
        family: `SERVE` resumes the runs that an earlier process left; `ASK` runs one question.
        role: This process's share of the work; any role but `all` needs a Postgres.
        observers: Receive every observation.
        clock: The time of day.
        draw_seed: Draws the seed of each run; a fixed seed makes aliases and orders repeatable.
        files: Reads the files attached to questions; None for the platforms themselves.
        stopping: Bounds the closing of each part; None for a new one.

    Raises:
        SettingsError: The role does not fit the database.
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """

    def observe(seen: Observation) -> None:
        for observer in observers:
            observer(seen)

    async with AsyncExitStack() as stack:
        stopping = stopping or Stopping()
        base = await _open_base(stack, stopping, settings, platforms, family, role, observe, clock, files)
        engine = await open_ingress(base) if role == "ingress" else await open_worker(base)
        council = _council(base, engine, draw_seed)
        if family == SERVE and role != "ingress":
            await council.catch_up(platforms=tuple(base.served))
        retention = retention_of(base.database, engine.engine, base.watched, engine.let_go, base.clock)
        handle = _handlers(base, engine, council, retention)
        stack.push_async_callback(_drained, engine, handle, settings.drain_seconds, family)
        yield _app(base, engine, council, retention, handle, role)


async def _drained(engine: Engine, handle: Handlers, seconds: float, family: str) -> None:
    """Finish the steps and what replies have started, both within the same seconds."""
    await asyncio.gather(
        engine.engine.finish(seconds if family == SERVE else 0.0),
        handle.finish(seconds),
    )


def _app(
    base: Base, engine: Engine, council: Council, retention: Retention, handle: Handlers, role: Role
) -> App:
    return App(
        settings=base.settings,
        role=role,
        council=council,
        engine=engine.engine,
        store=base.store,
        results=SqlMemberResults(base.database),
        decisions=SqlDecisions(base.database),
        templates=templates_of(base.settings, base.database),
        models=base.models,
        handle=WatchedHandle(handle, base.observe),
        handlers=handle,
        act=WatchedHandle(handle.act, base.observe),
        retention=retention,
        platforms=base.served,
        health=_health(base, engine),
        supervisor=base.supervisor,
        stopping=base.stopping,
        history=SqlHistory(base.database),
        blobs=SqlBlobs(base.database),
        public=SqlPublicLinks(base.database),
        changes=base.changes,
        drafts=base.drafts,
        owes_cards=engine.owes_cards,
    )


async def _open_base(
    stack: AsyncExitStack,
    stopping: Stopping,
    settings: Settings,
    platforms: Callable[[Settings], Mapping[str, ChatPlatform]],
    family: str,
    role: Role,
    observe: Observer,
    clock: Clock,
    files: PlatformFiles | None,
) -> Base:
    database = Database(settings.database_url, observe=observe)
    supervisor = Supervisor(observe, outage=database.outage)
    stack.push_async_callback(stopping.close, "the database", database.aclose)
    changes = SqlChanges(database, supervisor.keep)
    drafts = VerdictDrafts(None if is_sqlite(database.url) else changes.send_draft)
    changes.on_draft = drafts.heard
    stack.push_async_callback(stopping.close, "news of changes", changes.aclose)
    check_role(role, settings.database_url)
    if family == SERVE:
        await claim_file(database, stack)
    await migrate(database)
    # DBOS writes while it launches, in this thread. A locked database is waited for here, where Ctrl-C still ends it.
    await check_writable(database)
    queue = SqlQueue(database, settings.limits, channel=CHANGES) if family == SERVE else None
    models = Models(
        ProviderSettings.from_mapping(settings.environment),
        observe,
        call_seconds=settings.council.call_seconds,
    )
    stack.push_async_callback(stopping.close, "the models", models.close)
    shop = Workshop(environment=settings.environment, pages=PublicPages(closed=CHATS), reader=ChildReader())
    stack.push_async_callback(stopping.close, "the tools", shop.aclose)
    served = platforms(settings)
    for name, platform in served.items():
        if (own := platform.abilities.own_tables) is not None:
            await create_tables(database, own.define, own.sealed)
            own.keep_in(database)
        stack.push_async_callback(stopping.close, name, platform.aclose)
    watched = {name: WatchedPlatform(platform, observe) for name, platform in served.items()}
    given = files or PlatformFiles(served, SqlReceipts(database, clock), SqlBlobs(database))
    return Base(
        stack=stack,
        stopping=stopping,
        settings=settings,
        family=family,
        database=database,
        queue=queue,
        store=SqlRunStore(database, queue),
        models=models,
        changes=changes,
        served=served,
        watched=watched,
        files=given,
        observe=observe,
        clock=clock,
        supervisor=supervisor,
        toolbox=make_toolbox(shop),
        drafts=drafts,
    )


def _council(base: Base, engine: Engine, draw_seed: Callable[[], str]) -> Council:
    return Council(
        store=watched_votes(base.store, base.observe, base.clock),
        engine=engine.engine,
        models=base.models,
        clock=base.clock,
        draw_seed=draw_seed,
        purse=purse_of(base.settings, base.database, base.store, base.models),
        keep_files=base.files.keep,
    )


def _handlers(base: Base, engine: Engine, council: Council, retention: Retention) -> Handlers:
    """Build the handlers of all requests."""
    settings, served = base.settings, base.served
    offers = offers_of(settings)
    base.stack.push_async_callback(base.stopping.close, "lists of models", offers.close)
    publisher = Publisher(platforms=served, receipts=SqlReceipts(base.database, base.clock))
    desk = Desk(
        council=council,
        announcer=engine.announcer,
        refresh=engine.refresh,
        retry_posts=RefusedPosts(
            posts=SqlReceipts(base.database, base.clock),
            store=base.store,
            blobs=SqlBlobs(base.database),
            announcer=engine.announcer,
            refresh=engine.refresh,
        ).retry,
        move=SqlMoves(base.database).move,
        waits=waits_for_nothing if base.queue is None else Places(base.queue).of,
        page_link=None if settings.web is None else page_links(settings.web),
        limits_of=lambda place: served[place.platform].limits if place.platform in served else UNSEEN,
        may_read=lambda person, place: served[place.platform].may_read(person, place),
        retention=retention,
        results=SqlMemberResults(base.database),
        schedules=SqlSchedules(base.database),
        decisions=SqlDecisions(base.database),
        improver=improver_of(settings, base.database, base.store, base.models),
        templates=templates_of(settings, base.database),
        offers=offers,
        allowed=AllowedModels(patterns=settings.models, offers=offers),
        services=Connectors(settings.connectors).here,
        history=SqlHistory(base.database),
        channel_name=channel_namer(served),
        clock=base.clock,
        whisper=lambda place, person, post: served[place.platform].whisper(place, person, post),
        publish=publisher.publish,
        places=PlacedSettings(
            store=SqlPlaceSettings(base.database, base.clock),
            settings_for=settings.for_run,
            presets=settings.presets,
            check=council.check,
            unpriced=council.unpriced,
        ),
    )
    return Handlers(desk)


def _health(base: Base, engine: Engine) -> Health:
    return health_of(
        {**engine.engine.troubles, "tasks": lambda: base.supervisor.trouble},
        lambda: check_tables(base.database),
        base.served,
        absences=engine.engine.absences,
        engine_figures=lambda: {"runs_drawn": len(engine.drawn())},
        database_figures=lambda: ages(base.database, base.clock.now()),
    )
