"""Two quick clicks of one person -> the later one is done later.

Before a click is done, names and rights may be looked up, and of two look-ups either may end first. Slack's own time
of a click would not help: a sent form has none, and comparing ours with Slack's would let a clock that is late throw
votes away. So what must keep its order waits for what the same person did before it, in the order of arrival. Of
several processes that receive for one workspace each keeps its own line.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

ORDERED = frozenset({"vote", "withdraw", "rank", "good", "bad"})
"""What people change their minds about: the later word must be the one that counts. `rank` opens a form, or is one
that was sent."""

MOST_SECONDS = 10.0
"""How long anything waits for its turn: what hangs before it may never end."""


@dataclass(slots=True, eq=False)
class Turn:
    """A place in somebody's line; inside `async with`, it is theirs."""

    before: "Turn | None"
    over: asyncio.Event = field(default_factory=asyncio.Event)
    is_handed_on: bool = False
    """Whether somebody else leaves than who took it."""

    async def __aenter__(self) -> None:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                while self.before is not None:
                    await self.before.over.wait()
                    # It may have left without waiting for the one before it.
                    self.before = self.before.before
        except TimeoutError:
            self.before = None

    async def __aexit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Lets the next one pass. Leaving twice does no harm."""
        self.over.set()


@dataclass(slots=True)
class Turns:
    """One line for each person."""

    _last: dict[str, Turn] = field(default_factory=dict[str, Turn])

    def take(self, person: str) -> Turn:
        """A turn behind all that this person is doing at the moment. Whoever takes it must leave."""
        self._last = {who: turn for who, turn in self._last.items() if not turn.over.is_set() or turn.before}
        turn = self._last[person] = Turn(self._last.get(person))
        return turn

    @contextmanager
    def taken(self, person: str, action: str) -> Generator[Turn | None]:
        """This person's turn, where the action must keep its order; to be entered before anything is awaited."""
        turn = self.take(person) if ORDERED.intersection(action.split(":")[1:2]) else None
        try:
            yield turn
        finally:
            if turn is not None and not turn.is_handed_on:
                turn.leave()
