"""Reads the messages before a question from a thread of Slack."""

import re
from dataclasses import replace

from slack_sdk.errors import SlackApiError

from bot.platforms.slack.connection.errors import our_errors, unreadable
from bot.platforms.slack.connection.thread_reading import read_thread
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.parse import SPOKEN_SUBTYPES, Json, files_of, readable, text, words_of
from council_core.domain.place import PersonId, Place
from council_core.domain.thread import MOST_MESSAGES, Said

REST_SECONDS = 20.0
"""Seconds for reading more of a thread than its first page; the run waits 30 for all of it."""

PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
KEPT = re.compile("\ue000(\\w+)\ue001")
"""Pattern for mentions, which are put between unused signs while the rest of a message is made readable."""


async def said_in(client: Web, place: Place, bot_user_id: str) -> tuple[Said, ...]:
    """Return people's messages in a thread, oldest first: of a very long thread the first one, also that of an app, and
    the latest ones. Return none for a thread that was opened on a message of ours.

    Messages to Council are left out, because they are its questions. Raises PlatformError.
    """
    if place.thread is None:
        return ()

    def is_said(message: Json) -> bool:
        author = text(message, "user")
        spoken = message.get("subtype") in SPOKEN_SUBTYPES and not message.get("bot_id")
        return spoken and author not in ("", bot_user_id) and f"<@{bot_user_id}" not in text(message, "text")

    with our_errors("read the thread"):
        try:
            read = await read_thread(
                client,
                place.channel,
                place.thread,
                counts=is_said,
                wanted=MOST_MESSAGES,
                seconds=REST_SECONDS,
            )
        except SlackApiError as error:
            raise unreadable(error, place.channel) from error
    if read.start and text(read.start[0], "user") == bot_user_id:
        return ()
    is_of_app = bool(read.start and read.start[0].get("bot_id"))
    start = [_said(each) for at, each in enumerate(read.start) if is_said(each) or (is_of_app and not at)]
    end = [_said(message) for message in read.end if is_said(message)]
    if start and read.unread and not read.end:
        return (*start[:-1], replace(start[-1], skipped_after=read.unread))
    if not read.unread or not end:
        return (*start, *end)
    skipped = read.unread + len(read.start) - 1
    return (*start[:1], replace(end[0], skipped=skipped), *end[1:])


def _said(message: Json) -> Said:
    return Said(
        author=PersonId("" if message.get("bot_id") else text(message, "user")),
        text=_words(words_of(message)),
        files=tuple(file.name for file in files_of(message, "")),
    )


def _words(raw: str) -> str:
    plain = readable(PERSON.sub(lambda found: f"\ue000{found[1]}\ue001", raw), {})
    return KEPT.sub(lambda found: f"<@{found[1]}>", plain)
