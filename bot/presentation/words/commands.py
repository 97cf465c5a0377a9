"""Help pages of the command line; see `thread.py` for the rules. Plain text."""

from collections.abc import Mapping
from typing import Literal, Protocol

Misuse = Literal[
    "missing",  # name
    "missing_one",  # name
    "no_value",  # name
    "choice",  # name, value, known
    "number",  # name, value
    "together",  # name, value
    "takes_none",  # name, value
    "ambiguous",  # name, known
    "own",  # name, value
    "extra",  # value
    "option",  # name
    "option_near",  # name, near
]
"""Mistakes in a command. A comment names the facts that come with a kind; "own": `value` is what the option says."""


class CommandWords(Protocol):
    """The guide and the help pages of `council`."""

    @property
    def about(self) -> str:
        """One sentence about Council."""
        ...

    @property
    def guide(self) -> str:
        """The page that `council` without a command prints."""
        ...

    @property
    def epilog(self) -> str:
        """The last line of the list of commands."""
        ...

    @property
    def title(self) -> str:
        """Heading of the list of commands."""
        ...

    @property
    def usage(self) -> str:
        """Word before the form of a command, with its colon."""
        ...

    @property
    def arguments_title(self) -> str: ...

    @property
    def options_title(self) -> str: ...

    @property
    def help_option(self) -> str: ...

    @property
    def version_option(self) -> str: ...

    @property
    def summaries(self) -> Mapping[str, str]:
        """A few words on each command, by its name."""
        ...

    @property
    def descriptions(self) -> Mapping[str, str]:
        """The text of each command's help page, by its name."""
        ...

    @property
    def options(self) -> Mapping[str, str]:
        """A few words on each option, by command and option, such as `ask --json`."""
        ...

    def setting(self, *, name: str, english: str) -> str:
        """A few words on a setting that `council ask` takes as an option; the English ones of its row if there is no
        translation."""
        ...

    def version(self, *, version: str, python: str) -> str:
        """First line; `version` is empty if Council is not installed."""
        ...

    def misuse(self, *, kind: Misuse, facts: Mapping[str, str]) -> str:
        """Sentence about a mistake in the words of a command."""
        ...

    def ask_this(self, *, question: str) -> str:
        """A question was typed without the command `ask`; it comes quoted for a shell."""
        ...

    def unknown_command(self, *, name: str, near: str) -> str:
        """There is no such command; `near` is the most similar one, empty for none."""
        ...

    def no_positive_number(self, *, value: str) -> str: ...

    def no_whole_number(self, *, value: str) -> str: ...

    def no_day(self, *, value: str) -> str: ...

    def no_dollars(self, *, value: str) -> str: ...
