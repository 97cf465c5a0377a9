"""Tests that runs which earlier versions stored under the parent of a private thread get places of their own."""

from dataclasses import replace

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.search import phrases_in
from council_core.storage.database import Database
from council_core.storage.migrate import MIGRATIONS, migrate
from council_core.storage.rows import run_values
from council_core.storage.runs import SqlRunStore
from council_core.storage.search import entry_of, put
from council_core.storage.tables import runs
from tests.samples import HERE, QUESTION, a_run

CHANNEL = Place(platform="discord", workspace="1", channel="10")
OURS, THEIRS = replace(CHANNEL, thread="11"), replace(CHANNEL, thread="12")

ASKED = {
    "card": a_run("card", question=replace(QUESTION, place=CHANNEL), thread="11"),
    "followed": a_run("followed", question=replace(QUESTION, place=OURS), thread="11"),
    "private": a_run("private", question=replace(QUESTION, place=THEIRS), thread="12"),
    "slack": a_run("slack", question=replace(QUESTION, place=replace(HERE, thread="1.2")), thread="1.2"),
}


SINCE = {"parent", "material", "describers", "template"}
"""Columns of later versions."""


def as_of_0011(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0011")


def as_kept_then(connection: Connection) -> None:
    for run in ASKED.values():
        row = {name: value for name, value in run_values(run).items() if name not in SINCE}
        row["question"] = row["question"].replace(',"parent":null', "")
        connection.execute(runs.insert().values(row))
        put(connection, entry_of(run))


@pytest.fixture
async def store(untouched: Database) -> SqlRunStore:
    """Return the runs of the previous version under today's schema."""
    async with untouched.writing() as connection:
        await connection.run_sync(as_of_0011)
    await untouched.write(as_kept_then)
    await migrate(untouched)
    return SqlRunStore(untouched)


async def shown(store: SqlRunStore, place: Place) -> set[str]:
    return {run.id for run in await store.latest(limit=9, place=place)}


async def found(store: SqlRunStore, place: Place, person: str = "U9") -> set[str]:
    sought = phrases_in("tabs")
    return {run.id for run in await store.search(sought, limit=9, person=PersonId(person), place=place)}


async def test_a_thread_that_may_be_private_is_hidden_from_its_parent_channel(store: SqlRunStore) -> None:
    await store.filling.a_piece()

    assert await shown(store, CHANNEL) == await found(store, CHANNEL) == {"card", "followed"}
    assert (await store.get(RunId("private"))).question.place == Place(
        platform="discord", workspace="1", channel="12", thread="12", parent="10"
    )


async def test_it_is_still_found_from_the_thread_and_by_its_asker(store: SqlRunStore) -> None:
    assert await store.filling.is_needed()
    await store.filling.a_piece()

    private = (await store.get(RunId("private"))).question.place
    assert await shown(store, private) == await found(store, private) == {"private"}
    assert "private" in await found(store, CHANNEL, person="U1")
    assert [run.id for run in await store.in_thread(THEIRS, limit=9)] == ["private"]


async def test_threads_of_other_platforms_stay_where_they_were(store: SqlRunStore) -> None:
    assert (await store.get(RunId("slack"))).question == ASKED["slack"].question


async def test_before_the_index_is_filled_again_nobody_finds_the_thread_from_outside(
    store: SqlRunStore,
) -> None:
    later: Run = a_run("later", question=replace(QUESTION, asker=Asker(id=PersonId("U5"), name="Eve")))
    await store.add(later)

    assert "private" not in await found(store, CHANNEL)
