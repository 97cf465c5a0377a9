"""Installations of the app: each workspace's token, stored in our database until the app is removed.

A browser goes from /slack/install to Slack's page of consent and back to /slack/oauth_redirect, which receives the
token.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import urljoin

from aiohttp import ClientError
from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncBoltRequest
from slack_bolt.error import BoltError
from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientError
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.stateless import StatelessOAuthStateStore
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.platforms.http_request import browser_language
from bot.platforms.slack.connection import install_pages
from bot.platforms.slack.connection.install_pages import language_of_browser
from bot.platforms.slack.connection.manifest import scopes_asked
from bot.platforms.slack.connection.rate import Bucket
from bot.platforms.slack.connection.settings import (
    ANY_WORKSPACE,
    INSTALL_PATH,
    REDIRECT_PATH,
    SEALED,
    SlackSettings,
)
from bot.platforms.slack.connection.web_api import CALLS, NotHappened, Web, sdk_client
from bot.ports import Seals, Transactions
from bot.ports.words import SlackWords

log = logging.getLogger(__name__)

SECRETS = SEALED["slack_installations"]
"""Fields of an installation that are stored sealed."""

TABLES = {
    "slack_bots": AsyncSQLAlchemyInstallationStore.build_bots_table,
    "slack_installations": AsyncSQLAlchemyInstallationStore.build_installations_table,
}
"""Builders of the library's tables, by name."""

STATE_SECONDS = 600
"""Seconds that a person may take on Slack's page of consent."""


VISITS_PER_SECOND = 0.5
VISITS_AT_ONCE = 30
"""Most visits to the installation pages at the same time, by all visitors together. A person needs two."""


class _Engine:
    """The part of `AsyncEngine` that slack-sdk's stores use, on the application's own transactions."""

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
    """Stored installations of the app, by team, or by organisation if the app is installed for all of it.

    Args:
        settings: The app's client id and secret, and the workspaces that may install it.
        seals: Encrypts tokens before they are stored.
    """

    def __init__(self, settings: SlackSettings, seals: Seals) -> None:
        self._engine = _Engine()
        engine: Any = self._engine
        self._store = AsyncSQLAlchemyInstallationStore(client_id=settings.client_id or "", engine=engine)
        self._settings, self._seals = settings, seals

    @property
    def sealed(self) -> Mapping[str, Sequence[str]]:
        """Return the columns that hold sealed texts, by table."""
        return SEALED

    def define(self, metadata: Any) -> None:
        """Add the library's tables of installations."""
        for name, build in TABLES.items():
            build(metadata, name)

    def keep_in(self, database: Transactions) -> None:
        """Use this database, which has the tables."""
        self._engine.database = database

    async def token(self, workspace: str) -> str | None:
        """Return the token of the workspace's latest installation; None if there is none, or if the operator's list of
        workspaces excludes it.

        Raises StoreError, also if this process lacks the key that sealed the token.
        """
        table: Any = self._store.bots
        rows = table.select().where(*_there(table, workspace, self._store.client_id))
        async with self._engine.connect() as connection:
            found = await connection.execute(rows.order_by(table.c.installed_at.desc()).limit(1))
            row = found.mappings().first()
        if row is None or not row["bot_token"]:
            return None
        listed = self._settings.workspaces
        if listed and not may_install(listed, row["team_id"], row["enterprise_id"]):
            return None
        return self._seals.open(row["bot_token"])

    async def remove(self, workspace: str) -> None:
        """Delete all installations of the workspace. Raises StoreError."""
        tables: tuple[Any, ...] = (self._store.bots, self._store.installations)
        async with self._engine.begin() as connection:
            for table in tables:
                await connection.execute(
                    table.delete().where(*_there(table, workspace, self._store.client_id))
                )

    def routes(self, installed: Callable[[str], None], labels: Callable[[str], SlackWords]) -> list[Route]:
        """Return the routes for installing the app in a browser.

        Args:
            installed: Called with each workspace that installed the app.
            labels: Return the fixed texts in the language of a browser.
        """
        flow = _Flow(self._settings, self._store, self._seals, installed, labels)
        visits = Bucket(VISITS_PER_SECOND, VISITS_AT_ONCE)

        async def install(request: Request) -> Response:
            if (seconds := visits.wait()) > 0:
                return _too_many(seconds, labels(browser_language(request)))
            return to_starlette_response(await flow.handle_installation(to_async_bolt_request(request, b"")))

        async def redirect(request: Request) -> Response:
            if (seconds := visits.wait()) > 0:
                return _too_many(seconds, labels(browser_language(request)))
            return to_starlette_response(await flow.handle_callback(to_async_bolt_request(request, b"")))

        return [
            Route(INSTALL_PATH, install, methods=["GET"]),
            Route(REDIRECT_PATH, redirect, methods=["GET"]),
        ]


