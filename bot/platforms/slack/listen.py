"""Slack's payloads, however they arrive -> requests for `handle`, and its replies on the screen of who asked.

Every listener acknowledges first and works afterwards, in tasks of our own: bolt keeps no hold of its own
ones.
"""

import asyncio
import logging
import re
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.platforms.slack import modal, parse
from bot.platforms.slack.parse import Heard
from bot.platforms.slack.people import People
from bot.platforms.slack.render import LINK
from bot.platforms.slack.replies import Replies, sentence
from bot.platforms.slack.shapes import first, inner, text
from bot.platforms.slack.typed import people_in, readable, without_mention
from bot.ports import Handle
from bot.post import FieldErrors, PrivateReply, Reply
from bot.requests import Ask, Person, Request, read_action, read_command
from council_core.domain.place import PersonId
from council_core.errors import PlatformError

log = logging.getLogger(__name__)

COMMAND = "/council"
ANYTHING = re.compile(".*", re.DOTALL)
SECONDS_FOR_A_FORM = 2.5
"""A form's answer goes into the acknowledgement, for which Slack gives three seconds."""

Body = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Desk:
    """Where people's doings become requests."""

    people: People
    replies: Replies
    handle: Handle | None = None
    """Set before anything is received."""

    _work: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something after its acknowledgement, and keeps it until it is done."""
        task = asyncio.create_task(self._guarded(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except PlatformError as error:
            log.warning("A request could not be answered: %s (%s)", error, error.code)
        except Exception:
            log.exception("A request failed.")

    async def finish(self, seconds: float) -> None:
        """Waits for what was acknowledged already; gives up after `seconds`."""
        if self._work:
            _, late = await asyncio.wait(set(self._work), timeout=seconds)
            for task in late:
                task.cancel()

    async def command(self, body: Body) -> None:
        """A slash command."""
        heard = parse.command(body)
        name = text(body, "command")
        if not name.startswith(COMMAND):
            await self._say(heard, f"Council answers to `{COMMAND}`, not to `{name}`.")
            return
        person = await self._person(heard)
        words = await self._readable(heard.text)
        request = read_command(words, person=person, place=heard.place, delivery=heard.delivery)
        await self._answer(request, heard)

    async def message(self, body: Body) -> None:
        """A mention, or a direct message."""
        heard = parse.message(body)
        me = await self.people.me()
        if heard is None or heard.user_id == me.user_id:
            return
        person = await self._person(heard)
        words = await self._readable(without_mention(heard.text, me.user_id))
        request = read_command(words, person=person, place=heard.place, delivery=heard.delivery)
        if isinstance(request, Ask) and heard.files:
            request = replace(request, files=heard.files)
        await self._answer(request, heard)

    async def action(self, body: Body) -> None:
        """A button or a menu."""
        if text(first(body, "actions"), "action_id").startswith(LINK):
            return
        heard = parse.action(body)
        request = read_action(heard.action, await self._person(heard), heard.place)
        await self._answer(request, heard)

    async def submission(self, body: Body, ack: AsyncAck) -> None:
        """A form; its mistakes go into the acknowledgement, everything else follows it."""
        heard = parse.submission(body)
        request = read_action(heard.action, await self._person(heard), heard.place)
        reply: Reply | None = None
        try:
            async with asyncio.timeout(SECONDS_FOR_A_FORM):
                reply = await self._handled(request)
        except TimeoutError:
            log.warning("A form took too long to be answered.")
        if isinstance(reply, FieldErrors):
            await ack(response_action="errors", errors=modal.field_errors(reply.errors))
            return
        await ack()
        if reply is not None:
            await self._show(reply, heard)

    async def unknown(self, body: Body) -> None:
        """Something that this version does not do."""
        await self._say(
            parse.interaction(body), "This does nothing here yet. Ask with `/council` and your question."
        )

    async def _person(self, heard: Heard) -> Person:
        profile = await self.people.profile(heard.user_id, heard.user_name)
        return Person(id=PersonId(heard.user_id), name=profile.name, may_configure=profile.is_admin)

    async def _readable(self, words: str) -> str:
        return readable(words, await self.people.names(people_in(words)))

    async def _answer(self, request: Request, heard: Heard) -> None:
        reply = await self._handled(request)
        if reply is not None:
            await self._show(reply, heard)

    async def _handled(self, request: Request) -> Reply | None:
        if self.handle is None:
            raise RuntimeError("Slack delivered before `serve` or `routes` was called.")
        return await self.handle(request)

    async def _say(self, heard: Heard, words: str) -> None:
        await self._show(PrivateReply(post=sentence(words)), heard)

    async def _show(self, reply: Reply, heard: Heard) -> None:
        await self.replies.show(reply, person=heard.user_id, place=heard.place, trigger_id=heard.trigger_id)


def listen(app: AsyncApp, desk: Desk) -> None:
    """Registers what the bot hears; everything else is acknowledged, so that Slack does not repeat it."""

    async def on_command(ack: AsyncAck, body: Body) -> None:
        await ack()
        desk.start(desk.command(body))

    async def on_message(body: Body) -> None:
        if _is_for_us(inner(body, "event")):
            desk.start(desk.message(body))

    async def on_action(ack: AsyncAck, body: Body) -> None:
        await ack()
        desk.start(desk.action(body))

    async def on_submission(ack: AsyncAck, body: Body) -> None:
        await desk.submission(body, ack)

    async def on_shortcut(ack: AsyncAck, body: Body) -> None:
        await ack()
        desk.start(desk.unknown(body))

    async def on_anything(ack: AsyncAck) -> None:
        await ack()

    bolt: Any = app  # Its decorators have no complete types.
    bolt.command(ANYTHING)(on_command)
    bolt.event("app_mention")(on_message)
    bolt.event("message")(on_message)
    bolt.event(ANYTHING)(on_anything)
    bolt.action(ANYTHING)(on_action)
    bolt.view(modal.CALLBACK)(on_submission)
    bolt.shortcut(ANYTHING)(on_shortcut)


def _is_for_us(event: Mapping[str, Any]) -> bool:
    """Mentions, and what is said to the bot alone; a mention in a channel also arrives as an ordinary
    message."""
    return event.get("type") == "app_mention" or event.get("channel_type") == "im"
