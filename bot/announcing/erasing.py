"""Replace a deleted run's posts by a note that they were deleted, also posts that were being sent during the
deletion."""

import logging
from collections.abc import Callable, Mapping, Sequence

from bot.announcing.thread_posts import CARD
from bot.ports import ChatPlatform, Receipts
from bot.presentation.endings import forgotten_post
from bot.presentation.words import words_for
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Claim, DeletedRun, Receipt
from council_core.errors import OutcomeUnknown, RunDeleted

logger = logging.getLogger(__name__)


class PostEraser:
    """Implements `council_core.retention.Eraser` for the platforms that are served here."""

    def __init__(
        self, *, platforms: Mapping[str, ChatPlatform], let_go: Callable[[RunId], None] | None = None
    ) -> None:
        """Args:
        platforms: Platforms that are served here, by name; none in a process that only deletes.
        let_go: Stops all drawing of the run."""
        self._platforms = platforms
        self._let_go = let_go

    async def erase(self, deleted: DeletedRun) -> bool:
        if self._let_go is not None:
            self._let_go(deleted.run_id)
        if not deleted.posts:
            return True
        platform = self._platforms.get(deleted.place.platform)
        if platform is None:
            return False
        standing = {receipt.key: receipt.message for receipt in deleted.posts}
        card = next((one for one in deleted.posts if one.key == f"{deleted.run_id}/{CARD}"), None)
        place = card.thread if card is not None and card.thread is not None else deleted.place
        try:
            await platform.erase(place, standing, forgotten_post(deleted.at, words_for(deleted.language)))
        except OutcomeUnknown as error:
            logger.warning("run %s was deleted, its posts not all of them yet: %s", deleted.run_id, error)
            return False
        return True


class WatchfulReceipts:
    """`bot.ports.Receipts` that replace a post whose run was deleted while it was being sent, because no receipt holds
    its address."""

    def __init__(self, receipts: Receipts, platforms: Mapping[str, ChatPlatform]) -> None:
        self._receipts = receipts
        self._platforms = platforms

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        return await self._receipts.claim(keys)

    async def take(self, key: str) -> Claim:
        return await self._receipts.take(key)

    async def release(self, key: str) -> None:
        await self._receipts.release(key)

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        try:
            await self._receipts.settle(standing, thread, drawn)
        except RunDeleted as error:
            place = next(iter(standing.values())).place
            await self._platforms[place.platform].erase(
                thread or place, standing, forgotten_post(error.at, words_for(error.language))
            )
            raise

    async def drew(self, digests: Mapping[str, str | None]) -> None:
        await self._receipts.drew(digests)

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        return await self._receipts.of_run(run_id)

    async def find(self, key: str) -> Receipt | None:
        return await self._receipts.find(key)
