"""Reports the health of the gateways: whether people's actions in Discord reach us."""

import time

import discord
from discord.gateway import DiscordWebSocket

from bot.ports import Condition


def condition_of(client: discord.Client) -> Condition:
    """Return the condition: well when every gateway is connected, with the seconds since the most silent one's last
    event."""
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
    """Return one socket for each shard; None where it never connected, though the library's types do not say so."""
    if isinstance(client, discord.AutoShardedClient):
        return [shard._parent.ws for shard in client.shards.values()]  # pyright: ignore[reportPrivateUsage]
    return [client.ws]


def _silent_for(socket: DiscordWebSocket) -> float:
    """Return the seconds since the last event: Discord answers each heartbeat, about every 41 seconds."""
    beat = socket._keep_alive  # pyright: ignore[reportPrivateUsage]
    return 0.0 if beat is None else time.perf_counter() - beat._last_recv  # pyright: ignore[reportPrivateUsage]
