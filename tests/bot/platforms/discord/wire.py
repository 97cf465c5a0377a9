"""The real client of the platform, connected to a strict local Discord."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.platform import DiscordPlatform
from bot.ports import Thread
from bot.post import Actions, Button, Heading, Post, PrivateReply, Prose, Reply, StageLine, Stages, line
from bot.presentation.phrases import confirmation
from bot.presentation.replies import form_mistakes
from bot.presentation.words import ENGLISH, LANGUAGES, discord_words
from bot.requests.actions import run_action, vote_action
from bot.requests.asking import Ask
from bot.requests.request import Request
from bot.requests.running import ShowMistakes
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from tests.testbed.discord import LocalDiscord, Message

RUN = RunId("r4k7m2p9x1qz")
QUESTION = "Should we move the *nightly* build?"
SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
THREAD = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")
CALLBACK = ("POST", "/interactions/{interaction_id}/{token}/callback")
ANSWER = ("PATCH", "/webhooks/{webhook_id}/{token}/messages/{message_id}")

CARD = Post(
    blocks=(
        Heading(text="The council is answering"),
        Prose(text=QUESTION),
        Stages(lines=(StageLine(label="Answers", state="running", detail="1 of 3"),)),
        Actions(
            buttons=(
                Button(
                    label="Cancel",
                    action=run_action("cancel", RUN),
                    style="danger",
                    confirm=confirmation("Stop it?", ENGLISH),
                ),
            )
        ),
    ),
    summary="A question.",
    silent=True,
)
DONE = Post(blocks=(Heading(text="The council has concluded"),), summary="Done.", tone="good", silent=True)
RESPONSE = Post(
    blocks=(Heading(text="Response A"), Prose(text="Move now.\n\n- One\n- Two"), line("5 words", small=True)),
    summary="Response A is here.",
    silent=True,
)
VOTING = Post(
    blocks=(
        Heading(text="Which response is best?"),
        Actions(
            buttons=tuple(
                Button(label=f"Response {letter}", action=vote_action(RUN, Alias(letter))) for letter in "ABC"
            )
        ),
        Actions(
            buttons=(
                Button(
                    label="Reveal names",
                    action=run_action("reveal", RUN),
                    style="primary",
                    confirm=confirmation(
                        "This closes the voting for everybody. Reveal who wrote what?", ENGLISH
                    ),
                ),
            )
        ),
    ),
    summary="Vote.",
    silent=True,
)


def said(text: str) -> PrivateReply:
    """Return a private reply of one sentence."""
    return PrivateReply(post=Post(blocks=(line(text),), summary=text))


@dataclass(slots=True)
class Council:
    """A `Handle` that records requests and answers as a test tells it."""

    requests: list[Request] = field(default_factory=list[Request])
    answers: Callable[[Request], Reply | None] = lambda request: (
        None if isinstance(request, Ask) else said("Noted.")
    )
    refuses: Reply | None = None
    """The answer to a request that only checks whether a person may do it."""

    wait: asyncio.Event | None = None

    async def __call__(self, request: Request) -> Reply | None:
        if getattr(request, "checks_only", False):
            return self.refuses
        if isinstance(request, ShowMistakes):
            return form_mistakes(ENGLISH, request.mistakes)
        self.requests.append(request)
        if self.wait is not None:
            await self.wait.wait()
        return self.answers(request)

    @property
    def asked(self) -> list[Ask]:
        """Return the questions among the requests."""
        return [request for request in self.requests if isinstance(request, Ask)]


def settings_for(server: LocalDiscord) -> DiscordSettings:
    """Return settings that lead to this server."""
    return DiscordSettings(token=server.token, api_url=server.rest_url, gateway_url=server.gateway_url)


@asynccontextmanager
async def serving(
    server: LocalDiscord, council: Council, settings: DiscordSettings | None = None
) -> AsyncGenerator[DiscordPlatform]:
    """Connect the platform until the block ends."""
    with server.library_points_here():
        descriptions = {code: words.help.commands for code, words in LANGUAGES.items()}
        platform = DiscordPlatform(
            settings or settings_for(server), words=discord_words, descriptions=descriptions
        )
        task = asyncio.create_task(platform.serve(council))
        try:
            await server.ready()
            yield platform
        finally:
            task.cancel()
            await asyncio.wait([task], timeout=10)
            await platform.aclose()


async def asked(server: LocalDiscord, council: Council, question: str = QUESTION) -> Place:
    """Let Ann ask in the channel, and return the place that the platform made of it."""
    await server.person("ann").slash("council ask", {"question": question}, server.channel())
    await server.wait_for(lambda: council.asked, what="a question")
    return council.asked[-1].place


def channel_place(server: LocalDiscord) -> Place:
    """Return the place of the channel itself, without an interaction."""
    channel = server.channel()
    return Place(platform="discord", workspace=str(server.guild.id), channel=str(channel.id))


async def card_in(server: LocalDiscord, council: Council, platform: DiscordPlatform) -> Thread:
    """Let Ann ask, wait for the card and its thread, and return the thread."""
    place = await asked(server, council)
    return await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)


async def ballot(server: LocalDiscord, platform: DiscordPlatform, post: Post = VOTING) -> Message:
    """Post a message with buttons into the channel and return it."""
    sent = await platform.post(channel_place(server), post, key=f"{RUN}/voting", again=False)
    return server.channel().messages[int(sent.id)]
