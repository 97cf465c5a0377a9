"""Tests of deleting a question: from the chat, the store, the engine and the bytes of the file."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from council_core.domain.question import RunId
from council_core.errors import RunDeleted
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk, in_discord
from tests.e2e.raw_file import found_in_bytes
from tests.e2e.slack_talk import press, told, verdicts
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import Hangs, ModelServer, Says
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack, Message

QUESTION = "Shall we tell Zanzibar-Ltd about the quokka leak?"
MARKERS = ("quokka", "Zanzibar", "Verdict of the chair", "peregrine")
IN_THE_FILE = (*MARKERS, "zanzibar", "UBOB")
"""Words as they are stored, and as they are stored for searching."""

LONG = "A peregrine answer. " * 1_500


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord() as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def talk(models: ModelServer, discord_server: LocalDiscord, tmp_path: Path) -> AsyncIterator[Talk]:
    """Yield a council with an open vote, on Discord."""
    async with in_discord(models, discord_server, tmp_path) as talk:
        yield talk


def bots(slack: LocalSlack, card: Message) -> list[Message]:
    """Return the bot's messages in the card's thread, the card included."""
    return [post for post in slack.thread("C1", card.ts) if post.bot_id is not None and not post.deleted]


def words(slack: LocalSlack, card: Message) -> str:
    """Return all text in the card's thread, files included."""
    said = [slack.words(post) + post.text for post in bots(slack, card)]
    files = [f"{file.name} {file.content!r}" for post in bots(slack, card) for file in post.files]
    return "\n".join([*said, *files])


async def everything_settled(served: Serving, run_id: RunId) -> None:
    """Wait until the deletion is done, as far as it can be so soon."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await served.app.store.get(run_id)
            except RunDeleted:
                return
            await asyncio.sleep(0.05)


async def test_in_slack_the_person_who_asked_can_have_it_all_deleted(
    slack: LocalSlack, models: ModelServer, over_http: Serving, tmp_path: Path
) -> None:
    models.always("claude-sonnet-5-5", Says(text=LONG))
    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    card = await slack.message_with(QUESTION, channel="C1")
    (run,) = await over_http.app.store.latest(limit=1)
    ballot = await slack.message_with("Which response is best?", channel="C1")
    await press(slack, "bob", "Response A", ballot)
    await told(slack, "bob", "Your vote")
    await press(slack, "alice", "End the vote and reveal", ballot)
    await slack.message_with("Ranking and names", channel="C1")
    await over_http.app.engine.finished(run.id)
    people = slack.person("bob").say("C1", "I remember this.", thread_ts=card.ts)
    before = words(slack, card)
    kept_before = found_in_bytes(tmp_path, IN_THE_FILE)

    await slack.person("bob").command("C1", "/council", f"forget {run.id}")
    await told(slack, "bob", "Only alice, or those who manage this channel, may delete")
    await slack.person("alice").command("C1", "/council", f"forget {run.id}")
    question = await told(slack, "alice", "Delete this question?")
    await press(slack, "alice", "Delete permanently", question)
    await told(slack, "alice", "is deleted")
    await slack.wait_for(
        lambda: all("Deleted by request" in slack.words(post) for post in bots(slack, card) if post.text),
    )
    await slack.wait_for(lambda: not any(post.files for post in bots(slack, card)))

    assert all(marker in before for marker in MARKERS)
    assert kept_before == set(IN_THE_FILE)
    assert [marker for marker in MARKERS if marker in words(slack, card)] == []
    assert not people.deleted
    await over_http.app.retention.finish_deletions()
    assert found_in_bytes(tmp_path, IN_THE_FILE) == set()

    await slack.person("alice").command("C1", "/council", f"show {run.id}")
    await told(slack, "alice", "was deleted on")
    slack.add_channel("C2", name="elsewhere")
    await slack.person("alice").command("C2", "/council", f"show {run.id}")
    await told(slack, "alice", "There is no run")
    await slack.person("alice").command("C1", "/council", "stats")
    await told(slack, "alice", "There are no ranked runs")


async def test_in_slack_a_question_under_way_is_stopped_and_deleted(
    slack: LocalSlack, models: ModelServer, over_http: Serving, tmp_path: Path
) -> None:
    models.always("gpt-6.1-sol", Hangs())
    await slack.person("alice").command("C1", "/council", QUESTION)
    card = await slack.message_with("quokka", channel="C1")
    (run,) = await over_http.app.store.latest(limit=1)

    await slack.person("alice").command("C1", "/council", f"forget {run.id}")
    await press(slack, "alice", "Delete permanently", await told(slack, "alice", "is stopped first"))
    await told(slack, "alice", "is deleted")
    await slack.wait_for(lambda: "Deleted by request" in slack.words(card))
    await everything_settled(over_http, run.id)

    assert "quokka" not in words(slack, card)
    assert await verdicts(slack, 0) == []
    await over_http.app.retention.finish_deletions()
    assert found_in_bytes(tmp_path, IN_THE_FILE) == set()


async def test_on_discord_the_posts_the_files_and_the_name_of_the_thread_go(
    talk: Talk, models: ModelServer, tmp_path: Path
) -> None:
    models.always("claude-sonnet-5-5", Says(text=LONG))
    card = await talk.ask(QUESTION)
    ballot = await talk.posted("Which response is best?")
    await talk.posted("# Verdict")
    await talk.reveal(ballot)
    (run,) = await talk.runs()
    boss = talk.boss

    def standing() -> str:
        posts = [card, *talk.discord.messages(talk.thread)]
        return "\n".join(f"{one.text} {[file.upload.name for file in one.attachments]}" for one in posts)

    before = standing()
    refused = await (
        await talk.discord.person("bob").slash("council forget", {"run": run.id}, talk.channel)
    ).private_reply(30)
    asked_back = await (await boss.slash("council forget", {"run": run.id}, talk.channel)).private_reply(30)
    await talk.press(boss, asked_back, "Delete permanently")
    await talk.discord.wait_for(lambda: "is deleted" in asked_back.text)
    await talk.discord.wait_for(lambda: "quokka" not in talk.thread.name)

    assert "Only" in refused.text
    assert "quokka" in before
    assert ".md" in before
    assert [marker for marker in (*MARKERS, ".md") if marker in standing()] == []
    assert talk.thread.name == "Deleted by request"
    await talk.served.app.retention.finish_deletions()
    assert found_in_bytes(tmp_path, IN_THE_FILE) == set()
