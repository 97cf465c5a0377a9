"""Clicks on Discord and the replies to them."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.platforms.discord.drawing.buttons import DYNAMIC
from bot.platforms.discord.listening import answering
from bot.platforms.discord.platform import DiscordPlatform
from bot.post import Actions, Choice
from bot.presentation.words import LANGUAGES
from bot.requests.actions import vote_action
from bot.requests.running import ShowHelp
from bot.requests.voting import CastVote, RevealNames
from council_core.domain.slate import Alias
from tests.bot.platforms.discord.wire import CARD, DONE, RUN, VOTING, Council, ballot, channel_place, said
from tests.testbed.discord import LocalDiscord


async def test_a_button_that_asks_first_does_nothing_before_the_answer(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, message = server.person("ann"), await ballot(server, platform)

    pressed = await ann.click(message, "Reveal names")
    asked = await pressed.private_reply()
    question, before = asked.text, list(council.requests)
    confirmed = await ann.click(asked, "Reveal names")
    await server.wait_for(lambda: council.requests)
    await confirmed.acknowledged()

    assert before == []
    assert question == "This closes the voting for everybody. Reveal who wrote what?"
    assert isinstance(council.requests[0], RevealNames)
    assert (asked.text, asked.labels) == ("Noted.", [])


async def test_a_person_who_may_not_do_it_is_told_instead_of_asked(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    council.refuses = said("Only Ben may do this.")

    told = await (
        await server.person("ann").click(await ballot(server, platform), "Reveal names")
    ).private_reply()

    assert (told.text, told.labels, council.requests) == ("Only Ben may do this.", [], [])


async def test_after_a_restart_it_asks_in_general_words_of_the_persons_language(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    message = await ballot(server, platform)
    platform.listener._confirmations.clear()  # pyright: ignore[reportPrivateUsage]

    ann = server.person("ann")
    ann.locale = "ko"

    asked = await (await ann.click(message, "Reveal names")).private_reply()

    assert asked.text == LANGUAGES["ko"].discord.sure(label="Reveal names")


async def test_a_slow_answer_is_acknowledged_before_discord_gives_up(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "SECONDS_UNTIL_THINKING", 0.05)
    council.wait = asyncio.Event()
    clicked = await server.person("ann").click(await ballot(server, platform), "Response B")

    await clicked.acknowledged()
    thinking = list(clicked.messages)
    council.wait.set()
    reply = await clicked.private_reply()

    assert thinking == []
    assert reply.text == "Noted."


async def test_a_click_that_discord_has_given_up_still_counts_and_breaks_nothing(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "SECONDS_UNTIL_THINKING", 0.05)
    council.wait = asyncio.Event()
    message = await ballot(server, platform)
    late = await server.person("ann").click(message, "Response B")
    server.advance(3.5)
    await server.wait_for(lambda: late.refusals)
    council.wait.set()

    reply = await (await server.person("bob").click(message, "Response C")).private_reply()

    assert set(late.refusals) == {10062}
    assert late.failed
    assert reply.text == "Noted."
    assert [request.person.name for request in council.requests] == ["Ann", "Bob"]


async def test_a_slow_answer_of_nothing_leaves_nothing(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "SECONDS_UNTIL_THINKING", 0.05)
    council.wait, council.answers = asyncio.Event(), lambda _: None
    clicked = await server.person("ann").click(await ballot(server, platform), "Response B")

    await clicked.acknowledged()
    council.wait.set()

    await server.wait_for(lambda: clicked.original and clicked.original.deleted, what="an empty screen")


async def test_an_answer_of_nothing_is_acknowledged_without_a_trace(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    council.answers = lambda _: None
    clicked = await server.person("ann").click(await ballot(server, platform), "Response B")
    typed = await server.person("ann").slash("council history", {}, server.channel())

    await clicked.acknowledged()
    await typed.acknowledged()
    await server.wait_for(lambda: typed.original and typed.original.deleted)

    assert clicked.messages == []


REVEAL = "ask:c1:reveal:r4k7m2p9x1qz"


STRANGE = [
    "c0:vote:r4k7m2p9x1qz:A",
    "c1:vote:r4k7m2p9x1qz:B",
    "c1:nonsense",
    "left by an older bot",
    "c1:\n",
    REVEAL,
]


@pytest.mark.parametrize("custom_id", STRANGE)
async def test_a_custom_id_that_nobody_drew_gets_an_answer(
    custom_id: str, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    message = await ballot(
        server, platform, replace(VOTING, blocks=(VOTING.blocks[0], Actions(buttons=()), VOTING.blocks[2]))
    )
    clicked = await server.person("ann").click(message, "Reveal names")
    await clicked.private_reply()
    payload: dict[str, Any] = {**clicked.payload, "data": {"custom_id": custom_id, "component_type": 3}}

    forged = replace_interaction(server, clicked, payload)

    assert (await forged.private_reply()).text == "Noted."
    assert len(council.requests) == 1
    is_vote = custom_id == "c1:vote:r4k7m2p9x1qz:B"
    assert isinstance(council.requests[0], CastVote if is_vote else ShowHelp)


def replace_interaction(server: LocalDiscord, clicked: Any, payload: dict[str, Any]) -> Any:
    """Send the same click with other data, as a forged client does."""
    number, token = server.ids.next(), f"forged{server.ids.next()}"
    payload |= {"id": str(number), "token": token}
    forged = type(clicked)(
        world=server,
        id=number,
        token=token,
        kind=clicked.kind,
        person=clicked.person,
        channel=clicked.channel,
        payload=payload,
        shown_as="a forged click",
        message=clicked.message,
    )
    forged.deliver()
    return forged


async def test_many_responses_are_chosen_from_menus(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    letters = [Alias(chr(65 + at // 26) * (at // 26 > 0) + chr(65 + at % 26)) for at in range(40)]
    choices = tuple(Choice(label=f"Response {one}", action=vote_action(RUN, one)) for one in letters)
    post = replace(VOTING, blocks=(Actions(choices=choices, placeholder="Choose a response"),))
    message = await ballot(server, platform, post)

    clicked = await server.person("ann").select(message, "choose:1", vote_action(RUN, letters[30]))
    await clicked.private_reply()

    vote = council.requests[0]
    assert isinstance(vote, CastVote)
    assert vote.alias == letters[30]


async def test_an_error_of_ours_is_a_sentence_with_a_number(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("secret")

    council.answers = fail
    reply = await (
        await server.person("ann").click(await ballot(server, platform), "Response B")
    ).private_reply()

    assert "incident" in reply.text
    assert "secret" not in reply.text


async def test_twenty_people_vote_within_a_moment(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    message = await ballot(server, platform)

    clicks = [await server.person(f"p{n}").click(message, "Response B") for n in range(20)]
    for clicked in clicks:
        await clicked.private_reply()

    votes = [request for request in council.requests if isinstance(request, CastVote)]
    assert len({vote.person.id for vote in votes}) == 20
    assert not any(clicked.failed for clicked in clicks)


async def test_the_library_never_forgets_our_buttons(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    store = platform.connection.client._connection._view_store  # pyright: ignore[reportPrivateUsage]
    place = channel_place(server)
    sent = await platform.post(place, VOTING, key="a", again=False)
    await platform.edit(sent, CARD)
    await platform.edit(sent, DONE)
    await platform.drain()
    other = await platform.post(place, DONE, key="b", again=False)
    await platform.edit(other, VOTING)
    message = server.channel().messages[int(other.id)]
    for label in ("Reveal names", "Response A"):
        await (await server.person("ann").click(message, label)).private_reply()
    for view in store.persistent_views:
        view.stop()

    registered = set(store._dynamic_items.values())  # pyright: ignore[reportPrivateUsage]

    assert registered == set(DYNAMIC)
    assert store._views == {}  # pyright: ignore[reportPrivateUsage]
