"""Values <-> JSON: one codec for the store, the engine's steps and `council ask --json`."""

import json
from functools import cache, lru_cache
from typing import Any

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


def to_text(value: object, kind: Any, *, sparse: bool = False) -> str:
    """The same as JSON's own text, as it is stored; a sparse one leaves out what is as it is by default, for rows that
    are read by the hundred."""
    try:
        return _adapter(kind).dump_json(value, warnings="error", exclude_defaults=sparse).decode()
    except PydanticSerializationError:
        return json.dumps(to_json(value, kind))  # Half a character has no UTF-8, and an escape in JSON.


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
    try:
        return _adapter(kind).validate_json(text, strict=False)
    except ValidationError:
        pass  # Half a character again, or damage, which is named below.
    try:
        return from_json(json.loads(text), kind)
    except json.JSONDecodeError as error:
        raise StoreIncompatible(f"What is stored is no JSON: {error}.") from error


def _misfit(error: ValidationError, kind: Any) -> StoreIncompatible:
    what = getattr(kind, "__name__", str(kind))
    return StoreIncompatible(
        f"A stored {what} cannot be read: {error.error_count()} fields do not fit this version of Council."
    )
