"""Tests of connectors that sign in with OAuth: one token for all runs, renewed once, stored sealed, and in no text for
people."""

import asyncio
import logging
from base64 import b64decode
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, unquote_plus

import pytest
from aiohttp import web
from sqlalchemy import text

from council_core.domain.material import Piece, Unread
from council_core.errors import Problem
from council_core.storage.database import Database
from council_core.storage.secrets import Secrets, SqlConnectorTokens, new_key, rotate
from council_core.tools.connectors import Connectors, load
from council_core.tools.sign_in import SignIns
from tests.contracts.conftest import emptied
from tests.contracts.test_pages import site
from tests.core.sitting import Sitting, a_sitting
from tests.core.tools.test_connectors import sitting_with, told
from tests.samples import NOON, in_english

SECRET, FIRST = "client secret/+&", "refresh-first-token"
KEY = new_key()


@dataclass
class Clock:
    """A clock that stands still until a test sets it."""

    at: datetime = NOON

    def now(self) -> datetime:
        return self.at


@dataclass
class Service:
    """An OAuth server that accepts each refresh token once, and the service behind it; strict about both."""

    url: str = ""
    refresh: str = FIRST
    """The valid refresh token."""

    valid: set[str] = field(default_factory=set[str])
    asked: list[str] = field(default_factory=list[str])
    """Grants that were requested."""

    questions: int = 0
    refuses: str = ""
    """The error with which the server refuses everybody; empty for none."""

    echoes: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event | None = None
    lasts: object = 600
    """Seconds for which a token claims to be valid."""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/token":
            return await self._token(request)
        self.questions += 1
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if given not in self.valid:
            return web.json_response({"error": f"{given} is no token"}, status=401)
        return web.Response(text=f"The notice period is 47 days.{given if self.echoes else ''}")

    async def _token(self, request: web.Request) -> web.StreamResponse:
        sent = {
            name: values[0] for name, values in parse_qs(await request.text(), strict_parsing=True).items()
        }
        pair = b64decode(request.headers["Authorization"].removeprefix("Basic ")).decode()
        name, _, secret = pair.partition(":")
        assert request.method == "POST"
        assert request.content_type == "application/x-www-form-urlencoded"
        assert "client_secret" not in sent
        self.asked.append(sent["grant_type"])
        self.reached.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.refuses or (unquote_plus(name), unquote_plus(secret)) != ("council", SECRET):
            why = f"{SECRET} {self.refresh}"
            return web.json_response(
                {"error": self.refuses or "invalid_client", "error_description": why}, status=400
            )
        if sent["grant_type"] == "refresh_token":
            if sent["refresh_token"] != self.refresh:
                return web.json_response({"error": "invalid_grant"}, status=400)
            self.refresh = f"refresh-{len(self.asked)}-token"
        access = f"access-{len(self.asked)}-token"
        self.valid.add(access)
        more = {"refresh_token": self.refresh} if sent["grant_type"] == "refresh_token" else {}
        return web.json_response(
            {"access_token": access, "token_type": "Bearer", "expires_in": self.lasts, **more}
        )


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    service = Service()
    async with site(service.answer) as service.url:
        yield service


@pytest.fixture
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    is_postgres = getattr(request, "param", "sqlite") == "postgres"
    url = request.getfixturevalue("postgres") if is_postgres else f"sqlite:///{tmp_path / 'council.db'}"
    opened = await emptied(url)
    yield opened
    await opened.aclose()


ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
"""On each kind of database."""


def connectors(
    folder: Path, service: Service, database: Database, clock: Clock, *, refresh: str = "", key: str = KEY
) -> Connectors:
    """Return the connectors as a process builds them when it starts."""
    more = 'refresh_token = "${WIKI_REFRESH}"\n' if refresh else ""
    (folder / "wiki.toml").write_text(
        f'url = "{service.url}/search?q={{{{question}}}}"\nwhere = ["*"]\n[oauth]\n'
        f'token_url = "{service.url}/token"\nclient_id = "council"\nclient_secret = "${{WIKI_SECRET}}"\n{more}'
    )
    problems: list[Problem] = []
    environment = {"WIKI_SECRET": SECRET, "WIKI_REFRESH": refresh, "COUNCIL_SECRET_KEYS": key}
    found = load(folder, environment, problems)
    assert problems == []
    return Connectors(found, SignIns(SqlConnectorTokens(database, Secrets([key])), clock))


