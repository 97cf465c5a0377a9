"""Tests of templates in the form for a question, on Slack and Discord, from the choice to the run that stores its
values."""

from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import press, window
from tests.golden_files import assert_golden
from tests.testbed.discord import Permission
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


NOTES = {
    "own_name": "release-notes",
    "own_about": "Release notes: what changed",
    "own_instructions": "Write them\nfor {{readers}}.",
    "own_fields": "audience*: Who reads it",
}
WRONG = "Line 2: {{readers}} names no field. Write {{audience}}"


async def test_slack_tells_of_an_unknown_placeholder_at_its_field_and_keeps_the_template(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    slack.user("alice").is_admin = True
    alice = slack.person("alice")
    await alice.command("C1", "/council", "templates")
    listed = await window(slack, "alice", "Templates")
    await press(slack, "alice", "New template", listed)
    await slack.wait_for(lambda: alice.view is not listed and "own_name" in str(alice.view.payload))
    opened = alice.view

    await alice.submit(opened, NOTES)
    assert opened.errors.keys() == {"own_instructions"}
    assert opened.errors["own_instructions"].startswith(WRONG)
    await alice.submit(opened, {**NOTES, "own_instructions": "Write them for {{audience}}."})

    await slack.wait_for(lambda: not opened.open or alice.view is not opened)
    await alice.command("C1", "/council", "template:release-notes audience=admins Announce the queue")
    await slack.message_with("Announce the queue", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    assert "Write them for admins." in (run.settings.instructions or "")


async def test_discord_tells_of_an_unknown_placeholder_and_gives_the_form_back_as_it_was(
    discord_demo: Talk,
) -> None:
    boss = discord_demo.discord.person("admin", permissions=Permission.MANAGE_GUILD | Permission.VIEW_CHANNEL)
    listed = await (await boss.slash("council templates", {}, discord_demo.channel)).private_reply(30)
    opened = await discord_demo.opened(boss, listed, "New template")

    sent = await boss.submit_modal(opened, NOTES)
    await sent.acknowledged(30)

    def shown() -> str:
        return listed.text.replace("\\", "")

    await discord_demo.discord.wait_for(lambda: WRONG in shown(), what="the mistake")
    again = await discord_demo.opened(boss, listed, "Open the form again")

    assert "audience*: Who reads it" in str(again.modal)
    await boss.submit_modal(again, {"own_instructions": "Write them for {{audience}}."})
    await discord_demo.discord.wait_for(
        lambda: "release-notes" in shown() and WRONG not in shown(), what="the template"
    )
