"""A local Slack on a loopback port: Web API, Socket Mode, uploads, response URLs, and its people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import aiohttp
from aiohttp import web

from tests.testbed.gates import Gate, open_gate
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import drawing, payloads, sign_in, transcripts
from tests.testbed.slack.deliveries import Delivery, How, Kind
from tests.testbed.slack.interactions import Interactions, Trigger
from tests.testbed.slack.journal import Call
from tests.testbed.slack.methods import files
from tests.testbed.slack.methods.files import PendingShare, Sharing
from tests.testbed.slack.people import Person
from tests.testbed.slack.rate_limits import Limiter, RateLimits
from tests.testbed.slack.socket_mode import SocketMode
from tests.testbed.slack.stage import SCOPES
from tests.testbed.slack.watched import Watched
from tests.testbed.slack.web_api import WebApi
from tests.testbed.slack.workspace import Installation, Message, View

T = TypeVar("T")

# The events of the manifest.
EVENTS = [
    "app_mention",
    "app_home_opened",
    "message.im",
    "app_uninstalled",
    "tokens_revoked",
    "member_joined_channel",
    "channel_unarchive",
    "group_unarchive",
    "team_access_granted",
]


class LocalSlack(Watched):
    """`async with LocalSlack() as slack:` gives a workspace with `#general` (C1), alice, bob, carol, the bot.

    `bot_url` is the bot's `/slack/events`; without it, people's doings arrive over Socket Mode. `latency` is
    seconds per call, or a function of the method's name. `refuse_block_types` get invalid_blocks.
    """

    def __init__(
        self,
        *,
        bot_url: str | None = None,
        scopes: Iterable[str] = SCOPES,
        subscriptions: Iterable[str] = EVENTS,
        refuse_block_types: Iterable[str] = (),
        rate_limits: RateLimits | None = None,
        latency: float | Callable[[str], float] = 0.0,
        sharing: Sharing | None = None,
        ack_deadline: float = 3.0,
        bot_token: str = "xoxb-local",
        app_token: str = "xapp-local",
        signing_secret: str = "local-signing-secret",
        client_id: str = "1.1",
        client_secret: str = "local-client-secret",
    ) -> None:
        super().__init__(bot_token=bot_token, scopes=scopes)
        self.bot_url = bot_url
        self.subscriptions = frozenset(subscriptions)
        self.refuse_block_types = frozenset(refuse_block_types)
        self.latency = latency
        self.sharing = sharing or Sharing()
        self.ack_deadline = ack_deadline
        self.app_token, self.signing_secret = app_token, signing_secret
        self.client_id, self.client_secret = client_id, client_secret
        self.limiter = Limiter(self.now, rate_limits)
        self.interactions, self.socket = Interactions(self), SocketMode(self)
        self.deliveries: list[Delivery] = []
        self.gate: Gate[Call] = open_gate
        """Holds calls that would succeed."""

        self._drawn: dict[int, tuple[tuple[object, ...], Message, str]] = {}
        """The visible text of messages, by object: waiters for words check every message at each change."""

        self.upload_tickets: dict[str, str] = {}
        self.pending_shares: list[PendingShare] = []
        self.url = ""
        self.largest_page = 1_000
        """Messages of a thread that Slack returns at once: 15 to apps outside its Marketplace, since May 2025."""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_route("*", "/api/{method}", WebApi(self).handle)
        app.router.add_get("/openid/connect/authorize", self._ask_for_consent)
        app.router.add_get("/link/", self.socket.handle)
        app.router.add_post("/actions/{team}/{ticket}", self.interactions.handle)
        app.router.add_post("/upload/v1/{ticket}", self._receive_upload)
        app.router.add_get("/files-pri/{file}/{name}", self._download)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.http = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.close()
        await self.socket.close()
        await self._runner.cleanup()

    async def _ask_for_consent(self, request: web.Request) -> web.StreamResponse:
        return await sign_in.authorize(self, request)

    async def _receive_upload(self, request: web.Request) -> web.StreamResponse:
        return await files.receive_upload(self, request)

    async def _download(self, request: web.Request) -> web.StreamResponse:
        return await files.download(self, request)

    @property
    def api_url(self) -> str:
        """Return the address for `AsyncWebClient(base_url=...)`."""
        return f"{self.url}/api/"

    def person(self, name: str, *, team_id: str = "T1") -> Person:
        """Return a person by name, who joins the team on first use."""
        return Person(self, self.user(name, team_id=team_id))

    # What a test looks at.

    @property
    def calls(self) -> list[Call]:
        """Return all Web API calls and posts to response URLs, oldest first."""
        return self.journal.calls

    @property
    def complaints(self) -> list[str]:
        """Return the bot's careless calls, though Slack lets them pass."""
        return self.journal.complaints

    def assert_no_complaints(self) -> None:
        """Fail if there are complaints; called at a test's end."""
        assert not self.complaints, "\n".join(self.complaints)

    def assert_all_faults_met(self) -> None:
        """Fail if a scripted fault never happened, since it tests nothing; called at a test's end."""
        unmet = [f"{script.method}: {script.fault}" for script in self.faults.unused()]
        assert not unmet, f"never met: {unmet}"

    def reload(self, person: str) -> None:
        """Restart the person's client: ephemeral messages disappear."""
        for message in self.ephemerals(person):
            message.deleted = True

    def words(self, message: Message) -> str:
        """Return everything that a person reads in a message, as plain lines."""
        as_it_is = (
            id(message.blocks), message.text, len(message.files), str(message.reactions),
            len(self.workspace.users), len(self.workspace.channels),
        )  # fmt: skip
        drawn = self._drawn.get(id(message))
        if drawn is None or drawn[0] != as_it_is:
            words = "\n".join(drawing.draw_message(message, transcripts.Names(self.workspace, self.url)))
            drawn = self._drawn[id(message)] = (as_it_is, message, words)
        return drawn[2]

    def transcript(self, channel: str, *, replace: Mapping[str, str] | None = None) -> str:
        """Return the channel and its threads as a person sees them; `replace` maps patterns to steady words."""
        return transcripts.channel_transcript(self, self.channel(channel), replace or {})

    def draw(self, view: View) -> str:
        """Return a modal or App Home as a person sees it."""
        return "\n".join(drawing.draw_view(view, transcripts.Names(self.workspace, self.url)))

    async def wait_for(self, predicate: Callable[[], T], *, timeout: float = PATIENCE) -> T:
        """Return the first truthy value of `predicate`, checked after every change."""
        try:
            return await self.journal.wait_for(predicate, timeout=timeout)
        except TimeoutError:
            seen = [self.transcript(name) for name in self.workspace.channels]
            last = [f"{call.method} -> {call.error or call.status}" for call in self.calls[-10:]]
            raise AssertionError(
                f"waited {timeout} s in vain; last calls: {last}\n" + "\n".join(seen)
            ) from None

    async def message_with(
        self, words: str, *, channel: str = "C1", thread_ts: str | None = None, timeout: float = PATIENCE
    ) -> Message:
        """Return the first message in the channel (or that thread) that shows `words`, as soon as there is one."""

        def found() -> Message | None:
            if channel not in {
                name for one in self.workspace.channels.values() for name in (one.id, one.name)
            }:
                return None  # A direct message that the bot is about to open.
            shown = [post for post in self._shown(channel) if post.ephemeral_to is None]
            if thread_ts is not None:
                shown = [post for post in shown if post.thread_ts == thread_ts]
            return next((post for post in shown if words in self.words(post)), None)

        message = await self.wait_for(found, timeout=timeout)
        assert message is not None
        return message

    # What the parts of the server share.

    def latency_of(self, method: str) -> float:
        """Return the delay of a call of this method."""
        return self.latency(method) if callable(self.latency) else self.latency

    def permalink(self, message: Message) -> str:
        """Return the address of a message, with its thread if it is a reply."""
        link = f"https://team-t1.slack.com/archives/{message.channel}/p{message.ts.replace('.', '')}"
        return link + (f"?thread_ts={message.thread_ts}&cid={message.channel}" if message.is_reply else "")

    def next_hash(self) -> str:
        """Return a new version of a view."""
        return f"1700000000.h{self.workspace.number('hash')}"

    def exchange_trigger(self, trigger_id: str) -> Trigger:
        """See `Interactions.exchange`."""
        return self.interactions.exchange(trigger_id)

    async def deliver(
        self,
        kind: Kind,
        payload: dict[str, Any],
        on_acknowledged: Callable[[Delivery], None] | None = None,
        **how: Unpack[How],
    ) -> Delivery:
        """Deliver a payload to the bot: over HTTP if `bot_url` is set, else over Socket Mode."""
        return await Delivery(
            slack=self,
            kind=kind,
            payload=payload,
            via=how.get("via", "http" if self.bot_url else "socket"),
            forgery=how.get("forgery"),
            on_acknowledged=on_acknowledged,
        ).send()

    async def uninstall(self, team_id: str = "T1", **how: Unpack[How]) -> list[Delivery]:
        """Remove the app: its token is revoked, then the bot gets tokens_revoked and app_uninstalled."""
        app = self.workspace.installation_of(team_id)
        app.revoked = True
        revoked = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [app.bot_user_id]}}
        return [
            await self.tell(app, revoked, **how),
            await self.tell(app, {"type": "app_uninstalled"}, **how),
        ]

    async def invite_bot(self, channel: str, *, inviter: str = "alice", **how: Unpack[How]) -> Delivery:
        """Invite the bot into a channel (member_joined_channel)."""
        place = self.channel(channel)
        app = self.workspace.installation_of(place.team_id)
        place.members.add(app.bot_user_id)
        inner = {
            "type": "member_joined_channel",
            "user": app.bot_user_id,
            "channel": place.id,
            "channel_type": "C" if place.kind == "channel" else "G",
            "team": place.team_id,
            "inviter": self.user(inviter, team_id=place.team_id).id,
            "event_ts": self.workspace.next_ts(),
        }
        return await self.tell(app, inner, **how)

    async def unarchive(self, channel: str, *, by: str = "alice", **how: Unpack[How]) -> Delivery:
        """Unarchive a channel (channel_unarchive, group_unarchive)."""
        place = self.channel(channel)
        place.archived = False
        inner = {
            "type": "channel_unarchive" if place.kind == "channel" else "group_unarchive",
            "channel": place.id,
            "user": self.user(by, team_id=place.team_id).id,
            "event_ts": self.workspace.next_ts(),
        }
        return await self.tell(self.workspace.installation_of(place.team_id), inner, **how)

    async def verify_url(self, **how: Unpack[How]) -> Delivery:
        """Check the request URL of the events; the bot must return the challenge."""
        payload = {"token": payloads.VERIFICATION_TOKEN, "challenge": "3eZbrw1a", "type": "url_verification"}
        return await self.deliver("events_api", payload, None, **how)

    async def tell(self, app: Installation, event: dict[str, Any], **how: Unpack[How]) -> Delivery:
        """Send an event to the bot in the name of one installation."""
        return await self.deliver("events_api", payloads.event(self, app, event), None, **how)
