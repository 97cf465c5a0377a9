"""Tests of `council ask`: a question in the terminal, until its end or its interruption."""

import asyncio
import fcntl
import json
import os
import signal
import sqlite3
import sys
import termios
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from council_core.providers import DEMO_ROSTER
from tests.bot.cli.conftest import Council, Process, Said, kept_in, process, started_with
from tests.stored import newest_run
from tests.testbed.documents import pdf
from tests.testbed.models import Hangs, ModelServer
from tests.testbed.patience import PATIENCE

QUESTION = "Tabs or spaces?"

ELSEWHERE = "DATABASE_URL names another place."


async def test_a_question_is_watched_stage_by_stage_and_nothing_has_to_be_set_up(folder: Path) -> None:
    said = await said_by(folder, "ask", QUESTION)

    order = [
        "Tabs or spaces?",
        "Response A",
        "Response D",
        "How the models rank",
        "The panel puts Response",
        "All agree",
        "They differ",
        "Only one saw",
        "Ranking and names",
    ]
    places = [said.out.find(words) for words in order]
    assert (said.code, said.err) == (0, f"Questions and answers are kept in {kept_in(folder)}. {ELSEWHERE}\n")
    assert places == sorted(places)
    assert -1 not in places
    assert said.out.count("no model was asked") == 1


async def said_by(folder: Path, *words: str, stdin: bytes = b"") -> Said:
    """Return all output of a process until its end."""
    async with process(folder, *words, stdin=stdin) as council:
        return await council.ends()


