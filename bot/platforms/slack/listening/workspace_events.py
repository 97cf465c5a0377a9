"""Handle events about channels and installations: post refused posts again, delete revoked tokens and everything that a
workspace created."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.platforms.slack.listening.workspaces import Workspaces
from bot.platforms.slack.payloads import parse
from bot.platforms.slack.payloads.json_access import Json, inner, text
from bot.platforms.slack.payloads.view_metadata import PLATFORM
from bot.post import Reply
from bot.requests import Person, Request, TellAgain, leave_workspace
from council_core.domain.place import PersonId, Place

log = logging.getLogger(__name__)


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
            await self._tell_again(place, text(event, "inviter") or me.user_id)

    async def unarchived(self, body: Json) -> None:
        """Handle a channel that left the archive: post what it had refused."""
        await self._tell_again(_place(body), text(inner(body, "event"), "user"))

    async def removed(self, body: Json) -> None:
        """Handle the removal of the app, or of its token, from a workspace."""
        event = inner(body, "event")
        if event.get("type") == "tokens_revoked" and not inner(event, "tokens").get("bot"):
            return
        workspace = parse.workspace_of(body)
        log.warning("Council was removed from %s.", workspace)
        if event.get("type") == "app_uninstalled":
            await self.hand_on(leave_workspace(PLATFORM, workspace))
        if self.workspaces.installs is not None:
            await self.workspaces.installs.remove(workspace)
        self.workspaces.forget(workspace)

    async def let_in(self, workspace: str) -> None:
        """Handle a workspace that accepts our token, newly or again: post what it had refused."""
        me = await (await self.workspaces.of(workspace)).people.me()
        place = Place(platform=PLATFORM, channel="", workspace=workspace)
        await self._tell_again(place, me.user_id)

    async def _tell_again(self, place: Place, who: str) -> None:
        person = Person(id=PersonId(who), name=who, is_present=True)
        await self.hand_on(TellAgain(person=person, place=place))


def _place(body: Json) -> Place:
    channel = text(inner(body, "event"), "channel")
    return Place(platform=PLATFORM, channel=channel, workspace=parse.workspace_of(body))
