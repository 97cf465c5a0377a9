"""Tests of several workspaces: installed with a browser, served with their own tokens, forgotten when the app is
removed."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from html import unescape
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from starlette.applications import Starlette

from bot.platforms.slack.connection.installs import VISITS_AT_ONCE, Installs
from bot.platforms.slack.connection.manifest import ASSISTANT_SCOPES, EVENTS, SCOPES
from bot.platforms.slack.connection.settings import SlackSettings, read_settings
from bot.platforms.slack.diagnose import diagnose
from bot.platforms.slack.platform import SlackPlatform
from bot.presentation.words import ENGLISH, slack_words
from bot.presentation.words.de import WORDS as GERMAN
from bot.presentation.words.ko import WORDS as KOREAN
from bot.requests.asking import Ask
from bot.requests.memory import LeaveWorkspace
from council_core.domain.place import Place
from council_core.errors import PlaceGone, PostRefused, Problem
from council_core.storage.backup import backup
from council_core.storage.migrate import create_tables
from council_core.storage.secrets import Secrets, new_key
from tests.bot.platforms.slack.talk import CARD, Handler, listening, said
from tests.samples import in_english
from tests.testbed.migrated import migrated
from tests.testbed.slack.server import LocalSlack

BACK = "https://council.example.org/slack/oauth_redirect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Distributed:
    """An app that anybody may install."""

    slack: LocalSlack
    platform: SlackPlatform
    handler: Handler
    url: str


@asynccontextmanager
async def distributed(
    slack: LocalSlack,
    folder: Path,
    transport: str,
    *,
    listed: Sequence[str] = ("any",),
    keys: Sequence[str] = (),
    assistant: bool = False,
) -> AsyncGenerator[Distributed]:
    """Serve the app for the workspaces in `folder`'s database; those in `listed` may install it."""
    settings = SlackSettings(
        app_token=slack.app_token if transport == "socket" else None,
        signing_secret=slack.signing_secret if transport == "http" else None,
        client_id=slack.client_id,
        client_secret=slack.client_secret,
        api_url=slack.api_url,
        workspaces=frozenset(listed),
        assistant=assistant,
        install_url="https://council.example.org/slack/install",
    )
    database = await migrated(f"sqlite:///{folder / 'council.db'}")
    installs, handler = Installs(settings, Secrets(keys)), Handler()
    platform = SlackPlatform(settings, labels=slack_words, pace=None, language="ko", installs=installs)
    await create_tables(database, installs.define, installs.sealed)
    installs.keep_in(database)
    handler.answer = lambda _: said("Heard.")
    serving = asyncio.create_task(platform.serve(handler))
    try:
        async with listening(Starlette(routes=platform.routes(handler))) as port:
            slack.bot_url = f"http://127.0.0.1:{port}/slack/events" if transport == "http" else None
            if transport == "socket":
                await slack.socket.connected()
            url = f"http://127.0.0.1:{port}/slack"
            yield Distributed(slack=slack, platform=platform, handler=handler, url=url)
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        await platform.aclose()
        await database.aclose()


