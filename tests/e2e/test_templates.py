"""Tests of templates in the form for a question, on Slack and Discord, from the choice to the run that stores its
values."""

from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import press, window
from tests.golden_files import assert_golden
from tests.testbed.slack import LocalSlack

QUESTION = "Announce the new queue"


async def test_slacks_form_shows_the_fields_of_the_chosen_template(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    alice = slack.person("alice")
    await alice.command("C1", "/council")
    opened = await window(slack, "alice", "Ask the council")

    await press(slack, "alice", "How to ask well", opened)
    await slack.wait_for(lambda: "Name the options" in slack.draw(alice.view))
    await alice.choose(alice.view, "reload", "writer", {"question": QUESTION})
    await slack.wait_for(lambda: "Who reads it" in str(alice.view.payload["blocks"]))
    assert_golden("templates/slack-form.txt", slack.draw(alice.view))
    await alice.submit(alice.view, {"template_writer.reader": "our users", "template_writer.words": "few"})
    assert alice.view.errors == {"template_writer.words": "Type a number, such as 200."}
    await alice.submit(alice.view, {"template_writer.reader": "our users"})

    await slack.message_with(QUESTION, channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    assert run.question.text == QUESTION
    assert "Reader: our users. Tone: plain. Length: about 200 words." in (run.settings.instructions or "")


async def test_discord_asks_for_the_fields_in_a_second_form(discord_demo: Talk) -> None:
    alice = discord_demo.alice
    opened = await alice.slash("council ask", {}, discord_demo.channel)
    await opened.opened_modal()
    sent = await alice.submit_modal(opened, {"question": QUESTION, "template": "writer"})
    asks = await sent.private_reply(30)
    assert_golden("templates/discord-fields.txt", asks.text)

    second = await discord_demo.opened(alice, asks, "Fill in")
    wrong = await alice.submit_modal(
        second, {"template_writer.reader": "our users", "template_writer.words": "few"}
    )
    await wrong.acknowledged(30)
    again = await discord_demo.opened(alice, asks, "Open the form again")
    done = await alice.submit_modal(again, {"template_writer.words": "90"})
    await done.acknowledged(30)

    (run,) = await discord_demo.runs()
    assert run.question.text == QUESTION
    assert "Reader: our users. Tone: plain. Length: about 90 words." in (run.settings.instructions or "")
