"""Pages of a council over doubles, served over HTTP, and their visitors."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import aiohttp

from bot.ports import SignsIn
from bot.web.page import Links, Site, Visitor, nowhere, page_routes
from bot.web.page.links import LINK_SECONDS
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.stages.sent_prompts import sent_prompts
from council_core.testing import (
    MemoryBlobs,
    MemoryChanges,
    MemoryHistory,
    MemoryMemberResults,
    MemoryPublicLinks,
)
from tests.bot.conversation.talk import Talk
from tests.bot.test_web import served
from tests.samples import HERE

SECRET = "for-tests-only-" * 3

ALICE = Visitor(
    platform=HERE.platform, workspace=HERE.workspace, person=PersonId("U1"), name="Alice", locale="en"
)
BOB = replace(ALICE, person=PersonId("U2"), name="Bob")
STRANGER = replace(ALICE, person=PersonId("U8"), name="Sam", workspace="T2")


class Visits:
    """A council whose pages are served."""

    def __init__(self, talk: Talk, url: str, site: Site) -> None:
        self.talk, self.url, self.site = talk, url, site

    def cookie(self, visitor: Visitor) -> dict[str, str]:
        """Return the cookie of a visitor who used a personal link."""
        return {"council": self.site.links.cookie(visitor)}

    async def get(
        self, path: str, visitor: Visitor | None = ALICE
    ) -> tuple[int, str, aiohttp.ClientResponse]:
        """Return status, text and response of an address."""
        cookies = self.cookie(visitor) if visitor is not None else {}
        async with (
            aiohttp.ClientSession(cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
            http.get(f"{self.url}{path}", allow_redirects=False) as reply,
        ):
            return reply.status, await reply.text(), reply


@asynccontextmanager
async def visits(
    talk: Talk | None = None,
    *,
    link_seconds: float = LINK_SECONDS,
    sign_ins: Mapping[str, SignsIn] | None = None,
    threads: Mapping[str, str] | None = None,
) -> AsyncGenerator[Visits]:
    """Serve pages until the block ends; `threads` has the addresses of threads."""
    talk = talk or Talk()

    async def thread_address(place: Place) -> str:
        return (threads or {}).get(place.thread or "", "")

    site = Site(
        council=talk.council,
        changes=MemoryChanges(talk.store),
        history=MemoryHistory(talk.store),
        results=MemoryMemberResults(talk.store),
        decisions=talk.decisions,
        templates=talk.templates.at,
        own_templates=talk.templates.own_at,
        public=MemoryPublicLinks(),
        prompts=partial(sent_prompts, blobs=MemoryBlobs(talk.store), store=talk.store),
        handle=talk.handle,
        may_read=talk.may_read,
        channel_name=talk.channel_name,
        thread_address=thread_address,
        sign_ins=sign_ins or {},
        links=Links("http://127.0.0.1", [SECRET], link_seconds=link_seconds),
    )
    async with served(*page_routes(site), nowhere()) as (url, _):
        try:
            yield Visits(talk, url, site)
        finally:
            site.closing.set()


async def kept(talk: Talk, run: Run, **changes: object) -> RunId:
    """Store a run with changes, and return its id."""
    await talk.store.add(replace(run, **changes))  # type: ignore[arg-type]
    return run.id
