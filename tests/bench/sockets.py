"""`python -m tests.bench.sockets PID`: the most TCP connections that stood at once in another process.

It prints that it is ready, looks every quarter of a second until it reads a line, and prints what it saw: in a
process of its own, since looking through some hundred files would be the longest stall of whoever does it.
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
    """TCP connections of this process that stand; 0 where the system does not say (only Linux does)."""
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
