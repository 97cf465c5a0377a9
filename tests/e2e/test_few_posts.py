"""Tests of the posts in a thread of four models that disagree while nobody votes, on both platforms."""

from pathlib import Path

import pytest

from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.e2e.test_disagreement import KEEPS, MODELS, answers
from tests.e2e.test_same_story import NEXT, QUESTION, OnDiscord, OnSlack
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer, Says
from tests.testbed.slack import LocalSlack, Message

REMINDS = {"COUNCIL_VOTE_MINUTES": "0.3", "COUNCIL_VOTE_REMINDER": "yes", "COUNCIL_WHO_REVEALS": "nobody"}
DISSENTS = Says(text="KEEP\nREASON: Two were not whole.\nPOSITION: 41")


async def ended(chat: OnSlack | OnDiscord, runs: int) -> list[str]:
    """Return the first lines of the card and of all posts below it, once this many runs have ended."""
    await chat.shown("Ranking and names", times=runs)
    (newest,) = await chat.served.app.store.latest(limit=1)
    await chat.served.app.engine.finished(newest.id)
    return chat.headlines()


def disagree(models: ModelServer) -> None:
    """Let the models disagree in two questions."""
    for model in MODELS[:3]:
        models.script(model, answers(42), KEEPS)
    models.script(MODELS[3], answers(41), DISSENTS)


def reminds(post: Message) -> bool:
    """Tell whether a post said that nobody had voted."""
    return any("Nobody has voted yet" in text for text, _ in post.versions)


@pytest.mark.parametrize("platform", ["slack", "discord"])
async def test_a_split_and_a_reminder_add_no_post(
    platform: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    disagree(models)
    if platform == "slack":
        async with in_slack("socket", models, slack, tmp_path, **REMINDS) as served:
            await plays(OnSlack(slack, served), models)
            reminders = [post for post in slack.workspace.posts if reminds(post)]
            assert len(reminders) == 2, "one for each question"
        return
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        async with in_discord(models, discord, tmp_path, **REMINDS) as talk:
            await plays(OnDiscord(discord, talk.served), models)
        discord.assert_no_complaints()


async def plays(chat: OnSlack | OnDiscord, models: ModelServer) -> None:
    """Ask a question and a follow-up, and count what stands in the thread in the end."""
    await chat.ask("alice", QUESTION)
    first = await ended(chat, 1)
    assert len(first) == 1 + 4 + 2, f"the card, four responses, the verdict and the board: {first}"
    assert first[-2:] == ["Verdict", "Ranking and names"]

    disagree(models)
    await chat.follow_up("alice", NEXT)
    both = await ended(chat, 2)
    assert len(both) == len(first) + 4 + 1, f"four responses and one post: {both}"
