"""Subscribes the library's client to events, and keeps it logged in, with or without a gateway, also after failures."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator, Mapping
from itertools import chain, repeat
from typing import Any, cast

import discord

from bot.platforms.discord.connection.errors import NETWORK, STOPPING, our_errors, token_refused, translated
from bot.platforms.discord.connection.invalid_requests import InvalidRequests
from bot.platforms.discord.connection.library_door import cap_reconnects, pass_on, silent_for, sockets_of
from bot.platforms.discord.connection.permissions import regains
from bot.platforms.discord.connection.rate import tell_waits
from bot.platforms.discord.connection.settings import DiscordSettings, point_library
from bot.platforms.discord.drawing.buttons import DYNAMIC
from bot.platforms.discord.listening.command_sync import CommandTranslator, sync_if_changed
from bot.platforms.discord.listening.commands import CouncilCommands, CouncilTree, message_menu
from bot.platforms.discord.listening.listener import DiscordListener
from bot.platforms.discord.payloads.parse import Interaction
from bot.ports import Condition
from bot.post import PlainMessages
from bot.sending import fence
from council_core.errors import OutcomeUnknown, Problem, SettingsError

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

    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Handle a thread that is open, ours or one in which people asked: it may have been locked. An archived thread
        is in no cache, so the state before is unknown."""
        state, guild = update.data["thread_metadata"], self.get_guild(update.guild_id)
        if guild is not None and not (state["archived"] or state.get("locked")):
            await self.listener.opened(guild, str(update.parent_id))

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Handle a private thread to which the bot was added (again)."""
        if thread.is_private():
            await self.listener.opened(thread.guild, str(thread.parent_id))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Handle a new permission of one of the bot's roles."""
        if after in after.guild.me.roles and after.permissions.value & ~before.permissions.value:
            await self.listener.opened(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Handle a new role of the bot, or the end of a time-out that a moderator gave it. Discord reports this without
        the intent for members."""
        speaks_again = before.is_timed_out() and not after.is_timed_out()
        if after == after.guild.me and (speaks_again or set(after.roles) - set(before.roles)):
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


log = logging.getLogger(__name__)

SECONDS_TO_LET_GO = 1.5
SECONDS_TO_LEAVE = 1.5
"""Longest wait for the gateways to answer our close. The library itself waits for 30 seconds."""

SECONDS_UNTIL_RECONNECT = (1.0, 5.0, 15.0, 60.0)

BAD_TOKEN = Problem("discord_token", name="DISCORD_TOKEN")
BAD_INTENTS = Problem("discord_intents")
TOO_MANY = Problem("discord_shards", name="DISCORD_SHARDS")

# docs: topics/opcodes-and-status-codes, gateway close event codes.
REFUSALS = {4004: BAD_TOKEN, 4010: TOO_MANY, 4011: TOO_MANY}


class Connection:
    """One client for REST and, when served, the gateway."""

    def __init__(self, settings: DiscordSettings, listener: DiscordListener) -> None:
        self._settings = settings
        self._listener = listener
        self._login = asyncio.Lock()
        self._closed = False
        self._closing = asyncio.Event()
        self._invalid = InvalidRequests()
        self.client = new_client(settings, listener, self._invalid)

    @property
    def plain_messages(self) -> PlainMessages:
        """Return whether messages that do not mention the bot arrive."""
        if not self._settings.gateway:
            return "never"
        return "heard" if self.client.intents.message_content else "no_intent"

    async def condition(self) -> Condition:
        """Return the gateways' condition. It is well when every gateway is connected, and holds the seconds since the
        last event of the most silent one."""
        sockets = sockets_of(self.client)
        down = sum(each is None or not each.open for each in sockets)
        if down or not self.client.is_ready():
            which = f"{down} of {len(sockets)} connections" if len(sockets) > 1 else "The connection"
            return Condition(
                ok=False, why=f"{which} to Discord's gateway cannot be used now; it is being built anew."
            )
        silent = max((silent_for(each) for each in sockets if each is not None), default=0.0)
        return Condition(ok=True, figures={"heard_seconds_ago": silent})

    async def ready_for_runs(self) -> CouncilClient:
        """Return the client for a run's own calls. Once the token is revoked, wait until the process stops: the run
        resumes at the next start, with another token. Raises PlatformError."""
        if self._invalid.revoked.is_set():
            await self._closing.wait()
        return await self.ready()

    async def ready(self) -> CouncilClient:
        """Return the client, logged in, which is enough for REST. Raises PlatformError, at once if the token is
        revoked."""
        if self._closed:
            raise OutcomeUnknown(STOPPING, code="stopping")
        if self._invalid.revoked.is_set():
            raise token_refused()
        if seconds := self._invalid.seconds_left():
            raise OutcomeUnknown(f"Council leaves Discord alone for {seconds:.0f} seconds.", code="quiet")
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
                # A client that failed to log in cannot be closed and used again.
                failed, self.client = self.client, self._another()
                await failed.close()
                raise

    def _another(self) -> CouncilClient:
        return new_client(self._settings, self._listener, self._invalid)

    async def serve(self, *, receives: bool = True) -> None:
        """Receive until cancelled, whatever the gateway does; or only stay logged in, for REST.

        Raises:
            SettingsError: Discord does not accept the token or the intents; retrying is useless.
            PlatformError: It refuses the bot for another reason.
        """
        try:
            await self._reach()
            if receives:
                await self._sync()
            await self._until_revoked(self._listen(receives=receives))
        except discord.LoginFailure as error:
            raise SettingsError([BAD_TOKEN]) from error
        except discord.PrivilegedIntentsRequired as error:
            raise SettingsError([BAD_INTENTS]) from error
        except discord.ConnectionClosed as error:
            raise SettingsError([REFUSALS.get(error.code, BAD_INTENTS)]) from error
        except discord.DiscordException as error:
            raise translated(error, "log in") from error

    async def _listen(self, *, receives: bool) -> None:
        if not (receives and self._settings.gateway):
            await asyncio.Event().wait()
        pauses = _pauses()
        while not self.client.is_closed():
            await self._receive()
            await asyncio.sleep(next(pauses))

    async def _until_revoked(self, listening: Coroutine[None, None, None]) -> None:
        """Listen as long as Discord accepts the token. Raises SettingsError when the token is revoked: runs under way
        resume at the next start, with another token."""
        tasks = [asyncio.create_task(listening), asyncio.create_task(self._invalid.revoked.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=SECONDS_TO_LET_GO)
        if tasks[0].done() and not tasks[0].cancelled():
            tasks[0].result()
        if self._invalid.revoked.is_set():
            raise SettingsError([BAD_TOKEN])

    async def _reach(self) -> None:
        """Log in, and retry while Discord cannot be reached."""
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
        """Run the gateway, with the library's own reconnecting. The library does not catch its errors about events of
        unknown shape, and they would end the process."""
        try:
            await self.client.connect(reconnect=True)
        except discord.DiscordException:
            raise
        except Exception:
            log.exception("The gateway broke.")
            if self.client.is_closed() and not self._closed:
                # With several gateways the library closes them all, for good.
                self.client = self._another()
                await self._reach()
            elif not self.client.is_closed():
                # An open gateway would go on delivering beside the next one.
                await self.client.ws.close(code=4000)

    async def deliver(self, told: Mapping[str, Any]) -> None:
        """Handle an interaction from HTTP as if the gateway had sent it. Raises PlatformError."""
        pass_on(await self.ready(), told)

    async def leave(self) -> None:
        """Close the gateways: nothing arrives any more, while REST still works."""
        closing = [
            asyncio.create_task(each.close(code=1000))
            for each in sockets_of(self.client)
            if each is not None and each.open
        ]
        if not closing:
            return
        _, late = await asyncio.wait(closing, timeout=SECONDS_TO_LEAVE)
        for task in late:
            task.cancel()
        if late:
            log.warning("Discord did not answer the close of %d gateways in time.", len(late))

    async def close(self) -> None:
        """Close REST and the gateways for good."""
        self._closed = True
        self._closing.set()
        try:
            await self.client.close()
        except asyncio.CancelledError:
            # The library was already closing itself, and that was interrupted together with the gateway.
            await self.client.http.close()
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise


def _pauses() -> Iterator[float]:
    """Yield longer and longer pauses, then always the longest."""
    return chain(SECONDS_UNTIL_RECONNECT, repeat(SECONDS_UNTIL_RECONNECT[-1]))
