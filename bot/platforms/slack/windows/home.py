"""Somebody opens the App Home -> what stands there: ways to ask and to set up, their own questions, how it works."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.limits import MOST_BLOCKS
from bot.platforms.slack.drawing.links import linked
from bot.platforms.slack.drawing.post import NOT_IN_MODALS, draw
from bot.platforms.slack.payloads.parse import IN_CHANNEL
from bot.platforms.slack.payloads.view_metadata import Memory, remember
from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Reply, line
from bot.requests import Person, Request, ShowHelp, ShowHistory, plain_action
from council_core.domain.place import Place

Answer = Callable[[Request], Awaitable[Reply | None]]

BUTTONS = Actions(
    buttons=(
        Button(label="Ask the council", action=plain_action("write"), style="primary"),
        Button(label="Settings here", action=plain_action("settings")),
    )
)

WHERE = "The form asks for a channel; without one, your question goes into your direct message with Council."
SETTINGS = (
    "*Settings here* are those of your direct message with Council. For those of a channel, choose it: everybody "
    "sees them, and who manages the channel may change them."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The App Home of everybody."""

    client: Web
    people: People

    async def publish(self, person: Person, place: Place, answer: Answer) -> None:
        """Puts up the Home as it is now. Doing so twice does no harm. Raises PlatformError.

        Args:
            person: Whose it is.
            place: Their direct message with the bot, where its buttons belong.
            answer: Does what is asked.
        """
        history = _blocks(await answer(ShowHistory(person=person, place=place, mine=True)))
        how = _blocks(await answer(ShowHelp(person=person, place=place)))
        view = home_view(history, how, place, await self.people.address())
        with our_errors("show the App Home"):
            await self.client("views_publish", user_id=str(person.id), view=view)


def home_view(history: tuple[Block, ...], how: tuple[Block, ...], place: Place, address: str) -> Kit:
    """The Home of one person, with a menu of channels below its buttons."""
    top = draw(Post(blocks=(Heading(text="Council"), BUTTONS, line(WHERE, small=True)), summary="Council"))
    rest = linked(Post(blocks=(*history, *how), summary="The App Home of Council"), address)
    made = [*top.blocks, _channels(), blocks.context(SETTINGS), *draw(rest, NOT_IN_MODALS).blocks]
    return {
        "type": "home",
        "blocks": made[: MOST_BLOCKS["home"]],
        "private_metadata": remember(Memory(place=place)),
    }


def _channels() -> Kit:
    """A menu whose choice shows the settings of that channel.

    A client keeps what was chosen for as long as the block id stays, and the same choice again would say nothing:
    with a new id at each publishing, the menu is empty again.
    """
    element: Kit = {
        "type": "conversations_select",
        "action_id": f"{IN_CHANNEL}{plain_action('settings')}",
        "placeholder": blocks.plain("Settings of a channel …", 150),
        "filter": {"include": ["public", "private"], "exclude_bot_users": True},
    }
    return {**blocks.actions([element]), "block_id": f"channels-{token_hex(4)}"}


def _blocks(reply: Reply | None) -> tuple[Block, ...]:
    return reply.post.blocks if isinstance(reply, PrivateReply) else ()
