"""Tests of signing in to the pages with an account of Slack or Discord, with success and with each failure."""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp

from bot.web.page import Links
from tests.e2e.conftest import in_slack
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import in_discord
from tests.e2e.slack_talk import QUESTION
from tests.e2e.test_page import PAGES, browser, opened
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack, SlackError

BACK = "http://127.0.0.1/sign-in/{}/back"


class Visit:
    """A browser in front of the pages. It is sent to the address of the settings, and continues at the real port."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http, self.url = http, url

    async def step(self, path: str) -> tuple[int, str]:
        """Return the status of a page of ours and the address that it redirects to, without following it."""
        async with self.http.get(self.url + path, allow_redirects=False) as reply:
            return reply.status, reply.headers.get("location", "")

    async def consent(self, platform: str, after: str = "/") -> str:
        """Open the chat's page of consent and return the path to which it sends the browser back."""
        status, where = await self.step(f"/sign-in/{platform}?after={after}")
        assert status == 303
        async with self.http.get(where, allow_redirects=False) as reply:
            assert reply.status == 302, await reply.text()
            parts = urlsplit(reply.headers["location"])
        return f"{parts.path}?{parts.query}"

    async def see(self, path: str) -> tuple[int, str]:
        """Follow links and return status and HTML of a page."""
        return await opened(self.http, self.url + path)


@asynccontextmanager
async def slack_pages(
    slack: LocalSlack, models: ModelServer, folder: Path
) -> AsyncGenerator[tuple[Serving, Visit]]:
    """Serve a council of a workspace in which people sign in."""
    slack.consent.redirects = {BACK.format("slack")}
    sign_in = {"SLACK_SIGN_IN_ID": slack.client_id, "SLACK_SIGN_IN_SECRET": slack.client_secret}
    async with in_slack("http", models, slack, folder, **PAGES, **sign_in) as served, browser() as http:
        yield served, Visit(http, f"http://127.0.0.1:{served.port}")


async def asked_in(slack: LocalSlack, channel: str, question: str) -> None:
    """Let Alice ask and wait for the verdict."""
    await slack.person("alice").command(channel, "/council", question)
    await slack.message_with("# Verdict", channel=channel)


