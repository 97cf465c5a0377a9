"""Routes of the pages: entering by a personal link, a run, its live changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.presentation.words import Words, words_for
from bot.presentation.words.page import PageTrouble
from bot.web.page.drawing import HEADERS, draw, page_response, static_routes
from bot.web.page.links import COOKIE_SECONDS, BadLink, ExpiredLink, Visitor
from bot.web.page.live import live_response
from bot.web.page.run_page import run_page
from bot.web.page.site import Site
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.errors import PlatformError, RunDeleted, StoreError, UnknownRun
from council_core.view import view

logger = logging.getLogger(__name__)

STATUSES: Mapping[PageTrouble, int] = {
    "sign_in": 401,
    "expired": 410,
    "not_yours": 403,
    "unknown": 404,
    "deleted": 410,
    "cannot_tell": 503,
    "forged": 403,
    "sent_twice": 409,
    "broken": 500,
}

Answer = Callable[[Request], Awaitable[Response]]


class Refused(Exception):
    """A page that is not shown."""

    def __init__(self, trouble: PageTrouble) -> None:
        super().__init__(trouble)
        self.trouble: PageTrouble = trouble


def page_routes(site: Site) -> list[Route]:
    """Return the routes of all pages."""
    pages = Pages(site)
    return [
        Route("/enter/{token}", told(pages.enter), methods=["GET"]),
        Route("/r/{run}", told(pages.run), methods=["GET"]),
        Route("/r/{run}/events", told(pages.events), methods=["GET"]),
        *static_routes(),
        Route("/favicon.ico", _no_icon, methods=["GET"]),
    ]


def told(answer: Answer) -> Answer:
    """Turn whatever goes wrong into a page that says so. Chat goes on whatever happens here."""

    async def respond(request: Request) -> Response:
        try:
            return await answer(request)
        except Refused as refused:
            return trouble_page(request, refused.trouble)
        except RunDeleted:
            return trouble_page(request, "deleted")
        except UnknownRun:
            return trouble_page(request, "unknown")
        except StoreError as error:
            logger.warning("a page could not be read: %s", error)
            return trouble_page(request, "broken", 503)
        except Exception:
            logger.exception("a page failed")
            return trouble_page(request, "broken")

    return respond


def trouble_page(request: Request, trouble: PageTrouble, status: int | None = None) -> Response:
    """Return a page that says what is wrong and what to do, in the browser's language."""
    words = words_for(request.headers.get("accept-language", "").split(",")[0])
    html = draw(
        "trouble.html",
        words,
        heading=words.page.title(trouble=trouble),
        advice=words.page.advice(trouble=trouble),
    )
    return page_response(html, status or STATUSES[trouble])


async def _no_icon(request: Request) -> Response:
    del request
    return Response(status_code=204, headers=HEADERS)


class Pages:
    """The pages of a council."""

    def __init__(self, site: Site) -> None:
        """
        Args:
            site: The council behind them.
        """
        self._site = site
        is_secure = site.links.url.startswith("https:")
        self._secure = is_secure
        self._cookie = "__Host-council" if is_secure else "council"

    async def enter(self, request: Request) -> Response:
        """Open a personal link: keep who came in a cookie, and go on to the run, so that the link stays out of the
        browser's history."""
        try:
            visitor, run_id = self._site.links.entered(request.path_params["token"])
        except ExpiredLink as error:
            raise Refused("expired") from error
        except BadLink as error:
            raise Refused("unknown") from error
        response = RedirectResponse(f"/r/{run_id}", status_code=303, headers=HEADERS)
        response.set_cookie(
            self._cookie,
            self._site.links.cookie(visitor),
            max_age=COOKIE_SECONDS,
            path="/",
            httponly=True,
            secure=self._secure,
            samesite="lax",
        )
        return response

    async def run(self, request: Request) -> Response:
        """Show a run as this person may see it."""
        visitor = self._visitor(request)
        run = await self.readable(visitor, RunId(request.path_params["run"]))
        html = await asyncio.to_thread(_drawn, "run.html", run, visitor)
        return page_response(html)

    async def events(self, request: Request) -> Response:
        """Send the parts of a run's page again whenever something of it was stored."""
        visitor, run_id = self._visitor(request), RunId(request.path_params["run"])
        await self.readable(visitor, run_id)

        async def parts() -> str:
            run = await self.readable(visitor, run_id)
            return await asyncio.to_thread(_drawn, "run_parts.html", run, visitor)

        return live_response(self._site.changes.follow(run_id), parts, self._site.closing)

    async def readable(self, visitor: Visitor, run_id: RunId) -> Run:
        """Return a run that this person may read now.

        Raises:
            Refused: They may not, or nobody can tell.
            UnknownRun, RunDeleted: There is none.
        """
        run = await self._site.council.run(run_id)
        place = run.conversation
        if (place.platform, place.workspace) != (visitor.platform, visitor.workspace):
            raise Refused("not_yours")
        try:
            may_read = await self._site.may_read(visitor.person, place)
        except PlatformError as error:
            raise Refused("cannot_tell") from error
        if not may_read:
            raise Refused("not_yours")
        return run

    def _visitor(self, request: Request) -> Visitor:
        visitor = self._site.links.visitor(request.cookies.get(self._cookie, ""))
        if visitor is None:
            raise Refused("sign_in")
        return visitor


def _drawn(template: str, run: Run, visitor: Visitor) -> str:
    words = _words(visitor)
    seen = view(run, Viewer(person=visitor.person))
    return draw(template, words, run=run_page(seen, words), events=f"/r/{run.id}/events")


def _words(visitor: Visitor) -> Words:
    return words_for(visitor.locale)
