"""The platform in a process of its own, killed without warning and started again."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bot.platforms.discord.wire import QUESTION
from tests.testbed.discord import LocalDiscord

ROOT = Path(__file__).parents[4]


@asynccontextmanager
async def process(server: LocalDiscord, *, identifies: int) -> AsyncGenerator[asyncio.subprocess.Process]:
    environment = {
        **os.environ,
        "TOKEN": server.token,
        "API_URL": server.rest_url,
        "GATEWAY_URL": server.gateway_url,
    }
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.platforms.discord.served", cwd=ROOT, env=environment
    )
    try:
        await server.ready(timeout=30, identifies=identifies)
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
        await bot.wait()


async def test_buttons_outlive_a_process_that_was_killed(server: LocalDiscord) -> None:
    ann, channel = server.person("ann"), server.channel()
    async with process(server, identifies=1):
        asked = await ann.slash("council ask", {"question": QUESTION}, channel)
        await server.wait_for(server.threads, what="a thread")
        ballot = await server.wait_for_message(server.threads()[0], "Which response")
    async with process(server, identifies=2):
        clicked = await ann.click(ballot, "Response B")
        reply = await clicked.private_reply()

    assert not asked.failed
    assert reply.text == "Noted: vote."
    assert len(server.calls("PUT", "/applications/{application_id}/commands")) == 1
