"""A proxy for tests that leads nowhere."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass(slots=True)
class Proxy:
    """Answers every request itself, and records the host that the request was for."""

    url: str = ""
    hosts: list[str] = field(default_factory=list[str])


@asynccontextmanager
async def proxying() -> AsyncGenerator[Proxy]:
    """Serve a proxy until the block ends."""
    proxy = Proxy()

    async def handle(request: web.BaseRequest) -> web.Response:
        proxy.hosts.append(request.headers["Host"])
        return web.json_response({"error": {"message": "proxied"}}, status=400)

    runner = web.ServerRunner(web.Server(handle))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    proxy.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield proxy
    await runner.cleanup()
