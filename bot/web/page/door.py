"""The door of the pages: the reader, their rights, and a page for visitors who are turned away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from urllib.parse import urlencode, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from bot.platforms.http_request import body_within, browser_language
from bot.presentation.words import words_for
from bot.presentation.words.page import PageTrouble
from bot.web.page.drawing import HEADERS, HOME, draw, page_response
from bot.web.page.form_requests import LARGEST_FORM, Fields, fields_of, first
from bot.web.page.links import COOKIE_SECONDS, BadLink, ExpiredLink, Visitor
from bot.web.page.site import Site
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import PlatformError, RunDeleted, StoreError, UnknownRun

logger = logging.getLogger(__name__)

STATUSES: Mapping[PageTrouble, int] = {
    "sign_in": 401,
    "signed_out": 401,
    "denied": 403,
    "lost_way": 400,
    "used_up": 410,
    "not_confirmed": 502,
    "nowhere": 403,
    "expired": 410,
    "not_yours": 403,
    "elsewhere": 403,
    "for_managers": 403,
    "unknown": 404,
    "wrong_method": 405,
    "deleted": 410,
    "cannot_tell": 503,
    "forged": 403,
    "too_large": 413,
    "broken": 500,
}

LANGUAGE = "language"
"""Name under which a request holds the language of its reader."""

USUAL_PORTS = {"http": ":80", "https": ":443"}

Answer = Callable[[Request], Awaitable[Response]]


Way = tuple[str, str]
"""An address for signing in, and the platform's name for people."""


class Refused(Exception):
    """A page may not be shown."""

    def __init__(self, trouble: PageTrouble, ways: Sequence[Way] = ()) -> None:
        super().__init__(trouble)
        self.trouble: PageTrouble = trouble
        self.ways = ways
        """Addresses for signing in instead."""


def told(answer: Answer) -> Answer:
    """Turn every error into a page that reports it. Chat is never affected."""

    async def respond(request: Request) -> Response:
        try:
            return await answer(request)
        except ClientDisconnect:
            return Response(status_code=400, headers=HEADERS)  # Nobody reads it, and nothing failed here.
        except Refused as refused:
            return trouble_page(request, refused.trouble, ways=refused.ways)
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


def trouble_page(
    request: Request, trouble: PageTrouble, status: int | None = None, *, ways: Sequence[Way] = ()
) -> Response:
    """Return a page with an error message and the remedy, in the language of the reader, or of the browser if nobody is
    signed in."""
    words = words_for(getattr(request.state, LANGUAGE, "") or browser_language(request))
    html = draw(
        "trouble.html",
        words,
        heading=words.page.title(trouble=trouble),
        advice=words.page.advice(trouble=trouble),
        ways=[(address, words.lists.sign_in_with(platform=label)) for address, label in ways],
    )
    return page_response(html, status or STATUSES[trouble])


class Refusal:
    """Answers requests with any method, also unknown ones, with the same page."""

    def __init__(self, trouble: PageTrouble, *, allowed: Collection[str] = ()) -> None:
        """Args:
        trouble: The reason.
        allowed: Methods that the address takes; empty for none."""
        self._trouble: PageTrouble = trouble
        self._headers = {"allow": ", ".join(sorted(allowed))} if allowed else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = trouble_page(Request(scope), self._trouble)
        response.headers.update(self._headers)
        await response(scope, receive, send)


