"""Tell the kind of a file by its bytes, and read its text or give the reason why it has none.
Runs in the child process."""

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from time import monotonic, process_time
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from council_core.charsets import BYTE_ORDER_MARKS, decoded_as
from council_core.domain.writable import writable

MOST_CHARACTERS = 1_000_000
"""Most characters that a reader returns. Prompts have room for a fifth of them, and the parent's limit of bytes fits
them."""

MOST_SCANNED = 4
"""Most pages without text, of one document, that are shown as pictures."""

MOST_UNPACKED = 200 << 20
"""Most bytes of an unpacked archive. A limit on the ratio would not help: an honest document may be packed sixteen
times as small."""

MOST_CUT = 400 << 20
"""Most bytes of those parts of an unpacked archive whose middle is cut out while they are unpacked."""

MOST_MEMBERS = 5_000

HEADER = re.compile(rb"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}")
MAIL_FIELDS = re.compile(rb"^(?:From|Date|Received|Message-ID|MIME-Version|Subject):", re.I | re.M)
HTML_START = re.compile(
    rb"\A\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)

ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
MANIFEST = "META-INF/manifest.xml"
WORKBOOK = "Workbook".encode("utf-16-le")

PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\x00", b"MM\x00*")
BITMAP = re.compile(rb"BM.{4}\0{4}.{4}[\x0c(4@l|]\0{3}", re.S)
"""Head of a bitmap with the sizes that its second head may have. `BM` alone would not do: a text may begin with it."""

PROMISES = {
    "pdf": "PDF", "docx": "Word", "xlsx": "Excel", "pptx": "PowerPoint", "ods": "OpenDocument",
    "odt": "OpenDocument", "odp": "OpenDocument",
    "png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF", "webp": "WebP", "heic": "HEIC", "zip": "ZIP",
}  # fmt: skip
"""File endings that promise something other than text."""

OPEN_DOCUMENTS = {
    b"opendocument.spreadsheet": ("office", "sheets"),
    b"opendocument.text": ("open_document", "odt"),
    b"opendocument.presentation": ("open_document", "odp"),
}
"""Modules and functions that read documents of OpenDocument, by a part of their media types."""

PACKED = {b"opendocument": "OpenDocument file", b"epub": "EPUB file", b"hwp+zip": "HWPX file"}
"""Kinds of archives that hold a document and are not read, by a part of their media type."""

OLD_OFFICE = {
    "WordDocument": "DOC file", "PowerPoint Document": "PPT file", "__substg1.0_": "MSG file",
    "HwpSummaryInformation": "HWP file",
}  # fmt: skip
"""Kinds of compound files (MS-CFB) that hold a document and are not read, by a part of a name in the file."""

CODE = {
    "c", "cc", "cpp", "cs", "css", "go", "h", "hpp", "java", "js", "jsx", "kt", "lua", "php", "pl", "py", "r", "rb",
    "rs", "scala", "sh", "sql", "swift", "toml", "ts", "tsx", "yaml", "yml", "ini", "cfg", "diff", "patch",
}  # fmt: skip

Result = dict[str, object]


class Text(NamedTuple):
    """The text that a reader extracted."""

    form: str
    text: str
    pages: int | None = None
    is_cut: bool = False
    unseen: int = 0
    """Number of pictures in it that are not shown."""

    pages_read: int | None = None
    """Number of the last page that was read at least in part; None if that is unknown or the last one."""

    end_from: int | None = None
    """Number of the first page after those that were left out in the middle; None if the end was not read."""

    left_out: int = 0
    """Number of characters that the reader left out in the middle of the text, because it was too long."""

    has_end: bool = False
    """Whether the end was read, where a part in the middle was not."""


class CannotRead(Exception):
    """A file has no readable text; the reason is one of `UnreadReason`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


class Scanned(Exception):
    """Some parts of a document are pictures without text. Each picture has the fields of a `Seen` and a number; the
    other parts may hold text."""

    def __init__(self, pages: list[Result], of: int, text: Text | None = None, *, part: str = "page") -> None:
        super().__init__(of)
        self.pages, self.of, self.text, self.part = pages, of, text, part


_began: list[float] = []
"""Times at which the reading of a file began: that of the process's computing, and that of the clock."""


def spent() -> float:
    """Return the seconds of computing since the reading of a file began; on a machine that gives the process little
    time, a quarter of the seconds that have passed."""
    computing, clock = _began or (process_time(), monotonic())
    return max(process_time() - computing, (monotonic() - clock) / 4)


_tell: list[Callable[[Result], None]] = []


def tell_of_page(number: int, of: int, text: str) -> None:
    """Hand over the text of a page at once, because the next page may end this process."""
    for tell in _tell:
        tell({"kind": "page", "page": number, "of": of, "text": writable(text)})


def read(
    name: str, content: bytes, charset: str = "", tell: Callable[[Result], None] | None = None
) -> Result:
    """Read a file; return the fields of a `Passage`, a `Seen`, a `Scan` or an `Unreadable`.

    Args:
        name: Name of the file.
        content: Its bytes.
        charset: Encoding that its server named.
        tell: Gets each page of a PDF as soon as it was read.
    """
    _began[:] = process_time(), monotonic()
    _tell[:] = () if tell is None else (tell,)
    return _read(name, content, charset)


def read_within(name: str, content: bytes) -> Result:
    """Read a file that is attached to another one, in the time that is left."""
    _tell.clear()
    return _read(name, content)


def _read(name: str, content: bytes, charset: str = "") -> Result:
    try:
        if _is_picture(content):
            seen: Result = import_module("council_core.context.pictures").picture(content)
            return seen
        module, function = _kind(name, content)
        reader: Callable[[bytes], Text] = getattr(import_module(f"council_core.context.{module}"), function)
        is_text = module == "texts" and function != "mail"
        found = reader(_in_utf_8(content, charset) if is_text else content)
    except Scanned as scan:
        text = None if scan.text is None else _passage(scan.text)
        return {"kind": "scan", "pages": scan.pages, "of": scan.of, "text": text, "part": scan.part}
    except CannotRead as why:
        return {"kind": "unreadable", "reason": why.reason, "detail": why.detail}
    except ImportError:
        return {"kind": "unreadable", "reason": "no_library", "detail": ""}
    except (MemoryError, RecursionError):
        return {"kind": "unreadable", "reason": "too_slow", "detail": ""}
    except Exception as error:  # noqa: BLE001  # Parsers raise what they like at a broken file.
        return {"kind": "unreadable", "reason": _reason_for(error), "detail": ""}
    passage = _passage(found)
    if not str(passage["text"]).strip():
        return {"kind": "unreadable", "reason": "empty", "detail": ""}
    return passage


def _reason_for(error: Exception) -> str:
    """Return the reason why a parser gave up. libxml2 names this option where a sound file goes beyond its limits."""
    said = str(error)
    if "XML_PARSE_HUGE" not in said:
        return "damaged"
    return "too_deep" if "depth" in said else "too_slow"


def _passage(found: Text) -> Result:
    text = writable(found.text)
    return {
        "kind": "passage",
        "form": found.form,
        "text": _both_ends(text, found.left_out),
        "characters": len(text) + found.left_out,
        "pages": found.pages,
        "is_cut": found.is_cut,
        "unseen": found.unseen,
        "pages_read": found.pages_read,
        "end_from": found.end_from,
        "has_end": found.has_end,
    }


def _both_ends(text: str, missing: int) -> str:
    """Cut the middle out of a text that is too long. A part of the middle may be missing already. The end is kept,
    because a log ends with the error."""
    left_out = max(len(text) - MOST_CHARACTERS, 0) + missing
    if not left_out:
        return text
    half = min(len(text), MOST_CHARACTERS) // 2
    return f"{text[:half]}\n[{left_out:,} characters are left out here.]\n{text[-half:]}"


def _in_utf_8(content: bytes, charset: str) -> bytes:
    """Return a text with a byte order mark, which readers obey, if its server named its encoding. As in browsers its
    own mark comes before that, and that before what a page says itself."""
    if not charset or content.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS)):
        return content
    text = decoded_as(content, charset)
    return content if text is None else BOM_UTF8 + text.encode("utf-8", "replace")


