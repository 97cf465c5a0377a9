"""A connector to one of the operator's services as people see it: its name and its fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

ALL, NONE = "all", "none"
"""Values of the setting `connectors`: every connector of the place, and none."""

FIELD = re.compile(r"\s*(\w+)\s*[:=]\s*(.*?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A connector as people choose it."""

    name: str
    title: str
    asks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Label of each field that people may fill in, by the field's name."""

    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Values of fields that nobody filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Tokens with which a connector is signed in."""

    access: str = field(repr=False)
    refresh: str = field(default="", repr=False)
    ends_at: datetime
    """Time at which the access token expires."""


def named(setting: str) -> tuple[str, ...]:
    """Return the names in the setting `connectors`; an empty tuple for `all` and `none`."""
    names = tuple(dict.fromkeys(name for part in setting.split(",") if (name := part.strip().lower())))
    return () if ALL in names or NONE in names else names


def is_all(setting: str) -> bool:
    """Tell whether the setting `connectors` asks every connector of the place."""
    return ALL in (part.strip().lower() for part in setting.split(","))


def filled_in(text: str) -> dict[str, str]:
    """Read values of fields, such as `space: HR; year: 2026`, one per line or with semicolons between.

    Raises:
        ValueError: A part is no name with a value; the message is that part.
    """
    values: dict[str, str] = {}
    for part in re.split(r"[\n;]", text):
        if not part.strip():
            continue
        if (found := FIELD.fullmatch(part)) is None:
            raise ValueError(part.strip())
        if found[2]:
            values[found[1]] = found[2]
    return values
