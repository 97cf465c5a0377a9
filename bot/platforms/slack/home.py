"""Somebody opens the App Home -> what stands there: a way to ask, their latest questions, how it works."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.platforms.slack.blocks import Kit
from bot.platforms.slack.clients import Web
from bot.platforms.slack.limits import MOST_BLOCKS
from bot.platforms.slack.memory import Memory, remember
from bot.platforms.slack.refusals import our_errors
from bot.platforms.slack.render import NOT_IN_MODALS, draw
from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Reply, line
from bot.requests import Person, Request, ShowHelp, ShowHistory, plain_action
from council_core.domain.place import Place

log = logging.getLogger(__name__)

Answer = Callable[[Request], Awaitable[Reply | None]]

BUTTONS = Actions(
    buttons=(
        Button(label="Ask the council", action=plain_action("write"), style="primary"),
        Button(label="Settings", action=plain_action("settings")),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The App Home of everybody."""

    client: Web

    async def publish(self, person: Person, place: Place, answer: Answer) -> None:
        """Puts up the Home as it is now. Doing so twice does no harm. Raises PlatformError."""
        history = _blocks(await answer(ShowHistory(person=person, place=place)))
        view = home_view(history, _blocks(await answer(ShowHelp(person=person, place=place))), place)
        with our_errors("show the App Home"):
            await self.client("views_publish", user_id=str(person.id), view=view)


def home_view(history: tuple[Block, ...], how: tuple[Block, ...], place: Place) -> Kit:
    """The Home of one person; `place` is their direct message with the bot, where its buttons belong."""
    where = line(
        "The form asks for a channel; without one, and for these settings, it is your direct message with Council, "
        "whose questions stand below. Channels have a history of their own: `/council history`.",
        small=True,
    )
    post = Post(
        blocks=(Heading(text="Council"), BUTTONS, where, *history, *how), summary="The App Home of Council."
    )
    made = draw(post, NOT_IN_MODALS).blocks[: MOST_BLOCKS["home"]]
    return {"type": "home", "blocks": made, "private_metadata": remember(Memory(place=place))}


def _blocks(reply: Reply | None) -> tuple[Block, ...]:
    return reply.post.blocks if isinstance(reply, PrivateReply) else ()
