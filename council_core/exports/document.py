"""A run as a document for people: parts in CommonMark, and pictures. Its words come from outside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from council_core.domain.export import Script

FONTS = "Noto Sans, Noto Sans CJK KR, DejaVu Sans, sans-serif"
"""Font families for pictures; the first that is installed is used."""

WIDTH = 640
"""Width of every picture, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the document: CommonMark paragraphs; the first one is the heading, if there is one."""

    name: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One picture, and the section of the document that it belongs to."""

    section: str
    title: str
    svg: str
    height: int
    """Height in pixels."""

    narrow: str = ""
    """The same picture as SVG for the width of a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The parts of a document in order, in one language."""

    language: str
    """Its code, such as `en` (ISO 639-1)."""

    title: str
    sections: tuple[Section, ...]
    charts: tuple[Chart, ...]
    lacking: Callable[[Sequence[Script]], str]
    """Returns the sentence for readers of a file that lacks the letters of these scripts."""

    @property
    def markdown(self) -> str:
        """Return all sections as one CommonMark text."""
        return "\n\n".join(part for section in self.sections for part in section.paragraphs) + "\n"
