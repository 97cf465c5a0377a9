"""What every store of drafts keeps: in memory, in SQLite, in Postgres."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference, RunId
from council_core.ports import Drafts
from council_core.storage.drafts import SqlDrafts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
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


async def test_a_person_gets_advice_once_in_a_workspace_and_again_once_its_run_is_deleted(
    drafts: Drafts,
) -> None:
    run, later = a_run("r000000000001"), a_run("r000000000002")
    if isinstance(drafts, SqlDrafts):
        database = drafts._database  # pyright: ignore[reportPrivateUsage]
        for each in (run, later):
            await SqlRunStore(database).add(each)

    hinted = [
        await drafts.hint(each, PersonId(who)) for each, who in ((run, "U1"), (later, "U1"), (later, "U2"))
    ]

    assert hinted == [True, False, True]
    if isinstance(drafts, SqlDrafts):
        await SqlRetention(drafts._database).delete(run.id, NOON, from_chat=True)  # pyright: ignore[reportPrivateUsage]
        assert not await drafts.hint(run, PersonId("U1"))
        assert await drafts.hint(later, PersonId("U1"))
