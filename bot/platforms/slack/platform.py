"""Slack as a chat platform: implements `ChatPlatform` with the modules of this folder."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from starlette.routing import Route

from bot.platforms.slack import erase
from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.http import slack_routes
from bot.platforms.slack.connection.installs import Installs
from bot.platforms.slack.connection.rate import Lanes, Pace
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.socket_mode import Connection
from bot.platforms.slack.connection.token_check import TokenCheck
from bot.platforms.slack.connection.web_api import SharedSession, build_clients, sdk_client
from bot.platforms.slack.drawing.limits import LIMITS
from bot.platforms.slack.drawing.post import message_link
from bot.platforms.slack.listening.listener import SlackListener
from bot.platforms.slack.listening.subscribe import subscribe
from bot.platforms.slack.listening.threads import said_in
from bot.platforms.slack.listening.workspaces import WorkspaceEvents, Workspaces
from bot.platforms.slack.payloads.parse import PLATFORM, file_at
from bot.platforms.slack.sending import files
from bot.ports import LARGEST_FILE, Abilities, Condition, Handle, Thread
from bot.ports.words import SlackWords
from bot.post import Limits, Post
from bot.settings.languages import language_of
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.thread import MENTION, Said
from council_core.errors import OutcomeUnknown, PlaceGone, PlatformError, StoreIncompatible

log = logging.getLogger(__name__)

SECONDS_TO_ANSWER = 3.0
"""Seconds in which acknowledged requests are answered at a shutdown."""


NAMES_SECONDS = 5.0
"""Seconds to wait for the names of the people in a thread, which models are not told."""

SECONDS_TO_DRAIN = 1.5
"""Seconds in which queued edits are sent at a shutdown; all of them only show progress."""


class SlackPlatform:
    """One workspace, or all that install the app. Building it connects to nothing.

    Args:
        settings: Tokens and addresses.
        pace: Rates of posts and edits; None for no limit (tests, measurements).
        labels: Return the fixed texts in the language of a locale.
        language: The operator's language, for people whose language is unknown.
        installs: Installations of the app; None if the settings hold the token of a single workspace.
    """

    def __init__(
        self,
        settings: SlackSettings,
        *,
        labels: Callable[[str], SlackWords],
        pace: Pace | None = Pace(),  # noqa: B008 - frozen
        language: str = "",
        installs: Installs | None = None,
    ) -> None:
        self._settings, self._installs = settings, installs
        self._labels, self._language = labels, language
        self._session = SharedSession()
        self._clients = build_clients(settings, self._session)
        self._workspaces = Workspaces(
            settings=settings,
            session=self._session,
            pace=pace,
            lanes=Lanes(pace),
            labels=labels,
            installs=installs,
        )
        self._token = TokenCheck(settings, taken_again=self._let_in)
        self._workspaces.refused = self._token.refused
        self._listener = SlackListener(workspaces=self._workspaces)
        self._workspace_events = WorkspaceEvents(workspaces=self._workspaces, hand_on=self._listener.hand_on)
        self._app = self._build_app()
        self._connection = Connection(self._app, settings.app_token) if settings.app_token else None
        subscribe(self._app, self._listener, self._workspace_events)

    @property
    def name(self) -> str:
        """The platform's name in places and settings."""
        return PLATFORM

    @property
    def limits(self) -> Limits:
        """The limits of one post."""
        return LIMITS

    @property
    def abilities(self) -> Abilities:
        """The optional abilities of this platform."""
        return Abilities(
            condition=self.condition,
            read_thread=self.read_thread,
            name_of=self.name_of,
            channel_name=self.channel_name,
            own_tables=self._installs,
        )

    async def serve(self, handle: Handle | None) -> None:
        """Receive until cancelled: over Socket Mode with an app token, else through `routes`; nothing without `handle`.

        Raises PostRefused if Slack does not accept the tokens; an unreachable Slack is retried.
        """
        self._listener.handle = handle
        socket = self._connection if handle is not None else None
        await self._check_tokens(receives=socket is not None)
        try:
            if socket is not None:
                await socket.serve()
            else:
                await asyncio.Event().wait()
        finally:
            await self._listener.finish(SECONDS_TO_ANSWER)

    def routes(self, handle: Handle) -> list[Route]:
        """Return the routes for an ASGI app: for installing the app, and for events unless they arrive over Socket
        Mode."""
        spoken = _spoken(self._labels, self._language)
        install = [] if self._installs is None else self._installs.routes(self._let_in, spoken)
        if self._connection is not None or not self._settings.signing_secret:
            return install
        self._listener.handle = handle
        return [*slack_routes(self._app, self._settings.signing_secret), *install]

    async def drain(self, seconds: float = SECONDS_TO_DRAIN) -> None:
        """Finish acknowledged requests and send the queued edits; takes at most twice `seconds`."""
        await self._listener.finish(seconds)
        await self._workspaces.drain(seconds)

    async def aclose(self) -> None:
        """Send the queued edits and close the connections; takes a second or two."""
        await self._token.aclose()
        await self.drain()
        await self._session.aclose()

    async def condition(self) -> Condition:
        """Return whether requests can arrive and be answered, as far as this process can tell: over HTTP Slack connects
        to us. A single token is checked with Slack from time to time."""
        if self._installs is None and (trouble := await self._token.trouble()):
            return Condition(ok=False, why=trouble)
        if self._connection is None or self._listener.handle is None:
            return Condition(ok=True)
        return await self._connection.condition()

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card. Its thread is below it, or is the thread in which the question was asked. Raises
        PlatformError."""
        workspace = await self._workspaces.of(place.workspace)
        card = await workspace.sender.post(place, post, key=key, again=again)
        return Thread(card=card, place=replace(card.place, thread=place.thread or card.id))

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post into a channel or thread. Raises PlatformError."""
        workspace = await self._workspaces.of(place.workspace)
        return await workspace.sender.post(place, post, key=key, again=again)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Replace the content of a message, at once or within seconds; of several edits in that time only the last is
        sent.

        Raises PlatformError for an edit that is sent at once.
        """
        workspace = await self._workspaces.of(message.place.workspace)
        await workspace.edits.edit(message, post, final=final)

    async def remove(self, message: Message) -> None:
        """Delete a message. Raises PlatformError."""
        workspace = await self._workspaces.of(message.place.workspace)
        await workspace.edits.last(message, lambda: workspace.sender.remove(message))

    def cancel_pending_edit(self, message: Message) -> None:
        """Drop the queued edit of a message."""
        self._workspaces.cancel_pending_edit(message)

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replace a deleted run's posts and delete its files. Raises OutcomeUnknown."""
        try:
            workspace = await self._workspaces.of(place.workspace)
        except PlaceGone as error:
            log.warning("Posts of a deleted run stay as they are: %s", error)
            return
        await erase.erase(workspace, place, posts, post)

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Send a message to one person through the response URL of their action, else as an ephemeral message in the
        place, else in their direct message with the bot."""
        try:
            workspace = await self._workspaces.of(place.workspace)
        except PlatformError as error:
            log.warning("A private reply got lost: %s (%s)", error, error.code)
            return
        await workspace.replies.whisper(post, person=person, place=place)

    async def read_thread(self, place: Place, about: str) -> tuple[Said, ...]:
        """Read the messages of a thread. Raises PlatformError."""
        del about  # A question about a message is in its thread.
        if place.thread is None:
            return ()
        workspace = await self._workspaces.of(place.workspace)
        me = await workspace.people.me()
        said = await said_in(workspace.clients.freely, place, me.user_id)
        people = {PersonId(each) for one in said for each in (one.author, *MENTION.findall(one.text)) if each}
        found = await workspace.people.names(people, patience=NAMES_SECONDS)
        names = {PersonId(each): name for each, name in found.items() if name != each}
        return tuple(replace(one, names=names) for one in said)

    async def name_of(self, place: Place, person: PersonId) -> str:
        """Return a person's name; their id if Slack has none. Raises PlatformError."""
        return await (await self._workspaces.of(place.workspace)).people.name(person)

    async def address(self, message: Message) -> str:
        """Return a message's link; empty until the workspace's address is known."""
        try:
            workspace = await self._workspaces.of(message.place.workspace)
            return message_link(message, (await workspace.people.me()).address)
        except PlatformError as error:
            log.info("Nobody knows where a message opens: %s", error)
            return ""

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Return the bytes of an attached file. Raises PlatformError."""
        workspace, file_id = file_at(reference)
        client = (await self._workspaces.of(workspace)).clients.freely
        return await files.download(client, file_id, most=most)

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Tell whether a person may read a channel. Raises PlatformError if Slack does not answer."""
        return await self._workspaces.may_read(person, place)

    async def channel_name(self, place: Place) -> str:
        """Return a channel's name; empty for a direct message. Raises PlatformError if Slack does not answer."""
        return await (await self._workspaces.of(place.workspace)).channels.name(place.channel)

    def _let_in(self, workspace: str) -> None:
        """Post what the workspace had refused: a person installed the app there, or Slack accepts its token again."""
        self._workspaces.forget(workspace)
        if self._listener.handle is not None:
            self._listener.start(self._workspace_events.let_in(workspace))

    async def _check_tokens(self, *, receives: bool) -> None:
        """Fail early and clearly, because the library would retry a wrong token for ever."""
        try:
            if self._installs is None:
                await (await self._workspaces.of("")).people.me()
            if receives and self._settings.app_token:
                with our_errors("open a connection"):
                    await self._clients.freely("apps_connections_open", app_token=self._settings.app_token)
        except OutcomeUnknown as error:
            log.warning("Slack cannot be reached yet: %s", error)

    def _build_app(self) -> AsyncApp:
        async def authorize(
            context: AsyncBoltContext, enterprise_id: str | None, team_id: str | None
        ) -> AuthorizeResult | None:
            key = enterprise_id if context.is_enterprise_install else team_id
            try:
                workspace = await self._workspaces.of(key or "")
                me = await workspace.people.me()
            except (PlatformError, StoreIncompatible) as error:
                log.warning("Slack told us something of %s, where we cannot answer: %s", key, error)
                return None
            return AuthorizeResult(
                enterprise_id=enterprise_id or me.enterprise_id,
                team_id=team_id or me.team_id,
                bot_user_id=me.user_id,
                bot_id=me.bot_id,
                bot_token=workspace.clients.freely.client.token,
            )

        # Without a token of its own, bolt asks us for the bot's identity instead of calling Slack again.
        client = sdk_client(self._settings)
        # Bolt finds SLACK_BOT_TOKEN in the environment and warns at each start that it does not use it.
        logging.getLogger("slack_bolt.AsyncApp").addFilter(_is_news)
        return AsyncApp(
            name="council",
            client=client,
            # Bolt accepts None for a workspace without a token, although its types exclude it.
            authorize=cast("Any", authorize),
            # Nothing is signed over Socket Mode, but bolt requires a secret.
            signing_secret=self._settings.signing_secret or "unused in Socket Mode",
            user_facing_authorize_error_message=self._labels(self._language).cannot_answer,
            ssl_check_enabled=False,
            # Otherwise bolt would acknowledge an event before our listeners get it. They are quick.
            process_before_response=True,
        )


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg != warning_client_prioritized_and_token_skipped()


def _spoken(labels: Callable[[str], SlackWords], language: str) -> Callable[[str], SlackWords]:
    """Return the same texts for a browser, in this language where we do not speak the browser's."""
    return lambda browser: labels(language_of(browser) or language)