async def _written(folder: Path, database: Database) -> bytes:
    """Return the database's data about tokens, and all of its files if it has some here."""
    async with database.reading() as connection:
        rows = (await connection.execute(text("SELECT * FROM connector_tokens"))).all()
    assert rows
    return repr(rows).encode() + _in_files(folder)


def _in_files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob("council.db*"))


async def read(sitting: Sitting) -> list[str]:
    """Return the text of the run's connector, or the reason for its absence."""
    run = await sitting.hold()
    assert run.status == "revealed"
    return [told(each) if isinstance(each, Unread) else each.name for each in run.material]


async def ask(opened: Connectors) -> str:
    return (await opened.ask("wiki", "How long?", a_sitting().run.question.place, {})).text


async def test_one_token_serves_many_questions_until_shortly_before_its_end(
    tmp_path: Path, service: Service, database: Database
) -> None:
    clock = Clock()
    opened = connectors(tmp_path, service, database, clock)

    sitting = sitting_with(opened)
    run = await sitting.hold()
    await ask(opened)
    clock.at += timedelta(seconds=569)
    await ask(opened)
    before = list(service.asked)
    clock.at += timedelta(seconds=2)
    await ask(opened)

    assert [type(each) for each in run.material] == [Piece]
    assert before == ["client_credentials"]
    assert service.asked == ["client_credentials"] * 2


@pytest.mark.parametrize("lasts", [float("nan"), "soon", None])
async def test_a_token_counts_for_a_while_whatever_its_service_says(
    lasts: object, tmp_path: Path, service: Service, database: Database
) -> None:
    service.lasts = lasts
    opened = connectors(tmp_path, service, database, Clock())

    await ask(opened)
    await ask(opened)

    assert service.asked == ["client_credentials"]


@ON_BOTH
async def test_two_runs_at_once_ask_for_one_token_also_in_two_processes(
    tmp_path: Path, service: Service, database: Database
) -> None:
    other = Database(str(database.url.render_as_string(hide_password=False)))
    service.gate = asyncio.Event()
    clock = Clock()
    here = connectors(tmp_path, service, database, clock, refresh=FIRST)
    there = connectors(tmp_path, service, other, clock, refresh=FIRST)

    try:
        async with asyncio.TaskGroup() as group:
            asking = [group.create_task(ask(each)) for each in (here, here, there, there)]
            await service.reached.wait()
            service.gate.set()
    finally:
        await other.aclose()

    assert {task.result() for task in asking} == {"The notice period is 47 days."}
    assert service.asked == ["refresh_token"]


@ON_BOTH
async def test_a_rotated_refresh_token_is_kept_over_a_restart_and_sealed(
    tmp_path: Path, service: Service, database: Database
) -> None:
    clock = Clock()
    await ask(connectors(tmp_path, service, database, clock, refresh=FIRST))
    rotated = service.refresh
    clock.at += timedelta(hours=1)

    await ask(connectors(tmp_path, service, database, clock, refresh=FIRST))

    assert service.asked == ["refresh_token"] * 2
    written = await _written(tmp_path, database)
    secrets = (SECRET, FIRST, rotated, service.refresh, *service.valid)
    assert [each for each in secrets if each.encode() in written] == []
    newer = new_key()
    assert await rotate(database, Secrets([newer, KEY]), {}) == 2
    clock.at += timedelta(hours=1)
    await ask(connectors(tmp_path, service, database, clock, refresh=FIRST, key=newer))
    assert len(service.asked) == 3


async def test_a_run_that_is_cancelled_while_it_signs_in_loses_no_refresh_token(
    tmp_path: Path, service: Service, database: Database
) -> None:
    service.gate = asyncio.Event()
    opened = connectors(tmp_path, service, database, Clock(), refresh=FIRST)
    asking = asyncio.create_task(ask(opened))
    await service.reached.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    service.gate.set()

    assert await ask(opened) == "The notice period is 47 days."
    assert service.asked == ["refresh_token"]


