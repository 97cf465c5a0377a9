"""Read a template from the five texts of a form, or name the mistake in each text."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, get_args

from council_core.domain.template import PLACEHOLDER, Kind, Template, TemplateField, field_value
from council_core.domain.writable import writable
from council_core.errors import RequestError
from council_core.templates import LONGEST_CHOICE, MOST_CHOICES, MOST_FIELDS
from council_core.toml_files import NAME

TemplatePart = Literal["name", "about", "instructions", "fields", "extras"]
"""Names of the texts. `name`; `about`: title and purpose; `instructions`; `fields`: one on each line; `extras`: preset
and roles."""

PARTS: tuple[TemplatePart, ...] = get_args(TemplatePart)

MistakeKind = Literal[
    "name",
    "taken",
    "changed",
    "about",
    "no_instructions",
    "placeholder",
    "line",
    "twice",
    "default",
    "too_many_fields",
    "too_many_choices",
    "long_choice",
    "extras",
    "preset",
    "role",
]

LONGEST_TITLE, LONGEST_SUMMARY, LONGEST_LABEL = 24, 100, 45

ABOUT = re.compile(r"(?P<title>[^:]+):\s*(?P<summary>.+)", re.DOTALL)
FIELD = re.compile(
    r"(?P<name>[a-z][a-z0-9_]{0,29})(?P<required>\*?)\s*:\s*(?P<label>[^\[\]=]+?)\s*"
    r"(?:\[(?P<kind>[^\[\]]+)\])?\s*(?:=\s*(?P<default>.+))?"
)
EXTRA = re.compile(r"(?P<key>preset|roles)\s*[:=]\s*(?P<value>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A mistake in one of the texts."""

    part: TemplatePart
    kind: MistakeKind
    line: int = 1
    fact: str = ""
    known: tuple[str, ...] = ()
    """Right values, if they can be listed."""


def read_written(
    texts: Mapping[TemplatePart, str], *, presets: Collection[str], roles: Collection[str]
) -> Template | tuple[Mistake, ...]:
    """Return the template that these texts describe, or all mistakes in them."""
    found: list[Mistake] = []
    given = {part: writable(texts.get(part, "")).strip() for part in texts}
    name = given.get("name", "").lower()
    if not NAME.fullmatch(name):
        found.append(Mistake(part="name", kind="name", fact=name))
    about = ABOUT.fullmatch(given.get("about", ""))
    title, summary = (" ".join(each.split()) for each in about.groups()) if about else ("", "")
    if not (0 < len(title) <= LONGEST_TITLE and 0 < len(summary) <= LONGEST_SUMMARY):
        found.append(Mistake(part="about", kind="about"))
    fields = _fields(given.get("fields", ""), found)
    instructions = given.get("instructions", "")
    # An unreadable line counts as one mistake, not two.
    meant = {each.fact.partition(":")[0].rstrip("*") for each in found if each.kind == "line"}
    found += [
        each
        for each in _placeholders(instructions, [field.name for field in fields])
        if not (each.fact and any(text.startswith(each.fact) for text in meant))
    ]
    preset, dealt = _extras(given.get("extras", ""), presets, roles, found)
    if found:
        return tuple(found)
    return Template(
        name=name,
        title=title,
        summary=summary,
        instructions=instructions,
        preset=preset,
        fields=fields,
        roles=dealt,
    )


def _placeholders(instructions: str, known: Sequence[str]) -> list[Mistake]:
    if not instructions:
        return [Mistake(part="instructions", kind="no_instructions")]
    return [
        Mistake(part="instructions", kind="placeholder", line=number, fact=name, known=tuple(known))
        for number, line in enumerate(instructions.splitlines(), 1)
        for name in PLACEHOLDER.findall(line)
        if name not in known
    ]


