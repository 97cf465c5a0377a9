"""The library's client: which events it asks for, and where they go; logged in once, with or without a gateway."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from typing import Any, cast

import discord

from bot.platforms.discord.buttons import DYNAMIC
from bot.platforms.discord.commands import CouncilCommands, CouncilTree, message_menu
from bot.platforms.discord.desk import Desk
from bot.platforms.discord.parse import Interaction
from bot.platforms.discord.refusals import NETWORK, STOPPING, our_errors, translated
from bot.platforms.discord.settings import DiscordSettings, point_library
from bot.platforms.discord.syncing import sync_if_changed
from council_core.errors import OutcomeUnknown, SettingsError

log = logging.getLogger(__name__)

LONGEST_RATE_LIMIT = 60.0
"""Above so many seconds the library raises instead of sleeping."""

SECONDS_UNTIL_RECONNECT = (1.0, 5.0, 15.0, 60.0)

BAD_TOKEN = "Discord does not accept DISCORD_TOKEN. Copy the bot's token from the developer portal, page Bot."
BAD_INTENTS = "Discord refuses the intents Council asks for. Look at the page Bot of the developer portal."
TOO_MANY = "This bot is on too many servers for one gateway. Set DISCORD_SHARDS=auto."

# docs: topics/opcodes-and-status-codes, gateway close event codes.
REFUSALS = {4004: BAD_TOKEN, 4010: TOO_MANY, 4011: TOO_MANY}


def our_intents() -> discord.Intents:
    """Servers, and messages that speak to us; the content of others is not asked for."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class CouncilClient(discord.Client):
    """Hands everything that people do to a desk."""

    def __init__(self, desk: Desk, settings: DiscordSettings) -> None:
        # Nobody speaks here, so nobody needs to read that the libraries for voice are missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=our_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_count=settings.shards if settings.shards != 1 else None,
        )
        self.desk = desk
        self.tree = CouncilTree(self)
        self.tree.add_command(CouncilCommands(desk))
        self.tree.add_command(message_menu(desk))

    async def setup_hook(self) -> None:
        """Buttons of all earlier messages work from here on."""
        self.add_dynamic_items(*DYNAMIC)

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
        if self.user is not None:
            await self.desk.message(message, self.user)

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """Something in a listener went wrong."""
        log.exception("A listener failed: %s", event_method)


class ShardedCouncilClient(CouncilClient, discord.AutoShardedClient):
    """The same over several gateways: Discord demands that from 2,500 servers on (docs: events/gateway#sharding)."""


def new_client(settings: DiscordSettings, desk: Desk) -> CouncilClient:
    """A client that is not logged in yet."""
    return (CouncilClient if settings.shards == 1 else ShardedCouncilClient)(desk, settings)


class Connection:
    """One client for REST and, when served, the gateway."""

    def __init__(self, settings: DiscordSettings, desk: Desk) -> None:
        self._settings = settings
        self._desk = desk
        self._login = asyncio.Lock()
        self._closed = False
        self.client = new_client(settings, desk)

    async def ready(self) -> CouncilClient:
        """The client, logged in: enough for REST. Raises PlatformError."""
        if self._closed:
            raise OutcomeUnknown(STOPPING, code="stopping")
        with our_errors("log in"):
            await self._log_in()
        return self.client

    async def _log_in(self) -> None:
        async with self._login:
            if self.client.user is not None:
                return
            point_library(self._settings)
            try:
                await self.client.login(self._settings.token)
            except BaseException:
                # One that failed to log in cannot be closed and used again.
                failed, self.client = self.client, new_client(self._settings, self._desk)
                await failed.close()
                raise

    async def serve(self) -> None:
        """Receives until cancelled, whatever the gateway does.

        Raises:
            SettingsError: Discord does not take the token or the intents; it is no use to try again.
            PlatformError: It refuses the bot for another reason.
        """
        try:
            await self._reach()
            await self._sync()
            if not self._settings.gateway:
                await asyncio.Event().wait()
            pauses = _pauses()
            while not self.client.is_closed():
                await self._receive()
                await asyncio.sleep(next(pauses))
        except discord.LoginFailure as error:
            raise SettingsError([BAD_TOKEN]) from error
        except discord.PrivilegedIntentsRequired as error:
            raise SettingsError([BAD_INTENTS]) from error
        except discord.ConnectionClosed as error:
            raise SettingsError([REFUSALS.get(error.code, BAD_INTENTS)]) from error
        except discord.DiscordException as error:
            raise translated(error, "log in") from error

    async def _reach(self) -> None:
        """Logs in, and keeps trying while Discord cannot be reached."""
        for pause in _pauses():
            try:
                await self._log_in()
                return
            except (discord.HTTPException, discord.RateLimited, *NETWORK) as error:
                if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != 429:
                    raise
                log.warning(
                    "Discord cannot be reached (%s); trying again in %.0f s.", type(error).__name__, pause
                )
                await asyncio.sleep(pause)

    async def _sync(self) -> None:
        try:
            await sync_if_changed(self.client, self.client.tree)
        except (discord.DiscordException, *NETWORK) as error:
            log.warning("Discord could not be told of the commands; those it knows stay: %s", error)

    async def _receive(self) -> None:
        """The gateway, with the library's own reconnecting. Its errors over an event of a shape that it does not know
        come through, and would end the process."""
        try:
            await self.client.connect(reconnect=True)
        except discord.DiscordException:
            raise
        except Exception:
            log.exception("The gateway broke.")
            if self.client.is_closed() and not self._closed:
                # With several gateways the library closes them all, for good.
                self.client = new_client(self._settings, self._desk)
                await self._reach()
            elif not self.client.is_closed():
                # Left open, it would go on delivering beside the next one.
                await self.client.ws.close(code=4000)

    async def deliver(self, told: Mapping[str, Any]) -> None:
        """Takes up what came over HTTP as if the gateway had told it; the library has no public way in. Raises
        PlatformError."""
        client = await self.ready()
        state = client._connection  # pyright: ignore[reportPrivateUsage]
        state.parse_interaction_create(cast("Any", told))

    async def close(self) -> None:
        """Closes both, for good."""
        self._closed = True
        await self.client.close()


def _pauses() -> Iterator[float]:
    """Longer and longer, then always the same."""
    return chain(SECONDS_UNTIL_RECONNECT, repeat(SECONDS_UNTIL_RECONNECT[-1]))
