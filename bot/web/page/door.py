"""The door of the pages: who reads, what they may read, and a page for whoever is turned away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bot.presentation.words import words_for
from bot.presentation.words.page import PageTrouble
from bot.web.page.drawing import HEADERS, draw, page_response
from bot.web.page.links import COOKIE_SECONDS, BadLink, ExpiredLink, Visitor
from bot.web.page.site import Site
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import PlatformError, RunDeleted, StoreError, UnknownRun

logger = logging.getLogger(__name__)

STATUSES: Mapping[PageTrouble, int] = {
    "sign_in": 401,
    "expired": 410,
    "not_yours": 403,
    "unknown": 404,
    "deleted": 410,
    "cannot_tell": 503,
    "forged": 403,
    "broken": 500,
}

Answer = Callable[[Request], Awaitable[Response]]


class Refused(Exception):
    """A page that is not shown."""

    def __init__(self, trouble: PageTrouble) -> None:
        super().__init__(trouble)
        self.trouble: PageTrouble = trouble


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


class Door:
    """Lets people in who come by a personal link, and asks their chat what they may read."""

    def __init__(self, site: Site) -> None:
        """
        Args:
            site: The council behind the pages.
        """
        self._site = site
        self._secure = site.links.url.startswith("https:")
        self._cookie = "__Host-council" if self._secure else "council"

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

    def visitor(self, request: Request) -> Visitor:
        """Return the person behind a request. Raises Refused where nobody knows them."""
        visitor = self._site.links.visitor(request.cookies.get(self._cookie, ""))
        if visitor is None:
            raise Refused("sign_in")
        return visitor

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

    async def readable_of(self, visitor: Visitor, channels: Sequence[Place]) -> list[Place]:
        """Return those channels that a person may read; none of which the platform does not say it."""

        async def may_read(place: Place) -> bool:
            try:
                return await self._site.may_read(visitor.person, place)
            except PlatformError:
                return False

        answers = await asyncio.gather(*map(may_read, channels))
        return [place for place, may in zip(channels, answers, strict=True) if may]
