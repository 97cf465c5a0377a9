"""Posts about several runs, such as a digest, which are replaced when one of these runs is deleted."""

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
    """Posts into a whole channel, and stores the post's address under each run that it mentions."""

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
