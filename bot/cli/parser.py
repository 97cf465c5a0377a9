"""The command line's parser: argparse, with every text in the reader's language.

`argparse` has texts of its own in English and no public place to replace them all. Here, options and arguments stand
in groups with our headings, and `error` prints our sentence for each kind of message. A message of no known kind is
shown as it is; tests try each kind with the installed Python.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from bot.presentation.words.commands import CommandWords, Misuse

USAGE = "usage: "
LONGEST_LINE = 10_000
LEAST_ROOM = 20
"""Fewest columns for a text beside a name; in a narrower terminal it stands below the name."""

NAME = re.compile(r"(?: +(?:\S+(?: \S+)*  +)?)?")
"""An indented name, such as an option, and the spaces up to its text."""

NAMED = r"argument (?P<name>[^:]+): "
MESSAGES: tuple[tuple[str, "Misuse"], ...] = (
    (r"the following arguments are required: (?P<name>.+)", "missing"),
    (r"one of the arguments (?P<name>.+) is required", "missing_one"),
    (NAMED + r"expected (?:one|at least one|\d+) arguments?", "no_value"),
    (NAMED + r"invalid choice: '?(?P<value>.*?)'? \(choose from (?P<known>.+)\)", "choice"),
    (NAMED + r"invalid \w+ value: '(?P<value>.*)'", "number"),
    (NAMED + r"not allowed with argument (?P<value>.+)", "together"),
    (NAMED + r"ignored explicit argument '(?P<value>.*)'", "takes_none"),
    (r"ambiguous option: (?P<name>\S+) could match (?P<known>.+)", "ambiguous"),
    (NAMED + r"(?P<value>.+)", "own"),
)
"""Messages of argparse, and the kind of each. The last is a sentence of an option's own reader."""


class Parser(argparse.ArgumentParser):
    """A parser of `council` or of one of its commands."""

    def __init__(self, *, said: "CommandWords", **how: Any) -> None:
        super().__init__(add_help=False, **how)
        self._said = said
        self._arguments = self.add_argument_group(said.arguments_title)
        self._options = self.add_argument_group(said.options_title)
        self.add_argument("-h", "--help", action="help", help=said.help_option)

    def add_argument(self, *names: Any, **how: Any) -> argparse.Action:
        """Add an argument or an option under its heading."""
        if not names or not str(names[0]).startswith("-"):
            return self._arguments.add_argument(*names, **how)
        return self._options.add_argument(*names, **how)

    def add_mutually_exclusive_group(self, **how: Any) -> Any:
        """Add a group of options of which one is allowed, or needed."""
        under = self._arguments if how.get("required") else self._options
        return under.add_mutually_exclusive_group(**how)

    def format_usage(self) -> str:
        """Return how the command is used."""
        return self._with_our_usage(super().format_usage())

    def format_help(self) -> str:
        """Return the command's help page, folded by us: argparse counts letters, and Korean ones are twice as wide."""
        usual, self.formatter_class = self.formatter_class, _unfolded
        try:
            page = super().format_help()
        finally:
            self.formatter_class = usual
        _, _, rest = page.partition("\n\n")
        return f"{self.format_usage()}\n{folded(rest)}"

    def error(self, message: str) -> NoReturn:
        """Print how the command is used and what is wrong, and exit with 2."""
        self._exit(_sentence(message, self._said))

    def unknown(self, words: Sequence[str]) -> NoReturn:
        """Print that the command knows nothing of these words, with the nearest option, and exit with 2."""
        from bot.settings.names import nearest

        word = words[0].partition("=")[0]
        if not word.startswith("-"):
            self._exit(self._said.misuse(kind="extra", facts={"value": word}))
        near = nearest(word, re.findall(r"--?[a-z][a-z-]*", self.format_usage()))
        self._exit(
            self._said.misuse(kind="option_near" if near else "option", facts={"name": word, "near": near})
        )

    def _exit(self, sentence: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{sentence}\n")

    def _with_our_usage(self, usage: str) -> str:
        """Return the usage with our word before it; its further lines stay under the first."""
        ours = f"{self._said.usage} "
        room = " " * (len(ours) - len(USAGE))
        return ours + usage.removeprefix(USAGE).replace("\n ", f"\n {room}")


def _unfolded(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=LONGEST_LINE)


def folded(text: str) -> str:
    """Fold lines at the width of the terminal. A text beside a name goes on below its own beginning."""
    columns = max(get_terminal_size().columns - 2, LEAST_ROOM)
    return "\n".join(part for line in text.split("\n") for part in _parts(line, columns))


def _parts(line: str, columns: int) -> Iterator[str]:
    from rich.cells import cell_len

    name = found[0] if (found := NAME.match(line)) else ""
    first, *words = line[len(name) :].split(" ")
    room = " " * cell_len(name)
    if columns - len(room) < LEAST_ROOM:
        if name.strip():
            yield name.rstrip()
        name = room = "      "
    current = name + first
    for word in words:
        if cell_len(current) + 1 + cell_len(word) > columns:
            yield current
            current = room + word
        else:
            current += f" {word}"
    yield current


def _sentence(message: str, said: "CommandWords") -> str:
    for pattern, kind in MESSAGES:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            facts = found.groupdict()
            if "known" in facts:
                facts["known"] = facts["known"].replace("'", "")
            if kind == "missing_one":
                facts["name"] = ", ".join(facts["name"].split())
            return said.misuse(kind=kind, facts=facts)
    return message
