"""Slack's part of `council doctor`: checks what works and says how to repair the rest. It posts nothing."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.manifest import scopes_asked
from bot.platforms.slack.connection.people import scopes_in
from bot.platforms.slack.connection.settings import INSTALL_PATH, SlackSettings
from bot.platforms.slack.connection.web_api import impatient
from bot.ports import Finding
from bot.ports.words import SlackChecks
from council_core.errors import PlatformError


async def diagnose(settings: SlackSettings, said: SlackChecks) -> list[Finding]:
    """Check the bot token, its scopes, and the way in which events arrive. Never raises for an answer from Slack."""
    if not settings.client_id:
        return [*await _bot_token(settings, said), await _way_in(settings, said)]
    advice = said.installed_at(path=INSTALL_PATH)
    findings = [Finding(what=said.several_workspaces, ok=True, advice=advice)]
    if settings.assistant:
        findings.append(Finding(what=said.assistant, ok=True, advice=said.assistant_asked))
    return [*findings, await _way_in(settings, said)]


async def _bot_token(settings: SlackSettings, said: SlackChecks) -> list[Finding]:
    client = impatient(settings).client
    try:
        with our_errors("ask who the bot is"):
            answer = await cast("Callable[..., Awaitable[Any]]", client.auth_test)()
    except PlatformError as error:
        advice = said.token_refused(why=error.code or str(error))
        return [Finding(what=said.bot_token, ok=False, advice=advice)]
    who = said.bot_token_of(user=answer["user"], team=answer["team"])
    missing = sorted({*scopes_asked(assistant=settings.assistant)} - scopes_in(dict(answer.headers)))
    names, command = ", ".join(missing), _manifest_command(settings)
    advice = said.scopes_missing(names=names, command=command) if missing else said.all_granted
    return [
        Finding(what=who, ok=True, advice=said.is_accepted),
        Finding(what=said.scopes, ok=not missing, advice=advice),
    ]


def _manifest_command(settings: SlackSettings) -> str:
    """Return the command for a manifest that changes only the scopes: another way in would cut the app off."""
    address = settings.install_url.removesuffix(INSTALL_PATH) or "https://your.host"
    over_http = "" if settings.app_token else f" --url {address}"
    return f"council slack-manifest{over_http}{' --assistant' if settings.assistant else ''}"


async def _way_in(settings: SlackSettings, said: SlackChecks) -> Finding:
    if settings.app_token is None:
        is_set = bool(settings.signing_secret)
        advice = said.secret_set if is_set else said.secret_missing
        return Finding(what=said.signing_secret, ok=is_set, advice=advice)
    web = impatient(settings)
    try:
        with our_errors("open a Socket Mode connection"):
            await web("apps_connections_open", app_token=settings.app_token)
    except PlatformError as error:
        advice = said.no_socket(why=error.code or str(error))
        return Finding(what=said.app_token, ok=False, advice=advice)
    return Finding(what=said.app_token, ok=True, advice=said.socket_opens)
