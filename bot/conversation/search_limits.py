"""Read limits among the words of a search: `by:Ada`, `model:GPT`, `since:2026-01-31`, `until:2026-06-30`,
`channel:#team`, beside `template:writer`."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Literal

from council_core.domain.member_result import next_midnight
from council_core.domain.place import Place
from council_core.domain.search import Wanted
from council_core.errors import RequestError, UnknownChoice
from council_core.ports import History

LIMIT = re.compile(
    r"(?<!\S)(?P<name>by|model|since|until):(?:[\"“”„](?P<quoted>[^\"“”„]+)[\"“”]|(?P<word>\S+))(?!\S)",
    re.IGNORECASE,
)
MENTION = re.compile(r"<@!?(?P<id>\w+)(?:\|[^>]*)?>")
"""A mention of a person, as platforms write it."""

CHANNEL = re.compile(
    r"(?<!\S)channel:(?:[\"“”„](?P<quoted>[^\"“”„]+)[\"“”]|(?P<word>\S+))(?!\S)", re.IGNORECASE
)
CHANNEL_MENTION = re.compile(r"<#(?P<id>\w+)(?:\|[^>]*)?>")
CHANNEL_ID = re.compile(r"[A-Z][A-Z0-9]{8,}|\d{15,}")
"""A channel's id on Slack or Discord, as people copy it."""

MOST_CHANNELS = 300
"""Channels of a workspace among which a name is looked up, the latest asked in first; the chat is asked for each
name."""

AT_ONCE = 30
"""Names that the chat is asked for at the same time."""

NAMED = 10
"""Most names that a refusal lists."""


async def limits_in(
    words: str, history: History, channels: Sequence[Place], *, me: str = ""
) -> tuple[str, Wanted]:
    """Return the words without limits, and the limits.

    Args:
        words: The words as they were typed.
        history: Knows who asked and which models answered.
        channels: Channels in which people and models are found by their names.
        me: Id of the person who searches, for `by:me`.

    Raises:
        RequestError: A day cannot be read.
        UnknownChoice: Nobody of this name asked there, or no such model answered.
    """
    found = {each["name"].lower(): (each["quoted"] or each["word"]).strip() for each in LIMIT.finditer(words)}
    wanted = Wanted()
    if "since" in found:
        wanted = replace(wanted, since=datetime.combine(_day(found["since"]), time(), tzinfo=UTC))
    if "until" in found:
        # The day itself counts.
        wanted = replace(wanted, until=next_midnight(_day(found["until"])))
    if "by" in found:
        mention = MENTION.fullmatch(found["by"])
        typed = mention["id"] if mention else found["by"]
        is_me = bool(me) and typed.casefold() == "me"
        asked = () if is_me else (await history.askers(channels)).items()
        wanted = replace(wanted, askers=(me,) if is_me else _named("person", typed, tuple(asked)))
    if "model" in found:
        wanted = replace(wanted, firsts=_named("model", found["model"], await history.seats(channels)))
    return " ".join(LIMIT.sub(" ", words).split()) if found else words, wanted


def channel_in(words: str) -> tuple[str, str]:
    """Return the words and the channel: `budget channel:#team` -> `budget` and `#team`; no channel if none is named."""
    found = CHANNEL.search(words)
    if found is None:
        return words, ""
    rest = f"{words[: found.start()]} {words[found.end() :]}"
    return " ".join(rest.split()), (found["quoted"] or found["word"]).strip()


def with_channel_named(words: str, name: str) -> str:
    """Replace the channel's id by its name for people: `budget channel:C123` -> `budget channel:#team`."""
    return CHANNEL.sub(lambda found: f"channel:#{name}" if name else found[0], words)


def channel_id_in(typed: str) -> str:
    """Return the id in a channel's mention, or an id typed as text; empty for a name."""
    mention = CHANNEL_MENTION.fullmatch(typed)
    if mention:
        return mention["id"]
    return typed if CHANNEL_ID.fullmatch(typed) else ""


async def channel_called(
    typed: str,
    channels: Sequence[Place],
    readable: Callable[[Sequence[Place]], Awaitable[Sequence[Place]]],
    name_of: Callable[[Place], Awaitable[str]],
) -> Place:
    """Return the channel with this name or id.

    Args:
        typed: Name, id or mention.
        channels: Channels in which anything was asked, the latest first.
        readable: Returns those of some channels that the person who searches may read.
        name_of: Returns a channel's name; empty where it has none.

    Raises:
        UnknownChoice: No channel that they may read is called so; it lists some that they may.
    """
    sought = (channel_id_in(typed) or typed.removeprefix("#")).casefold()
    if found := await readable([place for place in channels if place.channel.casefold() == sought]):
        return found[0]
    for begin in range(0, len(channels), AT_ONCE):
        some = channels[begin : begin + AT_ONCE]
        names = await _names(some, name_of)
        called = [place for place, name in zip(some, names, strict=True) if name.casefold() == sought]
        if sought and (found := await readable(called)):
            return found[0]
    shown = await readable(channels[:AT_ONCE])
    names = [name or place.channel for place, name in zip(shown, await _names(shown, name_of), strict=True)]
    raise UnknownChoice("channel", typed, tuple(f"#{each}" for each in dict.fromkeys(names))[:NAMED])


async def _names(places: Sequence[Place], name_of: Callable[[Place], Awaitable[str]]) -> list[str]:
    return list(await asyncio.gather(*map(name_of, places)))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise RequestError("search_day", fact=text[:60]) from error


def _named(
    thing: Literal["person", "model"], typed: str, known: Sequence[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the ids behind an id or a name; a part of a name is enough."""
    sought = typed.removeprefix("@").casefold()
    found = {
        each: None
        for each, name in known
        if sought in (each.casefold(), name.casefold(), *name.casefold().split())
    }
    if not found:
        raise UnknownChoice(thing, typed, tuple(dict.fromkeys(name for _, name in known))[:NAMED])
    return tuple(found)
