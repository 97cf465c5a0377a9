"""Tests that records of every logger become readable, parsable and trustworthy lines."""

import io
import json
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr
from functools import partial
from types import MappingProxyType

import pytest

from bot.presentation.replies import error_sentence
from bot.presentation.words import ENGLISH
from bot.watching.logs import JsonLines, LogFormat, TextLines, about, figures, set_up_logs
from council_core.errors import PlatformError, StoreUnavailable

LATE = "r1a2b3c4d5e6f"


class Terminal(io.StringIO):
    """Standard error on a screen."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Restore logging after the test: it is set up for the whole process, which runs all other tests too."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in ("bot", "council_core")}
    yield
    logging.captureWarnings(capture=False)
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def a_record(
    message: str,
    *values: object,
    name: str = "bot.journal",
    error: str | None = None,
    extra: Mapping[str, object] = MappingProxyType({}),
) -> logging.LogRecord:
    """Return a record as a logger makes it; `error` is the text of an error that was really raised."""
    record = logging.LogRecord(name, logging.INFO, __file__, 1, message, values, None)
    record.created = 1_795_219_200.123
    record.__dict__.update(extra)
    try:
        if error is not None:
            raise PlatformError(error)
    except PlatformError:
        record.exc_info = sys.exc_info()
    return record


def test_an_error_of_the_database_is_one_sentence_in_a_message() -> None:
    away = StoreUnavailable("unusable", database="postgresql://db", cause="connection\n\trefused")
    record = a_record("run %s waits: %s", LATE, away)
    say = partial(error_sentence, ENGLISH)

    lines = [TextLines(say).format(record), json.loads(JsonLines(say).format(record))["message"]]

    said = f"run {LATE} waits: The database postgresql://db cannot be used: connection refused"
    assert [each.endswith(said) for each in lines] == [True, True]


def test_a_line_says_when_how_grave_what_and_about_which_run() -> None:
    with about(run=LATE, platform="slack"), about(stage="answer", member="openai:gpt-6.1-sol"):
        line = TextLines().format(a_record("answer took %.1f s", 3.21))

    assert line == (
        "2026-11-21T00:00:00.123Z INFO    answer took 3.2 s  "
        f"run={LATE} platform=slack stage=answer member=openai:gpt-6.1-sol"
    )


def test_a_line_of_a_library_names_it() -> None:
    line = TextLines().format(a_record("We are being rate limited.", name="discord.http"))

    assert line == "2026-11-21T00:00:00.123Z INFO    discord.http: We are being rate limited."


def test_outside_of_a_run_no_run_is_named() -> None:
    with about(run=LATE):
        pass

    assert LATE not in TextLines().format(a_record("serving slack"))


def test_json_holds_the_same_with_the_figures_by_name() -> None:
    with about(run=LATE, stage="answer"):
        line = JsonLines().format(
            a_record("answer took %.1f s", 3.21, extra=figures(seconds=3.21, done=3, of=4))
        )

    assert json.loads(line) == {
        "time": "2026-11-21T00:00:00.123Z",
        "level": "info",
        "logger": "bot.journal",
        "message": "answer took 3.2 s",
        "run": LATE,
        "stage": "answer",
        "seconds": 3.21,
        "done": 3,
        "of": 4,
    }


FORGERIES = {
    "a line of its own": "no\n2026-11-21T00:00:00.000Z ERROR   the database is gone",
    "a carriage return": "no\rERROR",
    "a colour that never ends": "no\x1b[31m",
    "one character that does the same": "no\x9b31m",
    "a line separator": "no\u2028ERROR",
    "text that runs backwards": "no\u202erorre",
    "a character that rings": "no\a",
}


@pytest.mark.parametrize("text", FORGERIES.values(), ids=FORGERIES.keys())
def test_nothing_from_outside_can_forge_a_line_or_move_a_terminal(text: str) -> None:
    message = a_record("Slack refused an edit: %s", text)
    failed = a_record("it failed", error=text)
    with about(member=text):
        lines = [TextLines().format(message), JsonLines().format(message), JsonLines().format(failed)]
        traced = TextLines().format(failed)

    assert all(line.isprintable() for line in lines)
    head, *trace = traced.split("\n")
    assert all(line.isprintable() for line in (head, *trace))
    assert all(line.startswith("    | ") for line in trace)
    assert json.loads(lines[1])["message"] == f"Slack refused an edit: {text}"
    assert json.loads(lines[2])["error"]["message"] == text


def test_an_error_stands_below_its_line_and_in_json_beside_it() -> None:
    record = a_record("the run broke", error="a bug")

    lines = TextLines().format(record).splitlines()
    entry = json.loads(JsonLines().format(record))

    assert (lines[0].endswith("the run broke"), lines[-1]) == (True, "    | PlatformError: a bug")
    assert (entry["error"]["type"], entry["error"]["message"]) == ("PlatformError", "a bug")
    assert entry["error"]["trace"].splitlines()[0].lstrip().startswith("File ")


def test_ours_are_logged_from_their_level_on_and_libraries_when_something_is_wrong(
    logging_as_before: None,
) -> None:
    with redirect_stderr(io.StringIO()) as printed:
        set_up_logs("INFO", "text")
        logging.getLogger("bot.announcing.announcer").info("ours")
        logging.getLogger("bot.announcing.announcer").debug("ours, in detail")
        logging.getLogger("uvicorn.error").info("theirs")
        logging.getLogger("slack_bolt").warning("theirs, wrong")

    words = [line[32:] for line in printed.getvalue().splitlines()]
    assert words == [" ours", " slack_bolt: theirs, wrong"]


@pytest.mark.parametrize(
    ("on_terminal", "asked_for", "is_json"),
    [
        (True, None, False),
        (False, None, True),  # # A file, a pipe, or a collector of logs.
        (True, "json", True),
        (False, "text", False),
    ],
)
def test_people_get_text_and_machines_json_unless_told_otherwise(
    on_terminal: bool, asked_for: LogFormat | None, is_json: bool, logging_as_before: None
) -> None:
    with redirect_stderr(Terminal() if on_terminal else io.StringIO()) as printed:
        set_up_logs("INFO", asked_for)
        logging.getLogger("bot.announcing.announcer").warning("something")

    assert printed.getvalue().startswith("{") is is_json
    assert ("\x1b[33m" in printed.getvalue()) is (on_terminal and not is_json)


def test_setting_up_twice_logs_once(logging_as_before: None) -> None:
    with redirect_stderr(io.StringIO()) as printed:
        set_up_logs("INFO", "text")
        set_up_logs("INFO", "text")
        logging.getLogger("bot.announcing.announcer").info("once")

    assert printed.getvalue().count("once") == 1
