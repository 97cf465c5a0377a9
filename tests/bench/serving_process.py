"""Runs one of several processes that share a Postgres, as `council serve --role` does, but without limits on its
rate.

    python -m tests.bench.serving_process worker

Settings come from the environment. It prints `{}` once it is ready. Then it answers each line of input with its use
so far, `{"cpu": seconds, "peak_mb": megabytes, "now_mb": megabytes}`, and ends with its input. `now_mb` is 0 where
the system does not report it (only Linux does).
"""

import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from bot.app import event_loop
from bot.app.bootstrap import SERVE, open_app
from bot.app.load_settings import load_settings
from bot.app.process import Role
from bot.app.serve import serve
from bot.platforms.slack.connection.settings import read_settings
from bot.platforms.slack.platform import SlackPlatform
from bot.ports import ChatPlatform
from bot.presentation.words import slack_words
from bot.settings.environment import Settings


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(os.environ, folder=Path(folder))
        async with open_app(settings, in_slack, family=SERVE, role=cast(Role, sys.argv[1])) as app:
            serving = asyncio.create_task(serve(app, listening=lambda port: None))
            await app.models.prepare(settings.council.roster.everyone())
            print("{}", flush=True)
            while await asyncio.to_thread(sys.stdin.readline):
                peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                taken = {"cpu": time.process_time(), "peak_mb": peak_mb, "now_mb": now_mb()}
                print(json.dumps(taken), flush=True)
            serving.cancel()
            await asyncio.wait([serving])


def now_mb() -> float:
    """Return the resident memory in MB."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 2**20


def in_slack(settings: Settings) -> Mapping[str, ChatPlatform]:
    """Return the platform for the local Slack, which has no rate limits."""
    slack = read_settings(settings.environment, [], [])
    return {"slack": SlackPlatform(slack, labels=slack_words, pace=None)}


if __name__ == "__main__":
    event_loop.run(main())
