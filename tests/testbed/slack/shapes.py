"""Builds the JSON in which Slack shows the workspace's contents."""

from __future__ import annotations

import copy
from typing import Any

from tests.testbed.slack import forms, markdown
from tests.testbed.slack.workspace import Message, Workspace


def returned_blocks(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return blocks as they are read back: a markdown block has become others, and every block has an id."""
    shown: list[dict[str, Any]] = []
    for block in copy.deepcopy(blocks):
        shown += markdown.translate(block["text"]) if block.get("type") == "markdown" else [block]
    return with_ids(shown)


def with_ids(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the same blocks; missing block_ids and action_ids are filled in, as Slack does."""
    for index, block in enumerate(blocks):
        block.setdefault("block_id", f"made{index}")
    for index, (_, element) in enumerate(forms.interactive(blocks)):
        element.setdefault("action_id", f"act{index}")
    return blocks


def message_json(
    workspace: Workspace, message: Message, origin: str, *, with_metadata: bool
) -> dict[str, Any]:
    """Return a message as in conversations.history, in interaction payloads and in the reply of chat.postMessage."""
    shape: dict[str, Any] = {
        "type": "message",
        "user": message.user,
        "ts": message.ts,
        "text": message.text,
        "team": message.team_id,
    }
    if message.bot_id is not None:
        shape |= {"bot_id": message.bot_id, "app_id": message.app_id}
        shape["bot_profile"] = {"id": message.bot_id, "app_id": message.app_id, "name": "Council"}
    if message.blocks:
        shape["blocks"] = returned_blocks(message.blocks)
    if message.attachments:
        shape["attachments"] = message.attachments
    if message.edited:
        shape["edited"] = {"user": message.user, "ts": message.ts}
    if message.thread_ts is not None:
        shape |= _thread_fields(workspace, message)
    if with_metadata and message.metadata:
        shape["metadata"] = copy.deepcopy(message.metadata)
    if message.reactions:
        shape["reactions"] = [
            {"name": name, "users": list(users), "count": len(users)}
            for name, users in message.reactions.items()
        ]
    if message.files:
        shape["files"] = [file.as_told(origin) for file in message.files]
    return shape


def _thread_fields(workspace: Workspace, message: Message) -> dict[str, Any]:
    assert message.thread_ts is not None
    if message.is_reply:
        root = workspace.message(message.channel, message.thread_ts)
        fields: dict[str, Any] = {
            "thread_ts": message.thread_ts,
            "parent_user_id": root.user if root else None,
        }
        return fields | ({"subtype": "thread_broadcast"} if message.broadcast else {})
    replies = [reply for reply in workspace.thread(message.channel, message.thread_ts) if reply.is_reply]
    return {
        "thread_ts": message.ts,
        "reply_count": len(replies),
        "reply_users": sorted({reply.user for reply in replies}),
        "latest_reply": replies[-1].ts if replies else None,
        "subscribed": False,
    }
