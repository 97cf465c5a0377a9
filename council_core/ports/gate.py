"""How many runs ask models at the same time, and who is next."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits


class Admission(Protocol):
    """One run's leave to ask models."""

    async def granted(self, tell: Callable[[RunWaits], None]) -> None:
        """Returns when it is this run's turn.

        Args:
            tell: Told how many come first: at once where there is no room, and now and then when that changes.
        """
        ...

    def give_back(self) -> None:
        """The run asks no model any more, and the next one may; a second time changes nothing."""
        ...


class Gate(Protocol):
    """Lets only so many runs deliberate at a time, and the rest in a fair order."""

    def admission(self, run: Run) -> AbstractContextManager[Admission]:
        """The run's admission, given back at the end of the block at the latest."""
        ...


class OpenGate:
    """Implements `Gate` and `Admission` where there are no limits."""

    def admission(self, run: Run) -> AbstractContextManager[Admission]:
        return nullcontext(self)

    async def granted(self, tell: Callable[[RunWaits], None]) -> None:
        pass

    def give_back(self) -> None:
        pass


OPEN = OpenGate()
