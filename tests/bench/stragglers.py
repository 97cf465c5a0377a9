"""Simulates stages whose calls have heavy tails, with and without closing early: time to a verdict, and answers lost.

    python -m tests.bench.stragglers --councils 2000

Times are drawn from a log-normal distribution with a spread of one around `--middle` seconds. Each council waits for
its answers, then for its reviews, then for the chairman, with the product's own stage deadline and a clock that
jumps. "oracle" closes each stage at the 95th percentile of the true distribution, which no real rule knows; it is the
bound of what a rule could reach. Ratios are to waiting for all, each call at most 180 seconds.
"""

import argparse
import asyncio
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import quantiles

from bot.settings.roster import read_roster
from council_core.domain.answer import Failure, Reply
from council_core.domain.settings import CouncilSettings
from council_core.providers import DEMO_ROSTER
from council_core.stages.deadline import ANSWERS, REVIEWS, StageDeadline
from tests.virtual_time import virtually

CALL_SECONDS = 180.0
ORACLE = 1.645
"""The 95th percentile of the logarithm, in spreads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule for closing stages."""

    name: str
    stage_seconds: float
    close_early: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Council:
    """The seconds that one council's calls take."""

    answers: Sequence[float]
    reviews: Sequence[float]
    chairman: float


async def stage(seconds: Sequence[float], settings: CouncilSettings, allowance: float) -> int:
    """Return the number of calls that count when the stage is over."""
    deadline = StageDeadline(settings, quorum=2, calls=len(seconds), allowance=allowance)

    async def ask(takes: float) -> bool:
        async def call() -> Reply | Failure:
            await asyncio.sleep(min(CALL_SECONDS, takes))
            if takes >= CALL_SECONDS:
                return Failure(reason="timed_out", detail="It took too long.", latency=CALL_SECONDS)
            return Reply(text="Tabs.", latency=takes)

        result = await deadline.bound(call())
        if isinstance(result, Reply):
            deadline.heard(result.latency)
        else:
            deadline.missed()
        return isinstance(result, Reply)

    return sum(await asyncio.gather(*(ask(takes) for takes in seconds)))


async def hold(council: Council, settings: CouncilSettings) -> tuple[float, int, int]:
    """Return the seconds to the verdict, and the answers and reviews that count."""
    loop = asyncio.get_running_loop()
    started = loop.time()
    answers = await stage(council.answers, settings, ANSWERS)
    reviews = await stage(council.reviews, settings, REVIEWS)
    await asyncio.sleep(council.chairman)
    return loop.time() - started, answers, reviews


async def table(members: int, hangs: int, options: argparse.Namespace) -> None:
    """Print the rows of one panel."""
    drawn = random.Random(f"{members} {hangs}")

    def times() -> list[float]:
        living = [options.middle * drawn.lognormvariate(0.0, 1.0) for _ in range(members - hangs)]
        return living + [math.inf] * hangs

    def chairman() -> float:
        return min(CALL_SECONDS, options.middle * drawn.lognormvariate(0.0, 1.0))

    councils = [
        Council(answers=times(), reviews=times(), chairman=chairman()) for _ in range(options.councils)
    ]
    oracle = options.middle * math.exp(ORACLE)
    rules = (
        Rule(name="wait for all", stage_seconds=CALL_SECONDS, close_early=False),
        Rule(name="stage deadline of 90 s", stage_seconds=90.0, close_early=False),
        Rule(name="close early", stage_seconds=90.0, close_early=True),
        Rule(name="oracle", stage_seconds=oracle, close_early=False),
    )
    held = CouncilSettings(roster=read_roster(",".join(DEMO_ROSTER), ""))
    base: tuple[float, float] | None = None
    for rule in rules:
        settings = replace(held, stage_seconds=rule.stage_seconds, close_early=rule.close_early)
        results = [await hold(council, settings) for council in councils]
        marks = quantiles([seconds for seconds, _, _ in results], n=20)
        p50, p95 = marks[9], marks[18]
        base = base or (p50, p95)
        alive = (members - hangs) * len(councils)
        answers = sum(count for _, count, _ in results) / alive
        reviews = sum(count for _, _, count in results) / alive
        panel = f"{members} members" + (f", {hangs} hangs" if hangs else "")
        print(
            f"{panel:<20} {rule.name:<24} {p50:>7.1f} {p95:>7.1f} {p50 / base[0]:>9.2f} {p95 / base[1]:>9.2f} "
            f"{100 * answers:>9.1f} {100 * reviews:>9.1f}",
            flush=True,
        )


async def main(options: argparse.Namespace) -> None:
    headings = (
        f"{'p50 s':>7} {'p95 s':>7} {'p50 ratio':>9} {'p95 ratio':>9} {'answers %':>9} {'reviews %':>9}"
    )
    print(f"{'panel':<20} {'rule':<24} {headings}")
    for members, hangs in ((4, 0), (5, 0), (8, 0), (4, 1), (5, 1)):
        await table(members, hangs, options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--councils", type=int, default=2000)
    parser.add_argument("--middle", type=float, default=8.0, help="seconds that the call in the middle takes")
    virtually(main(parser.parse_args()))
