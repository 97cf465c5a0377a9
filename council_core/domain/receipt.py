"""Proof that something was said, so that it is said once."""

from dataclasses import dataclass

from council_core.domain.place import Message, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What is known of one post: claimed before it is sent, settled when the platform has said where it stands."""

    key: str
    """`run/stage/part`: names the post for ever."""

    message: Message | None = None
    """None from the claim until it is settled: the post may stand there, or not."""

    thread: Place | None = None
    """For a card: the place of its thread."""
