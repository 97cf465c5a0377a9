"""Deletes the posts of a deleted run: each post becomes one sentence without files, and a thread named after the
question is renamed."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.drawing.limits import Drawn
from bot.platforms.discord.sending.open_thread import thread_name
from bot.platforms.discord.sending.send import Ready, Sender, channel_of, persistently, standing
from bot.post import Post
from bot.sending.edit_queue import Edits
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PlatformError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Eraser:
    """Deletes posts."""

    ready: Ready
    sender: Sender
    edits: Edits

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replace the posts. Raises OutcomeUnknown if some may be unchanged; Discord's refusals are logged."""
        await self.ready()
        for key, known in posts.items():
            try:
                message = known or await self._found(place, key)
                if message is not None:
                    await self._replace(message, post)
            except OutcomeUnknown:
                raise
            except PlatformError as error:
                log.warning("A post of a deleted run stays as it is: %s", error)
        card = next((message for message in posts.values() if message and message.id == place.thread), None)
        if card is not None:
            await self._rename(int(card.id), thread_name(post))

    async def _replace(self, message: Message, post: Post) -> None:
        await self.edits.last(message, lambda: self.sender.edit(message, post, keeps_files=False))

    async def _found(self, place: Place, key: str) -> Message | None:
        """Find a post whose message id was never stored."""
        client = await self.ready()
        where, me = client.get_partial_messageable(channel_of(place)), cast("Any", client.user)
        with our_errors("look for a post of a deleted run"):
            found = await persistently(lambda: standing(where, key, Drawn(), me))
        return None if found is None else Message(place=replace(place, origin=None), id=str(found))

    async def _rename(self, thread: int, name: str) -> None:
        """Rename the thread on our card. Only threads with a card's id have their name from a question."""
        client = await self.ready()
        try:
            with our_errors("rename a thread"):
                await persistently(lambda: client.http.edit_channel(thread, name=name, archived=False))
        except OutcomeUnknown:
            raise
        except PlatformError as error:
            log.warning("The thread of a deleted run keeps its name: %s", error)
