"""The private place as a private thread of Discord, and as a channel that only some people may view."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.platforms.discord.windows.modal import PREFIX
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import PATIENCE, Talk, in_discord, offered, press
from tests.hostile.arena import SECRET, WHEN, only_schedule
from tests.testbed.discord import Channel, Interaction, LocalDiscord, Message, described
from tests.testbed.discord.components import LABEL, TEXT_INPUT
from tests.testbed.models import ModelServer

VOTING = ("# Verdict", "Open until")
LABELS = {"follow up": "Ask a follow-up", "rank": "Rank them all"}
VALUES = {"again": {"Question": ""}, "follow up": {"Your follow-up": "And when?"}, "rank": {"Best": "C"}}
WORDS: dict[str, dict[str, str | bool]] = {"mine": {"mine": True}, "walrus": {"words": "walrus"}}


@dataclass(slots=True, kw_only=True)
class DiscordArena:
    """A server with `#council` and a private place."""

    talk: Talk
    place: Channel
    schedule: str = ""
    outside: Channel | None = None
    """The channel in which outsiders act; `#general` by default."""

    screen: list[Message] = field(default_factory=list[Message])
    forms: dict[str, Interaction] = field(default_factory=dict[str, Interaction])

    @property
    def models(self) -> ModelServer:
        return self.talk.models

    @property
    def served(self) -> Serving:
        return self.talk.served

    def posts(self) -> int:
        return sum(len(self.talk.discord.messages(each)) for each in self.rooms())

    @property
    def open_channel(self) -> Channel:
        return self.outside or self.talk.discord.channel("general")

    def rooms(self) -> list[Channel]:
        """Return the private place with its threads."""
        threads = [one for one in self.talk.discord.threads() if one.parent is self.place]
        return [self.place, *threads]

    async def typed(self, who: str, words: str) -> str:
        name, _, rest = words.partition(" ")
        options = WORDS.get(rest, {"run": rest} if rest else {})
        where = self.open_channel
        # # Each person has a direct message of their own with the bot.
        where = self.talk.discord.dm(self.talk.discord.person(who)) if where.recipient else where
        typed = await self.talk.discord.person(who).slash(f"council {name}", options, where)
        return _read(await typed.private_reply(PATIENCE))

    async def pressed(self, who: str, label: str) -> str:
        message = next(one for one in reversed(self.screen) if label in offered(one))
        clicked = await press(self.talk.discord.person(who), message, label)
        await self.talk.discord.wait_for(lambda: clicked.ephemerals or clicked.modal)
        return str(clicked.modal) if clicked.modal else _read(clicked.ephemerals[0])

    async def forged(self, who: str, action: str, *, inside: bool) -> str:
        button = {"type": 2, "style": 2, "custom_id": action, "label": "Press", "id": 2}
        shown = replace(self.screen[-1], components=[{"type": 1, "id": 1, "components": [button]}])
        if not inside:
            shown = replace(shown, channel=self.open_channel)
        clicked = await self.talk.discord.person(who).click(shown, action)
        await self.talk.discord.wait_for(lambda: clicked.ephemerals or clicked.modal)
        return str(clicked.modal) if clicked.modal else _read(await clicked.private_reply(PATIENCE))

    async def filled_in(self, who: str, action: str, fields: Mapping[str, str], *, inside: bool) -> str:
        person, opened = self.talk.discord.person(who), next(iter(self.forms.values()))
        channel = self.place if inside else self.open_channel
        parts = [
            {"type": LABEL, "id": 2 * at, "label": name, "component": line(name, 2 * at + 1)}
            for at, name in enumerate(fields, 1)
        ]
        modal = {"custom_id": f"{PREFIX}forged:{action}", "title": "Forged", "components": parts}
        by = replace(opened, person=person.user, channel=channel, callbacks=[], follow_ups=[], original=None)
        sent = await person.submit_modal(modal, fields, by=by)
        return _read(await sent.private_reply(PATIENCE))

    async def sent(self, who: str, form: str) -> str:
        sent = await self.talk.discord.person(who).submit_modal(self.forms[form], VALUES.get(form, {}))
        return _read(await sent.private_reply(PATIENCE))


def line(name: str, number: int) -> dict[str, object]:
    """Return a field of a form with one line."""
    return {"type": TEXT_INPUT, "custom_id": name, "id": number, "style": 1}


def _read(message: Message) -> str:
    return "\n".join([message.text, *(file.text for file in message.files.values())])


@asynccontextmanager
async def on_discord(
    models: ModelServer,
    folder: Path,
    *,
    thread: bool,
    ends: tuple[str, ...] = VOTING,
    forms: Mapping[str, str] = LABELS,
    **changes: str,
) -> AsyncGenerator[DiscordArena]:
    """Let Alice ask in the private place until its posts hold `ends`; then Bob, who has opened forms, and Alice lose
    access."""
    async with (
        LocalDiscord(openapi=described()) as server,
        in_discord(models, server, folder, **changes) as talk,
    ):
        alice, bob = talk.alice, server.person("bob")
        server.channel("general")
        vault = server.channel("vault")
        place = server.private_thread("board", talk.channel, alice, bob) if thread else vault
        if not thread:
            server.hide(vault, server.person("eve"))
        made = await alice.slash("council every", {"when": WHEN, "question": SECRET}, place)
        await made.private_reply(PATIENCE)
        await alice.slash("council ask", {"question": SECRET}, place)
        arena = DiscordArena(talk=talk, place=place, schedule=await only_schedule(talk.served))

        def standing() -> list[Message]:
            found = [one for room in arena.rooms() for one in server.messages(room)]
            texts = "\n".join(words for one in found for words in (one.text, *offered(one)))
            return found if all(each in texts for each in ends) else []

        arena.screen = await server.wait_for(standing, what=f"posts with {ends}")
        for name, label in forms.items():
            message = next(one for one in arena.screen if label in offered(one))
            arena.forms[name] = await press(bob, message, label)
            await arena.forms[name].opened_modal(PATIENCE)
        for person in (alice, bob):
            if thread:
                place.members.discard(person.id)
            else:
                server.hide(place, person)
        yield arena
        server.assert_no_complaints()
