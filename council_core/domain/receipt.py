"""Proof that something was said, so that it is said once."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from council_core.domain.place import Message, Place

NONE_DRAWN: Mapping[str, str] = MappingProxyType({})
ASKER = "asker"
"""The last part of the key of a private message to the asker, which is claimed and never settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What is known of one post: claimed before it is sent, settled when the platform has said where it stands."""

    key: str
    """`run/stage/part`: names the post for ever."""

    message: Message | None = None
    """None from the claim until it is settled: the post may stand there, or not."""

    thread: Place | None = None
    """For a card: the place of its thread."""

    drawn: str = ""
    """A digest of all that stands in the message for certain; empty while that may have changed."""
