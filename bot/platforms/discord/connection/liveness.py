"""Reports the health of the gateways."""

import discord

from bot.platforms.discord.connection.library_door import silent_for, sockets_of
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
    silent = max((silent_for(each) for each in sockets if each is not None), default=0.0)
    return Condition(ok=True, figures={"heard_seconds_ago": silent})
