"""Tests of files and pipes that come with a question in the terminal."""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.cli.ask import attached
from bot.cli.errors import CommandRefused
from bot.presentation.words import ENGLISH, words_for
from tests.bot.cli.conftest import kept_in, process, started_with
from tests.bot.cli.test_ask import said_by
from tests.stored import newest_run
from tests.testbed.documents import pdf, scan
from tests.testbed.models import ModelServer


async def test_the_models_read_a_file_that_is_named_and_what_comes_through_a_pipe(folder: Path) -> None:
    (folder / "plan.pdf").write_bytes(pdf(["One.", "Two.", "The notice period is 47 days."]))

    async with ModelServer() as models:
        variables = {"COUNCIL_MEMBERS": "openai:ada,openai:blaise", **models.environment()}
        words = ("ask", "--file", "plan.pdf", "How long is the notice period?")
        async with process(folder, *words, stdin=b"a line of the log", **variables) as council:
            said = await council.ends()
        asked = [str(call.body) for call in models.journal.calls]

    run = await newest_run(kept_in(folder).parent)
    assert said.code == 0, said
    assert [each.name for each in run.material] == ["plan.pdf", "standard input"]
    assert len(asked) == 5
    assert sum("The notice period is 47 days." in body for body in asked) == 5
    assert sum("a line of the log" in body for body in asked) == 5
    assert "All models read plan.pdf (PDF, 3 pages) and standard input (text)." in said.out


@pytest.mark.parametrize(("dollars", "calls"), [("0.17", 0), ("0.90", 5)])
async def test_a_file_that_turns_out_to_cost_more_than_the_budget_is_not_paid_for(
    dollars: str, calls: int, folder: Path
) -> None:
    # A thousand bytes, which are four pictures once they are read.
    (folder / "fax.pdf").write_bytes(scan(5))

    async with ModelServer() as models:
        variables = {
            "COUNCIL_MEMBERS": "openai:ada,openai:blaise",
            "OPENAI_PRICES": "*=10/10",
            "COUNCIL_RUN_BUDGET": dollars,
            **models.environment(),
        }
        words = ("ask", "--file", "fax.pdf", "How long is the notice period?")
        async with process(folder, *words, stdin=b"", **variables) as council:
            said = await council.ends()
        asked = len(models.journal.calls)

    run = await newest_run(kept_in(folder).parent)
    told = " ".join(said.out.split())
    assert (asked, run.status) == (calls, "revealed" if calls else "failed"), said
    assert ("This question would cost about $" in told) == (not calls)
    assert (f"cost ${dollars} at most under the budget of this bot." in told) == (not calls)


async def test_a_file_without_a_question_that_cannot_be_read_costs_nothing(folder: Path) -> None:
    (folder / "locked.pdf").write_bytes(pdf(["secret"], encrypted=True))

    said = await said_by(folder, "ask", "--json", "--file", "locked.pdf")

    run: dict[str, Any] = json.loads(said.out)
    assert (said.code, run["status"], run["outcomes"]) == (3, "failed", [])
    assert run["material"][0]["reason"] == "password"


async def test_a_file_that_is_not_there_is_said_before_anything_is_asked(folder: Path) -> None:
    said = await said_by(folder, "ask", "--file", "missing.pdf", "Why?")

    assert said.code == 2
    assert "'missing.pdf' cannot be read: No such file or directory." in said.err
    assert not kept_in(folder).exists()


@pytest.mark.parametrize("language", ["de", "ko"])
def test_reasons_of_the_system_and_the_name_of_the_pipe_are_said_in_the_language(
    language: str, tmp_path: Path
) -> None:
    said = words_for(language).terminal

    for path in (tmp_path, tmp_path / "missing.pdf"):
        with pytest.raises(CommandRefused) as refused:
            attached([str(path)], b"", said)
        assert not re.search(r"such file|directory\.", str(refused.value))
    ((piped,), _) = attached([], b"a log", said)
    assert piped.name == said.standard_input != "standard input"


