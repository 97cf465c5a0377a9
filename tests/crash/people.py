"""People's actions in a room, on any platform. A person who is interrupted by a kill checks whether the action
counted, and otherwise repeats it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from council_core.domain.place import Place
from tests.e2e.times import TIMES
from tests.testbed.patience import PATIENCE

AGAIN_SECONDS = 60.0
"""Seconds after which a person who sees nothing does it again."""

LOOK_EVERY = 0.03

SAID = "The landlord wants us out by May."
"""What bob says before somebody asks about it."""

SITE = r"127\\?\.0\\?\.0\\?\.1\\?:\d+"
"""Address of the harness's pages, as platforms write it."""

STEADY = {
    **TIMES,
    SITE: "SITE",
    # How many votes come before the models' reviews depends on how fast both are.
    r"\s+(?:No votes|\d+ votes?)\s+before\s+the\s+ranking\s+was\s+seen,\s+\w+\s+after\.": "",
    # So does what the board says of the votes before them.
    r"\s*\bThe\s+team's\s+favourite[^.]*\.": "",
    r"\s*\bModels\s+and\s+team\s+together:[^.]*\.": "",
    r"\s*\bTeam\s+and\s+models\s+(?:hardly\s+)?agree[^.]*\.": "",
    r"\b(\d+) \(\d+\)": r"\1",  # The same in the table of names: votes (blind).
    r" \((?:none|\d+) blind\)": "",  # The same on the card.
    r"(?i)\b(alice|bob|carol|dave)\d{4}\b": r"\1",
}
"""Parts of people's texts that differ between rooms."""


def steady(text: str) -> str:
    """Return a text in which the harness's pages have the same address in every sitting."""
    return re.sub(SITE, "SITE", text)


class Interrupted(Exception):
    """The bot was killed while a person waited for it, or does not answer."""


@dataclass(slots=True)
class Life:
    """Whether a bot is running, and which one."""

    number: int = 0
    up: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, holds: Callable[[], object], *, seconds: float = AGAIN_SECONDS) -> None:
        """Wait until the bot has done something.

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
    """Return a person who is in one room only, because all actions of one person are handled one after another."""
    return f"{person}{room[-4:]}"


@dataclass(slots=True)
class Deed:
    """One action of a person."""

    acknowledged: bool = False
    """Whether the platform received an acknowledgement."""

    promised: bool = False
    """Whether the person may conclude from the acknowledgement alone that it counts."""


class Side(Protocol):
    """One platform with its people. An action ends when its person has read the answer, or with `Interrupted`."""

    life: Life

    def variables(self) -> dict[str, str]:
        """Return the settings that connect the bot to this platform."""
        ...

    def open_room(self, room: str) -> str:
        """Create a channel and return its id."""
        ...

    def place_of(self, room: str) -> Place:
        """Return the channel as the product's place."""
        ...

    def id_of(self, person: str, room: str) -> str: ...

    def name_of(self, person_id: str) -> str: ...

    async def connected(self) -> None:
        """Wait until the current bot receives events."""
        ...

    async def gone(self) -> None:
        """Wait until the killed bot's connections have ended."""
        ...

    async def ask(self, room: str, question: str, deed: Deed) -> None: ...

    async def ask_about(self, room: str, question: str, files: Mapping[str, bytes], deed: Deed) -> None:
        """Answer a message of somebody else with a question to the council and these files."""
        ...

    async def follow_up(self, room: str, question: str, deed: Deed) -> None: ...

    async def vote(self, room: str, person: str, letter: str, deed: Deed) -> None: ...

    async def judge(self, room: str, person: str, deed: Deed) -> None:
        """Mark the latest verdict as helpful."""
        ...

    async def configure(self, room: str, instructions: str, deed: Deed) -> None:
        """Set the channel's house instructions."""
        ...

    async def reveal(self, room: str, deed: Deed) -> None: ...

    async def cancel(self, room: str, deed: Deed) -> None:
        """Stop the first run."""
        ...

    def posts(self, room: str) -> list[str]:
        """Return the card and the bot's posts beneath it as people read them, without ids and times."""
        ...


@dataclass(slots=True)
class People:
    """The people of one room."""

    room: str
    side: Side
    life: Life
    unheard: list[str] = field(default_factory=list[str])
    """Confirmed actions that were lost."""

    untold: list[str] = field(default_factory=list[str])
    """Actions that were lost before they were confirmed."""

    last: str = ""
    """The last action that a person had to repeat, and why."""

    async def insist(
        self, what: str, act: Callable[[Deed], Awaitable[None]], is_kept: Callable[[], Awaitable[bool]]
    ) -> None:
        """Repeat an action until it counts."""
        async with asyncio.timeout(PATIENCE):
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
                # A person who is refused does not repeat at once.
                await asyncio.sleep(8 * LOOK_EVERY)

    async def see(self, words: str, *, times: int = 1) -> None:
        """Wait until the room shows the words, across restarts of the bot."""
        async with asyncio.timeout(PATIENCE):
            while sum(words in post for post in self.side.posts(self.room)) < times:  # noqa: ASYNC110 - in servers
                await asyncio.sleep(2 * LOOK_EVERY)
