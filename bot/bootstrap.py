"""Settings -> a running council: the only place that knows which class stands behind which port."""

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from filelock import FileLock, Timeout

from bot.announcer import ThreadAnnouncer
from bot.clock import SystemClock, draw_seed
from bot.handlers import Handlers
from bot.ports import ChatPlatform, Handle, KeepsThings
from bot.settings import Settings
from bot.taking_back import TakesBack, WatchfulReceipts
from bot.watching.health import Health, health_of
from bot.watching.ports import WatchedHandle, WatchedPlatform, watched_votes
from bot.watching.run import WatchedRun
from council_core.blindness import prepare as prepare_masking
from council_core.council import Council
from council_core.council_run import Surroundings, council_run
from council_core.domain.answer import Outcome
from council_core.domain.observations import Observation
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.errors import StoreUnavailable
from council_core.ports import Clock, LateAnswer, Observer, Signals, Steps
from council_core.providers.complete import Models
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.retention import KeptFor, Retention
from council_core.stages.budget import Purse
from council_core.stages.stragglers import Stragglers
from council_core.storage.check import DatabaseCheck
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database, engine_url, is_sqlite
from council_core.storage.ledger import SqlLedger
from council_core.storage.migrate import migrate
from council_core.storage.place_settings import SqlPlaceSettings
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore

logger = logging.getLogger(__name__)

SERVE = "serve"
ASK = "ask"

SYSTEM_CLOCK = SystemClock()


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """A council that is ready: what the commands of the terminal work with."""

    settings: Settings
    council: Council
    engine: DurableEngine
    store: SqlRunStore
    models: Models
    handle: Handle
    retention: Retention
    kept_for: KeptFor
    """How long a channel's runs are kept."""

    platforms: Mapping[str, ChatPlatform]
    health: Health


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncGenerator[SqlRunStore]:
    """Only the store, for looking things up.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    database = Database(settings.database_url)
    try:
        await migrate(database)
        yield SqlRunStore(database)
    finally:
        await database.aclose()


@asynccontextmanager
async def open_purse(settings: Settings) -> AsyncGenerator[Purse]:
    """Only prices and what was spent.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    database = Database(settings.database_url)
    try:
        await migrate(database)
        yield _purse(settings, database, SqlRunStore(database))
    finally:
        await database.aclose()


@asynccontextmanager
async def open_models(settings: Settings) -> AsyncGenerator[Models]:
    """Only the members, for asking them something by the way."""
    models = Models(ProviderSettings.from_mapping(settings.environment))
    try:
        yield models
    finally:
        await models.close()


