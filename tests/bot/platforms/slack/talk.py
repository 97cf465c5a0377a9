"""A local Slack with Council in it: the real bolt app and clients on loopback, and a handler that the test controls."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import uvicorn
from starlette.applications import Starlette

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.platforms.slack.connection.rate import Pace
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.platform import SlackPlatform
from bot.ports import ChatPlatform, Thread
from bot.post import Actions, Button, Chart, Heading, Post, PrivateReply, Prose, Reply, Table, line
from bot.presentation.replies import form_mistakes
from bot.presentation.words import ENGLISH, slack_words
from bot.requests.request import Request
from bot.requests.running import ShowMistakes
from council_core.domain.place import Place
from tests.testbed.patience import PATIENCE
from tests.testbed.slack.server import LocalSlack

Transport = Literal["http", "socket"]


def said(text: str) -> PrivateReply:
    """Return a short private reply."""
    return PrivateReply(post=Post(blocks=(line(text),), summary=text))


@dataclass(slots=True)
class Handler:
    """Records requests and gives the answers that the test sets."""

    answer: Callable[[Request], Reply | None] = lambda _: None
    asked: list[Request] = field(default_factory=list[Request])
    heard: asyncio.Condition = field(default_factory=asyncio.Condition)
    until: asyncio.Event | None = None
    """An event that answers wait for."""

    async def __call__(self, request: Request) -> Reply | None:
        if isinstance(request, ShowMistakes):
            return form_mistakes(ENGLISH, request.mistakes)
        self.asked.append(request)
        async with self.heard:
            self.heard.notify_all()
        if self.until is not None:
            await self.until.wait()
        return self.answer(request)

    async def requests(self, count: int) -> list[Request]:
        """Return the first `count` requests, as soon as this many have arrived."""
        async with asyncio.timeout(PATIENCE), self.heard:
            await self.heard.wait_for(lambda: len(self.asked) >= count)
        return self.asked[:count]


@dataclass(slots=True, kw_only=True)
class Talk:
    """The local Slack, the platform and the handler of a test."""

    slack: LocalSlack
    platform: SlackPlatform
    handler: Handler
    transport: Transport


@asynccontextmanager
async def talking(
    transport: Transport = "socket", *, pace: Pace | None = None, **world: Any
) -> AsyncGenerator[Talk]:
    """Connect Council to a local Slack over one of the two transports; `world` describes the workspace.

    The app is installed with the scopes and events of its own manifest and no others.
    """
    installed: dict[str, Any] = {"scopes": SCOPES, "subscriptions": EVENTS, **world}
    async with LocalSlack(**installed) as slack:
        settings = SlackSettings(
            bot_token="xoxb-local",
            app_token="xapp-local" if transport == "socket" else None,
            signing_secret=slack.signing_secret if transport == "http" else None,
            api_url=slack.api_url,
        )
        platform, handler = SlackPlatform(settings, labels=slack_words, pace=pace), Handler()
        async with _served(platform, handler, slack, transport):
            yield Talk(slack=slack, platform=platform, handler=handler, transport=transport)
        slack.assert_no_complaints()


@asynccontextmanager
async def _served(
    platform: SlackPlatform, handler: Handler, slack: LocalSlack, transport: Transport
) -> AsyncGenerator[None]:
    serving = asyncio.create_task(platform.serve(handler))
    try:
        if transport == "socket":
            await slack.socket.connected()
            yield
        else:
            app = Starlette(routes=platform.routes(handler))
            async with listening(app) as port:
                slack.bot_url = f"http://127.0.0.1:{port}/slack/events"
                yield
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        await platform.aclose()


@asynccontextmanager
async def listening(app: Starlette) -> AsyncGenerator[int]:
    """Serve the app on a loopback port of its own, and yield the port."""
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined,method-assign]
    running = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(PATIENCE):
            while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


GENERAL = Place(platform="slack", channel="C1", workspace="T1")
CARD = Post(blocks=(Heading(text="Tea or coffee?"), line("Asked just now.")), summary="Tea or coffee?")
RICH = Post(
    blocks=(
        Heading(text="Ranking"),
        Prose(text="# Why\n\n- **first** point\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
        Table(columns=("Response", "Points"), rows=(("A", "3"), ("B", "")), caption="A leads with 3 points."),
        Chart(title="Points", labels=("A", "B"), series=(("peers", (3.0, 1.0)), ("team", (1.0, 2.0)))),
        Actions(
            buttons=(
                Button(label="Helpful", action="c1:good:r1", rates="good"),
                Button(label="Not helpful", action="c1:bad:r1", rates="bad"),
            )
        ),
    ),
    summary="Response A leads.",
)


def post_of(text: str) -> Post:
    """Return a post of one line."""
    return Post(blocks=(line(text),), summary=text)


async def card_in(talk: Talk, place: Place = GENERAL) -> Thread:
    """Post the card and return its thread."""
    platform: ChatPlatform = talk.platform
    return await platform.open_thread(place, CARD, key="r/card", again=False)
