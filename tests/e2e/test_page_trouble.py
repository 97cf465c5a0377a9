"""Tests of pages that fail, of requests that no page takes, and of templates at the start: chat goes on."""

import asyncio
from copy import copy
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import bot.web.page
from bot.web.page import Site, routes
from bot.web.page.drawing import templates
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import StoreUnavailable
from tests.e2e.conftest import DEMO, in_slack
from tests.e2e.discord_talk import in_discord
from tests.e2e.slack_talk import press, told
from tests.e2e.test_page import PAGES, browser, linked, opened
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack

VOTING = {**DEMO, "COUNCIL_VOTE_MINUTES": "60"}


async def unread(run_id: RunId) -> Run:
    raise StoreUnavailable("unusable", database="it", cause=f"refused to read {run_id}")


@pytest.fixture(params=["handler", "database"])
def status(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Break the pages, and return the status of each."""
    if request.param == "database":

        def over_a_broken_database(**facts: Any) -> Site:
            council = copy(facts["council"])
            council.run = unread
            return Site(**(facts | {"council": council}))

        monkeypatch.setattr(bot.web.page, "Site", over_a_broken_database)
        return 503

    def broken(*_: object) -> None:
        raise RuntimeError("the page's part failed")

    monkeypatch.setattr(routes, "run_page", broken)
    return 500


async def failed(http: aiohttp.ClientSession, url: str, link: str, run_id: str) -> list[int]:
    """Return the statuses of a run's page and of its live parts, whose texts say what to do."""
    found: list[int] = []
    for path in (link, f"/r/{run_id}"):
        status, html = await opened(http, url + path)
        assert "Something broke" in html
        assert not {"Traceback", "RuntimeError", "refused to read"} & set(html.split())
        found.append(status)
    async with http.get(f"{url}/r/{run_id}/events") as live:
        await live.read()
    async with http.get(f"{url}/healthz") as alive:
        assert alive.status == 200
    return found


async def test_slack_goes_on_while_every_page_fails(
    slack: LocalSlack, models: ModelServer, tmp_path: Path, status: int
) -> None:
    async with in_slack("http", models, slack, tmp_path, **PAGES, **VOTING) as served, browser() as http:
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        board = await slack.message_with("Which response is best?", channel="C1")
        card = await slack.message_with("Open page", channel="C1")
        (run,) = await served.app.store.latest(limit=1)
        await press(slack, "bob", "Open page", card)
        link = linked(await told(slack, "bob", "only for you"))
        found = await failed(http, f"http://127.0.0.1:{served.port}", link, run.id)

        await press(slack, "bob", "Response B", board)
        await told(slack, "bob", "Response B")
        await press(slack, "alice", "End the vote and reveal", board)
        await slack.message_with("revealed the names", channel="C1")
        again = await failed(http, f"http://127.0.0.1:{served.port}", link, run.id)

    assert found == again == [status, status]


async def test_discord_goes_on_while_every_page_fails(
    models: ModelServer, tmp_path: Path, status: int
) -> None:
    async with (
        LocalDiscord() as discord,
        in_discord(models, discord, tmp_path, PORT="0", **PAGES, **VOTING) as talk,
        browser() as http,
    ):
        card = await talk.ask()
        ballot = await talk.posted("Which response is best?")
        (run,) = await talk.runs(finished=False)
        link = linked(await talk.press(talk.alice, card, "Open page"))
        found = await failed(http, f"http://127.0.0.1:{talk.served.port}", link, run.id)

        counted = await talk.press(talk.discord.person("bob"), ballot, "Response B")
        await talk.posted("Verdict")
        await talk.reveal(ballot)
        again = await failed(http, f"http://127.0.0.1:{talk.served.port}", link, run.id)

    assert "Response B" in counted.text
    assert found == again == [status, status]


async def test_a_method_that_no_page_takes_gets_a_page_that_says_what_to_do(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with in_slack("http", models, slack, tmp_path, **PAGES, **DEMO) as served, browser() as http:
        url, german = f"http://127.0.0.1:{served.port}", {"accept-language": "de"}
        answers: list[tuple[int, str, bool]] = []
        for method, path in (("PUT", "/"), ("POST", "/r/r1"), ("DELETE", "/r/r1/do"), ("BREW", "/boards")):
            async with http.request(method, url + path, headers=german, allow_redirects=False) as reply:
                html = await reply.text()
                assert "nutze ihre Knöpfe und Formulare" in html
                assert reply.headers["content-security-policy"]
                answers.append((reply.status, reply.headers["allow"], "<html" in html))

    assert answers == [
        (405, "GET, HEAD", True),
        (405, "GET, HEAD", True),
        (405, "GET, HEAD, POST", True),
        (405, "GET, HEAD", True),
    ]


async def test_serving_compiles_the_templates_before_anybody_reads_a_page(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    templates.cache_clear()
    environment = templates()  # Two threads that ask for it first at the same time get one each.
    async with in_slack("http", models, slack, tmp_path, **PAGES, **DEMO), asyncio.timeout(PATIENCE):
        while len(environment.cache or ()) < len(environment.list_templates()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    assert "run.html" in environment.list_templates()
