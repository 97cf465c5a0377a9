"""Points of a run: which room is held at which point, and which points were reached before a kill.

A point is named by the work and the side of it, such as `first/step/answer:ada/done#1`: the action of this step of
the room's first run has ended for the first time, and its result is not stored yet.
"""

import asyncio
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

EVENTS, HOLDS, ROOMS = "CRASH_EVENTS", "CRASH_HOLDS", "CRASH_ROOMS"
"""Variables of the observed bot: the pipe it writes to, the point of each room, the room of each channel."""

PAID = re.compile(
    r"(?P<step>critique|prepare/(?:fetch:\d+|link:\d+|thread|connector:\w+|search)|\w+:openai:model-.*)"
    r"/(?P<side>before|done|after)#"
)
"""Points at which a model, a service or a search engine is about to be asked, a thread to be read, or a file or a page
to be fetched; at which that was done; and at which the result was stored. Members by other names never answer, and a
request to describe a picture names no room."""


THREAD = "prepare/thread"


@dataclass(slots=True)
class Points:
    """Points that the bot and the servers reach, for one set of servers."""

    holds: dict[str, str] = field(default_factory=dict[str, str])
    """The point at which each room is held, while the current process lives."""

    held: set[str] = field(default_factory=set[str])
    """The rooms that are held now."""

    reached: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Each room's points since the current process began, in order."""

    begun: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Each room's paid steps that any process was about to take."""

    kept: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Each room's paid steps whose results were stored, in all processes."""

    paid: Counter[str] = field(default_factory=Counter[str])
    """The number of answered calls to models and services, of searches, of fetched files and pages, and of threads that
    were read, by room."""

    in_flight: Counter[str] = field(default_factory=Counter[str])
    """The number of answered calls that were not stored when processes were killed, by room: those may be
    repeated."""

    count: int = 0
    """The number of points reached since the current process began."""

    _counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    _killed: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self, holds: dict[str, str]) -> None:
        """Start recording a new process."""
        self.holds = holds
        self.held.clear()
        self.reached.clear()
        self._counts.clear()
        self.count = 0
        self._killed = asyncio.Event()

    def drop_held(self) -> None:
        """Drop every call that the servers hold for the process, because it is gone."""
        self._killed.set()

    def count_in_flight(self, *, will_wake: bool = False) -> None:
        """Count the calls of a dead process that were answered and not stored, because they may be repeated. A frozen
        process may also send pending calls when it wakes, though another has repeated them meanwhile."""
        for room in {*self.paid, *self.begun}:
            begun = len(_alone(self.begun.get(room, set()))) if will_wake else 0
            self.in_flight[room] = max(self.paid[room], begun) - len(_alone(self.kept.get(room, set())))

    def note(self, room: str, point: str) -> None:
        """Record that a room has reached a point."""
        self.reached.setdefault(room, []).append(point)
        self.count += 1
        which, _, step = point.partition("/step/")
        if (paid := PAID.match(step)) and paid["side"] == "done":
            # The platform counts its calls, of which a thread may take several; all else is counted where it is asked.
            self.paid[room] += paid["step"] == THREAD
        elif paid:
            steps = self.begun if paid["side"] == "before" else self.kept
            steps.setdefault(room, set()).add(f"{which}/{paid['step']}")
        if self.holds.get(room) == point:
            self.held.add(room)

    async def reach(self, room: str, what: str) -> bool:
        """Record a point in one of the servers; return False when the process was killed while it was held there."""
        killed = self._killed
        self._counts[room, what] += 1
        point = f"{what}#{self._counts[room, what]}"
        self.note(room, point)
        if self.holds.get(room) == point:
            await killed.wait()
            return False
        return True


def _alone(steps: set[str]) -> list[str]:
    """Return the steps that are not made of others, which are paid for one by one. A call that changes something has a
    step of its own, `call:1.0`, which is stored before it, and its round, `tools:1`, pays for nothing besides."""
    return [
        step
        for step in steps
        if not any(other.startswith((f"{step}/", f"{step.replace('/tools:', '/call:')}.")) for other in steps)
    ]


class Pipe:
    """The reports of observed bots, complete up to a kill."""

    def __init__(self, path: Path, points: Points) -> None:
        self._points = points
        self._rest = b""
        os.mkfifo(path)
        # Opened for writing too, so that it does not end between two processes.
        self._end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._end, self._read)

    def drain(self) -> None:
        """Record all reports so far."""
        while self._read():
            pass

    def _read(self) -> bool:
        try:
            told = os.read(self._end, 65_536)
        except BlockingIOError:
            return False
        *lines, self._rest = (self._rest + told).split(b"\n")
        for line in lines:
            room, point = json.loads(line)
            self._points.note(room, point)
        return True

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._end)
        os.close(self._end)
