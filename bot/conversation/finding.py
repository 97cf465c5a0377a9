"""Read limits among the words of a search: `by:Ada`, `model:GPT`, `since:2026-01-31`, `channel:#team`, beside
`template:writer`."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time

from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import Wanted
from council_core.errors import RequestError, UnknownChoice

LIMIT = re.compile(
    r"(?<!\S)(?P<name>by|model|since):(?:[\"“”„](?P<quoted>[^\"“”„]+)[\"“”]|(?P<word>\S+))(?!\S)",
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

MOST_CHANNELS = 30
"""Most channels of a workspace whose names are compared, those with the latest questions first, because the platform is
asked for each name."""

LOOKED_AT = 200
"""Number of newest runs in which names are looked up."""

NAMED = 10
"""Most names that a refusal lists."""

Latest = Callable[[], Awaitable[Sequence[Run]]]


async def limits_in(words: str, latest: Latest, *, me: str = "") -> tuple[str, Wanted]:
    """Return the words without limits, and the limits.

    Args:
        words: The words as they were typed.
        latest: Reads the newest runs, in which people and models are found by their names.
        me: Id of the person who searches, for `by:me`.

    Raises:
        RequestError: A day cannot be read.
        UnknownChoice: Nobody of this name asked recently, or no such model answered.
    """
    found = {each["name"].lower(): (each["quoted"] or each["word"]).strip() for each in LIMIT.finditer(words)}
    if not found:
        return words, Wanted()
    runs = await latest() if found.keys() & {"by", "model"} else ()
    wanted = Wanted()
    if "since" in found:
        wanted = replace(wanted, since=_day(found["since"]))
    if "by" in found:
        asked = {str(run.question.asker.id): run.question.asker.name for run in runs}
        mention = MENTION.fullmatch(found["by"])
        typed = mention["id"] if mention else found["by"]
        is_me = bool(me) and typed.casefold() == "me"
        wanted = replace(wanted, asker=me if is_me else _named("person", typed, asked))
    if "model" in found:
        seats = {
            str(seat.id): seat.name
            for run in runs
            if _names_are_out(run)
            for seat in run.settings.roster.members
        }
        wanted = replace(wanted, first=_named("model", found["model"], seats))
    return " ".join(LIMIT.sub(" ", words).split()), wanted


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
    typed: str, readable: Sequence[Place], name_of: Callable[[Place], Awaitable[str]]
) -> Place:
    """Return the channel with this name or id.

    Args:
        typed: Name, id or mention.
        readable: Channels that the person who searches may read; a refusal lists their names.
        name_of: Returns a channel's name; empty if it has none.

    Raises:
        UnknownChoice: None of them has this name or id.
    """
    sought = (channel_id_in(typed) or typed.removeprefix("#")).casefold()
    for place in readable:
        if place.channel.casefold() == sought:
            return place
    names = await asyncio.gather(*map(name_of, readable))
    for place, name in zip(readable, names, strict=True):
        if name and name.casefold() == sought:
            return place
    known = (name or place.channel for place, name in zip(readable, names, strict=True))
    raise UnknownChoice("channel", typed, tuple(f"#{each}" for each in dict.fromkeys(known))[:NAMED])


def _names_are_out(run: Run) -> bool:
    return run.status == "revealed"


def _day(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time(), tzinfo=UTC)
    except ValueError as error:
        raise RequestError("That is no day.", kind="search_day", fact=text[:60]) from error


def _named(what: str, typed: str, known: Mapping[str, str]) -> str:
    """Return the id behind an id or a name."""
    sought = typed.removeprefix("@").casefold()
    for each, name in known.items():
        if sought in (each.casefold(), name.casefold(), *name.casefold().split()):
            return each
    raise UnknownChoice(what, typed, tuple(dict.fromkeys(known.values()))[:NAMED])
