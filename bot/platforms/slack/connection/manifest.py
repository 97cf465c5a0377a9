"""The manifest from which Slack creates the app, with exactly the scopes and events that this folder uses."""

from typing import Any

from bot.platforms.slack.connection.http import PATH
from bot.platforms.slack.connection.people import ASSISTANT_SCOPE
from bot.platforms.slack.connection.settings import REDIRECT_PATH

COMMAND = "/council"
MESSAGE_SHORTCUT = "council_message"
GLOBAL_SHORTCUT = "council_global"

SCOPES: dict[str, tuple[str, ...]] = {
    "commands": ("/council", "shortcuts"),
    "chat:write": ("chat.postMessage", "chat.update", "chat.delete", "chat.postEphemeral"),
    "app_mentions:read": ("event app_mention",),
    "im:history": ("event message.im", "conversations.replies", "conversations.history"),
    "channels:read": (
        *("conversations.info", "conversations.members"),
        *("event member_joined_channel", "event channel_unarchive"),
    ),
    "groups:read": (
        *("conversations.info", "conversations.members"),
        *("event member_joined_channel", "event group_unarchive", "event channel_id_changed"),
    ),
    "mpim:read": ("conversations.info", "conversations.members"),
    "im:write": ("conversations.open",),
    "channels:history": ("conversations.replies", "conversations.history"),
    "groups:history": ("conversations.replies", "conversations.history"),
    "mpim:history": ("conversations.replies", "conversations.history"),
    "channels:join": ("conversations.join",),
    "users:read": ("users.info",),
    "files:read": ("files.info", "files in events"),
    "files:write": ("files.getUploadURLExternal", "files.completeUploadExternal", "files.delete"),
}
"""Scopes, each with the methods and events that need it (docs.slack.dev, their pages)."""

ASSISTANT_SCOPES: dict[str, tuple[str, ...]] = {
    ASSISTANT_SCOPE: (
        *("assistant.threads.setStatus", "assistant.threads.setTitle"),
        *("assistant.threads.setSuggestedPrompts", "event assistant_thread_started"),
    )
}
"""The same for the assistant surface, which a workspace turns on by itself."""

ASSISTANT_EVENTS = ("assistant_thread_started",)

EVENTS = (
    *("app_mention", "message.im", "app_home_opened", "member_joined_channel"),
    *("channel_unarchive", "group_unarchive", "channel_id_changed"),
    *("app_uninstalled", "tokens_revoked", "team_access_granted"),
)

PURPOSE = "Ask several models, see them rank each other, get one verdict"

SIGN_IN_PATH = "/sign-in/slack/back"

SHORTCUTS = (
    {
        "name": "Ask the council",
        "type": "message",
        "callback_id": MESSAGE_SHORTCUT,
        "description": "Ask about this message",
    },
    {
        "name": "Ask the council",
        "type": "global",
        "callback_id": GLOBAL_SHORTCUT,
        "description": "Open the form for a question",
    },
)


def scopes_asked(*, assistant: bool) -> tuple[str, ...]:
    """Return the scopes that an installation requests, with or without those of the assistant surface."""
    return tuple(sorted(SCOPES | ASSISTANT_SCOPES if assistant else SCOPES))


def manifest(request_url: str | None, *, pages_url: str = "", assistant: bool = False) -> dict[str, Any]:
    """Return the manifest to paste into api.slack.com/apps.

    Args:
        request_url: Our public address, such as `https://council.example.com`; None for Socket Mode.
        pages_url: The same address where only browsers use it, beside Socket Mode; empty if we have none.
        assistant: Whether direct messages use Slack's assistant surface. Slack does not let an app turn it off again.
    """
    view = {"assistant_view": {"assistant_description": PURPOSE}} if assistant else {}
    events = (*EVENTS, *ASSISTANT_EVENTS) if assistant else EVENTS
    endpoint = None if request_url is None else request_url.removesuffix(PATH).rstrip("/") + PATH
    outside = pages_url.rstrip("/") if endpoint is None else endpoint.removesuffix(PATH)
    # A pasted manifest replaces all addresses of the app.
    redirect = {"redirect_urls": [outside + REDIRECT_PATH, outside + SIGN_IN_PATH]} if outside else {}
    url = {} if endpoint is None else {"url": endpoint}
    request = {} if endpoint is None else {"request_url": endpoint}
    return {
        "display_information": {
            "name": "Council",
            "description": PURPOSE,
            "background_color": "#1f2937",
        },
        "features": {
            **view,
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "Council", "always_online": True},
            "slash_commands": [
                {
                    "command": COMMAND,
                    "description": "Ask the council",
                    "usage_hint": "your question, or: help, settings, history, search, show",
                    "should_escape": True,
                    **url,
                }
            ],
            "shortcuts": [dict(one) for one in SHORTCUTS],
        },
        "oauth_config": {**redirect, "scopes": {"bot": list(scopes_asked(assistant=assistant))}},
        "settings": {
            "event_subscriptions": {"bot_events": list(events), **request},
            "interactivity": {"is_enabled": True, **request},
            "org_deploy_enabled": endpoint is not None,
            "socket_mode_enabled": endpoint is None,
            "token_rotation_enabled": False,
        },
    }
