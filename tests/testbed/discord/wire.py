"""Reads JSON from the wire; missing and null fields become empty values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

Json = dict[str, Any]


def many(data: Json, key: str) -> list[Json]:
    """Return the objects listed under a key; none if it is absent or null."""
    return data.get(key) or []


def inner(data: Json, key: str) -> Json:
    """Return the object under a key; an empty one if it is absent or null."""
    return data.get(key) or {}


def as_object(value: Any) -> Json | None:
    """Return the value if it is a JSON object."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: Any) -> list[Any] | None:
    """Return the value if it is a list (or a tuple, which tests may write instead)."""
    return list(cast("Sequence[Any]", value)) if isinstance(value, list | tuple) else None


def whole(data: Json, key: str, default: int) -> int:
    """Return the number under a key; the default if it is absent or null."""
    value = data.get(key)
    return default if value is None else int(value)
