"""Deletes the posts of a deleted run: each becomes one sentence, and its files are removed."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from slack_sdk.errors import SlackApiError

from bot.platforms.slack.connection.errors import code_of, our_errors
from bot.platforms.slack.listening.workspaces import Workspace
from bot.platforms.slack.payloads.parse import several, text
from bot.platforms.slack.sending.send import key_of, messages
from bot.post import Post
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PlatformError

log = logging.getLogger(__name__)

FILE_IS_GONE = frozenset({"file_not_found", "file_deleted"})


@dataclass(slots=True, kw_only=True)
class _Found:
    """Posts and files of the run in its thread."""

    messages: set[str] = field(default_factory=set[str])
    files: set[str] = field(default_factory=set[str])


async def erase(workspace: Workspace, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
    """Replace the posts and delete their files. Raises OutcomeUnknown if some may be unchanged; Slack's refusals are
    logged."""
    found = _Found()
    try:
        found = await _standing(workspace, place, posts)
    except OutcomeUnknown:
        raise
    except PlatformError as error:
        log.warning("Posts of a deleted run could not be looked for: %s", error)
    known = {message.id: message for message in posts.values() if message is not None}
    for ts in found.messages - known.keys():
        known[ts] = Message(place=replace(place, origin=None), id=ts)
    for message in known.values():
        try:
            await workspace.edits.edit(message, post, final=True)
        except OutcomeUnknown:
            raise
        except PlatformError as error:
            log.warning("A post of a deleted run stays as it is: %s", error)
    for file_id in found.files:
        await _delete(workspace, file_id)
    await workspace.assistant.renamed(place, post.summary)


async def _standing(workspace: Workspace, place: Place, posts: Mapping[str, Message | None]) -> _Found:
    """Find the posts by their keys. A file is a message of its own without a key, below the post that it belongs to."""
    found, is_ours = _Found(), False
    me = (await workspace.people.me()).user_id
    with our_errors("look for posts of a deleted run"):
        async for message in messages(workspace.clients.freely, place):
            if message.get("user") != me:
                continue
            key = key_of(message)
            if key:
                is_ours = any(key == one or key.startswith(f"{one}/") for one in posts)
                found.messages |= {text(message, "ts")} if is_ours else set()
            elif is_ours and place.thread is not None:
                found.files |= {text(file, "id") for file in several(message, "files")}
    return found


async def _delete(workspace: Workspace, file_id: str) -> None:
    try:
        with our_errors("delete a file", but=FILE_IS_GONE):
            await workspace.clients.freely("files_delete", file=file_id)
    except OutcomeUnknown:
        raise
    except PlatformError as error:
        log.warning("A file of a deleted run stays: %s", error)
    except SlackApiError as error:
        log.debug("A file of a deleted run is gone already: %s", code_of(error))
