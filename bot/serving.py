"""A council that is ready -> all its platforms served, and HTTP beside them where something needs it."""

import asyncio
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from bot.bootstrap import App
from bot.platform_table import routes_of
from bot.web import serve_http
from council_core.errors import StoreError


@runtime_checkable
class SaysHealth(Protocol):
    """A platform that knows whether people's requests can reach it."""

    async def is_healthy(self) -> bool:
        """Whether they can, as far as one can tell from here."""
        ...


async def serve(app: App, *, listening: Callable[[int], None]) -> None:
    """Serves until cancelled.

    Args:
        app: What to serve.
        listening: Told the port when HTTP is served: for platforms that receive over it, or where `PORT` is set.
    """

    async def healthy() -> str:
        try:
            await app.store.latest(limit=1)
        except StoreError:
            return "database"
        for name, platform in app.platforms.items():
            if isinstance(platform, SaysHealth) and not await platform.is_healthy():
                return name
        return ""

    routes = routes_of(app.platforms, app.handle)
    async with asyncio.TaskGroup() as group:
        # The first question would otherwise wait for the providers' SDKs to be imported.
        group.create_task(app.models.prepare(app.settings.council.roster.everyone()), name="prepare")
        if routes or "PORT" in app.settings.environment:
            web = serve_http(routes, healthy, port=app.settings.port, listening=listening)
            group.create_task(web, name="http")
        for platform in app.platforms.values():
            group.create_task(platform.serve(app.handle), name=platform.name)
