"""Tests of planted secrets, asked in redact mode: the database, the log, the models and our posts hold none."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import psycopg
import pytest

from bot.presentation.words import ENGLISH
from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.raw_file import found_in_bytes
from tests.planted_secrets import SECRETS
from tests.testbed.discord import LocalDiscord
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack

PASSWORD = "Tr0ub4dor3zebra"
SHAPED = tuple(dict(SECRETS)[kind] for kind in ("AWS key", "GitHub token", "Anthropic key"))
QUESTION = f"Which is wrong: {', '.join(SHAPED)} or postgresql://shop:{PASSWORD}@db.example/shop?"
NEXT = f"And password: {PASSWORD} with {SHAPED[0]}?"

FOUND = "1 password in a URL, 1 AWS key, 1 GitHub token and 1 Anthropic key"
FOUND_NEXT = "1 AWS key and 1 password"
MASKED = "Hidden before any model read it"
STILL = "Your message still shows what was masked"


@pytest.fixture
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'council.db'}"
    return await fresh_database(request.getfixturevalue("postgres"))


def leaks(models: ModelServer, log: Path, posts: str) -> dict[str, list[str]]:
    """Return the secrets found in the models' requests, the log, our posts, and the bytes of the database."""
    secrets = (*SHAPED, PASSWORD)
    asked = json.dumps([call.body for call in models.journal.calls])
    assert "[Anthropic key masked]" in asked, "the models were asked something else"
    texts = {"models": asked, "log": log.read_text(errors="replace"), "posts": posts}
    found = {name: [one for one in secrets if one in "".join(text.split())] for name, text in texts.items()}
    found["database"] = sorted(found_in_bytes(log.parent, secrets))
    return {name: there for name, there in found.items() if there}


WHERE = "SELECT current_setting('data_directory'), oid FROM pg_database WHERE datname = current_database()"


async def found_in_server(url: str, words: Iterable[str]) -> set[str]:
    """Return the words that occur in the database's files, or in the server's log of its writes."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute("CHECKPOINT")
        row = await (await connection.execute(WHERE)).fetchone()
    assert row is not None
    folders = [Path(row[0]) / "base" / str(row[1]), Path(row[0]) / "pg_wal"]

    def look() -> set[str]:
        contents = (read(file) for folder in folders for file in folder.rglob("*"))
        return {word for content in contents for word in words if word.encode() in content}

    return await asyncio.to_thread(look)


def read(file: Path) -> bytes:
    """Return a file's content; empty if the file is gone, because a server removes its own files at any time."""
    try:
        return file.read_bytes() if file.is_file() else b""
    except FileNotFoundError:
        return b""


def flat(text: str) -> str:
    """Return the text without line ends."""
    return " ".join(text.split())


def told_alone(slack: LocalSlack) -> list[str]:
    """Return the private messages to Alice, without those that ask for patience on a busy machine."""
    said = [flat(slack.words(each)) for each in slack.ephemerals("alice")]
    return [words for words in said if ENGLISH.slack.command_late not in words]


@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
async def test_in_slack_a_secret_goes_no_further_than_the_message_that_holds_it(
    database: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_VOTE_MINUTES="0", COUNCIL_REDACT="yes", DATABASE_URL=database,
    )  # fmt: skip
    alice = slack.person("alice")

    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected()
        await alice.command("C1", "/council", QUESTION)
        await slack.message_with("Ranking and names", channel="C1")
        card = slack.messages("C1")[0]
        told_by_command = told_alone(slack)
        await alice.mention("C1", NEXT, thread_ts=card.ts)
        await slack.wait_for(lambda: told_alone(slack))
        await slack.wait_for(
            lambda: sum("Ranking and names" in slack.words(one) for one in slack.thread("C1", card.ts)) == 2,
        )
        posts = "\n".join(
            slack.words(one) + one.text
            for one in (*slack.messages("C1"), *slack.thread("C1", card.ts), *slack.ephemerals("alice"))
            if one.user != alice.id
        )
        while_it_runs = leaks(models, bot.log, posts)
        await bot.stop()

    assert while_it_runs == {}
    assert leaks(models, bot.log, posts) == {}
    if not database.startswith("sqlite"):
        sought = (*SHAPED, PASSWORD, "[Anthropic key masked]")
        assert await found_in_server(database, sought) == {"[Anthropic key masked]"}
    assert told_by_command == [], "what is typed as a command stands in no message"
    assert f"{MASKED}: {FOUND}." in flat(posts)
    assert f"{MASKED}: {FOUND_NEXT}." in flat(posts)
    assert f"{STILL}: {FOUND_NEXT}." in told_alone(slack)[0]


async def test_on_discord_a_secret_goes_no_further_than_the_message_that_holds_it(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord() as discord:
        variables = environment(
            models, tmp_path, DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url,
            DISCORD_GATEWAY_URL=discord.gateway_url, COUNCIL_VOTE_MINUTES="0", COUNCIL_REDACT="yes",
        )  # fmt: skip
        channel, alice = discord.channel("council"), discord.person("alice")

        async with bot_process(variables, tmp_path) as bot:
            await discord.ready(60)
            asked = await alice.slash("council ask", {"question": QUESTION}, channel)
            thread = await discord.wait_for_thread(await asked.reply(timeout=PATIENCE))
            await discord.wait_for_message(channel, f"{MASKED}: {FOUND}.")
            await discord.wait_for_message(thread, "Ranking and names")
            await alice.say(thread, NEXT, mentions_bot=True)
            await discord.wait_for_message(thread, f"{STILL}: {FOUND_NEXT}.")
            await discord.wait_for(
                lambda: sum("Ranking and names" in one.text for one in discord.messages(thread)) == 2,
            )
            ours = [one for place in (channel, thread) for one in discord.messages(place)]
            posts = "\n".join([*(one.text for one in ours if one.author is discord.bot), thread.name])
            while_it_runs = leaks(models, bot.log, posts)
            await bot.stop()

        discord.assert_no_complaints()
    assert while_it_runs == {}
    assert leaks(models, bot.log, posts) == {}


async def test_in_the_terminal_a_secret_goes_no_further_than_the_line_that_was_typed(
    models: ModelServer, tmp_path: Path
) -> None:
    variables = environment(models, tmp_path, COUNCIL_VOTE_MINUTES="0", COUNCIL_REDACT="yes")
    command = ("bot", "ask", QUESTION)

    async with bot_process(variables, tmp_path, command=command) as asked:
        assert await asked.ended() == 0

    said = flat(asked.log.read_text())
    assert "Ranking and names" in said
    assert f"{MASKED}: {FOUND}." in said
    assert leaks(models, asked.log, said) == {}
