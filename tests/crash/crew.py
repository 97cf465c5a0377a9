"""The processes of a sitting: one that does everything, or, on a shared Postgres, one that receives or does
everything, and one that works.

Of several processes only one is killed at a time. A worker is killed, or frozen for a while, when another one already
runs and takes over its runs; people notice nothing. While no process receives, people wait until one does.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.crash.people import Life, Side
from tests.crash.points import HOLDS, ROOMS, Pipe, Points
from tests.e2e.bot_process import BotProcess
from tests.testbed.patience import PATIENCE

Role = Literal["all", "ingress", "worker"]

How = Literal["killed", "stopped", "frozen"]
"""SIGKILL, SIGTERM, or SIGSTOP and SIGCONT after a takeover: only a worker beside another one can be frozen."""

ANSWERED_SECONDS = 1.0
"""Seconds after which models have answered the calls of a frozen process; no worker has taken over by then."""

FROZEN_SECONDS = (8.0, 13.0)
"""Further seconds: about until the takeover (docs/several-processes.md), and beyond."""

RECEIVING = (
    *("/store/add", "/store/cast", "/store/feedback", "/store/cancel", "/start/", "/send/", "settings/"),
    "chat.postEphemeral",
)
"""Parts of the names of points that the receiving process reaches."""

SCARY = re.compile(
    r'"level": "(warning|error|critical)"|Traceback|Exception|Error\b|never (retrieved|awaited)|destroyed'
)
"""Log lines that are a fault in a process that was only told to stop."""

ABOUT_ANOTHER = "council_core.engine.takeover"
"""Logger of what a process says of another one. Runs of one that was killed before may be taken over that late."""


def victim_at(point: str, *, split: bool) -> Role:
    """Return the process that is held when a room reaches this point."""
    if not split:
        return "all"
    return "ingress" if any(part in point for part in RECEIVING) else "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """The time until the next kill."""

    victim: Role
    holds: Mapping[str, str]
    """The points at which rooms are held in the process that is killed."""


@dataclass(slots=True, kw_only=True)
class Crew:
    """The running processes."""

    variables: Mapping[str, str]
    channels: Mapping[str, str]
    folder: Path
    side: Side
    points: Points
    life: Life
    pipe: Pipe
    phases: Sequence[Phase]
    roles: Sequence[Role]
    said: list[str] = field(default_factory=list[str])
    """Alarming log lines of processes that were told to stop, and exit codes but 0."""

    _running: dict[Role, BotProcess] = field(default_factory=dict["Role", BotProcess])
    _thawed: list[BotProcess] = field(default_factory=list[BotProcess])
    _started: int = 0

    async def begin(self, number: int) -> None:
        """Start the processes of this phase; the phase after the last one lets every room finish."""
        self.points.begin(dict(self.phases[number].holds) if number < len(self.phases) else {})
        for role in self.roles:
            if role not in self._running:
                self._running[role] = await self._started_for(role, number)
        self.life.up.set()

    async def end(self, number: int, how: How) -> None:
        """End this phase, and kill its victim or take its runs over."""
        victim = self.phases[number].victim
        bot = self._running.pop(victim)
        await self._stop_thawed()  # A Postgres has no connections for four workers.
        if victim == "worker":
            self._running[victim] = await self._started_for(victim, number + 1)
        else:
            self.life.up.clear()
        match how:
            case "killed":
                await bot.kill()
            case "stopped":
                await self._stop(bot)
            case "frozen":
                bot.freeze()
                await asyncio.sleep(ANSWERED_SECONDS)
        self.pipe.drain()
        if victim != "ingress":
            self.points.count_in_flight(will_wake=how == "frozen")
        if how == "frozen":
            await asyncio.sleep(FROZEN_SECONDS[number % 2])
            bot.thaw()
            # Only then it has noticed which runs it has lost, and has said so.
            await bot.says("this process holds its lease on its runs again")
            self._thawed.append(bot)
        self.points.drop_held()
        if victim != "worker":
            self.life.number += 1
            await self.side.gone()

    async def stop(self) -> None:
        """Stop the remaining processes, as a process manager does."""
        await self._stop_thawed()
        for bot in self._running.values():
            await self._stop(bot)

    async def _stop_thawed(self) -> None:
        while self._thawed:
            await self._stop(self._thawed.pop())

    async def _started_for(self, role: Role, number: int) -> BotProcess:
        """Start a process. It holds rooms in the first phase at whose end it is killed."""
        ahead = [phase.holds for phase in self.phases[number:] if phase.victim == role]
        told = {HOLDS: json.dumps(dict(ahead[0]) if ahead else {}), ROOMS: json.dumps(dict(self.channels))}
        self._started += 1
        home = self.folder / f"{role}-{self._started}"
        home.mkdir()
        bot = BotProcess({**self.variables, **told}, home, ("tests.crash.watched_bot", "--role", role))
        await bot.start()
        if role == "worker":
            await bot.says("this process works as")
        else:
            await self.side.connected()
        return bot

    async def _stop(self, bot: BotProcess) -> None:
        told = len(bot.log.read_bytes())
        code = await bot.stop(seconds=PATIENCE)  # It ends by force before, and its log says why.
        lines = bot.log.read_bytes()[told:].decode().splitlines()
        self.said += [f"exit code {code}"] if code else []
        self.said += [line for line in lines if SCARY.search(line) and ABOUT_ANOTHER not in line]
