"""Keeps one person's clicks in order: the later of two quick clicks takes effect later.

Before a click takes effect, names and rights may be looked up, and the second look-up may end first. Slack's time of a
click does not help: a submitted form has none, and a comparison with a slow clock of ours would drop votes. So an
ordered action waits for the same person's earlier ones, in order of arrival. If several processes receive for one
workspace, each keeps an order of its own.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

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
    """Whether another task than the one that took the position will leave it."""

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
