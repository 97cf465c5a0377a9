"""Values <-> JSON: one codec for the store, the engine's steps and `council ask --json`."""

import json
import re
from dataclasses import is_dataclass
from functools import cache, lru_cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from council_core.errors import StoreIncompatible


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def to_json(value: object, kind: Any) -> Any:
    """The value as JSON data: dicts, lists, strings, numbers. Decimals and times become strings."""
    return _adapter(kind).dump_python(value, mode="json", warnings="error")


def from_json(data: object, kind: Any) -> Any:
    """The value that `to_json` made this data from.

    Raises:
        StoreIncompatible: The data does not hold such a value; it was damaged or written by another version.
    """
    try:
        return _adapter(kind).validate_python(data, strict=False)
    except ValidationError as error:
        raise _misfit(error, kind) from error


STORED_VERSION = 1
"""The version of the stored forms, told in each stored object. It is raised when an earlier version of Council would
misread what this one writes; a new field with a default does not raise it. A text without a version is of version 1. A
list or a mapping of version 2 and later will stand in an object, `{"version": 2, "value": …}`."""

_VERSION = re.compile(r'\s*\{\s*"version"\s*:\s*(\d+)')


@cache
def _has_fields(kind: Any) -> bool:
    """Whether values of this kind are objects with named fields, a union of such kinds included."""
    return all(is_dataclass(part) for part in get_args(kind) or (kind,))


def to_text(value: object, kind: Any, *, sparse: bool = False) -> str:
    """The same as JSON's own text, as it is stored; a sparse one leaves out what is as it is by default, for rows that
    are read by the hundred."""
    try:
        stored = _adapter(kind).dump_json(value, warnings="error", exclude_defaults=sparse).decode()
    except PydanticSerializationError:
        stored = json.dumps(to_json(value, kind))  # Half a character has no UTF-8, and an escape in JSON.
    if not _has_fields(kind):
        return stored
    return f'{{"version":{STORED_VERSION}{"" if stored == "{}" else ","}{stored[1:]}'


def from_text(text: str, kind: Any, *, remember: bool = True) -> Any:
    """The value that `to_text` made this text from. Values are frozen: the same text may give the very same one.

    Args:
        text: JSON.
        kind: What it holds.
        remember: Whether it is likely to be read again soon; whoever reads hundreds at once would push out the rest.

    Raises:
        StoreIncompatible: The text does not hold such a value.
    """
    return _remembered(text, kind) if remember and len(text) <= REMEMBERED_CHARACTERS else _read(text, kind)


REMEMBERED_CHARACTERS = 16_384
"""A run is read a dozen times while it goes on, and little of it changes from one time to the next."""


@lru_cache(maxsize=512)
def _remembered(text: str, kind: Any) -> Any:
    return _read(text, kind)


def _read(text: str, kind: Any) -> Any:
    if (found := _VERSION.match(text)) and int(found[1]) > STORED_VERSION:
        raise StoreIncompatible(
            f"A stored {_name(kind)} was written by a newer version of Council (its form is {found[1]}, this version "
            f"reads up to {STORED_VERSION}). Install the newer version again; nothing was changed."
        )
    try:
        return _adapter(kind).validate_json(text, strict=False)
    except ValidationError:
        pass  # Half a character again, or damage, which is named below.
    try:
        return from_json(json.loads(text), kind)
    except json.JSONDecodeError as error:
        raise StoreIncompatible(f"What is stored is no JSON: {error}.") from error


def _misfit(error: ValidationError, kind: Any) -> StoreIncompatible:
    return StoreIncompatible(
        f"A stored {_name(kind)} cannot be read: {error.error_count()} fields do not fit this version of Council."
    )


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind))