def may_install(listed: frozenset[str], team: str | None, organisation: str | None) -> bool:
    """Tell whether the operator lists this workspace, or its organisation."""
    return ANY_WORKSPACE in listed or team in listed or organisation in listed


def _too_many(seconds: float, labels: SlackWords) -> Response:
    return PlainTextResponse(
        labels.too_many_visits,
        status_code=429,
        headers={"Retry-After": str(math.ceil(seconds))},
    )


def _there(table: Any, workspace: str, client_id: str) -> tuple[Any, ...]:
    """Select a workspace's rows. An installation for a whole organisation names no team (slack-sdk's store)."""
    ours = table.c.client_id == client_id
    if workspace.startswith("E"):
        return ours, table.c.enterprise_id == workspace, table.c.team_id.is_(None)
    return ours, table.c.team_id == workspace


class _NotListed(BoltError):
    """The operator does not list the workspace."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} is not listed in COUNCIL_SLACK_WORKSPACES.")
        self.where = where


class _Flow(AsyncOAuthFlow):
    """Bolt's OAuth flow, for listed workspaces only and with sealed tokens. It reports each installation."""

    def __init__(
        self,
        settings: SlackSettings,
        store: AsyncSQLAlchemyInstallationStore,
        seals: Seals,
        installed: Callable[[str], None],
        labels: Callable[[str], SlackWords],
    ) -> None:
        async def succeeded(args: AsyncSuccessArgs) -> BoltResponse:
            return install_pages.installed(args, labels(language_of_browser(args.request)))

        async def failed(args: AsyncFailureArgs) -> BoltResponse:
            words = labels(language_of_browser(args.request))
            if isinstance(args.error, _NotListed):
                return install_pages.not_listed(args, words, args.error.where)
            return install_pages.failed(args, words)

        url = settings.api_url.rstrip("/") + "/"
        super().__init__(
            client=sdk_client(settings, retries=[NotHappened()]),
            settings=AsyncOAuthSettings(
                client_id=settings.client_id,
                client_secret=settings.client_secret,
                scopes=list(scopes_asked(assistant=settings.assistant)),
                installation_store=store,
                # Nothing is stored for a visitor: the state is signed, and bolt's cookie binds it to the browser.
                # A state that is used twice does no harm, since Slack accepts each code once.
                state_store=StatelessOAuthStateStore(
                    expiration_seconds=STATE_SECONDS,
                    signing_secret=f"state {settings.client_secret}",
                    logger=CALLS,
                ),
                state_expiration_seconds=STATE_SECONDS,
                install_path=INSTALL_PATH,
                redirect_uri=settings.install_redirect,
                redirect_uri_path=REDIRECT_PATH,
                authorization_url=urljoin(url, "../oauth/v2/authorize"),
                callback_options=AsyncCallbackOptions(success=succeeded, failure=failed),
            ),
        )
        self._listed, self._seals, self._installed = settings.workspaces, seals, installed
        self._labels = labels

    async def build_install_page_html(self, url: str, request: AsyncBoltRequest) -> str:
        """Return the first page, in place of bolt's own."""
        return install_pages.start_page(url, self._labels(language_of_browser(request)))

    async def store_installation(self, request: AsyncBoltRequest, installation: Installation) -> None:
        """Store the installation with sealed tokens, in place of an earlier one of the same workspace.

        Raises:
            BoltError: The workspace is not listed. Its token is revoked and nothing is stored.
        """
        where = installation.enterprise_id if installation.is_enterprise_install else installation.team_id
        if not may_install(self._listed, installation.team_id, installation.enterprise_id):
            await self._give_back(installation, where or "")
            raise _NotListed(where or "")
        for name in SECRETS:
            if text := getattr(installation, name):
                setattr(installation, name, self._seals.seal(text))
        await super().store_installation(request, installation)
        log.info("Council was installed in %s.", where)
        self._installed(where or "")

    async def _give_back(self, installation: Installation, where: str) -> None:
        log.warning(
            "%s tried to install Council and is not listed in COUNCIL_SLACK_WORKSPACES. Its token is revoked.",
            where,
        )
        try:
            await Web(self.client)("auth_revoke", token=installation.bot_token)
        except (SlackClientError, ClientError, TimeoutError) as error:
            log.warning("The token of %s could not be revoked: %s", where, type(error).__name__)
