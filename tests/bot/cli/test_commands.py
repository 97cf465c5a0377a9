"""Tests of the other commands, and of properties that all commands share."""

import asyncio
import io
import json
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import jsonschema
import pytest

from bot.app.platforms import PLATFORMS
from bot.cli.here import all_filled
from bot.presentation.words import ENGLISH
from council_core.domain.question import RunId, Turn
from council_core.domain.run import Run
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.run_records import SqlDecisions
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from tests.bot.cli.conftest import Council, Said, kept_in, process
from tests.contracts.test_decisions import TABS
from tests.contracts.test_schedules import WEEKLY
from tests.core.sitting import a_sitting
from tests.e2e.raw_file import found_in_bytes
from tests.stored import newest_run


def test_the_schema_is_one_and_says_which_version_it_is(council: Council) -> None:
    schema = json.loads(council("schema").out)

    assert schema["properties"]["schema_version"] == {"const": 2}
    assert "schema_version" in schema["required"]


def test_the_manifest_for_slack_is_json_with_an_address_where_one_is_given(council: Council) -> None:
    socket = json.loads(council("slack-manifest").out)
    http = json.loads(council("slack-manifest", "--url", "https://council.example/").out)
    refused = [
        council("slack-manifest", "--url", each) for each in ("council.example", "http://c.example", "")
    ]

    assert socket["settings"]["socket_mode_enabled"] is True
    assert http["settings"]["socket_mode_enabled"] is False
    assert "https://council.example/slack/events" in json.dumps(http)
    assert {(said.code, said.out) for said in refused} == {(2, "")}
    assert "--url is 'council.example'; expected an address such as https://" in refused[0].err


def test_the_manifest_lists_the_addresses_of_the_pages_beside_socket_mode(council: Council) -> None:
    printed = [
        json.loads(council("slack-manifest", COUNCIL_WEB_URL=url).out)["oauth_config"].get(
            "redirect_urls", []
        )
        for url in ("https://c.example/", "http://localhost:3000", "")
    ]

    assert printed == [
        ["https://c.example/slack/oauth_redirect", "https://c.example/sign-in/slack/back"],
        [],
        [],
    ]


def test_a_history_of_nothing_says_so(council: Council) -> None:
    said = council("history")

    assert (said.code, said.err) == (0, "")
    assert "Nobody has asked the council anything here yet." in said.out


async def stored(folder: Path, earlier: Sequence[Turn] = ()) -> Run:
    """Store a whole run in the folder's own file."""
    run = await a_sitting().hold()
    run = replace(run, question=replace(run.question, earlier=tuple(earlier)))
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await migrate(database)
        await SqlRunStore(database).add(run.as_asked())
        await SqlRunStore(database).save(run)
    finally:
        await database.aclose()
    return run


def test_a_stored_run_is_shown_in_words_and_as_json(council: Council, folder: Path) -> None:
    run = asyncio.run(stored(folder))

    drawn = council("show", run.id)
    data = council("show", run.id, "--json")
    listed = council("history")

    assert (drawn.code, drawn.err, "Verdict · Ada" in drawn.out) == (0, "", True)
    assert json.loads(data.out)["id"] == run.id
    jsonschema.validate(json.loads(data.out), json.loads(council("schema").out))
    assert (listed.code, run.id in listed.out) == (0, True)


def test_the_operator_also_sees_the_earlier_questions_of_the_thread_as_json(
    council: Council, folder: Path
) -> None:
    run = asyncio.run(stored(folder, [Turn(question="Vim or Emacs?", verdict="Vim.")]))

    data = json.loads(council("show", run.id, "--json").out)

    assert [turn["question"] for turn in data["question"]["earlier"]] == ["Vim or Emacs?"]


def test_runs_are_found_by_their_words(council: Council, folder: Path) -> None:
    run = asyncio.run(stored(folder))

    found = council("search", "TABS", "or spaces")
    nothing = council("search", "emacs")
    senseless = council("search", "%%")

    assert (found.code, run.id in found.out, "question mark" in found.out) == (0, True, False)
    assert (nothing.code, "No question has all of “emacs” in it" in nothing.out) == (0, True)
    assert (senseless.code, senseless.err) == (
        2,
        "There is no word in '%%' to look for. Take one from the question or the verdict.\n",
    )


