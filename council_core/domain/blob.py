"""Bytes that are too many for a row or a step, identified by their content."""

from hashlib import sha256
from typing import NewType

Digest = NewType("Digest", str)
"""SHA-256 of the bytes, as 64 hexadecimal digits."""


def digest_of(content: bytes) -> Digest:
    """Return the digest of these bytes."""
    return Digest(sha256(content).hexdigest())
