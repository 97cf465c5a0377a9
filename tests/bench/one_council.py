"""One council against its critical path, storage and durability included.

    python -m tests.bench.one_council --rounds 5

Four members at 200, 400, 600 and 800 ms and a chairman at 500 ms answer over loopback HTTP, from a process of their
own. The slowest member answers, then reviews, then the chairman concludes: 0.8 + 0.8 + 0.5 = 2.10 s is what no
council can beat. Prints the median time from the question to the verdict over that, and how soon the card was up.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.bootstrap import SERVE, App, load_settings, open_app
from bot.requests import Ask, Person
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place

LATENCIES = {"member-200": 0.2, "member-400": 0.4, "member-600": 0.6, "member-800": 0.8, "chairman": 0.5}
CRITICAL_PATH = 0.8 + 0.8 + 0.5

MEMBERS = ",".join(f"openai:{name}" for name in LATENCIES if name != "chairman")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.servers.models",
        *(part for name, seconds in LATENCIES.items() for part in ("--model", f"{name}={seconds}")),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert server.stdout is not None
    assert server.stdin is not None
    environment = json.loads(await server.stdout.readline())
    try:
        await measure(environment, rounds)
    finally:
        server.stdin.close()
        await server.wait()


async def measure(environment: dict[str, str], rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(
            {
                **environment,
                "DATABASE_URL": f"sqlite:///{folder}/council.db",
                "COUNCIL_MEMBERS": MEMBERS,
                "COUNCIL_CHAIRMAN": "openai:chairman",
                "COUNCIL_VOTE_MINUTES": "0",
            },
            folder=Path(folder),
        )
        platform = MemoryPlatform()
        async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
            await one(app, platform, "warm-up")
            busy = time.process_time()
            results = [await one(app, platform, f"round-{number}") for number in range(rounds)]
    busy = (time.process_time() - busy) / rounds
    verdict = statistics.median(verdict for _, verdict in results)
    card = statistics.median(card for card, _ in results)
    print(f"{'critical path':<16} {CRITICAL_PATH:6.3f} s")
    print(f"{'card is up':<16} {card:6.3f} s")
    print(f"{'verdict':<16} {verdict:6.3f} s   ratio {verdict / CRITICAL_PATH:.3f}")
    print(f"{'own CPU time':<16} {busy:6.3f} s   each, of this process alone")
    print("each round       " + " ".join(f"{verdict / CRITICAL_PATH:.3f}" for _, verdict in results))


async def one(app: App, platform: MemoryPlatform, delivery: str) -> tuple[float, float]:
    """Seconds from the question to the card, and to the verdict."""
    platform.standing.clear()
    started = time.perf_counter()
    person = Person(id=PersonId("U1"), name="Alice")
    place = Place(platform="memory", channel="C1")
    asked = asyncio.create_task(
        app.handle(Ask(person=person, place=place, text="Tabs or spaces?", delivery=delivery))
    )
    await platform.wait_for("/card")
    card = time.perf_counter() - started
    await platform.wait_for("/verdict/1")
    verdict = time.perf_counter() - started
    await asked
    await platform.wait_for("/reveal")
    return card, verdict


if __name__ == "__main__":
    asyncio.run(main())
