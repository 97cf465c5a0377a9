"""An operator's view from outside: a process's log, and its pages over HTTP."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp

from tests.e2e.bot_process import BotProcess
from tests.testbed.patience import PATIENCE

T = TypeVar("T")


async def until(look: Callable[[], Awaitable[T | None]], *, patience: float = PATIENCE) -> T:
    """Call `look` again and again until it returns something true, and return that."""
    async with asyncio.timeout(patience):
        while (seen := await look()) is None:  # noqa: ASYNC110 - another process is watched
            await asyncio.sleep(0.05)
    return seen


async def port_of(bot: BotProcess) -> int:
    """Return the port on which a process serves HTTP, read from its log."""

    async def look() -> int | None:
        found = re.findall(r"HTTP on port (\d+)", bot.log.read_text())
        return int(found[-1]) if found else None

    return await until(look)


async def get(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of a path."""
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{port}{path}", headers=headers) as reply,
    ):
        return reply.status, await reply.text()


async def ready(port: int) -> tuple[int, dict[str, Any]]:
    """Return the answer of `/readyz`."""
    status, text = await get(port, "/readyz")
    return status, json.loads(text)


async def in_trouble(port: int, part: str) -> str:
    """Return the reason for which this part is unwell, once `/readyz` reports it."""

    async def look() -> str | None:
        status, report = await ready(port)
        condition = report["parts"][part]
        return None if condition["ok"] else f"{status} {condition['why']}"

    return await until(look)


async def all_well(port: int) -> dict[str, Any]:
    """Return the parts in `/readyz`, once all are well."""

    async def look() -> dict[str, Any] | None:
        status, report = await ready(port)
        return report["parts"] if status == 200 else None

    return await until(look)
