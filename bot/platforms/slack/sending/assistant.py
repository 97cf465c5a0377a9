"""Keeps Slack's assistant surface up to date with runs: prompts, the title of a thread, and a status while models work.

Only direct messages have it, and only if the workspace turned it on, which grants `assistant:write`. Nothing depends on
it: a refusal is logged, and the post is not affected.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.drawing.blocks import cut
from bot.platforms.slack.drawing.markup import neutral
from bot.post import Actions, Button, Heading, Post, Prose, Stages
from bot.requests.actions import typed_text
from council_core.domain.place import Message, Place
from council_core.errors import PlatformError

log = logging.getLogger(__name__)

MOST_PROMPTS = 4
"""docs.slack.dev, assistant.threads.setSuggestedPrompts."""

LONGEST_TITLE = 100
LONGEST_STATUS = 100
MOST_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Working:
    """Status of a thread, and the card that it describes."""

    card: str
    status: str


@dataclass(slots=True, kw_only=True)
class Assistant:
    """The assistant threads of one workspace."""

    client: Web
    people: People
    _working: dict[tuple[str, str], _Working] = field(default_factory=dict[tuple[str, str], _Working])

    async def posted(self, message: Message, post: Post) -> None:
        """Name the thread after a card's question, and show the status. Slack ends the status at any post of ours."""
        where = await self._thread_of(message.place)
        if where is None:
            return
        self._working.pop(where, None)
        question = next((block.text for block in post.blocks if isinstance(block, Prose)), "")
        if question and _is_card(post):
            await self._titled(where, question)
            await self._show(where, message, status_of(post))

    async def edited(self, message: Message, post: Post) -> None:
        """Show the status of a card; end it once nothing is under way on the card."""
        where = await self._thread_of(message.place)
        if where is None:
            return
        known = self._working.get(where)
        if _is_card(post) or (known is not None and known.card == message.id):
            await self._show(where, message, status_of(post))

    async def renamed(self, place: Place, title: str) -> None:
        """Replace the title of a thread."""
        where = await self._thread_of(place)
        if where is not None:
            await self._titled(where, title)

    async def suggest(self, place: Place, post: Post) -> None:
        """Offer the typed commands behind a post's buttons as prompts, under its summary."""
        where = await self._thread_of(place)
        buttons = [one for block in post.blocks if isinstance(block, Actions) for one in block.buttons]
        prompts = [
            {"title": cut(neutral(one.label), LONGEST_TITLE), "message": said}
            for one in buttons
            if isinstance(one, Button) and (said := typed_text(one.action))
        ]
        if where is None or not prompts:
            return
        channel, thread = where
        with _optional("suggest prompts", "Slack took no prompts"):
            await self.client(
                "assistant_threads_setSuggestedPrompts",
                channel_id=channel, thread_ts=thread, title=neutral(post.summary), prompts=prompts[:MOST_PROMPTS],
            )  # fmt: skip

    async def _thread_of(self, place: Place) -> tuple[str, str] | None:
        """Return the channel and the ts of the assistant's thread that contains a place; None if there is none."""
        if not place.channel.startswith("D") or place.thread is None:
            return None
        try:
            return (place.channel, place.thread) if (await self.people.me()).has_assistant else None
        except PlatformError:
            return None

    async def _titled(self, where: tuple[str, str], title: str) -> None:
        shown = cut(" ".join(neutral(title).split()), LONGEST_TITLE)
        channel, thread = where
        with _optional("name a thread", "A thread keeps its title"):
            await self.client("assistant_threads_setTitle", channel_id=channel, thread_ts=thread, title=shown)

    async def _show(self, where: tuple[str, str], card: Message, status: str) -> None:
        known = self._working.get(where)
        if status == (known.status if known else ""):
            return
        if status:
            if len(self._working) >= MOST_REMEMBERED:
                self._working.clear()
            self._working[where] = _Working(card=card.id, status=status)
        else:
            self._working.pop(where, None)
        channel, thread = where
        with _optional("show a status", "Slack shows no status"):
            await self.client(
                "assistant_threads_setStatus", channel_id=channel, thread_ts=thread, status=status
            )


@contextmanager
def _optional(what: str, otherwise: str) -> Generator[None]:
    """Log a refusal within the block, and go on."""
    try:
        with our_errors(what):
            yield
    except PlatformError as error:
        log.info("%s: %s", otherwise, error)


def _is_card(post: Post) -> bool:
    return any(isinstance(block, Stages) for block in post.blocks)


def status_of(post: Post) -> str:
    """Return the models' present work, to be shown behind the app's name; empty when nothing is under way."""
    lines = [line for block in post.blocks if isinstance(block, Stages) for line in block.lines]
    running = next((line for line in lines if line.state == "running"), None)
    if running is None:
        return ""
    said = next((block.text for block in post.blocks if isinstance(block, Heading)), running.label)
    detail = f" ({running.detail})" if running.detail else ""
    return cut(neutral(f"· {said}{detail}"), LONGEST_STATUS)
