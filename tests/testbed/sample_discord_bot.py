"""A small bot on the real discord.py that uses each feature of the local Discord once."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.testbed.discord import LocalDiscord

SEND = ("POST", "/channels/{channel_id}/messages")
THREAD = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")


class Vote(ui.DynamicItem[ui.Button[Any]], template=r"sample:vote:(?P<letter>[A-Z])"):
    """A button that outlives the process."""

    def __init__(self, letter: str) -> None:
        super().__init__(ui.Button(label=f"Vote {letter}", custom_id=f"sample:vote:{letter}"))
        self.letter = letter

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["letter"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Your vote: {self.letter}", ephemeral=True)


class Feedback(ui.Modal):
    """A form with two fields."""

    def __init__(self, topic: str) -> None:
        super().__init__(title=f"Feedback: {topic}")
        self.words = ui.TextInput[Any](style=discord.TextStyle.paragraph, max_length=50)
        self.mood = ui.Select[Any](options=[discord.SelectOption(label=word) for word in ("good", "bad")])
        choices = [discord.RadioGroupOption(label=word) for word in ("ada", "bob")]
        self.chair = ui.RadioGroup[Any](options=choices, required=False)
        self.public = ui.Checkbox[Any](default=True)
        self.notes = ui.FileUpload[Any](required=False, max_values=2)
        fields = {
            "Words": self.words,
            "Mood": self.mood,
            "Chair": self.chair,
            "Public": self.public,
            "Notes": self.notes,
        }
        for text, component in fields.items():
            self.add_item(ui.Label(text=text, component=component))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        notes = [f"{file.filename}: {(await file.read()).decode()}" for file in self.notes.values]
        parts = [self.words.value, self.mood.values[0], self.chair.value, self.public.value, *notes]
        await interaction.response.send_message(", ".join(map(str, parts)), ephemeral=True)


def ballot() -> ui.LayoutView:
    """A card with text and two vote buttons."""
    view = ui.LayoutView(timeout=None)
    sections = [
        ui.Section[Any](ui.TextDisplay(f"Response {letter}"), accessory=Vote(letter)) for letter in "AB"
    ]
    view.add_item(ui.Container(*sections, accent_colour=0x00AA00))
    return view


class SampleBot(discord.Client):
    """Commands: /council ask, /feedback, /slow, and "Quote" in the menu of a message."""

    def __init__(self, *, message_content: bool = False) -> None:
        intents = discord.Intents(
            guilds=True, guild_messages=True, dm_messages=True, message_content=message_content
        )
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.resumed = asyncio.Event()
        council = app_commands.Group(name="council", description="Ask several models")
        council.command(name="ask", description="Ask a question")(_ask)
        self.tree.add_command(council)
        self.tree.command(name="feedback", description="Say something")(_feedback)
        self.tree.command(name="slow", description="Answers too late")(_slow)
        self.tree.context_menu(name="Quote")(_quote)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Vote)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify again at once; by default the client waits five seconds."""

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.content)

    async def on_resumed(self) -> None:
        self.resumed.set()


async def _ask(interaction: discord.Interaction[Any], question: app_commands.Range[str, 1, 200]) -> None:
    await interaction.response.defer(thinking=True)
    card = await interaction.edit_original_response(content=f"Asked: {question}")
    assert isinstance(interaction.channel, discord.TextChannel)
    partial = interaction.channel.get_partial_message(card.id)
    thread = await partial.create_thread(name=question[:100], auto_archive_duration=1440)
    await thread.send(
        "Response A", nonce=f"{card.id}a", file=discord.File(BytesIO(b"full text"), "response_a.md")
    )
    await thread.send(view=ballot(), nonce=f"{card.id}b")
    await partial.edit(content=f"Asked: {question} (done)")


async def _topics(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=word, value=word)
        for word in ("food", "fun", "work")
        if word.startswith(current)
    ]


@app_commands.autocomplete(topic=_topics)
async def _feedback(interaction: discord.Interaction[Any], topic: str = "all") -> None:
    await interaction.response.send_modal(Feedback(topic))


async def _slow(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(0.2)
    await interaction.response.send_message("late")


async def _quote(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    await interaction.response.send_message(f"{message.author.name} wrote: {message.content}")


@asynccontextmanager
async def running(server: LocalDiscord, *, message_content: bool = False) -> AsyncGenerator[SampleBot]:
    """Connect a bot to this server until the block ends."""
    with server.library_points_here():
        bot = SampleBot(message_content=message_content)
        task = asyncio.create_task(bot.start(server.token))
        try:
            await server.ready()
            yield bot
        finally:
            await bot.close()
            await asyncio.wait([task], timeout=5)


if __name__ == "__main__":
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sys.argv[1], URL(sys.argv[2])
    SampleBot().run(sys.argv[3], log_handler=None)


def text_channel(bot: SampleBot, server: LocalDiscord, name: str = "council") -> discord.TextChannel:
    """Return the channel as the bot's library has it."""
    channel = bot.get_channel(server.channel(name).id)
    assert isinstance(channel, discord.TextChannel)
    return channel
