"""Templates as files: each `name.toml` beside this module, or in the operator's folder, is a way to ask with fields."""

import re
from collections.abc import Mapping, Sequence
from typing import cast, get_args

from council_core.domain.template import PLACEHOLDER, Kind, Template, TemplateField, Templates, field_value
from council_core.errors import RequestError
from council_core.toml_files import TomlFiles

__all__ = ["TEMPLATE_FILES", "Template", "TemplateField", "Templates", "load"]

FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")

KEYS = {"title", "summary", "instructions", "preset", "fields", "roles"}
FIELD_KEYS = {"name", "label", "kind", "choices", "default", "required"}

MOST_FIELDS = 4
"""Most fields of a template: a Discord form has no room for more beside the question."""

LONGEST_CHOICE = 75
"""Most characters of a choice: Slack shows no more of a line in a menu (docs.slack.dev, option object)."""

MOST, MOST_CHOICES = 24, 25
"""Most templates, and most choices of a field: a Discord menu has 25 lines, and that of templates uses one for
"none"."""


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
        roles=tuple(str(each) for each in cast("Sequence[object]", table.get("roles", ()))),
    )
    if len(made.fields) > MOST_FIELDS:
        raise ValueError(f"it has {len(made.fields)} fields, and forms have room for {MOST_FIELDS}.")
    if empty := [key for key in ("title", "summary", "instructions") if not str(table[key]).strip()]:
        raise ValueError(f"its {empty[0]} is empty.")
    known = {field.name for field in made.fields}
    if len(known) < len(made.fields):
        names = [field.name for field in made.fields]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field '{twice}' stands there twice. Give one of them another name.")
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
    if not made.label.strip():
        raise ValueError(f"the field '{made.name}' has an empty label.")
    if row.get("required", False) not in (True, False):
        raise ValueError(
            f"the field '{made.name}' is required = '{row['required']}'; expected true or false."
        )
    if (kind == "choice") != bool(made.choices) or len(made.choices) > MOST_CHOICES:
        raise ValueError(f"the field '{made.name}' needs choices if it is a choice, {MOST_CHOICES} at most.")
    if isinstance(row.get("choices"), str) or not _are_choices(made.choices):
        raise ValueError(
            f"the choices of the field '{made.name}' are a list of different texts of up to {LONGEST_CHOICE} "
            'characters, such as ["plain", "formal"].'
        )
    if made.default:
        try:
            field_value(made, "")
        except RequestError as error:
            raise ValueError(f"the default of the field '{made.name}' does not fit: {error}") from error
    return made


def _are_choices(choices: Sequence[str]) -> bool:
    """Tell whether the choices differ and fit in a menu."""
    fit = all(each.strip() and len(each) <= LONGEST_CHOICE for each in choices)
    return fit and len(set(choices)) == len(choices)


def _reject_unknown(table: Mapping[str, object], keys: set[str]) -> None:
    if strangers := set(table) - keys:
        raise ValueError(f"it holds {', '.join(sorted(strangers))}; known: {', '.join(sorted(keys))}.")


TEMPLATE_FILES = TomlFiles(
    noun="template", most=MOST, package="council_core.templates", variable="COUNCIL_TEMPLATES", read=_template
)
load = TEMPLATE_FILES.load
