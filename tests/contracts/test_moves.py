"""Tests that a channel keeps everything when its platform gives it another id."""

from dataclasses import replace
from decimal import Decimal

from council_core.domain.place import Message, PersonId, Scope
from council_core.domain.search import phrases_in
from council_core.storage.database import Database
from council_core.storage.drafts import SqlDrafts
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.moves import SqlMoves
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlLedger
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.testing import SteppingClock
from tests.contracts.test_drafts import DRAFT
from tests.contracts.test_member_results import revealed
from tests.contracts.test_schedules import WEEKLY
from tests.samples import HERE, NOON, QUESTION, a_run

THERE = replace(HERE, channel="C9")
OTHER = replace(HERE, channel="C2")
ALICE = PersonId("U1")


async def test_runs_posts_schedules_and_settings_of_a_channel_follow_its_new_id(database: Database) -> None:
    clock = SteppingClock()
    store, receipts = SqlRunStore(database), SqlReceipts(database, clock)
    schedules, settings = SqlSchedules(database), SqlPlaceSettings(database, clock)
    runs = {
        place.channel: a_run(f"r00000000000{number}", question=replace(QUESTION, place=place))
        for number, place in enumerate((HERE, OTHER))
    }
    for run in runs.values():
        here = run.question.place
        await store.add(run)
        await receipts.claim([f"{run.id}/card", f"{run.id}/verdict"])
        await receipts.settle({f"{run.id}/card": Message(place=here, id="1.5")}, replace(here, thread="1.5"))
        await settings.save(Scope.around(here, "channel"), {"redact": "yes"}, version=0, by=ALICE)
    await schedules.add(replace(WEEKLY, place=HERE))

    for _ in range(2):  # Slack may tell twice.
        await SqlMoves(database).move(HERE, THERE)

    moved, left = await store.get(runs[HERE.channel].id), await store.get(runs[OTHER.channel].id)
    assert (moved.question.place.channel, left.question.place) == (THERE.channel, OTHER)
    card = await receipts.find(f"{moved.id}/card")
    assert card is not None
    assert (card.message, card.thread) == (Message(place=THERE, id="1.5"), replace(THERE, thread="1.5"))
    other = await receipts.find(f"{left.id}/card")
    assert other is not None
    assert other.message == Message(place=OTHER, id="1.5")
    assert [each.place.channel for each in await schedules.kept(THERE)] == [THERE.channel]
    assert (await settings.find(Scope.around(THERE, "channel"))).values == {"redact": "yes"}
    assert (await settings.find(Scope.around(HERE, "channel"))).version == 0
    sought = phrases_in(QUESTION.text)
    assert [run.id for run in await store.search(sought, person=None, place=THERE, limit=9)] == [moved.id]
    assert await store.search(sought, person=None, place=HERE, limit=9) == ()


async def test_a_draft_and_the_posts_of_a_deleted_run_follow_the_new_id(database: Database) -> None:
    drafts, receipts = SqlDrafts(database), SqlReceipts(database, SteppingClock())
    store, retention = SqlRunStore(database), SqlRetention(database)
    await drafts.keep(DRAFT)
    run = a_run("r000000000001", question=replace(QUESTION, place=HERE))
    await store.add(run)
    await receipts.claim([f"{run.id}/card"])
    await receipts.settle({f"{run.id}/card": Message(place=HERE, id="1.5")}, replace(HERE, thread="1.5"))
    await retention.delete(run.id, NOON, from_chat=True)

    await SqlMoves(database).move(HERE, THERE)

    moved = await drafts.find(DRAFT.id)
    assert moved is not None
    assert moved.place == replace(DRAFT.place, channel=THERE.channel)
    (gone,) = await retention.unsettled()
    assert [post.message for post in gone.posts] == [Message(place=THERE, id="1.5")]


async def test_a_run_that_is_saved_after_the_move_belongs_to_the_new_id(database: Database) -> None:
    store, ledger = SqlRunStore(database), SqlLedger(database)
    run = await revealed("r000000000009")
    await ledger.expect(run.id, HERE, run.asked_at, Decimal(3))
    await store.add(run.as_asked())
    await SqlMoves(database).move(HERE, THERE)

    await store.save(run)

    results = SqlMemberResults(database)
    assert (len(await results.latest(THERE)), await results.latest(HERE)) == (len(run.outcomes), ())
    sought = phrases_in(run.question.text)
    assert [each.id for each in await store.search(sought, place=THERE, limit=9)] == [run.id]
    assert await store.search(sought, place=HERE, limit=9) == ()
    spent = [
        await ledger.spent(Scope.around(place, "channel"), since=run.asked_at) for place in (THERE, HERE)
    ]
    assert (spent[0] > 0, spent[1]) == (True, 0)


async def test_settings_that_were_saved_under_the_new_id_already_stay(database: Database) -> None:
    settings = SqlPlaceSettings(database, SteppingClock())
    for place, value in ((HERE, "yes"), (THERE, "no")):
        await settings.save(Scope.around(place, "channel"), {"redact": value}, version=0, by=ALICE)

    await SqlMoves(database).move(HERE, THERE)

    assert (await settings.find(Scope.around(THERE, "channel"))).values == {"redact": "no"}
