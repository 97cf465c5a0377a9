"""Contract of reading runs of several channels: the double in memory, SQLite and Postgres alike."""

from dataclasses import replace

import pytest

from council_core.domain.place import Place
from council_core.domain.search import phrases_in
from council_core.ports import History, RunStore
from council_core.storage.history import SqlHistory
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryHistory, MemoryRunStore
from tests.contracts.test_search import asked, kept
from tests.samples import HERE

C2 = replace(HERE, channel="C2")
ELSEWHERE = replace(HERE, workspace="T2")


@pytest.fixture
def history(store: RunStore) -> History:
    """The history of the store."""
    if isinstance(store, MemoryRunStore):
        return MemoryHistory(store)
    assert isinstance(store, SqlRunStore)
    return SqlHistory(store._database)  # pyright: ignore[reportPrivateUsage]


def numbers(runs: tuple[object, ...]) -> list[int]:
    """The runs' numbers."""
    return [int(str(run.id)[1:]) for run in runs]  # type: ignore[attr-defined]


async def test_channels_of_a_workspace_come_with_the_latest_asked_in_first(
    store: RunStore, history: History
) -> None:
    await kept(store, asked(1, "A?"), asked(2, "B?", place=C2), asked(3, "C?", place=ELSEWHERE))
    thread = replace(HERE, thread="T-1")
    await kept(store, asked(4, "D?", place=thread))

    found = await history.channels(Place(platform="slack", workspace="T1", channel=""), limit=10)

    assert [place.channel for place in found] == ["C1", "C2"]
    assert {(place.platform, place.workspace, place.thread) for place in found} == {("slack", "T1", None)}
    assert len(await history.channels(HERE, limit=1)) == 1


async def test_workspaces_in_which_somebody_asked_are_known(store: RunStore, history: History) -> None:
    await kept(store, asked(1, "A?"), asked(2, "B?", place=ELSEWHERE))

    assert await history.known("slack", ["T3", "T2", "T1", "T2"]) == ("T2", "T1")
    assert await history.known("discord", ["T1"]) == ()
    assert await history.known("slack", []) == ()


async def test_the_newest_runs_of_some_channels(store: RunStore, history: History) -> None:
    await kept(
        store,
        asked(1, "A?"),
        asked(2, "B?", place=C2),
        asked(3, "C?", place=ELSEWHERE),
        asked(4, "D?"),
        asked(5, "E?", place=replace(HERE, channel="C3")),
    )

    assert numbers(await history.newest([HERE, C2], limit=10)) == [4, 2, 1]
    assert numbers(await history.newest([HERE, C2], limit=2)) == [4, 2]
    assert numbers(await history.newest([ELSEWHERE], limit=10)) == [3]
    assert await history.newest([], limit=10) == ()


async def test_words_in_some_channels(store: RunStore, history: History) -> None:
    await kept(
        store,
        asked(1, "Tabs?"),
        asked(2, "Tabs?", place=C2),
        asked(3, "Tabs?", place=ELSEWHERE),
        asked(4, "Spaces?"),
    )

    assert numbers(await history.search(phrases_in("tabs"), [HERE, C2], limit=10)) == [2, 1]
    assert numbers(await history.search(phrases_in("tabs"), [C2], limit=10)) == [2]
    assert numbers(await history.search(phrases_in("tabs"), [HERE, C2], limit=1)) == [2]
    assert await history.search(phrases_in("tabs"), [], limit=10) == ()
