"""Roles as files: each `name.toml` beside this module, or in the operator's folder, is a point of view for a member."""

from collections.abc import Mapping

from council_core.domain.member import Role
from council_core.errors import Problem
from council_core.toml_files import Table, TomlFiles

__all__ = ["Roles", "load"]

KEYS = {"title", "instructions"}

LONGEST_TITLE = 40
LONGEST_INSTRUCTIONS = 4_000
"""Most characters of instructions, because they are part of each prompt for an answer of that member."""

Roles = Mapping[str, Role]
"""Roles by name, in alphabetical order."""


def _role(name: str, table: Table, file: str) -> Role:
    del file
    table.only(KEYS)
    title = " ".join(table.text("title").split())
    role = Role(name=name, title=title, instructions=table.text("instructions"))
    for key, text, longest in (
        ("title", role.title, LONGEST_TITLE),
        ("instructions", role.instructions, LONGEST_INSTRUCTIONS),
    ):
        if key in table.values and not 1 <= len(text) <= longest:
            count, most = f"{len(text):,}", f"{longest:,}"
            table.problems.append(Problem("text_length", name=key, count=count, most=most))
    return role


load = TomlFiles(noun="role", package="council_core.roles", variable="COUNCIL_ROLES", read=_role).load
