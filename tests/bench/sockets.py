"""`python -m tests.bench.sockets PID`: prints the most TCP connections that another process had open at once.

It prints a line when it is ready, samples every quarter of a second until it reads a line, and prints the maximum. It
is a process of its own, because reading some hundred files would be the longest stall of the measured process.
"""

import json
import os
import select
import sys
from pathlib import Path

SAMPLE_SECONDS = 0.25


def main() -> None:
    process, most = Path("/proc") / sys.argv[1], 0
    print(json.dumps({}), flush=True)
    while not select.select([sys.stdin], [], [], SAMPLE_SECONDS)[0]:
        most = max(most, connections(process))
    print(json.dumps({"most": max(most, connections(process))}), flush=True)


def connections(process: Path) -> int:
    """Return the open TCP connections of this process; 0 where the system does not report them (only Linux does)."""
    own: set[str] = set()
    try:
        for each in (process / "fd").iterdir():
            try:
                own.add(os.readlink(each))
            except OSError:
                continue  # Closed meanwhile.
        lines = (process / "net" / "tcp").read_text().splitlines()[1:]
    except OSError:
        return 0
    established = "01"
    rows = [line.split() for line in lines]
    return sum(row[3] == established and f"socket:[{row[9]}]" in own for row in rows)


if __name__ == "__main__":
    main()
