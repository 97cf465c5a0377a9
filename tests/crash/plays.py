"""The scripts of rooms, and the expected contents of the store at their end."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.app.clock import SystemClock
from council_core.domain.material import Picture, Piece, Unread
from council_core.domain.place import Place, Scope
from council_core.domain.run import Run
from council_core.stages.prepare import AT_ONCE
from council_core.storage.database import Database
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import runs as runs_table
from tests.crash.people import People, Side, steady
from tests.crash.points import Points
from tests.testbed.documents import pdf
from tests.testbed.images import png

HOUSE = "Be brief."

FILES = {
    "contract.pdf": pdf(["Page one of the contract.", "The notice period is 47 days."]),
    "board.png": png(30, 20),
    "torn.pdf": b"%PDF-1.7\nnothing of a PDF follows",
}


class Kept:
    """The store, as seen from outside the bot."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self._runs = SqlRunStore(self._database)
        self._settings = SqlPlaceSettings(self._database, SystemClock())

    async def runs(self, place: Place) -> list[Run]:
        """Return a room's runs, the oldest first."""
        return list((await self._runs.latest(limit=5, place=place))[::-1])

    async def statuses(self, place: Place) -> list[str]:
        """Return the statuses of a room's runs, without what is in them."""
        query = select(runs_table.c.status).where(runs_table.c.channel == place.channel)
        return await self._database.read(lambda connection: [str(each) for each in connection.scalars(query)])

    async def settings(self, place: Place) -> dict[str, str]:
        return dict((await self._settings.find(Scope.around(place, "channel"))).values)

    async def aclose(self) -> None:
        await self._database.aclose()


@dataclass(slots=True)
class Room:
    """One room of a sitting and the people in it."""

    name: str
    side: Side
    people: People
    kept: Kept
    hold: str = ""
    """The point at which it is held."""

    delay: float = 0.0
    """Seconds before its first question."""

    ended: bool = False
    trouble: str = ""
    """Reason why its script did not finish."""

    page: str = ""
    """Address of a page of its own, which a question links to."""

    @property
    def question(self) -> str:
        return f"{self.name}: tabs or spaces?"

    @property
    def next_question(self) -> str:
        return f"{self.name}: and in Makefiles?"

    async def runs(self) -> list[Run]:
        """Return the room's runs, the oldest first."""
        return await self.kept.runs(self.side.place_of(self.name))

    async def statuses(self) -> list[str]:
        """Return the statuses of the room's runs."""
        return await self.kept.statuses(self.side.place_of(self.name))

    async def settings(self) -> dict[str, str]:
        """Return the channel's own settings."""
        return await self.kept.settings(self.side.place_of(self.name))

    async def has(self, holds: Callable[[list[Run]], object]) -> bool:
        return bool(holds(await self.runs()))

    async def ask(self) -> None:
        await self.people.insist(
            "question",
            lambda deed: self.side.ask(self.name, self.question, deed),
            lambda: self.has(lambda runs: runs),
        )

    async def ask_about(self, files: Mapping[str, bytes]) -> None:
        await self.people.insist(
            "question with files",
            lambda deed: self.side.ask_about(self.name, f"{self.question} {self.page}", files, deed),
            lambda: self.has(lambda runs: runs),
        )

    async def follow_up(self) -> None:
        await self.people.insist(
            "follow-up",
            lambda deed: self.side.follow_up(self.name, self.next_question, deed),
            lambda: self.has(lambda runs: len(runs) > 1),
        )

    async def vote(self, person: str, letter: str) -> None:
        voter = self.side.id_of(person, self.name)
        await self.people.insist(
            f"{person}'s vote",
            lambda deed: self.side.vote(self.name, person, letter, deed),
            lambda: self.has(
                lambda runs: any(
                    ballot.voter == voter and ballot.order == ((letter,),) for ballot in runs[-1].ballots
                )
            ),
        )

    async def judge(self, person: str) -> None:
        judge = self.side.id_of(person, self.name)
        await self.people.insist(
            f"{person}'s feedback",
            lambda deed: self.side.judge(self.name, person, deed),
            lambda: self.has(lambda runs: any(word.person == judge for word in runs[-1].feedback)),
        )

    async def configure(self) -> None:
        await self.people.insist(
            "settings",
            lambda deed: self.side.configure(self.name, HOUSE, deed),
            self.has_settings,
        )

    async def has_settings(self) -> bool:
        return (await self.settings()).get("instructions") == HOUSE

    async def reveal(self) -> None:
        await self.people.insist(
            "reveal",
            lambda deed: self.side.reveal(self.name, deed),
            lambda: self.has(lambda runs: runs[-1].voting_closed_at is not None),
        )

    async def cancel(self) -> None:
        await self.people.insist(
            "cancel",
            lambda deed: self.side.cancel(self.name, deed),
            lambda: self.has(lambda runs: runs and runs[-1].status == "cancelled"),
        )