def _fields(text: str, found: list[Mistake]) -> tuple[TemplateField, ...]:
    fields: dict[str, TemplateField] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        read = _field(line.strip())
        if isinstance(read, str):
            found.append(Mistake(part="fields", kind="line", line=number, fact=read))
            continue
        if read.name in fields:
            found.append(Mistake(part="fields", kind="twice", line=number, fact=read.name))
        if len(read.choices) > MOST_CHOICES:
            found.append(Mistake(part="fields", kind="too_many_choices", line=number, fact=str(MOST_CHOICES)))
        if any(len(each) > LONGEST_CHOICE for each in read.choices):
            found.append(Mistake(part="fields", kind="long_choice", line=number, fact=str(LONGEST_CHOICE)))
        try:
            field_value(read, "") if read.default else ""
        except RequestError:
            known = read.choices
            found.append(Mistake(part="fields", kind="default", line=number, fact=read.default, known=known))
        fields[read.name] = read
    if len(fields) > MOST_FIELDS:
        found.append(Mistake(part="fields", kind="too_many_fields", fact=str(MOST_FIELDS)))
    return tuple(fields.values())


def _field(line: str) -> TemplateField | str:
    """Return the field of a line such as `tone*: Tone [plain, formal] = plain`; the line itself if it cannot be
    read."""
    match = FIELD.fullmatch(line)
    if match is None or len(match["label"]) > LONGEST_LABEL:
        return line
    inside = (match["kind"] or "").strip()
    sign = "|" if "|" in inside else ","
    choices = tuple(dict.fromkeys(each.strip() for each in inside.split(sign) if each.strip()))
    kind: Kind = "choice" if choices else "text"
    if inside in ("number", "text"):
        kind, choices = ("number", ()) if inside == "number" else ("text", ())
    return TemplateField(
        name=match["name"],
        label=match["label"],
        kind=kind,
        choices=choices,
        default=(match["default"] or "").strip(),
        required=bool(match["required"]),
    )


def _extras(
    text: str, presets: Collection[str], roles: Collection[str], found: list[Mistake]
) -> tuple[str, tuple[str, ...]]:
    """Read `preset: quick; roles: sceptic, engineer`."""
    preset, dealt = "", tuple[str, ...]()
    for part in filter(None, (each.strip() for each in re.split(r"[;\n]", text))):
        match = EXTRA.fullmatch(part)
        if match is None:
            found.append(Mistake(part="extras", kind="extras", fact=part))
        elif match["key"].lower() == "preset":
            preset = match["value"].strip()
        else:
            dealt = tuple(each.strip() for each in match["value"].split(",") if each.strip())
    if preset and preset not in presets:
        found.append(Mistake(part="extras", kind="preset", fact=preset, known=tuple(presets)))
    found += [
        Mistake(part="extras", kind="role", fact=role, known=tuple(roles))
        for role in dealt
        if role not in roles
    ]
    return preset, dealt


def written(template: Template) -> dict[TemplatePart, str]:
    """Return a template as the texts from which `read_written` would read it."""
    extras = [f"preset: {template.preset}"] if template.preset else []
    extras += [f"roles: {', '.join(template.roles)}"] if template.roles else []
    return {
        "name": template.name,
        "about": f"{template.title}: {template.summary}",
        "instructions": template.instructions,
        "fields": "\n".join(map(_line, template.fields)),
        "extras": "; ".join(extras),
    }


def mark_of(template: Template | None) -> str:
    """Return a short digest of a template, empty without one. A form that holds it can tell later whether the template
    has changed since."""
    if template is None:
        return ""
    return blake2b(repr(written(template)).encode(errors="replace"), digest_size=4).hexdigest()


def _line(field: TemplateField) -> str:
    choices = field.shown or field.choices
    sign = " | " if any("," in each for each in choices) else ", "
    inside = sign.join(choices) or ("number" if field.kind == "number" else "")
    kind = f" [{inside}]" if inside else ""
    default = f" = {field.choice_shown(field.default)}" if field.default else ""
    return f"{field.name}{'*' if field.required else ''}: {field.label}{kind}{default}"
