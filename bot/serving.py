"""A council that is ready -> all its platforms served, and HTTP beside them where something needs it."""

import asyncio
import logging
from collections.abc import Callable

from bot.bootstrap import App
from bot.platform_table import routes_of
from bot.ports import ChatPlatform, Handle
from bot.watching.metrics import Metrics
from bot.web import health_routes, metrics_route, serve_http
from council_core.errors import CouncilError, SettingsError, StoreError

logger = logging.getLogger(__name__)

A_MINUTE = 60.0
MINUTES_BETWEEN = 24 * 60
"""How long after one look for runs that were kept long enough the next one follows."""

BETWEEN_PIECES = 0.05
"""Seconds in which others write, between some runs that are made findable and the next."""

STRAYS_SECONDS = 15.0
"""How often whoever works looks for questions that were kept and that nobody has started: all may have been away when
they were asked."""


async def serve(app: App, *, listening: Callable[[int], None], metrics: Metrics | None = None) -> None:
    """Serves until cancelled: receives, unless this process only works, and posts.

    Args:
        app: What to serve.
        listening: Told the port when HTTP is served: for platforms that receive over it, for figures, or where `PORT`
            is set.
        metrics: The figures to show at `/metrics`; None for none.
    """
    handle = app.handle if app.role != "worker" else None
    routes = routes_of(app.platforms, handle) if handle is not None else []
    if metrics is not None:
        routes.append(metrics_route(metrics, app.health, app.settings.metrics_token))
    async with asyncio.TaskGroup() as group:
        group.create_task(clean(app), name="clean")
        if app.role != "ingress":
            group.create_task(_fill_search(app), name="fill search")
        # The first question would otherwise wait for the providers' SDKs to be imported.
        if app.role != "ingress":
            group.create_task(app.models.prepare(app.settings.council.roster.everyone()), name="prepare")
            group.create_task(_start_strays(app), name="strays")
        if routes or "PORT" in app.settings.environment:
            routes = [*health_routes(app.health), *routes]
            web = serve_http(routes, port=app.settings.port, listening=listening)
            group.create_task(web, name="http")
        if metrics is not None:
            group.create_task(metrics.watch_loop(), name="loop lag")
        for platform in app.platforms.values():
            group.create_task(_serve(app, platform, handle), name=platform.name)


async def _serve(app: App, platform: ChatPlatform, handle: Handle | None) -> None:
    """Serves one platform. Where its settings are refused, be it a token that was revoked, the others go on; it is
    served again, and its runs go on, with the next start. The last one left ends the process."""
    try:
        await platform.serve(handle)
    except SettingsError as error:
        app.health.give_up(platform.name, " ".join(error.problems))
        if app.health.given_up >= app.platforms.keys():
            raise
        logger.error("%s is not served until the next start; the rest goes on. %s", platform.name, error)


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


async def _fill_search(app: App) -> None:
    """Makes runs of earlier versions findable, beside everything else."""
    filling = app.store.filling
    while True:
        try:
            more = await filling.is_needed()
            while more:
                more = await filling.a_piece()
                await asyncio.sleep(BETWEEN_PIECES)
        except StoreError as error:
            logger.info("making earlier runs findable is put off: %s", error)
            await asyncio.sleep(A_MINUTE)
        else:
            return


async def _start_strays(app: App) -> None:
    while True:
        await asyncio.sleep(STRAYS_SECONDS)
        try:
            await app.council.take_up(platforms=tuple(app.platforms))
        except StoreError as error:
            logger.info("cannot look for questions that were never handed on: %s", error)
