"""Contract of receipts: a post is sent once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from council_core.domain.place import Message
from council_core.domain.question import RunId
from council_core.domain.receipt import Receipt
from council_core.storage.database import Database
from council_core.storage.receipts import SqlReceipts
from council_core.storage.runs import SqlRunStore
from council_core.testing import SteppingClock
from tests.samples import HERE, NOON, QUESTION, STOPPED, a_run


async def test_a_post_is_claimed_once_and_its_place_remembered(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())
    message = Message(place=HERE, id="1700000000.000100")

    first = await receipts.claim(["r1/card"])
    unsettled = await receipts.claim(["r1/card"])
    await receipts.settle({"r1/card": message}, HERE)

    assert first == {}
    assert unsettled == {"r1/card": Receipt(key="r1/card")}
    assert await receipts.find("r1/card") == Receipt(key="r1/card", message=message, thread=HERE)


async def test_a_post_for_one_caller_alone_is_taken_over_when_its_claim_was_left(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock(step=timedelta(minutes=6)))

    taken = [await receipts.take("r1/share") for _ in range(3)]
    await receipts.release("r1/share")
    after_a_refusal = await receipts.take("r1/share")
    await receipts.settle({"r1/share": Message(place=HERE, id="1")})
    await receipts.release("r1/share")
    later = [await receipts.take("r1/share") for _ in range(3)]

    assert taken == ["new", "", "again"]
    assert after_a_refusal == "new"
    assert later == ["", "", ""]


async def test_of_many_processes_one_takes_a_post(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())

    taken = await asyncio.gather(*(receipts.take("r1/share") for _ in range(8)))

    assert sorted(taken) == ["", "", "", "", "", "", "", "new"]


async def test_posts_that_are_claimed_together_are_known_each_by_itself(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())
    messages = {key: Message(place=HERE, id=f"on {key}") for key in ("r1/slate/A/1", "r1/slate/B/1")}

    first = await receipts.claim([*messages, "r1/slate/C/1"])
    await receipts.settle(messages)
    later = await receipts.claim([*messages, "r1/slate/C/1"])

    assert first == {}
    assert {key: receipt.message for key, receipt in later.items()} == {**messages, "r1/slate/C/1": None}


async def test_a_new_post_beside_an_earlier_one_counts_as_claimed_before(database: Database) -> None:
    """A vain search for the post costs little; a second post would stay for ever."""
    receipts = SqlReceipts(database, SteppingClock())
    await receipts.claim(["r1/slate/A/1"])

    both = await receipts.claim(["r1/slate/A/1", "r1/slate/B/1"])

    assert both == {key: Receipt(key=key) for key in ("r1/slate/A/1", "r1/slate/B/1")}


async def test_only_one_of_many_claims_at_the_same_time_is_the_first(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())

    claims = await asyncio.gather(*(receipts.claim(["r1/voting", "r1/notes"]) for _ in range(8)))

    assert claims.count({}) == 1


async def test_what_nobody_claimed_is_unknown(database: Database) -> None:
    assert await SqlReceipts(database, SteppingClock()).find("r1/verdict/1") is None


async def test_a_run_that_misses_a_post_is_found_behind_hundreds_that_miss_none(database: Database) -> None:
    receipts, store = SqlReceipts(database, SteppingClock()), SqlRunStore(database)
    message = Message(place=HERE, id="1700000000.000100")
    here = replace(a_run().question, place=HERE)
    for number in range(250):
        run = a_run(id=RunId(f"r{number:012d}"), question=here, asked_at=NOON + timedelta(minutes=number))
        await store.add(run)
        await store.cancel(run.id, run.asked_at, STOPPED)
        await receipts.claim([f"{run.id}/card", f"{run.id}/asker"])
        if number:
            await receipts.settle({f"{run.id}/card": message}, HERE)
        if number != 7:
            await receipts.release(f"{run.id}/asker")

    found = await receipts.unposted(HERE, limit=10)
    whole = await receipts.unposted(replace(HERE, channel=""), limit=10)
    elsewhere = await receipts.unposted(replace(HERE, channel="C404"), limit=10)

    # The asker of the seventh was told that its end is not shown.
    missing = (RunId("r000000000007"), RunId("r000000000000"))
    assert (found, whole, elsewhere) == (missing, missing, ())


async def test_runs_of_a_private_thread_miss_posts_in_its_channel_too(database: Database) -> None:
    store, receipts = SqlRunStore(database), SqlReceipts(database, SteppingClock())
    thread = replace(HERE, channel="T7", thread="T7", parent=HERE.channel)
    run = a_run(status="answering", question=replace(QUESTION, place=thread))
    await store.add(run)

    assert await receipts.unposted(HERE, limit=9) == (run.id,)
    assert await receipts.unposted(replace(HERE, channel="C404"), limit=9) == ()