async def many(folder: Path) -> None:
    """Store ten runs in the folder's own file."""
    run = await a_sitting().hold()
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await migrate(database)
        for number in range(10):
            each = replace(run, id=RunId(f"r{number}"), asked_at=run.asked_at + timedelta(minutes=number))
            await SqlRunStore(database).add(each.as_asked())
            await SqlRunStore(database).save(each)
    finally:
        await database.aclose()


def test_the_board_of_many_runs_shows_who_is_strong(council: Council, folder: Path) -> None:
    empty = council("board")
    asyncio.run(many(folder))
    said = council("board")

    assert (empty.code, "so there is no board" in empty.out) == (0, True)
    assert (said.code, said.err, "Carl is clearly the strongest." in said.out) == (0, "", True)
    assert "No questions with blind votes; a board needs 10." in said.out


async def scheduled(folder: Path) -> None:
    """Store a schedule in the folder's own file."""
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await migrate(database)
        await SqlSchedules(database).add(WEEKLY)
    finally:
        await database.aclose()


def test_schedules_are_listed_paused_resumed_and_deleted(council: Council, folder: Path) -> None:
    empty = council("schedules")
    asyncio.run(scheduled(folder))
    listed, paused = council("schedules"), council("schedules", "--pause", "s1")
    resumed, deleted = council("schedules", "--resume", "s1"), council("schedules", "--delete", "s1")
    unknown = council("schedules", "--pause", "s1")

    assert (empty.code, "Nothing is asked on a schedule" in empty.out) == (0, True)
    assert "every Monday at 9:00 (Europe/Berlin)" in " ".join(listed.out.split())
    assert "paused · s1" in " ".join(paused.out.split())
    assert ("The schedule is active again." in resumed.out, "Next:" in resumed.out) == (True, True)
    assert (deleted.code, "The schedule is deleted." in deleted.out) == (0, True)
    assert (unknown.code, unknown.err) == (2, "There is no schedule 's1'.\n")


async def decided(folder: Path, run: Run) -> None:
    """Store a decision on a run in the folder's own file."""
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await SqlDecisions(database).record(replace(TABS, run_id=run.id, place=run.question.place))
    finally:
        await database.aclose()


def copied(folder: Path, count: int) -> None:
    """Copy the folder's only decision and its run."""
    with closing(sqlite3.connect(kept_in(folder))) as database, database:
        for table, key in (("runs", "id"), ("decisions", "run_id")):
            names = (row[1] for row in database.execute(f"PRAGMA table_info({table})"))
            values = ", ".join("?" if name == key else name for name in names)
            copy = f"INSERT INTO {table} SELECT {values} FROM {table} WHERE {key} NOT LIKE ?"  # noqa: S608
            database.executemany(copy, [(f"copy{number}", "copy%") for number in range(count)])


def test_decisions_are_listed_found_and_written_as_files(council: Council, folder: Path) -> None:
    run = asyncio.run(stored(folder))
    empty = council("decisions")
    asyncio.run(decided(folder, run))
    listed, nothing = council("decisions", "tabs"), council("decisions", "emacs")
    written, nowhere = council("decisions", "--adr", "."), council("decisions", "--adr", "nowhere")
    refused = council("decisions", "--adr", "/dev/fd")
    copied(folder, 600)

    assert (empty.code, "Nothing was decided here yet." in empty.out) == (0, True)
    assert (listed.code, run.id in listed.out) == (0, True)
    assert "No decision here has all of “emacs” in it." in nothing.out
    (file,) = folder.glob("adr-*.md")
    assert (written.code, file.name in written.out, "Tabs." in file.read_text("utf-8")) == (0, True, True)
    assert (nowhere.code, "There is no folder nowhere" in nowhere.err) == (2, True)
    assert (refused.code, "cannot be written" in refused.err) == (2, True)
    assert council("decisions").out.count("copy") == 600


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("history", "den Rat etwas gefragt"),
        ("templates", "Vorlagen für Fragen"),
        ("schedules", "keinen Zeitplan"),
        ("decisions", "noch nichts entschieden"),
        ("board", "deshalb gibt es noch keine\nRangliste"),
    ],
)
def test_lists_speak_the_language_that_is_set(command: str, said: str, council: Council) -> None:
    assert said in council(command, COUNCIL_LANGUAGE="de").out


