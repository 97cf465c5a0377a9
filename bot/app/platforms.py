"""The table of chat platforms: name -> what it needs from the settings, and how it is built."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from starlette.routing import BaseRoute

from bot.ports import ChatPlatform, Finding, Handle
from bot.settings import Settings
from council_core.errors import SettingsError
from council_core.storage.secrets import Secrets

if TYPE_CHECKING:
    from bot.platforms.discord import DiscordSettings
    from bot.platforms.slack import SlackSettings


@runtime_checkable
class ReceivesHttp(Protocol):
    """A platform that people's requests may reach over HTTP."""

    def routes(self, handle: Handle) -> Sequence[BaseRoute]:
        """The routes it receives on; none when it is reached in another way."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One platform of the table."""

    variable: str
    """The variable whose presence says that the platform is wanted."""

    token: Callable[[Settings], str | None]
    build: Callable[[Settings], ChatPlatform]
    diagnose: Callable[[Settings], Awaitable[Sequence[Finding]]]
    """Checks token and permissions against the platform."""


def _slack_settings(settings: Settings) -> "SlackSettings":
    from bot.platforms.slack import SlackSettings

    return SlackSettings(
        bot_token=settings.slack_bot_token or "",
        app_token=settings.slack_app_token,
        signing_secret=settings.slack_signing_secret,
        client_id=settings.environment.get("SLACK_CLIENT_ID"),
        client_secret=settings.environment.get("SLACK_CLIENT_SECRET"),
        workspaces=settings.slack_workspaces,
        api_url=settings.slack_api_url or "https://slack.com/api/",
    )


def _slack(settings: Settings) -> ChatPlatform:
    from bot.platforms.slack import Installs, SlackPlatform

    slack = _slack_settings(settings)
    return SlackPlatform(
        slack, installs=Installs(slack, Secrets(settings.secret_keys)) if slack.client_id else None
    )


async def _diagnose_slack(settings: Settings) -> Sequence[Finding]:
    from bot.platforms.slack import diagnose

    return await diagnose(_slack_settings(settings))


def _discord_settings(settings: Settings) -> "DiscordSettings":
    from bot.platforms.discord import DiscordSettings

    return DiscordSettings(
        token=settings.discord_token or "",
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        public_key=settings.discord_public_key if settings.discord_receives != "gateway" else None,
        gateway=settings.discord_receives != "http",
        shards=settings.discord_shards,
    )


def _discord(settings: Settings) -> ChatPlatform:
    from bot.platforms.discord import DiscordPlatform

    return DiscordPlatform(_discord_settings(settings))


async def _diagnose_discord(settings: Settings) -> Sequence[Finding]:
    from bot.platforms.discord import diagnose

    return await diagnose(_discord_settings(settings))


PLATFORMS: dict[str, Entry] = {
    "slack": Entry(
        variable="SLACK_BOT_TOKEN",
        token=lambda settings: settings.slack_bot_token or settings.environment.get("SLACK_CLIENT_ID"),
        build=_slack,
        diagnose=_diagnose_slack,
    ),
    "discord": Entry(
        variable="DISCORD_TOKEN",
        token=lambda settings: settings.discord_token,
        build=_discord,
        diagnose=_diagnose_discord,
    ),
}


def chosen_platforms(settings: Settings, names: Sequence[str]) -> dict[str, ChatPlatform]:
    """The named platforms, or all that have a token.

    Raises:
        SettingsError: A name is unknown, a named platform has no token, or none has.
    """
    problems: list[str] = []
    for name in names:
        if name not in PLATFORMS:
            problems.append(f"Unknown platform '{name}'. Known: {', '.join(PLATFORMS)}.")
        elif not PLATFORMS[name].token(settings):
            problems.append(
                f"{PLATFORMS[name].variable} is not set, so {name} cannot be served. See the README."
            )
    chosen = [
        name for name, entry in PLATFORMS.items() if (name in names or not names) and entry.token(settings)
    ]
    if not chosen and not problems:
        variables = " or ".join(entry.variable for entry in PLATFORMS.values())
        problems.append(f"No platform has a token. Set {variables}; `council ask` works without either.")
    if problems:
        raise SettingsError(problems)
    return {name: PLATFORMS[name].build(settings) for name in chosen}


def routes_of(platforms: Mapping[str, ChatPlatform], handle: Handle) -> list[BaseRoute]:
    """What all platforms together receive over HTTP."""
    return [
        route
        for platform in platforms.values()
        if isinstance(platform, ReceivesHttp)
        for route in platform.routes(handle)
    ]