def _kind(name: str, content: bytes) -> tuple[str, str]:
    """Return the names of the module and of the function that read this file."""
    start, ending = content[:1024], name.rpartition(".")[2].lower() if "." in name else ""
    if b"%PDF-" in start and (start.lstrip().startswith(b"%PDF-") or ending == "pdf" or b"\0" in content):
        return "pdf", "pdf"  # A text may mention `%PDF-`, and a PDF may have other bytes before it.
    if content.startswith(b"PK\x03\x04"):
        return _in_archive(content)
    if content.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return "office", _in_old_office(content)
    _check_promise(ending)
    if content.startswith(b"{\\rtf"):
        raise CannotRead("unknown", "RTF file")
    if HTML_START.match(content[:4096]):
        return "texts", "html"
    if (header := HEADER.match(content[:65_536])) and len(MAIL_FIELDS.findall(header[0])) >= 2:
        return "texts", "mail"
    forms = {"md": "markdown", "markdown": "markdown", "csv": "table", "tsv": "table"}
    return "texts", forms.get(ending, "code" if ending in CODE else "plain")


def _check_promise(ending: str) -> None:
    if ending in PROMISES:
        raise CannotRead("mislabelled", PROMISES[ending])


def _is_picture(content: bytes) -> bool:
    riff = content.startswith(b"RIFF") and content[8:12] == b"WEBP"
    heic = content[4:8] == b"ftyp" and content[8:12] in {
        b"heic",
        b"heix",
        b"mif1",
        b"hevc",
        b"avif",
        b"avis",
        b"heim",
        b"heis",
        b"msf1",
    }
    return riff or heic or content.startswith(PICTURES) or BITMAP.match(content) is not None


