"""Works that write -> one thread, one connection, and one commit for all that came while the last one went to disk.

SQLite takes one writer at a time and waits for the disk at each commit. Work that waits anyway is done together: a
hundred runs that each keep an answer wait for the disk once, and each hears of it when its own answer is durable.
"""

import asyncio
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

T = TypeVar("T")

TOGETHER = 64
"""Works in one transaction at most, so that nobody else waits long for the lock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    work: Callable[[Connection], Any]
    future: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop

    def settle(self, outcome: "_Done") -> None:
        if self.future.done():
            return
        if outcome.error is not None:
            self.future.set_exception(outcome.error)
        else:
            self.future.set_result(outcome.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    value: Any = None
    error: Exception | None = None


class _WorkFailed(Exception):
    """One of several works failed; none of them was kept."""


class _NothingBegins(Exception):
    """No transaction could be begun."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Writer:
    """Does works one after another in a thread of its own, several in one transaction where several wait."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        """
        Args:
            transaction: Opens one that may write; it commits when the block ends and raises our own errors.
        """
        self._transaction = transaction
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What the work returns, once it is durable.

        Args:
            work: Reads and writes over the connection and has no other effect: it is done again, by itself, when
                another one in the same transaction fails.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="council-writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(_Waiting(work=work, future=future, loop=loop))
        return cast(T, await future)

    async def aclose(self) -> None:
        """Ends the thread after all that waits has been done."""
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            together = [first]
            is_last = self._gather(together, TOGETHER)
            # Whoever was cancelled in the queue hears of nothing, and nothing of theirs is kept.
            wanted = [each for each in together if not each.future.cancelled()]
            try:
                outcomes = self._all(wanted)
            except _NothingBegins as error:
                # Who came while the lock was waited for has waited along; each doing so anew would add up to minutes.
                is_last = is_last or self._gather(wanted, sys.maxsize)
                outcomes = [_Done(error=error.cause) for _ in wanted]
            _hand_back(wanted, outcomes)
            if is_last:
                return

    def _gather(self, works: list[_Waiting], most: int) -> bool:
        """Takes what waits, up to so many; whether nothing comes after it."""
        while len(works) < most:
            try:
                more = self._queue.get_nowait()
            except Empty:
                return False
            if more is None:
                return True
            works.append(more)
        return False

    def _all(self, works: Sequence[_Waiting]) -> list[_Done]:
        has_begun = False
        try:
            with self._transaction() as connection:
                has_begun = True
                return [_Done(value=_one_of(works, each, connection)) for each in works]
        except _WorkFailed:
            return [done for each in works for done in self._alone(each)]
        except Exception as error:
            if not has_begun:
                raise _NothingBegins(error) from error
            # It belongs to those who wait, and this thread lives on.
            return [_Done(error=error) for _ in works]

    def _alone(self, work: _Waiting) -> list[_Done]:
        try:
            return self._all([work])
        except _NothingBegins as error:
            return [_Done(error=error.cause)]


def _one_of(works: Sequence[_Waiting], each: _Waiting, connection: Connection) -> object:
    try:
        return each.work(connection)
    except Exception as error:
        if len(works) == 1:
            raise
        raise _WorkFailed from error


def _hand_back(works: Sequence[_Waiting], outcomes: Sequence[_Done]) -> None:
    """Wakes each loop once, and there one task in each of its turns.

    Whoever is woken goes on with its run, milliseconds long: fifty in one turn held up everything else for a tenth of
    a second.
    """
    by_loop: dict[asyncio.AbstractEventLoop, deque[tuple[_Waiting, _Done]]] = {}
    for each, outcome in zip(works, outcomes, strict=True):
        by_loop.setdefault(each.loop, deque()).append((each, outcome))
    for loop, settled in by_loop.items():

        def settle(
            loop: asyncio.AbstractEventLoop = loop, settled: deque[tuple[_Waiting, _Done]] = settled
        ) -> None:
            each, outcome = settled.popleft()
            each.settle(outcome)
            if settled:
                loop.call_soon(settle)

        try:
            loop.call_soon_threadsafe(settle)
        except RuntimeError:
            continue  # The loop is closed: nobody waits any more.
