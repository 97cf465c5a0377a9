"""Encode values as JSON and decode them: one codec for the store, the engine's steps and `council ask --json`."""

import json
import re
from collections.abc import Iterable
from dataclasses import is_dataclass
from functools import cache, lru_cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from council_core.errors import StoreIncompatible


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def prepare(kinds: Iterable[Any]) -> None:
    """Build the readers and writers of these types, which takes up to 20 ms each at their first use."""
    for kind in kinds:
        _adapter(kind)


def to_json(value: object, kind: Any) -> Any:
    """Return the value as JSON data: dicts, lists, strings, numbers. Decimals and times become strings."""
    return _adapter(kind).dump_python(value, mode="json", warnings="error")


def from_json(data: object, kind: Any) -> Any:
    """Return the value from which `to_json` made this data.

    Raises:
        StoreIncompatible: The data does not hold such a value: it is damaged, or another version wrote it.
    """
    try:
        return _adapter(kind).validate_python(data, strict=False)
    except ValidationError as error:
        raise _misfit(error, kind) from error


STORED_VERSION = 1
"""Version of the stored forms, written into each stored object. Raise it when an earlier version of Council would
misread what this one writes; a new field with a default does not need that. Text without a version is of version 1.
From version 2 on, a list or a mapping is wrapped in an object: `{"version": 2, "value": …}`."""

_VERSION = re.compile(r'\s*\{\s*"version"\s*:\s*(\d+)')


@cache
def _has_fields(kind: Any) -> bool:
    """Tell whether values of this kind, or of every kind in a union, are objects with named fields."""
    return all(is_dataclass(part) for part in get_args(kind) or (kind,))


def to_text(value: object, kind: Any, *, sparse: bool = False) -> str:
    """Return the value as JSON text in its stored form. A sparse text leaves out fields that have their default, for
    rows that are read by the hundred."""
    try:
        stored = _adapter(kind).dump_json(value, warnings="error", exclude_defaults=sparse).decode()
    except PydanticSerializationError:
        stored = json.dumps(to_json(value, kind))  # UTF-8 has no half of a surrogate pair; JSON escapes it.
    if not _has_fields(kind):
        return stored
    return f'{{"version":{STORED_VERSION}{"" if stored == "{}" else ","}{stored[1:]}'


def from_text(text: str, kind: Any, *, remember: bool = True) -> Any:
    """Return the value from which `to_text` made this text. Values are frozen, so equal texts may give the same
    object.

    Args:
        text: JSON.
        kind: Type of the value.
        remember: Whether to cache the value. Say False when you read hundreds at once: they would push out the rest.

    Raises:
        StoreIncompatible: The text does not hold such a value.
    """
    return _remembered(text, kind) if remember and len(text) <= REMEMBERED_CHARACTERS else _read(text, kind)


REMEMBERED_CHARACTERS = 16_384
"""Longest text in characters whose value is cached. A run is read a dozen times while it goes on, and most of it stays
the same."""


@lru_cache(maxsize=512)
def _remembered(text: str, kind: Any) -> Any:
    return _read(text, kind)


def _read(text: str, kind: Any) -> Any:
    if (found := _VERSION.match(text)) and int(found[1]) > STORED_VERSION:
        raise StoreIncompatible("value_newer", value=_name(kind), form=found[1], known=str(STORED_VERSION))
    try:
        return _adapter(kind).validate_json(text, strict=False)
    except ValidationError:
        pass  # Half a surrogate pair again, or damage; the error below says which.
    try:
        return from_json(json.loads(text), kind)
    except json.JSONDecodeError as error:
        raise StoreIncompatible("value_unreadable", value=_name(kind), cause=str(error)) from error


def _misfit(error: ValidationError, kind: Any) -> StoreIncompatible:
    cause = f"{error.error_count()} fields do not fit"
    return StoreIncompatible("value_unreadable", value=_name(kind), cause=cause)


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind))
