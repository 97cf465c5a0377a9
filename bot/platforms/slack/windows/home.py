"""The App Home: ways to ask and to configure, the person's own questions, and a short explanation."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.settings import INSTALL_PATH, SlackSettings
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.limits import MOST_BLOCKS
from bot.platforms.slack.drawing.links import linked
from bot.platforms.slack.drawing.post import NOT_IN_MODALS, draw
from bot.platforms.slack.payloads.parse import IN_CHANNEL
from bot.platforms.slack.payloads.view_metadata import Memory, remember
from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Reply, line
from bot.requests import Listing, Person, Request, ShowHelp, ShowHistory, plain_action
from council_core.domain.place import Place
from council_core.errors import PlatformError

Answer = Callable[[Request], Awaitable[Reply | None]]

BUTTONS = Actions(
    buttons=(
        Button(label="Ask the council", action=plain_action("write"), style="primary"),
        Button(label="Settings here", action=plain_action("settings")),
        Button(label="How to ask well", action=plain_action("tips")),
    )
)

WHERE = "The form asks for a channel; without one, your question goes into your direct message with Council."
SETTINGS = (
    "*Settings here* are those of your direct message with Council. For those of a channel, choose it: everybody "
    "sees them, and who manages the channel may change them."
)


INSTALL_AGAIN = (
    "In direct messages Council can use Slack's assistant: threads named after their question, suggested prompts, and "
    "a status while models work. This workspace installed Council before that. {how} to get it; until then "
    "everything works as before. Admins alone see this line."
)


@dataclass(frozen=True, slots=True)
class Home:
    """Publishes the App Home of each person."""

    client: Web
    people: People
    settings: SlackSettings

    async def publish(self, person: Person, place: Place, answer: Answer) -> None:
        """Publish the current Home. It may be repeated safely. Raises PlatformError.

        Args:
            person: The owner of this Home.
            place: Their direct message with the bot, which its buttons refer to.
            answer: Handles requests.
        """
        history = _blocks(await answer(ShowHistory(person=person, place=place, listing=Listing(mine=True))))
        how = _blocks(await answer(ShowHelp(person=person, place=place)))
        advice = await self._advice(person)
        view = home_view(history, how, place, await self.people.address(), advice)
        with our_errors("show the App Home"):
            await self.client("views_publish", user_id=str(person.id), view=view)

    async def _advice(self, person: Person) -> str:
        """Return how the workspace gets a scope that the app asks for by now; empty where it has it, and for people
        who cannot install apps."""
        if not (self.settings.assistant and self.settings.client_id and person.may_configure_workspace):
            return ""
        try:
            if (await self.people.me()).has_assistant:
                return ""
        except PlatformError:
            return ""
        url = self.settings.install_url
        how = f"<{url}|Install Council again>" if url else f"Open {INSTALL_PATH} at Council's address"
        return INSTALL_AGAIN.format(how=how)


def home_view(
    history: tuple[Block, ...], how: tuple[Block, ...], place: Place, address: str, advice: str = ""
) -> Kit:
    """Return the Home of one person, with a menu of channels below its buttons, and advice for admins if there is
    any."""
    top = draw(Post(blocks=(Heading(text="Council"), BUTTONS, line(WHERE, small=True)), summary="Council"))
    rest = linked(Post(blocks=(*history, *how), summary="The App Home of Council"), address)
    made = [*top.blocks, _channels(), blocks.context(SETTINGS)]
    made += [blocks.context(advice)] if advice else []
    made += draw(rest, NOT_IN_MODALS).blocks
    return {
        "type": "home",
        "blocks": made[: MOST_BLOCKS["home"]],
        "private_metadata": remember(Memory(place=place)),
    }


def _channels() -> Kit:
    """Return a menu that shows the settings of the chosen channel.

    A client keeps a choice while the block id stays the same, and choosing it again would send nothing; a new id at
    each publishing clears the menu.
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
