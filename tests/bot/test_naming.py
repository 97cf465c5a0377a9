"""Tests that the process that carries a run looks up the asker's name, if the run was stored under an id or a
handle."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from bot.app.naming import Naming
from bot.ports import Abilities, ChatPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.errors import OutcomeUnknown
from council_core.testing import MemoryRunStore
from tests.samples import a_run


@dataclass
class Directory:
    """A platform that returns these names one after another; it raises errors among them."""

    says: list[str | Exception]
    asked: list[PersonId] = field(default_factory=list[PersonId])

    @property
    def abilities(self) -> Abilities:
        return Abilities(name_of=self.name_of)

    async def name_of(self, place: Place, person: PersonId) -> str:
        self.asked.append(person)
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


def a_run_by(name: str) -> Run:
    """Return a run of U7 that was stored under this name."""
    run = a_run()
    return replace(run, question=replace(run.question, asker=Asker(id=PersonId("U7"), name=name)))


async def named(directory: Directory, run: Run) -> tuple[str, list[RunId]]:
    """Return the asker's name after all replies of the platform, and the runs whose cards were redrawn."""
    store, drawn = MemoryRunStore(), list[RunId]()
    await store.add(run)
    platforms = {"slack": cast("ChatPlatform", directory)}
    with Naming(platforms, store.name_asker, drawn.append, pauses=(0.0, 0.0, 0.0)).beside(run):
        (looking,) = (task for task in asyncio.all_tasks() if task is not asyncio.current_task())
        await looking
    return (await store.get(run.id)).question.asker.name, drawn


@pytest.mark.parametrize("stored", ["U7", "alice.arden"], ids=["an id", "a handle"])
@pytest.mark.parametrize(
    "says",
    [["Alice Arden"], ["U7", "Alice Arden"], [OutcomeUnknown("Slack does not answer."), "Alice Arden"]],
)
async def test_a_run_that_is_resumed_gets_the_name_once_the_platform_says_it(
    stored: str, says: list[str | Exception]
) -> None:
    run = a_run_by(stored)

    assert await named(Directory([*says]), run) == ("Alice Arden", [run.id])


async def test_a_name_that_is_right_is_looked_up_once_and_draws_nothing() -> None:
    directory = Directory(["Alice"])

    assert await named(directory, a_run_by("Alice")) == ("Alice", [])
    assert directory.asked == ["U7"]
