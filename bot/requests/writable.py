"""Clean the texts of requests. Any door may let in signs that databases and models refuse."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from council_core.domain.writable import writable

T = TypeVar("T")

KEPT = frozenset({"delivery"})
"""Fields that nobody reads; ids are derived from them."""


def with_writable_texts(value: T) -> T:
    """Return the request, or any part of one, with each text as `writable` returns it. A value without such signs is
    returned as it is."""
    return cast(T, _cleaned(value))


def _cleaned(value: Any) -> Any:
    clean: Any
    if isinstance(value, str):
        clean = writable(value)
    elif isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        clean = {_cleaned(name): _cleaned(each) for name, each in items}
    elif type(value) in (tuple, list, set, frozenset):
        clean = type(value)(_cleaned(each) for each in value)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {
            part.name: getattr(value, part.name)
            for part in fields(value)
            if part.init and part.name not in KEPT
        }
        found = {name: (part, _cleaned(part)) for name, part in parts.items()}
        changed = {name: after for name, (before, after) in found.items() if after is not before}
        return replace(value, **changed) if changed else value
    else:
        return value
    return cast(Any, value) if clean == value else clean
