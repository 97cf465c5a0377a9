"""Tests of a direct message on Discord: its ids open nothing, on a server or in another direct message.

Discord itself reports the message in which a person acts, so nobody acts inside another person's.
"""

from pathlib import Path

import pytest

from tests.e2e.discord_talk import PATIENCE, in_discord
from tests.hostile.arena import SECRET, WHEN, kept_beside_runs, only_schedule, outcome
from tests.hostile.on_discord import DiscordArena
from tests.hostile.rows import STRANGERS
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer

ROWS = [row for row in STRANGERS if not row.name.endswith(" inside")]
OF_A_CHANNEL = "c1:save:"
"""In a person's own direct message the channel's settings are their own."""


@pytest.mark.parametrize("from_own_message", [False, True], ids=["on the server", "from one's own message"])
async def test_copied_ids_of_a_direct_message_open_nothing(
    from_own_message: bool, models: ModelServer, tmp_path: Path, database: str
) -> None:
    async with (
        LocalDiscord(openapi=described()) as server,
        in_discord(models, server, tmp_path, DATABASE_URL=database) as talk,
    ):
        direct, eve = server.dm(talk.alice), server.person("eve")
        made = await talk.alice.slash("council every", {"when": WHEN, "question": SECRET}, direct)
        await made.private_reply(PATIENCE)
        await talk.alice.slash("council ask", {"question": SECRET}, direct)
        await server.wait_for_message(direct, "# Verdict", timeout=2 * PATIENCE)
        outside = server.dm(eve) if from_own_message else server.channel("general")
        arena = DiscordArena(
            talk=talk, place=direct, schedule=await only_schedule(talk.served), outside=outside
        )
        arena.screen = server.messages(direct)
        arena.forms["own"] = await eve.slash("council ask", {}, outside)
        await arena.forms["own"].opened_modal()
        rows = [row for row in ROWS if not (from_own_message and OF_A_CHANNEL in row.name)]
        before = await kept_beside_runs(database)

        wrong = [each for row in rows for each in await outcome(row, arena)]

        assert wrong == []
        assert await kept_beside_runs(database) == before
        server.assert_no_complaints()
