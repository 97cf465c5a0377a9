"""The local Discord for tests: an async context manager on a free loopback port."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TYPE_CHECKING, Self

from aiohttp import web

from tests.testbed.discord.buckets import Buckets, RateLimits
from tests.testbed.discord.faults import Fault, Script
from tests.testbed.discord.guild import Channel
from tests.testbed.discord.journal import Call
from tests.testbed.discord.message import Message
from tests.testbed.discord.rest import PREFIX, Rest
from tests.testbed.discord.scenery import Scenery
from tests.testbed.discord.sign_in import Consent
from tests.testbed.discord.transcript import transcript
from tests.testbed.patience import PATIENCE

if TYPE_CHECKING:
    from tests.testbed.discord.openapi import OpenApi

TOKEN = "local-discord-token"
TEN_MIB = 10 * 1024 * 1024

FILE = "/attachments/{channel_id}/{attachment_id}/{name}"
"""Where files are served."""


class LocalDiscord(Scenery):
    """A strict Discord on loopback. `async with LocalDiscord() as discord:` serves until the block ends.

    `message_content`: whether the app has that privileged intent; `attachment_limit`: bytes per file;
    `rate_limits`: None lets everything through with generous headers; `openapi`: Discord's own description,
    against which every REST body is then checked.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        bot_name: str = "Council",
        message_content: bool = True,
        attachment_limit: int = TEN_MIB,
        rate_limits: RateLimits | None = None,
        openapi: OpenApi | None = None,
    ) -> None:
        super().__init__(
            token=token, bot_name=bot_name, message_content=message_content, attachment_limit=attachment_limit
        )
        self.consent = Consent(self)
        self._rest = Rest(self, rate_limits, openapi)
        self._runner: web.AppRunner | None = None

    # Lifecycle

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/resume", self.gateway.serve)
        app.router.add_get(FILE, self._serve_file)
        app.router.add_get("/oauth2/authorize", self.consent.authorize)
        app.router.add_post(PREFIX + "/oauth2/token", self.consent.token)
        for path in ("/users/@me", "/users/@me/guilds"):
            app.router.add_get(PREFIX + path, self._serve_me)
        app.router.add_route("*", PREFIX + "/{path:.*}", self._rest.serve)
        app.router.add_route("*", "/{path:.*}", self._rest.serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.5, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.origin = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.open()
        await self.gateway.drop(None)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def rest_url(self) -> str:
        """Return the address for `discord.http.Route.BASE`."""
        return self.origin + PREFIX

    @property
    def gateway_url(self) -> str:
        """Return the address for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.origin.replace("http", "ws", 1) + "/gateway"

    @contextmanager
    def library_points_here(self) -> Generator[None]:
        """Point the discord.py of this process at this server until the block ends."""
        from discord.gateway import DiscordWebSocket
        from discord.http import Route
        from yarl import URL

        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = self.rest_url, URL(self.gateway_url)
        try:
            yield
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before

    async def _serve_me(self, request: web.Request) -> web.StreamResponse:
        """Serve a person's requests about themselves; the bot's own requests take the usual way."""
        is_person = request.headers.get("Authorization", "").startswith("Bearer ")
        return await (self.consent if is_person else self._rest).serve(request)

    async def _serve_file(self, request: web.Request) -> web.Response:
        attachment = self.attachments.get(int(request.match_info["attachment_id"]))
        if attachment is None or not attachment.url.endswith(request.path_qs):
            return web.Response(status=404, text="This content is no longer available.")
        call = Call(
            method="GET", path=request.path, route=FILE, params=dict(request.match_info), query={},
            authorization=None, at=self.now(),
        )  # fmt: skip
        if not await self.gate(call, "before") or not await self.gate(call, "done"):
            return web.Response(status=503)  # # No recipient: the caller is gone.
        headers = {"Content-Type": attachment.upload.content_type}
        return web.Response(body=attachment.upload.content, headers=headers)

    def expire_attachments(self) -> None:
        """Make every current link to a file answer 404, as signed links do after a day; new links are issued."""
        for attachment in self.attachments.values():
            attachment.url = f"{attachment.url.partition('?')[0]}?ex=1&is=1&hm={self.ids.next():x}"

    def forget_attachments(self) -> None:
        """Delete every file so far, as Discord does in the end with those of commands."""
        self.attachments.clear()

    # Who and where

    # What people take away

    async def revoke_token(self) -> None:
        """Replace the bot's token, so that its current one is invalid."""
        self.token = f"another-{self.ids.next()}"
        await self.gateway.drop(4004)

    # What goes wrong

    def fail(
        self,
        method: str,
        route: str,
        fault: Fault,
        *,
        nth: int = 1,
        times: int = 1,
        where: Callable[[Call], bool] | None = None,
    ) -> Script:
        """Script a fault for the n-th call of a route from now on; only calls that `where` accepts count."""
        script = Script(method, route, fault, nth, times, where)
        self._rest.fail(script)
        return script

    def limit_rates(self, limits: RateLimits | None) -> None:
        """Change the rate limits; all buckets are full again."""
        self._rest.buckets = Buckets(limits)

    async def drop_gateway(self, code: int | None = 4000) -> None:
        """Close the bot's sockets with this code, or without a closing frame if None."""
        await self.gateway.drop(code)

    def gateway_down(
        self, code: int | None = 4000, *, refuses: bool = False
    ) -> AbstractAsyncContextManager[None]:
        """Close the bot's sockets and admit no new one until the block ends: new ones wait, or are refused."""
        return self.gateway.down(code, refuses=refuses)

    async def request_reconnect(self) -> None:
        """Send RECONNECT (op 7)."""
        await self.gateway.ask_to_reconnect()

    async def invalidate_session(self, *, resumable: bool = False) -> None:
        """Send INVALID SESSION (op 9)."""
        await self.gateway.invalidate(resumable=resumable)

    # Looking

    @property
    def identifies(self) -> int:
        return self.gateway.identifies

    @property
    def resumes(self) -> int:
        return self.gateway.resumes

    async def ready(self, timeout: float = PATIENCE, *, identifies: int = 1) -> None:
        """Wait until a bot is connected and knows its guilds; after a restart, for the second identify."""

        def connected() -> bool:
            caught_up = any(session.caught_up for session in self.gateway.connected)
            return caught_up and self.identifies >= identifies

        await self.wait_for(connected, timeout=timeout, what="a connected bot")

    def messages(self, channel: Channel) -> list[Message]:
        """Return the messages that everybody sees in a channel, oldest first."""
        return list(channel.messages.values())

    def calls(self, method: str, route: str) -> list[Call]:
        """Return the calls of a route so far."""
        return [call for call in self.journal if (call.method, call.route) == (method, route)]

    async def wait_for_calls(
        self, method: str, route: str, *, count: int = 1, timeout: float = PATIENCE
    ) -> list[Call]:
        """Wait until this many calls of a route have been answered, and return them."""

        def answered() -> list[Call]:
            done = [call for call in self.calls(method, route) if call.status is not None]
            return done if len(done) >= count else []

        return await self.wait_for(answered, timeout=timeout, what=f"{count} x {method} {route}")

    async def wait_for_message(self, channel: Channel, text: str, *, timeout: float = PATIENCE) -> Message:
        """Wait for a message of the bot in a channel whose text contains this, and return it."""

        def found() -> Message | None:
            own = [message for message in self.messages(channel) if message.author is self.bot]
            return next((message for message in own if text in message.text), None)

        message = await self.wait_for(found, timeout=timeout, what=f"{text!r} in {channel.name}")
        assert message is not None
        return message

    async def wait_for_thread(self, message: Message, *, timeout: float = PATIENCE) -> Channel:
        """Wait for the thread on a message, and return it."""
        thread = await self.wait_for(lambda: message.thread, timeout=timeout, what="a thread")
        assert thread is not None
        return thread

    def transcript(self, channel: Channel, *, names: Mapping[str, str] | None = None) -> str:
        """Return everything that people see in a channel and its threads, without ids. `names`: patterns ->
        replacements."""
        return transcript(self, channel, names or {})
