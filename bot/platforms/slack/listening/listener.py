"""Turns people's actions in Slack into requests for `handle`, and shows its replies to the person who acted."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from slack_bolt.async_app import AsyncAck

from bot.platforms.slack.connection.manifest import COMMAND, GLOBAL_SHORTCUT, MESSAGE_SHORTCUT
from bot.platforms.slack.drawing.post import LINK
from bot.platforms.slack.listening.acknowledge import (
    A_COMMAND,
    A_MESSAGE,
    SECONDS_FOR_A_WINDOW,
    Background,
    ClickQueues,
    Deliveries,
    QueuedClick,
    acknowledge_form,
)
from bot.platforms.slack.listening.workspaces import Workspaces
from bot.platforms.slack.payloads import parse
from bot.platforms.slack.payloads.parse import (
    IN_CHANNEL,
    Heard,
    first,
    inner,
    people_in,
    readable,
    text,
    without_mention,
)
from bot.platforms.slack.sending.files import named
from bot.platforms.slack.windows import modal
from bot.platforms.slack.windows.home import Home
from bot.platforms.slack.windows.replies import Window, sentence
from bot.ports import Handle
from bot.ports.words import SlackWords
from bot.post import FieldErrors, File, Form, PrivateReply, Reply
from bot.requests.actions import is_set_seats, read_action
from bot.requests.asking import Ask, Clarify, WriteQuestion
from bot.requests.forms import IMPROVE_FORM, REFILL_FORM, TIPS_FORM, read_form
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import ShowHelp
from bot.requests.settings import SetSeats
from bot.requests.typed import read_command
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference

log = logging.getLogger(__name__)

SECONDS_FOR_A_FORM = 2.5
"""Time limit in seconds for a form's answer, which is part of the acknowledgement. Slack allows three."""

WINDOWED = frozenset(
    {
        "write",
        "followup",
        "again",
        "rank",
        "edit",
        "edit_seats",
        "reviews",
        "settings",
        "decide",
        "template",
        "edit_template",
        "edit_draft",
        "find",
        "why",
    }
)
"""Kinds of requests that are answered in a window."""

GUARDED = frozenset({"settings", "edit", "save", "reset", "cancel", "forget", "forget_now", "status"}) | {
    "schedules",
    "change_schedule",
    "digest",
    "board",
    "page",
    "set_seats",
    "edit_seats",
    "save_seats",
    "reveal",
}
"""Kinds of requests that depend on whether the person manages the channel."""

OFFERS_MORE = frozenset({"write", "again", "improve", "edit_draft"})
"""Kinds of requests whose form offers more to people who manage the channel."""

