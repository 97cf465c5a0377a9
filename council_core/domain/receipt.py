"""Proof that something was posted, so that it is posted once, and the record of a deleted run with its posts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from council_core.domain.place import Message, Place
from council_core.domain.question import RunId

NONE_DRAWN: Mapping[str, str] = MappingProxyType({})
ASKER = "asker"
"""Last part of the key of a private message to the asker, which is claimed and never settled."""

Claim = Literal["new", "again", ""]
"""Outcome of a claim: the first one, one after a claim that was left, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """State of one post: claimed before it is sent, settled once the platform has returned its address."""

    key: str
    """Key `run/stage/part`, which names the post for ever."""

    message: Message | None = None
    """Message of the post; None from the claim until it is settled, while it may or may not be posted."""

    thread: Place | None = None
    """For a card: the place of its thread."""

    drawn: str = ""
    """Digest of the message's certain content; empty while that may have changed."""


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
