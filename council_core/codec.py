"""Values <-> JSON: one codec for the store, the engine's steps and `council ask --json`."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

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
        what = getattr(kind, "__name__", str(kind))
        raise StoreIncompatible(
            f"A stored {what} cannot be read: {error.error_count()} fields do not fit this version of Council."
        ) from error
