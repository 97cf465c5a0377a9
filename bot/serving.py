"""A council that is ready -> all its platforms served, and HTTP beside them where something needs it."""

import asyncio
from collections.abc import Callable

from bot.bootstrap import App
from bot.platform_table import routes_of
from bot.watching.metrics import Metrics
from bot.web import health_routes, metrics_route, serve_http


async def serve(app: App, *, listening: Callable[[int], None], metrics: Metrics | None = None) -> None:
    """Serves until cancelled.

    Args:
        app: What to serve.
        listening: Told the port when HTTP is served: for platforms that receive over it, for figures, or where `PORT`
            is set.
        metrics: The figures to show at `/metrics`; None for none.
    """
    routes = routes_of(app.platforms, app.handle)
    if metrics is not None:
        routes.append(metrics_route(metrics, app.health, app.settings.metrics_token))
    async with asyncio.TaskGroup() as group:
        # The first question would otherwise wait for the providers' SDKs to be imported.
        group.create_task(app.models.prepare(app.settings.council.roster.everyone()), name="prepare")
        if routes or "PORT" in app.settings.environment:
            routes = [*health_routes(app.health), *routes]
            web = serve_http(routes, port=app.settings.port, listening=listening)
            group.create_task(web, name="http")
        if metrics is not None:
            group.create_task(metrics.watch_loop(), name="loop lag")
        for platform in app.platforms.values():
            group.create_task(platform.serve(app.handle), name=platform.name)
