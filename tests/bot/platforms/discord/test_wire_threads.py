"""Tests of reading the discussion around a question on Discord, which needs the message content intent."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.platforms.discord.diagnose import diagnose
from bot.platforms.discord.platform import DiscordPlatform
from bot.presentation.words import discord_words
from bot.requests.asking import WriteQuestion
from council_core.errors import PostRefused
from tests.bot.platforms.discord.wire import RESPONSE, RUN, Council, channel_place, serving, settings_for
from tests.testbed.discord import LocalDiscord, Message, Upload, described


def about(message: Message) -> str:
    """Return the message as a reply refers to it."""
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


@pytest.fixture
async def reading() -> AsyncIterator[LocalDiscord]:
    """Yield a Discord whose portal lets the bot read messages."""
    async with LocalDiscord(message_content=True, openapi=described()) as server:
        server.channel("council")
        yield server
        server.assert_no_complaints()


async def test_the_first_message_of_a_long_thread_is_read_and_the_others_are_counted(
    reading: LocalDiscord, council: Council
) -> None:
    ann, bob = reading.person("ann"), reading.person("bob")
    post = reading.forum_post("Out by May", ann, "The landlord wants us out by May.")
    root = await ann.say(reading.channel(), "The landlord wants us out by June.")
    thread = reading.thread_on(root, "Out by June", ann)
    short = reading.forum_post("Rent", ann, "How much is the rent?")
    for where, count in ((post, 230), (thread, 203), (short, 199)):
        for number in range(1, count + 1):
            await bob.say(where, f"m{number}")
    async with serving(reading, council) as platform:
        here = channel_place(reading)
        read = [
            await platform.read_thread(replace(here, thread=str(where.id)), "")
            for where in (post, thread, short)
        ]

    assert [(said[0].text, said[1].text, said[-1].text) for said in read] == [
        ("The landlord wants us out by May.", "m31", "m230"),
        ("The landlord wants us out by June.", "m4", "m203"),
        ("How much is the rent?", "m1", "m199"),
    ]
    assert [sum(each.skipped for each in said) for said in read] == [30, 3, 0]


@pytest.mark.parametrize(
    ("length", "first", "is_longer"), [(60, "m11", True), (50, "m1", False), (3, "m1", False)]
)
async def test_of_a_long_chain_of_replies_the_last_50_are_read_and_the_rest_is_not_forgotten(
    reading: LocalDiscord, council: Council, length: int, first: str, is_longer: bool
) -> None:
    ann, bob, channel = reading.person("ann"), reading.person("bob"), reading.channel()
    last = None
    for number in range(1, length + 1):
        last = await (ann if number % 2 else bob).say(channel, f"m{number}", reply_to=last)
        await bob.say(channel, "Lunch?")
    assert last is not None
    async with serving(reading, council) as platform:
        read = await platform.read_thread(channel_place(reading), about(last))

    earliest = int(first.removeprefix("m"))
    assert [each.text for each in read] == [f"m{number}" for number in range(earliest, length + 1)]
    assert [each.follows_unread for each in read] == [is_longer, *[False] * (len(read) - 1)]
    fetched = reading.calls("GET", "/channels/{channel_id}/messages/{message_id}")
    assert len(fetched) == (len(read) + 1) // 2


async def test_what_bots_wrote_is_left_out_of_a_discussion(reading: LocalDiscord, council: Council) -> None:
    ann, bob = reading.person("ann"), reading.person("bob")
    first = await ann.say(reading.channel(), "The landlord wants us out.")
    thread = reading.thread_on(first, "Out", ann)
    async with serving(reading, council) as platform:
        here = replace(channel_place(reading), thread=str(thread.id))
        await platform.post(here, RESPONSE, key=f"{RUN}/a", again=False)
        other = reading.person("weather")
        other.user.bot = True
        await other.say(thread, "It will rain.")
        await bob.say(thread, "By May.")

        read = await platform.read_thread(here, "")

    assert [each.text for each in read] == ["The landlord wants us out.", "By May."]


async def test_a_message_of_an_app_is_read_where_people_discuss_it(
    reading: LocalDiscord, council: Council
) -> None:
    ann, app = reading.person("ann"), reading.person("alarms")
    app.user.bot = True
    alert = await app.say(reading.channel(), "")
    alert.embeds = [{"type": "rich", "title": "Disk full", "description": "web-1"}]
    thread = reading.thread_on(alert, "Disk", ann)
    await app.say(thread, "Still full.")
    await ann.say(thread, "Delete the logs?")
    answer = await ann.say(reading.channel(), "Again?", reply_to=alert)
    async with serving(reading, council) as platform:
        here = channel_place(reading)
        within = await platform.read_thread(replace(here, thread=str(thread.id)), "")
        chain = await platform.read_thread(here, about(answer))

    assert [(each.author, each.text) for each in within] == [
        ("", "Disk full\nweb-1"),
        (str(ann.id), "Delete the logs?"),
    ]
    assert [each.text for each in chain] == ["Disk full\nweb-1", "Again?"]


async def test_polls_and_forwarded_messages_and_cards_are_read_as_people_see_them(
    reading: LocalDiscord, council: Council
) -> None:
    ann, bob, other = reading.person("ann"), reading.person("bob"), reading.channel("notices")
    letter = await bob.say(
        other, "Out by May.\n<@&5> says so.", files=[Upload(name="letter.txt", content=b"May")]
    )
    alert = await ann.say(other, "")
    alert.embeds = [
        {"type": "rich", "title": "Rent", "fields": [{"name": "due", "value": "today"}]},
        {"type": "article", "title": "A preview"},
    ]
    thread = reading.thread_on(await ann.say(reading.channel(), "Read this."), "Out", ann)
    await bob.forward(letter, thread)
    await bob.forward(alert, thread)
    poll = await ann.say(thread, "")
    poll.poll = {
        "question": {"text": "Do we go?"},
        "answers": [{"answer_id": at, "poll_media": {"text": text}} for at, text in ((1, "Yes"), (2, "No"))],
        "results": {"is_finalized": False, "answer_counts": [{"id": 2, "count": 3, "me_voted": False}]},
        "expiry": "2027-01-01T00:00:00+00:00",
        "allow_multiselect": False,
        "layout_type": 1,
    }
    async with serving(reading, council) as platform:
        read = await platform.read_thread(replace(channel_place(reading), thread=str(thread.id)), "")
        await bob.forward(letter, reading.dm(bob))
        await reading.wait_for(lambda: council.asked, what="the question")
        (asked,) = council.asked

    assert [each.text for each in read] == [
        "Read this.",
        "> Out by May.\n> <@&5> says so.",
        "> Rent\n> due: today",
        "Do we go?\n- Yes (0)\n- No (3)",
    ]
    assert [each.files for each in read] == [(), ("letter.txt",), (), ()]
    assert asked.text == "> Out by May.\n> <@&5> says so."
    assert [each.name for each in asked.files] == ["letter.txt"]


@pytest.mark.parametrize(
    ("allowed", "said"),
    [(True, "It may read what people write"), (False, "switch on Message Content Intent")],
)
async def test_a_doctor_says_whether_discussions_can_be_read(allowed: bool, said: str) -> None:
    async with LocalDiscord(message_content=allowed, openapi=described()) as server:
        with server.library_points_here():
            findings = await diagnose(settings_for(server), discord_words, language="en")

    (finding,) = [one for one in findings if one.what == "Discord: messages"]
    assert said in finding.advice
