"""Serve all platforms of an open council, and HTTP too if something needs it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.routing import BaseRoute

from bot.app.bootstrap import App
from bot.app.pages import prepare_pages, routes_behind, routes_of_site, site_of
from bot.app.platforms import ServesPage, routes_of
from bot.ports import ChatPlatform, Handle
from bot.presentation.replies import error_sentence
from bot.presentation.words import ENGLISH
from bot.programs.counter import Counter
from bot.programs.http import api_routes
from bot.programs.platform import PLATFORM as PROGRAMS
from bot.programs.platform import ProgramPlatform, read_tokens
from bot.watching.metrics import Metrics
from bot.web import health_routes, metrics_route, serve_http
from council_core.errors import CouncilError, PostRefused, SettingsError, StoreError, StoreUnavailable

logger = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
"""Address that only this machine can reach."""

A_MINUTE = 60.0
A_DAY = 24 * 60 * A_MINUTE
"""Seconds between two searches for runs that have passed their retention time."""

BETWEEN_PIECES = 0.05
"""Seconds between two batches of search indexing, in which other tasks may write."""

SCHEDULE_SECONDS = 10.0
"""Seconds between two looks for schedules that are due."""

STRAYS_SECONDS = 15.0
"""Seconds between two searches for questions that were stored and never started, because all workers were down when
they were asked."""


async def serve(app: App, *, listening: Callable[[int], None], metrics: Metrics | None = None) -> None:
    """Serve until cancelled: post, and receive requests unless this process is a worker.

    Args:
        app: The council to serve.
        listening: Called with the port once HTTP is served: for platforms that receive over HTTP, for metrics, or if
            `PORT` is set.
        metrics: Metrics to serve at `/metrics`; None for none.
    """
    handle = app.handle if app.role != "worker" else None
    routes = routes_of(app.platforms, handle) if handle is not None else []
    closing = asyncio.Event()
    site = site_of(app, handle, closing) if handle is not None else None
    routes += routes_of_site(site)
    if metrics is not None:
        routes.append(metrics_route(metrics, app.health, app.settings.metrics_token))
    async with program_routes(app, closing) as of_programs, asyncio.TaskGroup() as group:
        routes += of_programs

        def keep(name: str, work: Callable[[], Awaitable[None]]) -> None:
            group.create_task(app.stopping.serve(name, app.supervisor.keep(name, work)), name=name)

        keep("clean", lambda: clean(app))
        if app.role != "ingress":
            keep("fill search", lambda: _fill_search(app))
            keep("fill boards", lambda: _fill_boards(app))
            # Import the providers' SDKs now, so that the first question need not wait for them.
            keep("prepare", lambda: app.models.prepare(app.settings.council.roster.everyone()))
            keep("strays", lambda: _start_strays(app))
            keep("schedules", lambda: _ask_on_schedule(app))
        if site is not None:
            keep("prepare pages", prepare_pages)
        if routes or "PORT" in app.settings.environment:
            routes = [*health_routes(app.health), *routes, *routes_behind(site)]
            web = serve_http(
                routes,
                host=app.settings.host,
                port=app.settings.port,
                listening=listening,
                closing=closing.set,
            )
            group.create_task(app.stopping.serve("HTTP", web), name="http")
        if metrics is not None:
            keep("loop lag", metrics.watch_loop)
        for platform in app.platforms.values():
            served = app.stopping.serve(platform.name, _serve(app, platform, handle))
            group.create_task(served, name=platform.name)
            if handle is not None and isinstance(platform, ServesPage):
                page = serve_http(
                    platform.page_routes(handle),
                    host=LOOPBACK,
                    port=platform.port,
                    listening=platform.listening,
                    closing=platform.end_news,
                )
                group.create_task(app.stopping.serve("the page", page), name="page")


@asynccontextmanager
async def program_routes(app: App, closing: asyncio.Event) -> AsyncGenerator[list[BaseRoute]]:
    """Yield the routes for requests of programs, which work inside the block; none if no token is set. They wait for no
    run any longer once `closing` is set."""
    platform = app.platforms.get(PROGRAMS)
    if not isinstance(platform, ProgramPlatform) or app.role == "worker":
        yield []
        return
    from bot.programs.mcp import mcp_route  # The SDK takes a second to import.

    tokens = read_tokens(app.settings.environment, [], [])
    counter = Counter(
        council=app.council,
        act=app.act,
        changes=app.changes,
        drafts=app.drafts,
        platform=platform,
        presets=app.settings.presets,
        closing=closing,
    )
    language = app.settings.for_run({}).language
    async with mcp_route(counter, tokens, language) as mcp:
        yield [*api_routes(counter, tokens, language), mcp]


async def _serve(app: App, platform: ChatPlatform, handle: Handle | None) -> None:
    """Serve one platform. If its settings or its token are refused, the other platforms go on, and this one with its
    runs waits for the next start. The failure of the last platform ends the process."""
    try:
        await platform.serve(handle)
    except (SettingsError, PostRefused) as error:
        why = error_sentence(ENGLISH, error)
        app.health.give_up(platform.name, why)
        if app.health.given_up >= app.platforms.keys():
            raise
        logger.error("%s is not served until the next start; the rest goes on. %s", platform.name, why)


async def clean(app: App) -> None:
    """Delete runs that have passed their retention time, once a day, and finish pending deletions every minute and
    soon after each new one. Run until cancelled."""
    now = asyncio.get_running_loop().time
    next_look = now()
    while True:
        try:
            if now() >= next_look:
                if gone := await app.retention.delete_old(app.handlers.kept_for):
                    logger.info("%d runs were kept long enough and are deleted", gone)
                await app.handlers.sweep()
                next_look = now() + A_DAY
            await app.retention.finish_deletions()
            await app.retention.delete_steps()
        except CouncilError as error:
            _put_off("cleaning up", error)
        await app.retention.rest(A_MINUTE)


def _put_off(what: str, error: CouncilError) -> None:
    """Log why a background task is tried again later. The database logs its own outages."""
    if not isinstance(error, StoreUnavailable):
        logger.warning("%s is put off: %s", what, error)


async def _fill_search(app: App) -> None:
    """Index the runs of earlier versions for search, in small batches beside all other work."""
    filling = app.store.filling
    while True:
        try:
            while await filling.is_needed():
                while await filling.a_piece():  # noqa: ASYNC110
                    await asyncio.sleep(BETWEEN_PIECES)
                # A second pass indexes the runs that another task was saving at that moment.
                await asyncio.sleep(A_MINUTE)
        except StoreError as error:
            _put_off("making earlier runs findable", error)
            await asyncio.sleep(A_MINUTE)
        else:
            return


async def _fill_boards(app: App) -> None:
    """Store the results of the runs of earlier versions for the boards, in small batches beside all other work."""
    while True:
        try:
            while await app.results.fill_a_piece():  # noqa: ASYNC110
                await asyncio.sleep(BETWEEN_PIECES)
        except StoreError as error:
            _put_off("putting earlier runs on the boards", error)
            await asyncio.sleep(A_MINUTE)
        else:
            return


async def _start_strays(app: App) -> None:
    while True:
        await asyncio.sleep(STRAYS_SECONDS)
        try:
            await app.council.catch_up(platforms=tuple(app.platforms))
        except StoreError as error:
            _put_off("looking for questions that were never handed on", error)


async def _ask_on_schedule(app: App) -> None:
    while True:
        try:
            await app.handlers.ask_due(tuple(app.platforms))
        except StoreError as error:
            _put_off("asking on schedule", error)
        await asyncio.sleep(SCHEDULE_SECONDS)
