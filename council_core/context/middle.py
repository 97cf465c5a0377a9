"""Cut the middle out of documents that are too large for their parsers, so that their beginning and end are read. Runs
in the child process."""

import re
from collections import deque
from collections.abc import Mapping
from io import BytesIO
from shutil import copyfileobj
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from council_core.domain.material import shares

MARK = "[A part in the middle is left out here.]"

CHUNK = 1 << 20
NEAR = 1 << 20
"""Number of bytes around a cut within which a whole paragraph or row is looked for."""

MOST_STRINGS = 12 << 20
"""Most bytes of a workbook's table of texts. A larger one keeps those that its rows need."""

TAG = re.compile(rb"<(/?)([A-Za-z_][\w:.-]*)[^<>]*?(/?)>")
REFERENCE = re.compile(rb'(<(?:row|c)\b[^<>]*?\sr="[A-Z]{0,3})(\d+)(?=")')
SHARED = re.compile(rb'(<c\b[^<>]*\bt="s"[^<>]*>\s*<v>)(\d+)(?=</v>)')
STRINGS = "xl/sharedStrings.xml"

Way = Mapping[bytes, tuple[bytes, ...]]


class Rule(NamedTuple):
    """Way to cut the large parts of a kind of document."""

    parts: str
    """Pattern of their names."""

    room: int
    """Most bytes of all of them together. Their parser needs about ten times as much memory."""

    unit: bytes
    """Element that stays whole where possible, such as a paragraph."""

    way: Way
    """Elements from the one in which the cut lies down to a text."""

    container: bytes = b""
    """Element whose attributes are needed after the cut."""


_RUN = (b"w:r", b"w:t")
_PARAGRAPH = (b"w:p", *_RUN)

WORD = Rule(
    r"word/(?:document|footnotes|endnotes|comments)\.xml",
    9_000_000,  # libxml2 gives up at a text of 10 MB.
    b"w:p",
    {
        b"w:body": _PARAGRAPH, b"w:tc": _PARAGRAPH, b"w:txbxContent": _PARAGRAPH, b"w:p": _RUN, b"w:r": (b"w:t",),
        b"w:tbl": (b"w:tr", b"w:tc", *_PARAGRAPH), b"w:tr": (b"w:tc", *_PARAGRAPH), b"w:t": (),
    },
)  # fmt: skip
SLIDES = Rule(
    r"ppt/(?:slides|notesSlides)/[^/]+\.xml",
    9_000_000,
    b"a:p",
    {b"p:txBody": (b"a:p", b"a:r", b"a:t"), b"a:p": (b"a:r", b"a:t"), b"a:r": (b"a:t",), b"a:t": ()},
)
SHEETS = Rule(r"xl/worksheets/[^/]+\.xml", 16 << 20, b"row", {})
TABLES = Rule(
    r"content\.xml",
    12 << 20,
    b"table:table-row",
    {b"table:table": (b"table:table-row", b'table:table-cell office:value-type="string"', b"text:p")},
    b"table:table",
)


PARAGRAPHS = Rule(
    r"content\.xml",
    9_000_000,
    b"text:p",
    {b"office:text": (b"text:p",), b"table:table": (b"table:table-row", b"table:table-cell", b"text:p")},
)

LARGE = re.compile("|".join((*(rule.parts for rule in (WORD, SLIDES, SHEETS, TABLES)), re.escape(STRINGS))))
"""Names of the parts whose middle is cut out, so that they may be larger than others."""


def without_middle(content: bytes, rule: Rule) -> tuple[bytes, bool]:
    """Return an archive in which large parts lack their middle, and whether any of them was cut."""
    with ZipFile(BytesIO(content)) as archive:
        found = [each for each in archive.infolist() if re.fullmatch(rule.parts, each.filename)]
        strings = sum(each.file_size for each in archive.infolist() if each.filename == STRINGS)
        is_long = sum(each.file_size for each in found) > rule.room
        if not is_long and strings <= MOST_STRINGS:
            return content, False
        given = shares(tuple(each.file_size for each in found), rule.room)
        parts = {
            each.filename: _part(archive, each, room, rule) for each, room in zip(found, given, strict=True)
        }
        if strings > MOST_STRINGS:
            with archive.open(STRINGS) as table:
                parts = _with_own_strings(parts, table)
        return packed(archive, parts), is_long


def packed(archive: ZipFile, parts: Mapping[str, bytes]) -> bytes:
    """Return an archive with these parts in place of its own."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=1) as into:
        for each in archive.infolist():
            if each.filename in parts:
                into.writestr(each.filename, parts[each.filename])
                continue
            with archive.open(each) as old, into.open(each.filename, "w") as new:
                copyfileobj(old, new)
    return made.getvalue()


def _part(archive: ZipFile, part: ZipInfo, room: int, rule: Rule) -> bytes:
    with archive.open(part) as opened:
        if part.file_size <= room:
            return opened.read()
        head, tail, container = _ends(opened, room // 2, rule.container)
    return _joined(_up_to(head, rule.unit), _from(tail, rule.unit), rule, container)


def _ends(opened: IO[bytes], half: int, container: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the first and the last bytes of a part, and the last start tag of a container between them."""
    head, kept, last = opened.read(half), b"", b""
    while chunk := opened.read(CHUNK):
        kept += chunk
        dropped, kept = kept[:-half], kept[-half:]
        if container and (at := dropped.rfind(b"<" + container + b" ")) >= 0:
            last = (dropped + kept)[at : (dropped + kept).find(b">", at) + 1]
    return head, kept, last


