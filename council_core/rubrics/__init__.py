"""Rubrics as files: each `name.toml` beside this module is a rubric."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import cast

from council_core.errors import UnknownChoice
from council_core.rubrics.rubric import Criterion, Direction, Rubric, SortBy, custom_rubric
from council_core.toml_files import shipped_names

__all__ = [
    "Criterion",
    "Direction",
    "Rubric",
    "SortBy",
    "calibrated_under",
    "custom_rubric",
    "known",
    "load",
    "rubric_for",
]

CRITERION_KEYS = {"description", "weight", "direction", "low", "high"}
RUBRIC_KEYS = {"sort_by", "criteria"}


def known() -> tuple[str, ...]:
    """Return the names of the rubrics that come with the council, in alphabetical order."""
    return shipped_names("council_core.rubrics")


@cache
def load(name: str) -> Rubric:
    """Load the rubric of this name.

    Raises:
        UnknownChoice: The rubric does not exist; the error names those that do.
    """
    if name not in known():
        raise UnknownChoice("rubric", name, known())
    text = (files("council_core.rubrics") / f"{name}.toml").read_text(encoding="utf-8")
    return _rubric(name, tomllib.loads(text))


def rubric_for(name: str, criteria: str) -> Rubric:
    """Return a run's rubric: its own criteria where it has some, else the rubric of this name.

    Raises:
        UnknownChoice: The rubric does not exist.
        RequestError: The criteria cannot be read.
    """
    return custom_rubric(criteria) if criteria.strip() else load(name)


def calibrated_under(name: str, criteria: str) -> str:
    """Return the name under which calibrations by this rubric are kept: other criteria of one's own make another one.

    Raises:
        UnknownChoice, RequestError: As for `rubric_for`.
    """
    rubric = rubric_for(name, criteria)
    if not criteria.strip():
        return rubric.name
    read = [(each.name, each.description, each.weight, each.direction) for each in rubric.criteria]
    return f"{rubric.name}-{blake2b(repr(read).encode(), digest_size=4).hexdigest()}"


def _rubric(name: str, table: Mapping[str, object]) -> Rubric:
    _check(f"{name}.toml", table, needed={"title", "summary", "guidance"}, others=RUBRIC_KEYS)
    rows = cast(Sequence[Mapping[str, object]], table.get("criteria", ()))
    return Rubric(
        name=name,
        title=str(table["title"]),
        summary=str(table["summary"]),
        guidance=str(table["guidance"]).strip(),
        sort_by=cast(SortBy, table.get("sort_by", "ranking")),
        criteria=tuple(_criterion(name, row) for row in rows),
    )


def _criterion(rubric: str, row: Mapping[str, object]) -> Criterion:
    where = f"{rubric}.toml, criterion {row.get('name')!r}"
    _check(where, row, needed={"name"}, others=CRITERION_KEYS)
    return Criterion(
        name=str(row["name"]),
        description=str(row.get("description", "")),
        weight=float(cast(float, row.get("weight", 1.0))),
        direction=cast(Direction, row.get("direction", "higher")),
        low=float(cast(float, row.get("low", 0.0))),
        high=float(cast(float, row.get("high", 10.0))),
    )


def _check(where: str, table: Mapping[str, object], *, needed: set[str], others: set[str]) -> None:
    if strangers := set(table) - needed - others:
        known = ", ".join(sorted(needed | others))
        raise ValueError(f"{where} holds {', '.join(sorted(strangers))}; known: {known}.")
    if missing := needed - set(table):
        raise ValueError(f"{where} lacks {', '.join(sorted(missing))}.")
