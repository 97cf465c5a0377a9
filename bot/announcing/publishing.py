"""Posts beside a run's own story, such as digests and reminders, which are replaced when their runs are deleted."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.ports import ChatPlatform, Receipts
from bot.post import Post
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import OutcomeUnknown, PlatformError, RunDeleted


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Posts into a place, and stores the post's address under each run that it mentions."""

    platforms: Mapping[str, ChatPlatform]
    receipts: Receipts

    async def publish(self, place: Place, post: Post, part: str, about: Sequence[RunId]) -> None:
        """Post into a place.

        Args:
            place: The channel.
            post: Content of the post.
            part: Name of the post, equal for equal posts.
            about: Runs that it mentions, one or more; deleting any of them replaces the post by a note.

        Raises:
            PlatformError: The post was refused, or its outcome is unknown.
        """
        keys = [f"{run_id}/{part}" for run_id in about]
        message = await self.platforms[place.platform].post(place, post, key=keys[0], again=False)
        for key in keys:
            # The run was deleted at this very moment; the post holds only its first words.
            with suppress(RunDeleted):
                await self.receipts.claim([key])
                await self.receipts.settle({key: message})

    async def publish_once(self, place: Place, post: Post, part: str, about: RunId) -> bool:
        """Post about one run, once among all processes and also over a crash.

        Args:
            place: The channel or thread.
            post: Content of the post.
            part: Name of the post, equal for equal posts.
            about: The run; deleting it replaces the post by a note.

        Returns:
            Whether the post stands. Otherwise another caller sends it, or stopped less than ten minutes ago.

        Raises:
            PlatformError: The post was refused, or its outcome is unknown.
            RunDeleted: The run was deleted, so nothing is posted.
        """
        key = f"{about}/{part}"
        if not (claim := await self.receipts.take(key)):
            receipt = await self.receipts.find(key)
            return receipt is not None and receipt.message is not None
        try:
            message = await self.platforms[place.platform].post(place, post, key=key, again=claim == "again")
        except PlatformError as error:
            if not isinstance(error, OutcomeUnknown):
                await self.receipts.release(key)
            raise
        await self.receipts.settle({key: message})
        return True
