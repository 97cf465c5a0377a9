"""A bot without discord.py: plain HTTP, for requests to the local Discord that no library would send."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from tests.testbed.discord import Channel, Interaction, LocalDiscord

V2 = 1 << 15
NOBODY: dict[str, Any] = {"parse": []}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str, label: str = "Vote") -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def labelled(component: dict[str, Any], label: str = "l") -> dict[str, Any]:
    return {"type": 18, "label": label, "component": {"custom_id": "a"} | component}


def select(count: int) -> dict[str, Any]:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options}


class Rest:
    """Plain HTTP with the bot's token."""

    def __init__(self, server: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.token = server.token

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.token}"}
        url = self.server.rest_url + path
        async with self.session.request(method, url, json=body, headers=headers) as response:
            assert response.headers.get("Content-Type") in (
                "application/json",
                "application/octet-stream",
                None,
            )
            raw = await response.read()
            return response.status, json.loads(raw) if raw else None

    async def send(self, channel: Channel, body: Any) -> tuple[int, Any]:
        return await self("POST", f"/channels/{channel.id}/messages", body)

    async def callback(self, interaction: Interaction, body: Any) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self("POST", path, body)