Body = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class SlackListener:
    """Turns Slack's events into requests."""

    workspaces: Workspaces
    handle: Handle | None = None
    """Set before anything is received."""

    _clicks: ClickQueues = field(default_factory=ClickQueues)
    _background: Background = field(default_factory=Background)
    _deliveries: Deliveries = field(default_factory=Deliveries)

    async def keep_typed(self, body: Body) -> bool:
        """Handle a typed command. Return whether it was handled before Slack had to be answered (`acknowledge`)."""
        work, delivery = lambda: self.start(self.command(body)), parse.command(body).delivery
        return await self._deliveries.kept(delivery, work, A_COMMAND)

    async def keep_told(self, body: Body) -> None:
        """Handle a message. Raises TimeoutError, which leaves it unacknowledged (`acknowledge`)."""
        heard, work = parse.message(body), lambda: self.start(self.message(body))
        if heard is not None and not await self._deliveries.kept(heard.delivery, work, A_MESSAGE):
            raise TimeoutError("A message from Slack could not be kept in time.")

    def labels_for(self, heard: Heard) -> SlackWords:
        """Return the fixed texts in the acting person's language, as far as it is known. Never waits."""
        return self.workspaces.labels_for(heard.place.workspace, heard.user_id)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[bool]:
        """See `Background.start`."""
        return self._background.start(work)

    async def finish(self, seconds: float) -> None:
        """See `Background.finish`."""
        await self._background.finish(seconds)

    async def command(self, body: Body) -> None:
        """Handle a slash command."""
        heard = parse.command(body)
        name = text(body, "command")
        if not name.startswith(COMMAND):
            await _tell(self, heard, lambda labels: labels.other_command(command=COMMAND, name=name))
            return
        since = time.monotonic()
        await self._answer(await self._typed(heard, heard.text), heard, since)

    async def message(self, body: Body) -> None:
        """Handle a mention or a direct message."""
        heard = parse.message(body)
        if heard is None:
            return
        me = await (await self.workspaces.of(heard.place.workspace)).people.me()
        if heard.user_id == me.user_id:
            return
        request = await self._typed(heard, without_mention(heard.text, me.user_id))
        if heard.is_edited and not isinstance(request, Ask | Clarify):
            return  # A command was carried out before the edit; a question is only asked once.
        if isinstance(request, Ask):
            request = replace(request, files=await _files(self.workspaces, heard), stands_in_message=True)
        await self._answer(request, heard, time.monotonic())

    async def _typed(self, heard: Heard, typed: str) -> Request:
        """Return the request that a person typed."""
        person = replace(await _provisional(self.workspaces, heard), is_present=True)
        words = await _readable(self.workspaces, heard, typed)
        request = read_command(
            words,
            person=person,
            place=heard.place,
            delivery=heard.delivery,
            opens_forms=bool(heard.trigger_id),
            files=bool(heard.files),
        )
        return await self._from(heard, request)

    async def _from(self, heard: Heard, request: Request) -> Request:
        """Return the request with its person's name and rights. A question does not wait for the name."""
        people = (await self.workspaces.of(heard.place.workspace)).people
        user, called = heard.user_id, heard.user_name
        if not isinstance(request, Ask):
            person = await self.person(heard)
            return replace(request, person=replace(person, is_present=request.person.is_present))
        if people.known_name(user):
            return request
        return replace(request, naming=lambda: people.name(user, called))

    async def action(self, body: Body) -> None:
        """Handle a button or a menu."""
        if text(first(body, "actions"), "action_id").startswith(LINK):
            return
        since, heard = time.monotonic(), parse.action(body)
        if again := _form_action(body, heard):
            await _form_again(self, self._clicks, again, body)
            return
        with self._clicks.taken(heard.user_id, heard.action) as click:
            request = read_action(heard.action, await self.person(heard), heard.place)
            await self._answer(request, heard, since, click)
        if text(first(body, "actions"), "action_id").startswith(IN_CHANNEL):
            # Clear its menu of channels, or the same channel could not be chosen twice.
            await self._publish_home(replace(heard, place=parse.memory_of(body).place))

    async def shortcut(self, body: Body) -> None:
        """Handle *Ask the council*, on a message or from anywhere: open the form for a question."""
        since, heard = time.monotonic(), parse.shortcut(body)
        if text(body, "callback_id") not in (MESSAGE_SHORTCUT, GLOBAL_SHORTCUT):
            await _tell(self, heard, lambda labels: labels.nothing_here(command=COMMAND))
            return
        if not heard.place.channel:
            people = (await self.workspaces.of(heard.place.workspace)).people
            channel = await people.direct_channel(heard.user_id)
            heard = replace(heard, place=replace(heard.place, channel=channel, thread=None))
        words = await _readable(self.workspaces, heard, heard.text)
        # Slack shows its menu only to people who can read the message; in other cases the place is their direct
        # message.
        person = replace(await _provisional(self.workspaces, heard), is_present=True)
        place, files = heard.place, await _files(self.workspaces, heard)
        request: Request = WriteQuestion(person=person, place=place, text=words, files=files)
        if len(words) > modal.LONGEST_INPUT:
            # No field can hold the whole message, and half of it would be another question.
            request = Ask(
                person=person,
                place=place,
                text=words,
                delivery=heard.delivery,
                files=files,
                stands_in_message=True,
            )
        await self._answer(await self._from(heard, request), replace(heard, files=files), since)

    async def submission(self, body: Body, ack: AsyncAck) -> None:
        """Handle a form. Mistakes are returned in the acknowledgement, so that the form stays open with its text; any
        other result closes it."""
        heard, since = parse.submission(body), time.monotonic()
        with self._clicks.taken(heard.user_id, heard.action) as click:
            await self._submitted(heard, since, click, ack)

    async def _submitted(self, heard: Heard, since: float, click: QueuedClick | None, ack: AsyncAck) -> None:
        person = await _provisional(self.workspaces, heard)
        request = read_form(
            heard.action, heard.values, person=person, place=heard.place, delivery=heard.delivery
        )
        request = await self._from(heard, request)
        if isinstance(request, Ask) and heard.files:
            request = replace(request, files=heard.files)
        handled = self._hand_on(request, click)
        await asyncio.wait({handled}, timeout=SECONDS_FOR_A_FORM - (time.monotonic() - since))
        labels = self.labels_for(heard)
        if not handled.done():
            log.warning("A form takes long to be answered.")
            await acknowledge_form(request, heard, ack, labels)
            self.start(self._later(handled, heard))
            return
        reply = handled.result()
        match reply:
            case Form() as form:
                view = modal.form_view(form, heard.place, labels, files=heard.files)
                await ack(response_action="update", view=view)
            case FieldErrors(errors=errors) if heard.fields:
                await ack(response_action="errors", errors=modal.field_errors(errors, heard.fields))
            case PrivateReply(post=post) if post.tone in ("warning", "bad") and heard.fields:
                refused = ((heard.fields[0], post.summary),)
                await ack(response_action="errors", errors=modal.field_errors(refused, heard.fields))
            case PrivateReply(post=post, panel=title) if title:
                await ack(response_action="update", view=modal.panel_view(title, post, heard.place, labels))
                self.start(_hand_over(self.workspaces, modal.fitted(title, post).files, heard))
            case _:
                # This also closes the window beneath, such as the settings before the change.
                await ack(response_action="clear")
                if reply is not None:
                    self.start(self._show(reply, heard))

    async def _later(self, handled: asyncio.Task[Reply | None], heard: Heard) -> None:
        """Show a late reply as a message, because its trigger is too old for a window by then."""
        reply = await handled
        if reply is not None:
            await self._show(reply, replace(heard, trigger_id=""))

    async def stranger(self, body: Body, ack: AsyncAck) -> None:
        """Answer a window of another version."""
        await ack(response_action="clear")
        heard = parse.submission(body)
        self.start(_tell(self, heard, lambda labels: labels.other_version))

    async def open_home(self, body: Body) -> None:
        """Handle a person's visit to the App Home."""
        heard = parse.home(body)
        if heard is not None:
            await self._publish_home(heard)

    async def _publish_home(self, heard: Heard) -> None:
        workspace = await self.workspaces.of(heard.place.workspace)
        person, settings = await self.person(heard), self.workspaces.settings
        home = Home(workspace.clients.freely, workspace.people, settings, self.labels_for(heard))
        await home.publish(person, heard.place, self._handled)

    async def person(self, heard: Heard) -> Person:
        """Return the person who acted, with their name and rights."""
        workspace = await self.workspaces.of(heard.place.workspace)
        profile = await workspace.people.profile(heard.user_id, heard.user_name)
        # The right to manage the channel is checked only for requests that need it (`hand_on`).
        return Person(
            id=PersonId(heard.user_id),
            name=profile.name,
            locale=profile.locale,
            zone=profile.zone,
            may_configure_workspace=profile.manages(heard.place.workspace),
        )

    async def _answer(
        self, request: Request, heard: Heard, since: float, click: QueuedClick | None = None
    ) -> None:
        handled = self._hand_on(request, click)
        window = Window(id=heard.view_id) if heard.view_id else None
        if heard.trigger_id and window is None and request.kind in WINDOWED:
            await asyncio.wait({handled}, timeout=max(0.0, SECONDS_FOR_A_WINDOW - (time.monotonic() - since)))
            if not handled.done():
                replies = (await self.workspaces.of(heard.place.workspace)).replies
                window = await replies.open_waiting(heard)
        reply = await handled
        if reply is not None:
            # The caller has waited for the store, not for Slack, so this can go on after the acknowledgement.
            self.start(self._show(reply, heard, window))

    def _hand_on(self, request: Request, click: QueuedClick | None) -> asyncio.Task[Reply | None]:
        if click is not None:
            click.is_handed_on = True
        return self._background.keep(self._handled(request, click))

    async def _handled(self, request: Request, click: QueuedClick | None = None) -> Reply | None:
        if click is None:
            return await self.hand_on(request)
        async with click:
            return await self.hand_on(request)

    async def hand_on(self, request: Request) -> Reply | None:
        """Pass a request to `handle`, with its person's rights if they matter."""
        if self.handle is None:
            raise RuntimeError("Slack delivered before `serve` or `routes` was called.")
        is_guarded = request.kind in GUARDED
        if request.place.channel and (is_guarded or await _offers_more(self.workspaces, request)):
            request = await _with_rights(self.workspaces, request, asks_again=is_guarded)
        return await self.handle(request)

    async def _show(self, reply: Reply, heard: Heard, window: Window | None = None) -> None:
        workspace = await self.workspaces.of(heard.place.workspace)
        await workspace.replies.show(reply, heard, window)