def test_templates_are_listed_with_those_of_the_house(council: Council, folder: Path) -> None:
    own = 'title = "Ours"\nsummary = "For us"\ninstructions = "Mind it."\n'
    (folder / "ours.toml").write_text(own, encoding="utf-8")

    said = council("templates", COUNCIL_TEMPLATES=".")

    assert (said.code, said.err) == (0, "")
    assert ("Expert coder (expert-coder)" in said.out, "Ours (ours): For us" in said.out) == (True, True)


def test_a_workspaces_templates_are_added_listed_and_deleted(council: Council, folder: Path) -> None:
    texts = 'title = "Ours"\nsummary = "For us"\ninstructions = "Mind {{what}}."\n'
    good = f'{texts}[[fields]]\nname = "what"\nlabel = "What"\n'
    (folder / "ours.toml").write_text(good, encoding="utf-8")
    (folder / "odd.toml").write_text(good.replace("{{what}}", "{{wat}}"), encoding="utf-8")
    (folder / "cast.toml").write_text('roles = ["sceptik"]\n' + good, encoding="utf-8")

    saved = council("templates", "--in", "slack:T1", "--save", "ours.toml")
    here, elsewhere = council("templates", "--in", "slack:T1"), council("templates", "--in", "slack:T2")
    odd, cast = (
        council("templates", "--in", "slack:T1", "--save", f"{name}.toml") for name in ("odd", "cast")
    )
    gone = council("templates", "--in", "slack:T1", "--delete", "ours")
    again = council("templates", "--in", "slack:T1", "--delete", "ours")
    nowhere = [council("templates", "--delete", "ours"), council("templates", "--in", "T1")]

    assert (saved.code, saved.err) == (0, "")
    assert ["Ours (ours): For us" in said.out for said in (here, elsewhere, gone)] == [True, False, False]
    assert (odd.code, "{{wat}} names no field; expected {{what}}" in odd.err) == (2, True)
    assert (cast.code, "names the role 'sceptik'" in cast.err) == (2, True)
    assert (gone.code, again.code, "There is no template 'ours'." in again.err) == (0, 2, True)
    assert [(said.code, "slack:T012345" in said.err) for said in nowhere] == [(2, True)] * 2


def test_a_board_names_the_workspaces_and_channels_that_there_are(council: Council) -> None:
    unknown, odd = council("board", "--in", "slack:T9"), council("board", "--since", "soon")

    assert (unknown.code, unknown.err) == (2, "Nothing was asked in a place called 'slack:T9'.\n")
    assert (odd.code, "'soon' is not a day such as 2026-01-31" in odd.err) == (2, True)


def test_models_are_listed_and_a_provider_that_is_none_is_named(council: Council) -> None:
    listed, nobody = council("models", "demo"), council("models", "nobody")

    assert (listed.code, "demo:ada" in listed.out, listed.err) == (0, True, "")
    assert (nobody.code, nobody.out, nobody.err) == (2, "", "nobody is not a provider that is set up here.\n")


def test_a_backup_that_cannot_be_written_blames_no_database(council: Council) -> None:
    council("history")

    said = council("backup", "/dev/fd/copy.db")

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("/dev/fd/copy.db cannot be written: ")


def test_a_run_that_nobody_asked_is_named(council: Council) -> None:
    said = council("show", "r999999999999")

    assert (said.code, said.out) == (2, "")
    assert said.err == "There is no run 'r999999999999'. `council history` lists the latest ones.\n"


