"""Contract of every store of places' settings: the double in memory, SQLite and Postgres alike."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from council_core.domain.place import PersonId, PlaceSettings, Scope
from council_core.errors import SettingsChanged
from council_core.ports import PlaceSettingsStore
from council_core.storage.places import SqlPlaceSettings
from council_core.testing import MemoryPlaceSettings, SteppingClock
from tests.contracts.conftest import emptied
from tests.samples import HERE

CHANNEL = Scope.around(HERE, "channel")
MIA = PersonId("U9")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def places(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PlaceSettingsStore]:
    """Yield an empty store of each kind."""
    if request.param == "memory":
        yield MemoryPlaceSettings()
        return
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    opened = await emptied(url)
    yield SqlPlaceSettings(opened, SteppingClock())
    await opened.aclose()


async def test_where_nothing_was_ever_set_everything_is_inherited(places: PlaceSettingsStore) -> None:
    assert await places.find(CHANNEL) == PlaceSettings(values={}, version=0)


async def test_settings_come_back_as_they_were_saved(places: PlaceSettingsStore) -> None:
    saved = await places.save(CHANNEL, {"quorum": "2", "instructions": ""}, version=0, by=MIA)

    assert saved == PlaceSettings(values={"quorum": "2", "instructions": ""}, version=1)
    assert await places.find(CHANNEL) == saved


async def test_saving_replaces_all_that_was_set(places: PlaceSettingsStore) -> None:
    await places.save(CHANNEL, {"quorum": "2"}, version=0, by=MIA)

    await places.save(CHANNEL, {"rubric": "code"}, version=1, by=MIA)

    assert await places.find(CHANNEL) == PlaceSettings(values={"rubric": "code"}, version=2)


@pytest.mark.parametrize("version", [0, 2])
async def test_a_change_from_another_version_saves_nothing(places: PlaceSettingsStore, version: int) -> None:
    await places.save(CHANNEL, {"quorum": "2"}, version=0, by=MIA)

    with pytest.raises(SettingsChanged):
        await places.save(CHANNEL, {"quorum": "3"}, version=version, by=MIA)

    assert (await places.find(CHANNEL)).values == {"quorum": "2"}


async def test_a_change_of_what_was_never_set_needs_version_0(places: PlaceSettingsStore) -> None:
    with pytest.raises(SettingsChanged):
        await places.save(CHANNEL, {"quorum": "3"}, version=1, by=MIA)


async def test_of_many_changes_at_the_same_time_one_is_saved(places: PlaceSettingsStore) -> None:
    async def save(number: int) -> bool:
        try:
            await places.save(CHANNEL, {"quorum": str(number)}, version=0, by=MIA)
        except SettingsChanged:
            return False
        return True

    saved = await asyncio.gather(*(save(number) for number in range(1, 9)))

    assert sum(saved) == 1
    assert (await places.find(CHANNEL)).values == {"quorum": str(saved.index(True) + 1)}


async def test_scopes_know_nothing_of_each_other(places: PlaceSettingsStore) -> None:
    await places.save(CHANNEL, {"quorum": "2"}, version=0, by=MIA)

    others = [
        Scope.around(HERE, "workspace"),
        replace(CHANNEL, channel="C2"),
        replace(CHANNEL, workspace="T2"),
        replace(CHANNEL, platform="discord"),
    ]

    assert [(await places.find(scope)).version for scope in others] == [0, 0, 0, 0]
