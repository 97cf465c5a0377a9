"""Stores a window's context in the text that Slack keeps for it, because a window has no channel of its own."""

import json
from dataclasses import dataclass
from typing import Any, cast

from bot.platforms.slack.payloads.json_access import inner, several, text
from council_core.domain.place import Place
from council_core.domain.question import FileReference

PLATFORM = "slack"

LONGEST = 3_000
"""Source: docs.slack.dev, views: private_metadata."""

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Context of a window: its place and its purpose."""

    place: Place
    action: str = ""
    """The encoded request of a form."""

    files: tuple[FileReference, ...] = ()
    """Files of the message from which it was opened."""


def remember(memory: Memory) -> str:
    """Encode the memory. File names may be shortened; files that do not fit are left out."""
    place = memory.place
    kept: dict[str, Any] = {
        "channel": place.channel,
        "thread": place.thread or "",
        "origin": place.origin or "",
        "action": memory.action,
        "files": [
            {"id": one.reference, "name": one.name[-LONGEST_NAME:], "type": one.media_type, "size": one.size}
            for one in memory.files
        ],
    }
    while len(written := _written(kept)) > LONGEST and kept["files"]:
        kept["files"].pop()
    return written


def _written(kept: dict[str, Any]) -> str:
    return json.dumps(
        {name: value for name, value in kept.items() if value}, separators=(",", ":"), ensure_ascii=False
    )


def recall(written: str, workspace: str) -> Memory:
    """Decode a memory; an empty one if the text cannot be read."""
    try:
        found: object = json.loads(written or "{}")
    except ValueError:
        found = {}
    kept = inner({"kept": found}, "kept")
    return Memory(
        place=Place(
            platform=PLATFORM,
            channel=text(kept, "channel"),
            workspace=workspace,
            thread=text(kept, "thread") or None,
            origin=text(kept, "origin") or None,
        ),
        action=text(kept, "action"),
        files=tuple(
            FileReference(
                name=text(one, "name"),
                media_type=text(one, "type"),
                size=cast("int", one.get("size", 0)),
                reference=text(one, "id"),
            )
            for one in several(kept, "files")
        ),
    )
