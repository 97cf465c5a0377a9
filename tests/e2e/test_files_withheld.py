"""Tests of files and discussions that Slack or Discord withholds: the card says why, and who asks is told once what to
do."""

from pathlib import Path

import pytest

from tests.e2e.conftest import in_slack
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import in_discord
from tests.e2e.test_files import CONTRACT, QUESTION, asked, said_with
from tests.testbed.discord import LocalDiscord, Permission, Upload
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack, SlackError


@pytest.mark.parametrize(
    ("refusal", "told", "remedy"),
    [
        (
            SlackError(
                "missing_scope",
                needed="channels:history,groups:history,mpim:history,im:history",
                provided="chat:write,groups:history,mpim:history,im:history",
            ),
            "its Slack app lacks a scope (channels:history)",
            "reinstall the app",
        ),
        (SlackError("not_in_channel"), "may not read what was said there", "/invite @Council"),
    ],
    ids=["missing_scope", "not_in_channel"],
)
async def test_a_discussion_that_slack_hides_is_told_of_once_and_privately_and_the_run_goes_on(
    slack: LocalSlack,
    over_http: Serving,
    models: ModelServer,
    refusal: SlackError,
    told: str,
    remedy: str,
) -> None:
    alice = slack.person("alice")
    slack.fail("conversations.replies", refusal, times=9)
    roots = [alice.say("C1", "The landlord wants us out."), alice.say("C1", "The rent is due.")]

    for number, root in enumerate(roots, 1):
        await alice.mention("C1", QUESTION, thread_ts=root.ts)
        await slack.wait_for(lambda done=number: len(said_with(slack, "# Verdict")) == done)

    private = [" ".join(slack.words(one).split()) for one in slack.ephemerals("alice")]
    notices = [words for words in private if told in words]
    cards = said_with(slack, "was not read")
    assert len(asked(models)) == 18
    assert not any("landlord" in prompt for prompt in asked(models))
    assert len(notices) == 1
    assert "Until that is fixed" in notices[0]
    assert len(cards) == 2
    for words in (*notices, *cards):
        assert told in words
        assert remedy in words
        assert "may not write" not in words


async def test_files_that_slack_hides_are_told_of_once_and_privately_although_council_restarts(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    alice = slack.person("alice")
    slack.fail("files.info", SlackError("missing_scope", needed="files:read", provided="chat:write"), times=9)
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")

    for number in (1, 2):
        async with in_slack("http", models, slack, tmp_path):
            await alice.mention("C1", QUESTION, files=[file])
            await slack.wait_for(lambda done=number: len(said_with(slack, "# Verdict")) == done)

    private = [" ".join(slack.words(one).split()) for one in slack.ephemerals("alice")]
    cards = said_with(slack, "was not read")
    (notice,) = [words for words in private if "files:read" in words]
    assert "could not read the files of your question" in notice
    assert "copy the passages that matter into the question" in notice
    assert len(asked(models)) == 18
    assert len(cards) == 2
    for words in (notice, *cards):
        assert "OAuth & Permissions" in words.replace("&amp;", "&")


async def test_a_file_of_slack_that_lies_elsewhere_is_named_with_the_reason(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    file = slack.add_file("plan.gdoc", b"", mimetype="application/vnd.google-apps.document")
    file.elsewhere = "https://docs.google.com/document/d/1"

    await slack.person("alice").mention("C1", QUESTION, files=[file])
    card = await slack.message_with("was not read", channel="C1")
    await slack.message_with("# Verdict", channel="C1")

    assert "This file is not kept in Slack itself" in slack.words(card)
    assert len(asked(models)) == 9


async def test_a_file_of_slack_connect_that_is_not_handed_out_is_named_with_the_reason(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")
    file.foreign = True
    slack.fail("files.info", SlackError("access_denied"), times=9)

    await slack.person("alice").mention("C1", QUESTION, files=[file])
    card = await slack.message_with("was not read", channel="C1")
    await slack.message_with("# Verdict", channel="C1")

    assert "does not hand this file out to Council" in slack.words(card)
    assert len(asked(models)) == 9


async def test_where_discord_hides_messages_the_asker_is_told_once_and_each_card_says_it(
    models: ModelServer, tmp_path: Path
) -> None:
    async with (
        LocalDiscord(message_content=False) as server,
        in_discord(models, server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk,
    ):
        bob = server.person("bob")
        for number, asker in enumerate((talk.alice, bob), start=1):
            first = await bob.say(talk.channel, "The landlord wants us out by May.")
            await asker.say(talk.channel, QUESTION, mentions_bot=True, reply_to=first)
            await talk.runs(number)
        cards = [one.text for one in server.messages(talk.channel) if "Asked by" in one.text]
        told = [one.text for person in (talk.alice, bob) for one in server.messages(server.dm(person))]
        server.assert_no_complaints()

    assert len(asked(models)) == 18
    assert not any("landlord" in prompt for prompt in asked(models))
    assert [card.count("This thread** was not read: Discord hides") for card in cards] == [1, 1]
    (notice,) = told
    assert "switch on Message Content Intent" in notice
    assert "copy what matters into the question" in notice


async def test_a_file_that_discord_hides_is_told_of_once_and_privately_although_council_restarts(
    models: ModelServer, tmp_path: Path
) -> None:
    async with LocalDiscord() as server:
        for number in (1, 2):
            async with in_discord(models, server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk:
                server.deny(talk.channel, Permission.READ_MESSAGE_HISTORY)
                file = Upload(name="contract.pdf", content=CONTRACT)
                await talk.alice.say(talk.channel, QUESTION, mentions_bot=True, files=[file])
                await talk.runs(number)
        cards = [one.text for one in server.messages(talk.channel) if "Asked by" in one.text]
        told = [one.text for one in server.messages(server.dm(talk.alice))]

    assert len(asked(models)) == 18
    assert ["Read Message History" in card for card in cards] == [True, True]
    (notice,) = told
    assert "could not read the files of your question" in notice
    assert "Read Message History" in notice


async def test_a_post_of_a_forum_that_discord_hides_is_told_of(models: ModelServer, tmp_path: Path) -> None:
    async with (
        LocalDiscord() as server,
        in_discord(models, server, tmp_path, COUNCIL_VOTE_MINUTES="0") as talk,
    ):
        post = server.forum_post("Out by May", talk.alice, "The landlord wants us out by May.")
        server.deny(server.channel("ideas"), Permission.READ_MESSAGE_HISTORY)
        await talk.alice.say(post, QUESTION, mentions_bot=True)
        await talk.runs()
        (notice,) = [one.text for one in server.messages(server.dm(talk.alice))]

    assert "did not read what was said before your question" in notice
    assert "Read Message History" in notice
    assert not any("landlord" in prompt for prompt in asked(models))
