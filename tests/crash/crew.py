"""The processes of a sitting: one that does everything, or on a shared Postgres one that receives and one that works.

Of several processes only one is killed at a time. A worker is killed, or frozen for a while, when another one lives
already and takes over what it carried; people notice nothing. While nobody receives, people wait until somebody does.
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

Role = Literal["all", "ingress", "worker"]

How = Literal["killed", "stopped", "frozen"]
"""SIGKILL, SIGTERM, or SIGSTOP and SIGCONT once others have taken over: only a worker can be frozen, beside another."""

ANSWERED_SECONDS = 1.0
"""After so long models have answered what a frozen process had asked; nobody has taken over by then."""

FROZEN_SECONDS = (8.0, 13.0)
"""So much longer still: until about the moment at which others take over (docs/several-processes.md), and beyond."""

RECEIVING = (
    *("/store/add", "/store/cast", "/store/feedback", "/store/cancel", "/start/", "/send/", "settings/"),
    "chat.postEphemeral",
)
"""Parts of the names of points to which the process comes that receives."""

SCARY = re.compile(
    r'"level": "(warning|error|critical)"|Traceback|Exception|Error\b|never (retrieved|awaited)|destroyed'
)
"""What nobody wants to read in the log of a process that was merely told to stop."""


def victim_at(point: str, *, split: bool) -> Role:
    """Which process stands still when a room does so at this point."""
    if not split:
        return "all"
    return "ingress" if any(part in point for part in RECEIVING) else "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What goes on until the next kill."""

    victim: Role
    holds: Mapping[str, str]
    """The points at which rooms stand still in the process that is killed."""


@dataclass(slots=True, kw_only=True)
class Crew:
    """Whoever serves at the moment."""

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
    """What processes that were told to stop said that would alarm somebody, and exit codes but 0."""

    _running: dict[Role, BotProcess] = field(default_factory=dict["Role", BotProcess])
    _thawed: list[BotProcess] = field(default_factory=list[BotProcess])
    _started: int = 0

    async def begin(self, number: int) -> None:
        """Has everybody there for this phase; the one after the last is for coming to an end."""
        self.points.begin(dict(self.phases[number].holds) if number < len(self.phases) else {})
        for role in self.roles:
            if role not in self._running:
                self._running[role] = await self._started_for(role, number)
        self.life.up.set()

    async def end(self, number: int, how: How) -> None:
        """Ends this phase and with it its victim, or what that one carried."""
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
            await bot.says("the database is back")
            self._thawed.append(bot)
        self.points.drop_held()
        if victim != "worker":
            self.life.number += 1
            await self.side.gone()

    async def stop(self) -> None:
        """Ends whoever is left, as a process manager does."""
        await self._stop_thawed()
        for bot in self._running.values():
            await self._stop(bot)

    async def _stop_thawed(self) -> None:
        while self._thawed:
            await self._stop(self._thawed.pop())

    async def _started_for(self, role: Role, number: int) -> BotProcess:
        """A new process. It is told where to stand still in the first phase at whose end it is killed."""
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
        code = await bot.stop()
        lines = bot.log.read_bytes()[told:].decode().splitlines()
        self.said += [f"exit code {code}"] if code else []
        self.said += [line for line in lines if SCARY.search(line)]
