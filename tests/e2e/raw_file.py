"""Readable text in the bytes of a database."""

from collections.abc import Iterable
from pathlib import Path


def found_in_bytes(folder: Path, words: Iterable[str]) -> set[str]:
    """Return the words that occur in the SQLite file, its write-ahead log or any file beside it."""
    there = b"".join(file.read_bytes() for file in sorted(folder.glob("council.db*")))
    return {word for word in words if word.encode() in there or word.encode("utf-16-le") in there}