async def conversation(room: Room) -> None:
    """Play votes that change, settings, feedback, the reveal, and a follow-up with votes of its own."""
    await room.ask()
    await room.people.see("Which response is best?")
    await room.vote("bob", "B")
    await room.configure()
    await room.people.see("# Verdict")
    await room.vote("carol", "A")
    await room.vote("bob", "C")
    await room.judge("dave")
    await room.reveal()
    await room.people.see("Ranking and names")
    await room.follow_up()
    await room.people.see("# Verdict", times=2)
    await room.vote("carol", "A")
    await room.reveal()
    await room.people.see("Ranking and names", times=2)


async def with_all_extras(room: Room) -> None:
    """Play a run in which members revise and review twice, the chairman criticises itself, and two votes close the
    voting."""
    await room.ask()
    await room.people.see("Which response is best?")
    await room.vote("bob", "B")
    await room.vote("carol", "A")
    await room.people.see("Ranking and names")


async def with_material(room: Room) -> None:
    """Play a run that reads a discussion, a document, a picture, a broken file, a page, and what a service and a search
    found."""
    await room.ask_about(FILES)
    await room.people.see("Ranking and names")


async def too_few(room: Room) -> None:
    """Play a run that too few members answer."""
    await room.ask()
    await room.people.see("No result this time")


async def stopped(room: Room) -> None:
    """Play a run that a person stops while one member still thinks."""
    await room.ask()
    await room.people.see("3 of 4")
    await room.cancel()
    await room.people.see("No model is asked anything more")


async def with_tools(room: Room) -> None:
    """Play a run whose members search in two to five rounds before they answer."""
    await room.ask()
    await room.people.see("Ranking and names")


