"""Finds elements on a screen, and builds the action or state that Slack reports for a person's input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.testbed.slack.json_values import is_object

Which = str | Callable[[dict[str, Any]], bool]
PASSIVE = ("image", "plain_text", "mrkdwn", "card")
MULTIPLE = ("checkboxes", "multi_static_select")
SINGLE = ("radio_buttons", "static_select", "overflow")
BY_ID = {
    "users_select": "selected_user",
    "multi_users_select": "selected_users",
    "channels_select": "selected_channel",
    "multi_channels_select": "selected_channels",
    "conversations_select": "selected_conversation",
    "multi_conversations_select": "selected_conversations",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "file_input": "files",
}


def interactive(blocks: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Return all (block, element) pairs that a person can act on; feedback buttons come as their two sides."""
    for block in blocks:
        yield from interactive(block.get("child_blocks", []))
        elements = [*block.get("elements", []), block.get("accessory"), block.get("element")]
        if block.get("type") == "card":
            elements += block.get("actions", [])
        for element in elements:
            if not is_object(element) or element.get("type") in PASSIVE or block["type"] == "rich_text":
                continue
            if element.get("type") == "feedback_buttons":
                for side in ("positive_button", "negative_button"):
                    shown = {"type": "feedback_buttons", "action_id": element.get("action_id")}
                    yield block, shown | element[side]
            else:
                yield block, element


def find(blocks: list[dict[str, Any]], which: Which, user: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the element with that action id (or the first that the predicate accepts) that this person can see."""
    seen: list[str] = []
    for block, element in interactive(blocks):
        if user not in element.get("visible_to_user_ids", [user]):
            continue
        seen.append(str(element.get("action_id")))
        if element.get("action_id") == which if isinstance(which, str) else which(element):
            return block, element
    raise LookupError(f"nothing on the screen answers to {which!r}; there is: {', '.join(seen) or 'nothing'}")


def action(block: dict[str, Any], element: dict[str, Any], chosen: Any = None) -> dict[str, Any]:
    """Return the `actions` entry for a click on a button, or for `chosen` in a menu."""
    kind = element["type"]
    shape: dict[str, Any] = {
        "type": kind,
        "action_id": element.get("action_id", ""),
        "block_id": block.get("block_id", ""),
    }
    if kind in ("button", "feedback_buttons", "icon_button"):
        shape |= {name: element[name] for name in ("text", "value", "style") if name in element}
        return shape
    return shape | _entered(element, chosen)


def _options(element: Mapping[str, Any]) -> list[dict[str, Any]]:
    grouped = [option for group in element.get("option_groups", []) for option in group["options"]]
    return [*element.get("options", []), *grouped]


def _option(element: Mapping[str, Any], value: str) -> dict[str, Any]:
    for option in _options(element):
        if value in (option["value"], option["text"]["text"]):
            return option
    known = ", ".join(option["value"] for option in _options(element))
    raise LookupError(f"no option {value!r} in {element.get('action_id')}; there is: {known}")


def _entered(element: Mapping[str, Any], value: Any) -> dict[str, Any]:
    kind = element["type"]
    if kind in MULTIPLE:
        wanted: list[str] = value or []
        return {"selected_options": [_option(element, one) for one in wanted]}
    if kind in SINGLE:
        return {"selected_option": _option(element, value) if value is not None else None}
    if kind in BY_ID:
        return {BY_ID[kind]: value}
    longest = element.get("max_length", 3000)
    if isinstance(value, str) and len(value) > longest:
        raise AssertionError(f"the form takes at most {longest} characters in {element.get('action_id')}")
    return {"value": None if value in (None, "") else str(value)}


def _initial(element: Mapping[str, Any]) -> Any:
    if element["type"] in MULTIPLE:
        return [option["value"] for option in element.get("initial_options", [])]
    if element["type"] in SINGLE:
        return element["initial_option"]["value"] if "initial_option" in element else None
    return next((value for name, value in element.items() if name.startswith("initial_")), None)


def state(blocks: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return `view.state.values` after a person entered `given`, by action id or block id, over initial values."""
    values: dict[str, Any] = {}
    used: set[str] = set()
    for block, element in interactive(blocks):
        if element["type"] in ("button", "overflow", "feedback_buttons", "icon_button"):
            continue
        action_id, block_id = element.get("action_id", ""), block.get("block_id", "")
        name = next((name for name in (action_id, block_id) if name in given), None)
        used |= {name} if name is not None else set()
        entry = _entered(element, given[name] if name is not None else _initial(element))
        values.setdefault(block_id, {})[action_id] = {"type": element["type"], **entry}
        if block.get("type") == "input" and not block.get("optional") and not any(entry.values()):
            raise AssertionError(f"the form cannot be sent: {block['label']['text']!r} is required")
    if unknown := given.keys() - used:
        raise LookupError(f"the form has no fields {sorted(unknown)}; there is: {sorted(values)}")
    return values
