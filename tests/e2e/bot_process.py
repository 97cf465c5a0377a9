"""`council serve` as a process of its own, which can be killed at any moment and started again."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.testbed.forks import Fork, start
from tests.testbed.migrated import begin_migrated
from tests.testbed.patience import PATIENCE


class BotProcess:
    """A bot that serves in its own folder."""

    def __init__(self, variables: Mapping[str, str], folder: Path, command: Sequence[str]) -> None:
        self._command = command
        self._variables = variables
        self._folder = folder
        self._process: Fork | asyncio.subprocess.Process | None = None
        self.log = folder / "bot.log"

    async def start(self) -> None:
        """Start the process; it is ready when the platforms' servers see it connected."""
        with self.log.open("ab") as log:
            self._process = await start(
                self._command, folder=self._folder, variables=self._variables, output=log.fileno()
            )

    @property
    def pid(self) -> int:
        """Return the id of the running process."""
        assert self._process is not None
        return self._process.pid

    async def says(self, words: str, *, seconds: float = PATIENCE) -> str:
        """Wait for the first log line with these words and return it.

        Raises:
            TimeoutError: The words did not appear; the error holds the log.
        """
        lines: list[str] = []
        try:
            async with asyncio.timeout(seconds):
                while True:
                    lines = self.log.read_text().splitlines() if self.log.exists() else []
                    if found := next((line for line in lines if words in line), None):
                        return found
                    await asyncio.sleep(0.05)
        except TimeoutError:
            said = "\n".join(lines[-20:])
            raise TimeoutError(f"{words!r} was not said within {seconds:.0f} s, but:\n{said}") from None

    def freeze(self) -> None:
        """Freeze the process like a suspended machine: it does nothing, and its connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the process continue."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    async def kill(self) -> None:
        """Kill the process, as a power failure would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def ended(self) -> int:
        """Wait until the process ends by itself, and return its exit code."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    async def stop(self, *, seconds: float = PATIENCE) -> int:
        """As a process manager would; its exit code.

        Raises:
            TimeoutError: With what it says in place of ending.
        """
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(seconds):
                return await self._process.wait()
        except TimeoutError:
            said = self.log.read_text()[-3000:] if self.log.exists() else "nothing"
            raise TimeoutError(f"it did not stop within {seconds:.0f} s, and says:\n{said}") from None


@asynccontextmanager
async def bot_process(
    variables: Mapping[str, str], folder: Path, *, command: Sequence[str] = ("bot", "serve")
) -> AsyncGenerator[BotProcess]:
    """Start a bot, and stop it at the end; pytest shows its log when the test fails. A new SQLite file that
    the variables name has the newest tables."""
    if url := variables.get("DATABASE_URL"):
        await begin_migrated(url)
    bot = BotProcess(variables, folder, command)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.stop()
        print(bot.log.read_text()[-8000:])
