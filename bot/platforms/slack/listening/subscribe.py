"""Subscribes the listener to Slack's payloads, over whichever connection they arrive.

A question is stored before it is acknowledged; everything else is acknowledged first.
"""

import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.platforms.slack.listening.listener import Body, SlackListener, open_assistant
from bot.platforms.slack.listening.workspaces import WorkspaceEvents
from bot.platforms.slack.payloads import parse
from bot.platforms.slack.payloads.parse import inner
from bot.platforms.slack.windows import modal

ANYTHING = re.compile(".*", re.DOTALL)


def subscribe(app: AsyncApp, listener: SlackListener, events: WorkspaceEvents) -> None:
    """Register all listeners. All other events are acknowledged, so that Slack does not repeat them."""

    async def on_command(ack: AsyncAck, body: Body) -> None:
        is_kept = await listener.keep_typed(body)
        await (ack() if is_kept else ack(text=listener.labels_for(parse.command(body)).command_late))

    async def on_message(body: Body) -> None:
        if _is_for_us(inner(body, "event")):
            await listener.keep_told(body)

    def beside(work: Callable[[Body], Coroutine[Any, Any, None]]) -> Callable[[Body], Awaitable[None]]:
        async def on_event(body: Body) -> None:
            listener.start(work(body))

        return on_event

    async def on_action(ack: AsyncAck, body: Body) -> None:
        await ack()
        listener.start(listener.action(body))

    async def on_submission(ack: AsyncAck, body: Body) -> None:
        await listener.submission(body, ack)

    async def on_strange_submission(ack: AsyncAck, body: Body) -> None:
        await listener.stranger(body, ack)

    async def on_shortcut(ack: AsyncAck, body: Body) -> None:
        await ack()
        listener.start(listener.shortcut(body))

    async def on_anything(ack: AsyncAck) -> None:
        await ack()

    bolt: Any = app  # Its decorators have no complete types.
    bolt.command(ANYTHING)(on_command)
    bolt.event("app_mention")(on_message)
    bolt.event("message")(on_message)
    bolt.event("app_home_opened")(beside(listener.open_home))
    bolt.event("assistant_thread_started")(beside(lambda body: open_assistant(listener, body)))
    bolt.event("member_joined_channel")(beside(events.joined))
    bolt.event("channel_unarchive")(beside(events.unarchived))
    bolt.event("group_unarchive")(beside(events.unarchived))
    bolt.event("channel_id_changed")(beside(events.renumbered))
    bolt.event("team_access_granted")(beside(events.granted))
    bolt.event("app_uninstalled")(beside(events.removed))
    bolt.event("tokens_revoked")(beside(events.removed))
    bolt.event(ANYTHING)(on_anything)
    bolt.action(ANYTHING)(on_action)
    bolt.view(modal.CALLBACK)(on_submission)
    bolt.view(ANYTHING)(on_strange_submission)
    bolt.shortcut(ANYTHING)(on_shortcut)


def _is_for_us(event: Mapping[str, Any]) -> bool:
    """Tell whether an event is a mention or a direct message; a mention in a channel also arrives as an ordinary
    message."""
    return event.get("type") == "app_mention" or event.get("channel_type") == "im"
