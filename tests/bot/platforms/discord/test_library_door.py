"""Tests of the private names of discord.py that `connection/library_door.py` uses: they fail when a release changes
one."""

import logging
from types import SimpleNamespace
from typing import Any, cast

import discord.shard
import pytest

from bot.platforms.discord.connection import library_door
from tests.bot.platforms.discord.wire import Council, serving
from tests.testbed.discord import LocalDiscord

TRIES = 15
"""Without a cap this many tries would take the library some four hours."""


async def test_after_an_outage_the_gateway_is_tried_again_within_a_minute_however_long_it_lasted(
    server: LocalDiscord,
    council: Council,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(library_door, "LONGEST_SECONDS", 0.01)
    caplog.set_level(logging.INFO, "discord")
    async with serving(server, council):
        async with server.gateway_down(refuses=True):
            await server.wait_for(
                lambda: sum("Attempting a reconnect" in one.getMessage() for one in caplog.records) >= TRIES,
            )
        await server.wait_for(lambda: server.resumes + server.identifies >= 2)

    said = [one.getMessage() for one in caplog.records if "Attempting a reconnect" in one.getMessage()]
    assert {message.rpartition(" in ")[2] for message in said} <= {"0.00s", "0.01s"}


def test_the_pauses_are_the_librarys_own_until_they_pass_a_minute() -> None:
    pauses = library_door.CappedBackoff()

    waited = [pauses.delay() for _ in range(500)]

    assert max(waited) == library_door.LONGEST_SECONDS == 60.0
    assert waited[0] <= 2.0


async def test_each_of_several_gateways_takes_its_pauses_from_the_same_name(server: LocalDiscord) -> None:
    library_door.cap_reconnects()
    client = cast("Any", discord.AutoShardedClient(intents=discord.Intents.none()))
    client._reconnect = True
    shard = cast("Any", discord.shard.Shard(cast("Any", None), client, lambda _: None))

    assert isinstance(shard._backoff, library_door.CappedBackoff)


async def test_a_gateway_tells_when_it_was_last_heard(server: LocalDiscord, council: Council) -> None:
    async with serving(server, council) as platform:
        (socket,) = library_door.sockets_of(platform.connection.client)

        assert socket is not None
        assert 0 < library_door.silent_for(socket) < 60


async def test_each_of_several_gateways_has_a_socket_of_its_own(server: LocalDiscord) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0, 1], shard_count=2)
    cast("Any", client)._reconnect = True
    sockets = [SimpleNamespace(shard_id=number, shard_count=2) for number in range(2)]
    shards = cast("Any", client)._AutoShardedClient__shards
    for number, socket in enumerate(sockets):
        shards[number] = discord.shard.Shard(cast("Any", socket), client, lambda _: None)

    assert library_door.sockets_of(client) == sockets
