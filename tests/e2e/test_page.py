"""Tests of a run's page, opened from its card in Slack and Discord: live until the reveal, for members of the
channel."""

import asyncio
import json
import re
from pathlib import Path

import aiohttp
import psycopg

from bot.web.page import Links, Visitor
from council_core.domain.place import PersonId
from council_core.storage.notices import DRAFTS
from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.e2e.fleet import fleet
from tests.e2e.slack_talk import QUESTION, press, told
from tests.testbed.discord import LocalDiscord
from tests.testbed.live_page import pushed
from tests.testbed.migrated import fresh_database
from tests.testbed.models import Call, ModelServer, Says
from tests.testbed.slack import LocalSlack

PAGES = {"COUNCIL_WEB_URL": "http://127.0.0.1", "COUNCIL_SECRET": "for-tests-only-" * 3}
NAMES = ("Onyx", "Beryl", "Topaz", "Quartz", "gpt-6.1-sol", "claude", "gemini", "openrouter")
PARTS = ("The beginning", "The middle", "More of it", "And more", "The end")
LINK = re.compile(r"http://127\.0\.0\.1(/enter/[\w.-]+)")


def linked(shown: object) -> str:
    """Return the path of the personal link in a message."""
    found = LINK.search(str(shown))
    assert found is not None, shown
    return found[1]


async def opened(http: aiohttp.ClientSession, url: str) -> tuple[int, str]:
    """Follow links and return status and HTML of a page."""
    async with http.get(url) as reply:
        return reply.status, await reply.text()


def browser() -> aiohttp.ClientSession:
    """Return a browser that keeps cookies, also of this machine."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))


async def test_a_run_of_slack_is_read_in_the_browser_blind_first_and_by_name_later(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with in_slack("http", models, slack, tmp_path, **PAGES) as served, browser() as http:
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with("# Verdict", channel="C1")
        card = await slack.message_with("Open page", channel="C1")
        await press(slack, "bob", "Open page", card)
        reply = await told(slack, "bob", "only for you")
        url = f"http://127.0.0.1:{served.port}"

        status, blind = await opened(http, url + linked(reply))
        board = await slack.message_with("Which response is best?", channel="C1")
        await press(slack, "alice", "End the vote and reveal", board)
        await slack.message_with("revealed the names", channel="C1")
        run = (await served.app.store.latest(limit=1))[0]
        _, named = await opened(http, f"{url}/r/{run.id}")

    assert status == 200
    assert [name for name in NAMES if name in blind] == []
    assert "Response A" in blind
    assert all(name in named for name in NAMES[:4])
    (way,) = re.findall(r'href="([^"]+)"[^>]*>Open the thread<', blind)
    assert f"/archives/C1/p{card.ts.replace('.', '')}" in way
    assert re.findall(r"<bdi>#([^<]+)</bdi>", blind) == re.findall(r"<bdi>#([^<]+)</bdi>", named) != []


async def test_a_person_outside_of_a_private_channel_is_turned_away_from_its_pages(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    slack.add_channel("G7", "plans", members=("alice", "bob"), private=True)
    async with in_slack("http", models, slack, tmp_path, **PAGES) as served, browser() as http:
        await slack.person("alice").command("G7", "/council", QUESTION)
        await slack.message_with("# Verdict", channel="G7")
        run = (await served.app.store.latest(limit=1))[0]
        outsider = Visitor(
            platform="slack",
            workspace=run.question.place.workspace,
            person=PersonId(slack.person("dave").id),
            name="Dave",
            locale="en",
        )
        link = Links("", [PAGES["COUNCIL_SECRET"]]).to_run(outsider, run.id)

        status, html = await opened(http, f"http://127.0.0.1:{served.port}{link}")

    assert status == 403
    assert QUESTION not in html


async def test_a_run_of_discord_is_read_in_the_browser(models: ModelServer, tmp_path: Path) -> None:
    async with (
        LocalDiscord() as discord,
        in_discord(models, discord, tmp_path, PORT="0", **PAGES) as talk,
        browser() as http,
    ):
        card = await talk.ask()
        await talk.posted("Verdict")
        reply = await talk.press(talk.alice, card, "Open page")
        url = f"http://127.0.0.1:{talk.served.port}"

        status, html = await opened(http, url + linked(reply))

    assert status == 200
    assert [name for name in NAMES if name in html] == []
    (way,) = re.findall(r'href="([^"]+)"[^>]*>Open the thread<', html)
    assert way.startswith("https://discord.com/channels/")
    assert "<bdi>#council</bdi>" in html


async def test_without_an_address_there_is_no_button(slack: LocalSlack, over_http: object) -> None:
    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    card = await slack.message_with(QUESTION, channel="C1")

    assert "Open page" not in str(card.blocks)


async def test_a_live_page_follows_a_run_that_another_process_carries(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    is_read, has_begun = asyncio.Event(), asyncio.Event()

    async def once_read(call: Call, when: str) -> bool:
        await is_read.wait()
        return True

    models.gate = once_read
    verdict = Says(text="".join(f"{part} of the verdict.\n\n" for part in PARTS), holds=has_begun)
    models.script("gpt-6.1-sol", Says(), Says(), verdict)
    url = await fresh_database(postgres)
    settings = {**PAGES, "PORT": "0"}
    async with fleet(url, slack, models, tmp_path, workers=1, settings=settings) as them, browser() as http:
        served = json.loads(await them.ingress.says("HTTP on port"))
        site = f"http://127.0.0.1:{served['message'].split()[-1]}"
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with(QUESTION, channel="C1")
        run = (await them.runs())[0]
        alice = Visitor(
            platform="slack",
            workspace=run.question.place.workspace,
            person=PersonId(slack.person("alice").id),
            name="Alice",
            locale="en",
        )
        await opened(http, site + Links("", [PAGES["COUNCIL_SECRET"]]).to_run(alice, run.id))

        told: list[str] = []
        is_revealing = False
        async with http.get(f"{site}/r/{run.id}/events", timeout=aiohttp.ClientTimeout(300)) as live:
            told.append(await pushed(live) or "")
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as session:
            await session.execute(f"LISTEN {DRAFTS}")
            is_read.set()
            # # Without readers half of the verdict is written, and the rest only after somebody has read that half.
            notice = await anext(session.notifies(timeout=60))
            assert PARTS[0] in notice.payload
        async with http.get(f"{site}/r/{run.id}/events", timeout=aiohttp.ClientTimeout(300)) as live:
            while (parts := await pushed(live)) is not None:
                told.append(parts)
                if f"{PARTS[0]} of the verdict." in parts:
                    has_begun.set()
                if 'id="follow"' in parts and not is_revealing:
                    is_revealing = True
                    card = await slack.message_with("End the vote and reveal", channel="C1")
                    await press(slack, "alice", "End the vote and reveal", card)

    blind = "".join(each for each in told if "Names hidden" in each)
    # # The visited process does not carry the run: it requested the verdict's beginning through the database.
    assert [each for each in told if PARTS[0] in each and PARTS[-1] not in each]
    assert PARTS[-1] in told[-1]
    assert len(told) >= 3
    assert [name for name in NAMES if name in blind] == []
    assert all(name in told[-1] for name in NAMES[:4])
