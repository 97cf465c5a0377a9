"""A question that all who work hear of -> the one of them that takes it: whoever has the fewest runs.

Each process says with every sign of life how many runs it has that deliberate or wait. Postgres delivers such words,
and what it tells of questions, to all in the same order, so each finds the same one, and counts the question as that
one's until its next word. Whoever is not chosen looks a little later whether the question was taken, the second best
first: what happens when two disagree is an unnecessary look, and when the chosen one is gone, a short wait.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import blake2b

from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable

logger = logging.getLogger(__name__)

SILENT_SECONDS = 4.0
"""Who has said nothing for so long is not counted on: some signs of life."""

PATIENCE_SECONDS = 0.5
"""How long the second best waits before it looks, the third twice as long, and so on."""

LONGEST_PATIENCE = 3.0


@dataclass(slots=True)
class _Worker:
    runs: int
    heard_at: float


class Spread:
    """What one process knows of all that work, and the questions that it is about to take."""

    def __init__(
        self, name: str, *, take: Callable[[RunId], Awaitable[None]], load: Callable[[], int]
    ) -> None:
        """
        Args:
            name: This process.
            take: Starts a run, unless somebody has. Raises StoreUnavailable.
            load: How many runs of this process deliberate or wait.
        """
        self._name = name
        self._take = take
        self._load = load
        self._workers: dict[str, _Worker] = {}
        self._questions: asyncio.Queue[RunId] = asyncio.Queue()
        self._mine: set[RunId] = set()
        """Those among them that fell to this process; the others it only looks after."""

        self._is_leaving = False

    @property
    def sign(self) -> int:
        """What this process says of itself: how many runs it has, or -1."""
        return -1 if self._is_leaving else self.runs

    @property
    def runs(self) -> int:
        """How many runs this process has or is about to have."""
        return self._load() + len(self._mine)

    def leave(self) -> None:
        """This process takes nothing any more."""
        self._is_leaving = True

    def carries(self, worker: str, runs: int) -> None:
        """Somebody, this process too, says how many runs it has; fewer than none when it is about to leave."""
        before = self._workers.keys() | ()
        if runs < 0:
            self._workers.pop(worker, None)
        else:
            self._workers[worker] = _Worker(runs=runs, heard_at=self._now())
        if self._workers.keys() != before:
            logger.info("processes that take questions: %d", len(self._workers))

    def asked(self, run_id: RunId) -> None:
        """There is a new question."""
        if self._is_leaving:
            return
        order = self._by_room(run_id)
        self._workers[order[0]].runs += 1
        if order[0] == self._name:
            self._mine.add(run_id)
            self._questions.put_nowait(run_id)
            return
        self._look_after(run_id, min(PATIENCE_SECONDS * order.index(self._name), LONGEST_PATIENCE))

    def offer(self, run_id: RunId) -> bool:
        """Leaves a question that was kept here to whoever has most room, and looks after it if nobody takes it; False
        where there is nobody else."""
        self._forget_the_silent()
        if self._is_leaving or not self._workers.keys() - {self._name}:
            return False
        self._look_after(run_id, LONGEST_PATIENCE)
        return True

    async def work(self) -> None:
        """Takes one question after another, until cancelled."""
        while True:
            run_id = await self._questions.get()
            if self._is_leaving:
                continue
            try:
                await self._take(run_id)
            except StoreUnavailable as error:
                # Whoever looks for questions that nobody has started finds it.
                logger.warning("run %s is not taken now: %s", run_id, error)
            finally:
                self._mine.discard(run_id)

    def _look_after(self, run_id: RunId, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._questions.put_nowait, run_id)

    def _forget_the_silent(self) -> None:
        since = self._now() - SILENT_SECONDS
        self._workers = {name: each for name, each in self._workers.items() if each.heard_at >= since}

    def _by_room(self, run_id: RunId) -> list[str]:
        """Everybody who is there, whoever has most room first; among equals chance that is the same for all."""
        self._forget_the_silent()
        # Before its own first word it knows of itself all the same.
        self._workers.setdefault(self._name, _Worker(runs=self.runs, heard_at=self._now()))
        return sorted(self._workers, key=lambda name: (self._workers[name].runs, _chance(name, run_id)))

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _chance(name: str, run_id: RunId) -> bytes:
    return blake2b(f"{name} {run_id}".encode(), digest_size=8).digest()
