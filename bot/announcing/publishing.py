"""Posts about several runs at once, such as a digest, which go when one of these runs is deleted."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.ports import ChatPlatform, Receipts
from bot.post import Post
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import RunDeleted


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Posts for a whole channel, and notes under each run that the post tells of it."""

    platforms: Mapping[str, ChatPlatform]
    receipts: Receipts

    async def publish(self, place: Place, post: Post, part: str, about: Sequence[RunId]) -> None:
        """Post into a place.

        Args:
            place: The channel.
            post: What is posted.
            part: Name of the post, equal for equal posts.
            about: The runs that it tells of, one or more; deleting any of them replaces the post by a note.

        Raises:
            PlatformError: The post does not stand, or nobody knows whether it does.
        """
        keys = [f"{run_id}/{part}" for run_id in about]
        message = await self.platforms[place.platform].post(place, post, key=keys[0], again=False)
        for key in keys:
            with suppress(RunDeleted):  # Deleted in this very moment: only its first words are in the post.
                await self.receipts.claim([key])
                await self.receipts.settle({key: message})
