"""The routes of the playground: one page, its stream of changes, and requests from it.

All routes are under a secret token, answer only under this machine's own names, and accept only requests from this
page. Another site that a person has open can neither read nor press anything here.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from hmac import compare_digest
from importlib.resources import files
from secrets import token_hex
from typing import Literal
from urllib.parse import quote, urlencode

from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from bot.platforms.http_request import body_within, browser_language
from bot.platforms.playground.drawing import Drawing
from bot.platforms.playground.layout import page, seat_fields, trouble_page
from bot.platforms.playground.sent import LARGEST, Sent, read_sent
from bot.platforms.playground.team import Seat, Team, seat_of
from bot.ports import Handle
from bot.ports.words import PageLabels
from bot.post import FieldErrors, File, Form, Post, PrivateReply, Reply, line, quoted
from bot.requests.actions import read_action
from bot.requests.asking import Ask
from bot.requests.forms import QUESTION, read_form
from bot.requests.settings import SetSeats
from bot.requests.typed import read_command
from council_core.domain.place import Place
from council_core.domain.question import FileReference

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Under `no-referrer` browsers send `Origin: null` with a plain form. The token goes to no other site either way.
    "referrer-policy": "same-origin",
    "cache-control": "private, no-store",
    "cross-origin-resource-policy": "same-origin",
}
STATIC = {
    "play.css": ("bot.platforms.playground", "static/play.css", "text/css"),
    "play.js": ("bot.platforms.playground", "static/play.js", "text/javascript"),
    "morph.js": ("bot.platforms", "morph.js", "text/javascript"),
}
"""Package, file and kind of each static file by its name in an address."""

CHANGING = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""Methods that are accepted from this page alone. All but the first only get an answer that says what to do instead."""