class Door:
    """Admits people with a personal link, and asks their platform what they may read."""

    def __init__(self, site: Site) -> None:
        """
        Args:
            site: The council behind the pages.
        """
        self._site = site
        self._secure = site.links.url.startswith("https:")
        self.cookie = "__Host-council" if self._secure else "council"

    async def enter(self, request: Request) -> Response:
        """Open a personal link: store the visitor in a cookie, and redirect to the run, so that the link is not in the
        browser's history."""
        try:
            visitor, run_id = self._site.links.entered(request.path_params["token"])
        except ExpiredLink as error:
            raise Refused("expired") from error
        except BadLink as error:
            raise Refused("unknown") from error
        return self.welcome(visitor, f"/r/{run_id}")

    def welcome(self, visitor: Visitor, path: str) -> Response:
        """Store the visitor in a cookie, and show a page."""
        response = RedirectResponse(path, status_code=303, headers=HEADERS)
        self.set_cookie(response, self.cookie, self._site.links.cookie(visitor), COOKIE_SECONDS)
        return response

    def farewell(self, request: Request) -> Response:
        """Sign the visitor out of this browser. Another site cannot do that, because its forms send no cookie."""
        response = RedirectResponse(HOME, status_code=303, headers=HEADERS)
        if self.cookie in request.cookies:
            response.delete_cookie(self.cookie, path="/", httponly=True, secure=self._secure, samesite="lax")
        return response

    def set_cookie(self, response: Response, name: str, value: str, seconds: int) -> None:
        """Set a cookie that no script can read and that is not sent with another site's forms."""
        response.set_cookie(
            name, value, max_age=seconds, path="/", httponly=True, secure=self._secure, samesite="lax"
        )

    def visitor(self, request: Request) -> Visitor:
        """Return the person behind a request. Raises Refused if nobody is signed in."""
        visitor = self._site.links.visitor(request.cookies.get(self.cookie, ""))
        if visitor is None:
            ways = self.ways(request)
            raise Refused("signed_out" if ways else "sign_in", ways)
        setattr(request.state, LANGUAGE, visitor.locale)
        return visitor

    def ways(self, request: Request, *, after: str = "") -> list[Way]:
        """Return the ways to sign in and go to the page `after`, or else return to this page."""
        return self._ways(after or request.url.path, self._site.sign_ins)

    def _ways(self, path: str, platforms: Collection[str]) -> list[Way]:
        query, offered = urlencode({"after": path}), self._site.sign_ins.items()
        return [(f"/sign-in/{name}?{query}", way.label) for name, way in offered if name in platforms]

    async def readable(self, visitor: Visitor, run_id: RunId) -> Run:
        """Return a run that this person may read now.

        Raises:
            Refused: They may not, or the platform cannot tell.
            UnknownRun, RunDeleted: There is no such run.
        """
        run = await self._site.council.run(run_id)
        await self.check(visitor, run)
        return run

    async def check(self, visitor: Visitor, run: Run) -> None:
        """Check that this person may read a run now. Raises Refused if they may not, or if the platform cannot tell."""
        place = run.conversation
        if (place.platform, place.workspace) != (visitor.platform, visitor.workspace):
            raise Refused("elsewhere", self._ways(f"/r/{run.id}", {place.platform}))
        try:
            may_read = await self._site.may_read(visitor.person, place)
        except PlatformError as error:
            raise Refused("cannot_tell") from error
        if not may_read:
            raise Refused("not_yours")

    async def readable_of(self, visitor: Visitor, channels: Sequence[Place]) -> list[Place]:
        """Return those of the channels that a person may read. A channel is left out if the platform does not answer
        about it."""

        async def may_read(place: Place) -> bool:
            try:
                return await self._site.may_read(visitor.person, place)
            except PlatformError:
                return False

        answers = await asyncio.gather(*map(may_read, channels))
        return [place for place, may in zip(channels, answers, strict=True) if may]

    async def sent(self, request: Request, visitor: Visitor, subject: str) -> Fields:
        """Return a form's fields. Raises Refused if it is too large, or not from a page that was drawn for this person
        about this subject."""
        origin = request.headers.get("origin")
        if origin is not None and _host(origin) not in self._hosts(request):
            raise Refused("forged")
        body = await body_within(request, LARGEST_FORM)
        if body is None:
            raise Refused("too_large")
        try:
            fields = fields_of(body)
        except ValueError as error:
            raise Refused("forged") from error
        if not self._site.links.is_form_of(first(fields, "form"), visitor, subject):
            raise Refused("forged")
        return fields

    def _hosts(self, request: Request) -> set[str]:
        return {request.headers.get("host", ""), _host(self._site.links.url)}


def _host(url: str) -> str:
    """Return host and port of an address as browsers send them, in lower case and without the usual port; the whole
    text if it has none, such as `null` or `http://[`."""
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return url
    return parts.netloc.removesuffix(USUAL_PORTS.get(parts.scheme, "")) or url
