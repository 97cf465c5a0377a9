"""Tests of a run that waits for votes and is resumed by a new process: its messages are complete, none is edited, and
votes before and after the ranking are still distinguished."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.slack_talk import press, told, verdicts, window
from tests.testbed.discord import Channel, LocalDiscord, described
from tests.testbed.gates import Moment
from tests.testbed.models import ModelServer
from tests.testbed.models.journal import Call
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
KEPT = """
SELECT count(*) FROM receipts WHERE drawn IS NOT NULL AND (key LIKE '%/card' OR key LIKE '%/voting')
"""


async def at_rest(folder: Path, posts: int) -> None:
    """Wait until this many cards and votes are stored in their final form."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with closing(sqlite3.connect(folder / "council.db")) as connection:
                if connection.execute(KEPT).fetchone()[0] >= posts:
                    return
            await asyncio.sleep(0.05)


APART = "1 vote before the ranking was seen, 2 after"


async def test_slack_is_sent_no_edit_of_a_vote_that_a_new_process_takes_up_and_votes_are_told_apart(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    may_review = asyncio.Event()

    async def gate(call: Call, _moment: Moment) -> bool:
        if "<<<RESPONSE" in str(call.body):
            await may_review.wait()
        return True

    models.gate = gate
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url,
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        vote = await slack.message_with("Which response is best?", channel="C1")
        await press(slack, "bob", "Response B", vote)
        await slack.wait_for(lambda: "1 vote" in slack.words(vote))
        may_review.set()
        await slack.message_with("# Verdict", channel="C1")
        card = await slack.message_with("Tabs or spaces?", channel="C1")
        await press(slack, "carol", "Response B", vote)
        await slack.wait_for(lambda: "2 votes" in slack.words(vote))
        await slack.wait_for(lambda: "2 votes" in slack.words(card))
        await at_rest(tmp_path, 2)
        before = len(card.versions), len(vote.versions)

        await bot.kill()
        await slack.wait_for(lambda: not slack.socket.open)
        await bot.start()
        await slack.socket.connected()
        # # A whole question takes longer than drawing the resumed runs.
        await slack.person("carol").command("C1", "/council", "Vim or Emacs?")
        await verdicts(slack, 2)

        assert (len(card.versions), len(vote.versions)) == before
        await press(slack, "alice", "Response B", vote)
        await slack.wait_for(lambda: "3 votes" in slack.words(vote))
        assert len(vote.versions) == before[1] + 1

        await press(slack, "alice", "End the vote and reveal", vote)
        await slack.wait_for(lambda: APART in " ".join(slack.words(vote).split()))
        await slack.wait_for(lambda: "# Answered" in slack.words(card))
        await press(slack, "bob", "Export", card)
        await press(slack, "bob", "Markdown", await told(slack, "bob", "Which kind of file"))
        await told(slack, "bob", "This run as files")
        await slack.wait_for(
            lambda: any(APART.encode() in file.content for file in slack.workspace.files.values()),
        )
        await slack.person("bob").command("C1", "/council", "stats")
        shown = slack.draw(await window(slack, "bob", "Statistics"))
        assert APART in " ".join(shown.split())


async def test_discord_is_sent_no_edit_of_a_vote_that_a_new_process_takes_up(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        channel = discord.channel("council")
        variables = environment(
            models, tmp_path, DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
        )  # fmt: skip

        async def ask(question: str, verdicts: int) -> None:
            def concluded() -> bool:
                return discord.transcript(channel).count("[Read the verdict") >= verdicts

            await discord.person("alice").slash("council ask", {"question": question}, channel)
            await discord.wait_for(concluded)

        async with bot_process(variables, tmp_path) as bot:
            await discord.ready(PATIENCE)
            await ask("Tabs or spaces?", 1)
            await at_rest(tmp_path, 2)
            (thread,) = discord.threads()
            standing = edits_of(discord, channel, thread)
            before = standing()

            await bot.kill()
            await bot.start()
            await discord.ready(PATIENCE, identifies=2)
            await ask("Vim or Emacs?", 2)

            assert standing() == before
        discord.assert_no_complaints()


async def test_discord_tells_blind_and_informed_votes_apart_through_a_restart_an_export_and_statistics(
    models: ModelServer, tmp_path: Path
) -> None:
    may_review = models.hold_reviews()
    async with LocalDiscord(message_content=False, openapi=described()) as discord:
        channel, alice, bob = discord.channel("council"), discord.person("alice"), discord.person("bob")
        variables = environment(
            models, tmp_path, DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
        )  # fmt: skip
        async with bot_process(variables, tmp_path) as bot:
            await discord.ready(PATIENCE)
            asked = await alice.slash("council ask", {"question": "Tabs or spaces?"}, channel)
            thread = await discord.wait_for_thread(await asked.reply(PATIENCE))
            vote = await discord.wait_for_message(thread, "Which response is best?")
            await (await bob.click(vote, "Response B")).private_reply(PATIENCE)
            may_review.set()
            await discord.wait_for_message(thread, "Verdict")
            await (await discord.person("carol").click(vote, "Response B")).private_reply(PATIENCE)

            await bot.kill()
            await bot.start()
            await discord.ready(PATIENCE, identifies=2)
            await (await alice.click(vote, "Response B")).private_reply(PATIENCE)
            sure = await (await alice.click(vote, "End the vote and reveal")).private_reply(PATIENCE)
            await (await alice.click(sure, "End the vote and reveal")).acknowledged(PATIENCE)
            await discord.wait_for(lambda: APART in vote.text)

            menu = await (await bob.slash("council export", {}, thread)).private_reply(PATIENCE)
            given = await (await bob.click(menu, "Markdown")).private_answer()
            await discord.wait_for(lambda: given.files)
            assert any(APART.encode() in upload.content for upload in given.files.values())
            stats = await (await bob.slash("council stats", {}, channel)).private_reply(PATIENCE)
            assert APART in stats.text
        discord.assert_no_complaints()


def edits_of(discord: LocalDiscord, *places: Channel) -> Callable[[], int]:
    """Count the edits of the messages that stand in these places now."""
    ours = {one.id for place in places for one in discord.messages(place)}

    def count() -> int:
        return sum(call.id("message_id") in ours for call in discord.calls(*EDIT))

    return count
