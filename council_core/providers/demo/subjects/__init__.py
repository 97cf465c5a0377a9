"""Canned answers of the demo members: one TOML file per subject."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from zlib import crc32

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Canned:
    """A canned answer, and its conclusion in one sentence."""

    short: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The canned answers of a subject beside each other, and questions that follow from them."""

    agree: str
    """A point that all of them make."""

    differ: Mapping[str, str]
    """Each member's side; members on one side have the same text."""

    unique: Mapping[str, str]
    """Points that one member alone makes."""

    ask: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A subject that the demo members know something about."""

    title: str
    words: frozenset[str]
    """Words of a question that point to it."""

    answers: Mapping[str, Canned]
    """Answers by the member's name."""

    points: Compared


@cache
def subjects() -> tuple[Subject, ...]:
    """Read all subjects, in the order of their file names."""
    files = sorted(resources.files(__name__).iterdir(), key=lambda file: file.name)
    return tuple(_read(file.read_text("utf-8")) for file in files if file.name.endswith(".toml"))


def _read(text: str) -> Subject:
    values = tomllib.loads(text)
    points = values.pop("points")
    return Subject(
        title=values.pop("title"),
        words=frozenset(values.pop("words")),
        answers={
            name: Canned(short=each["short"], text=each["text"].strip()) for name, each in values.items()
        },
        points=Compared(
            agree=points["agree"],
            differ=points["differ"],
            unique=points["unique"],
            ask=tuple(points["ask"]),
        ),
    )


def subject_of(question: str) -> tuple[Subject, bool]:
    """Return the subject of a question, and whether its words match. Without matching words a subject is drawn, always
    the same for the same question."""
    asked = {word.lower() for word in _WORD.findall(question)}
    best = max(subjects(), key=lambda subject: len(subject.words & asked))
    if best.words & asked:
        return best, True
    return subjects()[crc32(question.encode("utf-8", "replace")) % len(subjects())], False


def canned_in(text: str) -> tuple[Subject, str] | None:
    """Return the subject of the canned answer in a text and its member's name; None for any other text."""
    for subject in subjects():
        for name, canned in subject.answers.items():
            if canned.text in text:
                return subject, name
    return None


def short_of(text: str) -> str:
    """Return the conclusion of a canned answer in one sentence; empty for any other text."""
    if (found := canned_in(text)) is None:
        return ""
    subject, name = found
    return subject.answers[name].short
