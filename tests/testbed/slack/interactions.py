"""Trigger ids (3 s, once) and response URLs (30 min, 5 times) of interactions."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.testbed.slack import arguments, drafts
from tests.testbed.slack.faults import (
    RateLimited,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    SlackError,
)
from tests.testbed.slack.journal import Call
from tests.testbed.slack.methods.chat import authorship, thread_root
from tests.testbed.slack.workspace import Installation, Message

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

TRIGGER_LIFE = 3.0
RESPONSE_LIFE = 30 * 60.0
RESPONSE_USES = 5


@dataclass(slots=True, kw_only=True)
class Trigger:
    """A permit to open a view, created by an action of a person."""

    id: str
    user: str
    issued_at: float
    used: bool = False


@dataclass(slots=True, kw_only=True)
class ResponseUrl:
    """A permit to answer an interaction; `original` is the clicked message, if any."""

    ticket: str
    user: str
    channel: str
    installation: Installation
    issued_at: float
    original: Message | None = None
    reserved_ts: str | None = None
    uses: int = 0


@dataclass(slots=True)
class Interactions:
    """All triggers and response URLs handed out so far."""

    slack: LocalSlack
    triggers: dict[str, Trigger] = field(default_factory=dict[str, Trigger])
    response_urls: dict[str, ResponseUrl] = field(default_factory=dict[str, ResponseUrl])

    def trigger(self, user: str) -> str:
        """Create a trigger id for that person."""
        number = self.slack.workspace.number("trigger")
        made = Trigger(
            id=f"{number}.{number * 7919}.{secrets.token_hex(8)}", user=user, issued_at=self.slack.now()
        )
        self.triggers[made.id] = made
        return made.id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use up the trigger; refuse an unknown or used one, and one that is over 3 s old."""
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self.slack.now() - trigger.issued_at > TRIGGER_LIFE:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger

    def response_url(
        self, user: str, channel: str, installation: Installation, original: Message | None = None
    ) -> str:
        """Create an address for answers to this interaction."""
        made = ResponseUrl(
            ticket=secrets.token_hex(12),
            user=user,
            channel=channel,
            installation=installation,
            issued_at=self.slack.now(),
            original=original,
            reserved_ts=self.slack.workspace.next_ts(),
        )
        self.response_urls[made.ticket] = made
        return f"{self.slack.url}/actions/{installation.team_id or installation.enterprise_id}/{made.ticket}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Handle one POST to a response URL; the journal holds it as the method `response_url`."""
        call = Call(method="response_url", arguments={}, token="", at=self.slack.now())
        self.slack.journal.calls.append(call)
        try:
            args = await arguments.read(request, accepts_json=True)
            call.arguments = dict(args)
            fault = call.fault = self.slack.faults.take("response_url", args)
            if isinstance(fault, RateLimited):
                call.status = 429
                return web.Response(status=429, headers={"Retry-After": str(fault.retry_after)})
            if isinstance(fault, ServerError):
                call.status = fault.status
                return web.Response(status=fault.status)
            if isinstance(fault, SlackError):
                raise fault
            if not isinstance(fault, ResetBeforeEffect):
                self._use(request.match_info["ticket"], args)
                call.result = {"ok": True}
            if isinstance(fault, ResetBeforeEffect | ResetAfterEffect):
                if request.transport is not None:
                    request.transport.abort()
                return web.Response()
            return web.Response(text="ok")
        except SlackError as refusal:
            call.result, call.status = refusal.body(), 404 if refusal.code.endswith("_url") else 400
            return web.json_response(call.result, status=call.status)
        finally:
            self.slack.journal.ring()

    def _use(self, ticket: str, args: arguments.Arguments) -> None:
        url = self.response_urls.get(ticket)
        if url is None or self.slack.now() - url.issued_at > RESPONSE_LIFE:
            raise SlackError("expired_url")
        if url.uses >= RESPONSE_USES:
            raise SlackError("used_url")
        if args.flag("delete_original"):
            url.uses += 1
            if url.original is not None:
                url.original.deleted = True
            return
        draft = drafts.checked(self.slack, args, "response_url")
        url.uses += 1
        if args.flag("replace_original") and url.original is not None:
            url.original.replace(draft.text, draft.blocks or [])
            return
        self.answer(url, draft, args)

    def answer(
        self, url: ResponseUrl, draft: drafts.Draft, args: arguments.Arguments, ts: str | None = None
    ) -> Message:
        """Post a new message: for the channel if `response_type` says so, otherwise only for the person."""
        in_channel = args.get("response_type") == "in_channel"
        message = self.slack.put_message(
            ts=ts,
            channel=url.channel,
            text=draft.text,
            blocks=draft.blocks or [],
            attachments=draft.attachments,
            metadata=draft.metadata or None,
            thread_ts=thread_root(self.slack, url.channel, args.string("thread_ts")),
            ephemeral_to=None if in_channel else url.user,
            via_response_url=True,
            **authorship(url.installation),
        )
        if url.original is None:
            url.original = message
        return message

    def show_reply(self, response_url: str, body: dict[str, Any]) -> None:
        """Show a command's answer from the acknowledgement; refusals become complaints."""
        url = self.response_urls[response_url.rpartition("/")[2]]
        args = arguments.Arguments(body)
        try:
            draft = drafts.checked(self.slack, args, "acknowledgement")
            # The bot may post before we have read its acknowledgement; a person sees the answer first.
            self.answer(url, draft, args, url.reserved_ts)
            url.reserved_ts = None
        except SlackError as refusal:
            self.slack.journal.complain(f"acknowledgement refused: {refusal.code} {refusal.messages}")
