"""Reads Discord's own variables and reports errors in them. Imports nothing of Discord's library."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.settings.addresses import check_override, check_pair
from bot.settings.bounds import one_of, shown
from bot.settings.readers import number
from council_core.errors import Problem

SIGN_IN = ("DISCORD_SIGN_IN_ID", "DISCORD_SIGN_IN_SECRET")
VARIABLES: tuple[str, ...] = ()
"""Variables for Discord with names that begin with `COUNCIL_`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordSettings:
    """Access to Discord as one bot."""

    token: str = field(repr=False)
    api_url: str | None = None
    """The address of the REST API with its version, such as `http://127.0.0.1:8080/api/v10`; None for Discord
    itself."""

    gateway_url: str | None = None
    """The address of the gateway, such as `ws://127.0.0.1:8080/gateway`; None for Discord itself."""

    public_key: str | None = None
    """Key that verifies interactions over HTTP; None if none arrive that way."""

    gateway: bool = True
    """Whether to connect to the gateway; without it, mentions and messages do not arrive."""

    shards: int | None = 1
    """The number of gateways that share the servers; None for as many as Discord recommends."""

    sign_in_id: str = ""
    sign_in_secret: str = field(default="", repr=False)
    """The application's id and secret, with which people sign in to the pages; empty if signing in is not set up."""

    @property
    def is_wanted(self) -> bool:
        """Tell whether Discord should be served."""
        return bool(self.token)


def read_settings(env: Mapping[str, str], problems: list[Problem], notices: list[Problem]) -> DiscordSettings:
    """Read Discord's settings.

    Args:
        env: Variables by name, none of them empty.
        problems: Takes each wrong variable.
        notices: Takes what the operator should know.
    """
    problems += _problems(env)
    check_pair(*SIGN_IN, env, problems)
    for name in ("DISCORD_API_URL", "DISCORD_GATEWAY_URL"):
        check_override(name, env.get(name), problems, notices)
    receives = env.get("DISCORD_RECEIVES", "gateway")
    return DiscordSettings(
        token=env.get("DISCORD_TOKEN", ""),
        api_url=env.get("DISCORD_API_URL"),
        gateway_url=env.get("DISCORD_GATEWAY_URL"),
        public_key=env.get("DISCORD_PUBLIC_KEY") if receives != "gateway" else None,
        gateway=receives != "http",
        sign_in_id=env.get(SIGN_IN[0], ""),
        sign_in_secret=env.get(SIGN_IN[1], ""),
        shards=_shards(env.get("DISCORD_SHARDS", "1"), problems),
    )


def _problems(env: Mapping[str, str]) -> Iterator[Problem]:
    key, receives = env.get("DISCORD_PUBLIC_KEY", ""), env.get("DISCORD_RECEIVES", "gateway")
    if receives not in ("gateway", "http", "both"):
        yield one_of("DISCORD_RECEIVES", receives, ("gateway", "http", "both"))
    elif receives != "gateway" and not key:
        yield Problem("public_key_missing", name="DISCORD_RECEIVES", value=receives)
    if key and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        yield Problem("public_key", name="DISCORD_PUBLIC_KEY", value=key)


def _shards(text: str, problems: list[Problem]) -> int | None:
    problem = Problem("count_or_auto", name="DISCORD_SHARDS", value=shown(text))
    return None if text.lower() == "auto" else number(text, int, lambda n: n > 0, problem, problems)


def point_library(settings: DiscordSettings) -> None:
    """Make discord.py use other addresses, if the settings have any.

    The library keeps them for the whole process, so one process speaks to one Discord only. This is called before each
    login, and nothing needs to be restored.
    """
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    if settings.api_url:
        Route.BASE = settings.api_url.rstrip("/")
    if settings.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway_url)
