"""Measures the throughput of two and three worker processes on one Postgres, against one.

    python -m tests.bench.workers --workers 1 2 3 --councils 60

One process receives (`--role ingress`) and others work (`--role worker`), all on a Postgres from a wheel; models and
Slack are those of `tests.bench.councils`, in processes of their own. All questions arrive at the same moment, each in
a channel of its own. "per s": councils per second from the first question to the last verdict, and its ratio to the
first row. "carried": the councils that each worker executed. "CPU ms": all workers together, per council until its
run is over. "busiest": the busiest worker's seconds, which bound the throughput on machines of their own. Here they
share a machine with the ingress, Postgres, Slack and the models, so no ratio is larger than its cores allow.
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

import psycopg

from bot.app import event_loop
from tests.bench.load import Child, child, model_server, variables
from tests.testbed.migrated import fresh_database
from tests.testbed.postgres import PostgresServer, postgres_server

UNDER_WAY = "SELECT count(*) FROM dbos.workflow_status WHERE status IN ('PENDING', 'ENQUEUED')"
CARRIED = (
    "SELECT executor_id, count(*) FROM dbos.workflow_status WHERE name = 'council_run' GROUP BY executor_id"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The results of one number of workers."""

    councils: int
    seconds: float
    card: float
    carried: Sequence[int]
    cpu: Sequence[float]
    peak_mb: float

    def told(self, first: "Row") -> str:
        """Return one line of the table."""
        rate, one = self.councils / self.seconds, first.councils / first.seconds
        spread = "/".join(str(count) for count in sorted(self.carried, reverse=True))
        return (
            f"{len(self.cpu):>7} {self.councils:>8} {self.seconds:>7.2f} {rate:>7.1f} {rate / one:>6.2f} "
            f"{1000 * self.card:>8.0f} {spread:>12} {1000 * sum(self.cpu) / self.councils:>7.1f} "
            f"{max(self.cpu):>8.2f} {self.peak_mb:>8.0f}"
        )


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--councils", type=int, default=60)
    options = parser.parse_args()
    print(
        f"{'workers':>7} {'councils':>8} {'wall s':>7} {'per s':>7} {'ratio':>6} {'card ms':>8} {'carried':>12} "
        f"{'CPU ms':>7} {'busiest':>8} {'peak MB':>8}"
    )
    first: Row | None = None
    with postgres_server() as server:
        await allow_connections(server)
        async with model_server() as environment:
            for workers in options.workers:
                url = await fresh_database(server.url)
                row = await measured(url, environment, workers, options.councils)
                first = first or row
                print(row.told(first), flush=True)


async def allow_connections(server: PostgresServer) -> None:
    """Allow as many connections as `docs/several-processes.md` asks for."""
    async with await psycopg.AsyncConnection.connect(server.url, autocommit=True) as connection:
        await connection.execute("ALTER SYSTEM SET max_connections = 250")
    async with server.away():
        pass


async def measured(url: str, environment: dict[str, str], workers: int, councils: int) -> Row:
    """Run the councils on this many workers, after some warm-up."""
    async with AsyncExitStack() as stack:
        slack, where = await stack.enter_async_context(child("tests.bench.slack_process"))
        settings = {
            **variables(environment, folder="."),
            "DATABASE_URL": url,
            "SLACK_BOT_TOKEN": "xoxb-local",
            "SLACK_APP_TOKEN": where["app_token"],
            "SLACK_API_URL": where["api_url"],
        }

        async def started(role: str) -> Child:
            process = child("tests.bench.serving_process", role, variables=settings)
            return (await stack.enter_async_context(process))[0]

        await started("ingress")
        working = [await started("worker") for _ in range(workers)]
        await slack.order(ask=4 * workers, tag="W")
        await over(url)
        already, before = await carried(url), [await each.order() for each in working]
        done = await slack.order(ask=councils, tag="N")
        await over(url)
        after = [await each.order() for each in working]
        return Row(
            councils=councils,
            seconds=done["seconds"],
            card=max(done["cards"]),
            carried=[count - already.get(name, 0) for name, count in (await carried(url)).items()],
            cpu=[now["cpu"] - then["cpu"] for now, then in zip(after, before, strict=True)],
            peak_mb=max(now["peak_mb"] for now in after),
        )


async def over(url: str) -> None:
    """Wait until no run is unfinished."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while (await (await connection.execute(UNDER_WAY)).fetchone()) != (0,):  # noqa: ASYNC110  # others' doing
            await asyncio.sleep(0.1)


async def carried(url: str) -> dict[str, int]:
    """Return how many runs each worker has executed so far, by its name."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        return {str(name): int(count) for name, count in await (await connection.execute(CARRIED)).fetchall()}


if __name__ == "__main__":
    event_loop.run(main())
