"""Read kinds of things that have one TOML file each: Council's own files, and those in the operator's folder."""

import errno
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar, cast

from council_core.errors import Problem

T = TypeVar("T")

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")

MOST = 23
"""Most things of one kind: a Discord menu has 25 lines (docs: components/reference, string select), and two are for
other choices."""

LONGEST_SHOWN = 60
"""Characters of a wrong value in an error message."""

FORBIDDEN = (errno.EACCES, errno.EPERM)

PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""Place at the end of an error of `tomllib`."""


def nearest(name: str, known: Collection[str], *, cutoff: float = 0.7) -> str:
    """Return the known name that this one was probably meant to be; empty if none is near.

    Args:
        name: The given name.
        known: Names to choose from.
        cutoff: Least likeness, from 0 to 1 (`difflib`).
    """
    found = get_close_matches(name, known, n=1, cutoff=cutoff)
    return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file. Its readers note what is wrong, and then return something empty."""

    values: Mapping[str, object]
    problems: list[Problem] = field(default_factory=list[Problem])
    within: str = ""
    """Keys of the tables around it, such as `oauth.`."""

    def only(self, known: Collection[str]) -> None:
        """Note each key that is not among these."""
        for key in sorted(self.values.keys() - known):
            name = f"{self.within}{key}"
            if near := nearest(key, known):
                self.problems.append(Problem("unknown_key_near", name=name, near=f"{self.within}{near}"))
            else:
                self.problems.append(Problem("unknown_key", name=name, known=", ".join(sorted(known))))

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; a number counts as one. Without a default, the key must be there."""
        value = self.values.get(key, default)
        if value is None:
            self.problems.append(Problem("missing_key", name=f"{self.within}{key}"))
            return ""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self._misfit(key)
            return ""
        return str(value).strip()

    def flag(self, key: str) -> bool:
        """Return whether a key is true; false if it is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self._misfit(key)
        return value is True

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty if the key is missing."""
        value = self.values.get(key, [])
        rows = cast("list[object]", value) if isinstance(value, list) else [value]
        if not isinstance(value, list) or any(isinstance(each, list | dict) for each in rows):
            self._misfit(key)
            return ()
        return tuple(str(each) for each in rows)

    def pairs(self, key: str) -> Mapping[str, str]:
        """Return a table of texts; empty if the key is missing."""
        inner = self.table(key)
        return {name: inner.text(name) for name in inner.values}

    def table(self, key: str) -> "Table":
        """Return a table; an empty one if the key is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self._misfit(key)
            value = {}
        return Table(cast("dict[str, object]", value), self.problems, f"{self.within}{key}.")

    def tables(self, key: str) -> Sequence["Table"]:
        """Return a list of tables; empty if the key is missing."""
        value = self.values.get(key, [])
        rows = cast("list[object]", value) if isinstance(value, list) else [value]
        if not all(isinstance(row, dict) for row in rows):
            self._misfit(key)
            return ()
        return [Table(cast("dict[str, object]", row), self.problems, f"{self.within}{key}.") for row in rows]

    def _misfit(self, key: str) -> None:
        value = f"{self.values[key]!r}"[:LONGEST_SHOWN]
        self.problems.append(Problem("value_type", name=f"{self.within}{key}", value=value))


def shipped_names(package: str) -> tuple[str, ...]:
    """Return the names of a package's TOML files, in alphabetical order."""
    names = (entry.name for entry in files(package).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlFiles(Generic[T]):
    """One kind of thing, described by files called `name.toml`."""

    noun: str
    """Word for one of them, such as `preset`."""

    package: str = ""
    """Package with Council's own files; empty if there are none."""

    variable: str
    """Environment variable that names the operator's folder."""

    most: int | None = MOST
    """Most things that a menu shows; None for things without a menu."""

    read: Callable[[str, Table, str], T]
    """Makes one thing from its name, its table, and its file's name for messages, and notes what is wrong in the
    table."""

    def load(self, folder: Path | None, problems: list[Problem]) -> Mapping[str, T]:
        """Return all things by name, in alphabetical order; the operator's replace Council's own of the same name.

        Args:
            folder: The operator's folder; None for none.
            problems: Takes each error in a file.
        """
        found = dict(self._all(files(self.package), "", problems)) if self.package else {}
        try:
            if folder is not None and not folder.is_dir():
                problems.append(Problem("no_folder", name=self.variable, value=str(folder)))
            elif folder is not None:
                found |= self._all(folder, f"{folder}/", problems)
        except OSError as error:
            problems.append(unopened(error).in_file(self.noun, f"{folder}/"))
        if self.most is not None and len(found) > self.most:
            count, most = str(len(found)), str(self.most)
            problems.append(
                Problem("too_many_files", name=self.variable, noun=self.noun, count=count, most=most)
            )
        return {name: found[name] for name in sorted(found)}

    def _all(self, folder: Traversable, where: str, problems: list[Problem]) -> Iterator[tuple[str, T]]:
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".toml"):
                yield from self.one(entry, where, problems)

    def one(self, entry: Traversable, where: str, problems: list[Problem]) -> Iterator[tuple[str, T]]:
        """Yield the name and the thing that one file describes; nothing if the file has an error.

        Args:
            entry: The file.
            where: Its folder, for messages.
            problems: Takes each error.
        """
        name, file = entry.name.removesuffix(".toml"), f"{where}{entry.name}"
        found: list[Problem] = []
        if not NAME.fullmatch(name):
            found.append(Problem("file_name", value=name))
        elif (values := _values(entry, found)) is not None:
            thing = self.read(name, Table(values, found), file)
            if not found:
                yield name, thing
        problems += [each.in_file(self.noun, file) for each in found]


def _values(entry: Traversable, problems: list[Problem]) -> dict[str, object] | None:
    """Return what a file holds; None, with a problem more, if it cannot be read."""
    try:
        return tomllib.loads(entry.read_bytes().decode())
    except OSError as error:
        problems.append(unopened(error))
    except UnicodeDecodeError:
        problems.append(Problem("file_encoding"))
    except tomllib.TOMLDecodeError as error:
        problems.append(_misspelt(str(error)))
    except RecursionError:
        problems.append(Problem("file_end", why="nested too deeply"))
    return None


def unopened(error: OSError) -> Problem:
    """Return the problem of a file, or of a folder, that cannot be opened."""
    if error.errno in FORBIDDEN:
        return Problem("file_forbidden")
    return Problem("file_unopened", why=error.strerror or type(error).__name__)


def _misspelt(said: str) -> Problem:
    """Return the problem of a text that is no TOML, with the line in which it shows; the line itself may hold a
    secret."""
    why, place = PLACE.sub("", said), PLACE.search(said)
    if place is None or place[1] is None:
        return Problem("file_end", why=why)
    return Problem("file_syntax", line=place[1], column=place[2], why=why)
