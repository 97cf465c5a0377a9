"""`GET /healthz` tells the truth about what people's requests pass through."""

from pathlib import Path

import aiohttp

from bot.testing import MemoryPlatform
from tests.e2e.council_app import environment, serving
from tests.servers.models import ModelServer


class Deaf(MemoryPlatform):
    """A platform whose connection may be down."""

    is_connected = True

    async def is_healthy(self) -> bool:
        return self.is_connected


async def health(port: int) -> tuple[int, dict[str, str]]:
    async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/healthz") as reply:
        return reply.status, await reply.json()


async def test_a_platform_that_nobody_reaches_any_more_is_named(models: ModelServer, tmp_path: Path) -> None:
    platform = Deaf()
    variables = environment(models, tmp_path, PORT="0")

    async with serving(variables, tmp_path, platforms=lambda _: {"memory": platform}) as served:
        well = await health(served.port)
        platform.is_connected = False
        ill = await health(served.port)

    assert well == (200, {"status": "ok"})
    assert ill == (503, {"status": "trouble", "trouble": "memory"})