def _up_to(head: bytes, unit: bytes) -> bytes:
    """Return the beginning up to the end of its last whole unit; up to the last whole sign if that is far away."""
    end = b"</" + unit + b">"
    if (at := head.rfind(end, max(len(head) - NEAR, 0))) >= 0:
        return head[: at + len(end)]
    if (tag := head.rfind(b"<")) > head.rfind(b">"):
        return head[:tag]
    return re.sub(rb"(?:&[^;<>\s]{0,10}|[\xc0-\xff][\x80-\xbf]{0,3})\Z", b"", head)


def _from(tail: bytes, unit: bytes) -> bytes:
    """Return the end from its first whole unit on."""
    first = re.compile(b"<" + re.escape(unit) + rb"[\s/>]").search(tail, 0, NEAR)
    if first is not None:
        return tail[first.start() :]
    tag, text = tail.find(b"<"), tail.find(b">")
    if 0 <= text < tag:
        return tail[text + 1 :]
    return re.sub(rb"\A[^;<>&\s]{0,10};", b"", tail.lstrip(bytes(range(0x80, 0xC0))))


def _joined(head: bytes, tail: bytes, rule: Rule, container: bytes) -> bytes:
    """Join both ends to one well-formed part: close what is open at the cut, and open it again."""
    before, after = _left_open(head)[1], _left_open(tail)[0][::-1]
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if container and rule.container in before[:same]:
        same = before.index(rule.container)
    marked = next((depth for depth in range(len(before), 0, -1) if before[depth - 1] in rule.way), 0)
    if marked:
        same = min(same, marked)
    else:
        marked = same
    if rule.unit == SHEETS.unit:
        mark, tail = _numbered_on(head, tail)
    else:
        mark = _marked(rule, before[:marked])
    opening = b"".join(
        container if container and each == rule.container else b"<" + each + b">" for each in after[same:]
    )
    return head + _ended(before[marked:]) + mark + _ended(before[same:marked]) + opening + tail


def _ended(names: list[bytes]) -> bytes:
    return b"".join(b"</" + each + b">" for each in reversed(names))


def _left_open(part: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the names of the elements that end without having begun, and of those that begin without an end."""
    ended, begun = list[bytes](), list[bytes]()
    for found in TAG.finditer(part):
        is_end, name, is_empty = found.groups()
        if is_empty:
            continue
        if not is_end:
            begun.append(name)
        elif begun:
            begun.pop()
        else:
            ended.append(name)
    return ended, begun


def _marked(rule: Rule, within: list[bytes]) -> bytes:
    """Return the mark as an element that is allowed there; empty if none is."""
    if not within or within[-1] not in rule.way:
        return b""
    names = rule.way[within[-1]]
    text = MARK.encode()
    for name in reversed(names):
        text = b"<" + name + b">" + text + b"</" + name.split()[0] + b">"
    return text


def _numbered_on(head: bytes, tail: bytes) -> tuple[bytes, bytes]:
    """Return a row with the mark, and the last rows numbered on from it. A gap in the numbers would be read as empty
    rows."""
    cell = b'<c%s t="inlineStr"><is><t>' + MARK.encode() + b"</t></is></c></row>"
    before = deque(REFERENCE.finditer(head, max(len(head) - NEAR, 0)), maxlen=1)
    first = REFERENCE.search(tail)
    if not before or first is None:
        return b"<row>" + cell % b"", tail
    here = int(before[0][2]) + 1
    less = int(first[2]) - here - 1
    tail = REFERENCE.sub(lambda found: found[1] + b"%d" % (int(found[2]) - less), tail)
    return b'<row r="%d">' % here + cell % (b' r="A%d"' % here), tail


def _with_own_strings(parts: Mapping[str, bytes], table: IO[bytes]) -> dict[str, bytes]:
    """Return sheets, and a table of texts that holds the texts of their cells alone."""
    used = {int(found[2]) for part in parts.values() for found in SHARED.finditer(part)}
    kept, numbers, rest, seen = list[bytes](), dict[int, int](), b"", 0
    head = b""
    while chunk := table.read(CHUNK):
        *texts, rest = (rest + chunk).split(b"</si>")
        for text in texts:
            head = head or text[: text.find(b"<si>")]
            if seen in used:
                numbers[seen] = len(kept)
                kept.append(text.removeprefix(head))
            seen += 1
    made = {
        name: SHARED.sub(lambda found: found[1] + b"%d" % numbers.get(int(found[2]), 0), part)
        for name, part in parts.items()
    }
    return made | {STRINGS: head + b"".join(text + b"</si>" for text in kept) + b"</sst>"}
