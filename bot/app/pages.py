"""Build the browser pages over a running council. Their libraries are loaded only if there are pages."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from bot.app.platforms import channel_namer, readers, sign_ins, thread_addresses
from bot.ports import Handle
from bot.requests.person import Person
from bot.settings.addresses import WebSettings
from council_core.domain.run import Run

if TYPE_CHECKING:
    from bot.app.bootstrap import App
    from bot.web.page import Site


def site_of(app: "App", handle: Handle, closing: asyncio.Event) -> "Site | None":
    """Build the site, which holds everything that the pages need; None if they are not configured.

    Args:
        app: The council.
        handle: Handles a form's request.
        closing: Set when the server stops.
    """
    if app.settings.web is None:
        return None
    from bot.web.page import Links, Site
    from council_core.stages.sent_prompts import sent_prompts

    return Site(
        council=app.council,
        changes=app.changes,
        drafts=app.drafts,
        closing=closing,
        owes_cards=app.owes_cards,
        history=app.history,
        results=app.results,
        decisions=app.decisions,
        templates=app.templates.at,
        own_templates=app.templates.own_at,
        public=app.public,
        prompts=partial(sent_prompts, blobs=app.blobs, store=app.store),
        handle=handle,
        may_read=readers(app.platforms),
        channel_name=channel_namer(app.platforms),
        thread_address=thread_addresses(app.platforms),
        sign_ins=sign_ins(app.settings, app.platforms),
        links=Links(app.settings.web.url, app.settings.web.secrets),
    )


async def prepare_pages() -> None:
    """Compile the templates of all pages."""
    from bot.web.page import compile_templates

    await asyncio.to_thread(compile_templates)


def routes_of_site(site: "Site | None") -> list[BaseRoute]:
    """Return the routes of all pages; none where there are no pages."""
    if site is None:
        return []
    from bot.web.page import page_routes

    return [*page_routes(site)]


def routes_behind(site: "Site | None") -> list[BaseRoute]:
    """Return the routes for unknown addresses, to be placed behind all others; none if there are no pages."""
    if site is None:
        return []
    from bot.web.page import nowhere

    return [nowhere()]


def page_links(settings: WebSettings) -> Callable[[Person, Run], str]:
    """Return a function that makes a personal link to a run's page. The platform must have just identified the
    person."""
    from bot.web.page import Links, Visitor

    links = Links(settings.url, settings.secrets)

    def link(person: Person, run: Run) -> str:
        place = run.question.place
        visitor = Visitor(
            platform=place.platform,
            workspace=place.workspace,
            person=person.id,
            name=person.name,
            locale=person.locale,
            manages=place.channel if person.may_configure else "",
            asked_at=str(int(time.time())),
            manages_workspace="1" if person.may_configure_workspace else "",
        )
        return links.to_run(visitor, run.id)

    return link
