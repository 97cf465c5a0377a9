"""Measures concurrent councils against their critical path and against a bare loop that stores nothing.

    python -m tests.bench.councils --at-once 1 10 50 200 [--path core slack] [--rounds 3]

Four members at 200, 400, 600 and 800 ms and a chairman at 500 ms answer over loopback HTTP, from a process of their
own. The slowest member answers, then reviews, then the chairman concludes: no council can beat 0.8 + 0.8 + 0.5 = 2.10
s. The bare loop makes the same requests over one shared client, in the same process and the same run, and stores
nothing. `core` posts to a platform that takes no time; `slack` gets slash commands from a local Slack in a third
process, whose API takes 60 to 120 ms per call. Figures are of this process alone: wall time from the first question
to the last verdict over the critical path, the slowest card after its question, CPU time per council until its run is
over, the longest stall of the event loop, the most CPU time of this process within one stall, peak memory so far, TCP
connections. Each row is the median round by wall time.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.app import event_loop
from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.app.serve import serve
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.platform import SlackPlatform
from bot.ports import ChatPlatform
from bot.presentation.words import slack_words
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference
from tests.bench.load import (
    HEADINGS,
    QUESTION,
    Child,
    Measured,
    bare,
    bare_client,
    child,
    measured,
    model_server,
    variables,
)


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 10, 50, 200])
    parser.add_argument("--path", nargs="+", choices=["core", "slack"], default=["core", "slack"])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rounds = [
        (count, [f"{row}-{n}" for n in range(options.rounds)]) for row, count in enumerate(options.at_once)
    ]
    async with model_server() as environment:
        print(HEADINGS)
        await loops(environment, rounds)
        if "core" in options.path:
            await core(environment, rounds)
        if "slack" in options.path:
            await whole(environment, rounds)


Rounds = Sequence[tuple[int, Sequence[str]]]
"""The number of councils in each row, and the names of its rounds."""


async def loops(environment: dict[str, str], rounds: Rounds) -> None:
    """Run only the requests."""
    async with bare_client() as client:
        await bare(client, environment)
        for count, names in rounds:

            async def requests(name: str, count: int = count) -> Sequence[float]:
                return await asyncio.gather(*(bare(client, environment) for _ in range(count)))

            print(middle([await measured("bare loop", count, name, requests) for name in names]), flush=True)


def middle(rows: Sequence[Measured]) -> Measured:
    """Return the row whose wall time is the median."""
    return sorted(rows, key=lambda row: row.seconds)[len(rows) // 2]


async def core(environment: dict[str, str], rounds: Rounds) -> None:
    """Run everything but a chat platform."""
    platform = MemoryPlatform()
    async with council(environment, {"memory": platform}) as app:
        await app.models.prepare(app.settings.council.roster.everyone())
        await one(app, platform, "warm-up")
        for count, names in rounds:

            async def councils(name: str, count: int = count) -> Sequence[float]:
                platform.clear()
                return await asyncio.gather(*(one(app, platform, f"{name}-{n}") for n in range(count)))

            rows = [await measured("council", count, name, councils, lambda: over(app)) for name in names]
            print(middle(rows), flush=True)


async def whole(environment: dict[str, str], rounds: Rounds) -> None:
    """Run the whole product, asked in Slack."""
    async with in_slack(environment) as (app, slack):
        await slack.order(ask=1, tag="W")
        for count, names in rounds:

            async def councils(name: str, count: int = count) -> Sequence[float]:
                return (await slack.order(ask=count, tag=f"N{name}N"))["cards"]

            rows = [await measured("in Slack", count, name, councils, lambda: over(app)) for name in names]
            print(middle(rows), flush=True)


@asynccontextmanager
async def council(environment: dict[str, str], platforms: dict[str, ChatPlatform]) -> AsyncGenerator[App]:
    """Open the product with a real SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(variables(environment, folder), folder=Path(folder))
        async with open_app(settings, lambda _: platforms, family=SERVE) as app:
            yield app


@asynccontextmanager
async def in_slack(environment: dict[str, str]) -> AsyncGenerator[tuple[App, Child]]:
    """Open the product as it is served, with events over Socket Mode and without limits on its own rate."""
    async with AsyncExitStack() as stack:
        slack, where = await stack.enter_async_context(child("tests.bench.slack_process"))
        settings = SlackSettings(
            bot_token="xoxb-local",
            app_token=where["app_token"],
            api_url=where["api_url"],
        )
        platform = SlackPlatform(settings, labels=slack_words, pace=None)
        app = await stack.enter_async_context(council(environment, {"slack": platform}))
        serving = asyncio.create_task(serve(app, listening=lambda port: None))
        try:
            yield app, slack
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


async def one(
    app: App,
    platform: MemoryPlatform,
    delivery: str,
    files: tuple[FileReference, ...] = (),
) -> float:
    """Ask one question and wait for its verdict; return the seconds until its card."""
    started = time.perf_counter()
    person = Person(id=PersonId("U1"), name="Alice")
    place = Place(platform="memory", channel=delivery)
    text = f"{QUESTION} ({delivery})"
    await app.handle(Ask(person=person, place=place, text=text, delivery=delivery, files=files))
    await platform.wait_for("/card", channel=delivery)
    card = time.perf_counter() - started
    await platform.wait_for("/verdict/1", channel=delivery)
    return card


async def over(app: App) -> None:
    """Wait until no run is unfinished: each one still has its reveal to post after the verdict."""
    while await app.store.unfinished(platforms=("memory", "slack")):  # noqa: ASYNC110  # another task's doing
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    event_loop.run(main())
