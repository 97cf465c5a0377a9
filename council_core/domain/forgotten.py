"""What is left of a deleted run: that it was, and what of it may still stand in the chat."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.receipt import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """A deleted run. Nothing here was said by anybody."""

    run_id: RunId
    place: Place
    """The channel in which it was asked."""

    at: datetime
    had_ended: bool
    """Whether it was over; if not, other processes may have had work of it in their hands."""

    posts: tuple[Receipt, ...] = ()
    """Our posts that are to be replaced in the chat; empty where they stay."""
