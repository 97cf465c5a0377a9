"""People, roles, channels and threads of a local Discord, as tests set them up."""

from __future__ import annotations

from collections.abc import Iterable

from tests.testbed.discord.directory import dm_with
from tests.testbed.discord.gateway import GUILDS
from tests.testbed.discord.guild import ORDINARY, Channel, ChannelKind, Guild, Permission, User
from tests.testbed.discord.message import HAS_THREAD, Message
from tests.testbed.discord.people import Person
from tests.testbed.discord.threads import tell_update
from tests.testbed.discord.world import World


class Scenery(World):
    """People, roles, channels and threads of a local Discord, as tests set them up."""

    def person(self, name: str, *, permissions: Permission = ORDINARY, roles: Iterable[str] = ()) -> Person:
        """Return the person of this name, who joins the guild when first named; permissions and roles apply then."""
        known = next((user for user in self.users.values() if user.name == name and not user.bot), None)
        if known is None:
            known = User(id=self.ids.next(), name=name, permissions=permissions)
            known.roles = {self.role(role): role for role in roles}
            self.users[known.id] = known
        return Person(self, known)

    def role(self, name: str) -> int:
        """Return the id of the role of this name; roles must exist before the bot identifies to be in its cache."""
        for number, known in self.guild.roles.items():
            if known == name:
                return number
        number = self.ids.next()
        self.guild.roles[number] = name
        return number

    def channel(self, name: str = "council", *, guild: Guild | None = None) -> Channel:
        """Return the text channel of this name, created when first named."""
        where = guild or self.guild
        for channel in self.channels.values():
            if (channel.name, channel.guild) == (name, where) and not channel.is_thread:
                return channel
        channel = Channel(id=self.ids.next(), name=name, guild=where)
        self.channels[channel.id] = channel
        self.gateway.tell("CHANNEL_CREATE", channel.to_json(self.bot), channel=channel, intent=GUILDS)
        return channel

    def voice_channel(self, name: str) -> Channel:
        """Create a voice channel; people write in it too, without threads."""
        channel = Channel(id=self.ids.next(), name=name, kind=ChannelKind.VOICE, guild=self.channel().guild)
        self.channels[channel.id] = channel
        self.gateway.tell("CHANNEL_CREATE", channel.to_json(self.bot), channel=channel, intent=GUILDS)
        return channel

    def private_thread(self, name: str, channel: Channel, *members: Person, with_bot: bool = True) -> Channel:
        """Create a thread that only these people, those who manage threads and, unless told otherwise, the bot see."""
        owner, *_ = members
        inside = {one.id for one in members} | ({self.bot.id} if with_bot else set[int]())
        thread = Channel(
            id=self.ids.next(), name=name, kind=ChannelKind.PRIVATE_THREAD, guild=channel.guild, parent=channel,
            owner_id=owner.id, members=inside,
        )  # fmt: skip
        self.channels[thread.id] = thread
        data = thread.to_json(self.bot) | {"newly_created": True}
        self.gateway.tell("THREAD_CREATE", data, channel=thread, intent=GUILDS)
        return thread

    def forum_post(self, name: str, author: Person, text: str) -> Channel:
        """Return the thread of a new post in the forum `ideas`; it contains its first message, which has the
        same id."""
        forum = self.channel("ideas")
        forum.kind = ChannelKind.FORUM
        thread = self._hung_on(self.ids.next(), name, forum, author)
        starter = Message(id=thread.id, channel=thread, author=author.user, content=text)
        self.add_message(starter)
        return thread

    def thread_on(self, message: Message, name: str, author: Person) -> Channel:
        """Return a thread that a person opens on a message."""
        message.thread = self._hung_on(message.id, name, message.channel, author)
        message.flags |= HAS_THREAD
        self.update_message(message)
        return message.thread

    def _hung_on(self, number: int, name: str, parent: Channel, author: Person) -> Channel:
        thread = Channel(
            id=number, name=name, kind=ChannelKind.PUBLIC_THREAD, guild=parent.guild, parent=parent,
            owner_id=author.id, members={author.id},
        )  # fmt: skip
        self.channels[number] = thread
        data = thread.to_json(self.bot) | {"newly_created": True}
        self.gateway.tell("THREAD_CREATE", data, channel=thread, intent=GUILDS)
        return thread

    def hide(self, channel: Channel, person: Person) -> None:
        """Hide a channel, and its threads, from a person."""
        channel.hidden_from.add(person.id)
        channel.members.discard(person.id)
        tell_update(self, channel)

    def foreign_channel(self, name: str = "elsewhere") -> Channel:
        """Create a channel in a guild without the app, where people use it by their own installation."""
        known = next((guild for guild in self.guilds.values() if not guild.installed), None)
        if known is None:
            known = Guild(id=self.ids.next(), name="foreign", owner_id=self.bot.id, installed=False)
            self.guilds[known.id] = known
        return self.channel(name, guild=known)

    def dm(self, person: Person) -> Channel:
        """Return the direct conversation between this person and the bot."""
        return dm_with(self, person.user)

    def deny(self, channel: Channel, *permissions: Permission) -> None:
        """Deny permissions of the bot in a channel and its threads."""
        for permission in permissions:
            channel.denied |= permission
        tell_update(self, channel)

    def allow(self, channel: Channel, *permissions: Permission) -> None:
        """Restore denied permissions."""
        for permission in permissions:
            channel.denied &= ~permission
        tell_update(self, channel)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as time or a moderator does."""
        thread.archived, thread.locked = True, locked
        tell_update(self, thread)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with all its threads, or one thread, as a moderator does."""
        for thread in [one for one in self.threads() if one.parent is channel]:
            self.delete_channel(thread)
        data = channel.to_json(self.bot)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.gateway.tell(event, data, channel=channel, intent=GUILDS)
        del self.channels[channel.id]
        self.changed()

    def remove_bot(self) -> None:
        """Remove the bot from the guild."""
        self.gateway.tell("GUILD_DELETE", {"id": str(self.guild.id)}, channel=self.channel(), intent=GUILDS)
        self.guild.installed = False
        self.changed()
