"""The private place as a private channel of Slack."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.platforms.slack.connection.manifest import EVENTS, SCOPES
from bot.platforms.slack.payloads.parse import IN_CHANNEL, Memory, remember
from bot.platforms.slack.platform import SlackPlatform
from bot.platforms.slack.windows.modal import CALLBACK
from council_core.domain.place import Place
from tests.e2e.council_app import Serving, environment, serving
from tests.e2e.slack_talk import offers
from tests.hostile.arena import SECRET, WHEN, only_schedule
from tests.testbed.models import ModelServer
from tests.testbed.slack import File, LocalSlack, Message, Person, View

PRIVATE = "G1"
VALUES = {"follow up": {"question": "And when?"}, "rank": {"place1": "B"}}
WINDOWS = {"follow up": "Ask a follow-up", "rank": "Rank them all"}


@dataclass(slots=True, kw_only=True)
class SlackArena:
    """A workspace with `#general` and a private channel that the bot has joined."""

    slack: LocalSlack
    models: ModelServer
    served: Serving
    schedule: str = ""
    place: str = PRIVATE
    open_channel: str = "C1"
    teams: Mapping[str, str] = field(default_factory=dict[str, str])
    """Workspaces of people; `T1` by default."""

    screen: list[Message] = field(default_factory=list[Message])
    """Content of the private place when people left it."""

    windows: dict[str, View] = field(default_factory=dict[str, View])

    _forged: int = 0
    """Number of forged windows."""

    def person(self, who: str) -> Person:
        """Return a person in their own workspace."""
        return self.slack.person(who, team_id=self.teams.get(who, "T1"))

    def posts(self) -> int:
        here = [post for post in self.slack.workspace.posts if post.channel == self.place]
        return len([post for post in here if post.ephemeral_to is None and not post.deleted])

    async def prepare(self, who: str) -> None:
        """Create a schedule and ask in the private place, until the verdict."""
        command = f"every {WHEN} {SECRET}"
        await self.told(who, lambda: self.person(who).command(self.place, "/council", command))
        self.schedule = await only_schedule(self.served)
        await self.person(who).command(self.place, "/council", SECRET)
        await self.slack.message_with("# Verdict", channel=self.place)

    async def typed(self, who: str, words: str) -> str:
        return await self.told(who, lambda: self.person(who).command(self.open_channel, "/council", words))

    async def pressed(self, who: str, label: str) -> str:
        person = self.person(who)
        for message in reversed(self.screen):
            try:
                return await self.told(
                    who, lambda here=message: person.choose(here, lambda part: offers(part, label), label)
                )
            except LookupError:
                continue
        raise LookupError(f"no post has a button {label!r}")

    async def forged(self, who: str, action: str, *, inside: bool) -> str:
        person = self.person(who)
        shown = with_button(self.screen[-1] if inside else person.say(self.open_channel, "Hello."), action)
        return await self.told(who, lambda: person.click(shown, action))

    async def sent(self, who: str, form: str) -> str:
        view = self.windows[form]
        self.slack.workspace.stacks[self.person(who).id] = [view]
        delivery = await self.person(who).submit(view, VALUES.get(form, {}))
        await self._answered()
        return " ".join([*view.errors.values(), str(delivery.reply)])

    async def filled_in(self, who: str, action: str, fields: Mapping[str, str], *, inside: bool) -> str:
        person = self.person(who)
        team = self.teams.get(who, "T1")
        place = Place(platform="slack", workspace=team, channel=self.place if inside else self.open_channel)
        payload = {
            "type": "modal",
            "callback_id": CALLBACK,
            "private_metadata": remember(Memory(place=place, action=action)),
            "blocks": inputs(fields),
        }
        self._forged += 1
        number = f"VFORGED{self._forged}"
        view = View(id=number, user=person.id, team_id=team, payload=payload, hash="1", root_view_id=number)
        self.slack.workspace.stacks[person.id] = [view]
        before = len(self._private(person.id))
        delivery = await person.submit(view, fields)
        await self._answered()
        told = [self.slack.words(one) for one in self._private(person.id)[before:]]
        return " ".join([*view.errors.values(), str(delivery.reply), *told])

    async def chosen_at_home(self, who: str, channel: str) -> str:
        """Choose a channel in the menu of the App Home, and return the private reply."""
        person = self.person(who)
        menu = next(
            part["action_id"]
            for block in person.home.payload["blocks"]
            for part in block.get("elements", ())
            if str(part.get("action_id", "")).startswith(IN_CHANNEL)
        )
        return await self.told(who, lambda: person.choose(person.home, menu, channel))

    async def _answered(self) -> None:
        """Wait until the bot has answered all requests."""
        platform = self.served.app.platforms["slack"]
        assert isinstance(platform, SlackPlatform)
        await platform.drain()

    def _views(self, person: str) -> list[View]:
        return self.slack.workspace.stacks.get(person, [])

    def _files(self) -> list[File]:
        return [file for file in self.slack.workspace.files.values() if file.shares]

    def _private(self, person: str) -> list[Message]:
        direct = "D" + person.removeprefix("U")
        return [
            one for one in self.slack.workspace.posts if one.ephemeral_to == person or one.channel == direct
        ]

    async def told(self, who: str, act: Callable[[], Awaitable[object]]) -> str:
        """Return the private replies to a person who does this."""
        return await self.told_by(self.person(who).id, act())

    async def told_by(self, person: str, act: Awaitable[object]) -> str:
        """Return the private replies to the person with this id who does this."""
        before, shared = len(self._private(person)), len(self._files())
        self.slack.workspace.stacks.pop(person, None)
        await act
        await self.slack.wait_for(lambda: len(self._private(person)) > before or bool(self._views(person)))
        await self._answered()
        told = [self.slack.words(one) for one in self._private(person)[before:]]
        told += [self.slack.draw(view) for view in self._views(person)]
        told += [file.content.decode() for file in self._files()[shared:]]
        return "\n".join(told)


def inputs(fields: Mapping[str, str]) -> list[dict[str, object]]:
    """Return fields of a form, one line each."""
    return [
        {
            "type": "input",
            "block_id": name,
            "label": {"type": "plain_text", "text": name},
            "element": {"type": "plain_text_input", "action_id": name},
        }
        for name in fields
    ]


def with_button(message: Message, action: str) -> Message:
    """Return a forged message with one button of this action."""
    button = {
        "type": "button",
        "action_id": action,
        "value": action,
        "text": {"type": "plain_text", "text": "Press"},
    }
    return replace(message, blocks=[{"type": "actions", "block_id": "forged", "elements": [button]}])


@asynccontextmanager
async def on_slack(models: ModelServer, folder: Path, **changes: str) -> AsyncGenerator[SlackArena]:
    """Let Alice ask in the private channel, which Bob and she then leave."""
    async with LocalSlack(scopes=SCOPES, subscriptions=EVENTS, ack_deadline=30.0) as slack:
        variables = environment(models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_API_URL=slack.api_url)
        variables |= {"SLACK_SIGNING_SECRET": slack.signing_secret, "PORT": "0"} | changes
        channel = slack.add_channel(PRIVATE, "board", members=("alice", "bob"), private=True)
        async with serving(variables, folder) as served:
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
            arena = SlackArena(slack=slack, models=models, served=served)
            await arena.prepare("alice")
            await slack.message_with("Open until", channel=PRIVATE)
            here = [post for post in slack.workspace.posts if post.channel == PRIVATE]
            arena.screen = [post.as_seen_now() for post in here if post.ephemeral_to is None]
            for name, label in WINDOWS.items():
                await arena.pressed("bob", label)
                arena.windows[name] = slack.views("bob")[-1]
            channel.members -= {slack.person("alice").id, slack.person("bob").id}
            yield arena
        slack.assert_no_complaints()
