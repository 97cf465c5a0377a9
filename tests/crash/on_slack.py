"""Rooms in a local Slack."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from council_core.domain.place import Place
from tests.crash.people import SAID, STEADY, Deed, Interrupted, Life, own, steady
from tests.crash.points import Points
from tests.testbed.gates import Moment
from tests.testbed.slack import Call, Delivery, LocalSlack, Message, View

WATCHED = ("chat.", "files.")
"""Methods whose calls are points of their rooms."""


class OnSlack:
    """Implements `tests.crash.people.Side`."""

    def __init__(self, slack: LocalSlack, points: Points, life: Life) -> None:
        self.slack, self.life = slack, life
        self._points = points
        self._channels: dict[str, str] = {}
        self._read: dict[tuple[str, int, int], str] = {}
        self._said: dict[str, str] = {}
        """The message in each room that a question with files answers."""

        slack.gate = self._gate

    def variables(self) -> dict[str, str]:
        return {
            "SLACK_BOT_TOKEN": "xoxb-local",
            "SLACK_APP_TOKEN": self.slack.app_token,
            "SLACK_API_URL": self.slack.api_url,
        }

    def open_room(self, room: str) -> str:
        channel = f"C{room.removeprefix('room-')}"
        self._channels[channel] = room
        people = [own(person, room) for person in ("alice", "bob", "carol", "dave", "boss")]
        self.slack.add_channel(channel, room, members=people)
        self.slack.user(people[-1]).is_admin = True
        return channel

    def place_of(self, room: str) -> Place:
        return Place(platform="slack", workspace="T1", channel=self._channel(room))

    def id_of(self, person: str, room: str) -> str:
        return self.slack.person(own(person, room)).id

    def name_of(self, person_id: str) -> str:
        return self.slack.workspace.users[person_id].name[:-4]

    async def connected(self) -> None:
        await self.slack.socket.connected()

    async def gone(self) -> None:
        await self.slack.wait_for(lambda: not self.slack.socket.connections)

    async def _gate(self, call: Call, moment: Moment) -> bool:
        room = self._channels.get(str(call.arguments.get("channel", "")))
        if room is None or not call.method.startswith(WATCHED):
            return True
        if call.method == "files.download" and moment == "done":
            self._points.paid[room] += 1
        return await self._points.reach(room, f"slack/{call.method}/{moment}")

    async def ask(self, room: str, question: str, deed: Deed) -> None:
        channel = self._channel(room)
        delivery = await self.slack.person(own("alice", room)).command(channel, "/council", question)
        self._heard(deed, delivery, promises=not delivery.reply)
        await self.life.until(lambda: self._cards(room))

    async def ask_about(self, room: str, question: str, files: Mapping[str, bytes], deed: Deed) -> None:
        channel, alice = self._channel(room), self.slack.person(own("alice", room))
        if room not in self._said:
            self._said[room] = self.slack.person(own("bob", room)).say(channel, SAID).ts
        attached = [self.slack.add_file(name, each, owner=own("alice", room)) for name, each in files.items()]
        delivery = await alice.mention(channel, question, thread_ts=self._said[room], files=attached)
        self._heard(deed, delivery, promises=True)
        asked = steady(question).replace(room, "ROOM")
        await self.life.until(lambda: any(asked in post for post in self.posts(room)))

    async def follow_up(self, room: str, question: str, deed: Deed) -> None:
        card = self._cards(room)[0]
        delivery = await self.slack.person(own("alice", room)).mention(
            self._channel(room), question, thread_ts=card.ts
        )
        # Slack shows nothing of an acknowledgement, and gives no further chance after it.
        self._heard(deed, delivery, promises=True)
        await self.life.until(
            lambda: any(question.replace(room, "ROOM") in post for post in self.posts(room))
        )

    async def vote(self, room: str, person: str, letter: str, deed: Deed) -> None:
        ballot = self._newest(room, "Which response is best?")
        await self._press(room, person, f"Response {letter}", ballot, deed, f"Your vote: Response {letter}")

    async def judge(self, room: str, person: str, deed: Deed) -> None:
        verdict = self._newest(room, "# Verdict")
        await self._press(room, person, "'Helpful'", verdict, deed, "marked as helpful")

    async def reveal(self, room: str, deed: Deed) -> None:
        ballot = self._newest(room, "Which response is best?")
        await self._press(room, "alice", "End the vote and reveal", ballot, deed, "names follow")

    async def cancel(self, room: str, deed: Deed) -> None:
        await self._press(room, "alice", "Cancel", self._cards(room)[0], deed, "Stopped.")

    async def configure(self, room: str, instructions: str, deed: Deed) -> None:
        boss = own("boss", room)
        # A window that a killed bot has left open is closed first.
        self.slack.workspace.stacks.pop(self.slack.person(boss).id, None)
        await self.slack.person(boss).command(self._channel(room), "/council", "settings")
        panel = await self._window(boss, "Settings")
        await self.slack.person(boss).click(panel, lambda element: "Change settings" in str(element))
        form = await self._window(boss, "Settings: channel")
        told = len(self.slack.ephemerals(boss))
        submitted = await self.slack.person(boss).submit(form, {"instructions": instructions})
        self._heard(deed, submitted, promises=_closes(submitted))
        await self.life.until(lambda: len(self.slack.ephemerals(boss)) > told)

    def posts(self, room: str) -> list[str]:
        ours = [
            one for card in self._roots(room) for one in (card, *self.slack.thread(card.channel, card.ts))
        ]
        return [self._steady(room, one) for one in ours if one.bot_id]

    def _steady(self, room: str, message: Message) -> str:
        version = message.ts, len(message.versions), len(message.files)
        if version not in self._read:
            self._read[version] = self._drawn(room, message)
        return self._read[version]

    def _drawn(self, room: str, message: Message) -> str:
        text = "\n".join([self.slack.words(message), *(file.name for file in message.files)])
        text = text.replace(room, "ROOM").replace(self._channel(room), "CHANNEL")
        for pattern, words in STEADY.items():
            text = re.sub(pattern, words, text, flags=re.MULTILINE)
        return text

    def _channel(self, room: str) -> str:
        return next(channel for channel, name in self._channels.items() if name == room)

    def _roots(self, room: str) -> list[Message]:
        return self.slack.messages(self._channel(room))

    def _cards(self, room: str) -> list[Message]:
        return [one for one in self._roots(room) if one.bot_id]

    def _newest(self, room: str, words: str) -> Message:
        found = [
            one
            for root in self._roots(room)
            for one in self.slack.thread(root.channel, root.ts)
            if one.bot_id and words in self.slack.words(one)
        ]
        if not found:
            raise Interrupted
        return found[-1]

    async def _press(
        self, room: str, person: str, label: str, where: Message, deed: Deed, answer: str
    ) -> None:
        person = own(person, room)

        def told() -> list[Message]:
            return self.slack.ephemerals(person)

        before = len(told())
        which: Callable[[Any], bool] = lambda element: label in str(element.get("text"))  # noqa: E731
        self._heard(deed, await self.slack.person(person).click(where.as_seen_now(), which))
        await self.life.until(lambda: len(told()) > before)
        if answer not in self.slack.words(told()[-1]):
            raise Interrupted

    async def _window(self, person: str, title: str) -> View:
        def on_top() -> View | None:
            views = self.slack.views(person)
            return views[-1] if views and views[-1].payload["title"]["text"] == title else None

        await self.life.until(on_top)
        view = on_top()
        assert view is not None
        return view

    def _heard(self, deed: Deed, delivery: Delivery, *, promises: bool = False) -> None:
        deed.acknowledged = delivery.acknowledged
        deed.promised = delivery.acknowledged and promises
        if not deed.acknowledged:
            raise Interrupted


def _closes(submitted: Delivery) -> bool:
    """Return whether the form has closed, as it does when all is well."""
    return submitted.reply is None or submitted.reply.get("response_action") == "clear"
