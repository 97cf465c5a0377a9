"""The REST half: routes, the journal, scripted faults and rate limits."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.testbed.discord import directory, interactions, messages, threads
from tests.testbed.discord.answer import Answer
from tests.testbed.discord.buckets import Buckets, RateLimits
from tests.testbed.discord.errors import REFUSALS, RefusedError
from tests.testbed.discord.faults import (
    Garbled,
    LostReply,
    Refusal,
    ResetBeforeEffect,
    Script,
    Slow,
    Status,
    TooManyRequests,
)
from tests.testbed.discord.journal import Call, read_body

if TYPE_CHECKING:
    from tests.testbed.discord.openapi import OpenApi
    from tests.testbed.discord.world import World

PREFIX = "/api/v10"
Handler = Callable[["World", Call], Answer]

_CHANNEL, _MESSAGE = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
_APP, _GUILD_APP = "/applications/{application_id}", "/applications/{application_id}/guilds/{guild_id}"
_RESPONSE = "/webhooks/{webhook_id}/{token}/messages/{message_id}"

ROUTES: dict[tuple[str, str], Handler] = {
    ("GET", "/users/@me"): directory.me,
    ("GET", "/users/@me/guilds"): directory.my_guilds,
    ("GET", "/users/{user_id}"): directory.user,
    ("POST", "/users/@me/channels"): directory.open_dm,
    ("GET", "/oauth2/applications/@me"): directory.application,
    ("GET", "/applications/@me"): directory.application,
    ("GET", "/gateway"): directory.gateway,
    ("GET", "/gateway/bot"): directory.gateway,
    ("GET", f"{_APP}/commands"): directory.read_commands,
    ("PUT", f"{_APP}/commands"): directory.write_commands,
    ("GET", f"{_GUILD_APP}/commands"): directory.read_commands,
    ("PUT", f"{_GUILD_APP}/commands"): directory.write_commands,
    ("GET", "/guilds/{guild_id}"): directory.guild,
    ("GET", "/guilds/{guild_id}/channels"): directory.channels,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): directory.member,
    ("GET", "/guilds/{guild_id}/threads/active"): threads.active,
    ("GET", _CHANNEL): threads.read_channel,
    ("PATCH", _CHANNEL): threads.edit_channel,
    ("DELETE", _CHANNEL): threads.delete_channel,
    ("POST", "/attachments/refresh-urls"): messages.refresh_urls,
    ("POST", f"{_CHANNEL}/typing"): messages.typing,
    ("GET", f"{_CHANNEL}/messages"): messages.history,
    ("POST", f"{_CHANNEL}/messages"): messages.send,
    ("GET", _MESSAGE): messages.read,
    ("PATCH", _MESSAGE): messages.edit,
    ("DELETE", _MESSAGE): messages.delete,
    ("POST", f"{_MESSAGE}/threads"): threads.start_on_message,
    ("POST", f"{_CHANNEL}/threads"): threads.start,
    ("GET", f"{_CHANNEL}/threads/archived/public"): threads.archived,
    ("GET", f"{_CHANNEL}/thread-members"): threads.members,
    ("GET", f"{_CHANNEL}/thread-members/{{user_id}}"): threads.member,
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}"): threads.join,
    ("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}"): threads.leave,
    ("POST", "/interactions/{interaction_id}/{token}/callback"): interactions.callback,
    ("POST", "/webhooks/{webhook_id}/{token}"): interactions.follow_up,
    ("GET", _RESPONSE): interactions.read_response,
    ("PATCH", _RESPONSE): interactions.edit_response,
    ("DELETE", _RESPONSE): interactions.delete_response,
}
BY_TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
BODY_TYPES = ("application/json", "multipart/form-data")
PUBLIC = ("/gateway",)
_PATTERNS = [
    (method, route, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(route))))
    for method, route in ROUTES
]


class Rest:
    """Answers REST calls for one world."""

    def __init__(self, world: World, limits: RateLimits | None, openapi: OpenApi | None) -> None:
        self._world = world
        self._openapi = openapi
        self.buckets = Buckets(limits)
        self.scripts: list[Script] = []

    def fail(self, script: Script) -> None:
        """Add a scripted fault; raises `ValueError` for a route that does not exist."""
        if (script.method, script.route) not in ROUTES:
            known = "\n".join(f"  {method} {route}" for method, route in ROUTES)
            raise ValueError(f"No route {script.method} {script.route}. Known:\n{known}")
        self.scripts.append(script)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one call, from its first byte to its reply."""
        call = self._find(request)
        self._world.journal.append(call)
        reply: web.Response | None = None
        try:
            await read_body(request, call)
            if call.body is not None and request.content_type not in BODY_TYPES:
                self._world.complain(f"{call.method} {call.path} sent its body as {request.content_type}.")
            for violation in self._openapi.violations(call) if self._openapi else []:
                self._world.complain(f"OpenAPI: {violation}")
            reply = await self._answer(call)
        except RefusedError as refusal:
            reply = _reply(refusal.status, refusal.body)
        if reply is None:
            call.notes.append("connection reset")
            if request.transport is not None:
                request.transport.abort()
            reply = _reply(500, None)
        else:
            call.status = reply.status
        self._world.changed()
        return reply

    def _find(self, request: web.Request) -> Call:
        path = request.path.removeprefix(PREFIX)
        found = [
            (r, m) for method, r, p in _PATTERNS if method == request.method and (m := p.fullmatch(path))
        ]
        route, match = found[0] if found else ("", None)
        return Call(
            method=request.method,
            path=path,
            route=route,
            params=match.groupdict() if match else {},
            query=dict(request.query),
            authorization=request.headers.get("Authorization"),
            at=self._world.now(),
        )

    async def _answer(self, call: Call) -> web.Response | None:
        """Return the reply, or None for a connection to drop."""
        if not call.route:
            self._world.complain(f"No such route: {call.method} {call.path}")
            return _reply(404, {"message": "404: Not Found", "code": 0})
        if (
            not call.route.startswith((*BY_TOKEN_IN_PATH, *PUBLIC))
            and call.authorization != f"Bot {self._world.token}"
        ):
            return _reply(401, {"message": "401: Unauthorized", "code": 0})
        befalling = [script.fault for script in self.scripts if script.befalls(call)]
        fault = befalling[0] if befalling else None
        if fault is not None:
            call.notes.append(str(fault))
        match fault:
            case ResetBeforeEffect():
                return None
            case Status(status=status):
                return _reply(status, {"message": f"{status}: scripted", "code": 0})
            case Refusal(code=code):
                return _reply(REFUSALS[code][0], {"message": REFUSALS[code][1], "code": code})
            case TooManyRequests():
                return _too_many(fault)
            case Slow(seconds=seconds, late_reply=False):
                await asyncio.sleep(seconds)
            case _:
                pass
        if not await self._world.gate(call, "before"):
            return None
        reply = self._effect(call)
        if not await self._world.gate(call, "done"):
            return None
        match fault:
            case LostReply(how="reset"):
                return None
            case LostReply(how=int() as status):
                return _reply(status, {"message": f"{status}: scripted", "code": 0})
            case Garbled(body=body, content_type=kind, status=status):
                headers = {"Content-Type": kind, "Via": "1.1 google"}
                return web.Response(body=body.encode(), headers=headers, status=status)
            case Slow(seconds=seconds, late_reply=True):
                await asyncio.sleep(seconds)
                return reply
            case _:
                return reply

    def _effect(self, call: Call) -> web.Response:
        verdict = self.buckets.take(call)
        if verdict.retry_after is not None:
            scope = "global" if verdict.is_global else "user"
            fault = TooManyRequests(retry_after=round(verdict.retry_after, 3), scope=scope)
            return _too_many(fault, verdict.headers)
        try:
            answer = ROUTES[call.method, call.route](self._world, call)
        except RefusedError as refusal:
            call.answer = refusal.body
            return _reply(refusal.status, refusal.body, verdict.headers)
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            self._world.complain(f"{call.method} {call.path}: unreadable body, {error!r}: {call.body}")
            refusal = RefusedError(50035)
            return _reply(refusal.status, refusal.body, verdict.headers)
        call.committed = True
        call.answer = answer.body
        return _reply(answer.status, answer.body, verdict.headers)


def _reply(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # discord.py reads a body as JSON only if the type is exactly this, without a charset.
    typed = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=typed)


def _too_many(fault: TooManyRequests, headers: dict[str, str] | None = None) -> web.Response:
    everywhere = fault.scope == "global"
    body = {"message": "You are being rate limited.", "retry_after": fault.retry_after, "global": everywhere}
    extra = {"Retry-After": str(max(1, round(fault.retry_after))), "X-RateLimit-Scope": fault.scope}
    if everywhere:
        extra["X-RateLimit-Global"] = "true"
    if fault.via:
        extra["Via"] = "1.1 google"
    return _reply(429, body, (headers or {}) | extra)
