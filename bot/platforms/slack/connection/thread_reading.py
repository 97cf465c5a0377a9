"""Read the start and the end of a thread with few calls, however long the thread is.

Slack returns a thread from its start, page by page; `oldest` skips to a time (docs.slack.dev, conversations.replies).
So the end of a long thread is found by time: the first guess follows from the thread's mean pace, and the next ones are
longer or shorter spans before its latest reply.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import sqrt

from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.parse import Json, inner, several, text
from bot.sending.rate_limit import reporting_waits

PAGE = 999
"""Messages per call; Slack returns fewer to some apps, and accepts less than 1,000."""

MOST_GUESSES = 8
"""Most calls for finding the end of a thread. Each of them counts against 50 a minute (Tier 3)."""

WINDOW = 100
"""Messages at the end of a thread that are read together, however small Slack's pages are."""

ROOM = 2.0
"""Number of messages that a guess aims at, for each wanted one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRead:
    """The messages that were read of a thread, oldest first."""

    start: Sequence[Json]
    """Root and first replies."""

    end: Sequence[Json] = ()
    """Latest replies; empty if the start is the whole thread."""

    unread: int = 0
    """Number of unread messages between both."""


async def read_thread(
    client: Web,
    channel: str,
    root: str,
    *,
    counts: Callable[[Json], bool],
    wanted: int,
    seconds: float | None = None,
) -> ThreadRead:
    """Read the first page of a thread, and at least `wanted` of its latest messages that count. Return fewer only if
    half a window or all guesses hold no more, or if the time runs out. Raises SlackApiError.

    Args:
        client: Calls Slack.
        channel: Id of the channel.
        root: The ts of the thread's root.
        counts: Tells whether a message is one of those that are wanted.
        wanted: Number of messages that are wanted.
        seconds: Time limit for all but the first page; None for no limit. Slack lets apps that are distributed outside
            of its Marketplace read one page of 15 messages a minute (docs.slack.dev, conversations.replies).
    """
    start, has_more = await _messages(client, channel, root, oldest=root, most=1)
    if not has_more or not start:
        return ThreadRead(start=start)
    replies = int(start[0].get("reply_count") or 0)
    rest, last = replies + 1 - len(start), text(start[-1], "ts")
    latest = text(start[0], "latest_reply")
    most = max(len(start), WINDOW)
    try:
        async with _within(seconds):
            if rest <= most or not latest:
                end, _ = await _messages(client, channel, root, oldest=last, most=most)
            else:
                end = await _end(
                    lambda span: _messages(
                        client, channel, root, oldest=f"{float(latest) - span:.6f}", most=most
                    ),
                    span=float(latest) - float(last),
                    messages=rest,
                    enough=_Enough(counts=counts, wanted=min(wanted, most // 4), most=most // 2),
                )
    except TimeoutError:
        return ThreadRead(start=start, unread=rest)
    return ThreadRead(start=start, end=end, unread=max(0, rest - len(end)))


@asynccontextmanager
async def _within(seconds: float | None) -> AsyncGenerator[None]:
    """End the block after so many seconds, or at once where Slack wants a longer wait. Raises TimeoutError."""
    async with asyncio.timeout(seconds) as limit:

        def told(wait: float) -> None:
            if seconds is not None and wait > seconds:
                limit.reschedule(asyncio.get_running_loop().time())

        with reporting_waits(told):
            yield


@dataclass(frozen=True, slots=True, kw_only=True)
class _Enough:
    counts: Callable[[Json], bool]
    wanted: int
    most: int
    """Number of messages that is enough even if too few of them count."""


_Read = Callable[[float], Awaitable[tuple[list[Json], bool]]]
"""Reads the messages of the last so many seconds, and tells whether there are more than it read."""


async def _end(read: _Read, *, span: float, messages: int, enough: _Enough) -> list[Json]:
    """Return the latest messages of a thread by reading longer or shorter spans before its end.

    Args:
        read: Reads the messages of the last so many seconds.
        span: A known span before the end, in seconds.
        messages: Number of messages in that span.
        enough: Tells when enough messages were read.
    """
    aim = min(ROOM * enough.wanted, enough.most)
    too_short, too_long = 0.0, span
    found: list[Json] = []
    span *= aim / messages
    for _ in range(MOST_GUESSES):
        window, has_more = await read(span)
        if has_more:
            too_long = span
            # Of shorter spans it is only known that the end of this one holds far more than its share.
            span = sqrt(too_short * too_long) or too_long / 16
            continue
        found, counted = window, sum(map(enough.counts, window))
        if counted >= enough.wanted or len(window) >= enough.most:
            break
        too_short, span = span, span * aim / max(1, counted)
        if span > 0.95 * too_long:
            span = sqrt(too_short * too_long)
    return found


async def _messages(
    client: Web, channel: str, root: str, *, oldest: str, most: int
) -> tuple[list[Json], bool]:
    """Return the messages after a moment, page by page until Slack gave `most`, and whether there are more. The root,
    which Slack always gives, is among them only if the thread is read from its root on."""
    given, after = list[Json](), dict[str, str]()
    while True:
        answer = await client(
            "conversations_replies",
            channel=channel,
            ts=root,
            oldest=oldest,
            include_all_metadata=True,
            limit=PAGE,
            **after,
        )
        given += several(answer, "messages")
        cursor = text(inner(answer, "response_metadata"), "next_cursor")
        if not cursor or len(given) >= most:
            return [one for one in given if oldest == root or one.get("ts") != root], bool(cursor)
        after = {"cursor": cursor}
