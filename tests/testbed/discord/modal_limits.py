"""Checks modals against Discord's rules (docs: interactions/receiving-and-responding)."""

from __future__ import annotations

from tests.testbed.discord import components as parts
from tests.testbed.discord.component_limits import IN_LABEL, check_custom_ids, check_options, check_select
from tests.testbed.discord.errors import FormErrors
from tests.testbed.discord.wire import Json, many, whole

MAX_INPUT = 4000


def check_modal(form: FormErrors, modal: Json) -> None:
    """Check a modal: title 1-45, custom id 1-100, 1-5 parts: labels, text displays or (the old way) rows with one
    input."""
    form.length("data.title", modal.get("title"), 1, 45, required=True)
    form.length("data.custom_id", modal.get("custom_id"), 1, 100, required=True)
    tree = many(modal, "components")
    form.length("data.components", tree, 1, 5)
    for index, part in enumerate(tree):
        path = f"data.components.{index}"
        if part["type"] == parts.LABEL:
            _check_label(form, path, part)
        elif part["type"] == parts.ROW:
            form.length(f"{path}.components", part.get("components"), 1, 1, required=True)
            for child in many(part, "components"):
                form.length(f"{path}.components.0.label", child.get("label"), 1, 45, required=True)
                _check_input(form, f"{path}.components.0", child)
        elif part["type"] != parts.TEXT:
            form.choice(f"{path}.type", part["type"], [parts.ROW, parts.TEXT, parts.LABEL])
    check_custom_ids(form, "data.components", list(parts.walk(tree)))


def _check_label(form: FormErrors, path: str, label: Json) -> None:
    form.length(f"{path}.label", label.get("label"), 1, 45, required=True)
    form.length(f"{path}.description", label.get("description"), 0, 100)
    inside = label.get("component")
    if inside is None:
        form.required(f"{path}.component")
    elif inside["type"] not in IN_LABEL:
        form.choice(f"{path}.component.type", inside["type"], sorted(IN_LABEL))
    else:
        _check_input(form, f"{path}.component", inside)


def _check_input(form: FormErrors, path: str, part: Json) -> None:
    form.length(f"{path}.custom_id", part.get("custom_id"), 1, 100, required=True)
    kind = part["type"]
    if kind == parts.TEXT_INPUT:
        form.length(f"{path}.placeholder", part.get("placeholder"), 0, 100)
        form.length(f"{path}.value", part.get("value"), 0, MAX_INPUT)
        low, high = whole(part, "min_length", 0), whole(part, "max_length", MAX_INPUT)
        if not 0 <= low <= MAX_INPUT or not 1 <= high <= MAX_INPUT or low > high:
            form.add(f"{path}.max_length", "NUMBER_TYPE_MAX", f"Lengths must be between 0 and {MAX_INPUT}.")
    elif kind in parts.SELECTS:
        check_select(form, path, part)
    elif kind == parts.RADIO:
        check_options(form, path, part.get("options"), 2, 10)
    elif kind == parts.CHECKBOXES:
        check_options(form, path, part.get("options"), 1, 10)
    elif (
        kind == parts.FILE_UPLOAD
        and not 0 <= whole(part, "min_values", 0) <= whole(part, "max_values", 1) <= 10
    ):
        form.add(f"{path}.max_values", "NUMBER_TYPE_MAX", "Files must be between 0 and 10.")
