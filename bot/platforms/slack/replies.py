"""A reply -> what only one person sees: an ephemeral message or a modal."""

import logging
from dataclasses import dataclass
from typing import Any, assert_never

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.platforms.slack import modal
from bot.platforms.slack.blocks import Kit
from bot.platforms.slack.clients import Clients, NotHappened
from bot.platforms.slack.refusals import code_of, our_errors
from bot.platforms.slack.render import OPTIONAL, Drawn, words
from bot.platforms.slack.send import ILL_FORMED
from bot.platforms.slack.split import drawings
from bot.post import FieldErrors, Form, Post, PrivateReply, Reply, line
from council_core.domain.place import Place
from council_core.errors import PlatformError

log = logging.getLogger(__name__)

SECONDS_FOR_A_REPLY = 10
_ELSEWHERE = frozenset({"not_in_channel", "channel_not_found", "user_not_in_channel", "is_archived"})


def sentence(text: str) -> Post:
    """A post of one sentence of ours (CommonMark inline)."""
    return Post(blocks=(line(text),), summary=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """Shows replies. What cannot be shown is logged: there is nobody left to tell."""

    clients: Clients

    async def show(self, reply: Reply, *, person: str, place: Place, trigger_id: str) -> None:
        """The reply, as a modal where it asks for one and Slack still opens one."""
        match reply:
            case PrivateReply(post=post, panel=""):
                await self.whisper(post, person=person, place=place)
            case PrivateReply(post=post, panel=title):
                if not await self._open(modal.panel_view(title, post, place), trigger_id):
                    await self.whisper(post, person=person, place=place)
            case Form() as form:
                if not await self._open(modal.form_view(form, place), trigger_id):
                    late = sentence(
                        "Slack did not open the form in time. Please try once more, with the button."
                    )
                    await self.whisper(late, person=person, place=place)
            case FieldErrors(errors=errors):
                text = sentence(" ".join(problem for _, problem in errors))
                await self.whisper(text, person=person, place=place)
            case _:
                assert_never(reply)

    async def _open(self, view: Kit, trigger_id: str) -> bool:
        if not trigger_id:
            return False
        try:
            with our_errors("open a window"):
                await self.clients.once("views_open", trigger_id=trigger_id, view=view)
        except PlatformError as error:
            log.warning("A window did not open: %s (%s)", error, error.code)
            return False
        return True

    async def whisper(self, post: Post, *, person: str, place: Place) -> None:
        """A message that only this person sees; never raises for what Slack does."""
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
        """Whether Slack took it; False when it disliked the blocks. Raises PlatformError for all else."""
        body: dict[str, Any] = {"text": drawn.text, "blocks": drawn.blocks or None}
        if place.thread is not None:
            # Without it, the answer to a click in a thread appears in the channel.
            body["thread_ts"] = place.thread
        if place.origin is not None:
            taken = await self._respond(place.origin, body)
            if taken is not None:
                return taken
        try:
            with our_errors("reply", but=ILL_FORMED | _ELSEWHERE):
                await self.clients.once("chat_postEphemeral", channel=place.channel, user=person, **body)
        except SlackApiError as error:
            if code_of(error) in ILL_FORMED:
                return False
            body.pop("thread_ts", None)
            with our_errors("reply"):
                await self.clients.once("chat_postMessage", channel=person, unfurl_links=False, **body)
        return True

    async def _respond(self, url: str, body: dict[str, Any]) -> bool | None:
        """Through the response URL (5 uses in 30 minutes); None when that way is closed."""
        client = AsyncWebhookClient(url, timeout=SECONDS_FOR_A_REPLY, retry_handlers=[NotHappened(2)])
        try:
            answer = await client.send_dict(
                {**body, "response_type": "ephemeral", "replace_original": False, "unfurl_links": False}
            )
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # It may have got through; a reply lost now and then is better than each one twice.
            log.warning("A reply through the response URL got lost: %s", type(error).__name__)
            return True
        if answer.status_code == 200:
            return True
        return False if any(code in str(answer.body) for code in ILL_FORMED) else None
