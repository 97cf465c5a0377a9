"""Contract of every store of schedules; a tick makes one run over restarts and several processes."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.conversation.dispatch import Handlers
from bot.post import Post
from council_core.council import Council
from council_core.domain.place import PersonId, Place
from council_core.domain.schedule import Recurrence, Schedule, ScheduleId
from council_core.ports import RunStore, Schedules
from council_core.storage.database import Database
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.run_records import SqlDecisions
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.testing import MemoryRunStore, MemorySchedules, ScriptedModels, says
from tests.bot.conversation.talk import HandClock, StillEngine, Talk
from tests.contracts.conftest import emptied
from tests.samples import HERE, NOON

SLACK = ("slack",)
WEEKLY = Schedule(
    id=ScheduleId("s1"),
    place=replace(HERE, parent="C0"),
    owner=PersonId("U1"),
    owner_name="Alice",
    locale="de",
    text="What broke?",
    recurrence=Recurrence(weekdays=(0,), hour=9, minute=0, zone="Europe/Berlin"),
    created_at=NOON,
    next_at=NOON + timedelta(days=1),
)
LATER = replace(
    WEEKLY, id=ScheduleId("s2"), place=replace(HERE, channel="C2"), next_at=NOON + timedelta(days=2)
)


@pytest.fixture
def schedules(store: RunStore) -> Schedules:
    """Return the schedules beside this store."""
    if isinstance(store, MemoryRunStore):
        return MemorySchedules()
    assert isinstance(store, SqlRunStore)
    return SqlSchedules(store._database)  # pyright: ignore[reportPrivateUsage]


async def test_a_schedule_is_kept_once_and_found_by_its_channel(schedules: Schedules) -> None:
    await schedules.add(LATER)
    await schedules.add(WEEKLY)
    await schedules.add(replace(WEEKLY, text="Another delivery of the same."))

    assert await schedules.kept(None) == (WEEKLY, LATER)
    assert await schedules.kept(replace(HERE, thread="17")) == (WEEKLY,)
    assert (await schedules.find(WEEKLY.id), await schedules.find(ScheduleId("s9"))) == (WEEKLY, None)


async def test_only_active_schedules_of_these_platforms_are_due(schedules: Schedules) -> None:
    for schedule in (WEEKLY, LATER):
        await schedules.add(schedule)
    paused = replace(WEEKLY, id=ScheduleId("s3"))
    await schedules.add(paused)
    await schedules.change(paused.id, "paused", paused.next_at)

    assert await schedules.due(NOON, platforms=SLACK) == ()
    assert await schedules.due(WEEKLY.next_at, platforms=SLACK) == (WEEKLY,)
    assert await schedules.due(LATER.next_at, platforms=SLACK) == (WEEKLY, LATER)
    assert await schedules.due(LATER.next_at, platforms=("discord",)) == ()


async def test_one_process_goes_on_from_a_tick(schedules: Schedules) -> None:
    await schedules.add(WEEKLY)
    following = WEEKLY.next_at + timedelta(days=7)

    did = [await schedules.advance(WEEKLY, following, trouble="No budget.") for _ in range(2)]

    assert did == [True, False]
    assert await schedules.find(WEEKLY.id) == replace(WEEKLY, next_at=following, trouble="No budget.")


async def test_a_schedule_can_be_deleted_once(schedules: Schedules) -> None:
    await schedules.add(WEEKLY)

    assert [await schedules.delete(WEEKLY.id) for _ in range(2)] == [True, False]
    assert not await schedules.change(WEEKLY.id, "active", NOON)
    assert await schedules.kept(None) == ()


def a_process(database: Database, clock: HandClock) -> Handlers:
    """Return one of several processes over the same database."""
    talk = Talk()
    store = SqlRunStore(database)
    council = Council(
        store=store,
        engine=StillEngine(),
        models=ScriptedModels({}, otherwise=says("Yes.")),
        clock=clock,
        draw_seed=lambda: "5eed" * 8,
    )

    async def nobody_listens(place: Place, person: PersonId, post: Post) -> None:
        raise AssertionError(f"{person} was told: {post.summary}")

    desk = replace(
        talk.desk,
        council=council,
        results=SqlMemberResults(database),
        schedules=SqlSchedules(database),
        decisions=SqlDecisions(database),
        clock=clock,
        whisper=nobody_listens,
        places=replace(
            talk.desk.places,
            store=SqlPlaceSettings(database, clock),
            check=council.check,
            unpriced=council.unpriced,
        ),
    )
    return Handlers(desk)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_over_a_change_of_the_clock_a_restart_and_two_workers_each_tick_has_one_run(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = (
        request.getfixturevalue("postgres") if kind == "postgres" else f"sqlite:///{tmp_path / 'council.db'}"
    )
    first, second = await emptied(url), Database(url)
    clock = HandClock(NOON)
    daily = replace(WEEKLY.recurrence, weekdays=tuple(range(7)))
    # Two days before the clocks go forward in Berlin.
    start = NOON.replace(year=2027, month=3, day=26)
    await SqlSchedules(first).add(replace(WEEKLY, recurrence=daily, next_at=daily.after(start)))
    workers = [a_process(database, clock) for database in (first, second)]

    for hour in range(24 * 4):
        clock.at = start + timedelta(hours=hour)
        if hour % 7 == 0:
            workers[1] = a_process(second, clock)  # It was restarted.
        await asyncio.gather(*(worker.ask_due(SLACK) for worker in workers))

    runs = await SqlRunStore(first).latest(limit=99)
    await first.aclose()
    await second.aclose()
    assert [f"{run.asked_at:%d.%m. %H:%M}" for run in reversed(runs)] == [
        "27.03. 08:00", "28.03. 07:00", "29.03. 07:00", "30.03. 07:00",
    ]  # fmt: skip
