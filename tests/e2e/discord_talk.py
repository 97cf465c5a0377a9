"""People's actions on a local Discord in front of the whole product, and the resulting messages."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from council_core.domain.run import Run
from tests.e2e.council_app import Serving, environment, serving
from tests.testbed.discord import Channel, Interaction, LocalDiscord, Message, Permission, Person
from tests.testbed.discord.components import STRING_SELECT, walk
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE

QUESTION = "Tabs or spaces?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A channel with the council."""

    discord: LocalDiscord
    models: ModelServer
    served: Serving

    @property
    def channel(self) -> Channel:
        return self.discord.channel("council")

    @property
    def alice(self) -> Person:
        return self.discord.person("alice")

    @property
    def boss(self) -> Person:
        """Return a person who manages the channel."""
        return self.discord.person("boss", permissions=Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL)

    @property
    def thread(self) -> Channel:
        """Return the first question's thread."""
        return self.discord.threads()[0]

    async def ask(self, question: str = QUESTION, **options: str) -> Message:
        """Let Alice ask by command; return the card once its thread exists."""
        asked = await self.alice.slash("council ask", {"question": question, **options}, self.channel)
        card = await asked.reply(timeout=PATIENCE)
        await self.discord.wait_for_thread(card)
        return card

    async def posted(self, text: str, *, times: int = 1) -> Message:
        """Return the latest message of the thread with this text, once there are this many."""

        def found() -> list[Message]:
            here = [one for one in self.discord.messages(self.thread) if text in one.text]
            return here if len(here) >= times else []

        what = f"{times} x {text!r} in the thread"
        return (await self.discord.wait_for(found, what=what))[-1]

    async def press(self, who: Person, message: Message, label: str) -> Message:
        """Press a button, and return the private reply; on a private message, the message that replaces it, or a
        slow answer's own."""
        clicked = await press(who, message, label)
        return await (clicked.private_reply() if message.seen_by is None else clicked.private_answer())

    async def reveal(self, ballot: Message) -> None:
        """Let Alice reveal the names, once the verdict exists."""
        await self.press(
            self.alice,
            await self.press(self.alice, ballot, "End the vote and reveal"),
            "End the vote and reveal",
        )
        await self.posted("Ranking and names")

    async def opened(self, who: Person, message: Message, label: str) -> Interaction:
        """Press a button that opens a form, and return the interaction."""
        clicked = await press(who, message, label)
        await clicked.opened_modal()
        return clicked

    async def runs(self, count: int = 1, *, finished: bool = True) -> list[Run]:
        """Return all runs, oldest first, once there are this many; finished ones unless told otherwise."""
        store = self.served.app.store
        await self._until(count)
        ids = [run.id for run in (await store.latest(limit=20))[::-1]]
        if finished:
            for run_id in ids:
                await self.served.app.engine.finished(run_id)
        return [await store.get(run_id) for run_id in ids]

    async def _until(self, count: int) -> None:
        cards = lambda: [  # noqa: E731  # a predicate, asked again and again
            one
            for channel in (self.channel, *self.discord.threads())
            for one in self.discord.messages(channel)
            if "Asked by" in one.text
        ]
        await self.discord.wait_for(lambda: len(cards()) >= count, what=f"{count} cards")


def menus(message: Message) -> dict[str, str]:
    """Return the choices of a message's menus, each with the name of its menu."""
    return {
        option["label"]: part["placeholder"]
        for part in walk(message.components)
        if part["type"] == STRING_SELECT
        for option in part["options"]
    }


def offered(message: Message) -> list[str]:
    """Return the labels of everything that can be pressed or chosen on a message."""
    return [*message.labels, *menus(message)]


async def press(person: Person, message: Message, label: str) -> Interaction:
    """Press the button with this label, or choose it in a menu."""
    if label in message.labels:
        return await person.click(message, label)
    return await person.select(message, menus(message)[label], label)


@asynccontextmanager
async def in_discord(
    models: ModelServer, discord: LocalDiscord, folder: Path, **changes: str
) -> AsyncGenerator[Talk]:
    """Serve the product on a server, with letters that are always the same."""
    variables = environment(
        models, folder, DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url,
        DISCORD_GATEWAY_URL=discord.gateway_url, **changes,
    )  # fmt: skip
    discord.channel("council")
    with discord.library_points_here():
        async with serving(variables, folder) as served:
            if changes.get("DISCORD_RECEIVES") == "http":
                await discord.wait_for_calls("PUT", "/applications/{application_id}/commands")
                await discord.endpoint.set(f"http://127.0.0.1:{served.port}/discord/interactions")
            else:
                await discord.ready(60)
            yield Talk(discord=discord, models=models, served=served)
