"""Runs a local Slack in a process of its own, with reply times of the real one and no rate limit.

    python -m tests.bench.slack_process

It prints JSON with the address of its Web API. Then it reads one JSON object per line and answers each with one line
when the order is done:

    {"ask": 50, "tag": "a"}          this many questions at once, each in a channel of its own, until every verdict
    {"tap": 200, "per_second": 50}   this many slash commands that start no run; seconds until each acknowledgement
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from typing import Any, cast

from tests.bench.load import QUESTION
from tests.testbed.slack import LocalSlack
from tests.testbed.slack.deliveries import Delivery
from tests.testbed.slack.journal import Call

LATENCIES = {"chat.postMessage": 0.12, "chat.update": 0.1}
OTHERS = 0.06
"""Seconds of a call, as measured for Slack's API from a data centre."""


async def main() -> None:
    async with LocalSlack(latency=lambda method: LATENCIES.get(method, OTHERS), ack_deadline=30.0) as slack:
        slack.add_channel("C2", "taps", members=("alice",))
        print(json.dumps({"api_url": slack.api_url, "app_token": slack.app_token}), flush=True)
        async with asyncio.TaskGroup() as group:
            while line := await asyncio.to_thread(sys.stdin.readline):
                group.create_task(answer(slack, json.loads(line)))


async def answer(slack: LocalSlack, order: Mapping[str, Any]) -> None:
    """Execute one order and print its answer."""
    await slack.socket.connected()
    if "ask" in order:
        done = await ask(slack, order["ask"], order["tag"])
    else:
        done = {"taps": await tap(slack, order["tap"], order["per_second"])}
    print(json.dumps(done), flush=True)


async def ask(slack: LocalSlack, count: int, tag: str) -> dict[str, Any]:
    """Return the seconds from the first question to the last verdict, and until each acknowledgement and each
    card."""
    channels = [f"C{tag}{number}" for number in range(count)]
    for channel in channels:
        slack.add_channel(channel, channel.lower(), members=("alice",))
    seen = Seen(slack)
    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        asked = [
            group.create_task(slack.person("alice").command(channel, "/council", f"{QUESTION} ({channel})"))
            for channel in channels
        ]
        await slack.wait_for(lambda: seen.verdicts() >= count, timeout=600)
    seconds = time.perf_counter() - started
    acknowledged = [task.result().acknowledged_after or 30.0 for task in asked]
    return {"seconds": seconds, "acknowledged": acknowledged, "cards": seen.cards}


class Seen:
    """Posts since the start, each looked at once."""

    def __init__(self, slack: LocalSlack) -> None:
        self._slack = slack
        self._at = len(slack.calls)
        self._started = slack.now()
        self._under_way: list[Call] = []
        self._verdicts = 0
        self.cards: list[float] = []

    def verdicts(self) -> int:
        """Return the number of first parts of verdicts so far."""
        calls = [*self._under_way, *self._slack.calls[self._at :]]
        self._at = len(self._slack.calls)
        self._under_way = [call for call in calls if not call.result]
        for call in calls:
            if call.method == "chat.postMessage" and call.ok:
                key = _key(call.arguments.get("metadata"))
                self._verdicts += key.endswith("/verdict/1")
                if key.endswith("/card"):
                    self.cards.append(self._slack.now() - self._started)
        return self._verdicts


def _key(metadata: object) -> str:
    data = json.loads(metadata) if isinstance(metadata, str) else metadata
    if not isinstance(data, dict):
        return ""
    payload = cast("dict[str, dict[str, str]]", data).get("event_payload", {})
    return payload.get("key", "")


async def tap(slack: LocalSlack, count: int, per_second: float) -> list[float]:
    """Send commands at an even pace and return the seconds until each was acknowledged."""
    async with asyncio.TaskGroup() as group:
        tapped: list[asyncio.Task[Delivery]] = []
        for _ in range(count):
            tapped.append(group.create_task(slack.person("alice").command("C2", "/council", "help")))
            await asyncio.sleep(1 / per_second)
    return [task.result().acknowledged_after or 30.0 for task in tapped]


if __name__ == "__main__":
    asyncio.run(main())
