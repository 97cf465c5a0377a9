"""Tests that people read no sentence that stands outside of the words: nothing else prints or raises prose."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

SPEAKS = {
    *(
        "print",
        "print_error",
        "CommandRefused",
        "RequestError",
        "QuestionRejected",
        "NotAllowed",
        "VotingClosed",
    ),
    *("ArgumentTypeError", "add_argument", "add_parser", "ArgumentParser", "Finding", "PlainTextResponse"),
}
"""Functions and errors whose text people read."""

PROSE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}( [^\W\d_]{2,}|[.?!:])")
"""Three words, or two that end a sentence."""

FOR_PROGRAMS = {
    "bot/web/server.py": "a collector of figures without its token reads it",
}
"""Modules whose texts are for programs and logs, which are in English."""


def spoken(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each text with prose that is handed to a person, with the function that hands it over."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in SPEAKS:
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and PROSE.search(part.value):
                yield name, part.value


def test_a_sentence_for_people_stands_in_the_words() -> None:
    found = {
        (file.relative_to(ROOT).as_posix(), *said)
        for room in ("bot", "council_core")
        for file in sorted((ROOT / room).rglob("*.py"))
        if "presentation/words" not in file.as_posix()
        for said in spoken(ast.parse(file.read_text(encoding="utf-8")))
    }

    assert {each for each in found if each[0] not in FOR_PROGRAMS} == set()
    assert {each[0] for each in found} >= set(FOR_PROGRAMS), "an exception that nothing needs any more"
