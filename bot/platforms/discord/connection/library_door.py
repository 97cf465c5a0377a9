"""Wrap all private names of discord.py that we use. Contract tests fail if a release changes one of them."""

import time
from collections.abc import Mapping
from typing import Any, cast

import discord
import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

LONGEST_SECONDS = 60.0


def sockets_of(client: discord.Client) -> list[DiscordWebSocket | None]:
    """Return one socket for each shard; None for a shard that never connected, although the library's types exclude
    that. The library's public `ShardInfo` tells whether a shard is closed, but not when it was last heard."""
    if isinstance(client, discord.AutoShardedClient):
        return [shard._parent.ws for shard in client.shards.values()]  # pyright: ignore[reportPrivateUsage]
    return [client.ws]


def silent_for(socket: DiscordWebSocket) -> float:
    """Return the seconds since the last event: Discord answers each heartbeat, about every 41 seconds."""
    beat = socket._keep_alive  # pyright: ignore[reportPrivateUsage]
    return 0.0 if beat is None else time.perf_counter() - beat._last_recv  # pyright: ignore[reportPrivateUsage]


def pass_on(client: discord.Client, interaction: Mapping[str, Any]) -> None:
    """Make the client handle an interaction that came over HTTP, as if its gateway had sent it."""
    state = client._connection  # pyright: ignore[reportPrivateUsage]
    state.parse_interaction_create(cast("Any", interaction))


class CappedBackoff(ExponentialBackoff[bool]):
    """The library's backoff with pauses of a minute at most.

    The library doubles its pauses up to 1,024 seconds, so after an outage of an hour the bot would stay away for
    another quarter of an hour. It has no setting for that, and `connect(reconnect=False)` closes the whole client at
    the first broken connection. So this class replaces the library's in the modules in which `Client.connect` and
    `Shard` look it up.
    """

    def delay(self) -> float:
        """Return the seconds until the next attempt."""
        return min(float(super().delay()), LONGEST_SECONDS)


def cap_reconnects() -> None:
    """Limit the pauses of all clients of this process. Calling it twice is safe."""
    for module in (discord.client, discord.shard):
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - the modules do not export it
