"""What holds for every file of the product: it says what it is for, and it is short enough to be read at once."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]

LONGEST = 300
"""Lines; beyond that a file is split by noun or verb."""

FILES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for package in ("bot", "council_core")
    for path in sorted((ROOT / package).rglob("*.py"))
}

FORBIDDEN = {"utils", "util", "common", "manager", "managers", "base", "helpers", "misc"}
"""Names that say nothing about what is inside."""


def test_there_is_something_to_look_at() -> None:
    assert {"bot/handlers.py", "council_core/council_run.py"} <= FILES.keys()


def test_every_file_says_in_its_first_line_what_it_is_for() -> None:
    said = {name: ast.get_docstring(ast.parse(source)) or "" for name, source in FILES.items()}

    assert {name: text for name, text in said.items() if len(text.split()) < 3} == {}


def test_every_file_is_short_enough_to_be_read_at_once() -> None:
    lines = {name: len(source.splitlines()) for name, source in FILES.items()}

    assert {name: count for name, count in lines.items() if count > LONGEST} == {}, "split by noun or verb"


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    names = {part for name in FILES for part in name.removesuffix(".py").split("/")}

    assert names & FORBIDDEN == set()