OURS = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Names of this machine. A request under any other name comes from a foreign host name that points to this machine."""

Endpoint = Callable[[HttpRequest], Awaitable[Response]]
Trouble = Literal["no_page", "wrong_method", "other_host", "other_site", "too_large", "file_gone"]
"""Names of the labels with error messages."""


class Pages:
    """The page for each of the three people, and their actions on it."""

    def __init__(
        self, team: Team, handle: Handle, labels: Callable[[str], PageLabels], *, token: str
    ) -> None:
        self._team, self._handle, self._labels, self._token = team, handle, labels, token
        self._base = f"/{token}"

    def routes(self) -> list[BaseRoute]:
        """Return all routes, with their checks."""
        get: dict[str, Endpoint] = {"": self._page, "news": self._news, "file/{at}/{index:int}": self._file}
        get |= {name: _static(*where) for name, where in STATIC.items()}
        post: dict[str, Endpoint] = {
            "ask": self._ask,
            "press": self._press,
            "submit": self._submit,
            "again": self._again,
            "close": self._close,
        }
        return [
            *(
                Route(f"/{{token}}/{path}", self._guarded(work), methods=["GET"])
                for path, work in get.items()
            ),
            *(
                Route(f"/{{token}}/{path}", self._guarded(work), methods=["POST"])
                for path, work in post.items()
            ),
            Route("/favicon.ico", _no_icon, methods=["GET"]),
            Route("/{rest:path}", self._guarded(self._elsewhere), methods=["GET", *CHANGING]),
        ]

    def _guarded(self, work: Endpoint) -> Endpoint:
        async def guard(request: HttpRequest) -> Response:
            host = request.headers.get("host", "")
            if host.rpartition(":")[0] not in OURS:
                return _trouble(self._labels, self._base, request, 403, "other_host")
            if request.method in CHANGING and request.headers.get("origin") != f"http://{host}":
                return _trouble(self._labels, self._base, request, 403, "other_site")
            if not _is_known(request, self._base):
                return _trouble(self._labels, self._base, request, 404, "no_page")
            try:
                response = await work(request)
            except ClientDisconnect:
                response = Response(status_code=400)  # Nobody reads it, and nothing failed here.
            response.headers.update(HEADERS)
            return response

        return guard

    async def _elsewhere(self, request: HttpRequest) -> Response:
        if request.method not in ("GET", "HEAD", "POST"):
            return _trouble(self._labels, self._base, request, 405, "wrong_method")
        return _trouble(self._labels, self._base, request, 404, "no_page")

    async def _page(self, request: HttpRequest) -> Response:
        return Response(self._drawn(seat_of(request.query_params)), media_type="text/html")

    def _drawn(self, seat: Seat) -> str:
        threads = self._team.cards(seat.channel)
        if not seat.thread and threads:
            seat = replace(seat, thread=threads[-1].message.id)
        labels = self._labels(seat.person.locale)
        return page(
            self._team,
            labels,
            self._drawing(seat, labels),
            base=self._base,
            seat=seat,
        )

    def _drawing(self, seat: Seat, labels: PageLabels) -> Drawing:
        return Drawing(
            labels, base=self._base, hidden=seat_fields(seat), query=urlencode({"as": seat.number})
        )

    async def _news(self, request: HttpRequest) -> Response:
        del request

        async def told() -> AsyncGenerator[str]:
            async for version in self._team.versions():
                yield ": still here\n\n" if version is None else f"data: {version}\n\n"

        return StreamingResponse(told(), media_type="text/event-stream")

    async def _file(self, request: HttpRequest) -> Response:
        seat, at = seat_of(request.query_params), str(request.path_params["at"])
        found: tuple[File, ...] = ()
        if at == "private":
            private = self._team.private.get(seat.person.id)
            shown = private.shown if private is not None else None
            found = shown.post.files if isinstance(shown, PrivateReply) else ()
        elif at in self._team.posts:
            found = self._team.posts[at].post.files
        index = int(request.path_params["index"])
        if index >= len(found):
            return _trouble(self._labels, self._base, request, 404, "file_gone")
        named = f"attachment; filename*=UTF-8''{quote(found[index].name)}"
        return Response(
            found[index].content,
            media_type=found[index].media_type,
            headers={"content-disposition": named},
        )

    async def _ask(self, request: HttpRequest) -> Response:
        """Handle typed text: a question, or a command such as `history`."""

        async def work(sent: Sent, seat: Seat) -> Reply | None:
            attached = self._attached(sent)
            text = sent.text("question").removeprefix("/council").strip()
            heard = read_command(
                text,
                person=seat.person,
                place=seat.place,
                delivery=_delivery(sent, seat),
                opens_forms=True,
                files=bool(attached),
            )
            if isinstance(heard, Ask) and attached:
                heard = replace(heard, files=attached)
            return await self._handle(heard)

        return await self._acted(request, work)

    async def _press(self, request: HttpRequest) -> Response:
        """Handle a click on a button in its place."""

        async def work(sent: Sent, seat: Seat) -> Reply | None:
            wanted = read_action(sent.text(":action"), seat.person, self._place_of(sent, seat))
            return await self._handle(wanted)

        return await self._acted(request, work)

    async def _submit(self, request: HttpRequest) -> Response:
        """Read a form; show its mistakes beside the fields."""

        async def work(sent: Sent, seat: Seat) -> Reply | None:
            reply, _ = await self._of_form(sent, seat, sent.text(":action"))
            if isinstance(reply, FieldErrors):
                if self._team.keep_values(seat.person.id, reply.errors, sent.values()):
                    return None
            elif reply is None:
                self._team.close(seat.person.id)
            return reply

        return await self._acted(request, work, closes=False)

    async def _again(self, request: HttpRequest) -> Response:
        """Draw an open form anew with its typed values: with a better question, or with another template's fields."""

        async def work(sent: Sent, seat: Seat) -> Reply | None:
            reply, files = await self._of_form(sent, seat, sent.text(":again"))
            if isinstance(reply, Form):
                return replace(reply, files=files)
            if not isinstance(reply, PrivateReply):
                return reply
            # The form stays open, with the reason why it did not change.
            self._team.keep_values(seat.person.id, ((QUESTION, reply.post.summary),), sent.values())
            return None

        return await self._acted(request, work, closes=False)

    async def _of_form(
        self, sent: Sent, seat: Seat, action: str
    ) -> tuple[Reply | None, tuple[FileReference, ...]]:
        """Handle the values of an open form. Return the reply or the mistakes, and the files for the question."""
        private = self._team.private.get(seat.person.id)
        place = private.place if private is not None else seat.place
        wanted = read_form(
            action, sent.values(), person=seat.person, place=place, delivery=_delivery(sent, seat)
        )
        files = (*self._carried(seat), *self._attached(sent))
        if isinstance(wanted, Ask | SetSeats):
            wanted = replace(wanted, files=files)
        return await self._handle(wanted), files

    async def _close(self, request: HttpRequest) -> Response:
        async def work(sent: Sent, seat: Seat) -> None:
            del sent
            self._team.close(seat.person.id)

        return await self._acted(request, work)

    async def _acted(
        self,
        request: HttpRequest,
        work: Callable[[Sent, Seat], Awaitable[Reply | None]],
        *,
        closes: bool = True,
    ) -> Response:
        """Do the work, show its reply to the person, and redirect to the page."""
        body = await body_within(request, LARGEST)
        if body is None:
            return _trouble(self._labels, self._base, request, 413, "too_large")
        sent = read_sent(request.headers.get("content-type", ""), body)
        seat = seat_of({name.removeprefix(":"): sent.text(name) for name in (":as", ":channel", ":thread")})
        before = self._team.private.get(seat.person.id)
        reply = await asyncio.shield(asyncio.ensure_future(work(sent, seat)))
        if reply is not None:
            self._show(seat, reply, self._place_of(sent, seat))
        elif closes and before is not None and self._team.private.get(seat.person.id) is before:
            self._team.close(seat.person.id)
        return RedirectResponse(f"{self._base}/?{seat.query}", status_code=303)

    def _show(self, seat: Seat, reply: Reply, place: Place) -> None:
        match reply:
            case PrivateReply() | Form():
                self._team.show(seat.person.id, place, reply)
            case FieldErrors(errors=errors):
                self._team.show(seat.person.id, place, sentence(" ".join(why for _, why in errors)))
            case _:
                self._team.show(seat.person.id, place, sentence(", ".join(reply.members)))

    def _place_of(self, sent: Sent, seat: Seat) -> Place:
        """Return the place of the post, or of the private reply, whose button was pressed."""
        kind, _, message_id = sent.text(":at").partition(":")
        standing = self._team.posts.get(message_id) if kind == "post" else None
        if standing is not None:
            place = standing.message.place
            return place if place.thread is not None else replace(place, thread=message_id)
        private = self._team.private.get(seat.person.id) if kind == "private" else None
        return private.place if private is not None else replace(seat.place, thread=None)

    def _carried(self, seat: Seat) -> tuple[FileReference, ...]:
        private = self._team.private.get(seat.person.id)
        return private.shown.files if private is not None and isinstance(private.shown, Form) else ()

    def _attached(self, sent: Sent) -> tuple[FileReference, ...]:
        """Hold the files that were sent, and return their references."""
        return tuple(
            FileReference(
                name=file.name,
                media_type=file.media_type,
                size=len(file.content),
                reference=self._team.hold(file.content),
            )
            for file in sent.files
        )