@pytest.mark.parametrize(
    ("words", "piped", "question", "read"),
    [
        (("--file", "plan.txt"), b"How long is the notice?", "How long is the notice?", ["plan.txt"]),
        ((), b"a line of the log\n" * 3_000, "What matters in standard input", ["standard input"]),
    ],
)
async def test_without_words_a_pipe_is_the_question_or_what_it_is_about(
    words: tuple[str, ...], piped: bytes, question: str, read: list[str], folder: Path
) -> None:
    (folder / "plan.txt").write_text("The notice period is 47 days.", encoding="utf-8")

    said = await said_by(folder, "ask", "--json", *words, stdin=piped)

    run: dict[str, Any] = json.loads(said.out)
    assert said.code == 0, said
    assert question in json.dumps(run)
    assert [each["name"] for each in run["material"]] == read


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("ko", "표준 입력의 내용을 기다립니다", "표준 입력"),
    ],
)
async def test_a_pipe_that_is_silent_at_first_is_told_of_and_read_to_its_end(
    language: str, said: str, name: str, folder: Path
) -> None:
    given, gives = os.pipe()
    try:
        async with started_with(
            folder, given, "ask", "--json", "Why did the build fail?", COUNCIL_LANGUAGE=language
        ) as council:
            os.close(given)
            await council.complains(said)
            os.write(gives, b"ld: symbol not found: _zanzibar")
            os.close(gives)
            ended = await council.ends()
    except BaseException:
        with suppress(OSError):
            os.close(gives)
        raise

    run: dict[str, Any] = json.loads(ended.out)
    assert ended.code == 0, ended
    assert [(each["name"], each["characters"]) for each in run["material"]] == [(name, 31)]


async def test_a_pipe_that_stays_silent_does_not_hold_up_a_question_for_ever(folder: Path) -> None:
    given, gives = os.pipe()
    try:
        async with started_with(folder, given, "ask", "--json", "Why did the build fail?") as council:
            os.close(given)
            await council.complains("Nothing came on standard input")
            ended = await council.ends()
    finally:
        os.close(gives)

    assert ended.code == 0, ended
    assert json.loads(ended.out)["material"] == []


def test_a_file_that_is_a_pipe_is_read_once() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"+ 47 days\n")
    os.close(writing)

    (file,), contents = attached([f"/dev/fd/{reading}"], b"", ENGLISH.terminal)
    os.close(reading)

    assert (file.size, contents) == (10, {file.reference: b"+ 47 days\n"})


NOT_UTF_8 = (
    "Standard input is not UTF-8 text, so nothing was asked. Convert it, for example with `iconv -f LATIN1 -t UTF-8`, "
    "or give it as a file with --file.\n"
)


NO_TEXT = "Standard input is not text, so nothing was asked. Give a file with --file.\n"


@pytest.mark.parametrize(
    ("question", "piped", "said_about_it"),
    [
        (["-"], "Ist die Überführung fällig?".encode("latin-1"), NOT_UTF_8),
        ([], "Überführung?".encode("cp1252"), NOT_UTF_8),
        (["-"], "해지 통지 기간은?".encode("cp949"), NOT_UTF_8),
        (["-"], bytes(range(1, 128)), NO_TEXT),
        (["-"], bytes(range(1, 256)), NO_TEXT),
        (["-"], "Tabs or spaces?".encode("utf-16"), NO_TEXT),
    ],
)
async def test_piped_bytes_that_are_no_utf_8_are_not_asked_as_garbage(
    question: list[str], piped: bytes, said_about_it: str, folder: Path
) -> None:
    said = await said_by(folder, "ask", *question, stdin=piped)

    assert (said.code, said.out, said.err) == (2, "", said_about_it)


async def test_a_question_on_the_command_line_in_another_encoding_is_not_asked(folder: Path) -> None:
    said = await said_by(folder, "ask", os.fsdecode("Ist die Überführung fällig?".encode("latin-1")))

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("The question is not UTF-8 text, so nothing was asked. ")


async def test_what_is_no_text_is_not_asked(folder: Path) -> None:
    said = await said_by(folder, "ask", "-", stdin=b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")

    assert (said.code, said.out) == (2, "")
    assert said.err == "Standard input is not text, so nothing was asked. Give a file with --file.\n"
