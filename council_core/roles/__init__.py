"""Roles as files: each `name.toml` beside this module, or in a folder of the house, is a point of view for a member."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from council_core.domain.member import Role

__all__ = ["Roles", "load"]

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")
KEYS = {"title", "instructions"}

MOST = 23
"""Roles: a menu of Discord has 25 lines, and two of them name none."""

LONGEST_TITLE = 40
LONGEST_INSTRUCTIONS = 4_000
"""Characters: the instructions go into the prompt of each answer of their member."""

Roles = Mapping[str, Role]
"""Roles by name, in the order of the alphabet."""


def load(folder: Path | None, problems: list[str]) -> Roles:
    """Load the roles that come with the council, and those of a folder, which may take the place of ours.

    Args:
        folder: Folder of the house; None for none.
        problems: Takes one sentence for each thing that is wrong with a file.
    """
    found = {role.name: role for role in _all(files("council_core.roles"), "", problems)}
    if folder is not None and not folder.is_dir():
        problems.append(
            f"COUNCIL_ROLES is '{folder}', and there is no such folder. Create it, or leave it out."
        )
    elif folder is not None:
        found |= {role.name: role for role in _all(folder, f"{folder}/", problems)}
    if len(found) > MOST:
        problems.append(f"There are {len(found)} roles, and menus have room for {MOST}.")
    return {name: found[name] for name in sorted(found)}


def _all(folder: Traversable, where: str, problems: list[str]) -> Iterator[Role]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.name.endswith(".toml"):
            try:
                table = tomllib.loads(entry.read_bytes().decode())
                yield _role(entry.name.removesuffix(".toml"), table)
            except OSError as error:
                problems.append(f"Role file {where}{entry.name} cannot be opened: {error.strerror}.")
            except KeyError as error:
                problems.append(f"Role file {where}{entry.name} has no {error}.")
            except ValueError as error:
                problems.append(f"Role file {where}{entry.name} is wrong: {error}")


def _role(name: str, table: Mapping[str, object]) -> Role:
    if not NAME.fullmatch(name):
        raise ValueError("name it with up to 30 small letters, digits and hyphens.")
    if strangers := set(table) - KEYS:
        raise ValueError(f"it holds {', '.join(sorted(strangers))}; known: {', '.join(sorted(KEYS))}.")
    role = Role(
        name=name,
        title=" ".join(str(table["title"]).split()),
        instructions=str(table["instructions"]).strip(),
    )
    for key, text, longest in (
        ("title", role.title, LONGEST_TITLE),
        ("instructions", role.instructions, LONGEST_INSTRUCTIONS),
    ):
        if not 1 <= len(text) <= longest:
            raise ValueError(f"its {key} has {len(text)} characters; expected 1 to {longest}.")
    return role
