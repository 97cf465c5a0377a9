"""Read texts and slides of OpenDocument, as LibreOffice writes them. Runs in the child process."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from council_core.context.kinds import CannotRead, Text
from council_core.context.middle import PARAGRAPHS, without_middle
from council_core.context.office import SLIDE, joined, row, with_gap

SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
TEXT, TABLE = f"{{{SPACE}text:1.0}}", f"{{{SPACE}table:1.0}}"
DRAW, SHOWN = f"{{{SPACE}drawing:1.0}}", f"{{{SPACE}presentation:1.0}}"

SPACE_OF_STYLES = f"{{{SPACE}style:1.0}}"

UNSEEN = {f"{TEXT}tracked-changes", f"{TEXT}sequence-decls", f"{{{SPACE}office:1.0}}forms"}
"""Elements that readers of the document do not see, such as deleted passages."""

PARAGRAPH = (f"{TEXT}p", f"{TEXT}h")
GAPS = {f"{TEXT}tab": "\t", f"{TEXT}line-break": "\n"}


def odt(content: bytes) -> Text:
    """Return the headings, paragraphs, lists, notes and tables of a text, in order. Raises CannotRead."""
    body, is_cut = _body(content, "text")
    found = with_gap(joined("OpenDocument text", (_shown(each) for each in body)), is_cut=is_cut)
    if not found.text.strip():
        raise CannotRead("empty")
    return found


def odp(content: bytes) -> Text:
    """Return the texts, tables and notes of each slide under a line with its number. Raises CannotRead."""
    body, is_cut = _body(content, "presentation")
    slides = [each for each in body if each.tag == f"{DRAW}page"]

    def lines(number: int, slide: Any) -> Iterator[str]:
        yield f"\n[slide {number}]"
        for each in slide:
            said = list(_shown(each))
            yield from (f"Notes: {line}" for line in said if line) if each.tag == f"{SHOWN}notes" else said

    found = joined(
        "OpenDocument presentation", (lines(number, each) for number, each in enumerate(slides, 1))
    )
    if not SLIDE.sub("", found.text).strip():
        raise CannotRead("empty")
    return with_gap(found._replace(pages=len(slides)), is_cut=is_cut)


def _body(content: bytes, kind: str) -> tuple[Iterable[Any], bool]:
    """Return the elements of a document, and whether it was too large for all of them."""
    content, is_cut = without_middle(content, PARAGRAPHS)
    with ZipFile(BytesIO(content)) as archive:
        part = archive.read("content.xml")
    etree = import_module("lxml.etree")
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(part, parser)
    found = root.find(f".//{{{SPACE}office:1.0}}{kind}")
    if found is None:
        raise CannotRead("damaged")
    hidden = {
        style.getparent().get(f"{SPACE_OF_STYLES}name")
        for style in root.iter(f"{SPACE_OF_STYLES}text-properties")
        if style.get(f"{TEXT}display") == "none"
    }
    for each in [each for each in found.iter() if each.get(f"{TEXT}style-name") in hidden - {None}]:
        each.text = None
        for child in list(each):
            each.remove(child)
    return found, is_cut


def _shown(element: Any) -> Iterator[str]:
    """Yield the lines of a paragraph, a list, a table or a shape."""
    if element.tag in PARAGRAPH:
        yield "".join(_words(element))
    elif element.tag == f"{TABLE}table-row":
        cells = (each for each in element if each.tag == f"{TABLE}table-cell")
        yield row(" ".join(line for part in cell for line in _shown(part)) for cell in cells)
    elif element.tag not in UNSEEN:
        for each in element:
            yield from _shown(each)


def _words(element: Any) -> Iterator[str]:
    """Yield the words within a paragraph, with its notes and text boxes in brackets where they stand."""
    yield element.text or ""
    for each in element:
        if each.tag == f"{TEXT}s":
            count = each.get(f"{TEXT}c", "1")
            yield " " * min(int(count) if count.isdecimal() else 1, 100)
        elif each.tag in GAPS:
            yield GAPS[each.tag]
        elif each.tag in (f"{TEXT}note-body", f"{DRAW}text-box"):
            yield f" [{' '.join(line for part in each for line in _shown(part))}] "
        elif each.tag not in (f"{TEXT}note-citation", f"{{{SPACE}office:1.0}}annotation") and isinstance(
            each.tag, str
        ):
            yield from _words(each)
        yield each.tail or ""
