"""Reads a live page as a browser does: its parts, one server-sent event after another."""

import json

import aiohttp


async def pushed(reply: aiohttp.ClientResponse) -> str | None:
    """Return the next parts of the page; None at the end of the run."""
    async for line in reply.content:
        text = line.decode()
        if text.startswith("event: end"):
            return None
        if text.startswith("data: "):
            return json.loads(text.removeprefix("data: "))
    raise AssertionError("The stream ended without saying so.")
