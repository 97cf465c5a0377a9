"""Reports the health of the gateways, and limits discord.py's pauses between two attempts to reach them."""

import time

import discord
import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from bot.ports import Condition


def condition_of(client: discord.Client) -> Condition:
    """Return the condition. It is well when every gateway is connected, and holds the seconds since the last event of
    the most silent one."""
    sockets = sockets_of(client)
    down = sum(each is None or not each.open for each in sockets)
    if down or not client.is_ready():
        which = f"{down} of {len(sockets)} connections" if len(sockets) > 1 else "The connection"
        return Condition(
            ok=False, why=f"{which} to Discord's gateway cannot be used now; it is being built anew."
        )
    silent = max((_silent_for(each) for each in sockets if each is not None), default=0.0)
    return Condition(ok=True, figures={"heard_seconds_ago": silent})


def sockets_of(client: discord.Client) -> list[DiscordWebSocket | None]:
    """Return one socket for each shard; None for a shard that never connected, although the library's types exclude
    that."""
    if isinstance(client, discord.AutoShardedClient):
        return [shard._parent.ws for shard in client.shards.values()]  # pyright: ignore[reportPrivateUsage]
    return [client.ws]


def _silent_for(socket: DiscordWebSocket) -> float:
    """Return the seconds since the last event: Discord answers each heartbeat, about every 41 seconds."""
    beat = socket._keep_alive  # pyright: ignore[reportPrivateUsage]
    return 0.0 if beat is None else time.perf_counter() - beat._last_recv  # pyright: ignore[reportPrivateUsage]


LONGEST_SECONDS = 60.0


class CappedBackoff(ExponentialBackoff[bool]):
    """The library's backoff with pauses of a minute at most.

    The library doubles its pauses up to 1,024 seconds, so after an outage of an hour the bot would stay away for
    another quarter of an hour. It has no setting for that, and `connect(reconnect=False)` closes the whole client at
    the first broken connection. So this class replaces the library's in the modules in which `Client.connect` and
    `Shard` look it up; contract tests check both.
    """

    def delay(self) -> float:
        """Return the seconds until the next attempt."""
        return min(float(super().delay()), LONGEST_SECONDS)


def cap_reconnects() -> None:
    """Limit the pauses of all clients of this process. Calling it twice is safe."""
    for module in (discord.client, discord.shard):
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - the modules do not export it
