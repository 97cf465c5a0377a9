"""Tests of stored tokens: sealed with a key, opened with any of the keys, resealed with the newest."""

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, insert, select

from council_core.errors import Problem, SettingsError, StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.migrate import create_tables, migrate
from council_core.storage.secrets import PREFIX, Secrets, new_key, rotate

TOKEN = "xoxb-not-a-real-token"
OLD, NEW = new_key(), new_key()


def test_a_sealed_token_shows_nothing_of_itself_and_opens_with_any_key() -> None:
    sealed = Secrets([OLD]).seal(TOKEN)

    assert sealed.startswith(PREFIX)
    assert TOKEN not in sealed
    assert Secrets([NEW, OLD]).open(sealed) == TOKEN


def test_without_keys_and_before_there_were_keys_a_token_is_what_it_is() -> None:
    assert Secrets().seal(TOKEN) == TOKEN
    assert Secrets([NEW]).open(TOKEN) == TOKEN


@pytest.mark.parametrize(("keys", "kind"), [([], "token_sealed"), ([NEW], "token_sealed_otherwise")])
def test_a_missing_key_is_an_error_without_the_key_or_the_token(keys: list[str], kind: str) -> None:
    sealed = Secrets([OLD]).seal(TOKEN)

    with pytest.raises(StoreIncompatible, match=kind) as caught:
        Secrets(keys).open(sealed)

    assert not any(secret in str(caught.value) for secret in (OLD, NEW, TOKEN, sealed))


def test_what_is_no_key_is_counted_and_not_shown() -> None:
    with pytest.raises(SettingsError) as caught:
        Secrets([NEW, "hunter2"])

    assert caught.value.problems == (Problem("no_secret_key", name="COUNCIL_SECRET_KEYS", count="2"),)


SEALED = {"tokens_of_a_library": ("token",)}


def define(metadata: MetaData) -> Table:
    """Define a library's table, with less room than a sealed text needs."""
    return Table(
        "tokens_of_a_library", metadata, Column("id", Integer, primary_key=True), Column("token", String(9))
    )


async def kept(database: Database, *tokens: str) -> None:
    """Store these tokens in the library's table."""

    def work(connection: Connection) -> None:
        connection.execute(insert(define(MetaData())), [{"token": token} for token in tokens])

    await migrate(database)
    await create_tables(database, define, SEALED)
    await database.write(work)


async def tokens_in(database: Database) -> list[str]:
    table = define(MetaData())
    return await database.read(
        lambda connection: list(connection.scalars(select(table.c.token).order_by(table.c.id)))
    )


async def test_rotating_passes_over_a_platform_that_has_no_tables_here(untouched: Database) -> None:
    await migrate(untouched)

    assert await rotate(untouched, Secrets([NEW]), SEALED) == 0


async def test_rotating_seals_plain_and_earlier_tokens_with_the_newest_key_and_leaves_the_rest(
    untouched: Database,
) -> None:
    newest = Secrets([NEW]).seal("three")
    await kept(untouched, "one", Secrets([OLD]).seal("two" * 100), newest)

    renewed = await rotate(untouched, Secrets([NEW, OLD]), SEALED)

    texts = await tokens_in(untouched)
    assert renewed == 2
    assert [Secrets([NEW]).open(text) for text in texts] == ["one", "two" * 100, "three"]
    assert all(text.startswith(PREFIX) for text in texts)
    assert texts[2] == newest


async def test_rotating_without_a_key_that_is_needed_changes_nothing(untouched: Database) -> None:
    before = ["one", Secrets([OLD]).seal("two")]
    await kept(untouched, *before)

    with pytest.raises(StoreIncompatible):
        await rotate(untouched, Secrets([NEW]), SEALED)

    assert await tokens_in(untouched) == before