async def test_a_token_that_was_withdrawn_is_renewed_once(
    tmp_path: Path, service: Service, database: Database
) -> None:
    opened = connectors(tmp_path, service, database, Clock())
    await ask(opened)
    service.valid.clear()

    assert await ask(opened) == "The notice period is 47 days."

    assert (len(service.asked), service.questions) == (2, 3)


@pytest.mark.parametrize(
    ("refresh", "error", "reason"),
    [
        ("", "invalid_client", "sign_in_refused invalid_client"),
        (FIRST, "invalid_grant", "sign_in_outdated invalid_grant"),
        ("", f"{SECRET} is wrong", "sign_in_refused 400"),
    ],
)
async def test_a_refused_sign_in_is_a_reason_without_its_secret(
    refresh: str,
    error: str,
    reason: str,
    tmp_path: Path,
    service: Service,
    database: Database,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    service.refuses = error
    opened = connectors(tmp_path, service, database, Clock(), refresh=refresh)

    assert await read(sitting_with(opened)) == [reason]

    assert service.questions == 0
    assert not any(secret in caplog.text + repr(opened.__dict__) for secret in (SECRET, FIRST))
    service.refuses = ""
    assert await ask(opened) == "The notice period is 47 days."


@ON_BOTH
async def test_a_process_that_died_while_it_asked_holds_the_others_up_for_a_moment_only(
    tmp_path: Path, service: Service, database: Database
) -> None:
    clock = Clock()
    opened = connectors(tmp_path, service, database, clock)
    (account,) = [
        each.account for each in load(tmp_path, {"WIKI_SECRET": SECRET, "COUNCIL_SECRET_KEYS": KEY}, [])
    ]
    assert account is not None
    tokens = SqlConnectorTokens(database, Secrets([KEY]))
    assert await tokens.claim(account.key, "wiki", clock.at, clock.at + timedelta(seconds=20))
    assert not await tokens.claim(account.key, "wiki", clock.at, clock.at + timedelta(seconds=20))
    clock.at += timedelta(seconds=20)

    assert await ask(opened) == "The notice period is 47 days."


@ON_BOTH
async def test_tokens_that_nobody_here_can_open_are_a_reason(
    tmp_path: Path, service: Service, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await ask(connectors(tmp_path, service, database, Clock()))
    opened = connectors(tmp_path, service, database, Clock(), key=new_key())

    (said,) = await read(sitting_with(opened))

    assert said == "tokens_sealed"
    assert "token_sealed_otherwise" in caplog.text


async def test_a_token_that_the_service_repeats_stays_out_of_the_run(
    tmp_path: Path, service: Service, database: Database
) -> None:
    service.echoes = True

    assert await ask(connectors(tmp_path, service, database, Clock())) == "The notice period is 47 days.•••"


@pytest.mark.parametrize(
    ("more", "environment", "wrong"),
    [
        (
            'token_url = "http://id.example/token"',
            {"COUNCIL_SECRET_KEYS": KEY},
            "oauth.token_url must begin with https://",
        ),
        (
            'token_url = "https://id.example/token"',
            {},
            "oauth needs COUNCIL_SECRET_KEYS, which seals its tokens",
        ),
        ('grant = "password"', {"COUNCIL_SECRET_KEYS": KEY}, "There is no key 'oauth.grant'"),
        ('scope = "${NOT_SET}"', {"COUNCIL_SECRET_KEYS": KEY}, "The variable NOT_SET is not set"),
        ("", {"COUNCIL_SECRET_KEYS": KEY}, "oauth.token_url is missing"),
    ],
)
def test_a_mistake_in_an_account_is_a_sentence(
    more: str, environment: dict[str, str], wrong: str, tmp_path: Path
) -> None:
    (tmp_path / "wiki.toml").write_text(
        'url = "https://wiki.example/"\nwhere = ["*"]\n[oauth]\nclient_id = "a"\nclient_secret = "b"\n' + more
    )
    problems: list[Problem] = []

    assert load(tmp_path, environment, problems) == ()

    assert any(wrong in each for each in in_english(problems)), problems
