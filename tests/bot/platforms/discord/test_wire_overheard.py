"""Tests of messages in a run's thread that mention nobody; the bot needs the message content intent to read them."""

from collections.abc import AsyncIterator

import pytest

from bot.platforms.discord.platform import DiscordPlatform
from bot.requests.asking import Ask, Overhear
from tests.bot.platforms.discord.wire import CARD, RESPONSE, RUN, Council, channel_place, serving
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.discord.sessions import MESSAGE_CONTENT


@pytest.fixture
async def reading() -> AsyncIterator[LocalDiscord]:
    """Yield a Discord whose portal lets the bot read messages."""
    async with LocalDiscord(message_content=True, openapi=described()) as server:
        server.channel("council")
        yield server
        server.assert_no_complaints()


async def test_only_plain_words_in_a_thread_of_ours_are_overheard(
    reading: LocalDiscord, council: Council
) -> None:
    ann, bob = reading.person("ann"), reading.person("bob")
    async with serving(reading, council) as platform:
        thread = await platform.open_thread(channel_place(reading), CARD, key=f"{RUN}/card", again=False)
        response = await platform.post(thread.place, RESPONSE, key=f"{RUN}/a", again=False)
        inside = reading.threads()[0]
        theirs = await ann.say(inside, f"{bob.mention} what do you think?")
        await bob.say(inside, "I disagree", reply_to=theirs, pings=False)
        await bob.say(inside, "  ")
        await bob.say(reading.channel(), "and here?")
        await ann.say(inside, "and how many?")
        await ann.say(inside, "why so?", reply_to=inside.messages[int(response.id)], pings=False)
        await ann.say(inside, "you there", mentions_bot=True)
        await reading.wait_for(lambda: council.asked)

    overheard = [request for request in council.requests if isinstance(request, Overhear)]
    assert [(one.text, one.place.thread) for one in overheard] == [
        ("and how many?", str(inside.id)),
        ("why so?", str(inside.id)),
    ]
    assert [request.text for request in council.requests if isinstance(request, Ask)] == ["you there"]


@pytest.mark.parametrize(("allowed", "heard"), [(True, "heard"), (False, "no_intent")])
async def test_the_intent_is_asked_for_only_where_the_portal_allows_it(
    allowed: bool, heard: str, council: Council
) -> None:
    async with LocalDiscord(message_content=allowed, openapi=described()) as server:
        async with serving(server, council) as platform:
            (session,) = server.gateway.connected
            said = platform.limits.plain_messages

        assert bool(session.intents & MESSAGE_CONTENT) == allowed
        assert said == heard
        server.assert_no_complaints()


async def test_without_the_intent_nothing_is_overheard(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await platform.open_thread(channel_place(server), CARD, key=f"{RUN}/card", again=False)

    await server.person("ann").say(server.threads()[0], "and how many?")
    await (await server.person("ann").slash("council help", {}, server.channel())).private_reply()

    assert [request.kind for request in council.requests] == ["help"]
