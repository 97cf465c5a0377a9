"""Ways to ask with fields in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.en.phrases import counted
from bot.presentation.words.templates import placeholders
from council_core.templates.written import MistakeKind, TemplatePart

TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": (
        "Name",
        "Small letters, digits and hyphens, such as release-notes; typed as template:release-notes",
    ),
    "about": ("Title: what it is for", "Such as Release notes: what changed, for those who use it"),
    "instructions": (
        "Instructions for all models",
        "{{audience}} stands for what is filled into the field audience",
    ),
    "fields": (
        "Fields, one per line",
        "audience*: Who reads it · tone: Tone [plain, formal] = plain · points: Points [number] = 5",
    ),
    "extras": ("Preset and roles", "Such as preset: quick; roles: sceptic, engineer"),
}


TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "Write up to 30 small letters, digits and hyphens, such as release-notes.",
    "taken": "There is a template of your own called {fact} already. Choose another name, or change that one.",
    "changed": "Somebody else has changed or deleted this template in the meantime, so nothing was saved. Open it again.",
    "about": "Write a title of at most 24 characters, a colon, and what it is for, such as Release notes: what changed.",
    "no_instructions": "Write what every model is told.",
    "placeholder": "Line {line}: {{{{{fact}}}}} names no field. Write {fields}, or add a line for {fact} to the fields.",
    "line": "Line {line} cannot be read: {fact}. Write it like tone: Tone [plain, formal] = plain",
    "twice": "Line {line}: there is a field {fact} already. Give this one another name.",
    "default": "Line {line}: {fact} after = does not fit the field. Write one of its choices, or a number. {known}",
    "too_many_fields": "A template has at most {fact} fields. Take some out.",
    "too_many_choices": "Line {line}: a field has at most {fact} choices. Take some out.",
    "long_choice": "Line {line}: a choice has at most {fact} characters. Shorten it.",
    "extras": "{fact} cannot be read. Write it like preset: quick; roles: sceptic, engineer",
    "preset": "There is no preset {fact}. There are {known}.",
    "role": "There is no role {fact}. There are {known}.",
}


@dataclass(frozen=True, slots=True)
class EnglishTemplates:
    """Implements `TemplateWords`."""

    title: str = "Templates"
    choose: str = "Ask with a template"
    required: str = "required"
    template_or_first: str = "Template, or a step before the question"
    template: str = "Template"
    fill_in: str = "Fill in"
    empty: str = "Fill this in: the template needs it."
    no_number: str = "Type a number, such as 200."

    new: str = "New template"
    change: str = "Change a template"
    edit: str = "Edit"
    own_version: str = "Make our own version"
    delete: str = "Delete"
    form_title: str = "Template of our own"
    save: str = "Save"

    def sure(self, *, title: str) -> str:
        return f"Delete the template {title} for everybody here? Questions that were asked with it keep it."

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** is saved for everybody here. It is in the form for a question, and typed: {command} template:{name} …"

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"The template **{name}** is not here any more."
        again = " The template of this name that comes with Council is used again." if back else ""
        return f"The template **{name}** is deleted.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        return TEMPLATE_MISTAKES[kind].format(
            line=line, fact=fact, known=", ".join(known), fields=placeholders(known) or "no placeholder"
        )

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "Choose one below, or type" if in_chat else "Type"
        return f'{first} {command} template:writer reader="our users" and your question.'

    def has_fields(self, *, title: str, count: int) -> str:
        return f"**{title}** has {counted(count, 'field')} to fill in. Nothing is asked yet."
