"""An announcer over doubles, and the posts in the thread: the start of every test of announcing."""

from bot.announcing.announcer import ThreadAnnouncer
from bot.post import Block, Post
from bot.testing import MemoryPlatform, Standing
from council_core.domain.place import Place
from council_core.storage.receipts import SqlReceipts
from tests.core.sitting import Sitting

KEYS = [
    "card",
    "slate/A/1",
    "slate/B/1",
    "slate/C/1",
    "slate/D/1",
    "voting",
    "verdict/1",
]
"""Posts of a good run, in order."""

PLACE = Place(platform="memory", channel="C1")


def an_announcer(sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts) -> ThreadAnnouncer:
    """Return an announcer of the sitting's run in the process that carries it; it retries at once."""
    announcer = ThreadAnnouncer(
        platforms={platform.name: platform},
        receipts=receipts,
        store=sitting.store,
        pauses=(0.0, 0.0, 0.0),
        refresh_seconds=0.0,
    )
    sitting.executing = announcer.executing
    return announcer


def standing(platform: MemoryPlatform, key: str) -> Standing:
    """Return the one post with this key."""
    (found,) = (each for each in platform.standing if each.key.partition("/")[2] == key)
    return found


def words(post: Post | Block) -> str:
    """Return all text of a post or one of its blocks."""
    return repr(post)