def _in_archive(content: bytes) -> tuple[str, str]:
    """Return the module and the function that read the document inside a ZIP archive, after checking that it is safe to
    unpack."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            names = {member.filename for member in members}
            kind = archive.read("mimetype")[:80] if "mimetype" in names else b""
            manifest = archive.read(MANIFEST) if MANIFEST in names and kind else b""
    except (BadZipFile, NotImplementedError, OSError, ValueError) as error:
        raise CannotRead("damaged") from error
    except RuntimeError as error:
        raise CannotRead("password") from error
    large: re.Pattern[str] = import_module("council_core.context.middle").LARGE
    in_all = sum(member.file_size for member in members)
    cut = sum(member.file_size for member in members if large.fullmatch(member.filename))
    if len(members) > MOST_MEMBERS or in_all - cut > MOST_UNPACKED or cut > MOST_CUT:
        raise CannotRead("oversized")
    # OpenDocument encrypts its parts by itself, so that the archive looks open.
    if b"encryption-data" in manifest or any(member.flag_bits & 1 for member in members):
        raise CannotRead("password")
    for part, module, function in (
        ("word/document.xml", "word", "docx"),
        ("ppt/presentation.xml", "office", "pptx"),
        ("xl/workbook.xml", "office", "sheets"),
        ("xl/workbook.bin", "office", "sheets"),
    ):
        if part in names:
            return module, function
    for mark, reader in OPEN_DOCUMENTS.items():
        if mark in kind:
            return reader
    raise CannotRead("unknown", next((name for mark, name in PACKED.items() if mark in kind), "ZIP archive"))


def _in_old_office(content: bytes) -> str:
    if ENCRYPTED in content:
        raise CannotRead("password")
    if WORKBOOK in content:
        return "sheets"
    named = (name for mark, name in OLD_OFFICE.items() if mark.encode("utf-16-le") in content)
    raise CannotRead("unknown", next(named, "old Office document"))


def name_of(content: bytes) -> str:
    """Return the kind of this file as the library names it; empty if the library does not know it."""
    with suppress(ImportError):
        guess: Any = import_module("filetype").guess(content)
        return "" if guess is None else f"{guess.extension.upper()} file"
    return ""
