"""Contract of the durations of past runs: SQLite and Postgres alike."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.answer import Reply
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.verdict import Verdict
from council_core.ports import AnswerTimes, RunStore
from council_core.storage.database import Database
from council_core.storage.history import SqlAnswerTimes
from council_core.storage.runs import SqlRunStore
from tests.samples import HERE, MEMBERS, NOON, QUESTION, SETTINGS, a_run

DEMO = tuple(
    Member(id=MemberId(f"demo:{name}"), model=f"demo:{name}", name=name) for name in ("a", "b", "c", "d")
)


@pytest.fixture
def store(database: Database) -> RunStore:
    """Return a store in the database."""
    return SqlRunStore(database)


@pytest.fixture
def times(database: Database) -> AnswerTimes:
    """Return the durations of the runs in the store."""
    return SqlAnswerTimes(database)


async def answered(
    store: RunStore,
    number: int,
    seconds: float,
    *,
    place: Place = HERE,
    members: int = 4,
    is_voted: bool = True,
    **changes: object,
) -> None:
    """Store a run that had its verdict after this many seconds, ten of them the chairman's."""
    asked_at = NOON + timedelta(hours=number)
    verdict = Verdict(chairman=MEMBERS[0].id, reply=Reply(text="Tabs.", latency=10.0), top=())
    settings = replace(SETTINGS, roster=Roster(members=MEMBERS[:members], chairman=MEMBERS[0]))
    at = asked_at + timedelta(seconds=seconds)
    times: dict[str, object] = {"finished_at": at}
    if is_voted:
        times["finished_at"] = asked_at + timedelta(days=1)
        times["voting_opened_at"] = asked_at + timedelta(seconds=1)
        times["voting_closes_at"] = at + timedelta(seconds=settings.vote_seconds - 10)
    run: Run = a_run(f"r{number:012d}", question=replace(QUESTION, place=place), asked_at=asked_at)
    run = replace(run, settings=settings)
    run = replace(run, **{"verdict": verdict, "status": "revealed", **times, **changes})  # type: ignore[arg-type]
    await store.add(replace(run, status="asked", verdict=None, finished_at=None))
    await store.save(run)


async def test_durations_end_with_the_verdict_however_long_people_vote(
    store: RunStore, times: AnswerTimes
) -> None:
    await answered(store, 1, 30.0)
    await answered(store, 2, 40.0, is_voted=False)
    await answered(store, 3, 50.0, status="voting", finished_at=None)

    assert await times.latest(HERE, members=4, is_demo=False, fewest=1) == (50.0, 40.0, 30.0)


async def test_runs_without_a_verdict_and_those_of_another_kind_tell_nothing(
    store: RunStore, times: AnswerTimes
) -> None:
    demo = replace(SETTINGS, roster=Roster(members=DEMO, chairman=DEMO[0]))
    await answered(store, 1, 30.0)
    await answered(store, 2, 31.0, members=3)
    await answered(store, 3, 32.0, settings=demo)
    await answered(store, 4, 33.0, verdict=None)
    await answered(store, 5, 34.0, status="failed")
    await answered(store, 6, 35.0, status="synthesizing")

    assert await times.latest(HERE, members=4, is_demo=False, fewest=1) == (30.0,)
    assert await times.latest(HERE, members=3, is_demo=False, fewest=1) == (31.0,)
    assert await times.latest(HERE, members=4, is_demo=True, fewest=1) == (32.0,)


async def test_a_workspace_counts_the_runs_of_all_its_channels(store: RunStore, times: AnswerTimes) -> None:
    await answered(store, 1, 30.0, place=replace(HERE, thread="1.2"))
    await answered(store, 2, 40.0, place=replace(HERE, channel="C2"))
    await answered(store, 3, 50.0, place=replace(HERE, workspace="T2"))

    assert await times.latest(HERE, members=4, is_demo=False, fewest=1) == (30.0,)
    assert await times.latest(HERE, members=4, is_demo=False, fewest=2) == (40.0, 30.0)


async def test_only_the_newest_forty_count(store: RunStore, times: AnswerTimes) -> None:
    for number in range(1, 43):
        await answered(store, number, float(number))

    found = await times.latest(HERE, members=4, is_demo=False, fewest=1)

    assert (len(found), found[0], found[-1]) == (40, 42.0, 3.0)