def _static(package: str, path: str, kind: str) -> Endpoint:
    content = files(package).joinpath(path).read_bytes()

    async def give(request: HttpRequest) -> Response:
        del request
        return Response(content, media_type=kind)

    return give


def _delivery(sent: Sent, seat: Seat) -> str:
    """Return the id of this form, so that sending it twice asks once."""
    return f"{seat.person.id}:{sent.text(':delivery') or token_hex(12)}"


def sentence(text: str) -> PrivateReply:
    """Return a reply of one sentence."""
    return PrivateReply(post=Post(blocks=(line(quoted(text)),), summary=text))


def _is_known(request: HttpRequest, base: str) -> bool:
    """Tell whether an address begins with the playground's own, which holds the token."""
    return compare_digest(request.url.path[: len(base) + 1].encode(), f"{base}/".encode())


def _trouble(
    labels_in: Callable[[str], PageLabels], base: str, request: HttpRequest, status: int, why: Trouble
) -> Response:
    """Return a page with an error message, in the browser's language, because no person is known. A visitor who has the
    token gets a link back."""
    labels = labels_in(browser_language(request))
    html = trouble_page(labels, getattr(labels, why), f"{base}/" if _is_known(request, base) else "")
    return Response(html, status_code=status, media_type="text/html", headers=HEADERS)


async def _no_icon(request: HttpRequest) -> Response:
    del request
    return Response(status_code=204)
