"""Tests of Slack's installations, which slack-sdk's stores keep in our own tables: SQLite and Postgres alike."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from slack_sdk.oauth.installation_store import Installation
from sqlalchemy import MetaData, Text, delete, inspect

from bot.platforms.slack.connection.installs import SECRETS, TABLES, Installs
from bot.platforms.slack.connection.settings import SEALED, SlackSettings
from council_core.storage.database import Database
from council_core.storage.migrate import create_tables
from council_core.storage.runs import SqlRunStore
from council_core.storage.secrets import Secrets, new_key
from tests.samples import a_run

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def installed(
    team: str | None, token: str, *, minutes: int = 0, enterprise: str | None = None
) -> Installation:
    """Return an installation in a team, or in a whole organisation if there is no team."""
    return Installation(
        app_id="A1",
        enterprise_id=enterprise,
        team_id=team,
        bot_token=token,
        bot_id="B1",
        bot_user_id="U9",
        bot_scopes=["chat:write"],
        user_id="U1",
        is_enterprise_install=team is None,
        installed_at=(NOON + timedelta(minutes=minutes)).timestamp(),
    )


@pytest.fixture
async def installs(database: Database) -> Installs:
    """Return the installations of an app in an empty database."""
    made = Installs(SlackSettings(client_id="1.1", client_secret="s"), Secrets([new_key()]))
    await create_tables(database, made.define, made.sealed)
    async with database.writing() as connection:
        for name, build in TABLES.items():
            await connection.execute(delete(build(MetaData(), name)))
    made.keep_in(database)
    return made


def store_of(installs: Installs) -> Any:
    return installs._store  # pyright: ignore[reportPrivateUsage]  # what the flow of the library saves into


async def test_processes_that_start_together_create_the_tables_once_with_room_for_sealed_texts(
    database: Database, installs: Installs
) -> None:
    async with database.writing() as connection:
        for name, build in TABLES.items():
            await connection.run_sync(build(MetaData(), name).drop)

    async with asyncio.TaskGroup() as group:
        for _ in range(5):
            group.create_task(create_tables(database, installs.define, installs.sealed))

    for name, columns in SEALED.items():
        found = await database.read(lambda connection, name=name: inspect(connection).get_columns(name))
        assert all(isinstance(each["type"], Text) for each in found if each["name"] in columns)
        assert {each["name"] for each in found} >= set(columns)


async def test_the_latest_token_of_a_team_or_an_organisation_is_found(installs: Installs) -> None:
    for one in (
        installed("T1", "xoxb-old"),
        installed("T1", "xoxb-new", minutes=1),
        installed("T2", "xoxb-of-an-organisations-team", enterprise="E1"),
        installed(None, "xoxb-of-all", enterprise="E1"),
    ):
        await store_of(installs).async_save(one)

    tokens = [await installs.token(where) for where in ("T1", "T2", "E1", "T3", "E2")]

    assert tokens == ["xoxb-new", "xoxb-of-an-organisations-team", "xoxb-of-all", None, None]


async def test_removing_the_app_from_an_organisation_leaves_its_teams_alone(installs: Installs) -> None:
    await store_of(installs).async_save(installed("T2", "xoxb-t2", enterprise="E1"))
    await store_of(installs).async_save(installed(None, "xoxb-e1", enterprise="E1"))

    await installs.remove("E1")

    assert [await installs.token(where) for where in ("T2", "E1")] == ["xoxb-t2", None]


async def test_installing_and_runs_that_are_kept_meanwhile_do_not_stand_in_each_others_way(
    database: Database, installs: Installs
) -> None:
    store = SqlRunStore(database)

    async with asyncio.TaskGroup() as group:
        for at in range(20):
            group.create_task(store.add(a_run(f"r{at:012x}")))
            group.create_task(store_of(installs).async_save(installed(f"T{at}", f"xoxb-{at}")))

    assert len(await store.latest(limit=50)) == 20
    assert [await installs.token(f"T{at}") for at in range(20)] == [f"xoxb-{at}" for at in range(20)]


def test_every_sealed_column_is_sealed_when_the_app_is_installed() -> None:
    assert set(SECRETS) == {name for columns in SEALED.values() for name in columns}
