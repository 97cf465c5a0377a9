"""Measures a burst of two hundred questions when only a few may run at a time: none may be lost or starve.

    python -m tests.bench.burst --at-once 20

One person asks fifty questions, thirty ask three each, sixty ask one each, by slash commands of a local Slack, each
in a channel of its own. The product serves in a process of its own, with its file. The table shows when questions
were acknowledged and had their cards, how many finished, when people who asked one, three and fifty questions got
their verdicts and at which positions among all, how often cards were edited, and the product's memory before, during
the wait and afterwards. Nothing is lost if all questions finish, and nobody starves if the last of those who asked
one comes long before the last of fifty.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from bot.app import event_loop
from tests.bench.load import QUESTION, Child, child, model_server, variables
from tests.bench.slack_process import LATENCIES, OTHERS
from tests.testbed.slack import LocalSlack

GROUPS = {"fifty": (1, 50), "three": (30, 3), "one": (60, 1)}
"""Numbers of people and of questions per person."""

SECONDS = 1.0
PATIENCE = 1200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question."""

    group: str
    person: str
    channel: str


def questions() -> list[Asked]:
    """Return all questions in the order in which they are asked: the person who asks most begins."""
    people = [
        (group, f"{group}{number}", each)
        for group, (count, each) in GROUPS.items()
        for number in range(count)
    ]
    asked = [(group, person) for group, person, each in people for _ in range(each)]
    return [
        Asked(group=group, person=person, channel=f"C{number}")
        for number, (group, person) in enumerate(asked)
    ]


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--at-once", type=int, nargs="+", default=[20])
    options = parser.parse_args()
    async with model_server() as environment:
        for at_once in options.at_once:
            print(f"--- {at_once} at a time")
            await burst(environment, at_once)


async def burst(environment: dict[str, str], at_once: int) -> None:
    async with LocalSlack(latency=lambda method: LATENCIES.get(method, OTHERS), ack_deadline=60.0) as slack:
        with tempfile.TemporaryDirectory() as folder:
            settings = {
                **variables(environment, folder),
                "COUNCIL_RUNS_AT_ONCE": str(at_once),
                "SLACK_BOT_TOKEN": "xoxb-local",
                "SLACK_APP_TOKEN": slack.app_token,
                "SLACK_API_URL": slack.api_url,
            }
            async with child("tests.bench.serving_process", "all", variables=settings) as (bot, _):
                await slack.socket.connected()
                await asked_one(slack, Asked(group="warm-up", person="warm", channel="CW"))
                await slack.message_with("Ranking and names", channel="CW", timeout=PATIENCE)
                await measured(slack, bot, questions())


async def asked_one(slack: LocalSlack, question: Asked) -> float:
    """Ask and return the seconds until the acknowledgement."""
    slack.add_channel(question.channel, question.channel.lower(), members=(question.person,))
    text = f"{QUESTION} ({question.channel})"
    delivery = await slack.person(question.person).command(question.channel, "/council", text)
    return delivery.acknowledged_after or PATIENCE


async def measured(slack: LocalSlack, bot: Child, asked: Sequence[Asked]) -> None:
    seen = Seen(slack)
    before = (await bot.order())["now_mb"]
    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        tasks: list[asyncio.Task[float]] = []
        for question in asked:
            tasks.append(group.create_task(asked_one(slack, question)))
            await asyncio.sleep(SECONDS / len(asked))
    acknowledged = [task.result() for task in tasks]
    await slack.wait_for(lambda: seen.look("card") >= len(asked), timeout=PATIENCE)
    cards = time.perf_counter() - started
    waiting = len(asked) - seen.look("verdict")
    during = (await bot.order())["now_mb"]
    await slack.wait_for(lambda: seen.look("reveal") >= len(asked), timeout=PATIENCE)
    wall = time.perf_counter() - started
    after = await bot.order()
    soon, late = median(acknowledged), max(acknowledged)
    print(f"acknowledged {len(acknowledged)} of {len(asked)}, after {soon:.2f} s, {late:.2f} s at most")
    ended = len(seen.places["reveal"])
    print(f"all cards after {cards:.1f} s; {ended} of {len(asked)} came to their end, after {wall:.1f} s")
    for name in GROUPS:
        channels = [question.channel for question in asked if question.group == name]
        times = [seen.at["verdict"][channel] for channel in channels]
        places = [seen.places["verdict"].index(channel) + 1 for channel in channels]
        print(
            f"asked {name:<6} verdicts after {median(times):>5.1f} s, {max(times):>5.1f} s at most; "
            f"places {min(places)} to {max(places)}, {median(places):.0f} in the middle"
        )
    print(f"edits {seen.edits}, for each run {seen.edits / len(asked):.1f}")
    print(
        f"memory {before:.0f} MB before, {during:.0f} with {waiting} under way or waiting "
        f"({1024 * (during - before) / waiting:.0f} kB each), "
        f"{after['peak_mb']:.0f} at most, {after['now_mb']:.0f} after"
    )


class Seen:
    """Posts since the start, by the first part of their key: channel, order and time."""

    def __init__(self, slack: LocalSlack) -> None:
        self._slack = slack
        self._from = len(slack.calls)
        self._started = slack.now()
        self.edits = 0
        self.places: dict[str, list[str]] = {"card": [], "verdict": [], "reveal": []}
        self.at: dict[str, dict[str, float]] = {"verdict": {}}

    def look(self, what: str) -> int:
        """Return the number of these posts so far."""
        calls = self._slack.calls
        while self._from < len(calls) and calls[self._from].result:
            call = calls[self._from]
            self._from += 1
            if call.method == "chat.update":
                self.edits += 1
            elif call.method == "chat.postMessage" and call.ok:
                part = _part(call.arguments.get("metadata"))
                if part in self.places:
                    channel = str(call.arguments["channel"])
                    self.places[part].append(channel)
                    self.at.setdefault(part, {})[channel] = self._slack.now() - self._started
        return len(self.places[what])


def _part(metadata: Any) -> str:
    data = json.loads(metadata) if isinstance(metadata, str) else metadata
    key = data["event_payload"]["key"] if data else ""
    return key.split("/")[1] if "/" in key else ""


if __name__ == "__main__":
    event_loop.run(main())
