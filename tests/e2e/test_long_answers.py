"""Tests that an answer which is too long is posted whole as a file, without its author."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import ModelServer, Says
from tests.testbed.slack import LocalSlack

SENTENCE = "The importer is slow because it reads each row by itself. "
LONG = SENTENCE * 4_000 + "As Claude, made by Anthropic, I would batch them. The end."
SAID = f"This answer has {len(LONG):,} characters, too many to read: Council took the first 200,000."


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord() as server:
        yield server
        server.assert_no_complaints()


async def test_in_slack_the_whole_of_a_long_answer_is_a_file_in_the_thread(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.always("claude-sonnet-5-5", Says(text=LONG))
    async with in_slack("socket", models, slack, tmp_path):
        await slack.person("alice").command("C1", "/council", "Why is the importer slow?")
        await slack.message_with("# Verdict", channel="C1")
        card = await slack.message_with("Why is the importer slow?", channel="C1")

        posts = slack.thread("C1", card.ts)

    said = "\n".join(slack.words(post) for post in posts)
    (content,) = [file.content.decode() for post in posts for file in post.files]
    assert SAID in said
    assert "token limit" not in said
    check(content)


async def test_on_discord_the_whole_of_a_long_answer_is_a_file_in_the_thread(
    discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> None:
    models.always("claude-sonnet-5-5", Says(text=LONG))
    async with in_discord(models, discord_server, tmp_path) as talk:
        await talk.ask("Why is the importer slow?")
        await discord_server.wait_for(
            lambda: any("# Verdict" in post.text for post in discord_server.messages(talk.thread)),
            what="the verdict",
        )

        posts = discord_server.messages(talk.thread)

    said = "\n".join(post.text for post in posts)
    (content,) = [file.text for post in posts for file in post.files.values()]
    assert SAID in said
    assert "token limit" not in said
    check(content)


def check(content: str) -> None:
    """Fail unless the content is whole and does not reveal its author."""
    assert content.count(SENTENCE.strip()) == 4_000
    assert content.endswith("The end.")
    assert "Claude" not in content
    assert "Anthropic" not in content
