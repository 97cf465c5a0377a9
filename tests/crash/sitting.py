"""Plays batches of rooms with a kill after each batch, lets all of them finish, and returns their final states."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from council_core.domain.run import FINISHED
from tests.contracts.test_pages import site
from tests.crash.crew import Crew, How, Phase, Role
from tests.crash.on_discord import OnDiscord
from tests.crash.on_slack import OnSlack
from tests.crash.people import AGAIN_SECONDS, Life, People, Side
from tests.crash.plays import PLAYS, Kept, Play, Room, Truth, truth_of
from tests.crash.points import EVENTS, Pipe, Points
from tests.e2e.council_app import environment
from tests.testbed.discord import LocalDiscord
from tests.testbed.gates import Moment
from tests.testbed.mcp_server import TOKEN, over_http
from tests.testbed.migrated import begin_migrated, fresh_database
from tests.testbed.models import Call, Hangs, Holds, Looks, ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.search import Page, SearchServer
from tests.testbed.slack import LocalSlack

SETTLED = 15.0
"""Seconds without any change after which none will come: Discord's edits are queued for two seconds, and on Postgres
the runs of a killed worker resume after up to six."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The platform, the database and the processes of a sitting."""

    platform: str
    postgres: str = ""
    """The URL of a server, in which every sitting has a database of its own; empty for a file of its own."""

    split: bool = False
    """Whether one process receives and others work; else one does everything."""

    beside: bool = False
    """Whether a worker runs beside the process that does everything, as in the Procfile."""

    @property
    def roles(self) -> tuple[Role, ...]:
        first: Role = "ingress" if self.split else "all"
        return (first, "worker") if self.split or self.beside else (first,)

    @property
    def name(self) -> str:
        """The name in the table."""
        return " ".join(
            [
                self.platform,
                *(["postgres"] if self.postgres else []),
                *(["split"] if self.split else []),
                *(["beside"] if self.beside else []),
            ]
        )

    async def database(self, folder: Path) -> str:
        """Return the URL of a database without rows."""
        if self.postgres:
            return await fresh_database(self.postgres)
        await begin_migrated(url := f"sqlite:///{folder / 'council.db'}")
        return url


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Rooms that are opened in one process, and the moment of its kill."""

    holds: Sequence[str]
    """The point at which each room is held; empty for a room that is not."""

    after: int | None = None
    """Kill after this many points in all rooms; None: when all rooms are held."""

    milliseconds: float = 0.0
    """Further seconds until the kill."""

    spread: float = 0.0
    """Seconds over which the questions are asked."""

    victim: Role = "all"
    """The process that is killed."""

    how: How = "killed"

    waits: bool = True
    """Whether rooms of earlier batches finish before the kill; else they are killed once more."""


@dataclass(slots=True)
class Ended:
    """The results of a sitting."""

    truths: list[Truth]
    """In the order of the holds of all batches."""

    reached: list[list[str]]
    """The points of each room in its first process."""

    kills: int = 0
    midway: int = 0
    """The number of unfinished rooms at the kills."""

    missed: list[str] = field(default_factory=list[str])
    """Points that a room never reached."""

    said: list[str] = field(default_factory=list[str])
    """Alarming log lines of processes that were told to stop, and exit codes but 0."""


class Sitting:
    """Servers, a folder and one bot process after another."""

    def __init__(self, where: Where, play: Play, folder: Path) -> None:
        self._where, self._play, self._folder = where, play, folder
        self._points, self._life = Points(), Life()
        self._rooms: list[Room] = []
        self._channels: dict[str, str] = {}
        self._site = ""
        """Address of the server with a page for each room."""

    async def hold(self, batches: Sequence[Batch], expected: Truth | None = None) -> Ended:
        """Play all batches, with a kill at the end of each, and let all rooms finish after the last one."""
        ended = Ended(truths=[], reached=[])
        async with AsyncExitStack() as stack:
            models = await stack.enter_async_context(ModelServer())
            models.gate = self._paid
            models.latency = 0.02
            if self._play.silent:
                models.always(self._play.silent, Hangs())
            for model, rounds in self._play.rounds.items():
                models.always(model, Looks(rounds=rounds, subject=r"room-\d+"))
            for model, position in self._play.positions.items():
                models.always(model, Holds(position=position, orders=r"room-\d+"))
            found = await stack.enter_async_context(SearchServer([Page("tabs", "Tabs", "Most use spaces.")]))
            found.gate = self._searched
            self._site = await stack.enter_async_context(site(self._opened))
            side = await stack.enter_async_context(self._side())
            connectors = await self._service(stack) if self._play.service else {}
            if self._play.positions:
                ordering = await stack.enter_async_context(over_http(order=self._ordered))
                connectors |= {"COUNCIL_MCP": f"local={ordering}", "MCP_LOCAL_TOKEN": TOKEN}
            pipe = Pipe(self._folder / "events", self._points)
            stack.callback(pipe.close)
            variables = {
                **environment(models, self._folder, COUNCIL_LOG="INFO"),
                "DATABASE_URL": await self._where.database(self._folder),
                **found.environment("tavily"),
                **connectors,
                **self._play.variables,
                **side.variables(),
                EVENTS: str(self._folder / "events"),
            }
            kept = Kept(variables["DATABASE_URL"])
            stack.push_async_callback(kept.aclose)
            rooms = [[self._open(side, kept, hold) for hold in batch.holds] for batch in batches]
            crew = Crew(
                variables=variables, channels=self._channels, folder=self._folder, side=side,
                points=self._points, life=self._life, pipe=pipe, phases=_phases(batches, rooms),
                roles=self._where.roles,
            )  # fmt: skip
            await self._play_all(batches, rooms, crew, ended)
            await self._settle(expected)
            await crew.stop()
            ended.truths = [await truth_of(room, self._points, self._play.varying) for room in self._rooms]
            ended.said = crew.said
        return ended

    async def _play_all(
        self, batches: Sequence[Batch], rooms: Sequence[Sequence[Room]], crew: Crew, ended: Ended
    ) -> None:
        async with asyncio.TaskGroup() as group:
            for number, (batch, new) in enumerate(zip(batches, rooms, strict=True)):
                await crew.begin(number)
                for at, room in enumerate(new):
                    room.delay = batch.spread * at / max(1, len(new))
                    group.create_task(self._play_out(room))
                await self._until_kill(batch, new, [one for some in rooms[:number] for one in some])
                ended.reached += [list(self._points.reached.get(one.name, [])) for one in new]
                if batch is batches[-1] and batch.after is None and not any(batch.holds):
                    return
                ended.kills += 1
                ended.midway += sum(not one.ended and one.name in self._points.reached for one in self._rooms)
                ended.missed += [one.hold for one in new if one.hold and one.name not in self._points.held]
                await crew.end(number, batch.how)
            await crew.begin(len(batches))

    @asynccontextmanager
    async def _side(self) -> AsyncGenerator[Side]:
        if self._where.platform == "slack":
            async with LocalSlack(ack_deadline=AGAIN_SECONDS) as slack:
                yield OnSlack(slack, self._points, self._life)
        else:
            async with LocalDiscord() as discord:
                yield OnDiscord(discord, self._points, self._life)

    async def _paid(self, call: Call, moment: Moment) -> bool:
        found = re.search(r"room-\d+", json.dumps(call.body))
        if found is None:
            return True
        self._points.paid[found[0]] += 1
        which = "next" if "Makefiles" in json.dumps(call.body) else "first"
        return await self._points.reach(found[0], f"{which}/model/{call.model}/{moment}")

    async def _service(self, stack: AsyncExitStack) -> dict[str, str]:
        """Start a service of the house; return the variables with which the bot asks it."""
        url = await stack.enter_async_context(site(self._connected))
        return {"COUNCIL_CONNECTORS": await asyncio.to_thread(_connector_to, url, self._play, self._folder)}

    async def _connected(self, request: web.Request) -> web.StreamResponse:
        found = re.search(r"room-\d+", request.query["q"])
        assert found is not None
        self._points.paid[found[0]] += 1
        return web.Response(text="Contracts end after 47 days.")

    async def _ordered(self, article: str) -> str:
        """Order an article, which must never be ordered twice."""
        room, model = article.split()
        if await self._points.reach(room, f"first/order/{model}/before"):
            self._points.paid[room] += 1
            await self._points.reach(room, f"first/order/{model}/done")
        return f"{article} is ordered"

    async def _opened(self, request: web.Request) -> web.StreamResponse:
        self._points.paid[request.path.removeprefix("/")] += 1
        return web.Response(text="Spaces look the same everywhere.")

    async def _searched(self, query: str, moment: Moment) -> bool:
        found = re.search(r"room-\d+", query)
        assert found is not None
        self._points.paid[found[0]] += 1
        # Members search for their room, their model and a number; the run itself searches for its question.
        whose = f"{query.split()[1]}/{query.split()[2]}" if len(query.split()) == 3 else "question"
        return await self._points.reach(found[0], f"first/search/{whose}/{moment}")

    def _open(self, side: Side, kept: Kept, hold: str) -> Room:
        name = f"room-{len(self._rooms) + 1:04}"
        self._channels[side.open_room(name)] = name
        room = Room(name=name, side=side, people=People(name, side, self._life), kept=kept, hold=hold)
        room.page = f"{self._site}/{name}"
        self._rooms.append(room)
        return room

    async def _play_out(self, room: Room) -> None:
        try:
            await asyncio.sleep(room.delay)
            await self._play.script(room)
            await self._all_over(room)
        except TimeoutError:
            shown = (room.side.posts(room.name) or ["nothing"])[-1].partition("\n")[0]
            room.trouble = f"{room.name} stays at {shown!r}; last trouble: {room.people.last}"
        room.ended = True

    async def _all_over(self, room: Room) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                statuses = await room.statuses()
                if len(statuses) == self._play.runs and FINISHED.issuperset(statuses):
                    return
                await asyncio.sleep(0.2)

    async def _until_kill(self, batch: Batch, new: Sequence[Room], earlier: Sequence[Room]) -> None:
        """Wait for the moment of the kill, or until nothing changes any more."""

        def is_time() -> bool:
            if batch.after is not None and self._points.count >= batch.after:
                return True
            still = all(one.ended or one.name in self._points.held for one in new)
            return still and (not batch.waits or all(one.ended for one in earlier))

        while not is_time():  # noqa: ASYNC110 - rooms, points and processes are looked at together
            await asyncio.sleep(0.002 if batch.after is not None else 0.02)
        await asyncio.sleep(batch.milliseconds / 1000)

    async def _settle(self, expected: Truth | None) -> None:
        """Wait until the rooms look as expected, or nothing has changed for so long that nothing will."""
        loop = asyncio.get_running_loop()
        seen, since = [], loop.time()
        while True:
            posts = [tuple(room.side.posts(room.name)) for room in self._rooms]
            if expected is not None and all(each == expected.posts for each in posts):
                return
            if posts != seen:
                seen, since = posts, loop.time()
            if loop.time() - since > SETTLED:
                return
            await asyncio.sleep(0.25)


def _connector_to(url: str, play: Play, folder: Path) -> str:
    there = folder / "connectors"
    there.mkdir(exist_ok=True)
    file = f'title = "{play.service}"\nurl = "{url}/?q={{{{question}}}}"\nwhere = ["*"]\n'
    (there / "wiki.toml").write_text(file, encoding="utf-8")
    return str(there)


def _phases(batches: Sequence[Batch], rooms: Sequence[Sequence[Room]]) -> list[Phase]:
    return [
        Phase(victim=batch.victim, holds={one.name: one.hold for one in some if one.hold})
        for batch, some in zip(batches, rooms, strict=True)
    ]


async def undisturbed(where: Where, play: str, folder: Path) -> tuple[Truth, list[str]]:
    """Play an undisturbed room and return its state and all its points."""
    sitting = Sitting(where, PLAYS[play], folder)
    ended = await sitting.hold([Batch(holds=[""])])
    return ended.truths[0], ended.reached[0]