@asynccontextmanager
async def open_app(
    settings: Settings,
    platforms: Callable[[Settings], Mapping[str, ChatPlatform]],
    *,
    family: str,
    observers: Sequence[Observer] = (),
    clock: Clock = SYSTEM_CLOCK,
    draw_seed: Callable[[], str] = draw_seed,
) -> AsyncGenerator[App]:
    """Opens the database, the engine and the shared HTTP client, and closes them in turn.

    Args:
        settings: What to open.
        platforms: Builds the chat platforms by name.
        family: `SERVE` takes up whatever an earlier process left; `ASK` is for one question.
        observers: Told what happens.
        clock: The time of day.
        draw_seed: Draws each run's seed; a fixed one makes letters and orders repeatable.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """

    def observe(seen: Observation) -> None:
        for observer in observers:
            observer(seen)

    async with AsyncExitStack() as stack:
        database = Database(settings.database_url, observe=observe)
        stack.push_async_callback(database.aclose)
        if family == SERVE:
            # Whether there is a database at all comes first: a lock that cannot be made says less.
            async with database.reading():
                _claim_file(database, stack)
        await migrate(database)
        store = SqlRunStore(database)
        models = Models(ProviderSettings.from_mapping(settings.environment), observe)
        stack.push_async_callback(models.close)
        engine = DurableEngine(
            database_url=engine_url(settings.database_url),
            executor=_executor(database, family),
            checkpoints=SqlCheckpoints(database),
            family=family,
        )
        council = Council(
            store=watched_votes(store, observe, clock),
            engine=engine,
            models=models,
            clock=clock,
            draw_seed=draw_seed,
            purse=_purse(settings, database, store),
        )
        served = platforms(settings)
        for platform in served.values():
            if isinstance(platform, KeepsThings):
                platform.keep_in(database)
        watched = {name: WatchedPlatform(platform, observe) for name, platform in served.items()}
        receipts = WatchfulReceipts(SqlReceipts(database, clock), watched)
        announcer = ThreadAnnouncer(platforms=watched, receipts=receipts, store=store)
        for platform in served.values():
            stack.push_async_callback(platform.aclose)
        stack.push_async_callback(announcer.aclose)

        async def arrived(run_id: RunId, outcome: Outcome) -> None:
            await store.add_late(run_id, outcome)
            if outcome.kind == "answer":
                signal = LateAnswer(member=outcome.member)
                await engine.send(run_id, signal, key=f"late:{outcome.member}")

        stragglers = Stragglers(arrived)
        stack.push_async_callback(stragglers.aclose)
        around = Surroundings(
            models=models, store=store, announcer=announcer, stragglers=stragglers, clock=clock
        )

        async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
            watched = WatchedRun(await store.get(run_id), observe, clock)
            with watched.under_way():
                await council_run(run_id, watched.around(around), watched.steps(steps), signals)

        # A second's work that the first answers would otherwise wait for.
        asyncio.get_running_loop().run_in_executor(None, prepare_masking)
        await engine.launch(story)
        stack.push_async_callback(engine.aclose)
        if family == SERVE:
            await council.take_up(platforms=tuple(served))
        eraser = TakesBack(platforms=watched, let_go=announcer.let_go)
        retention = Retention(store=SqlRetention(database), engine=engine, eraser=eraser, clock=clock)
        handle = Handlers(
            council=council,
            announcer=announcer,
            refresh=announcer.refresh,
            settings_for=settings.for_run,
            presets=settings.presets,
            limits_of=lambda place: served[place.platform].limits,
            retention=retention,
            places=SqlPlaceSettings(database, clock),
        )
        stack.push_async_callback(engine.finish, settings.drain_seconds if family == SERVE else 0.0)
        stack.push_async_callback(handle.finish, settings.drain_seconds)
        yield App(
            settings=settings,
            council=council,
            engine=engine,
            store=store,
            models=models,
            handle=WatchedHandle(handle, observe),
            retention=retention,
            kept_for=handle.kept_for,
            platforms=served,
            health=health_of(lambda: engine.trouble, DatabaseCheck(database), served),
        )


def _purse(settings: Settings, database: Database, store: SqlRunStore) -> Purse:
    prices = Prices(ProviderSettings.from_mapping(settings.environment))
    return Purse(store=store, prices=prices, ledger=SqlLedger(database))


def _executor(database: Database, family: str) -> str:
    """This process's name among all that share the database. Whoever starts under a name takes up what was left
    under it; a single question is nobody else's to take up unasked, so it gets a name that never comes again."""
    if family == ASK:
        return f"ask-{draw_seed()[:12]}"
    return "local" if is_sqlite(database.url) else socket.gethostname()


def _claim_file(database: Database, stack: AsyncExitStack) -> None:
    """Two servers on one SQLite file would take each other's runs away."""
    if not is_sqlite(database.url):
        return
    lock = FileLock(f"{database.url.database}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise StoreUnavailable(
            f"Another `council serve` works with {database.url.database}. Stop it first, or give this one a "
            "DATABASE_URL of its own (several processes can share a Postgres)."
        ) from error
    except OSError as error:
        raise StoreUnavailable(
            f"The lock beside the database, {lock.lock_file}, cannot be used: {error}. Check who owns the folder."
        ) from error
    stack.callback(lock.release)
