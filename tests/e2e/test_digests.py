"""Tests of a digest in a channel of Slack and of Discord, in three languages: posted once at its tick, replaced when
a run that it mentions is deleted."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.open_tables import open_schedules
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import told
from tests.golden_files import assert_golden
from tests.testbed.slack import LocalSlack

QUESTION = "Should we move the build to the quokka farm?"
TITLES = {"en": "1 question to the council", "de": "Eine Frage an den Rat", "ko": "위원회에 한 질문 1개"}
LOCALES = {"en": "en-US", "de": "de-DE", "ko": "ko-KR"}
DATE = re.compile(r"<t:\d+:\w>|\d{4}-\d\d-\d\d|\w+ \d+(?:st|nd|rd|th), \d{4}")


def without_dates(words: str) -> str:
    """Return a digest that is the same on every day."""
    return DATE.sub("DATE", words)


async def ticked(served: Serving, platform: str) -> None:
    """Let the only schedule come due, after all questions."""
    async with open_schedules(served.app.settings) as schedules:
        (schedule,) = await schedules.kept(None)
        due = datetime.now(UTC) + timedelta(seconds=0.2)
        await schedules.change(schedule.id, "active", due)
        while not await schedules.due(datetime.now(UTC), platforms=[platform]):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await asyncio.gather(*(served.app.handlers.ask_due([platform]) for _ in range(3)))


@pytest.mark.parametrize("language", sorted(LOCALES))
async def test_on_slack_a_digest_is_posted_once_and_goes_with_its_question(
    slack: LocalSlack, slack_demo: Serving, language: str
) -> None:
    alice = slack.person("alice")
    slack.user("alice").locale = LOCALES[language]
    # A request does not wait for the language of its person; it is known from here on.
    await alice.command("C1", "/council", "help")
    await slack.wait_for(lambda: slack.ephemerals("alice"))
    await alice.command("C1", "/council", "digest daily 9:00 UTC")
    await slack.wait_for(lambda: len(slack.ephemerals("alice")) > 1)
    await alice.command("C1", "/council", QUESTION)
    await slack.message_with("quokka", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    await slack_demo.app.engine.finished(run.id)

    await ticked(slack_demo, "slack")
    posted = await slack.message_with(TITLES[language], channel="C1")
    digests = [
        each
        for each in slack.workspace.posts
        if TITLES[language] in slack.words(each) and each.ephemeral_to is None and not each.deleted
    ]
    assert [each.ts for each in digests] == [posted.ts]
    assert_golden(f"e2e/digest-slack-{language}.txt", without_dates(slack.words(posted)))
    if language == "en":
        await alice.command("C1", "/council", f"forget {run.id}")
        await told(slack, "alice", "Delete")
        await slack_demo.app.retention.delete(run.id, from_chat=True)
        await slack_demo.app.retention.finish_deletions()

        await slack.wait_for(lambda: "quokka" not in slack.words(posted))


@pytest.mark.parametrize("language", sorted(LOCALES))
async def test_on_discord_a_digest_is_posted_once_and_goes_with_its_question(
    discord_demo: Talk, language: str
) -> None:
    boss, channel, served = discord_demo.boss, discord_demo.channel, discord_demo.served
    boss.locale = "en-US" if language == "en" else language
    set_up = await boss.slash("council digest", {"often": "weekly", "when": "9:00 UTC"}, channel)
    assert "9:00" in (await set_up.private_reply(30)).text
    await discord_demo.ask(QUESTION)
    (run,) = await discord_demo.runs()

    await ticked(served, "discord")

    def posted() -> list[str]:
        return [one.text for one in discord_demo.discord.messages(channel) if TITLES[language] in one.text]

    await discord_demo.discord.wait_for(posted, what="the digest")
    assert len(posted()) == 1
    assert_golden(f"e2e/digest-discord-{language}.txt", without_dates(posted()[0]))
    await served.app.retention.delete(run.id, from_chat=True)
    await served.app.retention.finish_deletions()

    await discord_demo.discord.wait_for(lambda: not posted(), what="the note in its place")