async def install(
    slack: LocalSlack,
    url: str,
    team_id: str,
    *,
    state: str | None = None,
    teams: Sequence[str] = (),
    scopes: Collection[str] = SCOPES,
) -> int:
    """Click through the installation, with `teams` for a whole organisation, and return the status of its last page."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(f"{url}/install") as page:
            html = await page.text()
            cookies = SimpleCookie(page.headers["Set-Cookie"])
        address = html.partition('<a href="')[2].partition('"')[0].replace("&amp;", "&")
        asked = parse_qs(urlsplit(address).query)
        assert address.startswith(f"{slack.url}/oauth/v2/authorize")
        assert set(asked["scope"][0].split(",")) == set(scopes)
        (back,) = asked.get("redirect_uri", [""])
        code = slack.oauth_code(team_id, scopes=[*scopes], teams=teams, redirect=back)
        ((name, morsel),) = cookies.items()
        async with browser.get(
            f"{url}/oauth_redirect",
            params={"code": code, "state": state or asked["state"][0]},
            headers={"Cookie": f"{name}={morsel.value}"},
        ) as done:
            return done.status


@pytest.fixture
async def slack() -> AsyncGenerator[LocalSlack]:
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS) as server:
        yield server
        server.assert_no_complaints()


@pytest.mark.parametrize("transport", ["http", "socket"])
async def test_each_workspace_is_answered_with_its_own_token_also_after_a_restart(
    slack: LocalSlack, tmp_path: Path, transport: str
) -> None:
    async with distributed(slack, tmp_path, transport) as app:
        assert [await install(slack, app.url, team) for team in ("T7", "T8")] == [200, 200]
    for team in ("T7", "T8"):
        slack.add_channel(f"C{team}", f"general-{team}", members=("dora",), team_id=team)
    async with distributed(slack, tmp_path, transport) as app:
        for number, team in enumerate(("T7", "T8"), start=1):
            dora = slack.person("dora", team_id=team)
            file = slack.add_file("a.txt", team.encode(), owner="dora")
            file.team_id = team

            await dora.mention(f"C{team}", "Tea now?", files=[file])

            request = (await app.handler.requests(number))[-1]
            assert isinstance(request, Ask)
            assert request.place.workspace == team
            thread = await app.platform.open_thread(request.place, CARD, key=f"{team}/card", again=False)
            await app.platform.edit(thread.card, CARD)
            assert await app.platform.fetch_file(request.files[0].reference) == team.encode()

    tokens = {call.token for call in slack.calls if call.method == "chat.postMessage"}
    assert tokens == {one.token for one in slack.installations.values() if one.team_id in ("T7", "T8")}


async def test_only_listed_workspaces_and_teams_of_listed_organisations_may_install_the_app(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with distributed(slack, tmp_path, "http", listed=("T7",)) as app:
        statuses = [await install(slack, app.url, team) for team in ("T7", "T8")]
        given_back = {one.team_id: one.revoked for one in slack.installations.values()}

        with pytest.raises(PlaceGone, match="not installed"):
            await app.platform.open_thread(
                Place(platform="slack", channel="CT8", workspace="T8"), CARD, key="1", again=False
            )

    assert statuses == [200, 403]
    assert (given_back["T7"], given_back["T8"]) == (False, True)


async def test_a_workspace_without_the_assistants_scope_goes_on_and_its_admins_read_how_to_get_it(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with distributed(slack, tmp_path, "http") as app:
        assert await install(slack, app.url, "T7") == 200
    slack.add_channel("C7", "general", members=("dora", "evan"), team_id="T7")
    dora, evan = slack.person("dora", team_id="T7"), slack.person("evan", team_id="T7")
    dora.user.is_admin = True
    async with distributed(slack, tmp_path, "http", assistant=True) as app:
        await dora.mention("C7", "Tea now?")
        await app.handler.requests(1)
        for person in (dora, evan):
            await person.open_home()
            await slack.wait_for(lambda one=person.id: slack.workspace.homes.get(one))
        told = [str(person.home.payload["blocks"]) for person in (dora, evan)]
        assert not [call for call in slack.calls if call.method.startswith("assistant.")]

        assert await install(slack, app.url, "T7", scopes=SCOPES | ASSISTANT_SCOPES) == 200
        before = dora.home.payload["blocks"]
        await dora.open_home()
        await slack.wait_for(lambda: dora.home.payload["blocks"] != before)

        assert ["https://council.example.org/slack/install|Install Council again" in one for one in told] == [
            True,
            False,
        ]
        assert "Install Council again" not in slack.draw(dora.home)


async def test_without_a_list_nobody_installs_and_who_is_taken_off_it_is_served_no_more(
    slack: LocalSlack, tmp_path: Path
) -> None:
    place = Place(platform="slack", channel="CT7", workspace="T7")
    async with distributed(slack, tmp_path, "http") as app:
        assert await install(slack, app.url, "T7") == 200
    slack.add_channel("CT7", "general-T7", members=("dora",), team_id="T7")
    async with distributed(slack, tmp_path, "http", listed=()) as app:
        assert await install(slack, app.url, "T8") == 403
        await app.platform.open_thread(place, CARD, key="1", again=False)
    async with distributed(slack, tmp_path, "http", listed=("T8",)) as app:
        with pytest.raises(PlaceGone, match="not installed"):
            await app.platform.open_thread(place, CARD, key="2", again=False)


async def test_visits_to_the_page_of_installation_keep_nothing_and_are_bounded(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with distributed(slack, tmp_path, "http") as app, aiohttp.ClientSession() as browser:
        asked = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
        replies = [await browser.get(f"{app.url}/install", headers=asked) for _ in range(VISITS_AT_ONCE + 5)]
        refused = await replies[-1].text()
        forged = await browser.get(f"{app.url}/oauth_redirect", params={"code": "x", "state": "forged"})

    file = sqlite3.connect(tmp_path / "council.db")
    kept = [
        file.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608  # names from this very line
        for table in ("slack_bots", "slack_installations")
    ]
    file.close()
    assert {reply.status for reply in replies[:VISITS_AT_ONCE]} == {200}
    assert (replies[-1].status, forged.status) == (429, 429)
    assert int(replies[-1].headers["Retry-After"]) >= 1
    assert refused == GERMAN.slack.too_many_visits
    assert kept == [[(0,)], [(0,)]]


@pytest.mark.parametrize(
    ("accepted", "language"), [("de-AT,en;q=0.5", "de"), ("fr, en;q=0.5", "en"), ("fr", "ko"), ("", "ko")]
)
async def test_the_pages_of_installation_speak_the_browsers_language_or_the_operators(
    slack: LocalSlack, tmp_path: Path, accepted: str, language: str
) -> None:
    words, asked = slack_words(language), {"Accept-Language": accepted}
    async with (
        distributed(slack, tmp_path, "http", listed=("T7",)) as app,
        aiohttp.ClientSession() as browser,
    ):

        async def end(**given: str) -> tuple[int, str]:
            async with browser.get(f"{app.url}/oauth_redirect", params=given, headers=asked) as page:
                return page.status, unescape(await page.text())

        async with browser.get(f"{app.url}/install", headers=asked) as page:
            first = unescape(await page.text())
            asked["Cookie"] = page.headers["Set-Cookie"].partition(";")[0]
        state = parse_qs(urlsplit(first.partition('<a href="')[2].partition('"')[0]).query)["state"][0]
        declined = await end(error="access_denied")
        odd = await end(error="<b>no</b>")
        stale = await end(code="x", state="forged")
        refused = await end(code="x", state=state)
        unlisted = await end(code=slack.oauth_code("T8", scopes=[*SCOPES], redirect=BACK), state=state)
        done = await end(code=slack.oauth_code("T7", scopes=[*SCOPES], redirect=BACK), state=state)

    assert f'<html lang="{language}">' in first
    assert all(said in first for said in (words.install_heading, words.install_about, words.install_button))
    assert (declined[0], words.not_installed(kind="declined", code="") in declined[1]) == (200, True)
    assert (words.not_installed(kind="refused", code="") in odd[1], "no</b>" in odd[1]) == (True, False)
    assert (stale[0], words.not_installed(kind="stale", code="") in stale[1]) == (400, True)
    assert (refused[0], words.not_installed(kind="refused", code="invalid_code") in refused[1]) == (401, True)
    assert (unlisted[0], words.not_listed(workspace="T8") in unlisted[1]) == (403, True)
    assert (done[0], "https://app.slack.com/client/T7" in done[1]) == (200, True)
    assert words.installed_in(workspace="team-t7") in done[1]


async def test_slack_is_told_which_of_the_apps_addresses_an_installation_comes_back_to(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with distributed(slack, tmp_path, "http") as app, aiohttp.ClientSession() as browser:
        async with browser.get(f"{app.url}/install") as page:
            address = unescape((await page.text()).partition('<a href="')[2].partition('"')[0])

        assert parse_qs(urlsplit(address).query)["redirect_uri"] == [BACK]
        assert await install(slack, app.url, "T7") == 200


async def test_a_forged_state_opens_no_door(slack: LocalSlack, tmp_path: Path) -> None:
    async with distributed(slack, tmp_path, "http") as app:
        assert await install(slack, app.url, "T7", state="a.b.c") == 400
        assert not await _token_kept(tmp_path)


async def test_tokens_are_sealed_in_the_file_and_a_missing_key_is_a_sentence(
    slack: LocalSlack, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = new_key(), new_key()
    place = Place(platform="slack", channel="CT7", workspace="T7")
    async with distributed(slack, tmp_path, "http", keys=[first]) as app:
        assert await install(slack, app.url, "T7") == 200
        slack.add_channel("CT7", "general-T7", members=("dora",), team_id="T7")
        await app.platform.open_thread(place, CARD, key="1", again=False)
        await asyncio.to_thread(backup, f"sqlite:///{tmp_path / 'council.db'}", tmp_path / "copy.db")
        opened = await asyncio.to_thread(contents, tmp_path)
    tokens = [token.encode() for token, one in slack.installations.items() if one.team_id == "T7"]
    kept = await asyncio.to_thread(contents, tmp_path)

    async with distributed(slack, tmp_path, "http", keys=[second, first]) as app:
        await app.platform.open_thread(place, CARD, key="2", again=False)
    async with distributed(slack, tmp_path, "http", keys=[second]) as app:
        await slack.person("dora", team_id="T7").command("CT7", "/council", "Tea now?")
        (reply,) = [str(call.arguments) for call in slack.calls if call.method == "response_url"]
        heard = app.handler.asked

    assert tokens
    assert {name for name, text in opened.items() if text} >= {"council.db", "council.db-wal", "copy.db"}
    assert b"enc1:" in opened["copy.db"]
    assert not any(token in text for token in tokens for text in (*opened.values(), *kept.values()))
    assert heard == []
    assert KOREAN.slack.cannot_answer in reply
    assert "token_sealed_otherwise variable=COUNCIL_SECRET_KEYS" in caplog.text
    assert not any(key in caplog.text for key in (first, second))


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder by their names."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def _token_kept(folder: Path) -> bool:
    file = sqlite3.connect(folder / "council.db")
    try:
        return bool(file.execute("SELECT 1 FROM slack_bots").fetchall())
    finally:
        file.close()


async def test_a_workspace_that_removes_the_app_is_forgotten_and_may_come_back(
    slack: LocalSlack, tmp_path: Path
) -> None:
    place = Place(platform="slack", channel="CT7", workspace="T7")
    async with distributed(slack, tmp_path, "http") as app:
        await install(slack, app.url, "T7")
        slack.add_channel("CT7", "general-T7", members=("dora",), team_id="T7")
        await app.platform.open_thread(place, CARD, key="1", again=False)

        for delivery in await slack.uninstall("T7"):
            assert delivery.acknowledged
        await app.platform.drain()

        with pytest.raises(PlaceGone, match="not installed"):
            await app.platform.open_thread(place, CARD, key="2", again=False)
        assert await install(slack, app.url, "T7") == 200
        await app.platform.open_thread(place, CARD, key="3", again=False)


async def test_a_removal_that_slack_tells_late_leaves_the_new_installation_alone(
    slack: LocalSlack, tmp_path: Path
) -> None:
    place = Place(platform="slack", channel="CT7", workspace="T7")
    async with distributed(slack, tmp_path, "http") as app:
        await install(slack, app.url, "T7")
        slack.add_channel("CT7", "general-T7", members=("dora",), team_id="T7")
        before = slack.workspace.installation_of("T7")
        before.revoked = True
        assert await install(slack, app.url, "T7") == 200
        revoked = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [before.bot_user_id]}}
        for event in (revoked, {"type": "app_uninstalled"}):
            assert (await slack.tell(before, event)).acknowledged
        await app.platform.drain()

        await app.platform.open_thread(place, CARD, key="1", again=False)

    assert not any(isinstance(each, LeaveWorkspace) for each in app.handler.asked)


async def test_a_process_that_did_not_hear_of_a_removal_forgets_the_token_when_slack_refuses_it(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with (
        distributed(slack, tmp_path, "http") as other,
        distributed(slack, tmp_path, "http") as told,
    ):
        assert await install(slack, told.url, "T7") == 200
        slack.add_channel("C7", "general", members=("dora",), team_id="T7")
        place = Place(platform="slack", workspace="T7", channel="C7")
        await other.platform.post(place, CARD, key="r1/card", again=False)

        for delivery in await slack.uninstall("T7"):
            assert delivery.acknowledged
        await told.platform.drain()
        with pytest.raises(PostRefused):
            await other.platform.post(place, CARD, key="r2/card", again=False)
        with pytest.raises(PlaceGone, match="not installed"):
            await other.platform.post(place, CARD, key="r3/card", again=False)
        assert await install(slack, told.url, "T7") == 200
        await other.platform.post(place, CARD, key="r4/card", again=False)


async def test_a_state_that_nobody_was_given_installs_nothing(slack: LocalSlack, tmp_path: Path) -> None:
    async with distributed(slack, tmp_path, "http") as app:
        assert await install(slack, app.url, "T7", state="forged") in (400, 401)

        with pytest.raises(PlaceGone):
            await app.platform.post(
                Place(platform="slack", channel="CT7", workspace="T7"), CARD, key="1", again=False
            )


async def test_what_a_workspace_without_an_installation_says_is_not_handled(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with distributed(slack, tmp_path, "http") as app:
        await slack.person("alice").command("general", "/council", "Tea now?")

        assert app.handler.asked == []


@pytest.mark.parametrize(
    ("variables", "problem"),
    [
        ({"SLACK_CLIENT_ID": "1.1"}, "belong together"),
        ({"SLACK_CLIENT_ID": "1.1", "SLACK_CLIENT_SECRET": "s"}, "neither SLACK_APP_TOKEN"),
        (
            {"SLACK_CLIENT_ID": "1.1", "SLACK_CLIENT_SECRET": "s", "SLACK_BOT_TOKEN": "xoxb-1"},
            "Set one of them",
        ),
    ],
)
def test_settings_for_several_workspaces_are_checked(variables: dict[str, str], problem: str) -> None:
    problems: list[Problem] = []
    read_settings(variables, problems, [])

    assert problem in " ".join(in_english(problems))


async def test_diagnosis_of_an_app_for_several_workspaces_needs_no_bot_token(slack: LocalSlack) -> None:
    settings = SlackSettings(client_id="1.1", client_secret="s", signing_secret="s", api_url=slack.api_url)

    assert [one.ok for one in await diagnose(settings, ENGLISH.slack.checks)] == [True, True]
    findings = await diagnose(replace(settings, assistant=True), ENGLISH.slack.checks)
    assert "goes on without it" in " ".join(one.advice for one in findings)
