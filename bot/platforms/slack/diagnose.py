"""Slack's part of `council doctor`: checks what works and says how to repair the rest. It posts nothing."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.manifest import scopes_asked
from bot.platforms.slack.connection.people import scopes_in
from bot.platforms.slack.connection.settings import INSTALL_PATH, SlackSettings
from bot.platforms.slack.connection.web_api import impatient
from bot.ports import Finding
from council_core.errors import PlatformError

ASSISTANT = (
    "new installations ask for it; a workspace that installed the app before goes on without it, and its admins read "
    "on the app's Home how to get it"
)


async def diagnose(settings: SlackSettings) -> list[Finding]:
    """Check the bot token, its scopes, and the way in which events arrive. Never raises for an answer from Slack."""
    if settings.client_id:
        advice = f"people install it at {INSTALL_PATH} of your address; each workspace brings its own token"
        return [
            Finding(what="Slack app for several workspaces", ok=True, advice=advice),
            *(
                (Finding(what="Slack's assistant surface", ok=True, advice=ASSISTANT),)
                if settings.assistant
                else ()
            ),
            await _way_in(settings),
        ]
    return [*await _bot_token(settings), await _way_in(settings)]


async def _bot_token(settings: SlackSettings) -> list[Finding]:
    client = impatient(settings).client
    try:
        with our_errors("ask who the bot is"):
            answer = await cast("Callable[..., Awaitable[Any]]", client.auth_test)()
    except PlatformError as error:
        advice = f"{error} Copy the Bot User OAuth Token from the app's page, OAuth & Permissions."
        return [Finding(what="Slack bot token", ok=False, advice=advice)]
    who = f"Slack bot token ({answer['user']} in {answer['team']})"
    missing = sorted({*scopes_asked(assistant=settings.assistant)} - scopes_in(dict(answer.headers)))
    command = "council slack-manifest --assistant" if settings.assistant else "council slack-manifest"
    advice = (
        f"Missing: {', '.join(missing)}. Paste what `{command}` prints into the app's manifest and install the app "
        "again."
    )
    return [
        Finding(what=who, ok=True, advice="is accepted"),
        Finding(what="Slack scopes", ok=not missing, advice=advice if missing else "all are granted"),
    ]


async def _way_in(settings: SlackSettings) -> Finding:
    if settings.app_token is None:
        if settings.signing_secret:
            return Finding(what="Slack signing secret", ok=True, advice="is set; only Slack can check it")
        advice = "Set SLACK_SIGNING_SECRET (Basic Information) for HTTP, or SLACK_APP_TOKEN for Socket Mode."
        return Finding(what="Slack signing secret", ok=False, advice=advice)
    web = impatient(settings)
    try:
        with our_errors("open a Socket Mode connection"):
            await web("apps_connections_open", app_token=settings.app_token)
    except PlatformError as error:
        advice = (
            f"Slack says {error.code or error}. Make an app-level token with connections:write "
            "(Basic Information) and turn Socket Mode on."
        )
        return Finding(what="Slack app token (Socket Mode)", ok=False, advice=advice)
    return Finding(what="Slack app token (Socket Mode)", ok=True, advice="a connection can be opened")
