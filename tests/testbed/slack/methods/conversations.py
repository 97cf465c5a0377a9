"""conversations.*: the channels, their members and their messages."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_array
from tests.testbed.slack.methods.access import need, readable_channel, visible_channel
from tests.testbed.slack.shapes import message_json
from tests.testbed.slack.workspace import HISTORY_SCOPES, Installation, Message

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


def info(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return one channel."""
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    need(caller, f"{HISTORY_SCOPES[channel.kind]}:read")
    return {"channel": channel.as_slack(caller.bot_user_id)}


def join(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Let the bot join a public channel."""
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    if channel.kind != "channel":
        raise SlackError("method_not_supported_for_channel_type")
    if channel.archived:
        raise SlackError("is_archived")
    already = caller.bot_user_id in channel.members
    channel.members.add(caller.bot_user_id)
    reply: dict[str, Any] = {"channel": channel.as_slack(caller.bot_user_id)}
    return reply | ({"warning": "already_in_channel"} if already else {})


def list_channels(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return the channels that the bot may know of, page by page."""
    kinds = {"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
    wanted = str(args.get("types", "public_channel")).split(",")
    if not set(wanted) <= kinds.keys():
        raise SlackError("invalid_types")
    for name in wanted:
        need(caller, f"{HISTORY_SCOPES[kinds[name]]}:read")
    found = [
        channel.as_slack(caller.bot_user_id)
        for channel in slack.workspace.channels.values()
        if caller.covers(channel.team_id)
        and channel.kind in {kinds[name] for name in wanted}
        and (channel.kind == "channel" or caller.bot_user_id in channel.members)
        and not (args.flag("exclude_archived") and channel.archived)
    ]
    page, cursor = paged(found, args, 100)
    return {"channels": page, "response_metadata": {"next_cursor": cursor}}


def open_direct(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return the conversation between one person and the bot."""
    if args.get("channel"):
        channel = visible_channel(slack.workspace, caller, args.required("channel"))
        return {"channel": {"id": channel.id}}
    users = args.get("users", "")
    wanted = users if is_array(users) else [name for name in str(users).split(",") if name]
    if not wanted:
        raise SlackError("users_list_not_supplied")
    if len(wanted) > 1:
        raise SlackError("method_not_supported_for_channel_type")
    channel = slack.workspace.direct_channel(wanted[0], caller)
    return {"channel": {"id": channel.id, **({"is_im": True} if args.flag("return_im") else {})}}


def history(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return messages of a channel without replies in threads, newest first."""
    channel = readable_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    is_wanted = _in_time(args)
    found = [
        message
        for message in slack.workspace.posts
        if message.channel == channel.id
        and not message.deleted
        and message.ephemeral_to is None
        and (not message.is_reply or message.broadcast)
        and is_wanted(message)
    ]
    page, cursor = paged(found[::-1], args, 100)
    return _messages(slack, page, cursor, args)


def replies(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return a thread, its root first; the root is on the first page whatever `oldest` is."""
    channel = readable_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    root = slack.workspace.message(channel.id, args.required("ts", "thread_not_found"))
    if root is None:
        raise SlackError("thread_not_found")
    thread = slack.workspace.thread(channel.id, root.ts)
    is_wanted = _in_time(args)
    wanted = [message for message in thread if message is root or is_wanted(message)]
    page, cursor = paged(wanted, args, 1000, most=slack.largest_page)
    return _messages(slack, page, cursor, args)


def members(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return the ids of a channel's members, page by page."""
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    need(caller, f"{HISTORY_SCOPES[channel.kind]}:read")
    page, cursor = paged(sorted(channel.members), args, 100)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def paged(items: list[Any], args: Arguments, size: int, *, most: int = 1000) -> tuple[list[Any], str]:
    """Return one page and the cursor of the next, which is empty on the last."""
    limit = max(1, min(args.number("limit", size), most))
    cursor = args.string("cursor") or "next:0"
    kind, _, start = cursor.partition(":")
    if kind != "next" or not start.isdigit():
        raise SlackError("invalid_cursor")
    end = int(start) + limit
    return items[int(start) : end], f"next:{end}" if end < len(items) else ""


def _in_time(args: Arguments) -> Callable[[Message], bool]:
    """Return a function that tells whether a message is within the requested time."""
    try:
        oldest = Decimal(args.get("oldest") or 0)
        latest = Decimal(args.get("latest") or "Infinity")
    except InvalidOperation:
        raise SlackError("invalid_ts_latest") from None
    if args.flag("inclusive"):
        return lambda message: oldest <= Decimal(message.ts) <= latest
    return lambda message: oldest < Decimal(message.ts) < latest


def _messages(slack: LocalSlack, page: list[Message], cursor: str, args: Arguments) -> dict[str, Any]:
    with_metadata = args.flag("include_all_metadata")
    shown = [message_json(slack.workspace, one, slack.url, with_metadata=with_metadata) for one in page]
    return {"messages": shown, "has_more": bool(cursor), "response_metadata": {"next_cursor": cursor}}
