"""Read the text of a Word document as its readers see it. Runs in the child process.

python-docx opens the package; its own paragraphs lack what was inserted under review, the content of forms, boxes and
notes, and the numbers of clauses.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple

from council_core.context.kinds import Scanned, Text
from council_core.context.middle import MARK, WORD, without_middle
from council_core.context.office import DRAWING, illustrated, joined, pictures_among, row, with_gap

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

UNSEEN = frozenset({f"{COMPATIBILITY}Fallback"} | {f"{W}{name}" for name in (
    "del", "moveFrom", "pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr", "sectPr", "instrText",
)})  # fmt: skip
"""Elements whose content is not part of the text, or was deleted under review."""

SIGNS = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
REFERENCES = {f"{W}footnoteReference": "note", f"{W}endnoteReference": "endnote"}

OTHER_PARTS = {"footnotes": "note", "endnotes": "endnote", "comments": "comment"}
"""Parts that hold notes: the end of the relation's type, and the word for one note."""

MARGINS = ("header", "footer")
LEVELS = 9
LONGEST_ROMAN = 4_000

ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
         (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class Level(NamedTuple):
    """One level of a list."""

    form: str
    pattern: str
    """Such as `%1.%2`."""

    start: int


def docx(content: bytes) -> Text:
    """Return paragraphs and tables in their order, then the notes, comments, headers and footers. Where there is no
    text, return the document's pictures."""
    from docx import Document

    content, is_cut = without_middle(content, WORD)
    document: Any = Document(BytesIO(content))
    found = with_gap(joined("Word", _Reading(document).parts()), is_cut=is_cut)
    if not found.text.strip():
        images = [
            part.blob for part in document.part.package.iter_parts() if part.content_type.startswith("image/")
        ]
        raise Scanned(pictures_among(enumerate(images, 1)), len(images), part="picture")
    shown = [(at, image) for at, image in enumerate(_images(document), 1) if image is not None]
    return illustrated(found, shown, len(shown), part="picture")


def _images(document: Any) -> Iterator[bytes | None]:
    """Yield the pictures between the paragraphs, in their order; None for one that is not in the file."""
    parts = document.part.related_parts
    for found in document.element.body.iter(f"{DRAWING}blip"):
        part = parts.get(found.get(f"{RELATIONS}embed") or "")
        yield None if part is None else part.blob


class _Reading:
    """Reads one document."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._parts = [
            (relation.reltype.rpartition("/")[2], relation.target_part)
            for relation in document.part.rels.values()
            if not relation.is_external
        ]
        self._styles = {style.style_id: style for style in document.styles}
        self._levels: dict[str, dict[int, Level]] = {}
        self._lists: dict[str, str] = {}
        self._counts = defaultdict[str, list[int | None]](lambda: [None] * LEVELS)
        self._next, self._is_numbered = 0, True
        for kind, part in self._parts:
            if kind == "numbering":
                self._read_lists(part.element)

    def parts(self) -> Iterator[Iterator[str]]:
        """Yield the paragraphs, the rows of tables and the notes; each of them gives its lines when it is read."""
        number = 0
        for child in self._document.element.body:
            for each in child if child.tag == f"{W}tbl" else (child,):
                yield self._part(each, number)
                number += 1
        for kind, part in self._parts:
            if kind in OTHER_PARTS:
                yield self._notes(OTHER_PARTS[kind], part)
        yield self._margins()

    def _part(self, element: Any, number: int) -> Iterator[str]:
        # Where parts before this one were not read, their clauses were not counted.
        self._is_numbered = self._is_numbered and number == self._next
        self._next = number + 1
        parent = element.getparent()
        is_row = parent is not None and parent.tag == f"{W}tbl"
        yield from self._rows([element]) if is_row else self._blocks([element])

    def _margins(self) -> Iterator[str]:
        margins = (
            (kind, " ".join(" ".join(self._blocks(_root(part))).split()))
            for kind, part in self._parts
            if kind in MARGINS
        )
        yield from (f"[{kind}] {text}" for kind, text in dict.fromkeys(margins) if text)

    def _notes(self, word: str, part: Any) -> Iterator[str]:
        for note in _root(part):
            text = " ".join(" ".join(self._blocks(note)).split())
            author = note.get(f"{W}author")
            by = f" by {author}" if author else f" {note.get(f'{W}id')}"
            if text and note.get(f"{W}type") is None:
                yield f"[{word}{by}] {text}"

    def _blocks(self, element: Any) -> Iterator[str]:
        for child in element:
            if child.tag == f"{W}p":
                yield self._paragraph(child)
            elif child.tag == f"{W}tbl":
                yield from self._rows(child)
            elif _is_seen(child):
                yield from self._blocks(child)

    def _rows(self, element: Any) -> Iterator[str]:
        for child in element:
            if child.tag == f"{W}tr":
                if child.find(f"{W}trPr/{W}del") is None:
                    yield row(" ".join(self._blocks(cell)) for cell in _cells(child))
            elif _is_seen(child):
                yield from self._rows(child)

    def _paragraph(self, element: Any) -> str:
        text = "".join(self._words(element)).strip("\n")
        self._is_numbered = self._is_numbered and text != MARK
        styled = element.find(f"{W}pPr/{W}pStyle")
        style = self._styles.get(styled.get(f"{W}val")) if styled is not None else None
        label = self._label(element, style)
        if not text.strip():
            return text
        return f"{_heading(style)}{label}{text}"

    def _words(self, element: Any) -> Iterator[str]:
        for child in element:
            tag = child.tag
            if tag in (f"{W}t", f"{MATH}t"):
                yield child.text or ""
            elif tag in SIGNS:
                yield SIGNS[tag]
            elif tag in REFERENCES:
                yield f"[{REFERENCES[tag]} {child.get(f'{W}id')}]"
            elif tag == f"{W}txbxContent":
                yield "\n" + "\n".join(self._blocks(child)) + "\n"
            elif _is_seen(child):
                yield from self._words(child)

    def _label(self, element: Any, style: Any) -> str:
        """Return the number of a paragraph in a list with a space behind it; empty for a paragraph outside of lists."""
        numbering = element.find(f"{W}pPr/{W}numPr")
        for _ in range(LEVELS):
            if numbering is not None or style is None:
                break
            numbering = style.element.find(f"{W}pPr/{W}numPr")
            style = style.base_style
        if numbering is None:
            return ""
        name, depth = _value(numbering, "numId"), min(_number(_value(numbering, "ilvl")), LEVELS - 1)
        levels = self._levels.get(self._lists.get(name, ""), {})
        if depth not in levels:
            return ""
        counts = self._counts[self._lists[name]]
        before = counts[depth]
        counts[depth] = levels[depth].start if before is None else before + 1
        counts[depth + 1 :] = [None] * (LEVELS - depth - 1)
        if levels[depth].form in ("bullet", "none"):
            return "- " if levels[depth].form == "bullet" else ""
        if not self._is_numbered:
            return "- "
        label = levels[depth].pattern
        for at, level in levels.items():
            shown = counts[at] if counts[at] is not None else level.start
            label = label.replace(f"%{at + 1}", _written(shown or 0, level.form))
        return f"{label} " if label else ""

    def _read_lists(self, root: Any) -> None:
        for found in root.findall(f"{W}abstractNum"):
            self._levels[found.get(f"{W}abstractNumId")] = {
                _number(level.get(f"{W}ilvl")): Level(
                    _value(level, "numFmt"), _value(level, "lvlText"), _number(_value(level, "start") or "1")
                )
                for level in found.findall(f"{W}lvl")
            }
        for found in root.findall(f"{W}num"):
            name, base = found.get(f"{W}numId"), _value(found, "abstractNumId")
            # A list that restarts its numbers has a counter of its own.
            starts = found.find(f"{W}lvlOverride/{W}startOverride") is not None
            own = f"{base}/{name}" if starts else base
            self._lists[name] = own
            self._levels[own] = self._levels.get(base, {})


def _root(part: Any) -> Any:
    from docx.oxml import parse_xml

    return parse_xml(part.blob)


def _is_seen(element: Any) -> bool:
    if not isinstance(element.tag, str) or element.tag in UNSEEN:
        return False
    hidden = element.find(f"{W}rPr/{W}vanish") if element.tag == f"{W}r" else None
    return hidden is None or hidden.get(f"{W}val") in ("0", "false")


def _cells(element: Any) -> Iterator[Any]:
    for child in element:
        if child.tag == f"{W}tc":
            yield child
        elif _is_seen(child):
            yield from _cells(child)


def _heading(style: Any) -> str:
    name = (style.name or "") if style is not None else ""
    if name.startswith("Heading "):
        return "#" * min(max(_number(name.rpartition(" ")[2]), 1), 6) + " "
    return "# " if name.startswith(("Heading", "Title")) else ""


def _value(element: Any, name: str) -> str:
    found = element.find(f"{W}{name}")
    return "" if found is None else found.get(f"{W}val") or ""


def _number(text: str | None) -> int:
    with suppress(ValueError):
        return max(int(text or "0"), 0)
    return 0


def _written(number: int, form: str) -> str:
    """Return a number in the form that the list uses: Latin letters, or else digits."""
    if form in ("lowerLetter", "upperLetter") and number:
        times, at = divmod(number - 1, 26)
        letters = chr(ord("a") + at) * (min(times, 9) + 1)
        return letters.upper() if form == "upperLetter" else letters
    if form in ("lowerRoman", "upperRoman") and 0 < number < LONGEST_ROMAN:
        letters = ""
        for value, sign in ROMAN:
            letters += sign * (number // value)
            number %= value
        return letters.upper() if form == "upperRoman" else letters
    return str(number)
