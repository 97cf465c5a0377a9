"""Open one part of a council, for commands that need no more."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

from bot.announcing.erasing import TakesBack
from bot.app.clock import SystemClock
from bot.app.process import is_served
from bot.conversation.desk import KnownTemplates
from bot.ports import ChatPlatform
from bot.settings.environment import Settings
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.ingress import IngressEngine
from council_core.engine.records import StoredRecords
from council_core.ports import Clock, Sight
from council_core.providers.complete import Models
from council_core.providers.offers import ProviderOffers
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.retention import Retention
from council_core.stages.budget import Purse
from council_core.stages.improve import Improver
from council_core.storage.blobs import SqlBlobs
from council_core.storage.calibrations import SqlCalibrations
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.drafts import SqlDrafts
from council_core.storage.history import SqlEarlierQuestions, SqlHistory
from council_core.storage.line import SqlLine
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.migrate import migrate
from council_core.storage.notices import CHANGES
from council_core.storage.places import SqlOwnTemplates
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlDecisions, SqlLedger
from council_core.storage.run_states import SqlRunStates
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.storage.secrets import Secrets, SqlConnectorTokens
from council_core.storage.url import engine_url
from council_core.tools.connectors import Connectors
from council_core.tools.sign_in import SignIns


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncGenerator[SqlRunStore]:
    """Open only the store, for reading runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlRunStore(database)


@asynccontextmanager
async def open_history(settings: Settings) -> AsyncGenerator[tuple[SqlRunStore, SqlHistory]]:
    """Open the store with the channels in which anything was asked.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlRunStore(database), SqlHistory(database)


@asynccontextmanager
async def open_runs(settings: Settings) -> AsyncGenerator[tuple[SqlRunStore, SqlBlobs]]:
    """Open the store with the texts and pictures of its runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlRunStore(database), SqlBlobs(database)


@asynccontextmanager
async def open_results(settings: Settings) -> AsyncGenerator[SqlMemberResults]:
    """Open only members' results, from which the boards are computed.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlMemberResults(database)


@asynccontextmanager
async def open_schedules(settings: Settings) -> AsyncGenerator[SqlSchedules]:
    """Open only the schedules.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlSchedules(database)


@asynccontextmanager
async def open_decisions(settings: Settings) -> AsyncGenerator[tuple[SqlDecisions, SqlRunStore]]:
    """Open only the decisions, and the store with their runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlDecisions(database), SqlRunStore(database)


@asynccontextmanager
async def open_states(settings: Settings) -> AsyncGenerator[SqlRunStates]:
    """Open only the states of runs, as an operator sees them: from the engine's tables and the store.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    from council_core.engine.dbos_door import STATES_TABLE, states_sql
    from council_core.engine.workers.lease import lock_of

    async with _database(settings) as database:
        sql = states_sql(engine_url(settings.database_url))
        line = SqlLine(database, settings.limits, channel=CHANGES)
        yield SqlRunStates(database, sql, STATES_TABLE, lock_of, line, partial(is_served, database))


@asynccontextmanager
async def open_purse(settings: Settings) -> AsyncGenerator[Purse]:
    """Open only the prices and the ledger of costs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield purse_of(settings, database, SqlRunStore(database))


@asynccontextmanager
async def open_calibrations(settings: Settings) -> AsyncGenerator[SqlCalibrations]:
    """Open only the calibrations of judges.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield SqlCalibrations(database)


@asynccontextmanager
async def _database(settings: Settings) -> AsyncGenerator[Database]:
    database = Database(settings.database_url)
    try:
        await migrate(database)
        yield database
    finally:
        await database.aclose()


@asynccontextmanager
async def open_models(settings: Settings) -> AsyncGenerator[Models]:
    """Open only the models, for calls outside of any run."""
    models = Models(ProviderSettings.from_mapping(settings.environment))
    try:
        yield models
    finally:
        await models.close()


def offers_of(settings: Settings) -> ProviderOffers:
    """Build the lister of what providers offer. The caller closes it."""
    return ProviderOffers(ProviderSettings.from_mapping(settings.environment))


def purse_of(settings: Settings, database: Database, store: SqlRunStore, sight: Sight | None = None) -> Purse:
    """Build the purse, which prices runs and enforces budgets, over an open database."""
    prices = Prices(ProviderSettings.from_mapping(settings.environment))
    return Purse(
        store=store,
        blobs=SqlBlobs(database),
        prices=prices,
        ledger=SqlLedger(database),
        sight=sight,
        connectors=connectors_of(settings, database),
    )


def connectors_of(settings: Settings, database: Database) -> Connectors | None:
    """Build the client for the operator's services, which stores its tokens in an open database; None if no service is
    set up."""
    if not settings.connectors:
        return None
    tokens = SqlConnectorTokens(database, Secrets(settings.secret_keys))
    return Connectors(settings.connectors, SignIns(tokens, SystemClock()))


@asynccontextmanager
async def open_connectors(settings: Settings) -> AsyncGenerator[Connectors | None]:
    """Open only the client for the operator's services.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield connectors_of(settings, database)


def improver_of(settings: Settings, database: Database, store: SqlRunStore, models: Models) -> Improver:
    """Build the improver, which has questions rewritten, over an open database."""
    purse = purse_of(settings, database, store)
    drafts, earlier = SqlDrafts(database), SqlEarlierQuestions(database)
    return Improver(models=models, purse=purse, drafts=drafts, earlier=earlier)


def templates_of(settings: Settings, database: Database) -> KnownTemplates:
    """Return all templates, with those of workspaces from an open database."""
    own = SqlOwnTemplates(database, SystemClock())
    return KnownTemplates(shipped=settings.templates, own=own, roles=settings.roles)


@asynccontextmanager
async def open_templates(settings: Settings) -> AsyncGenerator[KnownTemplates]:
    """Open only the templates, including those of workspaces.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        yield templates_of(settings, database)


@asynccontextmanager
async def open_improver(settings: Settings) -> AsyncGenerator[Improver]:
    """Open only the improver, which has questions rewritten.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database, open_models(settings) as models:
        yield improver_of(settings, database, SqlRunStore(database), models)


@asynccontextmanager
async def open_retention(settings: Settings) -> AsyncGenerator[Retention]:
    """Open only the deletion of runs. A server that runs at the same time deletes their posts.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with _database(settings) as database:
        records = StoredRecords(engine_url(settings.database_url), SqlCheckpoints(database))
        eraser = TakesBack(platforms={})
        yield Retention(store=SqlRetention(database), engine=records, eraser=eraser, clock=SystemClock())


def retention_of(
    database: Database,
    engine: DurableEngine | IngressEngine,
    platforms: Mapping[str, ChatPlatform],
    let_go: Callable[[RunId], None],
    clock: Clock,
) -> Retention:
    """Build the retention, which deletes runs with their posts."""
    return Retention(
        store=SqlRetention(database),
        engine=engine,
        eraser=TakesBack(platforms=platforms, let_go=let_go),
        clock=clock,
        ended=engine if isinstance(engine, DurableEngine) else None,
    )