@pytest.mark.parametrize(
    ("words", "environment", "sentence"),
    [
        (["telegram"], {}, f"PLATFORM is 'telegram'; expected one of {', '.join(PLATFORMS)}."),
        (["slack"], {}, "SLACK_BOT_TOKEN is not set, so slack cannot be served."),
        (["discord"], {}, "DISCORD_TOKEN is not set, so discord cannot be served."),
        (["api"], {}, "so api cannot be served. docs/mcp.md shows how to get it."),
        (["--role", "worker"], {}, "--role worker needs Postgres"),
        (
            [],
            {"SLACK_BOT_TOKEN": "xoxb-1"},
            "SLACK_BOT_TOKEN is set, but neither SLACK_APP_TOKEN (Socket Mode) nor SLACK_SIGNING_SECRET",
        ),
    ],
)
def test_what_cannot_be_served_is_said_with_what_to_set(
    words: list[str], environment: dict[str, str], sentence: str, council: Council, folder: Path
) -> None:
    said = council("serve", *words, **environment)

    assert (said.code, sentence in said.err) == (2, True)
    assert not list(folder.glob("council.db*")), "its empty database would hide the runs of other commands"


async def test_the_doctor_finds_nothing_wrong_with_a_demonstration(folder: Path) -> None:
    async with process(folder, "doctor") as council:
        said = await council.ends()

    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[-1] == "All is well."
    assert "✓ Model demo:dorothy: sits in without a model" in said.out


def test_the_doctor_names_what_fails_and_goes_on_with_the_rest(council: Council, folder: Path) -> None:
    (folder / "council.db").write_text("These are the minutes of our last meeting. " * 100)

    said = council("doctor", "--no-calls")

    assert said.code == 1
    assert "✗ Database: The database sqlite:///council.db is not one of Council's" in said.out
    assert "1 of the checks above failed; each says what to do." in said.out


@pytest.mark.parametrize(
    ("environment", "code", "sentence"),
    [
        ({}, 0, "✓ Watching: health is served where PORT is set"),
        ({"PORT": "8080"}, 0, "serves health at /healthz and /readyz, on port 8080"),
        ({"COUNCIL_METRICS": "yes"}, 0, "/healthz and /readyz and figures at /metrics, on port 3000"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, 0, "✓ Traces: sent to"),
        (
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
            1,
            "✗ Traces: Traces are sent by http/protobuf",
        ),
    ],
)
def test_the_doctor_says_where_the_council_can_be_watched(
    environment: dict[str, str], code: int, sentence: str, council: Council
) -> None:
    said = council("doctor", "--no-calls", **environment)

    assert (said.code, sentence in said.out) == (code, True)


async def test_a_run_of_this_terminal_is_deleted_for_good(folder: Path) -> None:
    question = "Shall we tell Zanzibar-Ltd about the quokka leak?"
    async with process(folder, "ask", question, "--json") as asked:
        run_id = json.loads((await asked.ends()).out)["id"]
    before = found_in_bytes(kept_in(folder).parent, ["quokka"])

    async with process(folder, "forget", run_id) as unsure:
        refused = await unsure.ends()
    async with process(folder, "forget", run_id, "--yes") as sure:
        deleted = await sure.ends()
    async with process(folder, "show", run_id) as looked:
        shown = await looked.ends()

    assert before == {"quokka"}
    assert (refused.code, "add --yes" in refused.err) == (2, True)
    assert (deleted.code, deleted.out) == (0, f"Run {run_id} is deleted.\n")
    assert found_in_bytes(kept_in(folder).parent, ["quokka"]) == set()
    assert (shown.code, f"Run '{run_id}' was deleted on" in shown.err) == (2, True)


@pytest.mark.parametrize(("time", "said"), [("0h", "1 run deleted."), ("1d", "No runs deleted.")])
async def test_runs_of_an_age_are_deleted_together(folder: Path, time: str, said: str) -> None:
    async with process(folder, "ask", "Tabs?", "--json") as asked:
        await asked.ends()

    async with process(folder, "forget", "--older-than", time, "--yes") as forgets:
        deleted = await forgets.ends()

    assert (deleted.code, deleted.out.splitlines()[0]) == (0, f"{said} Posts in chats stay.")


