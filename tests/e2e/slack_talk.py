"""People's actions in the local Slack, for tests of whole runs."""

from collections.abc import Mapping
from typing import Any

from tests.testbed.slack import LocalSlack, Message, View

QUESTION = "Tabs or spaces?"


async def press(slack: LocalSlack, person: str, label: str, where: Message | View) -> None:
    """Press a button of a message or a window as a person, or choose it in a menu there."""
    shown = where if isinstance(where, View) else where.as_seen_now()
    await slack.person(person).choose(shown, lambda part: offers(part, label), label)


async def window(slack: LocalSlack, person: str, title: str) -> View:
    """Return the window with this title, once it is on top."""

    def on_top() -> View | None:
        views = slack.views(person)
        return views[-1] if views and views[-1].payload["title"]["text"] == title else None

    found = await slack.wait_for(on_top)
    assert found is not None
    return found


async def told(slack: LocalSlack, person: str, words: str) -> Message:
    """Return the private messages to this person, once there are some."""

    def heard() -> Message | None:
        return next((one for one in slack.ephemerals(person) if words in slack.words(one)), None)

    found = await slack.wait_for(heard)
    assert found is not None
    return found


async def asked(slack: LocalSlack, question: str = QUESTION) -> Message:
    """Ask a question, wait for its verdict, and return its card."""
    await slack.person("alice").command("C1", "/council", question)
    await slack.message_with("# Verdict", channel="C1")
    return await slack.message_with(question, channel="C1")


async def verdicts(slack: LocalSlack, count: int) -> list[Message]:
    """Return the verdicts in the channel's threads, once there are this many."""

    def found() -> list[Message]:
        posts = [post for post in slack.workspace.posts if post.ephemeral_to is None and not post.deleted]
        return [post for post in posts if "# Verdict" in slack.words(post)]

    await slack.wait_for(lambda: len(found()) >= count)
    return found()


def offers(part: Mapping[str, Any], label: str) -> bool:
    """Return whether this is a button with the label, or a menu with it as a choice."""
    return label in str(part.get("text")) or label in str(part.get("options"))
