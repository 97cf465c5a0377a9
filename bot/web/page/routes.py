"""Routes of the pages: a run, its live changes, its forms, the lists, a public run."""

import asyncio
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from secrets import token_urlsafe
from typing import cast, get_args
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.platforms.http_request import browser_language
from bot.post import FieldErrors, PrivateReply, Reply
from bot.presentation.documents import export_run
from bot.presentation.replies import run_refused
from bot.presentation.words import words_for
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.requests.voting import SeeResult
from bot.web.page.door import Door, Refusal, Refused, told
from bot.web.page.drawing import HEADERS, draw, page_response, static_routes
from bot.web.page.form_requests import first, moved, order_of, request_of
from bot.web.page.links import Visitor
from bot.web.page.lists import Lists
from bot.web.page.live_runs import (
    FORM_HERE,
    SEEN_HERE,
    Event,
    LiveRun,
    LiveRuns,
    Look,
    NoParts,
    live_response,
)
from bot.web.page.reader_actions import NOTHING, acts_part
from bot.web.page.run_page import LONGEST_TITLE, run_page
from bot.web.page.signing_in import SigningIn
from bot.web.page.site import Site
from bot.web.page.template_pages import TemplatePages
from council_core.domain.export import Format
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.slate import Alias
from council_core.domain.title import short_title
from council_core.errors import RequestError
from council_core.view import NAMES_ARE_OUT, own_ballot, view

OWN_RUNS = 20
MOST_FILES = 2
"""Files that are written at the same time; further ones wait, because a PDF takes a process and much memory."""

MOST_LIVE, MOST_LIVE_OF_ONE = 200, 20
"""Most live pages at a time, of all readers and of one. The server's other connections are left to the platforms."""


def page_routes(site: Site) -> list[Route]:
    """Return the routes of all pages."""
    door = Door(site)
    pages, lists, signing_in = Pages(site, door), Lists(site, door), SigningIn(site, door)
    templates = TemplatePages(site, door)
    routes = [
        Route("/", told(lists.home), methods=["GET"]),
        Route("/boards", told(lists.boards), methods=["GET"]),
        Route("/decisions", told(lists.decisions), methods=["GET"]),
        Route("/templates", told(templates.show), methods=["GET"]),
        Route("/templates", told(templates.change), methods=["POST"]),
        Route("/sign-in/as/{token}", told(signing_in.choose), methods=["GET"]),
        Route("/sign-in/{platform}", told(signing_in.leave), methods=["GET"]),
        Route("/sign-in/{platform}/back", told(signing_in.come), methods=["GET"]),
        Route("/sign-out", told(signing_in.leave_for_good), methods=["POST"]),
        Route("/enter/{token}", told(door.enter), methods=["GET"]),
        Route("/p/{token}", told(pages.public), methods=["GET"]),
        Route("/r/{run}", told(pages.run), methods=["GET"]),
        Route("/r/{run}/events", told(pages.events), methods=["GET"]),
        Route("/r/{run}/prompts", told(pages.prompts), methods=["GET"]),
        Route("/r/{run}/export/{format}", told(pages.export), methods=["GET"]),
        Route("/r/{run}/do", told(pages.do), methods=["POST"]),
        Route("/r/{run}/do", _back, methods=["GET"]),
        *static_routes(),
        Route("/favicon.ico", _no_icon, methods=["GET"]),
    ]
    allowed: dict[str, set[str]] = {}
    for route in routes:
        allowed.setdefault(route.path, set()).update(route.methods or ())
    refusals = (Route(path, Refusal("wrong_method", allowed=methods)) for path, methods in allowed.items())
    return [*routes, *refusals]


def nowhere() -> Route:
    """Return the route for all unknown addresses, to be placed behind the others."""
    return Route("/{rest:path}", Refusal("unknown"))


async def _back(request: Request) -> Response:
    """Show the run to a person who reloads the page after a form."""
    return RedirectResponse(f"/r/{request.path_params['run']}", status_code=303, headers=HEADERS)


async def _no_icon(request: Request) -> Response:
    del request
    return Response(status_code=204, headers=HEADERS)


