"""Builds the payloads of people's actions (docs.slack.dev, interactivity and events)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.testbed.slack import forms
from tests.testbed.slack.shapes import message_json
from tests.testbed.slack.workspace import Channel, Installation, Message, User, View

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

VERIFICATION_TOKEN = "legacy-verification-token"


def typed(slack: LocalSlack, text: str, *, labelled: bool) -> str:
    """Return typed text as Slack sends it: entities escaped, `@bob` and `#general` as ids.

    Commands carry a label (`<@UBOB|bob>`, the manifest's should_escape), messages do not.
    """
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def user(match: re.Match[str]) -> str:
        known = next((one for one in slack.workspace.users.values() if one.name == match[1]), None)
        if known is None:
            return match[0]
        return f"<@{known.id}|{known.name}>" if labelled else f"<@{known.id}>"

    def channel(match: re.Match[str]) -> str:
        known = next((one for one in slack.workspace.channels.values() if one.name == match[1]), None)
        return f"<#{known.id}|{known.name if labelled else ''}>" if known is not None else match[0]

    return re.sub(r"(?<!\S)#([\w-]+)", channel, re.sub(r"(?<!\S)@([\w.-]+\w)", user, escaped))


def command(
    slack: LocalSlack, app: Installation, user: User, channel: Channel, name: str, text: str
) -> dict[str, str]:
    """A slash command, form-encoded over HTTP."""
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": user.team_id,
        "team_domain": app.team_name,
        **(
            {"enterprise_id": app.enterprise_id, "enterprise_name": app.team_name}
            if app.enterprise_id
            else {}
        ),
        "channel_id": channel.id,
        "channel_name": channel.name if channel.kind == "channel" else _unnamed(channel),
        "user_id": user.id,
        "user_name": user.name,
        "command": name,
        "text": typed(slack, text, labelled=True),
        "api_app_id": app.app_id,
        "is_enterprise_install": "true" if app.is_org_wide else "false",
        "response_url": slack.interactions.response_url(user.id, channel.id, app),
        "trigger_id": slack.interactions.trigger(user.id),
    }


def _unnamed(channel: Channel) -> str:
    return "directmessage" if channel.kind == "im" else "privategroup"


def _interactive(app: Installation, user: User, kind: str) -> dict[str, Any]:
    return {
        "type": kind,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team_id},
        "api_app_id": app.app_id,
        "token": VERIFICATION_TOKEN,
        # Of an organisation's app, some payloads name no team (docs.slack.dev, organization-ready apps).
        "team": None if app.is_org_wide else {"id": app.team_id, "domain": app.team_name},
        "enterprise": {"id": app.enterprise_id, "name": app.team_name} if app.enterprise_id else None,
        "is_enterprise_install": app.is_org_wide,
    }


def message_action(
    slack: LocalSlack, app: Installation, user: User, message: Message, action: dict[str, Any]
) -> dict[str, Any]:
    """A click in a message (block_actions). An ephemeral message is not part of the payload, as in Slack."""
    channel = slack.workspace.channels[message.channel]
    original = next(
        post for post in slack.workspace.posts if (post.channel, post.ts) == (channel.id, message.ts)
    )
    container: dict[str, Any] = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": message.ephemeral_to is not None,
    }
    if message.thread_ts is not None:
        container["thread_ts"] = message.thread_ts
    payload: dict[str, Any] = _interactive(app, user, "block_actions") | {
        "container": container,
        "trigger_id": slack.interactions.trigger(user.id),
        "channel": {
            "id": channel.id,
            "name": channel.name if channel.kind == "channel" else _unnamed(channel),
        },
        "state": {"values": {}},
        "response_url": slack.interactions.response_url(user.id, channel.id, app, original),
        "actions": [action | {"action_ts": slack.workspace.next_ts()}],
    }
    if message.ephemeral_to is None:
        payload["message"] = message_json(slack.workspace, message, slack.url, with_metadata=True)
    return payload


def view_action(
    slack: LocalSlack,
    app: Installation,
    user: User,
    view: View,
    action: dict[str, Any],
    values: dict[str, Any],
) -> dict[str, Any]:
    """A click in a modal or on the App Home (block_actions)."""
    return _interactive(app, user, "block_actions") | {
        "container": {"type": "view", "view_id": view.id},
        "trigger_id": slack.interactions.trigger(user.id),
        "view": view.as_slack(app, values),
        "actions": [action | {"action_ts": slack.workspace.next_ts()}],
    }


def submission(
    slack: LocalSlack, app: Installation, user: User, view: View, values: dict[str, Any]
) -> dict[str, Any]:
    """A sent form (view_submission), with an address for answers in each channel that was chosen for one."""
    urls: list[dict[str, Any]] = []
    for block, element in forms.interactive(view.payload["blocks"]):
        where = {"block_id": block.get("block_id", ""), "action_id": element.get("action_id", "")}
        entered = values.get(where["block_id"], {}).get(where["action_id"], {})
        if element.get("response_url_enabled") and (channel := entered.get("selected_conversation")):
            url = slack.interactions.response_url(user.id, channel, app)
            urls.append(where | {"channel_id": channel, "response_url": url})
    return _interactive(app, user, "view_submission") | {
        "trigger_id": slack.interactions.trigger(user.id),
        "view": view.as_slack(app, values),
        "response_urls": urls,
    }


def closing(app: Installation, user: User, view: View, *, cleared: bool) -> dict[str, Any]:
    """A form that was closed (view_closed)."""
    return _interactive(app, user, "view_closed") | {"view": view.as_slack(app), "is_cleared": cleared}


def global_shortcut(slack: LocalSlack, app: Installation, user: User, callback_id: str) -> dict[str, Any]:
    """A shortcut from the lightning menu."""
    return _interactive(app, user, "shortcut") | {
        "action_ts": slack.workspace.next_ts(),
        "callback_id": callback_id,
        "trigger_id": slack.interactions.trigger(user.id),
    }


def message_shortcut(
    slack: LocalSlack, app: Installation, user: User, message: Message, callback_id: str
) -> dict[str, Any]:
    """A shortcut from a message's menu; it works in channels without the bot."""
    channel = slack.workspace.channels[message.channel]
    return _interactive(app, user, "message_action") | {
        "action_ts": slack.workspace.next_ts(),
        "callback_id": callback_id,
        "trigger_id": slack.interactions.trigger(user.id),
        "response_url": slack.interactions.response_url(user.id, channel.id, app),
        "message_ts": message.ts,
        "channel": {
            "id": channel.id,
            "name": channel.name if channel.kind == "channel" else _unnamed(channel),
        },
        "message": message_json(slack.workspace, message, slack.url, with_metadata=False),
    }


def event(slack: LocalSlack, app: Installation, inner: dict[str, Any]) -> dict[str, Any]:
    """An event in its envelope of the Events API, with an id of its own."""
    number = slack.workspace.number("event")
    who = slack.workspace.users.get(str(inner.get("user", "")))
    team = who.team_id if who is not None and app.is_org_wide else app.team_id or None
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": team,
        **({"enterprise_id": app.enterprise_id} if app.enterprise_id else {}),
        "context_team_id": team,
        "context_enterprise_id": app.enterprise_id or None,
        "api_app_id": app.app_id,
        "event": inner,
        "type": "event_callback",
        "event_id": f"Ev{number:08d}",
        "event_time": int(str(inner.get("event_ts", "1700000000")).partition(".")[0]),
        "authorizations": [
            {
                "enterprise_id": app.enterprise_id or None,
                "team_id": app.team_id or None,
                "user_id": app.bot_user_id,
                "is_bot": True,
                "is_enterprise_install": app.is_org_wide,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"4-event-{number}",
    }


def forwarded(slack: LocalSlack, message: Message) -> dict[str, Any]:
    """Return a message as the card in another one that forwards it. One from a private channel is marked, because Slack
    shows it to members of that channel alone."""
    channel = slack.workspace.channels[message.channel]
    card: dict[str, Any] = {
        "id": 1,
        "is_msg_unfurl": True,
        "is_share": True,
        "ts": message.ts,
        "channel_id": channel.id,
        "author_id": message.user,
        "text": message.text,
        "fallback": f"[November 14th, 2023] {message.text}",
        "files": [file.as_slack(slack.url) for file in message.files],
    }
    return card | ({"private_channel_prompt": True} if channel.kind != "channel" else {})


def message_event(slack: LocalSlack, message: Message, kind: str) -> dict[str, Any]:
    """The inner event of `app_mention` or `message` for what a person wrote."""
    channel = slack.workspace.channels[message.channel]
    inner = {
        "type": kind,
        "user": message.user,
        "text": message.text,
        "ts": message.ts,
        "client_msg_id": f"00000000-0000-4000-8000-{slack.workspace.number('client'):012d}",
        "team": message.team_id,
        "channel": channel.id,
        "event_ts": message.ts,
        "blocks": [
            {
                "type": "rich_text",
                "block_id": "typed",
                "elements": [
                    {"type": "rich_text_section", "elements": [{"type": "text", "text": message.text}]}
                ],
            }
        ],
    }
    if message.is_reply:
        root = slack.workspace.message(channel.id, str(message.thread_ts))
        inner |= {"thread_ts": message.thread_ts, "parent_user_id": root.user if root else None}
    if message.attachments:
        inner["attachments"] = message.attachments
    if message.files:
        inner |= {"files": [file.as_told(slack.url) for file in message.files], "upload": False}
        if kind == "message":
            inner["subtype"] = "file_share"
    if kind == "message":
        inner["channel_type"] = channel.kind
    return inner
