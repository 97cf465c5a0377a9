"""What Discord needs to know of us, and pointing the library elsewhere than at Discord itself."""

from dataclasses import dataclass

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordSettings:
    """A bot of ours on Discord."""

    token: str
    api_url: str | None = None
    """Where REST is, with its version, such as `http://127.0.0.1:8080/api/v10`; None for Discord itself."""

    gateway_url: str | None = None
    """Where the gateway is, such as `ws://127.0.0.1:8080/gateway`; None for Discord itself."""

    public_key: str | None = None
    """What proves that an interaction over HTTP comes from Discord; None where none come that way."""

    gateway: bool = True
    """Whether anything is received over the gateway; without it, mentions and messages are not heard."""

    shards: int | None = 1
    """How many gateways share the servers; None for as many as Discord recommends."""


def point_library(settings: DiscordSettings) -> None:
    """Points discord.py at other addresses, where there are any.

    The library keeps them for the whole process, so a process speaks to one Discord only; it happens before each
    login, and nothing needs to be put back.
    """
    if settings.api_url:
        Route.BASE = settings.api_url.rstrip("/")
    if settings.gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway_url)
