"""The port `Gate`: of the runs that this process carries only so many ask models at a time, the others wait in line."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace

from council_core.domain.run import Run
from council_core.domain.waiting import Holder, Limit, RunLimits, RunWaits, Ticket, ticket_of
from council_core.engine.fair_queue import FairQueue
from council_core.ports import Admission

EXPECTED_SECONDS = 10.0
"""After a start the turns of runs that were left unfinished are kept for them for so long."""

PACE_SECONDS = 1.0
"""All that wait share one word in so long, whoever is nearest to the front first: two hundred of them would otherwise
use up what a platform takes of edits, and those who are answered need it more."""

ROUGHLY = (5, 10, 20, 50, 100, 200, 500, 1000)
"""From the first of these on only these are told."""

Tell = Callable[[RunWaits], None]


class FairGate:
    """Implements `council_core.ports.Gate`, one for each process."""

    def __init__(
        self,
        limits: RunLimits,
        *,
        expected: Collection[Ticket] = (),
        pace: float = PACE_SECONDS,
    ) -> None:
        """
        Args:
            limits: How many at a time.
            expected: Runs that an earlier process left and this one is about to go on with. They take their turns by
                age, in whatever order they come.
            pace: Seconds between two words about those who wait.
        """
        self._limits = limits
        self._pace = pace
        self._queue = FairQueue()
        self._inside: set[Ticket] = set()
        self._of_person: Counter[Holder] = Counter()
        self._of_channel: Counter[Holder] = Counter()
        self._turns: dict[Ticket, asyncio.Future[None]] = {}
        self._tells: dict[Ticket, Tell] = {}
        self._told: dict[Ticket, RunWaits] = {}
        self._telling: asyncio.Task[None] | None = None
        self._absent = {ticket.run_id: ticket for ticket in expected}
        for ticket in expected:
            self._queue.add(ticket)
        self._let_in()
        if self._absent:
            asyncio.get_running_loop().call_later(EXPECTED_SECONDS, self._expect_no_more)

    @contextmanager
    def admission(self, run: Run) -> Generator[Admission]:
        admission = _Admission(self, run)
        try:
            yield admission
        finally:
            admission.give_back()

    def arrive(self, run: Run) -> Ticket:
        """The run stands in line from now on, unless its turn has come already."""
        ticket = self._absent.pop(run.id, None)
        if ticket is None:
            ticket = ticket_of(run)
            self._queue.add(ticket)
            self._let_in()
        return ticket

    async def turn(self, ticket: Ticket, tell: Tell) -> None:
        """Returns when it is this one's turn."""
        if ticket in self._inside:
            return
        turn = self._turns[ticket] = asyncio.get_running_loop().create_future()
        self._tells[ticket] = tell
        self._say(ticket, dict(self._standings())[ticket])
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._keep_telling(), name="queue")
        try:
            await turn
        finally:
            for known in (self._turns, self._tells, self._told):
                known.pop(ticket, None)

    @property
    def load(self) -> int:
        """How many runs deliberate or wait."""
        return len(self._inside) + len(self._turns)

    def leave(self, ticket: Ticket) -> None:
        """The run is done here, or waits no more."""
        if ticket in self._inside:
            self._inside.remove(ticket)
            self._of_person -= Counter([ticket.person])
            self._of_channel -= Counter([ticket.channel])
        elif ticket in self._queue:
            self._queue.drop(ticket)
        self._let_in()

    def _let_in(self) -> None:
        while (ticket := self._next()) is not None:
            self._queue.take(ticket)
            self._inside.add(ticket)
            self._of_person[ticket.person] += 1
            self._of_channel[ticket.channel] += 1
            turn = self._turns.get(ticket)
            if turn is not None and not turn.done():
                turn.set_result(None)

    def _next(self) -> Ticket | None:
        if _is_full(len(self._inside), self._limits.in_all):
            return None
        for ticket in self._queue.in_order():
            if not _is_full(self._of_person[ticket.person], self._limits.of_person) and not _is_full(
                self._of_channel[ticket.channel], self._limits.of_channel
            ):
                return ticket
        return None

    def _standings(self) -> Iterator[tuple[Ticket, RunWaits]]:
        """Everybody who waits, for what, and how many that wait for the same come first."""
        people, channels = self._of_person.copy(), self._of_channel.copy()
        before: Counter[object] = Counter()
        for ticket in self._queue.in_order():
            limit: Limit = "process"
            key: object = limit
            if _is_full(people[ticket.person], self._limits.of_person):
                limit, key = "person", ("person", ticket.person)
            elif _is_full(channels[ticket.channel], self._limits.of_channel):
                limit, key = "channel", ("channel", ticket.channel)
            yield ticket, RunWaits(run_id=ticket.run_id, before=before[key], limit=limit)
            before[key] += 1
            people[ticket.person] += 1
            channels[ticket.channel] += 1

    def _say(self, ticket: Ticket, waits: RunWaits) -> bool:
        """Tells how it stands; False, telling nothing, where that has been told."""
        waits = _roughly(waits)
        if self._told.get(ticket) == waits:
            return False
        self._told[ticket] = waits
        self._tells[ticket](waits)
        return True

    async def _keep_telling(self) -> None:
        while self._tells:
            await asyncio.sleep(self._pace)
            for ticket, waits in self._standings():
                if ticket in self._tells and self._say(ticket, waits):
                    break

    def _expect_no_more(self) -> None:
        absent, self._absent = self._absent, {}
        for ticket in absent.values():
            self.leave(ticket)


class _Admission:
    """Implements `council_core.ports.Admission`."""

    def __init__(self, gate: FairGate, run: Run) -> None:
        self._gate, self._run = gate, run
        self._ticket: Ticket | None = None

    async def granted(self, tell: Tell) -> None:
        self._ticket = self._gate.arrive(self._run)
        await self._gate.turn(self._ticket, tell)

    def give_back(self) -> None:
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            self._gate.leave(ticket)


def _is_full(count: int, limit: int | None) -> bool:
    return limit is not None and count >= limit


def _roughly(waits: RunWaits) -> RunWaits:
    if waits.before <= ROUGHLY[0]:
        return waits
    return replace(waits, before=max(mark for mark in ROUGHLY if mark < waits.before), or_more=True)
