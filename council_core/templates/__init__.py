"""Templates as files: each `name.toml` beside this module, or in a folder of the house, is a way to ask with fields."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from council_core.domain.question import FilledField, FilledTemplate
from council_core.domain.writable import writable
from council_core.errors import RequestError, UnknownChoice
from council_core.toml_files import TomlFiles

__all__ = ["Template", "TemplateField", "Templates", "load"]

Kind = Literal["text", "choice", "number"]

FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
NUMBER = re.compile(r"[-+]?\d{1,12}(?:[.,]\d{1,6})?")

KEYS = {"title", "summary", "instructions", "preset", "fields"}
FIELD_KEYS = {"name", "label", "kind", "choices", "default", "required"}

MOST_FIELDS = 4
"""Fields of a template: beside the question, a form of Discord has room for no more."""

MOST, MOST_CHOICES = 24, 25
"""Templates, and choices of a field: a menu of Discord has 25 lines, and that of templates has one for none."""

LONGEST_VALUE = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateField:
    """One thing to fill in."""

    name: str
    label: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    default: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Instructions for all models with places to fill in."""

    name: str
    title: str
    summary: str
    instructions: str
    preset: str = ""
    """Preset that holds where none is chosen; empty for none."""

    fields: tuple[TemplateField, ...] = ()

    def filled(self, values: Mapping[str, str]) -> FilledTemplate:
        """Return the template with these values in their places; a field that is left out takes its default.

        Raises:
            RequestError: A required field is empty, or a value does not fit its field.
            UnknownChoice: There is no such field or choice.
        """
        for _, mistake in self.mistakes(values):
            raise mistake
        texts = {field.name: _value(field, values.get(field.name, "")) for field in self.fields}
        # All at once: what a person fills in is never read for placeholders.
        instructions = PLACEHOLDER.sub(lambda found: texts[found[1]], self.instructions).strip()
        fields = tuple(
            FilledField(name=field.name, label=field.label, value=texts[field.name]) for field in self.fields
        )
        return FilledTemplate(name=self.name, title=self.title, instructions=instructions, fields=fields)

    def mistakes(self, values: Mapping[str, str]) -> tuple[tuple[str, RequestError], ...]:
        """Return what is wrong with these values, by the names of their fields."""
        known = [field.name for field in self.fields]
        found: list[tuple[str, RequestError]] = [
            (name, UnknownChoice("field", name, known)) for name in sorted(values.keys() - set(known))
        ]
        for field in self.fields:
            try:
                _value(field, values.get(field.name, ""))
            except RequestError as error:
                found.append((field.name, error))
        return tuple(found)


Templates = Mapping[str, Template]
"""Templates by name, in the order of the alphabet."""


def _value(field: TemplateField, given: str) -> str:
    value = writable(given).strip() or field.default
    if not value and field.required:
        raise RequestError(f"The field '{field.name}' is empty.", kind="template_empty", fact=field.name)
    if len(value) > LONGEST_VALUE:
        raise RequestError(f"'{field.name}' is too long.", kind="template_long", fact=field.name)
    if value and field.kind == "choice" and value not in field.choices:
        raise UnknownChoice(field.name, value, field.choices)
    if value and field.kind == "number" and not NUMBER.fullmatch(value):
        raise RequestError(f"'{field.name}' is no number.", kind="template_number", fact=field.name)
    return value


def _template(name: str, table: Mapping[str, object], file: str) -> Template:
    _reject_unknown(table, KEYS)
    rows = cast("Sequence[Mapping[str, object]]", table.get("fields", ()))
    made = Template(
        name=name,
        title=str(table["title"]),
        summary=str(table["summary"]),
        instructions=str(table["instructions"]).strip(),
        preset=str(table.get("preset", "")),
        fields=tuple(_field(row) for row in rows),
    )
    if len(made.fields) > MOST_FIELDS:
        raise ValueError(f"it has {len(made.fields)} fields, and forms have room for {MOST_FIELDS}.")
    known = {field.name for field in made.fields}
    for placeholder in PLACEHOLDER.findall(made.instructions):
        if placeholder not in known:
            expected = ", ".join(f"{{{{{each}}}}}" for each in sorted(known)) or "no placeholder"
            raise ValueError(f"{{{{{placeholder}}}}} names no field; expected {expected}.")
    return made


def _field(row: Mapping[str, object]) -> TemplateField:
    _reject_unknown(row, FIELD_KEYS)
    kind = str(row.get("kind", "text"))
    made = TemplateField(
        name=str(row["name"]),
        label=str(row["label"]),
        kind=cast("Kind", kind),
        choices=tuple(str(each) for each in cast("Sequence[object]", row.get("choices", ()))),
        default=str(row.get("default", "")),
        required=row.get("required") is True,
    )
    if not FIELD_NAME.fullmatch(made.name):
        raise ValueError(f"the field '{made.name}' needs a name of small letters, digits and underscores.")
    if kind not in get_args(Kind):
        raise ValueError(f"the field '{made.name}' is '{kind}'; expected {', '.join(get_args(Kind))}.")
    if (kind == "choice") != bool(made.choices) or len(made.choices) > MOST_CHOICES:
        raise ValueError(f"the field '{made.name}' needs choices if it is a choice, {MOST_CHOICES} at most.")
    if made.default:
        try:
            _value(made, "")
        except RequestError as error:
            raise ValueError(f"the default of the field '{made.name}' does not fit: {error}") from error
    return made


def _reject_unknown(table: Mapping[str, object], keys: set[str]) -> None:
    if strangers := set(table) - keys:
        raise ValueError(f"it holds {', '.join(sorted(strangers))}; known: {', '.join(sorted(keys))}.")


load = TomlFiles(
    noun="template", most=MOST, package="council_core.templates", variable="COUNCIL_TEMPLATES", read=_template
).load