async def _tell(listener: SlackListener, heard: Heard, words: Callable[[SlackWords], str]) -> None:
    """Send a person one of the fixed texts, once Slack has told us their language."""
    await listener.person(heard)
    reply = PrivateReply(post=sentence(words(listener.labels_for(heard))))
    replies = (await listener.workspaces.of(heard.place.workspace)).replies
    await replies.show(reply, heard)


async def _hand_over(workspaces: Workspaces, files: Sequence[File], heard: Heard) -> None:
    await (await workspaces.of(heard.place.workspace)).replies.hand_over(files, heard)


async def _readable(workspaces: Workspaces, heard: Heard, words: str) -> str:
    people = (await workspaces.of(heard.place.workspace)).people
    return readable(words, await people.names(people_in(words)))


async def _files(workspaces: Workspaces, heard: Heard) -> tuple[FileReference, ...]:
    clients = (await workspaces.of(heard.place.workspace)).clients
    return await named(clients.freely, heard.files)


async def _provisional(workspaces: Workspaces, heard: Heard) -> Person:
    """Return the person with the known facts, without a call to Slack."""
    people = (await workspaces.of(heard.place.workspace)).people
    name = people.known_name(heard.user_id) or heard.user_name or heard.user_id
    return Person(id=PersonId(heard.user_id), name=name, locale=people.known_locale(heard.user_id))


