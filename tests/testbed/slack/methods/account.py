"""auth.*, oauth.*, users.*, bots.info, apps.connections.open: identities and access."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.methods.conversations import paged
from tests.testbed.slack.workspace import Installation

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


def auth_test(_slack: LocalSlack, caller: Installation, _args: Arguments) -> dict[str, Any]:
    """Return the identity behind the token."""
    return {
        "url": f"https://{caller.team_name}{'.enterprise' if caller.is_org_wide else ''}.slack.com/",
        "team": caller.team_name,
        "user": "council",
        "team_id": caller.team_id or caller.enterprise_id,
        "enterprise_id": caller.enterprise_id or None,
        "user_id": caller.bot_user_id,
        "bot_id": caller.bot_id,
        "is_enterprise_install": caller.is_org_wide,
    }


def auth_revoke(_slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Revoke the token, unless it is only a test."""
    if args.flag("test"):
        return {"revoked": False}
    caller.revoked = True
    return {"revoked": True}


def open_connection(slack: LocalSlack, _caller: Installation, _args: Arguments) -> dict[str, Any]:
    """Return an address for one websocket connection."""
    return {"url": slack.socket.issue_url()}


def bot_info(_slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return the bot behind a `bot_id`."""
    if args.get("bot") not in (None, caller.bot_id):
        raise SlackError("bot_not_found")
    bot = {"id": caller.bot_id, "app_id": caller.app_id, "user_id": caller.bot_user_id, "name": "Council"}
    return {"bot": {**bot, "deleted": False, "updated": 0, "icons": {}}}


def user_info(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return one person of the team, or of another company in a shared channel."""
    user = slack.workspace.users.get(args.required("user", "user_not_found"))
    rooms = [
        channel.members for channel in slack.workspace.channels.values() if caller.covers(channel.team_id)
    ]
    if user is None or not (caller.covers(user.team_id) or any(user.id in members for members in rooms)):
        raise SlackError("user_not_found")
    asked = args.get("include_locale", "") in {"1", "true", "True"}
    return {"user": user.as_slack() | ({"locale": user.locale} if asked else {})}


def user_list(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return everybody in the team, page by page."""
    everybody = [user.as_slack() for user in slack.workspace.users.values() if caller.covers(user.team_id)]
    page, cursor = paged(everybody, args, 100)
    return {"members": page, "cache_ts": 0, "response_metadata": {"next_cursor": cursor}}


def oauth_access(slack: LocalSlack, _caller: Installation, args: Arguments) -> dict[str, Any]:
    """Exchange a code of the consent page, once, for a bot token."""
    granted = slack.oauth_codes.pop(args.required("code", "invalid_code"), None)
    if granted is None:
        raise SlackError("invalid_code")
    installation, installer, redirect = granted
    if (args.string("redirect_uri") or "") != redirect:
        raise SlackError("bad_redirect_uri")
    slack.installations[installation.token] = installation
    return {
        "access_token": installation.token,
        "token_type": "bot",
        "scope": ",".join(sorted(installation.scopes)),
        "bot_user_id": installation.bot_user_id,
        "app_id": installation.app_id,
        "team": None
        if installation.is_org_wide
        else {"id": installation.team_id, "name": installation.team_name},
        "enterprise": {"id": installation.enterprise_id, "name": installation.team_name}
        if installation.enterprise_id
        else None,
        "is_enterprise_install": installation.is_org_wide,
        "authed_user": {"id": installer},
    }
