"""Fills in a modal as a person would, within the limits of Discord's client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.testbed.discord import components as parts
from tests.testbed.discord.options import NotOfferedError, Resolved
from tests.testbed.discord.wire import Json, as_list, many, whole


def fill_modal(modal: Json, values: Mapping[str, Any], resolved: Resolved) -> list[Json]:
    """Return the submitted components. `values` are by custom id or label; missing ones keep their default."""
    left = dict(values)
    filled: list[Json] = []
    for place, part in enumerate(modal["components"], 1):
        outer = {"type": part["type"], "id": part.get("id") or place}
        if part["type"] == parts.LABEL:
            answer = _answer(part["component"], part["label"], left, resolved)
            filled.append(outer | {"component": answer | {"id": part["component"].get("id") or 100 + place}})
        elif part["type"] == parts.ROW:
            rows = [_answer(child, child.get("label") or "", left, resolved) for child in part["components"]]
            filled.append(outer | {"components": rows})
        else:
            filled.append(outer)
    if left:
        raise NotOfferedError(f"The modal {modal['title']!r} has no field {sorted(left)}.")
    return filled


def _answer(part: Json, label: str, left: Json, resolved: Resolved) -> Json:
    key = part["custom_id"] if part["custom_id"] in left else label
    given = key in left
    value = left.pop(key, None)
    answer = {"type": part["type"], "custom_id": part["custom_id"]}
    kind = part["type"]
    if kind == parts.TEXT_INPUT:
        return answer | {"value": _text(part, label, value if given else part.get("value") or "")}
    if kind == parts.CHECKBOX:
        return answer | {"value": bool(value) if given else bool(part.get("default"))}
    options = many(part, "options")
    if not given:
        value = [option["value"] for option in options if option.get("default")]
    chosen = _listed(value)
    if kind == parts.RADIO:
        _check_count(label, chosen, 1 if part.get("required", True) else 0, 1)
        return answer | {"value": choose(options, chosen[0]) if chosen else None}
    least = whole(part, "min_values", 1) if part.get("required", True) else 0
    _check_count(
        label, chosen, least, whole(part, "max_values", len(options) if kind == parts.CHECKBOXES else 1)
    )
    return answer | {"values": picked(part, chosen, resolved)}


def picked(part: Json, chosen: list[Any], resolved: Resolved) -> list[str]:
    """Return the values of a select, of a group of checkboxes or of a file upload."""
    match part["type"]:
        case parts.STRING_SELECT | parts.CHECKBOXES:
            return [choose(many(part, "options"), value) for value in chosen]
        case parts.FILE_UPLOAD:
            return [resolved.file(upload) for upload in chosen]
        case 8:
            return [resolved.place(channel) for channel in chosen]
        case 6:
            return [str(role) for role in chosen]
        case _:
            return [resolved.user(getattr(person, "user", person)) for person in chosen]


def choose(options: list[Json], wanted: str) -> str:
    """Return the value of the option with this value or label."""
    for key in ("value", "label"):
        for option in options:
            if option[key] == wanted:
                return option["value"]
    raise NotOfferedError(f"No option {wanted!r}: {[option['label'] for option in options]}.")


def _listed(value: Any) -> list[Any]:
    several = as_list(value)
    return several if several is not None else [] if value is None else [value]


def _text(part: Json, label: str, text: str) -> str:
    low, high = whole(part, "min_length", 0), whole(part, "max_length", 4000)
    if not text and part.get("required", True):
        raise NotOfferedError(f"The field {label!r} is required.")
    if text and not low <= len(text) <= high:
        raise NotOfferedError(f"The field {label!r} takes {low} to {high} characters, not {len(text)}.")
    return text


def _check_count(label: str, chosen: list[Any], low: int, high: int) -> None:
    if not low <= len(chosen) <= high:
        raise NotOfferedError(f"The field {label!r} takes {low} to {high} values, not {len(chosen)}.")
