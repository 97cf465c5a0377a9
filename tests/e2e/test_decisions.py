"""Tests of a decision on Slack and on Discord: recorded, listed, searched, given out, and reminded of exactly once over
several processes, a restart, and a run that cannot be read."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.conftest import DEMO, in_slack
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk, in_discord, offered
from tests.e2e.slack_talk import asked, press, told, window
from tests.e2e.test_unreadable_run import spoil
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.discord import Message as DiscordMessage
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.slack import File, LocalSlack, Message

QUESTION = "Should we move the build to the quokka farm?"
DECIDED = "We stay where we are."
REMINDER = "You wanted to look at this decision again"


@asynccontextmanager
async def a_worker(served: Serving, folder: Path) -> AsyncGenerator[BotProcess]:
    """Run a second process beside this one, on the same database; it looks for due reminders by itself."""
    (home := folder / "worker").mkdir()
    variables = served.app.settings.environment
    async with bot_process(variables, home, command=("bot", "serve", "--role", "worker")) as worker:
        await worker.says("this process works as")
        yield worker


async def time_moves_on(served: Serving) -> None:
    """Let the day come on which each decision is looked at again."""
    today = datetime.now(UTC) - timedelta(minutes=10)
    for each in await served.app.decisions.latest(None, limit=9):
        await served.app.decisions.record(replace(each.decision, look_again=today))


async def remind(platform: str, served: Serving) -> None:
    """Look for due reminders again and again, several times at once."""
    for _ in range(2):
        await asyncio.gather(*(served.app.handlers.ask_due([platform]) for _ in range(3)))


async def recorded_in(slack: LocalSlack, served: Serving) -> None:
    """Let Alice record a decision on a question with a day to look at it again."""
    await asked(slack, QUESTION)
    (run,) = await served.app.store.latest(limit=9)
    await served.app.engine.finished(run.id)
    await press(slack, "alice", "Record decision", await slack.message_with(QUESTION, channel="C1"))
    form = await window(slack, "alice", "Record decision")
    await slack.person("alice").submit(form, {"decision": DECIDED, "look_again": "2099-03-01"})
    await told(slack, "alice", "The decision is recorded.")


def reminders_in(slack: LocalSlack) -> list[Message]:
    return [each for each in slack.workspace.posts if REMINDER in slack.words(each) and not each.deleted]


async def test_on_slack_a_decision_is_found_and_given_out_and_its_thread_reminded_once(
    slack: LocalSlack, models: ModelServer, postgres: str, tmp_path: Path
) -> None:
    changes = {**DEMO, "DATABASE_URL": await fresh_database(postgres)}
    async with in_slack("http", models, slack, tmp_path, **changes) as served:
        await recorded_in(slack, served)
        card = await slack.message_with(QUESTION, channel="C1")
        for words in ("decisions", "decisions quokka stay"):
            await slack.person("alice").command("C1", "/council", words)
            assert DECIDED in slack.draw(await window(slack, "alice", "Decisions"))
        await slack.person("alice").command("C1", "/council", "decisions emacs")
        await told(slack, "alice", "No decision here has all of “emacs” in it.")
        await remind("slack", served)
        assert reminders_in(slack) == []

        async with a_worker(served, tmp_path):
            await time_moves_on(served)
            await remind("slack", served)
            reminder = await slack.message_with(REMINDER, channel="C1")
        await press(slack, "alice", "Get as a file", reminder)
        await slack.wait_for(lambda: records_in(slack))
        (file,) = records_in(slack)

    async with in_slack("http", models, slack, tmp_path, **changes) as served:
        await remind("slack", served)
    assert [each.thread_ts for each in reminders_in(slack)] == [card.ts]
    assert "@alice" in slack.words(reminder).lower()
    assert [line for line in file.content.decode().splitlines() if DECIDED in line]


def records_in(slack: LocalSlack) -> list[File]:
    """Return the architecture decision records that the bot gave out."""
    return [file for post in slack.workspace.posts for file in post.files if file.name.startswith("adr-")]


async def test_on_slack_a_run_that_cannot_be_read_loses_no_reminder(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    async with in_slack("http", models, slack, tmp_path, **DEMO) as served:
        await recorded_in(slack, served)
    spoil(tmp_path / "council.db", "runs.question")

    async with in_slack("http", models, slack, tmp_path, **DEMO) as served:
        await time_moves_on(served)
        await remind("slack", served)
        await slack.message_with(REMINDER, channel="C1")
    async with in_slack("http", models, slack, tmp_path, **DEMO) as served:
        await remind("slack", served)

    assert [(each.channel, each.thread_ts) for each in reminders_in(slack)] == [("C1", None)]


async def recorded_on(talk: Talk) -> None:
    """Let Alice record a decision on a question with a day to look at it again."""
    card = await talk.ask(QUESTION)
    await talk.runs()
    await talk.discord.wait_for(lambda: "Record decision" in offered(card), what="the menu")
    form = await talk.opened(talk.alice, card, "Record decision")
    kept = await talk.alice.submit_modal(form, {"decision": DECIDED, "look_again": "2099-03-01"})
    assert "The decision is recorded." in (await kept.private_reply(30)).text


def reminders_on(discord: LocalDiscord) -> list[DiscordMessage]:
    """Return the reminders in the channel and in its threads."""
    places = [discord.channel("council"), *discord.threads()]
    return [each for place in places for each in discord.messages(place) if REMINDER in each.text]


async def test_on_discord_a_decision_is_found_and_given_out_and_its_thread_reminded_once(
    models: ModelServer, postgres: str, tmp_path: Path
) -> None:
    changes = {**DEMO, "DATABASE_URL": await fresh_database(postgres)}
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        async with in_discord(models, server, tmp_path, **changes) as talk:
            await recorded_on(talk)
            for words in ({}, {"words": "quokka stay"}):
                listed = await talk.alice.slash("council decisions", words, talk.channel)
                assert DECIDED in (await listed.private_reply(30)).text
            listed = await talk.alice.slash("council decisions", {"words": "emacs"}, talk.channel)
            assert "No decision here has all of" in (await listed.private_reply(30)).text
            await remind("discord", talk.served)
            assert reminders_on(server) == []

            async with a_worker(talk.served, tmp_path):
                await time_moves_on(talk.served)
                await remind("discord", talk.served)
                reminder = await talk.posted(REMINDER)
            given = await talk.press(talk.alice, reminder, "Get as a file")
            (file,) = [each.upload for each in given.attachments]

        async with in_discord(models, server, tmp_path, **changes) as talk:
            await remind("discord", talk.served)
        assert [each.channel for each in reminders_on(server)] == [talk.thread]
        server.assert_no_complaints()
    assert file.name.startswith("adr-")
    assert DECIDED in file.content.decode()


async def test_on_discord_a_run_that_cannot_be_read_loses_no_reminder(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        async with in_discord(models, server, tmp_path, **DEMO) as talk:
            await recorded_on(talk)
        spoil(tmp_path / "council.db", "runs.question")

        async with in_discord(models, server, tmp_path, **DEMO) as talk:
            await time_moves_on(talk.served)
            await remind("discord", talk.served)
            await server.wait_for(lambda: reminders_on(server), what="the reminder")
        async with in_discord(models, server, tmp_path, **DEMO) as talk:
            await remind("discord", talk.served)
        assert [each.channel for each in reminders_on(server)] == [server.channel("council")]
        server.assert_no_complaints()
