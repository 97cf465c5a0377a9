"""Templates as files: each `name.toml` beside this module, or in the operator's folder, is a way to ask with fields."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import cast, get_args

from council_core.domain.template import PLACEHOLDER, Kind, Template, TemplateField, Templates, field_value
from council_core.errors import Problem, RequestError, UnknownChoice
from council_core.toml_files import Table, TomlFiles

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


def _template(name: str, table: Table, file: str) -> Template:
    del file
    table.only(KEYS)
    made = Template(
        name=name,
        title=table.text("title"),
        summary=table.text("summary"),
        instructions=table.text("instructions"),
        preset=table.text("preset", ""),
        fields=tuple(_field(row) for row in table.tables("fields")),
        roles=table.texts("roles"),
    )
    if len(made.fields) > MOST_FIELDS:
        count = str(len(made.fields))
        table.problems.append(Problem("too_many_fields", name="fields", count=count, most=str(MOST_FIELDS)))
    for key in ("title", "summary", "instructions"):
        if key in table.values and not table.text(key):
            table.problems.append(Problem("empty", name=key))
    names = [field.name for field in made.fields]
    known = set(names)
    table.problems.extend(
        Problem("field_twice", value=name) for name in sorted(known) if names.count(name) > 1
    )
    for placeholder in PLACEHOLDER.findall(made.instructions):
        if placeholder not in known:
            table.problems.append(_strange(placeholder, known))
    return made


def _strange(placeholder: str, known: Collection[str]) -> Problem:
    """Return the problem of a placeholder that names no field."""
    value = f"{{{{{placeholder}}}}}"
    if not known:
        return Problem("placeholder_alone", name="instructions", value=value)
    expected = ", ".join(f"{{{{{each}}}}}" for each in sorted(known))
    return Problem("placeholder", name="instructions", value=value, known=expected)


def _field(row: Table) -> TemplateField:
    row.only(FIELD_KEYS)
    kind = row.text("kind", "text")
    made = TemplateField(
        name=row.text("name"),
        label=row.text("label"),
        kind=cast("Kind", kind),
        choices=row.texts("choices"),
        default=row.text("default", ""),
        required=row.flag("required"),
    )
    if not FIELD_NAME.fullmatch(made.name):
        row.problems.append(Problem("field_name", value=made.name))
    elif kind not in get_args(Kind):
        known = ", ".join(get_args(Kind))
        row.problems.append(Problem("one_of", name=f"{made.name}.kind", value=kind, known=known))
    elif (kind == "choice") != bool(made.choices) or len(made.choices) > MOST_CHOICES:
        row.problems.append(Problem("field_choices", value=made.name, most=str(MOST_CHOICES)))
    elif not _are_choices(made.choices):
        row.problems.append(Problem("choices_differ", value=made.name, most=str(LONGEST_CHOICE)))
    elif not made.label and "label" in row.values:
        row.problems.append(Problem("empty", name=f"{made.name}.label"))
    elif made.default:
        row.problems.extend(_misfit(made))
    return made


def _are_choices(choices: Sequence[str]) -> bool:
    """Tell whether the choices differ and fit in a menu."""
    fit = all(each.strip() and len(each) <= LONGEST_CHOICE for each in choices)
    return fit and len(set(choices)) == len(choices)


def _misfit(field: TemplateField) -> Iterator[Problem]:
    """Yield the problem of a default value that does not fit its field."""
    try:
        field_value(field, "")
    except UnknownChoice as error:
        known = ", ".join(error.known)
        yield Problem("one_of", name=f"{field.name}.default", value=error.value, known=known)
    except RequestError as error:
        yield Problem(
            "criteria", name=f"{field.name}.default", refusal=error.kind or "", fact=str(error.fact)
        )


TEMPLATE_FILES = TomlFiles(
    noun="template", most=MOST, package="council_core.templates", variable="COUNCIL_TEMPLATES", read=_template
)
load = TEMPLATE_FILES.load
