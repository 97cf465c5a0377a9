"""Tries points and random moments in sittings, and collects the findings."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.crash.checks import Findings, findings
from tests.crash.crew import How, Role, victim_at
from tests.crash.plays import PLAYS, Truth
from tests.crash.sitting import Batch, Ended, Sitting, Where, undisturbed
from tests.crash.table import Line

T = TypeVar("T")

Say = Callable[[str], None]

ROOMS_AT_ONCE = 16
BATCHES_AT_ONCE = 4
"""The servers and the database are replaced after this many processes, because checking a room reads all of them."""

LONGEST_SPREAD = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """One script on one platform and database."""

    where: Where
    play: str
    expected: Truth
    points: Sequence[str]
    """All points of an undisturbed room, in order."""

    say: Say

    async def held(self, chosen: Sequence[str], *, again: bool = False) -> Line:
        """Kill at each of these points; with `again`, also while the runs are resumed."""
        line = Line(platform=self.where.name, kind=f"{self.play}: {'twice' if again else 'held'}")
        batches = [
            Batch(holds=part, waits=not again, victim=victim)
            for victim in self.where.roles
            for part in _parts(
                [point for point in chosen if self._victim_at(point) == victim], PLAYS[self.play].at_once
            )
        ]
        for part in _parts(batches, BATCHES_AT_ONCE):
            ended = await self._sit(part)
            self._count(line, part, ended, points=sum(len(batch.holds) for batch in part) - len(ended.missed))
        return line

    async def at_random(self, count: int, seed: int, how: How = "killed") -> Line:
        """Kill processes at random moments until at least `count` rooms were unfinished at a kill, many of them
        twice.

        Args:
            count: The number of such rooms.
            seed: Draws the moments.
            how: The signal in place of a kill.
        """
        line = Line(platform=self.where.name, kind=f"{self.play}: {'random' if how == 'killed' else how}")
        victims = ("worker",) if how == "frozen" else self.where.roles
        draw = random.Random(f"{seed}:{self.where.platform}:{self.play}")
        while line.points < count:
            batches = [
                Batch(
                    holds=[""] * min(ROOMS_AT_ONCE, max(4, count)),
                    after=draw.randrange(10, len(self.points) * ROOMS_AT_ONCE // 2),
                    milliseconds=draw.uniform(0, 8),
                    spread=draw.uniform(0, LONGEST_SPREAD),
                    victim=draw.choice(victims),
                    how=how,
                    waits=False,
                )
                for _ in range(BATCHES_AT_ONCE)
            ]
            ended = await self._sit(batches)
            self._count(line, batches, ended, points=ended.midway)
        return line

    def _victim_at(self, point: str) -> Role:
        return victim_at(point, split=self.where.split)

    async def _sit(self, batches: Sequence[Batch]) -> Ended:
        with TemporaryDirectory(prefix="council-crash-") as folder:
            return await Sitting(self.where, PLAYS[self.play], Path(folder)).hold(batches, self.expected)

    def _count(self, line: Line, batches: Sequence[Batch], ended: Ended, *, points: int) -> None:
        line.points += points
        line.kills += ended.kills
        line.missed += len(ended.missed)
        holds = [hold for batch in batches for hold in batch.holds]
        for hold, truth in zip(holds, ended.truths, strict=True):
            line.runs += len(truth.runs)
            found = findings(self.expected, truth)
            line.found.append(found)
            if not found.is_well:
                self.say(f"{self.where.name} {self.play} {hold or 'at random'}")
                for words in found.words:
                    self.say(f"    {words}")
        if ended.said:
            line.found.append(Findings(alarms=len(ended.said), words=tuple(ended.said)))
            self.say("\n    ".join(["said while stopping:", *ended.said]))
        self.say(f"{line.platform} {line.kind}: {line.points} points, {line.kills} kills so far")


async def prepared(where: Where, play: str, say: Say) -> Trials:
    """Return the trials of a script, with the state of an undisturbed room."""
    with TemporaryDirectory(prefix="council-crash-") as folder:
        expected, points = await undisturbed(where, play, Path(folder))
    if expected.trouble or expected.unheard or expected.untold:
        raise AssertionError(f"nothing was killed, and yet: {expected}")
    return Trials(where=where, play=play, expected=expected, points=points, say=say)


def boundaries(points: Sequence[str]) -> list[str]:
    """Return the points of the first run and around it: a follow-up reaches the same points again."""
    return [
        point for point in points if not point.startswith("next/") or "/store/" in point or "/start/" in point
    ]


def _parts(whole: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(whole), size):
        yield whole[start : start + size]
