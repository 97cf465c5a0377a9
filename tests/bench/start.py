"""Measures how long Council takes to start, and its memory at rest.

    python -m tests.bench.start --tries 5

Each line is a process of its own, the median of several: a bare interpreter; `council ask --help`; the imports of
`council ask` and of `council serve`; one whole `council ask` of demo members that answer at once; `council serve` in
a local Slack until it acknowledges `/council` for the first time, and its memory after that. Ratios are to the bare
interpreter. CPU time, user and system, says more than the clock where other things run.
"""

import argparse
import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.testbed.slack import LocalSlack

SETTLE_SECONDS = 3.0
"""Seconds until the background work of a start is done: importing members' SDKs."""

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "bare interpreter": ("-c", "pass"),
    "ask --help": ("-m", "bot", "ask", "--help"),
    "imports of ask": ("-c", "import bot.cli.ask"),
    "imports of serve": ("-c", "import bot.cli.serve"),
    "ask, demonstration": ("-m", "bot", "ask", "Tabs or spaces?"),
}


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=5)
    options = parser.parse_args()
    print(f"{'what':<28} {'median s':>9} {'slowest s':>10} {'ratio':>7} {'CPU s':>7} {'MB':>6}")
    base = 0.0
    for what, command in COMMANDS.items():
        tries = [await finished(command) for _ in range(options.tries)]
        base = base or statistics.median(each.seconds for each in tries)
        print(row(what, tries, base), flush=True)
    print(row("serve, until it answers", [await serving() for _ in range(options.tries)], base))


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """The measurements of one process."""

    seconds: float
    cpu: float
    megabytes: float


def row(what: str, tries: Sequence[Try], base: float) -> str:
    """Return one line of the table."""
    middle = statistics.median(each.seconds for each in tries)
    cpu, size = (
        statistics.median(each.cpu for each in tries),
        statistics.median(each.megabytes for each in tries),
    )
    slowest = max(each.seconds for each in tries)
    return f"{what:<28} {middle:>9.2f} {slowest:>10.2f} {middle / base:>7.1f} {cpu:>7.2f} {size:>6.0f}"


def surroundings(folder: str, **changes: str) -> dict[str, str]:
    """Return the environment of one try: a database of its own, and none of this shell's settings."""
    kept = {
        name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "PYTHONPATH"}
    }
    kept.setdefault("PYTHONPATH", str(Path.cwd()))
    return kept | {
        "DATABASE_URL": f"sqlite:///{folder}/council.db",
        "COUNCIL_DEMO_SECONDS": "0",
        "COUNCIL_LOG": "ERROR",
        **changes,
    }


async def finished(command: tuple[str, ...]) -> Try:
    """Run a process to its end and return its time and its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        began, before = time.perf_counter(), children()
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, env=surroundings(folder), stdout=asyncio.subprocess.DEVNULL
        )
        watching = asyncio.create_task(most(process.pid))
        await process.wait()
        seconds = time.perf_counter() - began
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        return Try(seconds=seconds, cpu=children() - before, megabytes=PEAKS.pop(process.pid, 0.0))


def children() -> float:
    """Return the CPU seconds of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


PEAKS: dict[int, float] = {}


async def most(pid: int) -> None:
    """Sample the memory of the process until cancelled and keep its maximum in `PEAKS`."""
    while True:
        PEAKS[pid] = max(PEAKS.get(pid, 0.0), held(pid))
        await asyncio.sleep(0.02)


def held(pid: int) -> float:
    """Return the resident memory in MB; 0 where the system does not report it (only Linux does)."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def used(pid: int) -> float:
    """Return the CPU seconds of a running process; 0 where the system does not report them (only Linux does)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def serving() -> Try:
    """Run `council serve` until it answers a command in Slack, and return its memory at rest."""
    with tempfile.TemporaryDirectory() as folder:
        async with LocalSlack(ack_deadline=30.0) as slack:
            changes = {
                "SLACK_BOT_TOKEN": "xoxb-local",
                "SLACK_APP_TOKEN": slack.app_token,
                "SLACK_API_URL": slack.api_url,
                "OPENAI_API_KEY": "sk-nobody-is-asked",
                "COUNCIL_MEMBERS": "openai:a,openai:b,openai:c",
            }
            began = time.perf_counter()
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "serve", env=surroundings(folder, **changes)
            )
            try:
                async with asyncio.timeout(60):
                    await slack.socket.connected()
                    await slack.person("alice").command("C1", "/council", "help")
                seconds, cpu = time.perf_counter() - began, used(process.pid)
                await asyncio.sleep(SETTLE_SECONDS)
                return Try(seconds=seconds, cpu=cpu, megabytes=held(process.pid))
            finally:
                process.terminate()
                await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
