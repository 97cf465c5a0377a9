"""Tests that a question of Slack's greatest length is asked whole, and that its card links to all of it."""

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import press, window
from tests.samples import QUESTION
from tests.testbed.slack import LocalSlack

END = "That is all."
LONG = f"{QUESTION.text} {'We have used both for years. ' * 1_340}{END}"


async def test_a_question_of_39_000_characters_is_asked_whole_and_its_card_leads_to_all_of_it(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    def sent() -> list[bytes]:
        direct = next((one for one in slack.workspace.channels.values() if one.kind == "im"), None)
        messages = slack.messages(direct.id) if direct is not None else []
        return [file.content for message in messages for file in message.files]

    await slack.person("alice").command("C1", "/council", LONG)
    card = await slack.message_with(QUESTION.text, channel="C1")
    await press(slack, "alice", "Read the whole question", card)
    beginning = slack.draw(await window(slack, "alice", "The whole question"))
    whole = await slack.wait_for(sent)

    (run,) = await slack_demo.app.store.latest(limit=2)
    assert run.question.text == LONG
    assert END not in slack.words(card)
    assert "question.md" in beginning
    assert whole == [LONG.encode()]
