"""Measures how soon Slack's slash commands are acknowledged while councils run. Slack allows three seconds.

    python -m tests.bench.acknowledgement --councils 50 --per-second 50 --seconds 8

It measures first an idle bot, then one with this many councils that start at once. The commands (`/council help`)
start no run. The last row is of the questions that start those councils; each is acknowledged once it is stored.
Times are taken in the process of the local Slack, from sending a command over the socket to its acknowledgement.
"""

import argparse
import statistics
from collections.abc import Sequence

from bot.app import event_loop
from tests.bench.councils import in_slack, over
from tests.bench.load import Child, model_server


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--councils", type=int, default=50)
    parser.add_argument("--per-second", type=float, default=50.0)
    parser.add_argument("--seconds", type=float, default=8.0)
    options = parser.parse_args()
    taps = {"tap": round(options.per_second * options.seconds), "per_second": options.per_second}
    async with model_server() as environment, in_slack(environment) as (app, slack):
        await slack.order(ask=1, tag="W")
        print(f"{'while':<22} {'commands':>9} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8}")
        idle = await slack.order(**taps)
        print(row("nothing else happens", idle["taps"]), flush=True)
        both = await together(slack, taps, options.councils)
        print(row(f"{options.councils} councils run", both["taps"]), flush=True)
        print(row("their own questions", both["acknowledged"]), flush=True)
        await over(app)


async def together(slack: Child, taps: dict[str, float], councils: int) -> dict[str, Sequence[float]]:
    """Send two orders at once; their answers come in the order in which they are done."""
    await slack.begin(ask=councils, tag="L")
    await slack.begin(**taps)
    return await slack.answer() | await slack.answer()


def row(what: str, seconds: Sequence[float]) -> str:
    """Return one line of the table."""
    marks = statistics.quantiles(seconds, n=100, method="inclusive")
    return (
        f"{what:<22} {len(seconds):>9} {1000 * marks[49]:>8.1f} {1000 * marks[98]:>8.1f} "
        f"{1000 * max(seconds):>8.1f}"
    )


if __name__ == "__main__":
    event_loop.run(main())
