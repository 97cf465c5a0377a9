"""Tests of Slack's installations, which slack-sdk's stores keep in our own tables: SQLite and Postgres alike."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import AsyncSQLAlchemyInstallationStore as Store
from sqlalchemy import MetaData, Table

from bot.platforms.slack.connection.installs import SECRETS, Installs
from bot.platforms.slack.connection.settings import SlackSettings
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore
from council_core.storage.secrets import Secrets, new_key
from council_core.storage.slack_tables import SEALED
from council_core.storage.tables import metadata
from tests.samples import a_run

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
BUILDERS = {
    "slack_bots": Store.build_bots_table,
    "slack_installations": Store.build_installations_table,
}


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
def installs(database: Database) -> Installs:
    made = Installs(SlackSettings(client_id="1.1", client_secret="s"), Secrets([new_key()]))
    made.keep_in(database)
    return made


def store_of(installs: Installs) -> Any:
    return installs._store  # pyright: ignore[reportPrivateUsage]  # what the flow of the library saves into


@pytest.mark.parametrize("name", BUILDERS)
def test_our_tables_have_the_columns_and_indexes_that_the_library_works_with(name: str) -> None:
    theirs, ours = BUILDERS[name](MetaData(), name), metadata.tables[name]

    def shape(table: Table) -> set[tuple[str, str, bool | None]]:
        # # A sealed token needs more room than the library reserves for a plain one.
        sealed = SEALED[name]
        return {
            (column.name, "TEXT" if column.name in sealed else str(column.type), column.nullable)
            for column in table.columns
        }

    def indexes(table: Table) -> set[tuple[str | None, tuple[str, ...]]]:
        return {(str(index.name), tuple(column.name for column in index.columns)) for index in table.indexes}

    assert shape(ours) == shape(theirs)
    assert indexes(ours) == indexes(theirs)


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
