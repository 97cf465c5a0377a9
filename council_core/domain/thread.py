"""Turn a thread's messages into one text without names, as long as there is room for."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from council_core.domain.names import without_names
from council_core.domain.place import PersonId
from council_core.domain.question import Question
from council_core.domain.settings import CouncilSettings
from council_core.domain.title import cut

MOST_MESSAGES = 50
"""Most messages of a thread: its root and the latest ones."""

MOST_CHARACTERS = 20_000
LONGEST_MESSAGE = 4_000
LONGEST_NAME = 120

MENTION = re.compile(r"<@(\w+)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message that a person wrote, or that of an app which people discuss."""

    author: PersonId
    """Its author; empty for an app."""

    text: str
    """Text of the message; a mention of a person is written `<@ID>`."""

    names: Mapping[PersonId, str] = field(default_factory=dict[PersonId, str])
    """Names of its author and of those that it mentions, as others see them, as far as they are known."""

    files: tuple[str, ...] = ()
    """Names of its files, which are not read unless they came with the question too."""

    skipped: int = 0
    """Number of unread messages right before this one, in a long thread."""

    skipped_after: int = 0
    """Number of unread messages after this last one."""

    follows_unread: bool = False
    """Whether there are unread messages before this first one, and nobody knows how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Earlier messages of a thread in the form that models get."""

    text: str
    messages: int
    """Number of messages in the text."""

    left_out: int | None
    """Number of messages left out; None if there are some and nobody knows how many."""

    files: int = 0
    """Number of files of these messages, which were not read."""

    people: tuple[str, ...] = ()
    """Names of the people in the text, in the order of their numbers; empty where one is not known."""


def reads_thread(question: Question, settings: CouncilSettings) -> bool:
    """Tell whether the messages before a question are read with it."""
    return settings.read_thread == "thread" and bool(question.place.thread or question.about)


def conversation(
    said: Sequence[Said], asker: PersonId, question: str, files: Collection[str] = ()
) -> Conversation | None:
    """Return the root and the latest messages, with people as Person 1, Person 2 …; None if only the question is there.

    Args:
        said: Messages of people, oldest first.
        asker: Person who asks.
        question: Their question; a message that repeats it is left out.
        files: Names of the question's own files, which are read.
    """
    unread = [
        replace(each, files=tuple(name for name in each.files if name not in files))
        for each in said
        if not each.text.strip() or each.text.strip() != question.strip()
    ]
    others = [each for each in unread if each.text.strip() or each.files]
    if not others:
        return None
    kept = _latest(others)
    people: dict[str, int] = {}

    def person(found: str) -> str:
        return f"Person {people.setdefault(found, len(people) + 1)}"

    said_by = [
        (
            person(each.author) if each.author else "An app",
            MENTION.sub(lambda m: f"@{person(m[1])}", _written(each)),
        )
        for each in kept
    ]
    known = {each: name for one in said for each, name in one.names.items()}
    names = tuple(known.get(PersonId(each), "") for each in people)
    lines = [f"{author}: {without_names(text, names)}" for author, text in said_by]
    left_out = len(others) - len(kept) + sum(each.skipped for each in said)
    if left_out:
        lines.insert(1, f"[{left_out} messages in between are left out]")
    is_open = said[0].follows_unread
    if is_open:
        lines.insert(0, "[Earlier messages are left out]")
    if later := said[-1].skipped_after:
        lines.append(f"[{later} later messages are left out]")
    if asker in people:
        lines.append(f"[{person(asker)} asks the question below]")
    return Conversation(
        text="\n\n".join(lines),
        messages=len(kept),
        left_out=None if is_open else left_out + later,
        files=sum(len(each.files) for each in kept),
        people=names,
    )


def _latest(said: Sequence[Said]) -> list[Said]:
    """Return the first message and as many of the last ones as fit."""
    root, *rest = said
    room, kept = MOST_CHARACTERS - len(_written(root)), list[Said]()
    for each in reversed(rest[-(MOST_MESSAGES - 1) :]):
        room -= len(_written(each))
        if room < 0:
            break
        kept.append(each)
    return [root, *reversed(kept)]


def _written(said: Said) -> str:
    """Return a message as models read it."""
    files = (f"[attached: {cut(name, LONGEST_NAME)}, not read]" for name in said.files)
    return "\n".join(part for part in (cut(said.text.strip(), LONGEST_MESSAGE), *files) if part)
