"""Starts the product over a database with unfinished runs.

    python -m tests.bench.start_process FOLDER

It prints `{}` once it is ready. Then it reads one line of JSON for each order and answers each with one when it is
done; it ends with its input:

    {"ask": 1}      ask a new question and wait for its verdict: `{"verdict": seconds}`
    {"catch_up": 1}  wait until each unfinished run is resumed: `{"taken_up": seconds, "cpu": seconds of the
                    process so far, "peak_mb": megabytes}`
"""

import asyncio
import json
import resource
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.app import event_loop
from bot.app.bootstrap import App
from bot.testing import MemoryPlatform
from council_core.engine.durable import DurableEngine
from tests.bench.growth import LONG_VOTE, asked, opened


async def main() -> None:
    async with opened(Path(sys.argv[1]), vote_minutes=LONG_VOTE) as (app, platform):
        print("{}", flush=True)
        async with asyncio.TaskGroup() as group:
            while line := await asyncio.to_thread(sys.stdin.readline):
                group.create_task(answer(app, platform, json.loads(line)))


async def answer(app: App, platform: MemoryPlatform, order: Mapping[str, Any]) -> None:
    """Execute one order and print its answer."""
    began = time.perf_counter()
    if "ask" in order:
        await asked(app, platform, 1, tag="new")
        print(json.dumps({"verdict": time.perf_counter() - began}), flush=True)
        return
    assert isinstance(app.engine, DurableEngine), "one process does everything here"
    left = await app.store.unfinished(platforms=("memory",))
    while not all(app.engine.executes(run_id) for run_id in left):  # noqa: ASYNC110  # the engine tells nobody
        await asyncio.sleep(0.05)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    done = {"taken_up": time.perf_counter() - began, "cpu": time.process_time(), "peak_mb": peak_mb}
    print(json.dumps(done), flush=True)


if __name__ == "__main__":
    event_loop.run(main())
