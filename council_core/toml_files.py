"""Read kinds of things that have one TOML file each: Council's own files, and those in the operator's folder."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")

MOST = 23
"""Most things of one kind: a Discord menu has 25 lines (docs: components/reference, string select), and two are for
other choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlFiles(Generic[T]):
    """One kind of thing, described by files called `name.toml`."""

    noun: str
    """Word for one of them, such as `preset`."""

    package: str
    """Package with Council's own files."""

    variable: str
    """Environment variable that names the operator's folder."""

    most: int = MOST
    """Most things that a menu shows."""

    read: Callable[[str, dict[str, object], str], T]
    """Makes one thing from its name, its table, and its file's name for messages. May raise KeyError for a missing key,
    and ValueError with a sentence."""

    def load(self, folder: Path | None, problems: list[str]) -> Mapping[str, T]:
        """Return all things by name, in alphabetical order; the operator's replace Council's own of the same name.

        Args:
            folder: The operator's folder; None for none.
            problems: Takes one sentence for each error in a file.
        """
        found = dict(self._all(files(self.package), "", problems))
        if folder is not None and not folder.is_dir():
            problems.append(
                f"{self.variable} is '{folder}', and there is no such folder. Create it, or leave {self.variable} out."
            )
        elif folder is not None:
            found |= self._all(folder, f"{folder}/", problems)
        if len(found) > self.most:
            problems.append(
                f"There are {len(found)} {self.noun}s, and menus have room for {self.most}. "
                f"Take files out of {self.variable}."
            )
        return {name: found[name] for name in sorted(found)}

    def _all(self, folder: Traversable, where: str, problems: list[str]) -> Iterator[tuple[str, T]]:
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.name.endswith(".toml"):
                yield from self.one(entry, where, problems)

    def one(self, entry: Traversable, where: str, problems: list[str]) -> Iterator[tuple[str, T]]:
        """Yield the name and the thing that one file describes; nothing if the file has an error.

        Args:
            entry: The file.
            where: Its folder, for messages.
            problems: Takes one sentence for each error.
        """
        file = f"{self.noun.capitalize()} file {where}{entry.name}"
        name = entry.name.removesuffix(".toml")
        if not NAME.fullmatch(name):
            problems.append(
                f"{file}: '{name}' cannot be a {self.noun}'s name. Name the file with up to 30 small letters, "
                "digits and hyphens, such as release-notes.toml."
            )
            return
        try:
            yield (
                name,
                self.read(name, tomllib.loads(entry.read_bytes().decode()), f"{where}{entry.name}"),
            )
        except OSError as error:
            problems.append(f"{file} cannot be opened: {error.strerror}. Check who may read it.")
        except UnicodeDecodeError:
            problems.append(f"{file} is not UTF-8. Save it in that encoding.")
        except tomllib.TOMLDecodeError as error:
            problems.append(f"{file} is no TOML: {error}. Mend that line.")
        except KeyError as error:
            problems.append(f'{file} has no {error.args[0]}. Add a line such as: {error.args[0]} = "…"')
        except ValueError as error:
            problems += [f"{file}: {sentence}" for sentence in error.args]
