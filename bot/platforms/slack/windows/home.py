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
from bot.platforms.slack.drawing.post import NOT_IN_MODALS, draw, linked
from bot.platforms.slack.payloads.parse import IN_CHANNEL, Memory, remember
from bot.ports.words import SlackWords
from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Reply, line
from bot.requests.actions import plain_action
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import Listing, ShowHelp, ShowHistory
from council_core.domain.place import Place
from council_core.errors import PlatformError

Answer = Callable[[Request], Awaitable[Reply | None]]


@dataclass(frozen=True, slots=True)
class Home:
    """Publishes the App Home of each person."""

    client: Web
    people: People
    settings: SlackSettings
    labels: SlackWords
    """Its fixed texts, in the person's language."""

    async def publish(self, person: Person, place: Place, answer: Answer) -> None:
        """Publish the current Home. This may be repeated safely. Raises PlatformError.

        Args:
            person: The owner of this Home.
            place: Their direct message with the bot, the place of its buttons.
            answer: Handles requests.
        """
        history = _blocks(await answer(ShowHistory(person=person, place=place, listing=Listing(mine=True))))
        how = _blocks(await answer(ShowHelp(person=person, place=place)))
        advice = await self._advice(person)
        view = home_view(history, how, place, await self.people.address(), self.labels, advice)
        with our_errors("show the App Home"):
            await self.client("views_publish", user_id=str(person.id), view=view)

    async def _advice(self, person: Person) -> str:
        """Return advice for getting a scope that the app needs now; empty if the workspace granted it, and for people
        who cannot install apps."""
        if not (self.settings.assistant and self.settings.client_id and person.may_configure_workspace):
            return ""
        try:
            if (await self.people.me()).has_assistant:
                return ""
        except PlatformError:
            return ""
        url = self.settings.install_url
        link = f"<{url}|{self.labels.install_link}>"
        how = link if url else self.labels.install_at(path=INSTALL_PATH)
        return self.labels.install_again(how=how)


def home_view(
    history: tuple[Block, ...],
    how: tuple[Block, ...],
    place: Place,
    address: str,
    labels: SlackWords,
    advice: str = "",
) -> Kit:
    """Return the Home of one person, with a menu of channels below its buttons, and advice for admins if there is
    any."""
    buttons = Actions(
        buttons=(
            Button(label=labels.ask, action=plain_action("write"), style="primary"),
            Button(label=labels.settings_here, action=plain_action("settings")),
            Button(label=labels.how_to_ask_well, action=plain_action("tips")),
        )
    )
    where = line(labels.where_it_goes, small=True)
    top = draw(Post(blocks=(Heading(text="Council"), buttons, where), summary="Council"))
    rest = linked(Post(blocks=(*history, *how), summary="Council"), address)
    made = [*top.blocks, _channels(labels), blocks.context(labels.whose_settings)]
    made += [blocks.context(advice)] if advice else []
    made += draw(rest, NOT_IN_MODALS).blocks
    return {
        "type": "home",
        "blocks": made[: MOST_BLOCKS["home"]],
        "private_metadata": remember(Memory(place=place)),
    }


def _channels(labels: SlackWords) -> Kit:
    """Return a menu that shows the settings of the chosen channel.

    A client keeps a choice while the block id stays the same, and choosing it again would send nothing; a new id at
    each publishing clears the menu.
    """
    element: Kit = {
        "type": "conversations_select",
        "action_id": f"{IN_CHANNEL}{plain_action('settings')}",
        "placeholder": blocks.plain(labels.settings_of_channel, 150),
        "filter": {"include": ["public", "private"], "exclude_bot_users": True},
    }
    return {**blocks.actions([element]), "block_id": f"channels-{token_hex(4)}"}


def _blocks(reply: Reply | None) -> tuple[Block, ...]:
    return reply.post.blocks if isinstance(reply, PrivateReply) else ()
