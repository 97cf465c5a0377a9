"""Tests that `council ask` shows a person at a terminal an earlier answer, and asks before paying again."""

import asyncio
import os
import pty
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.ask import HERE
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.runs import SqlRunStore
from tests.bot.cli.conftest import Council, kept_in, process
from tests.core.sitting import a_sitting
from tests.samples import NOON
from tests.testbed.forks import start
from tests.testbed.patience import PATIENCE

FIRST = "Which database should we use for the event log?"
AGAIN = "What database should we use for our event log?"
ID = RunId("r" + "7" * 16)


async def answered(folder: Path) -> None:
    """Store a run that this terminal asked a while ago."""
    done = await a_sitting().hold()
    run = replace(done, id=ID, question=replace(done.question, text=FIRST, place=HERE), asked_at=NOON)
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        await migrate(database)
        await SqlRunStore(database).add(run.as_asked())
        await SqlRunStore(database).save(run)
    finally:
        await database.aclose()


async def questions(folder: Path) -> list[str]:
    database = Database(f"sqlite:///{kept_in(folder)}")
    try:
        return [run.question.text for run in await SqlRunStore(database).latest(limit=9)]
    finally:
        await database.aclose()


class Terminal:
    """The other end of a process's terminal."""

    def __init__(self, end: int) -> None:
        self._end = end
        self.shown = ""

    async def shows(self, words: str) -> None:
        """Read until the screen has shown these words."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.shown:
                read = await asyncio.to_thread(os.read, self._end, 65_536)
                self.shown += read.decode("utf-8", "replace")

    async def types(self, text: str) -> None:
        """Type a line."""
        await asyncio.to_thread(os.write, self._end, text.encode())

    async def closes(self) -> None:
        """Read until the process ends."""
        async with asyncio.timeout(PATIENCE):
            try:
                while read := await asyncio.to_thread(os.read, self._end, 65_536):
                    self.shown += read.decode("utf-8", "replace")
            except OSError:  # # Linux reports this error when the last process at the terminal has ended.
                return


@asynccontextmanager
async def at_a_terminal(
    folder: Path, *words: str, **variables: str
) -> AsyncGenerator[tuple[Terminal, list[int]]]:
    """Start `council …` at a terminal of its own; its exit code is in the list once it has ended."""
    ours, theirs = pty.openpty()
    codes: list[int] = []
    started = await start(
        ("bot", *words),
        folder=folder,
        variables={"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder), "TERM": "dumb", **variables},
        output=theirs,
        errors=theirs,
        given=theirs,
    )
    os.close(theirs)
    terminal = Terminal(ours)
    try:
        yield terminal, codes
        await terminal.closes()
        codes.append(await started.wait())
    finally:
        if started.returncode is None:
            started.kill()
            await started.wait()
        os.close(ours)


@pytest.mark.parametrize(
    ("language", "told", "asked", "nothing"),
    [
        ("en", "A question like yours was asked here before.", "Ask anyway? [y/N]", "Nothing was asked."),
        (
            "de",
            "Eine Frage wie deine wurde hier schon gestellt.",
            "Trotzdem fragen? [j/N]",
            "Nichts wurde gefragt.",
        ),
        ("ko", "이곳에 비슷한 질문이 1개 있었습니다.", "그래도 묻기? [y/N]", "아무것도 묻지 않았습니다."),
    ],
)
async def test_who_says_no_is_shown_the_earlier_run_and_nothing_is_asked(
    folder: Path, language: str, told: str, asked: str, nothing: str
) -> None:
    await answered(folder)

    async with at_a_terminal(folder, "ask", AGAIN, COUNCIL_LANGUAGE=language) as (terminal, codes):
        await terminal.shows(asked)
        await terminal.types("\n")

    assert told in terminal.shown
    assert f"council show {ID}" in terminal.shown
    assert nothing in terminal.shown
    assert codes == [2]
    assert await questions(folder) == [FIRST]


async def test_who_says_yes_asks(folder: Path) -> None:
    await answered(folder)

    async with at_a_terminal(folder, "ask", AGAIN) as (terminal, codes):
        await terminal.shows("[y/N]")
        await terminal.types("y\n")

    assert codes == [0]
    assert await questions(folder) == [AGAIN, FIRST]


async def test_as_json_at_a_terminal_it_is_asked_at_once(folder: Path) -> None:
    await answered(folder)

    async with at_a_terminal(folder, "ask", "--json", AGAIN) as (terminal, codes):
        await terminal.closes()

    assert "[y/N]" not in terminal.shown
    assert codes == [0]
    assert await questions(folder) == [AGAIN, FIRST]


async def test_in_a_pipe_it_is_asked_at_once(folder: Path, council: Council) -> None:
    await answered(folder)

    async with process(folder, "ask", AGAIN) as piped:
        said = await piped.ends()

    assert said.code == 0
    assert "asked here before" not in said.out + said.err
    assert await questions(folder) == [AGAIN, FIRST]