def test_a_number_alone_counts_days_and_the_question_says_so(council: Council) -> None:
    refused = council("forget", "--older-than", "3")

    assert (refused.code, refused.out) == (2, "")
    assert "Delete all runs that ended more than 3d ago?" in refused.err


async def test_a_command_says_once_that_it_adds_many_runs_of_an_earlier_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for pieces in (1, 3):
        left = iter([True] * pieces + [False])

        async def fill(left: Iterator[bool] = left) -> bool:
            return next(left)

        await all_filled(fill, ENGLISH.terminal)

    assert capsys.readouterr().err == f"{ENGLISH.terminal.adds_earlier_runs}\n"


class Interrupts(io.StringIO):
    """A terminal at which the person presses Ctrl-C."""

    def isatty(self) -> bool:
        return True

    def readline(self, _size: int = -1) -> str:
        signal.raise_signal(signal.SIGINT)
        return "y\n"


def test_ctrl_c_at_the_question_whether_to_delete_ends_it_at_once(
    council: Council, monkeypatch: pytest.MonkeyPatch
) -> None:
    council("history")
    monkeypatch.setattr(sys, "stdin", Interrupts())

    said = council("forget", "--older-than", "3d")

    assert (said.code, said.out, said.err) == (130, "Delete all runs that ended more than 3d ago? [y/N] ", "")


def test_a_time_that_is_none_is_refused_with_an_example(council: Council) -> None:
    refused = council("forget", "--older-than", "soon", "--yes")

    assert refused.code == 2
    assert "--older-than is 'soon'; expected a time such as 30d, 8w or 36h." in refused.err


async def said_by(folder: Path, *words: str) -> Said:
    """Return all output of a process until its end."""
    async with process(folder, *words) as council:
        return await council.ends()


async def test_a_run_is_printed_as_markdown_or_json(folder: Path) -> None:
    await said_by(folder, "ask", "Tabs or spaces?")
    run_id = (await newest_run(kept_in(folder).parent)).id

    markdown = await said_by(folder, "export", run_id)
    data = json.loads((await said_by(folder, "export", run_id, "--format", "json")).out)
    unknown = await said_by(folder, "export", "r000000000000")

    assert markdown.out.startswith("# ")
    assert "Tabs or spaces?" in markdown.out
    assert data["id"] == run_id
    assert (unknown.code, unknown.out) == (2, "")


async def test_a_run_is_written_as_html_pdf_or_word(folder: Path) -> None:
    await said_by(folder, "ask", "Tabs or spaces?")
    run_id = (await newest_run(kept_in(folder).parent)).id

    for name, begins in (("run.html", b"<!doctype html>"), ("run.pdf", b"%PDF-"), ("run.docx", b"PK")):
        to = folder / name
        said = await said_by(
            folder, "export", run_id, "--format", to.suffix.removeprefix("."), "--output", str(to)
        )
        assert (said.code, said.out) == (0, "")
        assert to.read_bytes().startswith(begins)
    nowhere = await said_by(folder, "export", run_id, "--output", str(folder / "no" / "run.md"))

    assert (nowhere.code, "cannot be written: No such file or directory." in nowhere.err) == (2, True)


def test_a_question_is_kept_for_all_folders_and_a_database_of_the_folder_goes_first(
    council: Council, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = council("ask", "Tabs or spaces?")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    second = council("ask", "Vim or Emacs?")
    listed = council("history")
    (elsewhere / "council.db").touch()
    of_the_folder = council("history")

    assert first.err.endswith(f"are kept in {kept_in(folder)}. DATABASE_URL names another place.\n")
    assert second.err == ""
    assert "Tabs or spaces?" in listed.out
    assert "Vim or Emacs?" in listed.out
    assert "Nobody has asked the council anything here yet." in of_the_folder.out
