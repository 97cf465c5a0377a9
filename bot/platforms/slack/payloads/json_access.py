"""Typed access to untrusted JSON: missing objects and lists become empty ones."""

from collections.abc import Mapping
from typing import Any, cast

Json = Mapping[str, Any]


def inner(value: Json, name: str) -> Json:
    """Return the object under a name; an empty one when there is none."""
    found: object = value.get(name)
    return cast("Json", found) if isinstance(found, Mapping) else {}


def several(value: Json, name: str) -> list[Json]:
    """Return the objects in the list under a name."""
    found: object = value.get(name)
    items = cast("list[object]", found) if isinstance(found, list) else []
    return [cast("Json", item) for item in items if isinstance(item, Mapping)]


def text(value: Json, name: str) -> str:
    """Return the string under a name; an empty one if it is missing or null."""
    found: object = value.get(name)
    return "" if found is None else str(found)


def first(value: Json, name: str) -> Json:
    """Return the first object in the list under a name; an empty one when there is none."""
    return next(iter(several(value, name)), cast("Json", {}))
