"""Processes of the bot that start with everything imported, because one process of the test run forks them.

Imports and the patterns of masking are most of the CPU time of a start, and the tests start hundreds of processes. What
is forked is a process like any other: it has its own memory, variables, folder and output, and it can be killed, frozen
and told to stop. Tests of the start itself run Python anew.
"""

import asyncio
import atexit
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from council_core import blindness

ROOT = Path(__file__).parents[2]

IMPORTED = (
    *("bot.cli.serve", "bot.cli.ask", "tests.e2e.council_app"),
    *("bot.platforms.slack.platform", "bot.platforms.discord.platform"),
    *(f"pydantic_ai.models.{name}" for name in ("openai", "anthropic", "google")),
)
"""What processes of the tests import: the engine, all platforms, and the vendors' SDKs."""

MESSAGE_BYTES = 65_536
"""Room for one request: a command and its variables."""

LONELY_SECONDS = 60.0
"""Seconds in which a process must connect to the one that forks, which ends otherwise."""

ORDERS = threading.Lock()


class Fork:
    """A forked process, with the parts of `asyncio.subprocess.Process` that tests use."""

    def __init__(self, pid: int, ending: int) -> None:
        """
        Args:
            pid: Of the process.
            ending: A pipe from which its exit code can be read after its end.
        """
        self.pid = pid
        self._ending = ending
        self._returncode: int | None = None

    @property
    def returncode(self) -> int | None:
        """Return the exit code, or minus the signal that ended the process; None while it runs."""
        if self._returncode is None:
            with suppress(BlockingIOError):
                self._returncode = int(os.read(self._ending, 16))
                os.close(self._ending)
        return self._returncode

    async def wait(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        while True:
            if (code := self.returncode) is not None:
                return code
            await asyncio.sleep(0.01)

    def send_signal(self, number: int) -> None:
        """Send the process a signal.

        Raises:
            ProcessLookupError: The process has ended.
        """
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, as a power failure would.

        Raises:
            ProcessLookupError: The process has ended.
        """
        self.send_signal(signal.SIGKILL)


async def start(
    command: Sequence[str],
    *,
    folder: Path,
    variables: Mapping[str, str],
    output: int,
    errors: int | None = None,
    given: int | None = None,
) -> Fork | asyncio.subprocess.Process:
    """Start `python -m command`: as a fork, unless the system does not fork safely or a variable is for Python's own
    start.

    Args:
        command: A module's name, and its arguments.
        folder: Its working directory.
        variables: Its environment beside the paths that Python needs; demo models answer at once without their own.
        output: File descriptor of its standard output.
        errors: File descriptor of its standard error; that of its output where none is named.
        given: File descriptor of its standard input; an empty one where none is named.
    """
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "COUNCIL_DEMO_SECONDS": "0",
        **variables,
    }
    if sys.platform != "linux" or any(name.startswith("PYTHON") for name in variables):
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", *command, cwd=folder, env=environment,
            stdin=subprocess.DEVNULL if given is None else given,
            stdout=output, stderr=output if errors is None else errors,
        )  # fmt: skip
    request = json.dumps([list(command), str(folder), environment]).encode()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    standard = (nothing if given is None else given, output, output if errors is None else errors)
    try:
        pid = await asyncio.to_thread(_order, request, (*standard, writing))
    finally:
        os.close(writing)
        os.close(nothing)
    return Fork(pid, reading)


def _order(request: bytes, files: Sequence[int]) -> int:
    with ORDERS:
        while True:
            # It may end between two requests, with the last process that was connected to it.
            with suppress(ConnectionError):
                socket.send_fds(_parent(), [request], files)
                if pid := _parent().recv(16):
                    return int(pid)
            _parent.cache_clear()


@cache
def _parent() -> socket.socket:
    """Connect to the process that forks, which all processes of a test run share; the first one starts it.

    It ends with the last connection. Its address is no file: the system forgets it with the process.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    address = f"\0council-tests-{run}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener, suppress(OSError):
        listener.bind(address)  # Another process of the run may have done so.
        listener.listen()
        subprocess.Popen(
            [sys.executable, "-m", "tests.testbed.forks", str(listener.fileno())],
            cwd=ROOT, pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    ours = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.connect(address)
    atexit.register(ours.close)
    return ours


def _serve(listener: socket.socket) -> list[str] | None:
    """Fork for each request until nobody can send one any more.

    Returns:
        The command, in a forked process; None in this process, at the end.
    """
    endings: dict[int, int] = {}
    clients = set[socket.socket]()
    woken, wakes = socket.socketpair()
    for end in (woken, wakes):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, _ignored)
    signal.set_wakeup_fd(wakes.fileno())
    with selectors.DefaultSelector() as selector:
        for source in (listener, woken):
            selector.register(source, selectors.EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in selector.select(None if clients else LONELY_SECONDS)}
            if woken in ready:
                woken.recv(4096)
                _report(endings)
            if listener in ready:
                client, _ = listener.accept()
                clients.add(client)
                selector.register(client, selectors.EVENT_READ)
            for client in clients & ready:
                request, files, _, _ = socket.recv_fds(client, MESSAGE_BYTES, 4)
                if not request:
                    clients.remove(client)
                    selector.unregister(client)
                    client.close()
                    continue
                *standard, ending = files
                pid = os.fork()
                if pid == 0:
                    for each in (listener, *clients, woken, wakes, selector):
                        each.close()
                    return _become(request, standard, (ending, *endings.values()))
                for each in standard:
                    os.close(each)
                endings[pid] = ending
                client.send(str(pid).encode())
            if not clients:
                return None


def _ignored(number: int, frame: object) -> None:
    """Do nothing: the descriptor that a signal wakes is enough."""


def _report(endings: dict[int, int]) -> None:
    """Write the exit codes of all processes that have ended."""
    while endings:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        ending = endings.pop(pid)
        with suppress(BrokenPipeError):
            os.write(ending, str(os.waitstatus_to_exitcode(status)).encode())
        os.close(ending)


def _become(request: bytes, standard: Sequence[int], of_parent: Sequence[int]) -> list[str]:
    """Take on the folder, variables, streams and signals of a new process, and return its command."""
    command, folder, variables = json.loads(request)
    signal.set_wakeup_fd(-1)
    for number, handler in ((signal.SIGCHLD, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
        signal.signal(number, handler)
    for number, each in enumerate(standard):
        os.dup2(each, number)
    for each in (*standard, *of_parent):
        os.close(each)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.path[0] = folder
    sys.argv = command
    return command


def _run(listener: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the tests, and with them this process.
    for name in IMPORTED:
        import_module(name)
    blindness.prepare()
    assert threading.active_count() == 1, "a thread does not survive a fork"
    gc.collect()
    gc.freeze()  # Else each forked process looks through all that is imported, and copies its memory to do so.
    command = _serve(listener)
    if command is not None:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _run(socket.socket(fileno=int(sys.argv[1])))
