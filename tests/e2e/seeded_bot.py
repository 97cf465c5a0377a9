"""`python -m tests.e2e.seeded_bot`: `council serve` with one difference: letters and orders are always the same."""

import asyncio
import logging
import os
import signal
from pathlib import Path

from tests.e2e.council_app import serving


async def main() -> None:
    logging.basicConfig(level=logging.INFO)
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with serving(os.environ, Path.cwd()):
        await stopped.wait()


if __name__ == "__main__":
    asyncio.run(main())
