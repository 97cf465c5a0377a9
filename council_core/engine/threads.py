"""The engine's own threads -> whether they live: without them no run is taken up, and none hears a signal."""

import threading
from collections.abc import Callable

DUTIES = {
    "run_notification_listener": "runs hear no signals, such as Reveal",
    "queue_thread": "no run is taken up",
}
"""What a thread runs, as Python puts it into its name -> what stands still when it is dead."""


class Threads:
    """The threads of one engine, found by comparing before and after its launch."""

    def __init__(self, launch: Callable[[], object]) -> None:
        """
        Args:
            launch: Starts the engine and with it its threads; raises what it raises.
        """
        before = set(threading.enumerate())
        launch()
        born = [thread for thread in threading.enumerate() if thread not in before]
        self._threads = {
            duty: next((thread for thread in born if f"({duty})" in thread.name), None) for duty in DUTIES
        }

    @property
    def trouble(self) -> str:
        """What stands still, in one sentence; empty while all of them live."""
        dead = [
            what
            for duty, what in DUTIES.items()
            if (thread := self._threads[duty]) is None or not thread.is_alive()
        ]
        return f"A thread of the engine has died: {'; '.join(dead)}. Restart this process." if dead else ""
