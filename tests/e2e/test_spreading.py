"""Tests of three workers on one Postgres: simultaneous questions are shared, and a worker that ends hands over the
rest."""

from collections import Counter
from pathlib import Path

from tests.e2e.fleet import fleet
from tests.e2e.test_workers import all_revealed, ask_all, said_twice, until_taken_over
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

AT_ONCE = {"COUNCIL_VOTE_MINUTES": "0"}


async def test_twenty_questions_of_one_moment_are_shared_by_three_workers(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 2.5  # The first two workers are full for as long as the third may need to look.
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=3, settings=AT_ONCE) as them:
        await ask_all(slack, 0, 20)
        await all_revealed(slack, 20)
        begun = Counter(
            name
            for name, worker in them.names.items()
            for _ in range(worker.log.read_text().count("the run begins"))
        )
        runs = await them.runs()

    print(sorted(begun.values()))
    assert [run.status for run in runs] == ["revealed"] * 20
    assert begun.total() == 20
    # A worker claims at most eight at once.
    assert min(begun[name] for name in them.names) >= 2
    assert said_twice(slack, 20) == []


async def test_who_receives_and_works_shares_with_the_workers_beside_it(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 1.0
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=1, settings=AT_ONCE, front="all") as them:
        await ask_all(slack, 0, 12)
        await all_revealed(slack, 12)
        begun = [each.log.read_text().count("the run begins") for each in (them.ingress, *them.workers)]
        runs = await them.runs()

    assert [run.status for run in runs] == ["revealed"] * 12
    assert sum(begun) == 12
    assert min(begun) >= 2
    assert said_twice(slack, 12) == []


async def test_a_worker_that_is_told_to_stop_hands_its_runs_over(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 3.0
    url = await fresh_database(postgres)
    settings = {**AT_ONCE, "COUNCIL_DRAIN_SECONDS": "0"}
    async with fleet(url, slack, models, tmp_path, workers=2, settings=settings) as them:
        await ask_all(slack, 0, 4)
        await slack.message_with("0 of 4", channel="C3")
        name = await them.busiest()
        (other,) = (worker for worker in them.workers if worker is not them.worker(name))

        await them.worker(name).stop()
        await other.says(f"{name} has ended; its")
        await until_taken_over(them, name)
        await all_revealed(slack, 4)
        runs = await them.runs()

    assert "taken over" not in other.log.read_text()
    assert [run.status for run in runs] == ["revealed"] * 4
    assert said_twice(slack, 4) == []
