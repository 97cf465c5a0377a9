"""Sign people in with an account of their chat: to its page of consent and back, and out again.

Nothing is stored for people in between: their data is signed in the address, and a cookie binds it to their browser, so
that no link can sign a person in as somebody else.
"""

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Sequence
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bot.platforms.http_request import browser_language
from bot.ports import USED_UP, Attempt, Newcomer, SignsIn
from bot.presentation.words import words_for
from bot.web.page.door import Door, Refused
from bot.web.page.drawing import HEADERS, HOME, draw, page_response
from bot.web.page.links import LINK_SECONDS, BadLink, Visitor
from bot.web.page.site import Site
from council_core.errors import PlatformError

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 8
"""People for whom platforms are asked at the same time; further ones wait."""

LONGEST_CODE = 2_000
NONCE = re.compile(r"[\w-]{32}")
OWN_PAGE = re.compile(r"/(?:r/[\w-]{1,64}|boards|decisions)?")
"""Own pages to which people may return. Any other address leads to the first page."""


class SigningIn:
    """Signs people in with the platforms of a site that are set up for it."""

    def __init__(self, site: Site, door: Door) -> None:
        """Args:
        site: The council behind the pages.
        door: Sets cookies."""
        self._site, self._door = site, door
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def leave(self, request: Request) -> Response:
        """Send a person to their platform's page of consent."""
        way = self._way(request)
        after = request.query_params.get("after", HOME)
        nonce = request.cookies.get(self._cookie, "")
        if NONCE.fullmatch(nonce) is None:  # Another tab may be signing in with the same cookie.
            nonce = token_urlsafe(24)
        state = self._site.links.state(way.name, nonce, after if OWN_PAGE.fullmatch(after) else HOME)
        response = RedirectResponse(
            way.consent_url(self._attempt(way, nonce), state=state),
            status_code=303,
            headers=HEADERS,
        )
        self._door.set_cookie(response, self._cookie, nonce, LINK_SECONDS)
        return response

    async def come(self, request: Request) -> Response:
        """Sign in a person who returns from their platform, or show the reason why not."""
        way, query = self._way(request), request.query_params
        try:
            platform, nonce, after = self._site.links.stated(query.get("state", ""))
        except BadLink as error:
            raise Refused("lost_way", self._door.ways(request)) from error
        if platform != way.name or not hmac.compare_digest(
            nonce.encode(), request.cookies.get(self._cookie, "").encode()
        ):
            raise Refused("lost_way", self._door.ways(request, after=after))
        code = query.get("code", "")
        if query.get("error") or not code or len(code) > LONGEST_CODE:
            raise Refused("denied", self._door.ways(request, after=after))
        try:
            async with self._turns:
                newcomer = await way.newcomer(self._attempt(way, nonce), code)
        except PlatformError as error:
            logger.warning("somebody could not be signed in with %s: %s (%s)", way.name, error, error.code)
            trouble = "used_up" if error.code == USED_UP else "not_confirmed"
            raise Refused(trouble, self._door.ways(request, after=after)) from error
        return await self._let_in(request, way, newcomer, after)

    async def choose(self, request: Request) -> Response:
        """Sign a person in to the workspace that they chose."""
        try:
            visitor, after = self._site.links.chosen(request.path_params["token"])
        except BadLink as error:
            raise Refused("lost_way", self._door.ways(request)) from error
        return self._door.welcome(visitor, after)

    async def leave_for_good(self, request: Request) -> Response:
        """Sign a person out of this browser."""
        return self._door.farewell(request)

    async def _let_in(self, request: Request, way: SignsIn, newcomer: Newcomer, after: str) -> Response:
        known = await self._site.history.known(way.name, [*newcomer.workspaces])
        visitors = [_visitor(way, newcomer, workspace, browser_language(request)) for workspace in known]
        match visitors:
            case []:
                raise Refused("nowhere")
            case [visitor]:
                return self._door.welcome(visitor, after)
            case _:
                return page_response(self._choice(visitors, newcomer, after))

    def _choice(self, visitors: Sequence[Visitor], newcomer: Newcomer, after: str) -> str:
        choices = sorted(
            (newcomer.workspaces[visitor.workspace], self._site.links.choice(visitor, after))
            for visitor in visitors
        )
        return draw("choose.html", words_for(visitors[0].locale), choices=choices)

    def _way(self, request: Request) -> SignsIn:
        way = self._site.sign_ins.get(request.path_params["platform"])
        if way is None:
            raise Refused("unknown")
        return way

    def _attempt(self, way: SignsIn, nonce: str) -> Attempt:
        return Attempt(secret=nonce, back=f"{self._site.links.url}/sign-in/{way.name}/back")

    @property
    def _cookie(self) -> str:
        return f"{self._door.cookie}-way"


def _visitor(way: SignsIn, newcomer: Newcomer, workspace: str, language: str) -> Visitor:
    return Visitor(
        platform=way.name,
        workspace=workspace,
        person=newcomer.person,
        name=newcomer.name,
        locale=newcomer.locale or language,
        asked_at=str(int(time.time())),
    )
