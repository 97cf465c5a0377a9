"""Draws a form as Discord's modal. A submitted modal arrives as an interaction of its own, so nothing is stored
here."""

import secrets
from collections.abc import Sequence
from typing import Any, assert_never

import discord
from discord import ui

from bot.platforms.discord.drawing.markup import cut
from bot.post import Field, Form

# docs: interactions/receiving-and-responding and components/reference.
LONGEST_TITLE, LONGEST_LABEL, LONGEST_HINT = 45, 45, 100
MOST_FIELDS, MOST_OPTIONS, MOST_RADIO, LONGEST_INPUT, MOST_FILES = 5, 25, 10, 4_000, 10
PREFIX = "form:"
SECONDS_TO_FILL_IN = 15 * 60.0


def modal_of(form: Form) -> ui.Modal:
    """Return the modal. Raises ValueError if the form has more fields than Discord shows.

    Its custom id is new each time and contains the action. Otherwise two people with the same open form would share an
    id, and the second submission would be lost.
    """
    room = MOST_FIELDS - len(form.fields)
    if room < 0:
        raise ValueError(f"'{form.title}' has {len(form.fields)} fields; Discord shows {MOST_FIELDS}.")
    custom_id = f"{PREFIX}{secrets.token_urlsafe(6)}:{form.action}"
    modal = ui.Modal(title=cut(form.title, LONGEST_TITLE), custom_id=custom_id, timeout=SECONDS_TO_FILL_IN)
    if form.intro and room:
        modal.add_item(ui.TextDisplay[Any](cut(form.intro, 4_000)))
    # A menu can be cleared and a radio button cannot, and a form with both kinds looks odd.
    as_radio = all(field.required for field in form.fields if field.kind == "choice")
    for field in form.fields:
        hint = cut(field.hint, LONGEST_HINT) or None
        label = cut(field.label, LONGEST_LABEL)
        component = _component(field, as_radio=as_radio)
        modal.add_item(ui.Label[Any](text=label, description=hint, component=component))
    return modal


def action_of(custom_id: str) -> str:
    """Return the action of a submitted form; empty if the form is not ours."""
    if not custom_id.startswith(PREFIX):
        return ""
    return custom_id.removeprefix(PREFIX).partition(":")[2]


def _component(field: Field, *, as_radio: bool) -> ui.Item[Any]:
    match field.kind:
        case "line" | "number":
            return _input(field, discord.TextStyle.short)
        case "text":
            return _input(field, discord.TextStyle.paragraph)
        case "choice":
            fits = as_radio and 2 <= len(field.options) <= MOST_RADIO
            return _radio(field) if fits else _select(field, most=1)
        case "choices":
            return _select(field, most=len(field.options))
        case "flag":
            return ui.Checkbox[Any](custom_id=field.name, default=bool(field.value))
        case "files":
            least = 1 if field.required else 0
            return ui.FileUpload[Any](
                custom_id=field.name, required=field.required, min_values=least, max_values=MOST_FILES
            )
        case _:
            assert_never(field.kind)


def _input(field: Field, style: discord.TextStyle) -> ui.TextInput[Any]:
    longest = min(field.longest or LONGEST_INPUT, LONGEST_INPUT)
    return ui.TextInput[Any](
        custom_id=field.name,
        style=style,
        default=cut("".join(field.value), longest) or None,
        required=field.required,
        max_length=longest,
    )


def _radio(field: Field) -> ui.RadioGroup[Any]:
    options = [
        discord.RadioGroupOption(label=cut(label, 100), value=value, default=value in _chosen(field))
        for value, label in field.options
    ]
    return ui.RadioGroup[Any](custom_id=field.name, required=field.required, options=options)


def _select(field: Field, *, most: int) -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=cut(label, 100), value=value, default=value in _chosen(field))
        for value, label in field.options[:MOST_OPTIONS]
    ]
    return ui.Select[Any](
        custom_id=field.name,
        required=field.required,
        options=options,
        min_values=1 if field.required else 0,
        max_values=max(1, min(most, len(options))),
    )


def _chosen(field: Field) -> Sequence[str]:
    return field.value if isinstance(field.value, tuple) else (field.value,)
