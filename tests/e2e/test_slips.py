"""Tests that slips in mentions, direct messages and commands are answered and cost nothing, on both platforms."""

from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import PATIENCE, Talk
from tests.testbed.slack import LocalSlack, Message

SLIPS = {
    "cancel": "You have no question under way here",
    "Help": "asks several models",
    "thanks!": "Ask the council “thanks",
    "--help": "asks several models",
    "histroy": "Did you mean",
    "History": "Nobody has asked",
    "forget": "You have asked nothing here",
    "settings budget": "Did you mean",
    "Kubernetes": "Ask the council “Kubernetes”?",
}
"""Slips, each with the beginning of its answer."""


def private(slack: LocalSlack) -> list[Message]:
    """Return what only Alice sees in the channel."""
    return [post for post in slack.ephemerals("alice") if post.channel == "C1"]


async def test_in_slack_each_is_answered_privately(slack: LocalSlack, slack_demo: Serving) -> None:
    alice = slack.person("alice")
    for typed, answer in SLIPS.items():
        told = len(private(slack))
        await alice.mention("C1", typed)
        await slack.wait_for(lambda told=told: len(private(slack)) > told, timeout=PATIENCE)
        assert answer in slack.words(private(slack)[-1]), typed

        await alice.direct_message(typed)
        there = f"D{alice.id.removeprefix('U')}"
        await slack.wait_for(
            lambda answer=answer, there=there: any(
                answer in slack.words(post) for post in slack.workspace.posts if post.channel == there
            ),
            timeout=PATIENCE,
        )

    assert [post for post in slack.messages("C1") if post.bot_id] == []
    assert await slack_demo.app.store.latest(limit=1) == ()


async def test_in_discord_each_is_answered_and_by_command_privately(discord_demo: Talk) -> None:
    discord, alice = discord_demo.discord, discord_demo.alice
    for typed, answer in SLIPS.items():
        asked = await alice.slash("council ask", {"question": typed}, discord_demo.channel)
        assert (await asked.private_reply(PATIENCE)).text, typed
        for place in (discord_demo.channel, discord.dm(alice)):
            before = len(discord.messages(place))
            await alice.say(place, typed, mentions_bot=place is discord_demo.channel)
            await discord.wait_for(
                lambda place=place, before=before: len(discord.messages(place)) > before + 1, timeout=PATIENCE
            )
            assert answer in discord.messages(place)[-1].text, typed

    assert await discord_demo.served.app.store.latest(limit=1) == ()
