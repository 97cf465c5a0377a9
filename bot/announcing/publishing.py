"""Posts beside a run's own story, such as digests and reminders, which are replaced when their runs are deleted."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.ports import ChatPlatform, Receipts
from bot.post import Post
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.errors import OutcomeUnknown, PlatformError, RunDeleted


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Posts into a place, and stores the post's address under each run that it mentions.

    Attributes:
        platforms: Platforms by name.
        receipts: Claims and addresses of posts, which all processes share.
    """

    platforms: Mapping[str, ChatPlatform]
    receipts: Receipts

    async def publish(self, place: Place, post: Post, part: str, about: Sequence[RunId]) -> bool:
        """Post into a place exactly once, whichever process does it and even after a crash.

        Args:
            place: The channel or thread.
            post: Content of the post.
            part: Name of the post, equal for equal posts.
            about: Runs that it mentions, one or more; deleting any of them replaces the post by a note.

        Returns:
            Whether the post is there. If not, another caller is sending it, or stopped less than ten minutes ago.

        Raises:
            PlatformError: The post was refused, or its outcome is unknown.
            RunDeleted: The first run was deleted, so nothing is posted.
        """
        first, *others = [f"{run_id}/{part}" for run_id in about]
        if claim := await self.receipts.take(first):
            message = await self._sent(place, post, first, again=claim == "again")
            await self.receipts.settle({first: message})
        elif (receipt := await self.receipts.find(first)) is None or (message := receipt.message) is None:
            return False
        for key in others:
            # The run was deleted at this very moment; the post holds only its first words.
            with suppress(RunDeleted):
                await self.receipts.claim([key])
                await self.receipts.settle({key: message})
        return True

    async def _sent(self, place: Place, post: Post, key: str, *, again: bool) -> Message:
        """Send a claimed post. A refused one may be claimed again. Raises PlatformError."""
        try:
            return await self.platforms[place.platform].post(place, post, key=key, again=again)
        except PlatformError as error:
            if not isinstance(error, OutcomeUnknown):
                await self.receipts.release(key)
            raise
