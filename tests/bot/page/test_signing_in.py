"""Signing in to the pages: several workspaces, two tabs, addresses that nobody signed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlsplit

import aiohttp
import pytest

from bot.ports import Attempt, Newcomer
from bot.web.page.links import LINK_SECONDS
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from tests.bot.page.test_home import asked
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, Visits, kept, visits
from tests.samples import HERE

FIRST = "/r/r000000000001"
"""The page of the question in the first workspace."""


class OneAccount:
    """A chat platform that signs everybody in as Alice, in two workspaces and a third one without questions."""

    name = HERE.platform
    label = "Slack"

    def consent_url(self, attempt: Attempt, *, state: str) -> str:
        return f"https://chat.example/consent?state={state}"

    async def newcomer(self, attempt: Attempt, code: str) -> Newcomer:
        names = {"T1": "One <b>team</b>", "T2": "Another", "T3": "Quiet"}
        return Newcomer(person=PersonId("U1"), name="Alice", locale="en", workspaces=names)


@asynccontextmanager
async def at_the_door(
    link_seconds: float = LINK_SECONDS,
) -> AsyncGenerator[tuple[Visits, aiohttp.ClientSession]]:
    """Serve the pages of two workspaces to a browser without a cookie."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with (
        visits(sign_ins={HERE.platform: OneAccount()}, link_seconds=link_seconds) as site,
        aiohttp.ClientSession(cookie_jar=jar) as http,
    ):
        await asked(site, 1, "Tabs or spaces?")
        run = here("revealed")
        place = replace(HERE, workspace="T2")
        await kept(
            site.talk,
            replace(run, id=RunId("r2"), question=replace(run.question, text="Queue?", place=place)),
        )
        yield site, http


async def left(site: Visits, http: aiohttp.ClientSession, after: str = "/") -> str:
    """Open the chat's sign-in page on the way to a page and return the state in its address."""
    address = f"{site.url}/sign-in/{HERE.platform}?after={quote(after, safe='')}"
    async with http.get(address, allow_redirects=False) as reply:
        return parse_qs(urlsplit(reply.headers["location"]).query)["state"][0]


async def seen(site: Visits, http: aiohttp.ClientSession, path: str) -> tuple[int, str]:
    """Follow redirections and return status and HTML of a page."""
    async with http.get(f"{site.url}{path}") as reply:
        return reply.status, await reply.text()


async def test_who_belongs_to_several_workspaces_chooses_the_one_to_read() -> None:
    async with at_the_door() as (site, http):
        state = await left(site, http)
        _, choice = await seen(site, http, f"/sign-in/{HERE.platform}/back?code=c&state={state}")
        before, _ = await seen(site, http, "/")
        path = choice.split('href="/sign-in/as/')[1].split('"')[0]
        _, home = await seen(site, http, f"/sign-in/as/{path}")
        status, elsewhere = await seen(site, http, FIRST)

    assert (status, "This run is in another workspace" in elsewhere) == (403, True)
    assert f"/sign-in/{HERE.platform}?after={quote(FIRST, safe='')}" in elsewhere
    assert "One &lt;b&gt;team" in choice
    assert "Quiet" not in choice
    assert before == 401
    assert "Queue?" in home  # # "Another" comes first.
    assert "Tabs or spaces?" not in home


async def test_a_second_try_after_a_cancelled_one_leads_to_the_page_that_was_wanted() -> None:
    async with at_the_door() as (site, http):
        state = await left(site, http, FIRST)
        status, page = await seen(
            site, http, f"/sign-in/{HERE.platform}/back?error=access_denied&state={state}"
        )

    assert status == 403
    assert f"/sign-in/{HERE.platform}?after={quote(FIRST, safe='')}" in page


@pytest.mark.parametrize(
    ("language", "hint"),
    [("en", "Allow this site’s cookies"), ("de", "Erlaube Cookies"), ("ko", "쿠키를 허용하고")],
)
async def test_who_keeps_no_cookies_is_told_so_and_their_next_try_leads_to_the_page_that_was_wanted(
    language: str, hint: str
) -> None:
    async with (
        at_the_door() as (site, _),
        aiohttp.ClientSession(
            cookie_jar=aiohttp.DummyCookieJar(), headers={"Accept-Language": language}
        ) as http,
    ):
        state = await left(site, http, FIRST)
        status, page = await seen(site, http, f"/sign-in/{HERE.platform}/back?code=c&state={state}")

    assert (status, hint in page) == (400, True)
    assert f"/sign-in/{HERE.platform}?after={quote(FIRST, safe='')}" in page


async def test_a_personal_link_in_a_browser_without_cookies_names_them() -> None:
    async with (
        at_the_door() as (site, _),
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        link = site.site.links.to_run(ALICE, RunId("r000000000001"))
        status, page = await seen(site, http, urlsplit(link).path)

    assert (status, "Your browser must allow this site’s cookies." in page) == (401, True)


async def test_two_tabs_can_sign_in_at_the_same_time() -> None:
    async with at_the_door() as (site, http):
        states = [await left(site, http), await left(site, http)]
        came = [
            (await seen(site, http, f"/sign-in/{HERE.platform}/back?code=c&state={state}"))[0]
            for state in states
        ]

    assert came == [200, 200]


async def test_after_ten_minutes_one_begins_anew_and_forged_addresses_lead_nowhere() -> None:
    async with at_the_door(link_seconds=-1) as (site, http):
        state, choice = await left(site, http), site.site.links.choice(ALICE, "/")
        came = [
            await seen(site, http, path)
            for path in (
                f"/sign-in/{HERE.platform}/back?code=c&state={state}",
                f"/sign-in/{HERE.platform}/back?code=c&state=forged.state",
                f"/sign-in/as/{choice}",
                "/sign-in/as/forged.choice",
            )
        ]

    assert [status for status, _ in came] == [400] * 4
    assert all("more than ten minutes" in html and "Sign in with Slack" in html for _, html in came)
