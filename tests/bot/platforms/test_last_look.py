"""Tests of a process that freezes just before it sends, and wakes when another one may have sent the same."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from aiohttp import ClientConnectionError

from bot.announcing.thread_posts import Speaking
from bot.platforms.discord.connection.errors import translated
from council_core.errors import OutcomeUnknown
from tests.bot.platforms.discord import wire
from tests.bot.platforms.slack.talk import card_in, post_of, talking
from tests.testbed.discord import LocalDiscord, described

T = TypeVar("T")


class LostOnTheWay:
    """A fence that allows the post at the check, and forbids it just before the first bytes leave."""

    def __init__(self) -> None:
        self.looks = 0

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        return await send()

    def holds(self) -> bool:
        self.looks += 1
        return self.looks > 1


WHY = "trying again in 0 s: This process may not post for its runs until it holds its lease on them again."
"""Not that the connection broke."""


async def test_nothing_leaves_for_slack_once_the_fence_is_lost_and_what_others_said_meanwhile_is_found(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    async with talking() as talk:
        thread = await card_in(talk)

        async def post(again: bool) -> str:
            return (await talk.platform.post(thread.place, post_of("Tea."), key="r/tea", again=again)).id

        async def send(again: bool) -> str:
            if again:
                said.append(await post(again=False))  # As the other process does.
            return await post(again)

        said: list[str] = []
        found = await Speaking(LostOnTheWay(), pauses=(0.0,)).until_known(send, again=False)

        assert said == [found]
        assert [reply.ts for reply in talk.slack.thread("general", thread.card.id)] == [found]
        assert len(talk.slack.journal.calls_of("chat.postMessage")) == 2, "the card, and what the other said"
        assert WHY in caplog.messages


async def test_nothing_leaves_for_discord_once_the_fence_is_lost() -> None:
    council, fence = wire.Council(), LostOnTheWay()
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        server.channel("council")
        async with wire.serving(server, council) as platform:
            thread = await wire.card_in(server, council, platform)

            async def send(again: bool) -> str:
                return (await platform.post(thread.place, wire.RESPONSE, key="r/tea", again=again)).id

            said = await Speaking(fence, pauses=(0.0,)).until_known(send, again=False)

        assert [str(each.id) for each in server.messages(server.threads()[0]) if each.content] == [said]
        assert (fence.looks, len(server.calls(*wire.SEND))) == (2, 1), "the first one did not leave"


def test_an_edit_that_the_fence_holds_back_is_not_blamed_on_discord() -> None:
    held_back = OutcomeUnknown("This process may not post.")
    broken = ClientConnectionError("Failed to send bytes")
    broken.__cause__ = held_back

    assert translated(broken, "edit the message") is held_back
