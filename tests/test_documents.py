"""Tests that files and functions named in documents exist."""

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from bot.cli import COMMANDS, Help
from bot.cli.parser import Parser
from bot.presentation.words import ENGLISH

ROOT = Path(__file__).parents[1]
FOLDERS = ("bot", "council_core", "docs", "tests")

FILES = {
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if "__pycache__" not in path.parts
} | {path.name for path in ROOT.iterdir()}

DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *(ROOT / name for name in sorted(FILES) if name.endswith(".md"))]
    if path.parent == ROOT / "docs" or path.stem in ("README", "METRICS", "DECISIONS")
}

A_FILE = re.compile(r"(?<![\w/.~-])[\w*/.-]*\w\.py\b")
A_PLACE = re.compile(rf"(?<![\w/.:-])(?:{'|'.join(FOLDERS)})/[\w*/.-]*[\w*]")
A_FUNCTION = re.compile(r"`([\w/]+\.py)`,? `([A-Za-z_.]+)`")

THEIRS = {"discord.py"}
"""Names of libraries that look like files."""


def _is_there(name: str, document: str) -> bool:
    """Return whether a path is a file, a folder or a module: from the root, beside the document, or within a
    package."""
    beside = f"{document.rpartition('/')[0]}/{name}"
    paths = {name, beside, f"{name}.py", f"*/{name}"}
    return (
        name in THEIRS
        or any(path in FILES for path in paths)
        or any(fnmatch(file, path) for path in paths if "*" in path for file in FILES)
    )


A_COMMAND = re.compile(r"(?:`|^)council ([a-z][a-z-]+)((?: (?!council )[^`\n#|]*)?)", re.MULTILINE)
AN_OPTION = re.compile(r"(?<!\S)--[a-z-]+")


def test_every_command_and_option_that_documents_show_exists() -> None:
    usages: dict[str, str] = {}
    for name, add_options in COMMANDS.items():
        parser = Parser(said=ENGLISH.commands, prog=name)
        add_options(parser, Help(ENGLISH.commands, name))
        usages[name] = parser.format_usage()
    texts = DOCUMENTS | {".env.example": (ROOT / ".env.example").read_text(encoding="utf-8")}

    shown = [(document, *found) for document, text in texts.items() for found in A_COMMAND.findall(text)]

    assert len({name for _, name, _ in shown}) > 20
    assert [
        (document, name, option)
        for document, name, rest in shown
        if name != "help"
        for option in AN_OPTION.findall(rest) or [""]
        if option not in usages.get(name, "no such command")
    ] == []


def test_there_are_documents_to_look_at() -> None:
    assert {"README.md", "docs/contributing.md", "tests/bench/README.md"} <= DOCUMENTS.keys()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    text = DOCUMENTS[document]
    named = {*A_FILE.findall(text), *A_PLACE.findall(text)}

    assert {name for name in named if not _is_there(name, document)} == set()


def test_every_function_on_the_way_from_a_question_to_its_post_is_there() -> None:
    pairs = A_FUNCTION.findall(DOCUMENTS["docs/contributing.md"])

    assert len(pairs) > 10
    for file, function in pairs:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        defined = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert defined.issuperset(function.split(".")), f"{file} has no {function}"


def test_every_arrow_of_the_drawing_is_a_stage() -> None:
    drawing = DOCUMENTS["docs/contributing.md"]
    arrows = next(line for line in drawing.splitlines() if line.count("►") > 3)

    stages = re.findall(r"[a-z]+", re.sub(r"\(.*?\)", "", arrows))

    assert [stage for stage in stages if f"council_core/stages/{stage}.py" not in FILES] == []
