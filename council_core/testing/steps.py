"""Steps and signals over a journal that survives a power cut, so that the next try resumes from it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from council_core.codec import from_text, to_text
from council_core.domain.checkpoint import StepKey, scope_within
from council_core.errors import TwoBranches
from council_core.ports import Signal, Steps

T = TypeVar("T")


class PowerCut(BaseException):
    """A simulated power cut, raised by `ReplayingSteps`."""


@dataclass(slots=True)
class StepJournal:
    """Results of finished steps as JSON, in the order in which they finished; survives a power cut."""

    results: dict[StepKey, str] = field(default_factory=dict[StepKey, str])


class ReplayingSteps:
    """`Steps` over a journal: a second object over the same journal replays the first one's steps.

    Args:
        journal: Journal of earlier tries.
        cut_after: Number of steps in this try after which the power goes; None means never.
    """

    def __init__(self, journal: StepJournal, *, cut_after: int | None = None) -> None:
        self._try = _Try(journal=journal, left=cut_after, behind=dict(journal.results))
        self._scope = ""
        self._counts: Counter[str] = Counter()
        self._open: set[str] = set()

    @property
    def is_new(self) -> bool:
        return not self._try.behind

    def within(self, scope: str) -> "ReplayingSteps":
        full = scope_within(self._scope, scope)
        if full in self._try.scopes:
            raise TwoBranches(full)
        self._try.scopes.add(full)
        branch = ReplayingSteps(self._try.journal)
        branch._try, branch._scope = self._try, full
        return branch

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        del made_of_steps
        if name in self._open:
            raise TwoBranches(name)
        self._counts[name] += 1
        key = StepKey(self._scope, name, self._counts[name])
        if (kept := self._try.behind.get(key)) is not None:
            return from_text(kept, returns)
        self._try.check()
        self._open.add(name)
        try:
            kept = to_text(await action(), returns)
        finally:
            self._open.discard(name)
        self._try.check()
        if self._try.left is not None:
            self._try.left -= 1
        self._try.journal.results[key] = kept
        return from_text(kept, returns)

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        kept = self._try.journal.results.get(StepKey(scope_within(self._scope, scope), name, 1))
        return None if kept is None else from_text(kept, returns)


@dataclass(slots=True)
class _Try:
    """One try at a run, shared by all its branches."""

    journal: StepJournal
    left: int | None
    behind: dict[StepKey, str]
    """Journal at the beginning of the try."""

    scopes: set[str] = field(default_factory=set[str])

    def check(self) -> None:
        """Raise PowerCut if the power is off."""
        if self.left == 0:
            raise PowerCut


class QueuedSignals:
    """`Signals` that were queued in advance; when they are used up, every wait ends at once.

    Args:
        signals: Signals to the run, in order.
        steps: Steps that record each finished wait, so that a second try gets the same; None records nothing.
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

        signal = await (self._steps.once("signal", hear, Signal | None) if self._steps else hear())
        self._heard += signal is not None
        return signal


class Mailbox:
    """Signals sent to one run; each key once."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._news = asyncio.Event()
        self.signals: list[Signal] = []

    def put(self, signal: Signal, key: str) -> None:
        """Add a signal unless one with its key is there."""
        if key not in self._keys:
            self._keys.add(key)
            self.signals.append(signal)
            self._news.set()

    async def at(self, index: int, seconds: float) -> Signal | None:
        """Return the signal at this index; None if it does not arrive within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                while len(self.signals) <= index:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return None
        return self.signals[index]


class MailedSignals:
    """`Signals` from a mailbox; each finished wait is recorded as a step."""

    def __init__(self, mailbox: Mailbox, steps: Steps) -> None:
        self._mailbox = mailbox
        self._steps = steps
        self._heard = 0

    async def wait(self, seconds: float) -> Signal | None:
        index = self._heard
        signal = await self._steps.once("signal", lambda: self._mailbox.at(index, seconds), Signal | None)
        self._heard += signal is not None
        return signal