async def mixed(room: Room) -> None:
    """Play a run that reads a discussion, a document and a page, whose members order something over MCP and disagree,
    and whose voting two votes close."""
    await room.ask_about({"contract.pdf": FILES["contract.pdf"]})
    await room.people.see("Which response is best?")
    await room.vote("bob", "B")
    await room.vote("carol", "A")
    await room.people.see("Ranking and names")


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A script and its council's settings."""

    script: Callable[[Room], Awaitable[None]]
    variables: dict[str, str]
    runs: int
    """The number of its runs."""

    at_once: int = 16
    """Rooms that may be held in one process."""

    silent: str = ""
    """A model that never answers."""

    rounds: Mapping[str, int] = field(default_factory=dict[str, int])
    """Models that search in so many rounds before they answer."""

    positions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Positions of models, which order something over MCP before they answer."""

    service: str = ""
    """Title of a connector that is asked about each question; empty for none."""

    varying: str = ""
    """Pattern of words that a kill may change; empty for none."""


MEMBERS = ", ".join(
    f"openai:model-{name.lower()}?name={name}" for name in ("Onyx", "Beryl", "Topaz", "Quartz")
)
"""All on one wire: each further one costs every process a second of imports, and durability does
not depend on it."""

ONE_BLIND = f"{MEMBERS}&sees=no"
"""The last one reads a description of a picture, which the first one writes."""

PLAYS = {
    "conversation": Play(
        script=conversation, variables={"COUNCIL_MEMBERS": MEMBERS, "COUNCIL_CLOSE_EARLY": "no"}, runs=2
    ),
    "extras": Play(
        script=with_all_extras,
        variables={
            "COUNCIL_MEMBERS": MEMBERS,
            "COUNCIL_CLOSE_EARLY": "no",
            "COUNCIL_REVISE": "yes",
            "COUNCIL_CRITIQUE": "yes",
            "COUNCIL_BOTH_ORDERS": "yes",
            "COUNCIL_VOTES_NEEDED": "2",
        },
        runs=1,
    ),
    "stopped": Play(
        script=stopped,
        variables={"COUNCIL_MEMBERS": MEMBERS, "COUNCIL_CLOSE_EARLY": "no"},
        runs=1,
        silent="model-quartz",
        # A process notes the calls that a stop breaks off in its memory, and estimates their cost by that.
        varying=r"[\d,]+ tokens in · [\d,]+ tokens out|paid=(None|Usage\([^)]*\))",
    ),
    "material": Play(
        script=with_material,
        variables={
            "COUNCIL_MEMBERS": ONE_BLIND,
            "COUNCIL_CLOSE_EARLY": "no",
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_WEB_SEARCH": "yes",
            "COUNCIL_TOOLS": "none",
        },
        runs=1,
        service="Wiki",
        at_once=AT_ONCE - 1,  # Rooms that are held while a file comes leave no place for files of the others.
    ),
    "tools": Play(
        script=with_tools,
        variables={
            "COUNCIL_MEMBERS": MEMBERS,
            "COUNCIL_CLOSE_EARLY": "no",
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_TOOLS": "search",
        },
        runs=1,
        rounds={"model-onyx": 2, "model-beryl": 3, "model-topaz": 4, "model-quartz": 5},
    ),
    "mixed": Play(
        script=mixed,
        variables={
            "COUNCIL_MEMBERS": MEMBERS,
            "COUNCIL_CLOSE_EARLY": "no",
            "COUNCIL_VOTES_NEEDED": "2",
            "COUNCIL_TOOLS": "local",
            "COUNCIL_MCP_ALLOW": "local__order",
        },
        runs=1,
        positions={
            **dict.fromkeys(("model-onyx", "model-beryl", "model-topaz"), "47 days"),
            "model-quartz": "48 days",
        },
        at_once=AT_ONCE - 1,
    ),
    "too-few": Play(
        script=too_few,
        variables={
            "COUNCIL_MEMBERS": "openai:model-onyx?name=Onyx, openai:no-such-model?name=Nobody",
            "COUNCIL_QUORUM": "2",
        },
        runs=1,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The final state of a room."""

    posts: tuple[str, ...]
    runs: tuple[str, ...]
    """Each stored run, without times and ids."""

    settings: tuple[tuple[str, str], ...]
    paid: int
    """The number of answered calls to models and of searches."""

    forgiven: int = 0
    """The number of them that may have been repeated."""

    unheard: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    """See `People`."""

    trouble: str = ""


async def truth_of(room: Room, points: Points, varying: str = "") -> Truth:
    """Return the visible and the stored state of a room, without words of this pattern."""
    posts, runs = room.side.posts(room.name), [told(run, room) for run in await room.runs()]
    return Truth(
        posts=tuple(re.sub(varying, "", post) for post in posts),
        runs=tuple(re.sub(varying, "", run) for run in runs),
        settings=tuple(sorted((await room.settings()).items())),
        paid=points.paid[room.name],
        forgiven=points.in_flight[room.name],
        unheard=tuple(room.people.unheard),
        untold=tuple(room.people.untold),
        trouble=room.trouble,
    )


def _kept_of(each: Piece | Picture | Unread) -> str:
    match each:
        case Piece():
            return f"{each.source} {each.name}: {each.characters} characters, {each.given} of them given"
        case Picture():
            return f"{each.source} {each.name}: {each.width} x {each.height}, {each.content}"
        case Unread():
            return f"{each.source} {each.name}: {each.reason}"


def told(run: Run, room: Room) -> str:
    """Describe a run without anything that differs from run to run."""
    said = [
        run.status,
        run.question.text,
        f"instructions: {run.settings.instructions}",
        *map(_kept_of, run.material),
        *(f"{one.kind} of {one.member}" for one in run.outcomes),
        *(f"Response {each.alias}: {each.text}" for each in (run.slate.responses if run.slate else ())),
        *(f"review by {review.reviewer}: {review.reading.order}" for review in run.reviews),
        f"failure: {run.ending}".replace(room.name[-4:], ""),
        f"verdict: {run.verdict.text if run.verdict else None}",
        *(f"vote of {room.side.name_of(vote.voter)}: {vote.order}" for vote in run.ballots),
        *(f"{room.side.name_of(word.person)} found it good: {word.good}" for word in run.feedback),
        f"counted: {run.tally.ballots if run.tally else None}",
    ]
    return steady("\n".join(said)).replace(room.name, "ROOM")
