"""Tests of posts and edits that Discord refuses or loses: each post exists once, and the last edit is always made."""

import pytest

from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.platform import PLATFORM, DiscordPlatform
from bot.platforms.discord.sending import open_thread, send
from bot.presentation.words import ENGLISH
from bot.watching.ports import WatchedPlatform
from council_core.domain.observations import Observation, PlatformWaited, PostSent
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PlaceClosed, PlaceGone, PostRefused
from tests.bot.platforms.discord.wire import (
    CARD,
    DONE,
    EDIT,
    RESPONSE,
    RUN,
    SEND,
    VOTING,
    Council,
    card_in,
    channel_place,
)
from tests.testbed.discord import (
    Fault,
    Garbled,
    LocalDiscord,
    LostReply,
    Permission,
    ResetBeforeEffect,
    Status,
    TooManyRequests,
)

CARD_KEY, KEY = f"{RUN}/card", f"{RUN}/slate/A/1"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "PAUSES", (0.01, 0.01))
    monkeypatch.setattr(open_thread, "SECONDS_FOR_A_THREAD", 2.0)


LOST = [
    ("reset after the effect", LostReply()),
    ("503 after the effect", LostReply(how=503)),
    ("500 after the effect", LostReply(how=500)),
    ("reset before the effect", ResetBeforeEffect()),
    ("503", Status(status=503)),
    ("429", TooManyRequests(retry_after=0.1)),
    ("half a reply", Garbled(body='{"id": ')),
    ("a global 429", TooManyRequests(retry_after=0.1, scope="global")),
]


@pytest.mark.parametrize("fault", [row[1] for row in LOST], ids=[row[0] for row in LOST])
async def test_a_post_stands_once_whatever_happens_to_its_reply(
    fault: Fault,
    server: LocalDiscord,
    council: Council,
    platform: DiscordPlatform,
) -> None:
    thread = await card_in(server, council, platform)
    server.fail(*SEND, fault)

    message = await platform.post(thread.place, RESPONSE, key=KEY, again=False)

    stands = [one for one in server.messages(server.threads()[0]) if one.content]
    assert [str(one.id) for one in stands] == [message.id]
    assert len(server.calls(*SEND)) == 2


ODD = {
    "a page of a proxy": Garbled(body="<html>", content_type="text/html"),
    "a list": Garbled(body="[]"),
    "a 429 that names no time": Garbled(body='{"message": "Slower."}', status=429),
    "a 429 with a date": Garbled(body='{"retry_after": "Fri, 27 Nov 2026 22:00:00 GMT"}', status=429),
}


@pytest.mark.parametrize("fault", ODD.values(), ids=ODD.keys())
async def test_after_a_reply_that_nobody_can_read_the_post_is_looked_for(
    fault: Garbled, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)
    server.fail(*SEND, fault)
    with pytest.raises(OutcomeUnknown, match="nobody can read"):
        await platform.post(thread.place, RESPONSE, key=KEY, again=False)

    found = await platform.post(thread.place, RESPONSE, key=KEY, again=True)

    stands = [one for one in server.messages(server.threads()[0]) if one.content]
    assert [str(one.id) for one in stands] == [found.id]


@pytest.mark.parametrize("post", [RESPONSE, CARD], ids=["plain", "card"])
async def test_an_earlier_message_is_found_when_its_nonce_is_forgotten(
    post: object, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)
    content = RESPONSE if post is RESPONSE else CARD
    server.fail(*SEND, LostReply(), times=3)
    with pytest.raises(OutcomeUnknown):
        await platform.post(thread.place, content, key=KEY, again=False)
    server.advance(60 * 60)
    for message in server.messages(server.threads()[0]):
        message.nonce = None

    found = await platform.post(thread.place, content, key=KEY, again=True)

    ours = [one for one in server.messages(server.threads()[0]) if one.author is server.bot and one.text]
    assert [str(one.id) for one in ours] == [found.id]


async def test_what_others_wrote_is_never_taken_for_ours(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    mallory = server.person("mallory")
    where = server.dm(mallory)
    copied = await mallory.say(where, draw(RESPONSE, ENGLISH.discord).content)

    place = Place(platform=PLATFORM, channel=str(where.id))
    message = await platform.post(place, RESPONSE, key=KEY, again=True)

    assert message.id != str(copied.id)
    assert where.messages[int(message.id)].author is server.bot


async def test_an_unknown_outcome_is_told_as_one(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*SEND, ResetBeforeEffect(), times=3)

    with pytest.raises(OutcomeUnknown, match="connection to Discord broke"):
        await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)


async def test_a_refusal_says_what_is_missing(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.deny(server.channel(), Permission.SEND_MESSAGES)

    with pytest.raises(PostRefused, match="Send Messages in Threads") as refusal:
        await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)

    assert refusal.value.code == "50013"


async def test_a_place_that_is_gone_is_told_as_one(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    gone = Place(platform=PLATFORM, workspace=str(server.guild.id), channel="123")

    with pytest.raises(PlaceGone) as refusal:
        await platform.post(gone, RESPONSE, key=KEY, again=False)
    with pytest.raises(PlaceGone):
        await platform.edit(Message(place=channel_place(server), id="456"), DONE)

    assert refusal.value.code == "10003"


async def test_an_archived_thread_is_opened_again(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)
    message = await platform.post(thread.place, CARD, key=KEY, again=False)
    server.archive(server.threads()[0])

    await platform.edit(message, DONE)

    assert not server.threads()[0].archived
    assert server.threads()[0].messages[int(message.id)].text == "### The council has concluded"


async def test_a_locked_thread_refuses_posts_and_the_last_edits(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)
    board = await platform.post(thread.place, VOTING, key=f"{RUN}/voting", again=False)
    server.archive(server.threads()[0], locked=True)

    with pytest.raises(PlaceClosed, match="locked"):
        await platform.post(thread.place, RESPONSE, key=KEY, again=False)
    with pytest.raises(PlaceClosed, match="locked"):
        await platform.edit(board, DONE, final=True)


async def test_of_many_edits_the_last_is_never_lost(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)

    for _ in range(20):
        await platform.edit(thread.card, CARD)
        await platform.edit(thread.card, RESPONSE)
    await platform.edit(thread.card, DONE)
    await platform.drain()

    assert server.messages(server.channel())[0].text == "### The council has concluded"
    assert len(server.calls(*EDIT)) <= 3


async def test_an_edit_that_was_put_off_survives_trouble(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    thread = await card_in(server, council, platform)
    await platform.edit(thread.card, CARD)
    server.fail(*EDIT, ResetBeforeEffect(), times=4)

    await platform.edit(thread.card, DONE)
    await platform.drain()

    assert server.messages(server.channel())[0].text == "### The council has concluded"


async def test_the_time_that_discord_asks_for_is_seen_and_no_address_is_logged(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Observation] = []
    server.fail(*SEND, TooManyRequests(retry_after=0.1))

    await WatchedPlatform(platform, seen.append).post(channel_place(server), RESPONSE, key=KEY, again=False)

    assert seen[0] == PlatformWaited(platform="discord", seconds=0.1)
    assert [(each.what, each.outcome) for each in seen[1:] if isinstance(each, PostSent)] == [("slate", "ok")]
    assert "Discord takes nothing more for 0.1 s." in caplog.text
    assert server.rest_url not in caplog.text
