"""Tests of programs that ask one of several processes on one Postgres while another one works, and dies."""

import asyncio
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp

from tests.bot.programs.conftest import AUTHORS, Caller, variables
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import Serving
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.patience import PATIENCE

QUESTION = "Tabs or spaces?"


async def port_of(process: BotProcess) -> int:
    found = re.search(r"HTTP on port (\d+)", await process.says("HTTP on port"))
    assert found is not None
    return int(found[1])


async def test_a_program_follows_its_run_to_the_end_though_the_process_that_works_on_it_dies(
    postgres: str, models: ModelServer, tmp_path: Path
) -> None:
    may_review = models.hold_reviews()
    settings = variables(models, tmp_path, DATABASE_URL=await fresh_database(postgres), COUNCIL_LOG="INFO")
    homes = [tmp_path / name for name in ("ingress", "one", "other")]
    for home in homes:
        home.mkdir()
    serve = ("bot", "serve", "api", "--role")
    async with (
        bot_process(settings, homes[0], command=(*serve, "ingress")) as ingress,
        bot_process(settings, homes[1], command=(*serve, "worker")) as one,
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE)) as session,
    ):
        await one.says("this process works as", seconds=PATIENCE)
        call = Caller(cast("Serving", SimpleNamespace(port=await port_of(ingress))), session)
        key = {"Idempotency-Key": "once"}
        asked = await call("POST", "/v1/questions", json={"question": QUESTION}, headers=key)
        async with call.opened(f"/v1/runs/{asked.body['run']}/events") as stream:
            await _until(stream, "reviewing")
            await one.kill()
            may_review.set()
            async with bot_process(settings, homes[2], command=(*serve, "worker")):
                ended = await _until(stream, "revealed")
        again = await call("POST", "/v1/questions", json={"question": QUESTION}, headers=key)

    assert ended["run"] == asked.body["run"] == again.body["run"]
    assert sorted(each["author"] for each in ended["responses"]) == sorted(AUTHORS)
    answers = [each for each in models.journal.calls if each.asked and each.asked.form == "text"]
    assert len(answers) == len(AUTHORS) + 1, "each answer once, and the verdict"


async def _until(stream: aiohttp.StreamReader, status: str) -> dict[str, Any]:
    """Read events until the run has this status, and return it."""
    async with asyncio.timeout(PATIENCE):
        while line := await stream.readline():
            if line.startswith(b"data: "):
                run: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                if run.get("status") == status:
                    return run
    raise AssertionError(f"the stream ended before the run was {status}")
