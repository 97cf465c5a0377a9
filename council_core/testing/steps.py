"""Steps and signals over a journal: what a run has done survives a power cut, and the next try goes on from there."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from council_core.codec import from_json, to_json
from council_core.ports import Signal, Steps

T = TypeVar("T")


class PowerCut(BaseException):
    """What `ReplayingSteps` raises where the power goes."""


@dataclass(slots=True)
class StepJournal:
    """What survives a power cut: the results of steps that had ended, in the order of their turns."""

    results: dict[int, tuple[str, object]] = field(default_factory=dict[int, tuple[str, object]])


class ReplayingSteps:
    """`Steps` over a journal: a second one over the same journal replays what the first one did.

    Args:
        journal: What earlier tries left.
        cut_after: The power goes when so many steps have ended in this try; None = never.
    """

    def __init__(self, journal: StepJournal, *, cut_after: int | None = None) -> None:
        self._journal = journal
        self._left = cut_after
        self._turns = 0

    async def once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        return await self.reserve(name, returns).take(action)

    def reserve(self, name: str, returns: object) -> "ReplayingTurn":
        self._turns += 1
        return ReplayingTurn(self, self._turns, name, returns)

    def behind_it(self, name: str, returns: object) -> object | None:
        found = next((kept for earlier, kept in self._journal.results.values() if earlier == name), None)
        return None if found is None else from_json(found, returns)

    async def take(self, turn: int, name: str, returns: object, action: Callable[[], Awaitable[T]]) -> T:
        """Does a step or gives its old result; fails when the story took another way than before."""
        if turn in self._journal.results:
            earlier, kept = self._journal.results[turn]
            assert earlier == name, (
                f"step {turn} was '{earlier}' and is now '{name}': the story is not replayable"
            )
            return from_json(kept, returns)
        if self._left == 0:
            raise PowerCut
        kept = to_json(await action(), returns)
        if self._left is not None:
            if self._left == 0:
                raise PowerCut
            self._left -= 1
        self._journal.results[turn] = (name, kept)
        return from_json(kept, returns)


@dataclass(frozen=True, slots=True)
class ReplayingTurn:
    """A turn drawn from `ReplayingSteps`."""

    steps: ReplayingSteps
    turn: int
    name: str
    returns: object

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        return await self.steps.take(self.turn, self.name, self.returns, action)


class QueuedSignals:
    """`Signals` that were queued beforehand; when they are used up, every wait runs out at once.

    Args:
        signals: What reaches the run, in this order.
        steps: Where a wait that has ended is kept, so that a second try hears the same; None = nowhere.
    """

    def __init__(self, signals: Sequence[Signal] = (), *, steps: Steps | None = None) -> None:
        self._signals = tuple(signals)
        self._steps = steps
        self._heard = 0
        self.waits: list[float] = []

    async def wait(self, seconds: float) -> Signal | None:
        async def hear() -> Signal | None:
            self.waits.append(seconds)
            return self._signals[self._heard] if self._heard < len(self._signals) else None

        signal = await (self._steps.once("wait", hear, Signal | None) if self._steps else hear())
        self._heard += signal is not None
        return signal


class Mailbox:
    """What was sent to one run; each key once."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._news = asyncio.Event()
        self.signals: list[Signal] = []

    def put(self, signal: Signal, key: str) -> None:
        """Adds a signal unless one with its key was there already."""
        if key not in self._keys:
            self._keys.add(key)
            self.signals.append(signal)
            self._news.set()

    async def at(self, index: int, seconds: float) -> Signal | None:
        """The signal at this place, None when it has not come after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                while len(self.signals) <= index:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return None
        return self.signals[index]


class MailedSignals:
    """`Signals` out of a mailbox; a wait that has ended is kept as a step."""

    def __init__(self, mailbox: Mailbox, steps: Steps) -> None:
        self._mailbox = mailbox
        self._steps = steps
        self._heard = 0

    async def wait(self, seconds: float) -> Signal | None:
        index = self._heard
        signal = await self._steps.once("wait", lambda: self._mailbox.at(index, seconds), Signal | None)
        self._heard += signal is not None
        return signal