class Pages:
    """The pages of a council."""

    def __init__(self, site: Site, door: Door) -> None:
        """Args:
        site: The council behind the pages.
        door: Identifies the reader and their rights."""
        self._site, self._door = site, door
        self._live: Counter[PersonId] = Counter()
        self._files = asyncio.Semaphore(MOST_FILES)
        self._live_runs = LiveRuns(site.council.run, site.changes, site.drafts, site.owes_cards)

    async def public(self, request: Request) -> Response:
        """Show a revealed run that was made public, without what came with its question from the thread."""
        run_id = await self._site.public.opened(request.path_params["token"])
        if run_id is None:
            raise Refused("unknown")
        run = replace((await self._site.council.run(run_id)).alone(), material=())
        if run.status != "revealed":
            raise Refused("unknown")
        language = run.settings.language or browser_language(request)
        words = words_for(language)

        def html() -> str:
            shown = run_page(view(run, Viewer()), words)
            facts = {"form": "", "seen": "", "said": "", "here": ""}
            return draw("run.html", words, run=shown, acts=NOTHING, is_public=True, **facts)

        return page_response(await asyncio.to_thread(html))

    async def run(self, request: Request) -> Response:
        """Show a run as this person may see it."""
        visitor = self._door.visitor(request)
        run = await self._door.readable(visitor, RunId(request.path_params["run"]))
        seen = request.query_params.get("seen", "")
        said = self._site.links.noted(request.query_params.get("said", ""))
        return page_response(await self._drawn("run.html", run, visitor, seen=seen, said=said))

    async def events(self, request: Request) -> Response:
        """Send the parts of a run's page again after each stored change."""
        visitor, run_id = self._door.visitor(request), RunId(request.path_params["run"])
        seen, person = request.query_params.get("seen", ""), visitor.person
        if self._live.total() >= MOST_LIVE or self._live[person] >= MOST_LIVE_OF_ONE:
            await self._door.readable(visitor, run_id)
            # The page stays as it is, and can be reloaded.
            return Response(status_code=429, headers=HEADERS)
        async with AsyncExitStack() as stack:
            stack.enter_context(self._counted(person))
            await self._live_runs.calm()
            live = await stack.enter_async_context(self._live_runs.following(run_id))
            token = self._site.links.form(visitor, f"run:{run_id}")
            await self._may_follow(visitor, live)

            async def parts() -> Event | NoParts:
                try:
                    run = await self._may_follow(visitor, live)
                except Refused as refused:
                    return "later" if refused.trouble == "cannot_tell" else "gone"
                look = await self._look(run, visitor, seen)
                frame = await self._live_runs.frame(live, look, _shared(look, visitor))
                return frame, token, seen

            return live_response(live, parts, self._site.closing, stack.pop_all())

    async def _may_follow(self, visitor: Visitor, live: LiveRun) -> Run:
        """Return the run of a live page. Raises Refused if this reader may not see it any more."""
        assert live.run is not None, "following() yields a run that was read"
        await self._door.check(visitor, live.run)
        return live.run

    async def prompts(self, request: Request) -> Response:
        """Show each model's prompts and replies to the asker and to managers, once names are public."""
        visitor = self._door.visitor(request)
        run = await self._door.readable(visitor, RunId(request.path_params["run"]))
        if not _sees_prompts(visitor, run):
            raise Refused("for_managers")
        built = await self._site.prompts(run)
        title = short_title(run.question.text, longest=LONGEST_TITLE)
        facts = {"prompts": built, "title": title, "here": f"/r/{run.id}"}
        words = words_for(visitor.locale)
        return page_response(await asyncio.to_thread(draw, "prompts.html", words, **facts))

    @contextmanager
    def _counted(self, person: PersonId) -> Generator[None]:
        """Count a live page while it is open."""
        self._live[person] += 1
        try:
            yield
        finally:
            self._live[person] -= 1
            self._live += Counter()  # This drops people without open pages.

    async def export(self, request: Request) -> Response:
        """Send a finished run as a file, or show the run with the reason why there is none."""
        visitor = self._door.visitor(request)
        run = await self._door.readable(visitor, RunId(request.path_params["run"]))
        name: str = request.path_params["format"]
        if name not in get_args(Format):
            raise Refused("unknown")
        try:
            async with self._files:
                made = await asyncio.to_thread(
                    export_run, run, by=visitor.name, formats=[cast("Format", name)]
                )
        except RequestError as error:
            said = run_refused(words_for(visitor.locale), error).post.summary
            return RedirectResponse(
                f"/r/{run.id}?{urlencode({'said': self._site.links.note(said)})}", 303, HEADERS
            )
        file = made.files[0]
        headers = {**HEADERS, "content-disposition": f'attachment; filename="{file.name}"'}
        return Response(file.content, media_type=file.media_type, headers=headers)

    async def do(self, request: Request) -> Response:
        """Handle a form by the same handlers as in chat, and show the run again with their reply."""
        visitor, run_id = self._door.visitor(request), RunId(request.path_params["run"])
        fields = await self._door.sent(request, visitor, f"run:{run_id}")
        run = await self._door.readable(visitor, run_id)
        links, seen = self._site.links, first(fields, "seen")
        if move := first(fields, "move"):
            draft = moved(order_of(fields), move)
            return page_response(await self._drawn("run.html", run, visitor, seen=seen, draft=draft))
        if first(fields, "do") in ("publish", "unpublish"):
            return await self._publish(visitor, run, is_open=first(fields, "do") == "publish")
        asked = request_of(fields, _person(visitor), run)
        if asked is None:
            raise Refused("forged")
        reply = await self._site.handle(asked)
        facts: dict[str, str] = {"seen": seen} if seen else {}
        if said := _told(reply):
            facts["said"] = links.note(said)
        if isinstance(asked, Ask) and _is_refused(reply):
            return page_response(
                await self._drawn("run.html", run, visitor, seen=seen, said=said, question=asked.text)
            )
        # A result is shown only if this look is stored, because a vote after it is not blind.
        if isinstance(asked, SeeResult) and isinstance(reply, PrivateReply) and not _is_refused(reply):
            facts = {"seen": links.form(visitor, f"seen:{run_id}")}
        if isinstance(asked, Ask) and reply is None:
            run_id, facts = await self._follow_up(visitor, run), {}
        query = f"?{urlencode(facts)}" if facts else ""
        return RedirectResponse(f"/r/{run_id}{query}", status_code=303, headers=HEADERS)

    async def _publish(self, visitor: Visitor, run: Run, *, is_open: bool) -> Response:
        """Make a revealed run public, or private again, for people who manage its channel."""
        if not _may_publish(visitor, run):
            raise Refused("for_managers")
        if is_open:
            await self._site.public.publish(run.id, token_urlsafe(24), visitor.person)
        else:
            await self._site.public.withdraw(run.id)
        return RedirectResponse(f"/r/{run.id}", status_code=303, headers=HEADERS)

    async def _follow_up(self, visitor: Visitor, run: Run) -> RunId:
        """Return the newest question with which this person followed up a run; the run itself if there is none."""
        newest = await self._site.council.runs_by(visitor.person, run.conversation, limit=OWN_RUNS)
        return next((each.id for each in newest if each.question.follows == run.id), run.id)

    async def _drawn(
        self,
        template: str,
        run: Run,
        visitor: Visitor,
        *,
        seen: str,
        said: str = "",
        question: str = "",
        draft: Sequence[Alias] = (),
    ) -> str:
        look = await self._look(run, visitor, seen)
        seen = seen if look.sees_result else ""
        token, written = self._site.links.form(visitor, f"run:{run.id}"), self._site.drafts.of(run.id)
        facts = {"form": token, "seen": seen, "said": said, "question": question}
        return await asyncio.to_thread(_html, template, run, visitor, look, written, facts, draft)

    async def _look(self, run: Run, visitor: Visitor, seen: str) -> Look:
        """Return all differences between this reader's page and those of others."""
        may_publish = _may_publish(visitor, run)
        open_at = await self._site.public.token_of(run.id) if may_publish else None
        channel, thread = await asyncio.gather(
            self._site.channel_name(run.conversation), self._site.thread_address(run.conversation)
        )
        return Look(
            language=words_for(visitor.locale).language,
            own_ballot=own_ballot(run, visitor.person),
            sees_result=self._site.links.is_form_of(seen, visitor, f"seen:{run.id}"),
            is_asker=run.question.asker.id == visitor.person,
            sees_prompts=_sees_prompts(visitor, run),
            may_publish=may_publish,
            address=f"{self._site.links.url}/p/{open_at}" if open_at is not None else "",
            channel=channel,
            thread=thread,
        )


