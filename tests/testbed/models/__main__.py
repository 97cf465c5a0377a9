"""`python -m tests.testbed.models --latency 0.2 --model gpt-5=0.5`: the server in a process of its own.

The first line it prints is JSON with the environment that leads here; it serves until its input ends.
"""

import argparse
import asyncio
import json
import sys

from tests.testbed.models.server import ModelServer


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds, for every model")
    parser.add_argument(
        "--model", action="append", default=[], metavar="NAME=SECONDS", help="one model's latency"
    )
    options = parser.parse_args()
    async with ModelServer(port=options.port) as server:
        server.latency = options.latency
        server.latencies = {
            name: float(seconds) for name, _, seconds in (m.rpartition("=") for m in options.model)
        }
        print(json.dumps(server.environment()), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
