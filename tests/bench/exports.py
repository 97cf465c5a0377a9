"""Measures the time that a run takes as a file of each format, and the size of the file.

    python -m tests.bench.exports [--tries 5]

"Mixed" is a run with Korean, Japanese, Arabic, emoji, a table and code in an answer; "long" has an answer of more than
100 kB beside it. Each row is the median of the tries, in this process and, for PDF and Word, its child. The yardstick
is a child that starts and writes nothing. "Ratio" is wall time over the yardstick. `peak MB` is the largest child's.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bot.presentation.documents import export_run
from council_core.exports import FORMATS
from tests.core.exports.test_formats import LONG, MIXED, with_answers


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=5)
    tries: int = parser.parse_args().tries
    runs = {"mixed": with_answers(MIXED), "long": with_answers(MIXED, LONG)}
    yardstick, _ = seconds(tries, lambda: subprocess.run([sys.executable, "-c", ""], check=True))
    print(f"a child that writes nothing: {yardstick:.3f} s; the long answer has {len(LONG.encode()):,} bytes")
    print(f"{'run':<6} {'format':<6} {'seconds':>8} {'slowest':>8} {'ratio':>6} {'bytes':>9} {'peak MB':>8}")
    for name, run in runs.items():
        for wanted in FORMATS:
            size = 0

            def write(run: object = run, wanted: object = wanted) -> None:
                nonlocal size
                (file,) = export_run(run, by="Ann", formats=(wanted,)).files  # type: ignore[arg-type]
                size = len(file.content)

            middle, slowest = seconds(tries, write)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"{name:<6} {wanted:<6} {middle:>8.3f} {slowest:>8.3f} {middle / yardstick:>6.1f} "
                f"{size:>9,} {peak:>8.0f}",
                flush=True,
            )


def seconds(tries: int, work: Callable[[], object]) -> tuple[float, float]:
    """Return the median and the longest time of some tries."""
    taken: list[float] = []
    for _ in range(tries):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken), max(taken)


if __name__ == "__main__":
    main()
