"""Measures the time that a run takes as a file of each format, and the size of the file.

    python -m tests.bench.exports [--tries 5]

"Mixed" is a run with Korean, Japanese, Arabic, emoji, a table and code in an answer; "long" has an answer of more than
100 kB beside it. Each row is the median of the tries, in this process and, for PDF and Word, its child. "CPU s" is the
CPU time of both, which grows little with the load of the machine. The yardstick is a child that starts and writes
nothing; "ratio" is CPU time over the yardstick's. `peak MB` is the largest child's.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from bot.presentation.documents import export_run
from council_core.exports import FORMATS
from tests.core.exports.test_formats import LONG, MIXED, with_answers


class Taken(NamedTuple):
    """Median and longest wall time, and median CPU time, in seconds."""

    wall: float
    slowest: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=5)
    tries: int = parser.parse_args().tries
    runs = {"mixed": with_answers(MIXED), "long": with_answers(MIXED, LONG)}
    yardstick = measured(tries, lambda: subprocess.run([sys.executable, "-c", ""], check=True)).cpu
    print(
        f"a child that writes nothing: CPU {yardstick:.3f} s; the long answer has {len(LONG.encode()):,} bytes"
    )
    print(
        f"{'run':<6} {'format':<6} {'wall s':>8} {'slowest':>8} {'CPU s':>6} {'ratio':>6} {'bytes':>9} {'peak MB':>8}"
    )
    for name, run in runs.items():
        for wanted in FORMATS:
            size = 0

            def write(run: object = run, wanted: object = wanted) -> None:
                nonlocal size
                (file,) = export_run(run, by="Ann", formats=(wanted,)).files  # type: ignore[arg-type]
                size = len(file.content)

            taken = measured(tries, write)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"{name:<6} {wanted:<6} {taken.wall:>8.3f} {taken.slowest:>8.3f} {taken.cpu:>6.2f} "
                f"{taken.cpu / yardstick:>6.1f} {size:>9,} {peak:>8.0f}",
                flush=True,
            )


def measured(tries: int, work: Callable[[], object]) -> Taken:
    """Do some work several times and return what it took."""
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(tries):
        began, used = time.perf_counter(), cpu_seconds()
        work()
        wall.append(time.perf_counter() - began)
        cpu.append(cpu_seconds() - used)
    return Taken(statistics.median(wall), max(wall), statistics.median(cpu))


def cpu_seconds() -> float:
    """Return the CPU time of this process and its children that ended."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
