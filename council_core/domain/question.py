"""What was asked, by whom, where, with which files, and after which earlier question."""

from dataclasses import dataclass, replace
from typing import NewType
from unicodedata import category

from council_core.domain.place import PersonId, Place

RunId = NewType("RunId", str)


def has_words(text: str) -> bool:
    """Whether a text is more than punctuation. A lone emoji counts as a word."""
    return any(sign.isalnum() or category(sign) == "So" for sign in text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks: their id on the platform, and the name that others see there."""

    id: PersonId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReference:
    """A file that came with a question; its bytes are fetched by the platform that knows the reference."""

    name: str
    media_type: str
    size: int
    """Bytes, as the platform says; the true size is known only after fetching."""

    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """Secrets of one kind that were taken out of a question before it was kept."""

    kind: str
    """As people call one of them, such as `AWS key`."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An earlier question of the same conversation and how the council concluded on it."""

    question: str
    verdict: str
    run: RunId | None = None
    """The run that it tells of, so that deleting the run finds it however its words were masked or shortened; None in
    what earlier versions kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What was asked. The text is data from a person, never an instruction to the council's own code."""

    text: str
    asker: Asker
    place: Place
    files: tuple[FileReference, ...] = ()
    follows: RunId | None = None
    """The run that this question follows up, if any."""

    repeats: RunId | None = None
    """The run that was asked the same before; its verdict is no part of `earlier`, or it would sway this one."""

    earlier: tuple[Turn, ...] = ()
    """Earlier questions and verdicts of the same thread, oldest first."""

    about: str = ""
    """The message that it answers, as its platform knows it; what was said up to there is read with it."""

    is_wordless: bool = False
    """It was asked with files and without words, which Council put in: without a file there is nothing to answer."""

    masked: tuple[Masked, ...] = ()
    """What is not among its words any more, nor among those of its files' names and earlier turns."""

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("A question needs words in it.")

    def without_texts(self) -> "Question":
        """Return the question with its asker and place, without its text."""
        return replace(self, text="…", earlier=())
