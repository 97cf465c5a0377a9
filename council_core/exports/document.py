"""A run as a document for people: its parts as CommonMark, and its pictures. The words in it come from outside."""

from dataclasses import dataclass

FONTS = "Noto Sans, Noto Sans CJK KR, DejaVu Sans, sans-serif"
"""Families of the letters in pictures, the first that is there."""

WIDTH = 640
"""Width of every picture, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the document: CommonMark paragraphs, the first of which is its heading where it has one."""

    name: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One picture, and the section of the document in which it stands."""

    section: str
    title: str
    svg: str
    height: int
    """Pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The parts of a document in order, in one language."""

    language: str
    """Its code, such as `en` (ISO 639-1)."""

    title: str
    sections: tuple[Section, ...]
    charts: tuple[Chart, ...]

    @property
    def markdown(self) -> str:
        """Return all sections as one CommonMark text."""
        return "\n\n".join(part for section in self.sections for part in section.paragraphs) + "\n"
