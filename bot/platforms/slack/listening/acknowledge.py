"""Acknowledges Slack's deliveries in time, and keeps one person's clicks in order.

A question is stored before it is acknowledged. If we die before that, Slack delivers a message again, also to the
next process, and shows a person that their command failed. After an acknowledgement it does neither, so we never
acknowledge a question that could still be lost. A click needs no such care: its effect is reported only once stored.

Of two quick clicks, the later one takes effect later. Names and rights may be looked up before, and the second look-up
may end first. Slack's time of a click does not help: a submitted form has none, and a comparison with a slow clock of
ours would drop votes. So an ordered action waits for the same person's earlier ones, in order of arrival. If several
processes receive for one workspace, each keeps an order of its own.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from slack_bolt.async_app import AsyncAck

from bot.platforms.slack.payloads.parse import Heard
from bot.platforms.slack.windows import modal
from bot.platforms.slack.windows.replies import sentence
from bot.ports.words import SlackWords
from bot.requests.asking import Ask
from bot.requests.request import Request
from council_core.errors import PlatformError

A_COMMAND = 1.5
"""Longest wait in seconds before a command is acknowledged. Slack waits three seconds in all; the rest is for the
network."""

A_MESSAGE = 60.0
"""Longest wait in seconds before a message is acknowledged. People do not see the acknowledgement, and a second
delivery meanwhile joins the first. After this time something else is wrong."""

SECONDS_FOR_A_WINDOW = 1.5
"""Seconds after which a window that says "one moment" opens. A window can open only within three seconds of the click
(docs.slack.dev, modals)."""


class Deliveries:
    """Deliveries in progress that are not acknowledged yet."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[bool]] = {}

    async def kept(self, delivery: str, begin: Callable[[], asyncio.Task[bool]], seconds: float) -> bool:
        """Tell whether the work is done within `seconds`; it goes on either way. A second delivery joins the first."""
        task = self._under_way.get(delivery)
        if task is None:
            task = self._under_way[delivery] = begin()
            task.add_done_callback(lambda _: self._under_way.pop(delivery, None))
        done, _ = await asyncio.wait({task}, timeout=seconds)
        # At a shutdown, tasks that take too long are cancelled.
        return task in done and not task.cancelled() and task.result()


async def acknowledge_form(request: Request, heard: Heard, ack: AsyncAck, labels: SlackWords) -> None:
    """Say in the form that its request takes longer. A closed form would suggest success, and a typed question would be
    lost."""
    if isinstance(request, Ask) and heard.fields:
        errors = modal.field_errors(((heard.fields[0], labels.question_late),), heard.fields)
        await ack(response_action="errors", errors=errors)
    else:
        view = modal.panel_view("Council", sentence(labels.form_late), heard.place, labels)
        await ack(response_action="update", view=view)


log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(slots=True)
class Background:
    """Tasks that are referenced until they are done, and awaited at a shutdown."""

    _work: set[asyncio.Task[Any]] = field(default_factory=set[asyncio.Task[Any]])

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[bool]:
        """Run some work beside or after its acknowledgement. The task returns whether it succeeded."""
        return self.keep(self._guarded(work))

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task and keep it referenced until it is done, which bolt does not."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> bool:
        try:
            await work
            return True
        except PlatformError as error:
            log.warning("A request could not be answered: %s (%s)", error, error.code)
        except Exception:
            log.exception("A request failed.")
        return False

    async def finish(self, seconds: float) -> None:
        """Wait for all acknowledged requests and the work that they started; give up after `seconds`."""
        until = time.monotonic() + seconds
        while self._work and (left := until - time.monotonic()) > 0:
            await asyncio.wait(set(self._work), timeout=left)
        for task in self._work:
            task.cancel()


ORDERED = frozenset({"vote", "withdraw", "rank", "good", "bad", "refill", "form_tips"})
"""Actions that people repeat or undo. The latest one must win. `rank` opens a form, or is the submitted form; the last
two draw a form anew."""

MOST_SECONDS = 10.0
"""Longest wait in seconds for earlier actions, because one that hangs may never end."""


@dataclass(slots=True, eq=False)
class QueuedClick:
    """A position in one person's queue; inside `async with`, it is first."""

    before: "QueuedClick | None"
    over: asyncio.Event = field(default_factory=asyncio.Event)
    is_handed_on: bool = False
    """Whether a later task leaves the position, and not the one that took it."""

    async def __aenter__(self) -> None:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                while self.before is not None:
                    await self.before.over.wait()
                    # That action may have left without waiting for the one before it.
                    self.before = self.before.before
        except TimeoutError:
            self.before = None

    async def __aexit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Let the next action pass. Leaving twice is safe."""
        self.over.set()


@dataclass(slots=True)
class ClickQueues:
    """One queue for each person."""

    _last: dict[str, QueuedClick] = field(default_factory=dict[str, QueuedClick])

    def take(self, person: str) -> QueuedClick:
        """Return a position behind all current actions of this person. The caller must leave it."""
        self._last = {
            who: click for who, click in self._last.items() if not click.over.is_set() or click.before
        }
        click = self._last[person] = QueuedClick(self._last.get(person))
        return click

    @contextmanager
    def taken(self, person: str, action: str) -> Generator[QueuedClick | None]:
        """Take a position if the action must be in order. Call this before anything is awaited."""
        click = self.take(person) if ORDERED.intersection(action.split(":")[1:2]) else None
        try:
            yield click
        finally:
            if click is not None and not click.is_handed_on:
                click.leave()
