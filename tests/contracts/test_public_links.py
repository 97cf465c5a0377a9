"""Contract of public links: the double in memory, SQLite and Postgres alike."""

import pytest

from council_core.domain.place import PersonId
from council_core.ports import PublicLinks, RunStore
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlPublicLinks
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryPublicLinks, MemoryRunStore
from tests.samples import NOON, a_run

MIA = PersonId("U9")


@pytest.fixture
def links(store: RunStore) -> PublicLinks:
    """Return the addresses of the store's runs."""
    if isinstance(store, MemoryRunStore):
        return MemoryPublicLinks()
    assert isinstance(store, SqlRunStore)
    return SqlPublicLinks(store._database)  # pyright: ignore[reportPrivateUsage]


async def test_a_run_is_open_under_its_first_token_until_it_is_withdrawn(
    store: RunStore, links: PublicLinks
) -> None:
    run = a_run()
    await store.add(run)

    made = [await links.publish(run.id, token, MIA) for token in ("one", "two")]
    opened = [await links.opened(token) for token in ("one", "two", "")]
    await links.withdraw(run.id)

    assert made == ["one", "one"]
    assert opened == [run.id, None, None]
    assert await links.opened("one") is None
    assert await links.token_of(run.id) is None
    assert await links.publish(run.id, "three", MIA) == "three"
    assert await links.token_of(run.id) == "three"


async def test_a_deleted_run_has_no_address(store: RunStore, links: PublicLinks) -> None:
    if not isinstance(store, SqlRunStore):
        pytest.skip("The double in memory has no rows that hang together.")
    run = a_run("r000000000002")
    await store.add(run)
    await links.publish(run.id, "one", MIA)

    await SqlRetention(store._database).delete(run.id, NOON, from_chat=False)  # pyright: ignore[reportPrivateUsage]

    assert await links.opened("one") is None
