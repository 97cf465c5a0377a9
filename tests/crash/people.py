"""What people do in a room, on any platform; whoever is interrupted by a kill looks whether it counted, and else does
it again, as people do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from council_core.domain.place import Place
from tests.e2e.times import TIMES

PATIENCE = 60.0
"""Seconds after which something is taken to be lost."""

LOOK_EVERY = 0.03

STEADY = {
    **TIMES,
    r"\d[\w. ]* to the verdict": "N seconds to the verdict",
    r"(?i)\b(alice|bob|carol|dave)\d{4}\b": r"\1",
}
"""What differs from room to room in what people see."""


class Interrupted(Exception):
    """The bot was killed while somebody waited for it, or does not answer."""


@dataclass(slots=True)
class Life:
    """Whether a bot is there, and which one."""

    number: int = 0
    up: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, holds: Callable[[], object], *, seconds: float = PATIENCE) -> None:
        """Waits for what the bot is to do.

        Raises:
            Interrupted: It was killed, or it took longer.
        """
        number, loop = self.number, asyncio.get_running_loop()
        end = loop.time() + seconds
        while not holds():
            if self.number != number or loop.time() > end:
                raise Interrupted
            await asyncio.sleep(LOOK_EVERY)


def own(person: str, room: str) -> str:
    """Somebody who is in one room only: what one person does is done one after another, wherever it is."""
    return f"{person}{room[-4:]}"


@dataclass(slots=True)
class Deed:
    """Something that somebody does."""

    acknowledged: bool = False
    """Whether the platform was told that it arrived."""

    promised: bool = False
    """Whether whoever did it may believe from that alone that it counts."""


class Side(Protocol):
    """One platform with its people. What they do ends when they have read the answer, or with `Interrupted`."""

    life: Life

    def variables(self) -> dict[str, str]:
        """Settings that lead the bot here."""
        ...

    def open_room(self, room: str) -> str:
        """A new channel; its id."""
        ...

    def place_of(self, room: str) -> Place:
        """The channel, as the product knows it."""
        ...

    def id_of(self, person: str, room: str) -> str: ...

    def name_of(self, person_id: str) -> str: ...

    async def connected(self) -> None:
        """Returns when the present bot hears people."""
        ...

    async def gone(self) -> None:
        """Returns when the killed bot's connections have ended."""
        ...

    async def ask(self, room: str, question: str, deed: Deed) -> None: ...

    async def follow_up(self, room: str, question: str, deed: Deed) -> None: ...

    async def vote(self, room: str, person: str, letter: str, deed: Deed) -> None: ...

    async def judge(self, room: str, person: str, deed: Deed) -> None:
        """Finds the latest verdict helpful."""
        ...

    async def configure(self, room: str, instructions: str, deed: Deed) -> None:
        """Gives the channel house instructions."""
        ...

    async def reveal(self, room: str, deed: Deed) -> None: ...

    async def cancel(self, room: str, deed: Deed) -> None:
        """Stops the first run."""
        ...

    def posts(self, room: str) -> list[str]:
        """The card and what the bot has posted beneath it, as people read it, without ids and times."""
        ...


@dataclass(slots=True)
class People:
    """Those in one room."""

    room: str
    side: Side
    life: Life
    unheard: list[str] = field(default_factory=list[str])
    """What people were told to be kept and is lost."""

    untold: list[str] = field(default_factory=list[str])
    """What got lost before anybody was told that it counts."""

    last: str = ""
    """What somebody last had to do again, and why."""

    async def insist(
        self, what: str, act: Callable[[Deed], Awaitable[None]], is_kept: Callable[[], Awaitable[bool]]
    ) -> None:
        """Does something until it counts."""
        async with asyncio.timeout(2 * PATIENCE):
            while True:
                await self.life.up.wait()
                number, deed = self.life.number, Deed()
                try:
                    await act(deed)
                    return
                except (Interrupted, LookupError, AssertionError, TimeoutError) as error:
                    self.last = f"{what}: {error!r}"
                await self.life.up.wait()
                if await is_kept():
                    return
                if deed.acknowledged and self.life.number != number:
                    (self.unheard if deed.promised else self.untold).append(what)
                # Whoever is refused does not press on at once.
                await asyncio.sleep(8 * LOOK_EVERY)

    async def see(self, words: str, *, times: int = 1) -> None:
        """Waits until the room shows it, whoever has to be started again for that."""
        async with asyncio.timeout(2 * PATIENCE):
            while sum(words in post for post in self.side.posts(self.room)) < times:  # noqa: ASYNC110 - in servers
                await asyncio.sleep(2 * LOOK_EVERY)
