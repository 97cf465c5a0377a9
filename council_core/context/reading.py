"""Read the text of a file in a child process; `FileReader` for everything that people attach."""

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Any

from council_core.codec import from_json
from council_core.domain.material import Passage, Scan, Seen, Unreadable

logger = logging.getLogger(__name__)

SECONDS = 60.0
"""Time limit for one file, including the start of the process, which alone takes a second on a busy machine. The child
keeps what it has read after less: see `council_core.context.kinds.spent`."""

MOST_OUTPUT = 32 << 20
"""Most bytes of output. Four pictures and a million characters of three bytes each, those of a PDF twice, are less."""

OUT_OF_TIME = Unreadable(reason="too_slow")


class ChildReader:
    """Implements `council_core.ports.FileReader`.

    Args:
        at_once: Number of files that are read at the same time; the others wait.
        seconds: Time limit for one file.
        most_output: Most bytes that the process may write about one file.
    """

    def __init__(
        self, *, at_once: int | None = None, seconds: float = SECONDS, most_output: int = MOST_OUTPUT
    ) -> None:
        self._room = asyncio.Semaphore(at_once or os.cpu_count() or 2)
        self._seconds, self._most_output = seconds, most_output

    async def read(self, name: str, content: bytes, charset: str = "") -> Passage | Seen | Scan | Unreadable:
        if not content.strip():
            return Unreadable(reason="empty")
        async with self._room:
            output = await self._output([name, charset], content)
        return await asyncio.to_thread(_result, output)

    async def _output(self, about: list[str], content: bytes) -> bytes:
        """Return the child's output; if it died or was killed, as much as it had written."""
        try:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-I",  # Ignore Python's environment variables and the current folder.
                "-m",
                "council_core.context.child",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                cwd="/",
                start_new_session=True,
                env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MALLOC_ARENA_MAX": "2"},
            )
        except OSError as error:
            logger.warning("no process can be started to read a file: %s", error)
            return b""
        written = bytearray()
        try:
            async with asyncio.timeout(self._seconds), asyncio.TaskGroup() as group:
                group.create_task(_hand_in(child, json.dumps(about).encode() + b"\n", content))
                group.create_task(_take_all(child, written, self._most_output))
        except TimeoutError:
            logger.info("a file took longer than %.0f seconds to read", self._seconds)
        finally:
            await _end(child)
        return bytes(written)


async def _hand_in(child: Process, *parts: bytes) -> None:
    assert child.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):  # The child died; its exit status is checked below.
        for part in parts:
            child.stdin.write(part)
        await child.stdin.drain()
    child.stdin.close()


async def _take_all(child: Process, written: bytearray, most: int) -> None:
    """Read all that the child writes, until that is too much."""
    assert child.stdout is not None
    while len(written) <= most and (some := await child.stdout.read(1 << 16)):
        written += some
    if len(written) > most:
        written.clear()


async def _end(child: Process) -> None:
    """Kill the child and every process that it may have started."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        elif child.returncode is None:
            child.kill()
    await child.wait()


def _result(output: bytes) -> Passage | Seen | Scan | Unreadable:
    """Return what the child wrote last: its result, or else the pages that it had read before it ended."""
    lines = output.split(b"\n")[:-1]
    if not lines:
        return OUT_OF_TIME
    try:
        last: dict[str, Any] = json.loads(lines[-1])
        if last.get("kind") != "page":
            return from_json(last, Passage | Seen | Scan | Unreadable)
        texts = [f"[page {page['page']}]\n{page['text']}" for page in map(json.loads, lines)]
    except ValueError:
        return OUT_OF_TIME
    whole = "\n\n".join(texts)
    return Passage(
        form="PDF", text=whole, pages=last["of"], is_cut=True, characters=len(whole), pages_read=last["page"]
    )
