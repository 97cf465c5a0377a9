"""The platform in a Discord that nobody of ours wrote (SimCord), with time that can be pushed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import simcord
from simcord.env import Env

from bot.platforms.discord import DiscordPlatform, DiscordSettings
from bot.platforms.discord.drawing.buttons import DYNAMIC
from bot.platforms.discord.listening.command_sync import sync_if_changed
from bot.ports import Thread
from bot.post import Reply
from bot.requests import Ask, CastVote, Request, RevealNames
from tests.bot.platforms.discord.wire import CARD, DONE, QUESTION, RESPONSE, RUN, VOTING, said


@dataclass(slots=True)
class Deliberation:
    """A `Handle` that posts by itself, as the announcer does."""

    platform: DiscordPlatform
    requests: list[Request] = field(default_factory=list[Request])
    threads: list[Thread] = field(default_factory=list[Thread])
    tasks: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])

    async def __call__(self, request: Request) -> Reply | None:
        self.requests.append(request)
        if isinstance(request, Ask):
            self.tasks.append(asyncio.create_task(self._run(request)))
            return None
        return said("Noted.")

    async def _run(self, request: Ask) -> None:
        key = f"{RUN}{len(self.requests)}"
        thread = await self.platform.open_thread(request.place, CARD, key=f"{key}/card", again=False)
        self.threads.append(thread)
        await self.platform.post(thread.place, RESPONSE, key=f"{key}/slate/A/1", again=False)
        await self.platform.post(thread.place, VOTING, key=f"{key}/voting", again=False)
        await self.platform.edit(thread.card, DONE)


def build() -> tuple[DiscordPlatform, Deliberation]:
    platform = DiscordPlatform(DiscordSettings(token="simulated"))
    deliberation = Deliberation(platform)
    platform.desk.answers.handle = deliberation
    return platform, deliberation


@dataclass(slots=True)
class Stage:
    env: Env
    platform: DiscordPlatform
    council: Deliberation
    channel: Any
    ann: Any


@asynccontextmanager
async def simulated() -> AsyncGenerator[Stage]:
    """The platform in a server with one channel and one person. No fixture: SimCord's clock is the test's own."""
    platform, council = build()
    async with simcord.run(platform.connection.client) as env:
        await sync_if_changed(platform.connection.client, platform.connection.client.tree)
        guild = env.create_guild()
        channel = guild.create_text_channel("council")
        ann = guild.add_member(env.create_user("ann"))
        yield Stage(env, platform, council, channel, ann)


async def asked(stage: Stage) -> Any:
    await stage.ann.slash(stage.channel, "council ask", question=QUESTION)
    await stage.env.settle()
    for task in stage.council.tasks:
        await task
    return stage.channel.threads[0]


def text_of(message: discord.Message) -> str:
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    shown = [part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    return "\n".join([message.content, *shown]).strip()


async def test_a_command_becomes_a_card_with_a_thread() -> None:
    async with simulated() as stage:
        thread = await asked(stage)

        card = stage.channel.history()[0]
        assert text_of(card) == "### The council has concluded"
        assert (thread.id, thread.name) == (card.id, QUESTION)
        assert [text_of(one).splitlines()[0] for one in thread.history() if text_of(one)] == [
            "**Response A**",
            "### Which response is best?",
        ]
        assert stage.council.threads[0].note == ""


async def test_buttons_work_after_a_restart() -> None:
    async with simulated() as stage:
        thread = await asked(stage)
        platform, council = build()
        await stage.env.restart_bot(platform.connection.client)

        pressed = await stage.ann.click(thread.history()[-1], label="Response B")

        vote = council.requests[0]
        assert isinstance(vote, CastVote)
        assert (vote.alias, vote.place.channel, vote.place.thread) == (
            "B",
            str(stage.channel.id),
            str(thread.id),
        )
        assert pressed.ephemeral


async def test_an_ephemeral_question_that_times_out_takes_no_button_with_it() -> None:
    async with simulated() as stage:
        thread = await asked(stage)
        ballot = thread.history()[-1]
        question = await stage.ann.click(ballot, label="Reveal names")
        store = stage.platform.connection.client._connection._view_store  # pyright: ignore[reportPrivateUsage]

        await stage.env.advance_time(60 * 60)
        registered = set(store._dynamic_items.values())  # pyright: ignore[reportPrivateUsage]
        await stage.ann.click(ballot, label="Response C")

        assert question.ephemeral
        assert registered == set(DYNAMIC)
        assert not any(isinstance(request, RevealNames) for request in stage.council.requests)
        assert isinstance(stage.council.requests[-1], CastVote)


async def test_a_late_card_goes_by_the_bots_token() -> None:
    async with simulated() as stage:
        await asked(stage)
        place = stage.council.requests[0].place
        await stage.env.advance_time(20 * 60)

        thread = await stage.platform.open_thread(place, CARD, key="another/card", again=False)

        assert thread.card.id != stage.council.threads[0].card.id
        assert thread.place.thread == thread.card.id


async def test_a_mention_in_the_thread_asks_there() -> None:
    async with simulated() as stage:
        thread = await asked(stage)
        me = stage.platform.connection.client.user
        assert me is not None

        await stage.ann.send(thread, f"{me.mention} and then?")
        await stage.env.settle()

        ask = stage.council.requests[-1]
        assert isinstance(ask, Ask)
        assert (ask.text, ask.place.channel, ask.place.thread) == (
            "and then?",
            str(stage.channel.id),
            str(thread.id),
        )
        assert len(stage.channel.threads) == 1


async def test_a_missing_permission_for_threads_is_said() -> None:
    async with simulated() as stage:
        stage.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)

        await stage.ann.slash(stage.channel, "council ask", question=QUESTION)
        await stage.env.settle()

        assert "may not create public threads" in stage.council.threads[0].note
        assert len(stage.channel.history()) == 3
