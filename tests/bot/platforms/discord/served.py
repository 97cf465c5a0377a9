"""A process of its own that serves the platform: `python -m tests.bot.platforms.discord.served`."""

import asyncio
import os
import sys

from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.platform import DiscordPlatform
from bot.post import Reply
from bot.presentation.words import discord_words
from bot.requests.asking import Ask
from bot.requests.request import Request
from tests.bot.platforms.discord.wire import CARD, RESPONSE, RUN, VOTING, said


class Deliberation:
    """Posts by itself, as the announcer does."""

    def __init__(self, platform: DiscordPlatform) -> None:
        self._platform = platform
        self._runs: set[asyncio.Task[None]] = set()

    async def __call__(self, request: Request) -> Reply | None:
        if not isinstance(request, Ask):
            return said(f"Noted: {request.kind}.")
        self._runs.add(asyncio.create_task(self._run(request)))
        return None

    async def _run(self, request: Ask) -> None:
        thread = await self._platform.open_thread(request.place, CARD, key=f"{RUN}/card", again=False)
        await self._platform.post(thread.place, RESPONSE, key=f"{RUN}/slate/A/1", again=False)
        await self._platform.post(thread.place, VOTING, key=f"{RUN}/voting", again=False)


async def main() -> None:
    token, api_url, gateway_url = (os.environ[name] for name in ("TOKEN", "API_URL", "GATEWAY_URL"))
    platform = DiscordPlatform(
        DiscordSettings(token=token, api_url=api_url, gateway_url=gateway_url), words=discord_words
    )
    try:
        await platform.serve(Deliberation(platform))
    finally:
        await platform.aclose()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
