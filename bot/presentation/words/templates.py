"""Words for templates.

One method is one message; see `thread.py` for the rules that hold for all of these files.
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
        """The text of a menu of templates."""
        ...

    @property
    def required(self) -> str: ...

    @property
    def template(self) -> str:
        """The label of the choice in a form."""
        ...

    def has_fields(self, *, title: str, count: int) -> str:
        """The chosen template asks for more, in a second form; says that nothing is asked yet."""
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
        """The text of a menu of templates to change."""
        ...

    @property
    def edit(self) -> str:
        """A button."""
        ...

    @property
    def own_version(self) -> str:
        """A button: the workspace's own version of a template of the house."""
        ...

    @property
    def delete(self) -> str:
        """A button."""
        ...

    def sure(self, *, title: str) -> str:
        """Asks before a template is deleted."""
        ...

    @property
    def form_title(self) -> str:
        """A title of at most 24 characters."""
        ...

    def part(self, *, part: TemplatePart) -> str:
        """The label of a field of that form."""
        ...

    def part_hint(self, *, part: TemplatePart) -> str:
        """Stands below that field; at most 100 characters."""
        ...

    @property
    def save(self) -> str: ...

    def saved(self, *, title: str, name: str, command: str) -> str: ...

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        """The template is deleted, or was so before; `back`: the one of the house by that name counts again."""
        ...

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        """Stands at a field of that form: the place and the right form."""
        ...

    @property
    def empty(self) -> str:
        """Stands at a field that is required."""
        ...

    @property
    def no_number(self) -> str:
        """Stands at a field that takes a number."""
        ...


def placeholders(names: Sequence[str]) -> str:
    """Return names of fields as they stand in a template."""
    return ", ".join(f"{{{{{name}}}}}" for name in names)
