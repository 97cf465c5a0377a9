"""The union of everything that people can ask for, and the cleaning of its texts."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from bot.requests.asking import AskingRequest
from bot.requests.improving import ImprovingRequest
from bot.requests.memory import MemoryRequest
from bot.requests.running import RunningRequest
from bot.requests.settings import SettingsRequest
from bot.requests.voting import VotingRequest
from council_core.domain.writable import writable

Request = AskingRequest | ImprovingRequest | VotingRequest | RunningRequest | MemoryRequest | SettingsRequest


T = TypeVar("T")

IDENTITY = "delivery"
"""Field that nobody reads. Ids are derived from it, and a NUL may separate its parts."""


def with_writable_texts(value: T) -> T:
    """Return the request, or any part of one, with each text passed through `writable`. A value with clean texts is
    returned unchanged."""
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
        parts = {part.name: getattr(value, part.name) for part in fields(value) if part.init}
        found = {
            name: (part, _encodable(part) if name == IDENTITY else _cleaned(part))
            for name, part in parts.items()
        }
        changed = {name: after for name, (before, after) in found.items() if after is not before}
        return replace(value, **changed) if changed else value
    else:
        return value
    return cast(Any, value) if clean == value else clean


def _encodable(text: str) -> str:
    clean = text.encode("utf-8", "replace").decode()
    return text if clean == text else clean
