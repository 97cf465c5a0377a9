"""Tests that every error of settings and of the database has a sentence in each language, and gives its facts."""

import ast
import errno
import os
import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from bot.presentation.words import LANGUAGES
from council_core.errors import Problem, ProblemKind, StoreKind

ROOT = Path(__file__).parents[2]


def sentences_in(code: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the sentences of problems and of the store in a language."""
    module = import_module(f"bot.presentation.words.{code}.problems")
    return module.PROBLEMS, module.STORE


MADE_OF_FACTS = {
    **dict.fromkeys(("of_unit", "unit", "such_as"), ("unit", "example")),
    **dict.fromkeys(("limiter", "version"), ()),
    "given": ("value",),
    "nouns": ("noun",),
    "key": ("name",),
    "refused": ("refusal", "fact"),
}
"""Parts of sentences that are made of these facts."""

MAKERS = {"Problem": get_args(ProblemKind)} | dict.fromkeys(
    ("StoreUnavailable", "StoreIncompatible"), get_args(StoreKind)
)


def makings() -> Iterator[tuple[str, str, set[str]]]:
    """Yield the place, kind and facts of every error that names its kind and all of its facts."""
    for folder in ("council_core", "bot"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                    continue
                kind, names = node.args[0], [each.arg for each in node.keywords]
                if node.func.id in MAKERS and isinstance(kind, ast.Constant) and None not in names:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", str(kind.value), {*map(str, names)}


def wanted(sentence: str) -> set[str]:
    """Return the facts that a sentence needs."""
    parts = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    return {fact for part in parts for fact in MADE_OF_FACTS.get(part, (part,))}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_error_gives_the_facts_of_its_sentence(code: str) -> None:
    problems, store = sentences_in(code)
    sentences = {**problems, **store}
    found = list(makings())

    assert len({kind for _, kind, _ in found}) > 100
    assert [
        (where, kind, missing) for where, kind, facts in found if (missing := wanted(sentences[kind]) - facts)
    ] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_a_sentence_for_each_kind(code: str) -> None:
    problems, store = sentences_in(code)

    assert problems.keys() == set(get_args(ProblemKind))
    assert store.keys() == set(get_args(StoreKind))


def test_every_kind_of_problem_is_raised_somewhere() -> None:
    text = "\n".join(
        file.read_text(encoding="utf-8")
        for folder in ("council_core", "bot")
        for file in (ROOT / folder).rglob("*.py")
        if "words" not in file.relative_to(ROOT).parts and file.name != "kinds.py"
    )

    assert [kind for kind in (*get_args(ProblemKind), *get_args(StoreKind)) if f'"{kind}"' not in text] == []


def test_a_reason_of_the_operating_system_is_said_in_each_language() -> None:
    problem = Problem("file_unopened", why=os.strerror(errno.ENOENT))

    said = {code: words.errors.problem(problem=problem) for code, words in LANGUAGES.items()}

    assert said["en"] == "It cannot be opened (No such file or directory)."
    assert said["de"] == "Sie lässt sich nicht öffnen (keine solche Datei)."
    assert said["ko"] == "파일을 열 수 없습니다(그런 파일이 없습니다)."


def test_a_problem_names_its_file_and_its_seat() -> None:
    problem = Problem("one_of", name="effort", value="much", known="low, high").of_seat("demo:ada")

    said = {
        code: words.errors.problem(problem=problem.in_file("preset", "mine/slow.toml"))
        for code, words in LANGUAGES.items()
    }

    assert said == said | {
        "en": "Preset file mine/slow.toml: Model 'demo:ada': effort is 'much'; expected one of low, high.",
        "de": "Preset, Datei mine/slow.toml: Modell „demo:ada“: effort ist „much“; möglich sind: low, high.",
        "ko": "프리셋 파일 mine/slow.toml: 모델 'demo:ada': effort 값이 'much'입니다. 가능한 값: low, high.",
    }
