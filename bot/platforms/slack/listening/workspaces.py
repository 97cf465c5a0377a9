"""Clients and senders for each workspace, which has its own token; events about its channels and installation."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.platforms.slack.connection.access import Access
from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.installs import Installs
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.rate import Lanes, Pace
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.token_check import SECONDS_FOR_A_TOKEN
from bot.platforms.slack.connection.web_api import Clients, SharedSession, build_clients
from bot.platforms.slack.payloads import parse
from bot.platforms.slack.payloads.parse import PLATFORM, Json, inner, text
from bot.platforms.slack.sending.assistant import Assistant
from bot.platforms.slack.sending.send import Sender
from bot.platforms.slack.windows.replies import Replies
from bot.ports.words import SlackWords
from bot.post import Reply
from bot.requests.memory import leave_workspace
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import MoveChannel, RetryPosts
from bot.sending.edit_queue import Edits
from council_core.domain.place import Message, PersonId, Place
from council_core.errors import OutcomeUnknown, PlaceGone, PlatformError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """One workspace, or a whole organisation if the app is installed for all of it."""

    clients: Clients
    people: People
    channels: Access
    replies: Replies
    sender: Sender
    edits: Edits
    assistant: Assistant


@dataclass(slots=True, kw_only=True)
class Workspaces:
    """All workspaces: the one of the settings' token, or all that installed the app."""

    settings: SlackSettings
    session: SharedSession
    pace: Pace | None
    lanes: Lanes
    labels: Callable[[str], SlackWords]
    """Return the fixed texts in the language of a locale."""

    installs: Installs | None = None
    refused: Callable[[], None] = lambda: None
    """Called when Slack refuses the one token of the settings."""

    _known: dict[str, Workspace] = field(default_factory=dict[str, Workspace])

    async def of(self, workspace: str) -> Workspace:
        """Return the workspace with this id (`Place.workspace`). Raises PlaceGone if the app is not installed there."""
        key = "" if self.installs is None else workspace
        known = self._known.get(key)
        if known is None:
            token = self.settings.bot_token if self.installs is None else await self.installs.token(key)
            if token is None:
                raise PlaceGone(
                    "Council is not installed in this workspace (any more).", code="not_installed"
                )
            known = self._known.setdefault(key, self._built(token, key))
        return known

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Tell whether a person may read a channel. Raises PlatformError if Slack does not answer, and OutcomeUnknown
        while the workspace has removed the app, because it may install it again."""
        try:
            workspace = await self.of(place.workspace)
        except PlaceGone as error:
            raise OutcomeUnknown(str(error), code=error.code) from error
        return await workspace.channels.may_read(person, place.channel)

    def labels_for(self, workspace: str, user_id: str) -> SlackWords:
        """Return the fixed texts in a person's language, as far as this process knows it. Never waits."""
        known = self._known.get("" if self.installs is None else workspace)
        return known.replies.labels_for(user_id) if known else self.labels("")

    def forget(self, workspace: str) -> None:
        """Drop a workspace whose token has changed; its next use reads the token again."""
        self._known.pop(workspace, None)

    def cancel_pending_edit(self, message: Message) -> None:
        """Drop the queued edit of this message, in any workspace."""
        for workspace in self._known.values():
            workspace.edits.cancel_pending_edit(message)

    async def drain(self, seconds: float) -> None:
        """Send the queued edits; stop after `seconds` for each workspace."""
        for workspace in list(self._known.values()):
            await workspace.edits.drain(seconds)

    def _built(self, token: str, key: str) -> Workspace:
        def revoked() -> None:
            # The process that received the removal has dropped the token; every other process notices it only here.
            if self.installs is not None and self._known.get(key) is built:
                log.info("Slack does not take the token of %s any more; it is looked up again.", key)
                self.forget(key)
            if self.installs is None:
                self.refused()

        clients = build_clients(replace(self.settings, bot_token=token), self.session, revoked=revoked)
        people = People(clients.freely)
        assistant = Assistant(client=clients.freely, people=people)
        sender = Sender(
            clients=clients, people=people, lanes=self.lanes, assistant=assistant, labels=self.labels
        )
        built = Workspace(
            clients=clients,
            people=people,
            channels=Access(client=clients.freely, people=people),
            replies=Replies(clients=clients, people=people, labels=self.labels),
            sender=sender,
            edits=self._edits(sender),
            assistant=assistant,
        )
        return built

    def _edits(self, sender: Sender) -> Edits:
        pace = self.pace
        if pace is None:
            return Edits(apply=sender.edit, seconds_between=0.0)
        budget = pace.edits_of_a_workspace()
        return Edits(apply=sender.edit, seconds_between=pace.seconds_between_edits, budget=budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceEvents:
    """Handles channels that accept posts again, and workspaces that remove the app. No person waits for an answer."""

    workspaces: Workspaces
    hand_on: Callable[[Request], Awaitable[Reply | None]]

    async def joined(self, body: Json) -> None:
        """Handle a person who joined a channel. If it is the bot, post what the channel had refused."""
        event = inner(body, "event")
        place = _place(body)
        me = await (await self.workspaces.of(place.workspace)).people.me()
        if text(event, "user") == me.user_id:
            await self._retry_posts(place, text(event, "inviter") or me.user_id)

    async def unarchived(self, body: Json) -> None:
        """Handle a channel that left the archive: post what it had refused."""
        await self._retry_posts(_place(body), text(inner(body, "event"), "user"))

    async def renumbered(self, body: Json) -> None:
        """Handle a private channel that got another id, because it was first shared with another company."""
        event = inner(body, "event")
        workspace = parse.workspace_of(body)
        me = await (await self.workspaces.of(workspace)).people.me()
        place = Place(platform=PLATFORM, channel=text(event, "old_channel_id"), workspace=workspace)
        ourselves = Person(id=PersonId(me.user_id), name=me.user_id, is_present=True)
        await self.hand_on(MoveChannel(person=ourselves, place=place, channel=text(event, "new_channel_id")))

    async def granted(self, body: Json) -> None:
        """Handle an organisation that lets the app into a workspace of its own (again): post what was refused there."""
        await self.let_in(parse.workspace_of(body))

    async def removed(self, body: Json) -> None:
        """Handle the removal of the app, or of its token, from a workspace."""
        event = inner(body, "event")
        if event.get("type") == "tokens_revoked" and not inner(event, "tokens").get("bot"):
            return
        workspace = parse.workspace_of(body)
        self.workspaces.forget(workspace)
        if await self._is_installed(workspace):
            log.info("Slack told late that %s removed Council, which is installed there again.", workspace)
            return
        log.warning("Council was removed from %s.", workspace)
        if event.get("type") == "app_uninstalled":
            await self.hand_on(leave_workspace(PLATFORM, workspace))
        if self.workspaces.installs is not None:
            await self.workspaces.installs.remove(workspace)
        self.workspaces.forget(workspace)

    async def _is_installed(self, workspace: str) -> bool:
        """Tell whether Slack accepts the workspace's token, since Slack repeats an event that it could not deliver."""
        try:
            with our_errors("ask whether the app is installed"):
                async with asyncio.timeout(SECONDS_FOR_A_TOKEN):
                    await (await self.workspaces.of(workspace)).clients.freely("auth_test")
        except PlatformError:
            return False
        return True

    async def let_in(self, workspace: str) -> None:
        """Handle a workspace that accepts our token, newly or again: post what it had refused."""
        me = await (await self.workspaces.of(workspace)).people.me()
        place = Place(platform=PLATFORM, channel="", workspace=workspace)
        await self._retry_posts(place, me.user_id)

    async def _retry_posts(self, place: Place, who: str) -> None:
        person = Person(id=PersonId(who), name=who, is_present=True)
        await self.hand_on(RetryPosts(person=person, place=place))


def _place(body: Json) -> Place:
    channel = text(inner(body, "event"), "channel")
    return Place(platform=PLATFORM, channel=channel, workspace=parse.workspace_of(body))