async def _with_rights(workspaces: Workspaces, request: Request, *, asks_again: bool) -> Request:
    """Return the request with its person's rights. `asks_again` asks Slack once more whether they are an admin, if it
    said so more than a minute ago."""
    person, place = request.person, request.place
    workspace = await workspaces.of(place.workspace)
    if asks_again:
        profile = await workspace.people.present(person.id)
        person = replace(person, may_configure_workspace=profile.manages(place.workspace))
    manages = await workspace.channels.is_managed_by(
        person.id, place.channel, manages_workspace=person.may_configure_workspace
    )
    return replace(request, person=replace(person, may_configure=manages))


async def _offers_more(workspaces: Workspaces, request: Request) -> bool:
    """Tell whether a form may show more to a manager. False if Slack has just not answered about the person, so that
    the form does not wait a second time."""
    if request.kind not in OFFERS_MORE:
        return False
    people = (await workspaces.of(request.place.workspace)).people
    return bool(people.known_name(request.person.id))


def _form_action(body: Body, heard: Heard) -> str:
    """Return the action that draws an open form anew, or opens another on top of it; empty for all others."""
    if heard.view_id and text(first(body, "actions"), "action_id") == modal.RELOAD:
        return REFILL_FORM
    again = heard.action in (IMPROVE_FORM, REFILL_FORM, TIPS_FORM) or is_set_seats(heard.action)
    return heard.action if heard.view_id and again else ""


async def _form_again(listener: SlackListener, clicks: ClickQueues, action: str, body: Body) -> None:
    """Draw an open form anew with its typed values: with a better question, or with the fields of another template."""
    if is_set_seats(action):
        await _seats_form(listener, parse.action(body), body)
        return
    filled, window = parse.submission(body), Window(id=text(inner(body, "view"), "id"), is_waiting=True)
    with clicks.taken(filled.user_id, action) as click:
        async with click or nullcontext():
            replies = (await listener.workspaces.of(filled.place.workspace)).replies
            if action == IMPROVE_FORM:
                await replies.note(
                    modal.working_view(inner(body, "view"), listener.labels_for(filled)), window
                )
            person = await listener.person(filled)
            request = read_form(
                action, filled.values, person=person, place=filled.place, delivery=filled.delivery
            )
            reply = await listener.hand_on(request)
            if reply is not None:
                own_window = window if isinstance(reply, Form) else None
                await replies.show(reply, parse.as_opened(body, filled), own_window)


async def open_assistant(listener: SlackListener, body: Body) -> None:
    """Offer first suggestions to a person who opens a thread with Slack's assistant."""
    heard = parse.assistant(body)
    reply = await listener.hand_on(
        ShowHelp(person=await listener.person(heard), place=heard.place, is_start=True)
    )
    if isinstance(reply, PrivateReply):
        workspace = await listener.workspaces.of(heard.place.workspace)
        await workspace.assistant.suggest(heard.place, reply.post)


async def _seats_form(listener: SlackListener, pressed: Heard, body: Body) -> None:
    """Handle the button for single models in an open form: their window opens on top of it."""
    filled, person = parse.submission(body), await listener.person(pressed)
    request = read_form(
        pressed.action, filled.values, person=person, place=filled.place, delivery=pressed.delivery
    )
    if isinstance(request, SetSeats):
        request = replace(request, files=filled.files)
    reply = await listener.hand_on(request)
    if reply is not None:
        window = Window(id=pressed.view_id) if isinstance(reply, Form) else None
        replies = (await listener.workspaces.of(filled.place.workspace)).replies
        await replies.show(reply, filled, window)
