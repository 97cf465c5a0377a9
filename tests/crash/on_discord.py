"""Rooms on a local Discord."""

import re
from collections.abc import Mapping

from council_core.domain.place import Place
from tests.crash.people import SAID, STEADY, Deed, Interrupted, Life, own
from tests.crash.points import Points
from tests.testbed.discord import (
    Call,
    Channel,
    Interaction,
    LocalDiscord,
    Message,
    Permission,
    Person,
    Upload,
)
from tests.testbed.discord.server import FILE
from tests.testbed.gates import Moment


class OnDiscord:
    """Implements `tests.crash.people.Side`."""

    def __init__(self, discord: LocalDiscord, points: Points, life: Life) -> None:
        self.discord, self.life = discord, life
        self._points = points
        self._identified = 0
        self._said: dict[str, Message] = {}
        """The message in each room that a question with files answers."""

        discord.gate = self._gate

    def variables(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.rest_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
        }

    def open_room(self, room: str) -> str:
        return str(self.discord.channel(room).id)

    def place_of(self, room: str) -> Place:
        guild = self.discord.guild.id
        return Place(platform="discord", workspace=str(guild), channel=self.open_room(room))

    def id_of(self, person: str, room: str) -> str:
        return str(self.discord.person(own(person, room)).id)

    def name_of(self, person_id: str) -> str:
        return self.discord.users[int(person_id)].name[:-4]

    async def connected(self) -> None:
        await self.discord.ready(60, identifies=self._identified + 1)
        self._identified = self.discord.identifies

    async def gone(self) -> None:
        await self.discord.wait_for(lambda: not self.discord.gateway.connected)

    async def _gate(self, call: Call, moment: Moment) -> bool:
        room = self._room_of(call)
        if not room:
            return True
        if call.route == FILE and moment == "done":
            self._points.paid[room] += 1
        what = f"{call.method} {re.sub(r'{[a-z_]+}', '*', call.route)}"
        return await self._points.reach(room, f"discord/{what}/{moment}")

    def _room_of(self, call: Call) -> str:
        channel: Channel | None = None
        if number := call.params.get("channel_id"):
            channel = self.discord.channels.get(int(number))
        elif token := call.params.get("token"):
            interaction = self.discord.interactions.get(token)
            channel = interaction.channel if interaction else None
        while channel is not None and channel.parent is not None:
            channel = channel.parent
        return channel.name if channel is not None and channel.name.startswith("room-") else ""

    async def ask(self, room: str, question: str, deed: Deed) -> None:
        channel = self.discord.channel(room)
        asked = await self.discord.person(own("alice", room)).slash(
            "council ask", {"question": question}, channel
        )
        await self._heard(deed, asked)
        await self.life.until(lambda: self._cards(room) and self._cards(room)[0].thread)

    async def ask_about(self, room: str, question: str, files: Mapping[str, bytes], deed: Deed) -> None:
        channel = self.discord.channel(room)
        if room not in self._said:
            self._said[room] = await self.discord.person(own("bob", room)).say(channel, SAID)
        attached = [Upload(name=name, content=content) for name, content in files.items()]
        await self.discord.person(own("alice", room)).say(
            channel, question, mentions_bot=True, reply_to=self._said[room], files=attached
        )
        await self.life.until(lambda: self._cards(room) and self._cards(room)[0].thread)

    async def follow_up(self, room: str, question: str, deed: Deed) -> None:
        await self.discord.person(own("alice", room)).say(self._thread(room), question, mentions_bot=True)
        await self.life.until(
            lambda: any(question.replace(room, "ROOM") in post for post in self.posts(room))
        )

    async def vote(self, room: str, person: str, letter: str, deed: Deed) -> None:
        ballot = self._newest(room, "Which response is best?")
        await self._press(room, person, ballot, f"Response {letter}", deed, f"Your vote: Response {letter}")

    async def judge(self, room: str, person: str, deed: Deed) -> None:
        verdict = self._newest(room, "# Verdict")
        await self._press(room, person, verdict, "Helpful", deed, "marked as helpful")

    async def reveal(self, room: str, deed: Deed) -> None:
        ballot = self._newest(room, "Which response is best?")
        sure = await self._press(room, "alice", ballot, "End the vote and reveal", Deed(), "")
        clicked = await self.discord.person(own("alice", room)).click(sure, "End the vote and reveal")
        await self._heard(deed, clicked)
        await self.life.until(lambda: "End it now" not in sure.text)

    async def cancel(self, room: str, deed: Deed) -> None:
        sure = await self._press(room, "alice", self._cards(room)[0], "Cancel", Deed(), "")
        clicked = await self.discord.person(own("alice", room)).click(sure, "Cancel")
        await self._heard(deed, clicked)
        await self.life.until(lambda: "Stopped." in sure.text)

    async def configure(self, room: str, instructions: str, deed: Deed) -> None:
        boss = self._boss(room)
        opened = await boss.slash("council settings", {}, self.discord.channel(room))
        panel = await self._private(opened)
        clicked = await boss.click(panel, next(label for label in panel.labels if "Models" in label))
        await self.life.until(lambda: clicked.modal)
        await self._heard(deed, await boss.submit_modal(clicked, {"House instructions": instructions}))
        await self.life.until(lambda: "Saved for this channel" in panel.text)

    def posts(self, room: str) -> list[str]:
        channel = self.discord.channel(room)
        places = [channel, *(one.thread for one in self.discord.messages(channel) if one.thread)]
        ours = [
            one
            for place in places
            for one in self.discord.messages(place)
            if one.author is self.discord.bot and (one.text or one.is_loading)
        ]
        return [self._steady(room, one) for one in ours]

    def _steady(self, room: str, message: Message) -> str:
        text = message.text or "is thinking..."
        text = "\n".join([text, *(f"[{label}]" for label in message.labels), *message.files])
        # Discord's Markdown may mark the hyphen of a room's name.
        text = re.sub(re.escape(room).replace(r"\-", r"\\*-"), "ROOM", text)
        for pattern, words in {**STEADY, r"<[#@t]:?[\w:]+>": "ID"}.items():
            text = re.sub(pattern, words, text, flags=re.MULTILINE)
        return text

    def _boss(self, room: str) -> Person:
        return self.discord.person(
            own("boss", room), permissions=Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL
        )

    def _cards(self, room: str) -> list[Message]:
        here = self.discord.messages(self.discord.channel(room))
        return [one for one in here if one.author is self.discord.bot and not one.is_loading and one.text]

    def _thread(self, room: str) -> Channel:
        thread = next((card.thread for card in self._cards(room) if card.thread), None)
        if thread is None:
            raise Interrupted
        return thread

    def _newest(self, room: str, words: str) -> Message:
        found = [one for one in self.discord.messages(self._thread(room)) if words in one.text]
        if not found:
            raise Interrupted
        return found[-1]

    async def _press(
        self, room: str, person: str, where: Message, label: str, deed: Deed, answer: str
    ) -> Message:
        clicked = await self.discord.person(own(person, room)).click(where, label)
        await self._heard(deed, clicked)
        told = await self._private(clicked)
        if answer not in told.text:
            raise Interrupted
        return told

    async def _private(self, interaction: Interaction) -> Message:
        await self.life.until(lambda: interaction.ephemerals)
        return interaction.ephemerals[0]

    async def _heard(self, deed: Deed, interaction: Interaction) -> None:
        await self.life.until(lambda: interaction.answered_at is not None)
        deed.acknowledged = True
