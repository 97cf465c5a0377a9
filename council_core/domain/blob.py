"""Bytes that are too many for a row or a step, known by what is in them."""

from hashlib import sha256
from typing import NewType

Digest = NewType("Digest", str)
"""The SHA-256 of the bytes, as 64 hexadecimal digits."""


def digest_of(content: bytes) -> Digest:
    """Return the name under which these bytes are kept."""
    return Digest(sha256(content).hexdigest())
