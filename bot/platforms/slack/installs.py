"""Somebody installs the app into their workspace -> its token, kept in our database until they remove it.

/slack/install -> Slack's page of consent -> /slack/oauth_redirect -> token
"""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import urljoin

from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncBoltRequest
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.platforms.slack.clients import NotHappened, SlackSettings
from bot.platforms.slack.manifest import INSTALL_PATH, REDIRECT_PATH, SCOPES
from bot.platforms.slack.wire import CALLS, TIMEOUT
from bot.ports import Transactions

log = logging.getLogger(__name__)

STATE_SECONDS = 600
"""How long somebody may take on Slack's page of consent."""


class _Engine:
    """What slack-sdk's stores use of an `AsyncEngine`, in the application's own transactions."""

    def __init__(self) -> None:
        self.database: Transactions | None = None

    def connect(self) -> AbstractAsyncContextManager[Any]:
        return self._kept.reading()

    def begin(self) -> AbstractAsyncContextManager[Any]:
        return self._kept.writing()

    @property
    def _kept(self) -> Transactions:
        if self.database is None:
            raise RuntimeError("Installations were asked for before `keep_in` was called.")
        return self.database


class Installs:
    """Who has installed the app. Keyed by the team, or by the organisation where it is installed for all of it.

    Args:
        settings: With the app's client id and secret.
    """

    def __init__(self, settings: SlackSettings) -> None:
        self._engine = _Engine()
        engine: Any = self._engine
        self._store = AsyncSQLAlchemyInstallationStore(client_id=settings.client_id or "", engine=engine)
        self._states = AsyncSQLAlchemyOAuthStateStore(expiration_seconds=STATE_SECONDS, engine=engine)
        self._settings = settings

    def keep_in(self, database: Transactions) -> None:
        """Keeps them there. The database has the tables already (`council_core.storage.slack_tables`)."""
        self._engine.database = database

    async def token(self, workspace: str) -> str | None:
        """The token of the latest installation there. Raises StoreError."""
        table: Any = self._store.bots
        rows = table.select().where(*_there(table, workspace, self._store.client_id))
        async with self._engine.connect() as connection:
            found = await connection.execute(rows.order_by(table.c.installed_at.desc()).limit(1))
            row = found.mappings().first()
        return None if row is None else row["bot_token"]

    async def remove(self, workspace: str) -> None:
        """Forgets all installations there. Raises StoreError."""
        tables: tuple[Any, ...] = (self._store.bots, self._store.installations)
        async with self._engine.begin() as connection:
            for table in tables:
                await connection.execute(
                    table.delete().where(*_there(table, workspace, self._store.client_id))
                )

    def routes(self, installed: Callable[[str], None]) -> list[Route]:
        """The way to install the app with a browser; `installed` is told where that was done."""
        flow = _Flow(self._settings, self._store, self._states, installed)

        async def install(request: Request) -> Response:
            return to_starlette_response(await flow.handle_installation(to_async_bolt_request(request, b"")))

        async def redirect(request: Request) -> Response:
            return to_starlette_response(await flow.handle_callback(to_async_bolt_request(request, b"")))

        return [
            Route(INSTALL_PATH, install, methods=["GET"]),
            Route(REDIRECT_PATH, redirect, methods=["GET"]),
        ]


def _there(table: Any, workspace: str, client_id: str) -> tuple[Any, ...]:
    """An installation for a whole organisation names no team (slack-sdk's store)."""
    ours = table.c.client_id == client_id
    if workspace.startswith("E"):
        return ours, table.c.enterprise_id == workspace, table.c.team_id.is_(None)
    return ours, table.c.team_id == workspace


class _Flow(AsyncOAuthFlow):
    """Bolt's flow, which says when it is done."""

    def __init__(
        self,
        settings: SlackSettings,
        store: AsyncSQLAlchemyInstallationStore,
        states: AsyncSQLAlchemyOAuthStateStore,
        installed: Callable[[str], None],
    ) -> None:
        url = settings.api_url.rstrip("/") + "/"
        super().__init__(
            client=AsyncWebClient(
                base_url=url, timeout=TIMEOUT, retry_handlers=[NotHappened()], logger=CALLS
            ),
            settings=AsyncOAuthSettings(
                client_id=settings.client_id,
                client_secret=settings.client_secret,
                scopes=sorted(SCOPES),
                installation_store=store,
                state_store=states,
                state_expiration_seconds=STATE_SECONDS,
                install_path=INSTALL_PATH,
                redirect_uri_path=REDIRECT_PATH,
                authorization_url=urljoin(url, "../oauth/v2/authorize"),
            ),
        )
        self._installed = installed

    async def store_installation(self, request: AsyncBoltRequest, installation: Installation) -> None:
        """Keeps it. A later one for the same workspace replaces it."""
        await super().store_installation(request, installation)
        where = installation.enterprise_id if installation.is_enterprise_install else installation.team_id
        log.info("Council was installed in %s.", where)
        self._installed(where or "")
