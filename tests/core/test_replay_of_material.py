"""Tests of a power failure after any step of `prepare`: nothing stored is fetched again, and models get the same
material."""

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from aiohttp import web

from council_core.domain.material import Passage
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference, Question, RunId, Turn
from council_core.domain.thread import Said
from council_core.stages.prepare import Intake
from council_core.testing import PowerCut, SteppingClock
from council_core.tools import Workshop, make_toolbox
from council_core.tools.pages import PublicPages
from tests.contracts.test_pages import site
from tests.core.sitting import Sitting, a_sitting
from tests.testbed.search import Page, SearchServer


@dataclass(slots=True)
class World:
    """Everything outside of a run; counts fetches by the step that makes them."""

    url: str = ""
    engine: SearchServer | None = None
    fetched: Counter[str] = field(default_factory=Counter[str])

    async def fetch(self, question: Question, reference: str, *, most: int, language: str) -> bytes:
        self.fetched[f"fetch:{reference}"] += 1
        return f"Words of file {reference}.".encode()

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        self.fetched["thread"] += 1
        return (Said(author=PersonId("U7"), text="Words of the thread."),)

    async def read(self, name: str, content: bytes, charset: str = "") -> Passage:
        return Passage(form="text", text=content.decode())

    async def page(self, request: web.Request) -> web.StreamResponse:
        self.fetched[f"link:{request.path[1:]}"] += 1
        return web.Response(text=f"Words of page {request.path}.")

    @property
    def counted(self) -> Counter[str]:
        """Return the number of fetches so far, searches included."""
        assert self.engine is not None
        return self.fetched + Counter(search=len(self.engine.queries))


@asynccontextmanager
async def a_world() -> AsyncGenerator[World]:
    world = World()
    async with site(world.page) as world.url, SearchServer([Page("tabs", "Tabs", "Words.")]) as world.engine:
        yield world


def fresh(world: World) -> Sitting:
    """Return a question in a thread with two files, two links and a search."""
    sitting = a_sitting(web_search=True, tools="none", vote_seconds=0)
    sitting.clock = SteppingClock(step=timedelta(0))
    assert world.engine is not None
    sitting.toolbox = make_toolbox(Workshop(environment=world.engine.environment("exa")))
    sitting.intake = Intake(source=world, reader=world, threads=world, pages=PublicPages(allow_local=True))
    files = tuple(
        FileReference(name=f"{n}.txt", media_type="text/plain", size=9, reference=str(n)) for n in range(2)
    )
    question = sitting.run.question
    question = replace(
        question,
        text=f"Compare {world.url}/0 and {world.url}/1",
        place=replace(question.place, thread="1.0"),
        files=files,
    )
    sitting.run = replace(sitting.run, question=question)
    return sitting


def next_of(sitting: Sitting, **changes: object) -> Sitting:
    """Return the next run of the same council."""
    question = replace(sitting.run.question, **changes)  # type: ignore[arg-type]
    sitting.run = replace(sitting.run, id=RunId("r000000000002"), question=question)
    sitting.journal.results = {}
    sitting.models.calls.clear()
    return sitting


async def asked(world: World) -> Sitting:
    return fresh(world)


async def asked_again(world: World) -> Sitting:
    """Return the same question again, which takes the material of the first run."""
    sitting = fresh(world)
    first = await sitting.hold()
    return next_of(sitting, repeats=first.id)


async def asked_again_about_more(world: World) -> Sitting:
    """Return the same question with another link, for which everything is fetched anew."""
    sitting = fresh(world)
    first = await sitting.hold()
    return next_of(sitting, repeats=first.id, text=f"{first.question.text} and {world.url}/2")


async def followed_up(world: World) -> Sitting:
    """Return a follow-up, which reads the thread again and remembers the files."""
    sitting = fresh(world)
    first = await sitting.hold()
    turn = Turn(question=first.question.text, verdict="Neither.", run=first.id)
    return next_of(sitting, text=f"And {world.url}/0?", files=(), earlier=(turn,))


ALL = {"thread", "fetch:0", "fetch:1", "link:0", "link:1", "search"}

CASES = [
    (asked, ALL, ALL | {"read:0", "read:1", "tidy"}),
    (asked_again, set[str](), {"again"}),
    (asked_again_about_more, ALL | {"link:2"}, ALL | {"link:2", "read:0", "read:1", "tidy", "again"}),
    (followed_up, {"thread", "link:0", "search"}, {"thread", "link:0", "search"}),
]
"""Each way to ask, with all that is fetched for it and the steps that do it."""


@pytest.mark.parametrize(("begin", "wanted", "steps"), CASES, ids=[case[0].__name__ for case in CASES])
async def test_wherever_the_power_goes_nothing_that_was_kept_is_fetched_again(
    begin: Callable[[World], Awaitable[Sitting]], wanted: set[str], steps: set[str]
) -> None:
    async with a_world() as world:
        whole = await begin(world)
        before = world.counted
        expected = await whole.hold()
        assert world.counted - before == Counter(wanted)
        assert {key.name for key in whole.journal.results if key.scope == "prepare"} == steps

        for after in range(len(steps) + 2):
            sitting = await begin(world)
            before = world.counted
            try:
                await sitting.hold(cut_after=after)
            except* PowerCut:
                pass
            kept = {key.name for key in sitting.journal.results if key.scope == "prepare"}
            at_the_cut = world.counted
            run = await sitting.hold()

            where = f"cut after {after} steps, with {sorted(kept)} kept"
            assert at_the_cut - before <= Counter(wanted), where
            assert set(world.counted - at_the_cut).isdisjoint(kept), where
            assert set(world.counted - before) == wanted, where
            assert run.material == expected.material, where
            assert read(sitting) == read(whole), where


def read(sitting: Sitting) -> set[str]:
    """Return the prompts of the members."""
    return {call.prompt.text for call in sitting.models.calls if call.prompt.purpose == "answer"}
