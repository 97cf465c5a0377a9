"""Reads live pages in a process of its own, as browsers do.

    python -m tests.bench.page_readers

It prints `{}`. Then it reads one JSON object per line and answers each with one line when all its pages have ended:

    {"url": "http://127.0.0.1:1", "pages": [["/r/r1/events", "cookie"], …]}
"""

import asyncio
import json
import sys

import aiohttp


async def main() -> None:
    print("{}", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(
            connector=connector, timeout=aiohttp.ClientTimeout(total=600)
        ) as http:
            told = await asyncio.gather(
                *(read(http, order["url"] + path, cookie) for path, cookie in order["pages"])
            )
        done = {"ended": sum(ended for ended, _, _ in told), "events": sum(events for _, events, _ in told)}
        print(json.dumps({**done, "bytes": sum(size for _, _, size in told)}), flush=True)


async def read(http: aiohttp.ClientSession, url: str, cookie: str) -> tuple[bool, int, int]:
    """Return whether a live page came to its end, and its events and bytes."""
    events = size = 0
    async with http.get(url, headers={"cookie": f"council={cookie}"}) as reply:
        async for line in reply.content:
            size += len(line)
            events += line.startswith(b"data: ")
            if line.startswith(b"event: end"):
                return True, events, size
    return False, events, size


if __name__ == "__main__":
    asyncio.run(main())
