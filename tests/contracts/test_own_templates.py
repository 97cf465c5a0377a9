"""Contract of every store of workspaces' own templates: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace

import pytest

from council_core.domain.place import PersonId
from council_core.domain.template import Template, TemplateField
from council_core.ports import OwnTemplates, RunStore
from council_core.storage.places import SqlOwnTemplates
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryOwnTemplates, SteppingClock
from tests.samples import HERE

BY = PersonId("U1")
NOTES = Template(
    name="release-notes",
    title="Release notes",
    summary="What changed",
    instructions="For {{reader}}.",
    preset="quick",
    fields=(TemplateField(name="reader", label="Reader", kind="choice", choices=("a", "b"), required=True),),
    roles=("sceptic",),
)


@pytest.fixture
def own(store: RunStore) -> OwnTemplates:
    """Return the templates beside this store."""
    if not isinstance(store, SqlRunStore):
        return MemoryOwnTemplates()
    return SqlOwnTemplates(store._database, SteppingClock())  # pyright: ignore[reportPrivateUsage]


async def test_a_template_comes_back_whole_for_all_channels_of_its_workspace(own: OwnTemplates) -> None:
    await own.save(HERE, NOTES, before="", by=BY)
    await own.save(HERE, replace(NOTES, name="minutes"), before="", by=BY)

    assert await own.of(replace(HERE, channel="C9")) == (replace(NOTES, name="minutes"), NOTES)
    assert await own.of(replace(HERE, workspace="T2")) == ()
    assert await own.of(replace(HERE, platform="discord")) == ()


async def test_a_change_and_a_new_name_take_the_place_of_what_was_there(own: OwnTemplates) -> None:
    await own.save(HERE, NOTES, before="", by=BY)

    await own.save(HERE, replace(NOTES, title="Notes"), before="release-notes", by=BY)
    changed = await own.of(HERE)
    await own.save(HERE, replace(NOTES, name="notes"), before="release-notes", by=BY)

    assert [each.title for each in changed] == ["Notes"]
    assert [each.name for each in await own.of(HERE)] == ["notes"]


async def test_one_or_all_of_a_workspace_are_deleted(own: OwnTemplates) -> None:
    elsewhere = replace(HERE, workspace="T2")
    for place, name in ((HERE, "a"), (HERE, "b"), (HERE, "c"), (elsewhere, "a")):
        await own.save(place, replace(NOTES, name=name), before="", by=BY)

    assert (await own.delete(HERE, "a"), await own.delete(HERE, "a")) == (True, False)
    await own.delete_all(HERE)

    assert await own.of(HERE) == ()
    assert len(await own.of(elsewhere)) == 1
