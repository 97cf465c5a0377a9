"""Tests of a digest in a channel of Slack and of Discord: posted once at its tick, deleted with a run that it
mentions."""

import asyncio
from datetime import UTC, datetime, timedelta

from bot.app.open_parts import open_schedules
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import told
from tests.testbed.slack import LocalSlack

QUESTION = "Should we move the build to the quokka farm?"
TITLE = "1 question to the council"


async def ticked(served: Serving, platform: str) -> None:
    """Let the channel's digest come due, after all questions."""
    async with open_schedules(served.app.settings) as schedules:
        (digest,) = await schedules.kept(None)
        due = datetime.now(UTC) + timedelta(seconds=0.2)
        await schedules.change(digest.id, "active", due)
        while not await schedules.due(datetime.now(UTC), platforms=[platform]):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await asyncio.gather(*(served.app.ask_due([platform]) for _ in range(3)))


async def test_on_slack_a_digest_is_posted_once_and_goes_with_its_question(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    await slack.person("alice").command("C1", "/council", "digest daily 9:00 UTC")
    await told(slack, "alice", "This channel gets a digest every day")
    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    await slack_demo.app.engine.finished(run.id)

    await ticked(slack_demo, "slack")
    posted = await slack.message_with(TITLE, channel="C1")
    digests = [
        each
        for each in slack.workspace.posts
        if TITLE in slack.words(each) and each.ephemeral_to is None and not each.deleted
    ]
    assert [each.ts for each in digests] == [posted.ts]
    assert "quokka" in slack.words(posted)
    await slack.person("alice").command("C1", "/council", f"forget {run.id}")
    await told(slack, "alice", "Delete")
    await slack_demo.app.retention.delete(run.id, from_chat=True)
    await slack_demo.app.retention.finish_deletions()

    await slack.wait_for(lambda: "quokka" not in slack.words(posted))


async def test_on_discord_a_digest_is_posted_once(discord_demo: Talk) -> None:
    boss = discord_demo.boss
    set_up = await boss.slash("council digest", {"often": "weekly", "when": "9:00 UTC"}, discord_demo.channel)
    assert "every Monday" in (await set_up.private_reply(30)).text
    await discord_demo.ask(QUESTION)
    await discord_demo.runs()

    await ticked(discord_demo.served, "discord")

    def posted() -> list[str]:
        here = discord_demo.discord.messages(discord_demo.channel)
        return [one.text for one in here if TITLE in one.text]

    await discord_demo.discord.wait_for(posted, timeout=30, what="the digest")
    assert len(posted()) == 1
    assert "quokka" in posted()[0]
