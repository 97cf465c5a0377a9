"""The command line in a folder of its own, called within this process or as another one."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.testbed.forks import Fork, start
from tests.testbed.patience import PATIENCE

ROOT = Path(__file__).parents[3]

OURS = ("COUNCIL_", "SLACK_", "DISCORD_", "DATABASE_URL", "PORT")
"""Prefixes of the variables that Council reads; a developer's own stay out of tests."""

KEYS = ("OPENROUTER_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The output of a command and its exit code."""

    code: int
    out: str
    err: str


Council = Callable[..., Said]


def kept_in(folder: Path) -> Path:
    """Return the path of the database of a person who names none; create its folder."""
    data = folder / "council"
    data.mkdir(exist_ok=True)
    return data / "council.db"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Yield an empty working folder that is the user's data folder too, in an environment without settings, where demo
    models answer at once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in os.environ:
        if name.startswith(OURS) or name in KEYS:
            monkeypatch.delenv(name)
    monkeypatch.setenv("COUNCIL_DEMO_SECONDS", "0")
    return tmp_path


@pytest.fixture
def loggers_as_before() -> Iterator[None]:
    """Restore the loggers after the test: a command sets up the logs of its process, which runs all other tests too."""
    names = (None, "bot", "council_core")
    levels = {name: logging.getLogger(name).level for name in names}
    handlers = list(logging.getLogger().handlers)
    yield
    logging.getLogger().handlers[:] = handlers
    logging.captureWarnings(capture=False)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def council(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    loggers_as_before: None,
) -> Council:
    """Return a function that calls `council …` within this process, with the words and the environment's variables by
    name."""

    def call(*words: str, **environment: str) -> Said:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        capfd.readouterr()
        try:
            code = main(words)
        except SystemExit as stopped:
            code = int(str(stopped.code))
        said = capfd.readouterr()
        return Said(code=code, out=said.out, err=said.err)

    return call


class Process:
    """A process that runs `council …`."""

    def __init__(
        self, process: Fork | asyncio.subprocess.Process, out: asyncio.StreamReader, err: asyncio.StreamReader
    ) -> None:
        self._process, self._out, self._err = process, out, err
        self.out, self.err = "", ""

    async def says(self, words: str) -> None:
        """Wait until the process has printed these words."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.out:
                line = await self._out.readline()
                assert line, f"it ended after saying:\n{self.out}"
                self.out += line.decode()

    async def complains(self, words: str) -> None:
        """Wait until the process has printed these words on standard error."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.err:
                line = await self._err.readline()
                assert line, f"it ended after complaining:\n{self.err}"
                self.err += line.decode()

    @property
    def pid(self) -> int:
        """Its number in the system."""
        assert self._process.pid is not None
        return self._process.pid

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self._process.send_signal(number)

    async def ends(self) -> Said:
        """Wait until the process ends."""
        async with asyncio.timeout(PATIENCE):
            out, err = await asyncio.gather(self._out.read(), self._err.read())
            code = await self._process.wait()
        return Said(code=code, out=self.out + out.decode(), err=self.err + err.decode())


@asynccontextmanager
async def process(
    folder: Path, *words: str | bytes, stdin: bytes = b"", **environment: str
) -> AsyncGenerator[Process]:
    """Start `council …` as a process of its own in this folder."""
    given, gives = os.pipe()
    writing = asyncio.create_task(asyncio.to_thread(_write, gives, stdin))
    try:
        async with started_with(folder, given, *words, **environment) as started:
            os.close(given)
            yield started
    finally:
        await writing


@asynccontextmanager
async def started_with(
    folder: Path, given: int, *words: str | bytes, **environment: str
) -> AsyncGenerator[Process]:
    """The same with this end of a pipe as its standard input."""
    (hears_out, out), (hears_err, err) = os.pipe(), os.pipe()
    try:
        started = await start(
            ("bot", *map(os.fsdecode, words)),
            folder=folder,
            variables={"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder), **environment},
            output=out,
            errors=err,
            given=given,
        )
    finally:
        for theirs in (out, err):
            os.close(theirs)
    async with _heard(hears_out) as said, _heard(hears_err) as complained:
        try:
            yield Process(started, said, complained)
        finally:
            if started.returncode is None:
                started.kill()
                await started.wait()


@asynccontextmanager
async def _heard(pipe: int) -> AsyncGenerator[asyncio.StreamReader]:
    """Yield a reader of all that is written into a pipe."""
    reader = asyncio.StreamReader()
    with os.fdopen(pipe, "rb") as file:
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), file
        )
        try:
            yield reader
        finally:
            transport.close()


def _write(pipe: int, text: bytes) -> None:
    """Write all until the reader is gone, and close the pipe."""
    with suppress(BrokenPipeError), os.fdopen(pipe, "wb") as file:
        file.write(text)
