"""A question with its asker, its place, its files, and the earlier question that it follows."""

from dataclasses import dataclass
from typing import NewType
from unicodedata import category

from council_core.domain.place import PersonId, Place

RunId = NewType("RunId", str)


BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Signs that show nothing, although Unicode calls them letters or symbols: fillers of Hangul and Braille."""


def has_words(text: str) -> bool:
    """Tell whether a text is more than punctuation. A lone emoji counts as a word."""
    return any((sign.isalnum() or category(sign) == "So") and sign not in BLANKS for sign in text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Person who asks: their id on the platform, and the name that others see there."""

    id: PersonId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReference:
    """A file that came with a question; its bytes are fetched by the platform that knows the reference."""

    name: str
    media_type: str
    size: int
    """Size in bytes according to the platform; the true size is known only after fetching."""

    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """Secrets of one kind that were masked in a question before it was stored."""

    kind: str
    """Name for people, such as `AWS key`."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An earlier question of the same conversation and the council's verdict on it."""

    question: str
    verdict: str
    run: RunId | None = None
    """The run of that question, so that deleting the run finds the turn however its words were masked or shortened;
    None in data of earlier versions."""

    names: tuple[str, ...] = ()
    """Names of models and makers in the material of that question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledField:
    """One field of a template with its value."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledTemplate:
    """The template that a question was asked with, as it was at that time."""

    name: str
    title: str
    instructions: str
    """Instructions for all models, with the values in their places."""

    fields: tuple[FilledField, ...] = ()
    roles: tuple[str, ...] = ()
    """Names of roles that were dealt to members without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to the council. The text is data from a person, never an instruction to the council's own code."""

    text: str
    asker: Asker
    place: Place
    files: tuple[FileReference, ...] = ()
    follows: RunId | None = None
    """Run that this question follows up, if any."""

    repeats: RunId | None = None
    """Run in which the same was asked before; its verdict is not in `earlier`, because it would influence this
    one."""

    earlier: tuple[Turn, ...] = ()
    """Earlier questions and verdicts of the same thread, oldest first."""

    about: str = ""
    """Message that it answers, as its platform knows it; the thread up to there is read with the question."""

    is_wordless: bool = False
    """Whether it was asked with files and without words, which Council added: without a file there is nothing to
    answer."""

    masked: tuple[Masked, ...] = ()
    """Secrets that were masked in its text, its files' names, its template and its earlier turns."""

    template: FilledTemplate | None = None
    """Template that it was asked with; None for none."""

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("A question needs words in it.")

    @classmethod
    def without_text(cls, asker: PersonId, place: Place) -> "Question":
        """Return the question of a run that is read for statistics: who asked, and in which channel."""
        here = Place(platform=place.platform, workspace=place.workspace, channel=place.channel)
        return cls(text="…", asker=Asker(id=asker, name="…"), place=here)
