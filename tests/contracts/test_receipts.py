"""What receipts promise, so that a post is sent once."""

import asyncio

from council_core.domain.place import Message
from council_core.domain.receipt import Receipt
from council_core.storage.database import Database
from council_core.storage.receipts import SqlReceipts
from council_core.testing import SteppingClock
from tests.samples import HERE


async def test_a_post_is_claimed_once_and_its_place_remembered(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())
    message = Message(place=HERE, id="1700000000.000100")

    first = await receipts.claim("r1/card")
    unsettled = await receipts.claim("r1/card")
    await receipts.settle("r1/card", message, HERE)

    assert first is None
    assert unsettled == Receipt(key="r1/card")
    assert await receipts.find("r1/card") == Receipt(key="r1/card", message=message, thread=HERE)


async def test_only_one_of_many_claims_at_the_same_time_is_the_first(database: Database) -> None:
    receipts = SqlReceipts(database, SteppingClock())

    claims = await asyncio.gather(*(receipts.claim("r1/voting") for _ in range(8)))

    assert claims.count(None) == 1


async def test_what_nobody_claimed_is_unknown(database: Database) -> None:
    assert await SqlReceipts(database, SteppingClock()).find("r1/verdict/1") is None
