"""Discord refuses or loses something between a command and its thread; people read about it."""

import pytest

from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.sending import open_thread, send
from council_core.errors import OutcomeUnknown
from tests.bot.platforms.discord.wire import (
    ANSWER,
    CALLBACK,
    CARD,
    DONE,
    QUESTION,
    RESPONSE,
    RUN,
    THREAD,
    Council,
    asked,
    card_in,
    said,
)
from tests.testbed.discord import Garbled, LocalDiscord, LostReply, Refusal, TooManyRequests

CARD_KEY, KEY = f"{RUN}/card", f"{RUN}/slate/A/1"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "PAUSES", (0.01, 0.01))
    monkeypatch.setattr(open_thread, "SECONDS_FOR_A_THREAD", 2.0)


async def test_the_same_interaction_told_twice_has_the_same_delivery(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    interaction = await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())
    await server.wait_for(lambda: council.asked)
    interaction.redeliver()
    await server.wait_for(lambda: len(council.asked) == 2)

    first, second = council.asked

    assert first.delivery == second.delivery == str(interaction.id)
    assert first.place == second.place


async def test_a_question_that_is_refused_leaves_nothing_in_the_channel(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    council.answers = lambda _: said("Type a question first.")
    interaction = await server.person("ann").slash("council ask", {"question": "  "}, server.channel())

    reply = await interaction.private_reply()

    assert reply.text == "Type a question first."
    assert server.messages(server.channel()) == []


async def test_a_command_that_discord_has_given_up_asks_nothing(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*CALLBACK, Refusal(code=10062))
    await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())
    await server.wait_for_calls(*CALLBACK)

    await server.person("ann").slash("council ask", {"question": "Once again?"}, server.channel())
    await server.wait_for(lambda: council.asked)

    assert [request.text for request in council.asked] == ["Once again?"]


LOST = {"no reply": LostReply(), "half a reply": Garbled(body='{"id": '), "a list": Garbled(body="[]")}


@pytest.mark.parametrize("fault", LOST.values(), ids=LOST.keys())
async def test_an_acknowledgement_that_got_lost_still_asks(
    fault: LostReply | Garbled, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*CALLBACK, fault)

    thread = await card_in(server, council, platform)

    assert thread.missing is None
    assert [message.text.splitlines()[0] for message in server.messages(server.channel())] == [
        "### The council is answering"
    ]


NO_THREAD = [
    ("missing permission", Refusal(code=50013), "not_allowed"),
    ("too many threads", Refusal(code=160006), "full"),
    ("a limit of minutes", TooManyRequests(retry_after=200), "busy"),
    ("a limit longer than we wait", TooManyRequests(retry_after=5), "busy"),
]


@pytest.mark.parametrize(("fault", "why"), [row[1:] for row in NO_THREAD], ids=[row[0] for row in NO_THREAD])
async def test_where_no_thread_can_be_made_the_run_goes_on_in_place(
    fault: Refusal | TooManyRequests,
    why: str,
    server: LocalDiscord,
    council: Council,
    platform: DiscordPlatform,
) -> None:
    server.fail(*THREAD, fault)

    thread = await card_in(server, council, platform)
    await platform.post(thread.place, RESPONSE, key=KEY, again=False)

    assert thread.missing == why
    assert thread.place.thread is None
    assert [message.author.name for message in server.messages(server.channel())] == ["Council", "Council"]


@pytest.mark.parametrize("code", [50035, 200001])
async def test_a_thread_whose_name_discord_does_not_take_has_a_plain_one(
    code: int, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*THREAD, Refusal(code=code))

    thread = await card_in(server, council, platform)

    assert (thread.missing, [one.name for one in server.threads()]) == (None, ["Council"])


async def test_a_thread_that_is_there_already_is_used(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*THREAD, LostReply())

    thread = await card_in(server, council, platform)

    assert thread.place.thread == thread.card.id
    assert [call.status for call in server.calls(*THREAD)][-1] == 400
    assert len(server.threads()) == 1


async def test_opening_again_gives_the_same_card_and_thread(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    place = await asked(server, council)
    first = await platform.open_thread(place, CARD, key=CARD_KEY, again=False)
    second = await platform.open_thread(place, CARD, key=CARD_KEY, again=True)
    server.advance(16 * 60)
    third = await platform.open_thread(place, CARD, key=CARD_KEY, again=True)

    assert first == second == third
    assert len(server.messages(server.channel())) == 1


async def test_after_fifteen_minutes_the_card_is_posted_by_the_bots_token(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    place = await asked(server, council)
    server.advance(16 * 60)

    thread = await platform.open_thread(place, CARD, key=CARD_KEY, again=False)
    await platform.edit(thread.card, DONE)

    messages = server.messages(server.channel())
    assert [message.is_loading for message in messages] == [True, False]
    assert messages[1].text == "### The council has concluded"


@pytest.mark.parametrize("fault", LOST.values(), ids=LOST.keys())
async def test_a_card_of_a_lost_reply_stands_once(
    fault: LostReply | Garbled, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    place = await asked(server, council)
    server.fail(*ANSWER, fault)
    if fault == LOST["a list"]:
        with pytest.raises(OutcomeUnknown, match="nobody can read"):
            await platform.open_thread(place, CARD, key=CARD_KEY, again=False)

    thread = await platform.open_thread(place, CARD, key=CARD_KEY, again=True)

    assert len(server.messages(server.channel())) == 1
    assert thread.place.thread == thread.card.id
