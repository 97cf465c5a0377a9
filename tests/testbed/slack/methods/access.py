"""Slack's rules of access: scopes and membership."""

from __future__ import annotations

from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.workspace import HISTORY_SCOPES, Channel, Installation, Workspace


def need(caller: Installation, scope: str) -> None:
    """Raise `missing_scope` with the needed and the provided scopes."""
    if scope not in caller.scopes:
        raise SlackError("missing_scope", needed=scope, provided=",".join(sorted(caller.scopes)))


def visible_channel(workspace: Workspace, caller: Installation, channel_id: str) -> Channel:
    """Return the channel if the bot may know of it; a private one without the bot does not exist for it."""
    channel = workspace.channel(channel_id, caller)
    if channel.kind != "channel" and caller.bot_user_id not in channel.members:
        raise SlackError("channel_not_found")
    return channel


def readable_channel(workspace: Workspace, caller: Installation, channel_id: str) -> Channel:
    """Return a channel whose messages the bot may read."""
    channel = visible_channel(workspace, caller, channel_id)
    need(caller, f"{HISTORY_SCOPES[channel.kind]}:history")
    if caller.bot_user_id not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def writable_channel(workspace: Workspace, caller: Installation, channel_id: str) -> Channel:
    """Return a channel in which the bot may write; a person's id stands for the conversation with that person."""
    if channel_id.startswith("U"):
        try:
            return workspace.direct_channel(channel_id, caller)
        except SlackError:
            raise SlackError("channel_not_found") from None
    channel = visible_channel(workspace, caller, channel_id)
    if channel.archived:
        raise SlackError("is_archived")
    if caller.bot_user_id not in channel.members:
        raise SlackError("not_in_channel")
    return channel
