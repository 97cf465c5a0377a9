"""Tests that slips in mentions, direct messages and commands are answered and cost nothing, on both platforms."""

import pytest

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
        await slack.wait_for(lambda told=told: len(private(slack)) > told)
        assert answer in slack.words(private(slack)[-1]), typed

        await alice.direct_message(typed)
        there = f"D{alice.id.removeprefix('U')}"
        await slack.wait_for(
            lambda answer=answer, there=there: any(
                answer in slack.words(post) for post in slack.workspace.posts if post.channel == there
            ),
        )

    assert [post for post in slack.messages("C1") if post.bot_id] == []
    assert await slack_demo.app.store.latest(limit=1) == ()


MEANT = {
    "en-US": ("Only you need to see", "Show me the answer", "Did you mean"),
    "de": ("nur für dich", "Antwort zeigen", "Meintest du"),
    "ko": ("본인에게만", "답 보기", "history"),
}
"""The public reply, its button and the private answer, by the language of the person."""


async def test_in_discord_each_is_answered_privately(discord_demo: Talk) -> None:
    discord, alice = discord_demo.discord, discord_demo.alice
    for typed, answer in SLIPS.items():
        asked = await alice.slash("council ask", {"question": typed}, discord_demo.channel)
        assert (await asked.private_reply(PATIENCE)).text, typed

        said = len(discord.messages(discord_demo.channel))
        await alice.say(discord_demo.channel, typed, mentions_bot=True)
        await discord.wait_for(lambda said=said: len(discord.messages(discord_demo.channel)) > said + 1)
        reply = discord.messages(discord_demo.channel)[-1]
        assert MEANT["en-US"][0] in reply.text, typed
        assert answer not in reply.text, typed
        shown = await discord_demo.press(alice, reply, MEANT["en-US"][1])
        assert answer in shown.text, typed

        direct = discord.dm(alice)
        before = len(discord.messages(direct))
        await alice.say(direct, typed)
        await discord.wait_for(
            lambda direct=direct, before=before: len(discord.messages(direct)) > before + 1
        )
        assert answer in discord.messages(direct)[-1].text, typed

    assert await discord_demo.served.app.store.latest(limit=1) == ()


async def test_a_slip_by_command_in_discord_is_answered_in_words(discord_demo: Talk) -> None:
    for typed in SLIPS:
        asked = await discord_demo.alice.slash("council ask", {"question": typed}, discord_demo.channel)
        answer = (await asked.private_reply(PATIENCE)).text
        assert answer.endswith("Nothing was asked yet."), typed
        assert ("Did you mean **/council " in answer) == (typed not in {"thanks!", "Kubernetes"}), typed


@pytest.mark.parametrize("locale", MEANT)
async def test_in_discord_the_private_answer_speaks_the_language_of_the_person(
    discord_demo: Talk, locale: str
) -> None:
    discord, alice = discord_demo.discord, discord_demo.alice
    alice.locale = locale
    await alice.say(discord_demo.channel, "histroy", mentions_bot=True)
    await discord.wait_for(lambda: len(discord.messages(discord_demo.channel)) > 1)
    reply = discord.messages(discord_demo.channel)[-1]

    shown = await discord_demo.press(alice, reply, reply.labels[0])

    assert MEANT[locale][2] in shown.text
