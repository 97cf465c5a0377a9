"""A finished run as a file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A finished run as one text."""

    name: str
    """Name of the file."""

    media_type: str
    text: str