def _html(
    template: str,
    run: Run,
    visitor: Visitor,
    look: Look,
    written: str,
    facts: Mapping[str, str],
    draft: Sequence[Alias] = (),
) -> str:
    """Draw a run as readers with this look see it.

    Args:
        template: The page, or its parts.
        run: The run.
        visitor: Any of these readers.
        look: All differences between readers' pages, except for hidden texts.
        written: Text of the verdict that the chairman has written so far.
        facts: Hidden texts of the reader's forms, the sentence at the top of the page, and a refused question.
        draft: The ranking that the reader is making.
    """
    words = words_for(visitor.locale)
    shown = view(run, Viewer(person=visitor.person, sees_result=look.sees_result))
    acts = acts_part(shown, words, person=visitor.person, draft=draft)
    return draw(
        template,
        words,
        run=run_page(shown, words, written),
        acts=replace(
            acts,
            may_publish=look.may_publish,
            public=look.address,
            sees_prompts=look.sees_prompts,
            channel=look.channel,
            thread=look.thread,
        ),
        is_public=False,
        here=f"/r/{run.id}",
        **facts,
    )


def _told(reply: Reply | None) -> str:
    """Return the text of a reply; empty if it has none."""
    match reply:
        case PrivateReply(post=post):
            return post.summary
        case FieldErrors(errors=errors):
            return " ".join(text for _, text in errors)
        case _:
            return ""


def _is_refused(reply: Reply | None) -> bool:
    is_warning = isinstance(reply, PrivateReply) and reply.post.tone in ("warning", "bad")
    return is_warning or isinstance(reply, FieldErrors)


def _shared(look: Look, visitor: Visitor) -> Callable[[Run, str], str]:
    """Return a function that draws the parts of a live page for all readers with this look."""
    facts = {"form": FORM_HERE, "seen": SEEN_HERE if look.sees_result else "", "said": "", "question": ""}
    return lambda run, written: _html("run_parts.html", run, visitor, look, written, facts)


def _may_publish(visitor: Visitor, run: Run) -> bool:
    return run.status == "revealed" and visitor.is_manager_of(run.question.place.channel)


def _sees_prompts(visitor: Visitor, run: Run) -> bool:
    """Tell whether a person may see prompts: only asker and managers, because prompts hold the house's instructions."""
    is_asker = run.question.asker.id == visitor.person
    may = is_asker or visitor.is_manager_of(run.question.place.channel)
    return may and run.status in NAMES_ARE_OUT


def _person(visitor: Visitor) -> Person:
    return Person(id=visitor.person, name=visitor.name, locale=visitor.locale)
