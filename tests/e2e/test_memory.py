"""Tests of a team's records of a question, on Slack and on Discord: its decision, its schedule, its board."""

from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk, offered
from tests.e2e.slack_talk import press, told, window
from tests.e2e.test_digests import ticked
from tests.testbed.slack import LocalSlack

QUESTION = "Should we move the build to the quokka farm?"
REPEATED = "What broke last week?"
SCHEDULE = f"every monday 9:00 Europe/Berlin {REPEATED}"


async def asked_by(served: Serving) -> list[str]:
    """Return the questions that were asked, the newest first."""
    return [run.question.text for run in await served.app.store.latest(limit=9)]


async def test_on_slack_a_decision_is_recorded_a_schedule_made_and_a_board_answered(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    alice = slack.person("alice")
    await alice.command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    await slack_demo.app.engine.finished(run.id)

    card = await slack.message_with(QUESTION, channel="C1")
    await press(slack, "alice", "Record decision", card)
    form = await window(slack, "alice", "Record decision")
    await alice.submit(form, {"decision": "We stay where we are.", "look_again": "2020-01-01"})
    assert form.errors == {"look_again": "That day has passed. Choose a later one."}
    await alice.submit(form, {"decision": "We stay where we are.", "look_again": "2099-03-01"})
    await alice.command("C1", "/council", "decisions quokka")
    listed = await window(slack, "alice", "Decisions")
    assert "We stay where we are." in slack.draw(listed)

    await alice.command("C1", "/council", SCHEDULE)
    assert "every Monday at 9:00" in slack.words(await told(slack, "alice", "Monday"))
    await ticked(slack_demo, "slack")
    await slack.message_with(REPEATED, channel="C1")
    assert await asked_by(slack_demo) == [REPEATED, QUESTION]
    await alice.command("C1", "/council", "every 31 february 9:00 What broke?")
    refused = slack.words(await told(slack, "alice", "31 february"))
    assert "every 31 february 9:00 What broke?" in refused
    await alice.command("C1", "/council", "board")
    assert await told(slack, "alice", "there is no board")


async def test_on_discord_a_decision_is_recorded_a_schedule_made_and_a_board_answered(
    discord_demo: Talk,
) -> None:
    alice, channel = discord_demo.alice, discord_demo.channel
    card = await discord_demo.ask(QUESTION)
    await discord_demo.runs()

    await discord_demo.discord.wait_for(lambda: "Record decision" in offered(card), what="the menu")
    form = await discord_demo.opened(alice, card, "Record decision")
    past = await alice.submit_modal(form, {"decision": "We stay where we are.", "look_again": "2020-01-01"})
    told = await past.private_reply(30)
    assert "That day has passed. Choose a later one." in told.text
    form = await discord_demo.opened(alice, told, "Open the form again")
    assert "We stay where we are." in str(form.modal)
    kept = await alice.submit_modal(form, {"look_again": "2099-03-01"})
    await kept.acknowledged(30)
    await discord_demo.discord.wait_for(lambda: "The decision is recorded." in told.text, what="the decision")
    listed = await alice.slash("council decisions", {"words": "quokka"}, channel)
    assert "We stay where we are." in (await listed.private_reply(30)).text

    made = await alice.slash(
        "council every", {"when": "monday 9:00 Europe/Berlin", "question": REPEATED}, channel
    )
    assert "Monday" in (await made.private_reply(30)).text
    await ticked(discord_demo.served, "discord")
    await discord_demo.discord.wait_for(
        lambda: [one for one in discord_demo.discord.messages(channel) if REPEATED in one.text],
        timeout=30,
        what="the card of the tick",
    )
    assert await asked_by(discord_demo.served) == [REPEATED, QUESTION]
    refused = await alice.slash(
        "council every", {"when": "31 february 9:00", "question": "What broke?"}, channel
    )
    said = (await refused.private_reply(30)).text
    assert ("31 february" in said, "What broke?" in said) == (True, True)
    board = await alice.slash("council board", {}, channel)
    assert "there is no board" in (await board.private_reply(30)).text
    odd = await alice.slash("council board", {"only": "since:soon"}, channel)
    assert "A board cannot be limited by" in (await odd.private_reply(30)).text
