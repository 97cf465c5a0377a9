"""Do writes in one thread, over one connection, with one commit for all that waited during the last one.

SQLite takes one writer at a time and waits for the disk at each commit. Writes that wait anyway share a commit: a
hundred runs that each store an answer wait for the disk once, and each is told when its own answer is durable.
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
"""Most writes in one transaction, so that others do not wait long for the lock."""


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
    """One of several writes failed; none of them was stored."""


class _NothingBegins(Exception):
    """No transaction could be started."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Writer:
    """Does writes one after another in a thread of its own; several waiting ones share a transaction."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        """
        Args:
            transaction: Opens a transaction that may write; it commits when the block ends, and raises our own
                errors.
        """
        self._transaction = transaction
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Return the result of the work once it is durable.

        Args:
            work: Reads and writes over the connection and has no other effect, because it is repeated alone when other
                work in the same transaction fails.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="council-writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put(_Waiting(work=work, future=future, loop=loop))
        return cast(T, await future)

    async def aclose(self) -> None:
        """End the thread after all waiting work is done."""
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            together = [first]
            is_last = self._gather(together, TOGETHER)
            # A caller cancelled in the queue gets no result, and nothing of its work is stored.
            wanted = [each for each in together if not each.future.cancelled()]
            try:
                outcomes = self._all(wanted)
            except _NothingBegins as error:
                # Work that arrived while we waited for the lock joins; waiting for the lock again for each would add
                # up to minutes.
                is_last = is_last or self._gather(wanted, sys.maxsize)
                outcomes = [_Done(error=error.cause) for _ in wanted]
            _hand_back(wanted, outcomes)
            if is_last:
                return

    def _gather(self, works: list[_Waiting], most: int) -> bool:
        """Add waiting work to these, up to this many in all, and tell whether the queue is closed."""
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
            # The error belongs to the callers who wait; this thread lives on.
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
    """Wake each loop once, and settle one task in each of its turns.

    A woken caller goes on with its run for milliseconds, so fifty in one turn would block everything else for a tenth
    of a second.
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
            continue  # The loop is closed, so nobody waits any more.
