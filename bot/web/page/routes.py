"""Routes of the pages: entering by a personal link, a run, its live changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast, get_args
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.platforms.http_body import body_within
from bot.post import FieldErrors, PrivateReply
from bot.presentation import run_refused
from bot.presentation.words import words_for
from bot.presentation.words.page import PageTrouble
from bot.requests import Ask, Person, SeeResult
from bot.web.page.acts import acts_part
from bot.web.page.doing import LARGEST_FORM, Fields, fields_of, first, moved, order_of, request_of
from bot.web.page.drawing import HEADERS, draw, page_response, static_routes
from bot.web.page.home import entries
from bot.web.page.links import COOKIE_SECONDS, BadLink, ExpiredLink, Visitor
from bot.web.page.live import live_response
from bot.web.page.run_page import run_page
from bot.web.page.site import Site
from council_core.domain.export import Format
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.search import phrases_in
from council_core.domain.slate import Alias
from council_core.errors import PlatformError, RequestError, RunDeleted, StoreError, UnknownRun
from council_core.exports import export
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
    "broken": 500,
}

OWN_RUNS = 20
LISTED = 30
LONGEST_SEARCH = 500
MOST_CHANNELS = 30
"""Channels of a workspace that are looked at for one list, the latest asked in first: the chat is asked about each."""


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
        Route("/", told(pages.home), methods=["GET"]),
        Route("/enter/{token}", told(pages.enter), methods=["GET"]),
        Route("/r/{run}", told(pages.run), methods=["GET"]),
        Route("/r/{run}/events", told(pages.events), methods=["GET"]),
        Route("/r/{run}/export/{format}", told(pages.export), methods=["GET"]),
        Route("/r/{run}/do", told(pages.do), methods=["POST"]),
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

    async def home(self, request: Request) -> Response:
        """List the newest runs of the channels that this person may read now, or those with certain words."""
        visitor = self._visitor(request)
        words, sought = words_for(visitor.locale), request.query_params.get("q", "").strip()[:LONGEST_SEARCH]
        history = self._site.history
        workspace = Place(platform=visitor.platform, workspace=visitor.workspace, channel="")
        channels = await self._readable_of(visitor, await history.channels(workspace, limit=MOST_CHANNELS))
        none, trouble, runs = words.page.none_yet, "", ()
        if not sought:
            runs = await history.newest(channels, limit=LISTED)
        elif phrases := phrases_in(sought):
            runs = await history.search(phrases, channels, limit=LISTED)
            none = words.history.none_found(words=sought, in_chat=False)
        else:
            trouble = words.errors.refused(kind="nothing_to_search", fact="")

        def html() -> str:
            listed = entries(runs, visitor.person, words)
            facts = {"sought": sought, "trouble": trouble, "none": none, "channels": len(channels)}
            return draw("home.html", words, entries=listed, **facts)

        return page_response(await asyncio.to_thread(html))

    async def _readable_of(self, visitor: Visitor, channels: Sequence[Place]) -> list[Place]:
        """Return those channels that a person may read; none of which the platform does not say it."""

        async def may_read(place: Place) -> bool:
            try:
                return await self._site.may_read(visitor.person, place)
            except PlatformError:
                return False

        answers = await asyncio.gather(*map(may_read, channels))
        return [place for place, may in zip(channels, answers, strict=True) if may]

    async def run(self, request: Request) -> Response:
        """Show a run as this person may see it."""
        visitor = self._visitor(request)
        run = await self.readable(visitor, RunId(request.path_params["run"]))
        seen = request.query_params.get("seen", "")
        said = self._site.links.noted(request.query_params.get("said", ""))
        return page_response(await self._drawn("run.html", run, visitor, seen=seen, said=said))

    async def events(self, request: Request) -> Response:
        """Send the parts of a run's page again whenever something of it was stored."""
        visitor, run_id = self._visitor(request), RunId(request.path_params["run"])
        seen = request.query_params.get("seen", "")
        await self.readable(visitor, run_id)

        async def parts() -> str | None:
            try:
                run = await self.readable(visitor, run_id)
            except (Refused, UnknownRun):
                return None
            return await self._drawn("run_parts.html", run, visitor, seen=seen)

        return live_response(self._site.changes.follow(run_id), parts, self._site.closing)

    async def export(self, request: Request) -> Response:
        """Send a finished run as a file, or show the run with the reason why there is none."""
        visitor = self._visitor(request)
        run = await self.readable(visitor, RunId(request.path_params["run"]))
        name: str = request.path_params["format"]
        if name not in get_args(Format):
            raise Refused("unknown")
        try:
            made = await asyncio.to_thread(export, run, by=visitor.name, formats=[cast("Format", name)])
        except RequestError as error:
            said = run_refused(words_for(visitor.locale), error).post.summary
            return RedirectResponse(
                f"/r/{run.id}?{urlencode({'said': self._site.links.note(said)})}", 303, HEADERS
            )
        file = made.files[0]
        headers = {**HEADERS, "content-disposition": f'attachment; filename="{file.name}"'}
        return Response(file.content, media_type=file.media_type, headers=headers)

    async def do(self, request: Request) -> Response:
        """Do what a form asks, by the same handlers as in chat, and show the run again with what they say."""
        visitor, run_id = self._visitor(request), RunId(request.path_params["run"])
        fields = await self._sent(request, visitor, run_id)
        run = await self.readable(visitor, run_id)
        links, seen = self._site.links, first(fields, "seen")
        if move := first(fields, "move"):
            draft = moved(order_of(fields), move)
            return page_response(await self._drawn("run.html", run, visitor, seen=seen, draft=draft))
        asked = request_of(fields, _person(visitor), run)
        if asked is None:
            raise Refused("forged")
        reply = await self._site.handle(asked)
        facts: dict[str, str] = {"seen": seen} if seen else {}
        match reply:
            case PrivateReply(post=post):
                facts["said"] = links.note(post.summary)
            case FieldErrors(errors=errors):
                facts["said"] = links.note(" ".join(text for _, text in errors))
            case _:
                pass
        if isinstance(asked, SeeResult):
            facts = {"seen": links.form(visitor, f"seen:{run_id}")}
        if isinstance(asked, Ask) and reply is None:
            run_id, facts = await self._follow_up(visitor, run), {}
        query = f"?{urlencode(facts)}" if facts else ""
        return RedirectResponse(f"/r/{run_id}{query}", status_code=303, headers=HEADERS)

    async def _follow_up(self, visitor: Visitor, run: Run) -> RunId:
        """Return the newest question with which this person followed up a run; the run itself where there is none."""
        newest = await self._site.council.runs_by(visitor.person, run.conversation, limit=OWN_RUNS)
        return next((each.id for each in newest if each.question.follows == run.id), run.id)

    async def _sent(self, request: Request, visitor: Visitor, run_id: RunId) -> Fields:
        """Return a form's fields. Raises Refused where it was not sent from the page of this run by this person."""
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc not in self._hosts(request):
            raise Refused("forged")
        body = await body_within(request, LARGEST_FORM)
        try:
            fields = fields_of(body or b"")
        except ValueError as error:
            raise Refused("forged") from error
        if not self._site.links.is_form_of(first(fields, "form"), visitor, f"run:{run_id}"):
            raise Refused("forged")
        return fields

    def _hosts(self, request: Request) -> set[str]:
        return {request.headers.get("host", ""), urlsplit(self._site.links.url).netloc}

    async def _drawn(
        self,
        template: str,
        run: Run,
        visitor: Visitor,
        *,
        seen: str,
        said: str = "",
        draft: Sequence[Alias] = (),
    ) -> str:
        links, words = self._site.links, words_for(visitor.locale)
        sees_result = links.is_form_of(seen, visitor, f"seen:{run.id}")
        token = links.form(visitor, f"run:{run.id}")

        def html() -> str:
            shown = view(run, Viewer(person=visitor.person, sees_result=sees_result))
            return draw(
                template,
                words,
                run=run_page(shown, words),
                acts=acts_part(shown, words, person=visitor.person, draft=draft),
                form=token,
                seen=seen if sees_result else "",
                said=said,
                here=f"/r/{run.id}",
            )

        return await asyncio.to_thread(html)

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


def _person(visitor: Visitor) -> Person:
    return Person(id=visitor.person, name=visitor.name, locale=visitor.locale)
