"""Limits discord.py's pauses between two attempts to reach the gateway to a minute.

The library doubles its pauses up to 1,024 seconds, so after an outage of an hour the bot would stay away for another
quarter of an hour. It has no setting for that, and `connect(reconnect=False)` closes the whole client at the first
broken connection. So its backoff class is replaced where `Client.connect` and `Shard` look it up; contract tests
check both.
"""

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

LONGEST_SECONDS = 60.0


class CappedBackoff(ExponentialBackoff[bool]):
    """The library's backoff with pauses of a minute at most."""

    def delay(self) -> float:
        """Return the seconds until the next attempt."""
        return min(float(super().delay()), LONGEST_SECONDS)


def cap_reconnects() -> None:
    """Limit the pauses of all clients of this process. Calling it twice is safe."""
    for module in (discord.client, discord.shard):
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - the modules do not export it
