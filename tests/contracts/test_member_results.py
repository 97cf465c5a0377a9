"""Contract of every store for members' results: written with the reveal, read by channel, deleted with the run."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from council_core.domain.member_result import MemberResult, ResultLimits
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.insights.member_results import member_results
from council_core.ports import MemberResults, RunStore
from council_core.storage import member_results as stored
from council_core.storage.database import Database
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.migrate import migrate
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import results
from council_core.testing import MemoryMemberResults, MemoryRunStore
from tests.contracts.test_search import with_template
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON


@pytest.fixture
def board(store: RunStore) -> MemberResults:
    """Return the results beside this store."""
    if isinstance(store, MemoryRunStore):
        return MemoryMemberResults(store)
    assert isinstance(store, SqlRunStore)
    return SqlMemberResults(store._database)  # pyright: ignore[reportPrivateUsage]


async def revealed(run_id: str, *, minutes: int = 0, channel: str = HERE.channel) -> Run:
    """Return a finished run."""
    run = await a_sitting().hold()
    question = replace(run.question, place=replace(HERE, channel=channel))
    return replace(run, id=RunId(run_id), question=question, asked_at=NOON + timedelta(minutes=minutes))


async def keep(store: RunStore, run: Run) -> None:
    await store.add(run.as_asked())
    await store.save(run)


def in_order(found: tuple[MemberResult, ...]) -> list[MemberResult]:
    """Sort the results: members of one run have no order."""
    return sorted(found, key=lambda result: (-int(result.run_id[1:]), result.member))


async def test_results_are_there_with_the_reveal_and_not_before(
    store: RunStore, board: MemberResults
) -> None:
    run = await revealed("r1")
    await store.add(run.as_asked())
    await store.save(replace(run, status="voting", finished_at=None))
    before = await board.latest(HERE)

    await store.save(run)
    await store.save(run)  # A replayed step.

    assert before == ()
    assert in_order(await board.latest(HERE)) == in_order(member_results(run))


async def test_each_channel_has_its_own_and_the_operator_sees_all_newest_first(
    store: RunStore, board: MemberResults
) -> None:
    for run in (
        await revealed("r1"),
        await revealed("r2", minutes=2),
        await revealed("r3", minutes=3, channel="C2"),
    ):
        await keep(store, run)

    here, everywhere = await board.latest(replace(HERE, thread="17")), await board.latest(None)

    assert list(dict.fromkeys(result.run_id for result in here)) == ["r2", "r1"]
    assert list(dict.fromkeys(result.run_id for result in everywhere)) == ["r3", "r2", "r1"]


async def test_the_leaders_of_a_few_runs_are_read_without_ranking_them_anew(
    store: RunStore, board: MemberResults
) -> None:
    run = await revealed("r1")
    await keep(store, run)
    await keep(store, await revealed("r2", minutes=2))
    first = {
        each.member: each.name for each in member_results(run) if each.place is not None and each.place < 2
    }

    assert await board.leaders([RunId("r1")]) == first != {}
    assert await board.leaders([]) == {}


async def test_a_board_is_limited_by_workspace_template_rubric_and_member(
    store: RunStore, board: MemberResults
) -> None:
    other = replace(HERE, workspace="T2")
    for run in (
        await revealed("r1"),
        with_template(await revealed("r2", minutes=2)),
        await revealed("r3", minutes=3, channel="C2"),
    ):
        await keep(store, run)
    elsewhere = await revealed("r4", minutes=4)
    await keep(store, replace(elsewhere, question=replace(elsewhere.question, place=other)))

    async def runs(**limits: Any) -> list[str]:
        found = await board.latest(HERE, ResultLimits(**limits))
        return list(dict.fromkeys(result.run_id for result in found))

    rubric, name = elsewhere.settings.rubric, elsewhere.settings.roster.members[0].name
    assert await runs(workspace=True) == ["r3", "r2", "r1"]
    assert await runs(until=date.max) == ["r2", "r1"]
    assert await runs(template="writer") == ["r2"]
    assert await runs(rubric=rubric) == ["r2", "r1"]
    assert await runs(rubric="code") == []
    assert await runs(member=name.upper()) == ["r2", "r1"]
    assert await runs(member="nobody") == []
    day = elsewhere.asked_at.date()
    assert await runs(since=day, until=day) == ["r2", "r1"]
    assert await runs(since=day + timedelta(days=1)) == []
    assert await runs(until=day - timedelta(days=1)) == []


async def test_deleting_a_run_leaves_none_of_its_results(database: Database) -> None:
    store = SqlRunStore(database)
    await keep(store, await revealed("r1"))
    await keep(store, await revealed("r2", minutes=1))

    await SqlRetention(database).delete(RunId("r1"), NOON, from_chat=True)

    found = await SqlMemberResults(database).latest(None)
    assert {result.run_id for result in found} == {"r2"}
    query = select(func.count()).select_from(results).where(results.c.run_id == "r1")
    assert await database.read(lambda connection: connection.scalar(query)) == 0


async def test_the_oldest_of_very_many_runs_is_left_out_rather_than_cut_in_two(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqlRunStore(database)
    for number in (1, 2):
        await keep(store, await revealed(f"r{number}", minutes=number))
    monkeypatch.setattr(stored, "MOST", 6)

    found = await SqlMemberResults(database).latest(HERE)

    assert [result.run_id for result in found] == ["r2"] * 4


async def test_runs_of_earlier_versions_get_their_results_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, board = SqlRunStore(database), SqlMemberResults(database)
    for number in range(5):
        await keep(store, await revealed(f"r{number}", minutes=number // 2))
    whole = await board.latest(None)
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM results"))
        await connection.execute(text("INSERT INTO fillings (name) VALUES ('results')"))
    monkeypatch.setattr(stored, "A_PIECE", 2)

    pieces = [await board.fill_a_piece() for _ in range(5)]
    await migrate(database)

    assert pieces == [True, True, True, False, False]
    assert await board.latest(None) == whole
