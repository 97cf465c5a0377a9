"""Roles as files: each `name.toml` beside this module, or in the operator's folder, is a point of view for a member."""

from collections.abc import Mapping

from council_core.domain.member import Role
from council_core.toml_files import TomlFiles

__all__ = ["Roles", "load"]

KEYS = {"title", "instructions"}

LONGEST_TITLE = 40
LONGEST_INSTRUCTIONS = 4_000
"""Most characters of instructions, because they are part of each prompt for an answer of that member."""

Roles = Mapping[str, Role]
"""Roles by name, in alphabetical order."""


def _role(name: str, table: Mapping[str, object], file: str) -> Role:
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


load = TomlFiles(noun="role", package="council_core.roles", variable="COUNCIL_ROLES", read=_role).load
