"""The discussion around a question on Discord, which needs the intent for message content."""

from dataclasses import replace

import pytest

from bot.platforms.discord.diagnose import diagnose
from bot.platforms.discord.platform import DiscordPlatform
from bot.presentation.words import discord_words
from bot.requests import WriteQuestion
from council_core.errors import PostRefused
from tests.bot.platforms.discord.wire import Council, channel_place, settings_for
from tests.testbed.discord import LocalDiscord, Message, described


def about(message: Message) -> str:
    """The message as a reply to it names it."""
    return f"{message.channel.id}/{message.id}"


async def test_messages_that_discord_hides_are_no_empty_discussion(
    server: LocalDiscord, platform: DiscordPlatform
) -> None:
    ann, bob = server.person("ann"), server.person("bob")
    first = await ann.say(server.channel(), "The landlord wants us out.")
    thread = server.thread_on(first, "Out", bob)
    await bob.say(thread, "By May.")
    here = channel_place(server)

    for place, asked_about in ((here, about(first)), (replace(here, thread=str(thread.id)), "")):
        with pytest.raises(PostRefused, match="Message Content Intent") as refusal:
            await platform.read_thread(place, asked_about)
        assert refusal.value.code == "no_intent"


async def test_a_message_whose_text_stands_in_the_form_is_not_missed(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, channel = server.person("ann"), server.channel()
    alone = await ann.say(channel, "Should we move out?")
    answer = await server.person("bob").say(channel, "Should we?", reply_to=alone)
    for message in (alone, answer):
        await (await ann.context_menu("Ask the council", message)).private_reply()
    first, second = [request for request in council.requests if isinstance(request, WriteQuestion)]

    assert (first.text, second.text) == ("Should we move out?", "Should we?")
    assert await platform.read_thread(first.place, first.about) == ()
    with pytest.raises(PostRefused, match="Message Content Intent"):
        await platform.read_thread(second.place, second.about)


@pytest.mark.parametrize(
    ("allowed", "said"),
    [(True, "It may read what people write"), (False, "switch on Message Content Intent")],
)
async def test_a_doctor_says_whether_discussions_can_be_read(allowed: bool, said: str) -> None:
    async with LocalDiscord(message_content=allowed, openapi=described()) as server:
        with server.library_points_here():
            findings = await diagnose(settings_for(server), discord_words)

    (finding,) = [one for one in findings if one.what == "Discord: messages"]
    assert said in finding.advice
