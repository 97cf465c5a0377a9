"""Tests of the guide and the help pages of the command line."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

import pytest

from bot.cli import COMMANDS, Help
from bot.cli.options import OVERRIDES
from bot.presentation.words import ENGLISH, LANGUAGES
from tests.bot.cli.conftest import Council

HEAVY = (
    "sqlalchemy",
    "alembic",
    "dbos",
    "pydantic_ai",
    "pydantic",
    "slack_bolt",
    "slack_sdk",
    "discord",
    "rich",
    "markdown_it",
    "bot.presentation.words.de",
    "bot.presentation.words.ko",
)


def test_help_lists_every_command_with_what_it_does(council: Council) -> None:
    said = council("--help")

    assert said.code == 0
    for name in COMMANDS:
        assert name in said.out
        assert " ".join(ENGLISH.commands.summaries[name].split()[:3]) in " ".join(said.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, council: Council) -> None:
    said = council(name, "--help")

    assert said.code == 0
    assert f"usage: council {name}" in said.out
    assert ENGLISH.commands.descriptions[name].split(".")[0].split()[0] in said.out


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_a_text_for_each_command_and_each_option_and_none_besides(code: str) -> None:
    words = LANGUAGES[code].commands
    asked: set[str] = set()

    class Noting(Help):
        def __call__(self, option: str) -> str:
            asked.add(f"{name} {option}")
            return super().__call__(option)

    for name, add_options in COMMANDS.items():
        add_options(argparse.ArgumentParser(name), Noting(words, name))

    assert (set(words.summaries), set(words.descriptions)) == (set(COMMANDS), set(COMMANDS))
    assert set(words.options) == asked


@pytest.mark.parametrize("code", sorted(LANGUAGES.keys() - {"en"}))
def test_every_setting_that_a_question_may_override_has_a_text_in_every_language(code: str) -> None:
    words = LANGUAGES[code].commands

    said = Help(words, "ask")
    english = {name for name in OVERRIDES if said.setting(name) == OVERRIDES[name]}

    assert english == {"members"}, "which is --member, given once for each"


def test_help_is_in_the_language_of_the_terminal(council: Council, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")

    assert "den Rat hier im Terminal fragen" in council("--help").out
    assert "einen unterbrochenen Lauf dieses Terminals fortsetzen" in " ".join(
        council("ask", "--help").out.split()
    )
    assert "Meintest du 'council history'?" in council("histroy").err
    assert "ist kein Tag wie 2026-01-31" in council("board", "--since", "monday").err


async def test_a_help_page_imports_nothing_heavy(folder: Path) -> None:
    program = (
        "import sys\n"
        "from bot.__main__ import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit:\n"
        "    pass\n"
        "print('imported:', *sorted(sys.modules))\n"
    )
    helped = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "LC_ALL": "C"},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await helped.communicate()

    imported = out.decode().rpartition("imported:")[2].split()
    assert "bot" in imported
    assert [name for name in HEAVY if name in imported] == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "histroy",
            "There is no command 'histroy'. Did you mean 'council history'? 'council --help' lists all commands.",
        ),
        ("frobnicate", "There is no command 'frobnicate'. 'council --help' lists all commands."),
        ("Tabs or spaces?", "To ask the council, write: council ask 'Tabs or spaces?'"),
    ],
)
def test_of_a_command_that_does_not_exist_the_nearest_is_named(
    word: str, said: str, council: Council
) -> None:
    answer = council(word)

    assert (answer.code, answer.out, answer.err.strip()) == (2, "", said)


@pytest.mark.parametrize("words", [["ask", "--frobnicate", "x"], ["show"]])
def test_wrong_options_are_explained(words: list[str], council: Council) -> None:
    said = council(*words)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: council")


def test_without_a_command_a_short_guide_is_printed(council: Council) -> None:
    said = council()

    assert (said.code, said.err) == (0, "")
    assert "council ask" in said.out
    assert len(said.out.splitlines()) < 12
