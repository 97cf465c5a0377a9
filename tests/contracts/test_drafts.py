"""Contract of every store of drafts: in memory, SQLite and Postgres alike."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference, RunId
from council_core.ports import Drafts
from council_core.storage.database import Database
from council_core.storage.drafts import SqlDrafts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import hints
from council_core.testing import MemoryDrafts
from tests.contracts.conftest import emptied
from tests.samples import HERE, NOON, a_run

FILE = FileReference(name="plan.pdf", media_type="application/pdf", size=9, reference="F1")
DRAFT = Draft(
    id=DraftId("d1"),
    place=HERE,
    person=PersonId("U1"),
    text="Should we move? \u0000 여기",
    at=NOON,
    options={"rubric": "code"},
    template="writer",
    fields={"reader": "us"},
    files=(FILE,),
    about="m7",
)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def drafts(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Drafts]:
    if request.param == "memory":
        yield MemoryDrafts()
        return
    url = f"sqlite:///{tmp_path / 'council.db'}"
    database = await emptied(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    yield SqlDrafts(database)
    await database.aclose()


async def test_a_draft_comes_back_as_it_was_and_is_stored_once(drafts: Drafts) -> None:
    assert await drafts.keep(DRAFT)
    assert not await drafts.keep(replace(DRAFT, text="Something else?"))

    assert await drafts.find(DRAFT.id) == DRAFT


async def test_the_better_text_is_added_later(drafts: Drafts) -> None:
    await drafts.keep(DRAFT)

    await drafts.improve(DRAFT.id, "Should we move in May?")
    await drafts.improve(DraftId("gone"), "Nothing.")

    assert await drafts.find(DRAFT.id) == replace(DRAFT, better="Should we move in May?")


async def test_a_draft_is_changed_in_its_place(drafts: Drafts) -> None:
    changed = replace(DRAFT, text="Tabs?", options={"members": "demo:ada?role=sceptic"}, repeats=RunId("r1"))
    await drafts.keep(DRAFT)

    await drafts.change(changed)
    await drafts.change(replace(changed, id=DraftId("gone")))

    assert await drafts.find(DRAFT.id) == changed
    assert await drafts.find(DraftId("gone")) is None


async def test_deleted_and_old_drafts_are_gone(drafts: Drafts) -> None:
    for number in range(3):
        await drafts.keep(replace(DRAFT, id=DraftId(f"d{number}"), at=NOON + timedelta(hours=number)))

    await drafts.delete(DraftId("d1"))
    await drafts.sweep(NOON + timedelta(hours=1))

    assert [bool(await drafts.find(DraftId(f"d{number}"))) for number in range(3)] == [False, False, True]


async def test_a_person_gets_advice_once_on_a_platform(drafts: Drafts) -> None:
    alice, bob = PersonId("U1"), PersonId("U2")

    asked = [("slack", alice), ("slack", alice), ("slack", bob), ("discord", alice), ("slack", bob)]
    hinted = [await drafts.hint(platform, person) for platform, person in asked]

    assert hinted == [True, False, True, True, False]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_advice_is_remembered_over_a_restart_and_over_the_deletion_of_its_run(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    url = str(request.getfixturevalue("postgres")) if kind == "postgres" else f"sqlite:///{tmp_path / 'c.db'}"
    database, run = await emptied(url), a_run("r000000000001")
    await SqlRunStore(database).add(run)
    first = await SqlDrafts(database).hint(run.question.place.platform, run.question.asker.id)
    await SqlRetention(database).delete(run.id, NOON, from_chat=True)
    await database.aclose()

    restarted = Database(url)
    again = await SqlDrafts(restarted).hint(run.question.place.platform, run.question.asker.id)
    await restarted.aclose()

    assert (first, again) == (True, False)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_advice_that_an_earlier_version_noted_in_a_workspace_counts(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    url = str(request.getfixturevalue("postgres")) if kind == "postgres" else f"sqlite:///{tmp_path / 'c.db'}"
    database, run = await emptied(url), a_run("r000000000001")
    await SqlRunStore(database).add(run)
    noted = {"platform": "slack", "workspace": "T1", "person": "U1", "run_id": None}
    await database.write(lambda connection: connection.execute(insert(hints).values(noted)))

    assert not await SqlDrafts(database).hint("slack", PersonId("U1"))
    assert await SqlDrafts(database).hint("slack", PersonId("U2"))
    await database.aclose()
