"""One process that receives and several that work, on one Postgres: the purpose of `council serve --role`."""

import re
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bot.app.process import Role
from council_core.domain.run import Run
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import environment
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """The processes and their database."""

    url: str
    ingress: BotProcess
    names: Mapping[str, BotProcess]
    """The working processes, by the names under which they carry runs."""

    @property
    def workers(self) -> tuple[BotProcess, ...]:
        return tuple(self.names.values())

    def worker(self, name: str) -> BotProcess:
        """Return the process that carries runs under this name."""
        return self.names[name]

    async def busiest(self) -> str:
        """Return the name under which most runs are carried."""
        return Counter((await self.owners()).values()).most_common(1)[0][0]

    async def runs(self) -> tuple[Run, ...]:
        """Return all runs in full."""
        database = Database(self.url)
        try:
            return await SqlRunStore(database).latest(limit=1_000)
        finally:
            await database.aclose()

    async def owners(self) -> dict[str, str]:
        """Return for each unfinished run the name under which it is carried."""
        async with await psycopg.AsyncConnection.connect(self.url) as connection:
            rows = await connection.execute(
                "SELECT workflow_uuid, executor_id FROM dbos.workflow_status "
                "WHERE status = 'PENDING' AND name = 'council_run'"
            )
            return {str(run_id): str(owner) for run_id, owner in await rows.fetchall()}


@asynccontextmanager
async def fleet(
    url: str,
    slack: LocalSlack,
    models: ModelServer,
    folder: Path,
    *,
    workers: int,
    settings: Mapping[str, str],
    front: Role = "ingress",
) -> AsyncGenerator[Fleet]:
    """Start a fleet in the local Slack and wait until it is ready; `front` is the role of the receiving process."""
    variables = environment(
        models, folder, DATABASE_URL=url, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_LOG="INFO", **settings,
    )  # fmt: skip
    async with AsyncExitStack() as stack:

        async def started(name: str, role: str) -> BotProcess:
            home = folder / name
            home.mkdir()
            command = ("tests.e2e.brisk_bot", "--role", role)
            return await stack.enter_async_context(bot_process(variables, home, command=command))

        ingress = await started("ingress", front)
        working = [await started(f"worker-{number}", "worker") for number in range(workers)]
        await slack.socket.connected()
        names = {name_in(await worker.says("this process works as")): worker for worker in working}
        for worker in working:
            await worker.says("serving slack as worker")
        yield Fleet(url=url, ingress=ingress, names=names)


def name_in(line: str) -> str:
    """Return the name in the line of the log with which a process tells it."""
    found = re.search(r"this process works as ([\w.-]+)", line)
    assert found is not None, line
    return found[1]
