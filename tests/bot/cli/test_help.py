"""Tests of the guide and the help pages of the command line."""

import argparse
import asyncio
import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import cast, get_args

import pytest
from rich.cells import cell_len

from bot.__main__ import main
from bot.cli import COMMANDS, Help
from bot.cli.options import OVERRIDES
from bot.presentation.words import ENGLISH, LANGUAGES
from bot.presentation.words.commands import Misuse
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
    "rich.console",
    "markdown_it",
    "httpx2",
    "asyncio",
    "bot.settings.environment",
    "council_core.tools",
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


@pytest.mark.parametrize("columns", [50, 80])
@pytest.mark.parametrize("code", LANGUAGES)
def test_help_is_folded_at_the_width_of_its_letters(
    code: str, columns: int, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("COUNCIL_LANGUAGE", code)
    pages = [council().out, council("--help").out, *(council("help", name).out for name in COMMANDS)]

    lines = [
        line for page in pages for line in page.splitlines() if not re.match(r" +(\[|--|council|{)", line)
    ]
    assert [line for line in lines if cell_len(line) > columns] == []


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
    assert "Meintest du `council history`?" in council("histroy").err
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


NOT_FOR_READING = (
    "dbos",
    "alembic",
    "aiohttp",
    "pydantic_ai",
    "yaml",
    "council_core.engine",
    "bot.app.bootstrap",
)
"""What a run needs, and a command that only reads does not."""


READING = (["history"], ["search", "tabs"], ["board"], ["decisions"], ["schedules"])


def test_a_command_that_only_reads_imports_neither_the_engine_nor_what_asks_models(
    folder: Path, council: Council
) -> None:
    assert council("history").code == 0, "the tables are there"
    program = f"""
import sys
from bot.__main__ import main
for words in {READING}:
    main(words)
    print("imported:", *words, "with", *sys.modules)
"""
    read = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )

    imported = [line.split() for line in read.stdout.splitlines() if line.startswith("imported:")]
    assert [line[1 : line.index("with")] for line in imported] == list(READING)
    for line in imported:
        assert [name for name in NOT_FOR_READING if name in line] == [], line[1]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "histroy",
            "There is no command 'histroy'. Did you mean `council history`? `council --help` lists all commands.",
        ),
        ("frobnicate", "There is no command 'frobnicate'. `council --help` lists all commands."),
        ("Tabs or spaces?", "To ask the council, write: council ask 'Tabs or spaces?'"),
    ],
)
def test_of_a_command_that_does_not_exist_the_nearest_is_named(
    word: str, said: str, council: Council
) -> None:
    answer = council(word)

    assert (answer.code, answer.out, answer.err.strip()) == (2, "", said)


MISUSED = [
    (["ask", "--frobnicate", "x"], "option", {"name": "--frobnicate"}),
    (["ask", "--qourum", "2", "x"], "option_near", {"name": "--qourum", "near": "--quorum"}),
    (["runs", "--stukc"], "option_near", {"name": "--stukc", "near": "--stuck"}),
    (["--member", "demo:ada"], "option", {"name": "--member"}),
    (["history", "all"], "extra", {"value": "all"}),
    (["show"], "missing", {"name": "run"}),
    (["forget"], "missing_one", {"name": "run, --older-than"}),
    (["ask", "--quorum"], "no_value", {"name": "--quorum"}),
    (["serve", "--role", "x"], "choice", {"name": "--role", "value": "x", "known": "all, ingress, worker"}),
    (["play", "--port", "x"], "number", {"name": "--port", "value": "x"}),
    (["runs", "--stuck", "--under-way"], "together", {"name": "--under-way", "value": "--stuck"}),
    (["ask", "--json=x"], "takes_none", {"name": "--json", "value": "x"}),
    (["ask", "--r", "x"], "ambiguous", {"name": "--r", "known": "--rubric, --rounds, --resume"}),
]


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_misuse_is_a_sentence_in_the_readers_language(
    code: str, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", code)
    said = LANGUAGES[code].commands

    for words, kind, facts in MISUSED:
        told = council(*words)
        assert (told.code, told.out) == (2, "")
        assert told.err.startswith(f"{said.usage} council")
        assert told.err.splitlines()[-1] == said.misuse(kind=cast("Misuse", kind), facts=facts)
    assert {kind for _, kind, _ in MISUSED} | {"own"} == set(get_args(Misuse))


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_no_machine_has_is_refused_before_anything_is_opened(port: str, council: Council) -> None:
    told = council("play", f"--port={port}")

    assert (told.code, told.out) == (2, "")
    assert f"--port is '{port}'; expected a whole number from 0 to 65535." in told.err


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_help_page_holds_a_word_of_argparse(
    code: str, council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", code)
    said = LANGUAGES[code].commands

    pages = [council("--help").out, *(council(name, "--help").out for name in ("show", "forget"))]

    assert all(page.startswith(f"{said.usage} council") for page in pages)
    assert all(f"{said.options_title}:" in page and said.help_option in page for page in pages)
    assert all(f"{said.arguments_title}:" in page for page in pages[1:])
    assert not any(word in page for page in pages for word in ("positional", "show this help message"))


def test_a_terminal_without_the_letters_shows_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = BytesIO()
    monkeypatch.setenv("LC_ALL", "ko")
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(shown, encoding="ascii"))

    code = main([])

    assert (code, "council ask" in shown.getvalue().decode("ascii")) == (0, True)
    assert "\\uc5ec\\ub7ec" in shown.getvalue().decode("ascii")


def test_the_version_is_printed(council: Council) -> None:
    said = council("--version")

    assert (said.code, said.out) == (
        0,
        f"Council {version('council')} on Python {platform.python_version()}\n",
    )


def test_help_of_a_command_is_also_a_command(council: Council) -> None:
    assert council("help", "show").out == council("show", "--help").out
    assert council("help").out == council("--help").out
    assert "Did you mean `council ask`?" in council("help", "aks").err


def test_without_a_command_a_short_guide_is_printed(council: Council) -> None:
    said = council()

    assert (said.code, said.err) == (0, "")
    assert "council ask" in said.out
    assert len(said.out.splitlines()) < 20
