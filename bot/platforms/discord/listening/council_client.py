"""The library's client: the events that it subscribes to, and their handlers."""

import logging
from typing import Any, cast

import discord

from bot.platforms.discord.connection.errors import NETWORK
from bot.platforms.discord.connection.invalid_requests import InvalidRequests
from bot.platforms.discord.connection.library_door import cap_reconnects
from bot.platforms.discord.connection.permissions import regains
from bot.platforms.discord.connection.rate import tell_waits
from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.drawing.buttons import DYNAMIC
from bot.platforms.discord.listening.command_sync import CommandTranslator
from bot.platforms.discord.listening.commands import CouncilCommands, CouncilTree, message_menu
from bot.platforms.discord.listening.listener import DiscordListener
from bot.platforms.discord.payloads.parse import Interaction
from bot.sending import fence

log = logging.getLogger(__name__)

LONGEST_RATE_LIMIT = 60.0
"""Longest wait for a rate limit in seconds; for a longer one the library raises an error."""


def our_intents() -> discord.Intents:
    """Return the intents: servers, and messages that mention us; other messages only if the portal allows them."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class CouncilClient(discord.Client):
    """Passes all events to a listener."""

    def __init__(
        self, listener: DiscordListener, settings: DiscordSettings, invalid: InvalidRequests
    ) -> None:
        # The bot never speaks, so warnings about missing voice libraries are useless.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        tell_waits()
        cap_reconnects()
        self._asked_for = our_intents()
        trace = invalid.trace()
        trace.on_request_chunk_sent.append(fence.check)
        super().__init__(
            intents=self._asked_for,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_count=settings.shards if settings.shards != 1 else None,
            http_trace=trace,
        )
        self.listener = listener
        self.tree = CouncilTree(self, listener.answers)
        self.tree.add_command(CouncilCommands(listener))
        self.tree.add_command(message_menu(listener))

    async def setup_hook(self) -> None:
        """Register the buttons of all earlier messages and the languages of commands, and find out which messages we
        may read."""
        self.add_dynamic_items(*DYNAMIC)
        await self.tree.set_translator(CommandTranslator(self.listener.descriptions))
        flags = self.application_flags
        # The library reads the intents when it connects, and only the login tells which ones the portal allows.
        self._asked_for.message_content = (
            flags.gateway_message_content or flags.gateway_message_content_limited
        )

    async def clicked(
        self, interaction: Interaction, action: str, *, ask_first: bool = False, draft: str = ""
    ) -> None:
        """Handle a click on a button or menu of ours."""
        await self.listener.clicked(interaction, action, ask_first=ask_first, draft=draft)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle every interaction, beside the library's own handling."""
        await self.listener.other_interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Handle every message that arrives."""
        if self.user is None:
            return
        names_us = any(user.id == self.user.id for user in message.mentions)
        if names_us and isinstance(message.channel, discord.PartialMessageable):
            # The thread is not cached yet: its own event may come after this message.
            message = await self._where_it_is(message)
        await self.listener.message(message, self.user)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post what a server refused before, now that the bot has joined or rejoined it."""
        await self.listener.opened(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle the loss of a server that removed the bot or was deleted. A server that is only unreachable does not
        count."""
        await self.listener.left(guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Handle a change of a channel's own permissions."""
        me = after.guild.me
        if regains(before.permissions_for(me), after.permissions_for(me)):
            await self.listener.opened(after.guild, str(after.id))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Handle a new permission of one of the bot's roles."""
        if after in after.guild.me.roles and after.permissions.value & ~before.permissions.value:
            await self.listener.opened(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Handle a new role of the bot. Discord reports this without the intent for members."""
        if after == after.guild.me and set(after.roles) - set(before.roles):
            await self.listener.opened(after.guild)

    async def _where_it_is(self, message: discord.Message) -> discord.Message:
        try:
            found = await self.fetch_channel(message.channel.id)
        except (discord.DiscordException, *NETWORK) as error:
            log.warning("Discord told of a message in a channel that it does not show: %s", error)
        else:
            message.channel = cast("Any", found)
        return message

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """Log an error in a listener."""
        log.exception("A listener failed: %s", event_method)


class ShardedCouncilClient(CouncilClient, discord.AutoShardedClient):
    """The same over several gateways, which Discord requires from 2,500 servers on (docs: events/gateway#sharding)."""


def new_client(
    settings: DiscordSettings, listener: DiscordListener, invalid: InvalidRequests
) -> CouncilClient:
    """Create a client that is not logged in yet."""
    return (CouncilClient if settings.shards == 1 else ShardedCouncilClient)(listener, settings, invalid)
