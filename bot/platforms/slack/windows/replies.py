"""Shows a reply to one person: an ephemeral message or a modal."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.platforms.slack.connection.errors import CLOSED, GONE, code_of, our_errors
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.web_api import CALLS, Clients, NotHappened
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.post import OPTIONAL, Drawn, linked, names_threads, words
from bot.platforms.slack.payloads.parse import Heard
from bot.platforms.slack.sending.files import upload
from bot.platforms.slack.sending.send import ILL_FORMED
from bot.platforms.slack.sending.split import drawings
from bot.platforms.slack.windows import modal
from bot.ports.words import SlackWords
from bot.post import FieldErrors, File, Form, Post, PrivateReply, Reply, Suggestions, line, quoted
from bot.requests.forms import QUESTION
from council_core.domain.place import Place
from council_core.errors import PlatformError, PostRefused

log = logging.getLogger(__name__)

NO_FILES = frozenset({"file_uploads_disabled", "storage_limit_reached", "missing_scope:files:write"})
_ELSEWHERE = CLOSED.keys() | GONE.keys() | {"user_not_in_channel"}
"""Codes of places in which the bot cannot write. A message to the person's id reaches their direct message
(docs.slack.dev, chat.postMessage)."""


def sentence(text: str) -> Post:
    """Return a post of one sentence of ours (CommonMark inline)."""
    return Post(blocks=(line(text),), summary=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A window on a person's screen."""

    id: str
    is_waiting: bool = False
    """Whether this is only a placeholder for the final window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """Shows replies. A reply that cannot be shown is logged, because there is no other way."""

    clients: Clients
    people: People
    labels: Callable[[str], SlackWords]
    """Return the fixed texts in the language of a locale."""

    def labels_for(self, user_id: str) -> SlackWords:
        """Return the fixed texts in a person's language, as far as Slack has told it. Never waits."""
        return self.labels(self.people.known_locale(user_id))

    async def show(self, reply: Reply, heard: Heard, window: Window | None = None) -> None:
        """Show the reply to an action in its window, or in the placeholder that waits for it. Without either, show it
        as a message, or as a new window if the reply asks for one and Slack still opens it."""
        match reply:
            case PrivateReply(post=post, panel=title):
                if names_threads(post):
                    post = linked(post, await self.people.address())
                await self._show_post(post, title, heard, window)
            case Form() as form:
                if not await self._show_form(form, heard, window):
                    late = self.labels_for(heard.user_id).form_too_late
                    await self.whisper(sentence(late), person=heard.user_id, place=heard.place)
            case FieldErrors(errors=errors):
                text = sentence(" ".join(problem for _, problem in errors))
                await self.whisper(text, person=heard.user_id, place=heard.place)
            case Suggestions(members=members):
                text = sentence(quoted(", ".join(members)))
                await self.whisper(text, person=heard.user_id, place=heard.place)
            case _:
                assert_never(reply)

    async def _show_post(self, post: Post, title: str, heard: Heard, window: Window | None) -> None:
        labels = self.labels_for(heard.user_id)
        view = modal.panel_view(title or "Council", post, heard.place, labels)
        is_in_window = window is not None and await self._update(view, window)
        if not is_in_window and window is None and title:
            is_in_window = await self._open(view, heard)
        if is_in_window:
            await self.hand_over(modal.fitted(title or "Council", post).files, heard)
            return
        if post.files:
            names = ", ".join(quoted(file.name) for file in post.files)
            note = line(labels.file_comes(names=names), small=True)
            post = replace(post, blocks=(*post.blocks, note))
        await self.whisper(post, person=heard.user_id, place=heard.place)
        await self.hand_over(post.files, heard)

    async def hand_over(self, files: Sequence[File], heard: Heard) -> None:
        """Send files to one person. Neither an ephemeral message nor a window can hold one (docs.slack.dev,
        chat.postEphemeral and views), so they go into the person's direct message with the bot."""
        for file in files:
            try:
                channel = await self.people.direct_channel(heard.user_id)
                if not await upload(self.clients, file, channel=channel, thread=None):
                    raise PostRefused("Slack took it but does not show it. Please ask again later.")
            except PlatformError as error:
                log.warning("A private file got lost: %s (%s)", error, error.code)
                labels, is_refused = self.labels_for(heard.user_id), error.code in NO_FILES
                lost = labels.file_refused(name=quoted(file.name)) if is_refused else labels.file_lost
                await self.whisper(sentence(lost), person=heard.user_id, place=heard.place)

    async def open_waiting(self, heard: Heard) -> Window | None:
        """Open a window that says "one moment"; None if Slack does not open it."""
        try:
            with our_errors("open a window"):
                view = modal.waiting_view(heard.place, self.labels_for(heard.user_id))
                answer = await self.clients.once("views_open", trigger_id=heard.trigger_id, view=view)
        except PlatformError as error:
            log.warning("A window did not open: %s (%s)", error, error.code)
            return None
        return Window(id=str(answer["view"]["id"]), is_waiting=True)

    async def note(self, view: Kit, window: Window) -> None:
        """Change an open window while its reply is awaited; an error from Slack is logged."""
        await self._update(view, window)

    async def _show_form(self, form: Form, heard: Heard, window: Window | None) -> bool:
        files = heard.files or form.files
        asks_where = heard.asks_where and any(field.name == QUESTION for field in form.fields)
        labels = self.labels_for(heard.user_id)
        view = modal.form_view(form, heard.place, labels, files=files, asks_where=asks_where)
        if window is not None and window.is_waiting:
            return await self._update(view, window)
        return await self._open(view, heard, onto=window)

    async def _open(self, view: Kit, heard: Heard, onto: Window | None = None) -> bool:
        """Open a window, on top of another one if there is one. Return whether that worked."""
        if not heard.trigger_id:
            return False
        try:
            with our_errors("open a window"):
                if onto is None:
                    await self.clients.once("views_open", trigger_id=heard.trigger_id, view=view)
                else:
                    await self.clients.once("views_push", trigger_id=heard.trigger_id, view=view)
        except PlatformError as error:
            log.warning("A window did not open: %s (%s)", error, error.code)
            return False
        return True

    async def _update(self, view: Kit, window: Window) -> bool:
        """Show this view in the window. Return whether that worked; it does not if the person has closed the window."""
        try:
            with our_errors("change a window"):
                await self.clients.freely("views_update", view_id=window.id, view=view)
        except PlatformError as error:
            log.warning("A window did not change: %s (%s)", error, error.code)
            return False
        return True

    async def whisper(self, post: Post, *, person: str, place: Place) -> None:
        """Send a message that only this person sees; never raises for an error from Slack."""
        try:
            for drawn in drawings(post, frozenset()):
                if not await self._try(drawn, person, place):
                    await self._plainly(post, person, place)
                    return
        except PlatformError as error:
            log.warning("A private reply got lost: %s (%s)", error, error.code)

    async def _plainly(self, post: Post, person: str, place: Place) -> None:
        for drawn in drawings(post, OPTIONAL):
            if not await self._try(drawn, person, place):
                await self._try(Drawn(text=words(post)[:4_000], blocks=[]), person, place)
                return

    async def _try(self, drawn: Drawn, person: str, place: Place) -> bool:
        """Send the blocks, and return whether Slack accepted them. Raises PlatformError for all other errors."""
        body: dict[str, Any] = {"text": drawn.text, "blocks": drawn.blocks or None}
        if place.thread is not None:
            # Without it, Slack would show the answer to a click in a thread in the channel.
            body["thread_ts"] = place.thread
        if place.origin is not None:
            taken = await self._respond(place.origin, body)
            if taken is not None:
                return taken
        if place.channel:
            try:
                with our_errors("reply", but=ILL_FORMED | _ELSEWHERE):
                    await self.clients.once("chat_postEphemeral", channel=place.channel, user=person, **body)
                return True
            except SlackApiError as error:
                if code_of(error) in ILL_FORMED:
                    return False
        body.pop("thread_ts", None)
        with our_errors("reply"):
            await self.clients.once("chat_postMessage", channel=person, unfurl_links=False, **body)
        return True

    async def _respond(self, url: str, body: dict[str, Any]) -> bool | None:
        """Answer through the response URL (5 uses in 30 minutes). Return None when that is no longer possible."""
        client = AsyncWebhookClient(
            url, session=self.clients.session.open(), retry_handlers=[NotHappened(2)], logger=CALLS
        )
        client.proxy = self.clients.freely.client.proxy
        try:
            answer = await client.send_dict(
                {**body, "response_type": "ephemeral", "replace_original": False, "unfurl_links": False}
            )
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # The answer may have arrived. Losing a rare one is better than showing each one twice.
            log.warning("A reply through the response URL got lost: %s", type(error).__name__)
            return True
        if answer.status_code == 200:
            return True
        return False if any(code in str(answer.body) for code in ILL_FORMED) else None
