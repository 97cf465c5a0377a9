"""A council that is ready -> all its platforms served, and HTTP beside them where something needs it."""

import asyncio
import logging
from collections.abc import Callable

from bot.bootstrap import App
from bot.platform_table import routes_of
from bot.watching.metrics import Metrics
from bot.web import health_routes, metrics_route, serve_http
from council_core.errors import CouncilError

logger = logging.getLogger(__name__)

A_MINUTE = 60.0
MINUTES_BETWEEN = 24 * 60
"""How long after one look for runs that were kept long enough the next one follows."""


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
        group.create_task(clean(app), name="clean")
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


async def clean(app: App) -> None:
    """Deletes runs that were kept long enough, now and then daily, and every minute does what is left to do of other
    deletions; until cancelled."""
    minutes = 0
    while True:
        try:
            if minutes % MINUTES_BETWEEN == 0 and (gone := await app.retention.forget_old(app.kept_for)):
                logger.info("%d runs were kept long enough and are deleted", gone)
            await app.retention.clear_up()
        except CouncilError as error:
            logger.warning("cleaning up is put off for a minute: %s", error)
        else:
            minutes += 1
        await asyncio.sleep(A_MINUTE)
