"""Templates of questions: instructions with fields, and the values that fit them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from council_core.domain.question import FilledField, FilledTemplate
from council_core.domain.writable import writable
from council_core.errors import RequestError, UnknownChoice

Kind = Literal["text", "choice", "number"]

PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
NUMBER = re.compile(r"[-+]?\d{1,12}(?:[.,]\d{1,6})?")

LONGEST_VALUE = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateField:
    """One field of a template."""

    name: str
    label: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    default: str = ""
    required: bool = False
    shown: tuple[str, ...] = ()
    """Choices as people read them, in the same order; empty if they read the stored ones."""

    def choice_shown(self, choice: str) -> str:
        """Return a choice as people read it; the same text if it is not a choice."""
        return dict(zip(self.choices, self.shown, strict=False)).get(choice, choice)

    def chosen(self, value: str) -> str:
        """Return the choice that a text names, in upper or lower case; the same text if it names none."""
        names = {**dict(zip(self.shown, self.choices, strict=False)), **{each: each for each in self.choices}}
        return {name.casefold(): choice for name, choice in names.items()}.get(value.casefold(), value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Instructions for all models, with fields to fill in."""

    name: str
    title: str
    summary: str
    instructions: str
    preset: str = ""
    """Preset that applies if none is chosen; empty for none."""

    fields: tuple[TemplateField, ...] = ()
    roles: tuple[str, ...] = ()
    """Roles that are dealt to members without one, drawn anew for each question."""

    def filled(self, values: Mapping[str, str]) -> FilledTemplate:
        """Return the template with these values in their places; a field that is left out takes its default.

        Raises:
            RequestError: A required field is empty, or a value does not fit its field.
            UnknownChoice: There is no such field or choice.
        """
        for _, mistake in self.mistakes(values):
            raise mistake
        texts = {field.name: field_value(field, values.get(field.name, "")) for field in self.fields}
        # Replace all fields in one pass, so that placeholders in a person's text are never filled in.
        instructions = PLACEHOLDER.sub(lambda found: texts[found[1]], self.instructions).strip()
        fields = tuple(
            FilledField(name=field.name, label=field.label, value=field.choice_shown(texts[field.name]))
            for field in self.fields
        )
        return FilledTemplate(
            name=self.name, title=self.title, instructions=instructions, fields=fields, roles=self.roles
        )

    def mistakes(self, values: Mapping[str, str]) -> tuple[tuple[str, RequestError], ...]:
        """Return the errors of these values, by the names of their fields."""
        known = [field.name for field in self.fields]
        found: list[tuple[str, RequestError]] = [
            (name, UnknownChoice("field", name, known)) for name in sorted(values.keys() - set(known))
        ]
        for field in self.fields:
            try:
                field_value(field, values.get(field.name, ""))
            except RequestError as error:
                found.append((field.name, error))
        return tuple(found)


Templates = Mapping[str, Template]
"""Templates by name, in alphabetical order."""


def field_value(field: TemplateField, given: str) -> str:
    """Return the value of a field. Raises RequestError if it does not fit."""
    value = field.chosen(writable(given).strip() or field.default)
    if not value and field.required:
        raise RequestError("template_empty", fact=field.name)
    if len(value) > LONGEST_VALUE:
        raise RequestError("template_long", fact=field.name)
    if value and field.kind == "choice" and value not in field.choices:
        raise UnknownChoice("field_value", value, field.shown or field.choices, field=field.name)
    if value and field.kind == "number" and not NUMBER.fullmatch(value):
        raise RequestError("template_number", fact=field.name)
    return value
