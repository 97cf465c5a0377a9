"""The Web API methods of the local Slack: each one's implementation and the scope it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tests.testbed.slack import sign_in
from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.methods import account, assistant, chat, conversations, files, views
from tests.testbed.slack.workspace import Installation

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

Run = Callable[["LocalSlack", Installation, Arguments], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Method:
    """`scope` is checked before `run`; methods whose scope depends on the channel check it themselves."""

    run: Run
    scope: str = ""
    identity: Literal["bot", "app", "client", "person"] = "bot"


METHODS: dict[str, Method] = {
    "auth.test": Method(account.auth_test),
    "auth.revoke": Method(account.auth_revoke),
    "apps.connections.open": Method(account.open_connection, identity="app"),
    "bots.info": Method(account.bot_info, "users:read"),
    "oauth.v2.access": Method(account.oauth_access, identity="client"),
    "openid.connect.token": Method(sign_in.token, identity="client"),
    "openid.connect.userInfo": Method(sign_in.user_info, identity="person"),
    "users.info": Method(account.user_info, "users:read"),
    "users.list": Method(account.user_list, "users:read"),
    "chat.postMessage": Method(chat.post_message, "chat:write"),
    "chat.update": Method(chat.update, "chat:write"),
    "chat.delete": Method(chat.delete, "chat:write"),
    "chat.postEphemeral": Method(chat.post_ephemeral, "chat:write"),
    "chat.getPermalink": Method(chat.permalink),
    "reactions.add": Method(chat.add_reaction, "reactions:write"),
    "conversations.info": Method(conversations.info),
    "conversations.join": Method(conversations.join, "channels:join"),
    "conversations.list": Method(conversations.list_channels),
    "conversations.open": Method(conversations.open_direct, "im:write"),
    "conversations.history": Method(conversations.history),
    "conversations.replies": Method(conversations.replies),
    "conversations.members": Method(conversations.members),
    "views.open": Method(views.open_view),
    "views.push": Method(views.push),
    "views.update": Method(views.update),
    "views.publish": Method(views.publish),
    "assistant.threads.setTitle": Method(assistant.set_title, "assistant:write"),
    "assistant.threads.setStatus": Method(assistant.set_status, "assistant:write"),
    "assistant.threads.setSuggestedPrompts": Method(assistant.set_suggested_prompts, "assistant:write"),
    "files.getUploadURLExternal": Method(files.upload_url, "files:write"),
    "files.completeUploadExternal": Method(files.complete_upload, "files:write"),
    "files.info": Method(files.info, "files:read"),
    "files.delete": Method(files.delete, "files:write"),
}
