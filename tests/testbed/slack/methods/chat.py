"""chat.* and reactions.add: posts, edits and deletions of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.testbed.slack import drafts
from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.methods.access import visible_channel, writable_channel
from tests.testbed.slack.shapes import message_json
from tests.testbed.slack.workspace import Installation, Message

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


def post_message(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Post a message in a channel, a thread or a direct conversation."""
    channel = writable_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    draft = drafts.checked(slack, args, "chat.postMessage")
    message = slack.put_message(
        channel=channel.id,
        text=draft.text,
        blocks=draft.blocks or [],
        attachments=draft.attachments,
        metadata=draft.metadata or None,
        thread_ts=thread_root(slack, channel.id, args.string("thread_ts")),
        broadcast=args.flag("reply_broadcast"),
        **authorship(caller),
    )
    if (thread := slack.workspace.assistant_threads.get((channel.id, message.thread_ts or ""))) is not None:
        # docs.slack.dev, assistant.threads.setStatus: a reply of the app ends its status.
        thread.status = ""
    shown = message_json(slack.workspace, message, slack.url, with_metadata=True)
    reply: dict[str, Any] = {"channel": channel.id, "ts": message.ts, "message": shown}
    if draft.warnings:
        reply |= {"warning": ",".join(draft.warnings), "response_metadata": {"warnings": draft.warnings}}
    return reply


def authorship(caller: Installation) -> dict[str, Any]:
    """Return the fields that name our bot as a message's author."""
    return {
        "user": caller.bot_user_id,
        "bot_id": caller.bot_id,
        "app_id": caller.app_id,
        "team_id": caller.team_id,
    }


def thread_root(slack: LocalSlack, channel: str, ts: str | None) -> str | None:
    """Return the thread's root, marked as one; raise `thread_not_found` if there is no such message."""
    if ts is None:
        return None
    root = slack.workspace.message(channel, ts)
    if root is None:
        raise SlackError("thread_not_found")
    if root.is_reply:
        slack.journal.complain(f"thread_ts {ts} is a reply; Slack's documentation asks for its parent")
        return root.thread_ts
    root.thread_ts = root.ts
    return root.ts


def _own(slack: LocalSlack, caller: Installation, args: Arguments, refusal: str) -> Message:
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    message = slack.workspace.message(channel.id, args.required("ts", "message_not_found"))
    if message is None:
        raise SlackError("message_not_found")
    if message.bot_id != caller.bot_id:
        raise SlackError(refusal)
    if channel.archived:
        raise SlackError("is_archived")
    return message


def update(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Edit a message of our own. Text without blocks removes the blocks; metadata is kept unless it is given."""
    message = _own(slack, caller, args, "cant_update_message")
    draft = drafts.checked(slack, args, "chat.update", edit=True)
    if draft.text or draft.blocks is not None:
        message.replace(draft.text or message.text, draft.blocks or [])
    if draft.attachments or "attachments" in args:
        message.attachments = draft.attachments
    if draft.metadata is not None:
        message.metadata = draft.metadata or None
    shown = message_json(slack.workspace, message, slack.url, with_metadata=True)
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "message": shown}


def delete(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Delete a message of our own."""
    message = _own(slack, caller, args, "cant_delete_message")
    message.deleted = True
    return {"channel": message.channel, "ts": message.ts}


def post_ephemeral(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Post a message that one member of the channel sees until the next reload."""
    channel = writable_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    if args.required("user", "user_not_in_channel") not in channel.members:
        raise SlackError("user_not_in_channel")
    draft = drafts.checked(slack, args, "chat.postEphemeral")
    message = slack.put_message(
        channel=channel.id,
        text=draft.text,
        blocks=draft.blocks or [],
        attachments=draft.attachments,
        thread_ts=thread_root(slack, channel.id, args.string("thread_ts")),
        ephemeral_to=args["user"],
        **authorship(caller),
    )
    return {"message_ts": message.ts}


def permalink(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return the address of a message."""
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    message = slack.workspace.message(channel.id, args.required("message_ts", "message_not_found"))
    if message is None:
        raise SlackError("message_not_found")
    return {"channel": channel.id, "permalink": slack.permalink(message)}


def add_reaction(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Add an emoji below a message."""
    channel = visible_channel(slack.workspace, caller, args.required("channel", "channel_not_found"))
    message = slack.workspace.message(channel.id, args.required("timestamp", "no_item_specified"))
    if message is None:
        raise SlackError("message_not_found")
    users = message.reactions.setdefault(args.required("name", "invalid_name"), [])
    if caller.bot_user_id in users:
        raise SlackError("already_reacted")
    users.append(caller.bot_user_id)
    return {}