async def test_a_person_signs_in_with_slack_reads_their_channels_and_signs_out(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    slack.add_channel("G7", "plans", members=("alice",), private=True)
    async with slack_pages(slack, models, tmp_path) as (_, visit):
        await asked_in(slack, "C1", QUESTION)
        await asked_in(slack, "G7", "A question among few?")
        slack.consent.person = slack.user("bob")

        status, welcome = await visit.see("/")
        back = await visit.consent("slack")
        arrived = await visit.step(back)
        _, home = await visit.see("/")
        again = await visit.see(back)
        async with visit.http.post(f"{visit.url}/sign-out") as reply:
            gone = reply.status

    assert status == 401
    assert "Sign in with Slack" in welcome
    assert arrived == (303, "/")
    assert QUESTION in home
    assert "A question among few?" not in home
    assert "Signed in as Bob" in home
    assert again[0] == 410  # # Slack accepts each code once.
    assert "This page was reloaded or opened again" in again[1]
    assert "Sign in with Slack" in again[1]
    assert gone == 401


async def test_one_returns_to_the_run_that_one_wanted_to_see_and_to_nowhere_else(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with slack_pages(slack, models, tmp_path) as (served, visit):
        await asked_in(slack, "C1", QUESTION)
        run = (await served.app.store.latest(limit=1))[0]
        slack.consent.person = slack.user("bob")

        _, page = await visit.see(f"/r/{run.id}")
        there = await visit.step(await visit.consent("slack", f"/r/{run.id}"))
        elsewhere = [
            (await visit.step(await visit.consent("slack", after)))[1]
            for after in ("//evil.example", "https://evil.example/", "/%5Cevil.example", "/sign-out")
        ]

    assert f"/sign-in/slack?after=%2Fr%2F{run.id}" in page
    assert there == (303, f"/r/{run.id}")
    assert elsewhere == ["/"] * 4


async def test_a_code_that_was_made_for_another_browser_signs_nobody_in(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with slack_pages(slack, models, tmp_path) as (_, visit), browser() as http:
        slack.consent.person = slack.user("alice")
        stolen = parse_qs(urlsplit(await Visit(http, visit.url).consent("slack")).query)["code"][0]
        slack.consent.person = slack.user("bob")
        own = urlsplit(await visit.consent("slack"))
        state = parse_qs(own.query)["state"][0]
        status, page = await visit.see(f"{own.path}?{urlencode({'code': stolen, 'state': state})}")

    assert (status, "The chat did not say who you are" in page) == (502, True)


async def test_an_identity_token_of_another_issuer_app_attempt_or_time_signs_nobody_in(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    wrong: list[dict[str, object]] = [
        {"iss": "https://evil.example"},
        {"aud": "another-app"},
        {"aud": [slack.client_id, "another-app"]},
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"nonce": "of-another-attempt"},
        {"sub": "U999"},
    ]
    async with slack_pages(slack, models, tmp_path) as (_, visit):
        await asked_in(slack, "C1", QUESTION)
        slack.consent.person = slack.user("bob")
        refused: list[int] = []
        for claims in wrong:
            slack.consent.claims = claims
            refused.append((await visit.step(await visit.consent("slack")))[0])
        slack.consent.claims = {}
        right = await visit.step(await visit.consent("slack"))

    assert refused == [502] * len(wrong)
    assert right == (303, "/")


async def test_every_way_in_which_signing_in_fails_has_a_page(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with slack_pages(slack, models, tmp_path) as (_, visit), browser() as others:
        bob = slack.consent.person = slack.user("bob")
        nobody_asked = await visit.see(await visit.consent("slack"))
        await asked_in(slack, "C1", QUESTION)
        slack.consent.person = slack.user("zoe", team_id="T9")
        stranger = await visit.see(await visit.consent("slack"))
        slack.consent.person = None
        denied = await visit.see(await visit.consent("slack"))
        slack.consent.person = bob
        forged = await visit.see("/sign-in/slack/back?code=c&state=forged.state")
        stolen = await Visit(others, visit.url).see(await visit.consent("slack"))
        unknown = await visit.see("/sign-in/discord")
        slack.fail("openid.connect.token", SlackError("internal_error"))
        silent = await visit.see(await visit.consent("slack"))
        told = [call.method for call in slack.calls if call.method == "openid.connect.userInfo"]

    assert [each[0] for each in (nobody_asked, stranger)] == [403, 403]
    assert "knows none of your workspaces" in stranger[1]
    assert (denied[0], "You were not signed in" in denied[1]) == (403, True)
    for status, html in (forged, stolen):
        assert (status, "Signing in did not work" in html) == (400, True)
        assert "Sign in with Slack" in html
    assert unknown[0] == 404
    assert (silent[0], "The chat did not say who you are" in silent[1]) == (502, True)
    assert len(told) == 2  # # Only for people who consented and returned themselves.


async def test_a_person_signs_in_with_discord_while_they_are_on_the_server(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord() as discord:
        discord.consent.redirects = {BACK.format("discord")}
        sign_in = {
            "DISCORD_SIGN_IN_ID": str(discord.bot.id),
            "DISCORD_SIGN_IN_SECRET": discord.consent.secret,
        }
        async with (
            in_discord(models, discord, tmp_path, PORT="0", **PAGES, **sign_in) as talk,
            browser() as http,
        ):
            visit = Visit(http, f"http://127.0.0.1:{talk.served.port}")
            await talk.ask()
            await talk.posted("Verdict")
            discord.consent.person = talk.alice.user

            async with browser() as others:
                away = Visit(others, visit.url)
                stolen = parse_qs(urlsplit(await away.consent("discord")).query)["code"][0]
            own = urlsplit(await visit.consent("discord"))
            with_it = urlencode({"code": stolen, "state": parse_qs(own.query)["state"][0]})
            swapped = await visit.step(f"{own.path}?{with_it}")
            back = await visit.consent("discord")
            arrived = await visit.step(back)
            again = await visit.see(back)
            _, home = await visit.see("/")
            discord.gone.add(talk.alice.user.id)
            left = await visit.see(await visit.consent("discord"))

    assert swapped == (410, ""), "a code of another browser lacks its verifier"
    assert arrived == (303, "/")
    assert (again[0], "This page was reloaded or opened again" in again[1]) == (410, True)
    assert QUESTION in home
    assert "Angemeldet als Alice" in home
    assert left[0] == 403


def test_a_state_is_signed_for_signing_in_alone() -> None:
    links = Links("http://127.0.0.1", ["s" * 32])
    state = links.state("slack", "n" * 32, "/")

    assert parse_qs(f"state={state}")["state"] == [state]
    assert links.stated(state) == ("slack", "n" * 32, "/")
    assert links.visitor(state) is None
