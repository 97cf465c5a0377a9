"""`python -m tests.crash`: kills the bot at every boundary and at random moments, and prints a table of faults."""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product

from tests.crash.plays import PLAYS
from tests.crash.sitting import Where
from tests.crash.table import Line, table
from tests.crash.trials import Trials, boundaries, prepared
from tests.testbed.postgres import local_postgres

PLATFORMS = ("slack", "discord")
DATABASES = ("sqlite", "postgres")


def main() -> int:
    """Return the exit code: 0 when all is well, 1 after any fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--platform", choices=(*PLATFORMS, "both"), default="both")
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument(
        "--split",
        action="store_true",
        help="one process receives and others work, and one of them is killed; on Postgres only",
    )
    parser.add_argument(
        "--beside",
        action="store_true",
        help="a worker runs beside a process that does everything, as in the Procfile, and one of the two is killed at "
        "random moments; on Postgres only",
    )
    parser.add_argument("--play", choices=(*PLAYS, "all"), default="all", help="which script is played")
    parser.add_argument(
        "--points",
        default="all",
        help="all, none, every Nth as 1/N, or part of a point's name such as first/step/answer",
    )
    parser.add_argument("--random", type=int, default=200, metavar="N", help="at least so many random points")
    parser.add_argument(
        "--stops",
        type=int,
        default=40,
        metavar="N",
        help="at least so many random points with SIGTERM instead",
    )
    parser.add_argument(
        "--freezes",
        type=int,
        default=40,
        metavar="N",
        help="with --split or --beside: at least so many random points with SIGSTOP, and SIGCONT after a takeover",
    )
    parser.add_argument("--twice", action="store_true", help="kill once more while runs are resumed")
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    with ExitStack() as stack:
        lines = asyncio.run(_all(chosen, seed, _databases(chosen, stack)))
    print(table(lines))
    print(f"{time.monotonic() - began:.0f} s")
    if all(line.is_well for line in lines):
        return 0
    print("Something is wrong. The same once more:")
    given = " ".join(argument for argument in sys.argv[1:] if argument not in ("--seed", str(seed)))
    print(f"  all of it:  python -m tests.crash --seed {seed} {given}")
    one = "--random 0 --stops 0 --platform … --database … --play … --points 'its name, as above'"
    print(f"  one point:  python -m tests.crash {one}")
    return 1


def _databases(chosen: argparse.Namespace, stack: ExitStack) -> list[str]:
    """Return for each kind of database the URL of a server; empty for files."""
    kinds = (
        ("postgres",)
        if chosen.split or chosen.beside
        else DATABASES
        if chosen.database == "both"
        else (chosen.database,)
    )
    return [stack.enter_context(local_postgres()) if kind == "postgres" else "" for kind in kinds]


async def _all(chosen: argparse.Namespace, seed: int, databases: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    platforms = PLATFORMS if chosen.platform == "both" else (chosen.platform,)
    plays = PLAYS if chosen.play == "all" else (chosen.play,)
    for platform, postgres, play in product(platforms, databases, plays):
        where = Where(platform=platform, postgres=postgres, split=chosen.split, beside=chosen.beside)
        trials = await prepared(where, play, _say)
        # Either process of two may come to a point, so that a hold in one of them may be missed.
        if not chosen.beside and (points := _wanted(trials, chosen.points)):
            lines.append(await trials.held(points, again=chosen.twice))
        if chosen.random and play == "conversation":
            lines.append(await trials.at_random(chosen.random, seed))
        if chosen.stops and play == "conversation":
            lines.append(await trials.at_random(chosen.stops, seed, "stopped"))
        if chosen.freezes and (chosen.split or chosen.beside) and play == "conversation":
            lines.append(await trials.at_random(chosen.freezes, seed, "frozen"))
    return lines


def _wanted(trials: Trials, points: str) -> list[str]:
    everything = boundaries(trials.points)
    if points.startswith("1/"):
        return everything[:: int(points.removeprefix("1/"))]
    if points in ("all", "none"):
        return everything if points == "all" else []
    return [point for point in trials.points if points in point]


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
