"""The library's client: which events it asks for, and where they go."""

import logging
from typing import Any, cast

import discord

from bot.platforms.discord.connection.backoff import cap_reconnects
from bot.platforms.discord.connection.errors import NETWORK
from bot.platforms.discord.connection.invalid_requests import Invalid
from bot.platforms.discord.connection.permissions import regains
from bot.platforms.discord.connection.rate import tell_waits
from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.drawing.buttons import DYNAMIC
from bot.platforms.discord.listening.commands import CouncilCommands, CouncilTree, message_menu
from bot.platforms.discord.listening.desk import Desk
from bot.platforms.discord.payloads.parse import Interaction
from bot.sending import fence

log = logging.getLogger(__name__)

LONGEST_RATE_LIMIT = 60.0
"""Above so many seconds the library raises instead of sleeping."""


def our_intents() -> discord.Intents:
    """Servers, and messages that speak to us. The content of others is asked for only where the portal allows it."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class CouncilClient(discord.Client):
    """Hands everything that people do to a desk."""

    def __init__(self, desk: Desk, settings: DiscordSettings, invalid: Invalid) -> None:
        # Nobody speaks here, so nobody needs to read that the libraries for voice are missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        tell_waits()
        cap_reconnects()
        self._asked_for = our_intents()
        trace = invalid.trace()
        trace.on_request_chunk_sent.append(fence.look)
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
        self.desk = desk
        self.tree = CouncilTree(self)
        self.tree.add_command(CouncilCommands(desk))
        self.tree.add_command(message_menu(desk))

    async def setup_hook(self) -> None:
        """Buttons of all earlier messages work from here on, and it is known what we may read."""
        self.add_dynamic_items(*DYNAMIC)
        flags = self.application_flags
        # The library looks at this when it connects; only the login has told what the portal allows.
        self._asked_for.message_content = (
            flags.gateway_message_content or flags.gateway_message_content_limited
        )

    async def clicked(
        self, interaction: Interaction, action: str, *, ask_first: bool = False, draft: str = ""
    ) -> None:
        """A button or menu of ours."""
        await self.desk.clicked(interaction, action, ask_first=ask_first, draft=draft)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Every interaction, beside the library's own ways."""
        await self.desk.stray(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Every message that we are told of."""
        if self.user is None:
            return
        names_us = any(user.id == self.user.id for user in message.mentions)
        if names_us and isinstance(message.channel, discord.PartialMessageable):
            # A thread that we have not been told of yet: its own news may come after this message.
            message = await self._where_it_is(message)
        await self.desk.message(message, self.user)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot came, or came back, to a server."""
        await self.desk.opened(guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel's own permissions may have changed."""
        me = after.guild.me
        if regains(before.permissions_for(me), after.permissions_for(me)):
            await self.desk.opened(after.guild, str(after.id))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role that the bot has may have been given a permission."""
        if after in after.guild.me.roles and after.permissions.value & ~before.permissions.value:
            await self.desk.opened(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot itself may have been given a role; Discord tells of it without the intent for members."""
        if after == after.guild.me and set(after.roles) - set(before.roles):
            await self.desk.opened(after.guild)

    async def _where_it_is(self, message: discord.Message) -> discord.Message:
        try:
            found = await self.fetch_channel(message.channel.id)
        except (discord.DiscordException, *NETWORK) as error:
            log.warning("Discord told of a message in a channel that it does not show: %s", error)
        else:
            message.channel = cast("Any", found)
        return message

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """Something in a listener went wrong."""
        log.exception("A listener failed: %s", event_method)


class ShardedCouncilClient(CouncilClient, discord.AutoShardedClient):
    """The same over several gateways: Discord demands that from 2,500 servers on (docs: events/gateway#sharding)."""


def new_client(settings: DiscordSettings, desk: Desk, invalid: Invalid) -> CouncilClient:
    """A client that is not logged in yet."""
    return (CouncilClient if settings.shards == 1 else ShardedCouncilClient)(desk, settings, invalid)
