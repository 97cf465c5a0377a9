"""A thread of the engine that has died is seen, and what stands still without it is said."""

import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from council_core.engine.threads import Threads


@contextmanager
def living(*duties: str) -> Generator[tuple[Threads, dict[str, threading.Event]]]:
    """Threads that do these duties until their event is set."""
    ends = {duty: threading.Event() for duty in duties}

    def launch() -> None:
        for number, (duty, end) in enumerate(ends.items()):
            threading.Thread(target=end.wait, name=f"Thread-{number} ({duty})", daemon=True).start()

    yield Threads(launch), ends
    for end in ends.values():
        end.set()


def test_all_is_well_while_all_of_them_live() -> None:
    with living("run_notification_listener", "queue_thread") as (threads, _):
        assert threads.trouble == ""


@pytest.mark.parametrize(
    ("dead", "consequence"),
    [("queue_thread", "no run is taken up"), ("run_notification_listener", "runs hear no signals")],
)
def test_one_that_died_is_named_by_what_stands_still(dead: str, consequence: str) -> None:
    with living("run_notification_listener", "queue_thread") as (threads, ends):
        ends[dead].set()
        for thread in threading.enumerate():
            if f"({dead})" in thread.name:
                thread.join(timeout=30)

        assert consequence in threads.trouble
        assert "Restart this process." in threads.trouble


def test_one_that_never_lived_is_missed() -> None:
    with living("queue_thread") as (threads, _):
        assert "runs hear no signals" in threads.trouble
