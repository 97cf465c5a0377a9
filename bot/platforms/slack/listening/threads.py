"""Reads the messages before a question from a thread of Slack."""

import re

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.json_access import text
from bot.platforms.slack.payloads.parse import SPOKEN_SUBTYPES
from bot.platforms.slack.payloads.unescape import readable
from bot.platforms.slack.sending.find_posted import messages
from council_core.domain.place import PersonId, Place
from council_core.domain.thread import Said

PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
PAGE, MOST_PAGES = 999, 20
"""Slack gives a thread from its start, and its latest messages are wanted (docs.slack.dev, conversations.replies)."""

KEPT = re.compile("\ue000(\\w+)\ue001")
"""Mentions while the rest of a message is made readable, between signs that no message has."""


async def said_in(client: Web, place: Place, bot_user_id: str) -> tuple[Said, ...]:
    """Return people's messages in a thread, oldest first; none in a thread that hangs on a message of ours.

    Messages to Council are left out, since they are its questions. Raises PlatformError.
    """
    found: list[Said] = []
    with our_errors("read the thread"):
        async for message in messages(client, place, page=PAGE, most_pages=MOST_PAGES):
            author, is_root = text(message, "user"), message.get("ts") == place.thread
            if is_root and author == bot_user_id:
                return ()
            spoken = message.get("subtype") in SPOKEN_SUBTYPES and not message.get("bot_id")
            if not spoken or author in ("", bot_user_id) or f"<@{bot_user_id}" in text(message, "text"):
                continue
            found.append(Said(author=PersonId(author), text=_words(text(message, "text"))))
    return tuple(found)


def _words(raw: str) -> str:
    plain = readable(PERSON.sub(lambda found: f"\ue000{found[1]}\ue001", raw), {})
    return KEPT.sub(lambda found: f"<@{found[1]}>", plain)
