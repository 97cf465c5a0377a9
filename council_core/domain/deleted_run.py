"""Record of a deleted run: that it existed, and which of its posts may still be in the chat."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.receipt import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedRun:
    """A deleted run. It contains no text of people or models."""

    run_id: RunId
    place: Place
    """Channel in which it was asked."""

    at: datetime
    had_ended: bool
    """Whether it had ended before. If not, other processes may have been working on it."""

    language: str = ""
    """The language of its thread, such as `de`; empty where nobody chose one."""

    posts: tuple[Receipt, ...] = ()
    """Posts to be replaced in the chat; empty where they stay."""
