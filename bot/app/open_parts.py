"""Open or build one part of a council that calls models, services or the engine, for commands that need no more."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager

from bot.announcing.erasing import PostEraser
from bot.app.clock import SystemClock
from bot.app.open_tables import open_database
from bot.app.process import is_served
from bot.conversation.desk import KnownTemplates
from bot.ports import ChatPlatform
from bot.settings.environment import Settings
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.ingress import IngressEngine
from council_core.engine.records import RunningRecords, StoredRecords
from council_core.ports import Clock, Sight
from council_core.providers.complete import Models
from council_core.providers.offers import ProviderOffers
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.retention import Retention
from council_core.stages.budget import Purse
from council_core.stages.improve import Improver
from council_core.storage.blobs import SqlBlobs
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.drafts import SqlDrafts
from council_core.storage.history import SqlEarlierQuestions
from council_core.storage.places import SqlOwnTemplates
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlLedger
from council_core.storage.runs import SqlRunStore
from council_core.storage.secrets import Secrets, SqlConnectorTokens
from council_core.storage.url import engine_url
from council_core.tools.connectors import Connectors
from council_core.tools.sign_in import SignIns


@asynccontextmanager
async def open_purse(settings: Settings) -> AsyncGenerator[Purse]:
    """Open only the prices and the ledger of costs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield purse_of(settings, database, SqlRunStore(database))


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
    async with open_database(settings) as database:
        yield connectors_of(settings, database)


def improver_of(settings: Settings, database: Database, store: SqlRunStore, models: Models) -> Improver:
    """Build the improver, which has questions rewritten, over an open database."""
    purse = purse_of(settings, database, store)
    drafts, earlier = SqlDrafts(database), SqlEarlierQuestions(database)
    return Improver(models=models, purse=purse, drafts=drafts, earlier=earlier)


def templates_of(settings: Settings, database: Database) -> KnownTemplates:
    """Return all templates, including those of workspaces in an open database."""
    own = SqlOwnTemplates(database, SystemClock())
    return KnownTemplates(shipped=settings.templates, own=own, roles=settings.roles)


@asynccontextmanager
async def open_templates(settings: Settings) -> AsyncGenerator[KnownTemplates]:
    """Open only the templates, including those of workspaces.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield templates_of(settings, database)


@asynccontextmanager
async def open_improver(settings: Settings) -> AsyncGenerator[Improver]:
    """Open only the improver, which has questions rewritten.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database, open_models(settings) as models:
        yield improver_of(settings, database, SqlRunStore(database), models)


@asynccontextmanager
async def open_retention(settings: Settings) -> AsyncGenerator[tuple[Retention, bool]]:
    """Open only the deletion of runs, and tell whether the whole SQLite file may be rewritten.

    It may not while a server uses it, which could not write during that time. The server deletes the posts of runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        records = StoredRecords(engine_url(settings.database_url), SqlCheckpoints(database))
        eraser = PostEraser(platforms={})
        retention = Retention(
            store=SqlRetention(database), engine=records, eraser=eraser, clock=SystemClock()
        )
        yield retention, is_served(database) is False


def retention_of(
    database: Database,
    engine: DurableEngine | IngressEngine,
    platforms: Mapping[str, ChatPlatform],
    let_go: Callable[[RunId], None],
    clock: Clock,
) -> Retention:
    """Build the retention, which deletes runs with their posts."""
    records = engine.records if isinstance(engine, DurableEngine) else engine
    return Retention(
        store=SqlRetention(database),
        engine=records,
        eraser=PostEraser(platforms=platforms, let_go=let_go),
        clock=clock,
        ended=records if isinstance(records, RunningRecords) else None,
    )
