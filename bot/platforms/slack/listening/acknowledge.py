"""What is not kept yet when Slack must be answered -> an acknowledgement that says so.

A question is kept in the store before it is acknowledged. If we die before, Slack tells a message once more, also to
the next process, and tells who typed a command that it failed; after an acknowledgement it does neither. So nobody sees
one that does not hold. A click needs no such care: that it counts is only said once it is kept.
"""

import asyncio
from collections.abc import Callable

from slack_bolt.async_app import AsyncAck

from bot.platforms.slack.payloads.parse import Heard
from bot.platforms.slack.windows import modal
from bot.platforms.slack.windows.replies import sentence
from bot.requests import Ask, Request

A_COMMAND = 1.5
"""Seconds. Slack waits three seconds in all; the rest is for the way there and back."""

A_MESSAGE = 60.0
"""Seconds. Nobody sees when a message is acknowledged, and one that is told again meanwhile is asked once. After so
long something else is wrong."""

SECONDS_FOR_A_WINDOW = 1.5
"""A window opens at most three seconds after the click (docs.slack.dev, modals), so that one which says "one
moment" goes up before that."""

COMMAND_NOT_YET = (
    "Council is taking longer than usual, and this is not kept yet. It shows up here in a moment; if it does not "
    "within a minute, please ask once more."
)
QUESTION_NOT_YET = (
    "Council is taking longer than usual, and this is not kept yet. If it does not show up in the channel within a "
    "minute, send this form once more; it counts once."
)
FORM_NOT_YET = (
    "Council is taking longer than usual, and this is not done yet. The answer follows as a message; if none comes "
    "within a minute, please do it once more."
)


class Deliveries:
    """What is being done and was not acknowledged yet."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[bool]] = {}

    async def kept(self, delivery: str, begin: Callable[[], asyncio.Task[bool]], seconds: float) -> bool:
        """Whether it is done within so long; it goes on either way. Told once more meanwhile, it is done once."""
        task = self._under_way.get(delivery)
        if task is None:
            task = self._under_way[delivery] = begin()
            task.add_done_callback(lambda _: self._under_way.pop(delivery, None))
        done, _ = await asyncio.wait({task}, timeout=seconds)
        # Whoever stops gives up on what takes too long.
        return task in done and not task.cancelled() and task.result()


async def acknowledge_form(request: Request, heard: Heard, ack: AsyncAck) -> None:
    """Says it in the form. To close it would say that all is well, and a question that was typed would be gone."""
    if isinstance(request, Ask) and heard.fields:
        errors = modal.field_errors(((heard.fields[0], QUESTION_NOT_YET),), heard.fields)
        await ack(response_action="errors", errors=errors)
    else:
        view = modal.panel_view("Council", sentence(FORM_NOT_YET), heard.place)
        await ack(response_action="update", view=view)
