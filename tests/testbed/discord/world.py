"""The state of the local Discord, and look-ups that all its parts use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from tests.testbed.discord.endpoint import Endpoint
from tests.testbed.discord.errors import RefusedError
from tests.testbed.discord.gateway import Gateway
from tests.testbed.discord.guild import ORDINARY, Channel, ChannelKind, Guild, Permission, Snowflakes, User
from tests.testbed.discord.journal import Call
from tests.testbed.discord.message import Attachment, Message, Upload
from tests.testbed.discord.wire import Json
from tests.testbed.gates import Gate, open_gate
from tests.testbed.patience import PATIENCE

if TYPE_CHECKING:
    from tests.testbed.discord.interaction import Interaction

T = TypeVar("T")
DM_PERMISSIONS = ORDINARY & ~(Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS)


class World:
    """People, guilds, channels, messages, commands and interactions, and a clock that tests can advance."""

    def __init__(self, *, token: str, bot_name: str, message_content: bool, attachment_limit: int) -> None:
        self.token = token
        self.message_content = message_content
        self.people_install = False
        """Whether the portal lets people install the application for themselves."""

        self.attachment_limit = attachment_limit
        self.active_thread_limit = 1000
        self.ids = Snowflakes()
        self.bot = User(id=self.ids.next(), name=bot_name, bot=True)
        self.bot_permissions = ORDINARY
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guild = Guild(id=self.ids.next(), name="guild", owner_id=self.bot.id)
        self.guilds: dict[int, Guild] = {self.guild.id: self.guild}
        self.gone: set[int] = set()
        """People who have left the guild."""

        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, list[Json]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.attachments: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, str], tuple[float, Message]] = {}
        self.complaints: list[str] = []
        self.journal: list[Call] = []
        self.gate: Gate[Call] = open_gate
        self.origin = ""
        self.gateway = Gateway(self)
        self.endpoint = Endpoint(self)
        self._pushed = 0.0
        self._watchers: set[asyncio.Event] = set()

    # Time

    def now(self) -> float:
        """Return the seconds on the server's clock: monotonic, plus all that `advance` added."""
        return time.monotonic() + self._pushed

    def advance(self, seconds: float) -> None:
        """Advance the clock for deadlines, tokens and nonces; nothing waits."""
        self._pushed += seconds
        self.changed()

    # Watching

    def changed(self) -> None:
        """Wake every waiter, because something has changed."""
        for watcher in self._watchers:
            watcher.set()

    def complain(self, text: str) -> None:
        """Record an action of the bot (or a test) that Discord refuses, or that does harm."""
        self.complaints.append(text)
        self.changed()

    def assert_no_complaints(self) -> None:
        """Fail if there are complaints."""
        assert not self.complaints, "The local Discord complains:\n" + "\n".join(self.complaints)

    async def wait_for(self, predicate: Callable[[], T], *, timeout: float = PATIENCE, what: str = "") -> T:
        """Wait until the predicate returns something true, and return that; else fail with the last calls.

        The predicate is checked at every change here, and now and then for changes elsewhere.
        """
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        try:
            async with asyncio.timeout(timeout):
                while not (result := predicate()):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(0.05):
                            await watcher.wait()
                    watcher.clear()
                return result
        except TimeoutError:
            recent = "\n".join(f"  {call}" for call in self.journal[-12:]) or "  none"
            complaints = "\n".join(f"  {text}" for text in self.complaints) or "  none"
            waited = f"Waited {timeout} s in vain{' for ' if what else ''}{what}."
            raise AssertionError(f"{waited}\nLast calls:\n{recent}\nComplaints:\n{complaints}") from None
        finally:
            self._watchers.discard(watcher)

    # Looking up

    def channel_of(self, channel_id: int) -> Channel:
        """Return a channel that the bot may see; raises `RefusedError` 10003 or 50001."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise RefusedError(10003)
        if not self.sees(channel):
            raise RefusedError(50001)
        return channel

    def message_of(self, channel: Channel, message_id: int) -> Message:
        """Return a message in a channel; raises `RefusedError` 10008."""
        message = channel.messages.get(message_id)
        if message is None or message.seen_by is not None:
            raise RefusedError(10008)
        return message

    def permissions(self, channel: Channel) -> Permission:
        """Return the bot's permissions in a channel."""
        if channel.kind is ChannelKind.DM:
            return DM_PERMISSIONS
        return channel.bot_permissions(self.bot_permissions)

    def sees(self, channel: Channel) -> bool:
        """Return whether the bot may see a channel. It also has to be in a private thread, which its permissions do
        not tell."""
        may = self.permissions(channel)
        is_inside = channel.kind is not ChannelKind.PRIVATE_THREAD or self.bot.id in channel.members
        return Permission.VIEW_CHANNEL in may and (is_inside or Permission.MANAGE_THREADS in may)

    def need(self, channel: Channel, permission: Permission) -> None:
        """Raise `RefusedError(50013)` if the bot lacks the permission there."""
        if permission not in self.permissions(channel):
            raise RefusedError(50013)

    def threads(self) -> list[Channel]:
        """Return all threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.is_thread]

    # Telling

    def tell_interaction(self, payload: Json, channel: Channel) -> None:
        """Send a person's interaction to the bot: to its endpoint if it has one, else over the gateway."""
        if self.endpoint.url:
            self.endpoint.tell(payload)
        else:
            self.gateway.tell_interaction(payload, channel)

    # Adding

    def attach(
        self, uploads: tuple[Upload, ...], channel: Channel, *, ephemeral: bool = False
    ) -> list[Attachment]:
        """Store files and give each a url."""
        stored: list[Attachment] = []
        for upload in uploads:
            number = self.ids.next()
            url = f"{self.origin}/attachments/{channel.id}/{number}/{upload.name}?ex=1&is=1&hm=1"
            stored.append(Attachment(id=number, upload=upload, url=url, ephemeral=ephemeral))
            self.attachments[number] = stored[-1]
        return stored

    def add_message(self, message: Message) -> Message:
        """Put a message into its channel and send the event to everybody who may see it."""
        channel = message.channel
        if message.seen_by is not None:
            channel.private_replies.append(message)
        else:
            channel.messages[message.id] = message
            # The answer to a command does not add the bot to a private thread.
            if channel.is_thread and (message.author is not self.bot or self.sees(channel)):
                channel.members.add(message.author.id)
            self.gateway.tell_message("MESSAGE_CREATE", message)
        self.changed()
        return message

    def update_message(self, message: Message) -> None:
        """Send the event of a changed message to everybody who may see it."""
        if message.seen_by is None:
            self.gateway.tell_message("MESSAGE_UPDATE", message)
        self.changed()

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        if message.seen_by is None:
            del message.channel.messages[message.id]
            self.gateway.tell_message_gone(message)
        else:
            message.channel.private_replies.remove(message)
        self.changed()