async def test_as_json_it_prints_the_finished_run_and_nothing_else(folder: Path, council: Council) -> None:
    """The question comes from standard input, behind the mark that some editors write first."""
    said = await said_by(folder, "ask", "--json", "-", stdin="\ufeffUn café ou un thé ?\n".encode())

    run: dict[str, Any] = json.loads(said.out)
    assert (said.code, said.err) == (0, "")
    assert (run["schema_version"], run["status"], run["question"]["text"]) == (
        2,
        "revealed",
        "Un café ou un thé ?",
    )
    assert [len(run[part]) for part in ("outcomes", "reviews")] == [4, 4]
    schema = json.loads(council("schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(run, schema)


async def test_a_run_whose_process_was_killed_goes_on_where_it_stood(folder: Path) -> None:
    async with process(folder, "ask", QUESTION, COUNCIL_DEMO_SECONDS="1") as council:
        await council.says("Response D")
        council.signal(signal.SIGKILL)
        await council.ends()
    broken_off = await newest_run(kept_in(folder).parent)

    said = await said_by(folder, "ask", "--resume", broken_off.id)

    run = await newest_run(kept_in(folder).parent)
    assert not broken_off.is_finished
    assert (said.code, said.err) == (0, "")
    assert "Ranking and names" in said.out
    assert (run.id, run.status, run.outcomes) == (broken_off.id, "revealed", broken_off.outcomes)
    shown, again = [await said_by(folder, *words, run.id) for words in (("show",), ("ask", "--resume"))]
    assert (again.code, again.out) == (0, shown.out), "a run that has ended is shown"


async def test_ctrl_c_stops_the_run_and_keeps_what_there_is(folder: Path) -> None:
    async with ModelServer() as models:
        models.always("slow", Hangs())  # # A member that only reviews, and never ends.
        members = ",".join((*DEMO_ROSTER, "openai:slow?answers=no"))
        variables = {"COUNCIL_MEMBERS": members, **models.environment()}
        async with process(folder, "ask", QUESTION, stdin=b"", **variables) as council:
            await council.says("Response D")
            council.signal(signal.SIGINT)
            said = await council.ends()

    run = await newest_run(kept_in(folder).parent)
    assert said.code == 130
    assert said.err == f"Stopped. What was answered so far is kept: council show {run.id}\n"
    assert (run.status, len(run.outcomes)) == ("cancelled", 4)


async def test_ctrl_c_while_standard_input_is_read_asks_nothing(folder: Path) -> None:
    given, gives = os.pipe()
    # What is written is gone from the pipe once the process reads, and waits for more.
    os.write(gives, b"Tabs or")
    try:
        async with started_with(folder, given, "ask") as council:
            async with asyncio.timeout(PATIENCE):
                while waiting_in(given):  # noqa: ASYNC110 - a pipe has no event
                    await asyncio.sleep(0.02)
            council.signal(signal.SIGINT)
            said = await council.ends()
    finally:
        os.close(gives)
        os.close(given)

    assert (said.code, said.out, said.err) == (130, "", "Stopped before anything was asked.\n")
    assert not (folder / "council" / "council.db").exists()


async def test_ctrl_c_while_the_database_is_locked_asks_nothing(folder: Path) -> None:
    first = await said_by(folder, "ask", QUESTION)
    with closing(sqlite3.connect(kept_in(folder), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        async with process(folder, "ask", "Vim or Emacs, and why?") as council:
            async with asyncio.timeout(PATIENCE):
                while not has_open(council, "council.db"):  # noqa: ASYNC110 - files have no event
                    await asyncio.sleep(0.02)
            council.signal(signal.SIGINT)
            said = await council.ends()

    assert first.code == 0
    assert (said.code, said.out) == (130, "")
    # On a busy machine a warning stands before it: the database was still locked when the process had to end.
    assert said.err.endswith("Stopped before anything was asked.\n")


def test_a_question_that_the_database_does_not_take_was_not_asked_wrongly(
    council: Council, folder: Path
) -> None:
    council("ask", QUESTION)
    with closing(sqlite3.connect(kept_in(folder))) as other:
        other.execute("CREATE TRIGGER away BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'away'); END")

    said = council("ask", "Vim or Emacs, and why?")

    assert (said.code, "cannot reach its database" in said.out) == (1, True)


def waiting_in(pipe: int) -> int:
    """Return the number of bytes in a pipe that nobody has read."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def has_open(council: Process, name: str) -> bool:
    """Tell whether a process has a file of this name open."""
    for each in Path(f"/proc/{council.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # It may close the file at this moment.
            if name in os.readlink(each):
                return True
    return False


@pytest.mark.parametrize("words", [("ask",), ("ask", "-")])
async def test_one_word_from_a_pipe_is_not_asked_without_a_question_mark(
    folder: Path, words: tuple[str, ...]
) -> None:
    async with process(folder, *words, stdin=b"hi\n") as council:
        said = await council.ends()

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(
        "“hi” is hardly a question. Nothing was asked. To ask it anyway, end it with a"
    )
    async with process(folder, *words, stdin=b"Tabs?\n") as council:
        said = await council.ends()
    assert said.code == 0, said
    assert (await newest_run(kept_in(folder).parent)).question.text == "Tabs?"


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        (["--member", "gpt5"], ["Model 'gpt5' does not have the form provider:model"]),
        (
            ["--member", "nope:x", "--member", "openai:gpt-5"],
            [
                "nope:x: there is no provider 'nope'. Known:",
                "openai:gpt-5: there is no key for 'openai'. Set",
            ],
        ),
        (["--member", "demo:nobody"], ["demo:nobody: there is no model 'demo:nobody'."]),
        (
            ["--chairman", "anthropic:claude-x"],
            ["anthropic:claude-x: there is no key for 'anthropic'. Set ANTHROPIC_API_KEY"],
        ),
        (
            ["--quorum", "9", "--rubric", "genral", "--own-answer", "triple"],
            [
                "The quorum of 9 is more than the models that answer (4). Lower the quorum or seat more models.",
                "rubric is 'genral'; expected one of code",
                "own_answer is 'triple'; expected one of excluded, half, full.",
            ],
        ),
        (
            ["--member", "demo:ada"] * 13,
            ["13 models are more than a council takes; name at most 12, a limit"],
        ),
        (["--quorum", "many"], ["quorum is 'many'; expected a whole number from 1 to 12."]),
        (
            ["--stage-seconds", "inf"],
            ["stage_seconds is 'inf'; expected a number of seconds above 0, up to 86,400"],
        ),
    ],
)
def test_what_is_wrong_is_said_all_at_once_before_anything_is_opened(
    words: list[str], sentences: list[str], council: Council, folder: Path
) -> None:
    said = council("ask", *words, QUESTION)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Please fix these settings:\n  - ")
    assert [sentence for sentence in sentences if sentence not in said.err] == []
    assert said.err.count("\n  - ") == len(sentences)
    assert [each for each in folder.rglob("*") if each.is_file()] == []


def test_a_budget_of_the_operator_needs_members_with_a_price(council: Council) -> None:
    members = {"COUNCIL_MEMBERS": "ollama:llama3.2, demo:ada", "COUNCIL_DAY_BUDGET": "5"}

    refused = council("doctor", "--no-calls", **members)
    priced = council("doctor", "--no-calls", OLLAMA_PRICES="llama3*=0", **members)

    assert refused.code == 2
    assert "no price is known for ollama:llama3.2" in refused.err
    assert "or name a price (OLLAMA_PRICES)" in refused.err
    assert "Settings: all values can be read" in priced.out


@pytest.mark.parametrize(
    "roster", ['members = ["ollama:llama3.2", "demo:ada"]', 'chairman = "ollama:llama3.2"']
)
def test_a_budget_of_the_operator_needs_presets_with_a_price(
    council: Council, folder: Path, roster: str
) -> None:
    (folder / "presets").mkdir()
    (folder / "presets" / "local.toml").write_text(f'summary = "Ours"\n{roster}')
    given = {"COUNCIL_PRESETS": "presets", "COUNCIL_DAY_BUDGET": "5"}

    refused = council("doctor", "--no-calls", **given)
    priced = council("doctor", "--no-calls", OLLAMA_PRICES="llama3*=0", **given)
    without_a_budget = council("doctor", "--no-calls", COUNCIL_PRESETS="presets")

    assert refused.code == 2
    assert refused.err.count("no price is known for ollama:llama3.2") == 1
    assert "local.toml: A budget is set" in refused.err
    for said in (priced, without_a_budget):
        assert "Settings: all values can be read" in said.out


def test_settings_of_the_environment_that_are_wrong_are_said_all_at_once(council: Council) -> None:
    said = council(
        "ask", QUESTION, COUNCIL_MEMBERS="gpt5", COUNCIL_QUORUM="x", PORT="y", DATABASE_URL="z",
        OPENAI_BASE_URL="nowhere",
    )  # fmt: skip

    assert said.code == 2
    parts = [
        "'gpt5'",
        "COUNCIL_QUORUM is 'x'",
        "PORT is 'y'",
        "DATABASE_URL 'z'",
        "OPENAI_BASE_URL is 'nowhere'",
    ]
    assert [part for part in parts if part not in said.err] == []
    assert said.err.count("\n  - ") == len(parts)


def test_settings_may_stand_in_a_file_beside_the_database(council: Council, folder: Path) -> None:
    (folder / ".env").write_text("COUNCIL_QUORUM=9\n")

    said = council("ask", QUESTION)

    assert (said.code, "The quorum of 9 is more than the models that answer (4)." in said.err) == (2, True)


async def test_a_question_needs_words(folder: Path) -> None:
    said = await said_by(folder, "ask", "-", stdin=b" \n")

    assert (said.code, said.out) == (2, "")
    assert said.err == 'The question is empty. Ask something: council ask "your question".\n'


@pytest.mark.parametrize(
    ("url", "code", "sentence"),
    [
        (
            "sqlite:////nowhere/at/all/council.db",
            2,
            "DATABASE_URL names a file in /nowhere/at/all, and there is no such folder. Create it first.",
        ),
        (
            "mysql://host/name",
            2,
            "DATABASE_URL begins with 'mysql'; expected sqlite:/// or postgresql://.",
        ),
        (
            "sqlite:///minutes.txt",
            1,
            "is not one of Council's, or is damaged (file is not a database). Point",
        ),
        ("postgresql://u:planted@127.0.0.1:9/n", 1, "postgresql://u:***@127.0.0.1:9/n cannot be used"),
    ],
)
def test_a_database_that_cannot_be_opened_is_named_with_what_to_do(
    url: str, code: int, sentence: str, council: Council, folder: Path
) -> None:
    (folder / "minutes.txt").write_text("These are the minutes of our last meeting. " * 100)

    said = council("ask", QUESTION, DATABASE_URL=url)

    assert (said.code, said.out) == (code, "")
    assert sentence in said.err
    assert "planted" not in said.err
    assert "Traceback" not in said.err


def test_an_estimate_can_be_had_as_json(council: Council) -> None:
    said = council("ask", "--json", "--estimate", QUESTION)

    assert said.code == 0, said
    assert json.loads(said.out).keys() == {"tokens_in", "tokens_out", "cost", "unpriced"}


def test_what_is_refused_is_said_without_settings_that_nobody_typed(council: Council) -> None:
    unknown = council("ask", "template:nope Announce it")
    as_json = council("ask", "--json", "template:nope Announce it")
    wordless = council("ask", "template:writer reader=us")
    both = council("ask", "--resume", "r999999999999", "Tabs?")

    assert (unknown.code, wordless.code, both.code) == (2, 2, 2)
    assert unknown.out.startswith("There is no template 'nope'.")
    assert "vote_minutes" not in unknown.out
    assert (as_json.code, as_json.out) == (2, "")
    assert as_json.err.startswith("There is no template 'nope'.")
    assert wordless.err.startswith("The question is empty.")
    assert both.err == "--resume and question cannot be used together.\n"


async def test_a_run_that_nobody_asked_cannot_be_gone_on_with(folder: Path) -> None:
    said = await said_by(folder, "ask", "--resume", "r999999999999")

    assert (said.code, said.out) == (2, "")
    assert said.err == "There is no run 'r999999999999'. `council history` lists the latest ones.\n"


@pytest.mark.parametrize(
    ("typed", "said_first"),
    [
        ("histroy", "Did you mean `council history`? Nothing was asked."),
        ("schedule", "Did you mean `council schedules`? Nothing was asked."),
        (
            "--help me",
            "`help` is a command of chat; `council --help` lists those of the terminal. Nothing was asked.",
        ),
        (
            "cancel",
            "`cancel` is a command of chat; `council --help` lists those of the terminal. Nothing was asked.",
        ),
    ],
)
async def test_a_command_in_place_of_a_question_is_not_asked(
    folder: Path, typed: str, said_first: str
) -> None:
    said = await said_by(folder, "ask", "--", typed)

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(said_first)


async def test_show_says_of_a_kept_run_what_its_models_were_given(folder: Path) -> None:
    content = "".join(f"Clause {number:04d} of the lease.\n" for number in range(400)).strip().encode()
    (folder / "lease.txt").write_bytes(content)
    (folder / "locked.pdf").write_bytes(pdf(["secret"], encrypted=True))
    await said_by(folder, "ask", "--file", "lease.txt", "--file", "locked.pdf", QUESTION)
    run = await newest_run(kept_in(folder).parent)

    said = " ".join((await said_by(folder, "show", run.id)).out.split())

    assert (
        f"lease.txt: the models and the chairman were given all {len(content):,} characters, the reviewers only its "
        f"first 2,000 characters · {len(content):,} bytes · SHA-256 {sha256(content).hexdigest()[:16]}…"
    ) in said
    assert "locked.pdf was not read: it needs a password." in said


@pytest.mark.parametrize(("options", "streamed"), [((), 1), (("--json",), 0)])
async def test_the_verdict_alone_is_heard_while_it_is_written_and_only_where_it_is_shown(
    options: tuple[str, ...], streamed: int, folder: Path
) -> None:
    async with ModelServer() as models:
        variables = {"COUNCIL_MEMBERS": "openai:ada,openai:blaise", **models.environment()}
        async with process(folder, "ask", *options, QUESTION, stdin=b"", **variables) as council:
            said = await council.ends()
        streams = [bool(call.asked and call.asked.stream) for call in models.journal.calls]

    assert said.code == 0, said
    assert sum(streams) == streamed
    assert len(streams) == 5
