"""Words for templates.

One method is one message; see `thread.py` for the rules.
"""

from collections.abc import Sequence
from typing import Protocol

from council_core.templates.written import MistakeKind, TemplatePart


class TemplateWords(Protocol):
    """Ways to ask with fields."""

    @property
    def title(self) -> str:
        """A title of at most 24 characters."""
        ...

    def how(self, *, command: str, in_chat: bool) -> str: ...

    @property
    def choose(self) -> str:
        """Text of a menu of templates."""
        ...

    @property
    def required(self) -> str: ...

    @property
    def template_or_first(self) -> str:
        """The label of the menu of templates if it also offers steps before the question is asked; at most 45
        characters."""
        ...

    @property
    def template(self) -> str:
        """Label of the choice in a form."""
        ...

    def has_fields(self, *, title: str, count: int) -> str:
        """Notice that the chosen template has further fields, in a second form, and that nothing is asked yet."""
        ...

    @property
    def fill_in(self) -> str:
        """A button that opens that form."""
        ...

    @property
    def new(self) -> str:
        """A button for a template of the workspace."""
        ...

    @property
    def change(self) -> str:
        """Text of a menu of templates to change."""
        ...

    @property
    def edit(self) -> str:
        """A button."""
        ...

    @property
    def own_version(self) -> str:
        """A button: the workspace's own version of an operator's template."""
        ...

    @property
    def delete(self) -> str:
        """A button."""
        ...

    def sure(self, *, title: str) -> str:
        """Question before a template is deleted."""
        ...

    @property
    def form_title(self) -> str:
        """A title of at most 24 characters."""
        ...

    def part(self, *, part: TemplatePart) -> str:
        """Label of a field of that form."""
        ...

    def part_hint(self, *, part: TemplatePart) -> str:
        """Hint below that field; at most 100 characters."""
        ...

    @property
    def save(self) -> str: ...

    def saved(self, *, title: str, name: str, command: str) -> str: ...

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        """Notice that the template is deleted, or was so before. `back`: the operator's template of that name applies
        again."""
        ...

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        """Mistake in a field of that form: its place, and the right form."""
        ...

    @property
    def empty(self) -> str:
        """Mistake at a required field."""
        ...

    @property
    def no_number(self) -> str:
        """Mistake at a field for a number."""
        ...


def placeholders(names: Sequence[str]) -> str:
    """Return names of fields as placeholders of a template."""
    return ", ".join(f"{{{{{name}}}}}" for name in names)
