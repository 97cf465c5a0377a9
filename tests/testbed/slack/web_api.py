"""Handles HTTP calls of `/api/<method>`: their effects, refusals, and entries in the journal."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.testbed.slack import arguments
from tests.testbed.slack.faults import (
    Garbled,
    RateLimited,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    SlackError,
    Slow,
)
from tests.testbed.slack.journal import Call
from tests.testbed.slack.methods import METHODS, Method
from tests.testbed.slack.methods.access import need
from tests.testbed.slack.workspace import Installation

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

FORMS_ONLY = ("conversations.", "users.", "files.info", "files.getUploadURLExternal", "bots.", "auth.revoke")


@dataclass(slots=True)
class WebApi:
    """Answers the calls of bots; one per local Slack."""

    slack: LocalSlack

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle one call, from its arguments to its reply or its reset connection."""
        name = request.match_info["method"]
        call = Call(
            method=name,
            arguments={},
            token=arguments.bearer(request) or "",
            at=self.slack.now(),
            port=_port(request),
        )
        self.slack.journal.calls.append(call)
        try:
            return await self._answer(request, call)
        except SlackError as refusal:
            call.result = refusal.body()
            return web.json_response(call.result)
        except Exception as error:
            self.slack.journal.complain(f"the local Slack itself failed in {name}: {error!r}")
            raise
        finally:
            self.slack.journal.ring()

    async def _answer(self, request: web.Request, call: Call) -> web.StreamResponse:
        reads_json = not call.method.startswith(FORMS_ONLY) or call.method in (
            "conversations.join",
            "conversations.open",
        )
        args = await arguments.read(request, accepts_json=reads_json)
        call.token = call.token or str(args.pop("token", ""))
        call.arguments = dict(args)
        fault = call.fault = self.slack.faults.take(call.method, args)
        await asyncio.sleep(fault.seconds if isinstance(fault, Slow) else self.slack.latency_of(call.method))
        if isinstance(fault, ResetBeforeEffect):
            return _reset(request)
        if isinstance(fault, ServerError):
            call.status = fault.status
            return web.Response(status=fault.status, text="upstream error", content_type="text/plain")
        wait = (
            fault.retry_after
            if isinstance(fault, RateLimited)
            else self.slack.limiter.wait(call.method, args)
        )
        if wait:
            call.status, call.result = 429, {"ok": False, "error": "ratelimited"}
            return web.json_response(call.result, status=429, headers={"Retry-After": str(wait)})
        if isinstance(fault, SlackError):
            raise fault
        method = METHODS.get(call.method)
        if method is None:
            self.slack.journal.complain(f"unknown method: {call.method}")
            raise SlackError("unknown_method", req_method=call.method)
        caller = self._caller(request, call, method)
        if method.identity == "person":
            args["token"] = call.token
        if not await self.slack.gate(call, "before"):
            return _reset(request)
        call.result = {"ok": True, **method.run(self.slack, caller, args)}
        self.slack.journal.ring()
        if isinstance(fault, ResetAfterEffect) or not await self.slack.gate(call, "done"):
            return _reset(request)
        if isinstance(fault, Garbled):
            call.status = fault.status
            return web.Response(text=fault.body, content_type=fault.content_type, status=fault.status)
        return web.json_response(call.result, headers={"X-OAuth-Scopes": ",".join(sorted(caller.scopes))})

    def _caller(self, request: web.Request, call: Call, method: Method) -> Installation:
        if method.identity == "client":
            return self._client(request, call)
        if method.identity == "app":
            if call.token != self.slack.app_token:
                raise SlackError(
                    "not_allowed_token_type" if call.token in self.slack.installations else "invalid_auth"
                )
            return self.slack.installation
        if not call.token:
            raise SlackError("not_authed")
        if method.identity == "person":
            if call.token not in self.slack.consent.tokens:
                raise SlackError("invalid_auth")
            return self.slack.installation
        caller = self.slack.installations.get(call.token)
        if caller is None:
            raise SlackError(
                "not_allowed_token_type" if call.token == self.slack.app_token else "invalid_auth"
            )
        if caller.revoked:
            raise SlackError("token_revoked")
        if method.scope:
            need(caller, method.scope)
        return caller

    def _client(self, request: web.Request, call: Call) -> Installation:
        header = request.headers.get("Authorization", "")
        if header.startswith("Basic "):
            given = tuple(base64.b64decode(header.removeprefix("Basic ")).decode().split(":", 1))
        else:
            given = (call.arguments.get("client_id"), call.arguments.get("client_secret"))
        if given[0] != self.slack.client_id:
            raise SlackError("invalid_client_id")
        if given[1] != self.slack.client_secret:
            raise SlackError("bad_client_secret")
        return self.slack.installation


def _reset(request: web.Request) -> web.StreamResponse:
    """Drop the connection; the returned response can no longer be written."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _port(request: web.Request) -> int:
    return 0 if request.transport is None else request.transport.get_extra_info("peername")[1]
