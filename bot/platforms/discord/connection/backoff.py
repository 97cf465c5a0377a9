"""discord.py's pauses between two tries to reach the gateway -> a minute at most.

The library doubles its pauses up to 1,024 seconds: after an outage of an hour the bot stays away for another quarter of
an hour. It has no setting for that, and `connect(reconnect=False)` closes the whole client at the first broken
connection. So its class of pauses is replaced where `Client.connect` and `Shard` look for it; contract tests hold both.
"""

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

LONGEST_SECONDS = 60.0


class CappedBackoff(ExponentialBackoff[bool]):
    """The library's pauses, none of them longer than a minute."""

    def delay(self) -> float:
        """Seconds until the next try."""
        return min(float(super().delay()), LONGEST_SECONDS)


def cap_reconnects() -> None:
    """Caps the pauses of all clients of this process; doing it twice does no harm."""
    for module in (discord.client, discord.shard):
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - the modules do not export it
