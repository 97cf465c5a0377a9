"""What holds for every file of the product: it says what it is for, and it is short enough to be read at once."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LONGEST = 300
"""Lines; beyond that a file is split by noun or verb."""

FILES = sorted(path for package in ("bot", "council_core") for path in (ROOT / package).rglob("*.py"))

FORBIDDEN = {"utils", "util", "common", "manager", "managers", "base", "helpers", "misc"}
"""Names that say nothing about what is inside."""


def name_of(path: Path) -> str:
    """The file as one says it in a message."""
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_look_at() -> None:
    assert {"bot/handlers.py", "council_core/council_run.py"} <= {name_of(path) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_says_in_its_first_line_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))

    assert docstring, f"{name_of(path)} has no docstring: say what turns into what"
    assert len(docstring.split()) >= 3, f"{name_of(path)} says too little: {docstring!r}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_is_short_enough_to_be_read_at_once(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())

    assert lines <= LONGEST, f"{name_of(path)} has {lines} lines; split it by noun or verb"


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    names = {part.removesuffix(".py") for path in FILES for part in path.relative_to(ROOT).parts}

    assert names & FORBIDDEN == set()
