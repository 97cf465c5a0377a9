"""Points of a run: where they are, which room stands still at which, and what was reached before a kill.

A point is named by what is done and on which side of it, such as `first/step/answer:ada/done#1`: the first time that
the action of this step of the room's first run has ended, and its result is not kept yet.
"""

import asyncio
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

EVENTS, HOLDS, ROOMS = "CRASH_EVENTS", "CRASH_HOLDS", "CRASH_ROOMS"
"""Variables of the watched bot: the pipe it tells to, room -> point, channel -> room."""

PAID = re.compile(r"(?P<step>critique|\w+:openai:model-.*)/(?P<side>before|after)#")
"""A point at which a model is about to be asked, or its answer was kept; members by other names never answer."""


@dataclass(slots=True)
class Points:
    """What the bot and the servers reach, as the harness sees it. One for each set of servers."""

    holds: dict[str, str] = field(default_factory=dict[str, str])
    """Where a room stands still, while the present process lives."""

    held: set[str] = field(default_factory=set[str])
    """Rooms that stand still now."""

    reached: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Each room's points since the present process began, in order."""

    begun: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Each room's paid steps that any process was about to take."""

    kept: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Each room's paid steps whose results were kept, in all processes."""

    paid: Counter[str] = field(default_factory=Counter[str])
    """How many calls to models were answered, by room."""

    in_flight: Counter[str] = field(default_factory=Counter[str])
    """How many answered calls were not kept yet when processes were killed, by room: those may be made again."""

    count: int = 0
    """Points reached since the present process began."""

    _counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    _killed: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self, holds: dict[str, str]) -> None:
        """A new process starts."""
        self.holds = holds
        self.held.clear()
        self.reached.clear()
        self._counts.clear()
        self.count = 0
        self._killed = asyncio.Event()

    def drop_held(self) -> None:
        """The process is gone: whatever the servers held of it is dropped."""
        self._killed.set()

    def count_in_flight(self, *, will_wake: bool = False) -> None:
        """Whoever asks models is gone: what was answered and not kept may be asked again. From one that will wake, what
        is on its way out may leave then, though another has asked it meanwhile."""
        for room in {*self.paid, *self.begun}:
            begun = len(self.begun.get(room, ())) if will_wake else 0
            self.in_flight[room] = max(self.paid[room], begun) - len(self.kept.get(room, ()))

    def note(self, room: str, point: str) -> None:
        """A room has reached a point."""
        self.reached.setdefault(room, []).append(point)
        self.count += 1
        which, _, step = point.partition("/step/")
        if paid := PAID.match(step):
            steps = self.begun if paid["side"] == "before" else self.kept
            steps.setdefault(room, set()).add(f"{which}/{paid['step']}")
        if self.holds.get(room) == point:
            self.held.add(room)

    async def reach(self, room: str, what: str) -> bool:
        """A point in one of the servers; False when the process was killed while it was held there."""
        killed = self._killed
        self._counts[room, what] += 1
        point = f"{what}#{self._counts[room, what]}"
        self.note(room, point)
        if self.holds.get(room) == point:
            await killed.wait()
            return False
        return True


class Pipe:
    """What watched bots tell, as it comes and to the last word after a kill."""

    def __init__(self, path: Path, points: Points) -> None:
        self._points = points
        self._rest = b""
        os.mkfifo(path)
        # Also for writing, so that it does not end between two processes.
        self._end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._end, self._read)

    def drain(self) -> None:
        """Notes all that was told so far."""
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
