"""Decode texts by the names of encodings that web servers and pages give."""

import codecs
import re

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

ALSO = {
    "x-sjis": "cp932", "windows-949": "cp949", "ks_c_5601-1989": "cp949", "x-gbk": "gb18030", "x-euc-jp": "euc_jp",
    "windows-874": "cp874", "dos-874": "cp874", "x-cp1251": "cp1251", "x-cp1252": "cp1252", "x-mac-roman": "mac_roman",
    "utf-16": "utf-16-le", "unicode": "utf-16-le", "x-big5": "big5hkscs",
    "windows-31j": "cp932", "iso-8859-8-i": "iso8859-8",
}  # fmt: skip
"""Names that browsers know and Python does not, or understands otherwise."""

WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "euc_kr": "cp949", "shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs",
}  # fmt: skip
"""Wider encodings that browsers use in place of these (encoding.spec.whatwg.org, names and labels)."""

CODECS = re.compile(
    r"utf-(8|16-[lb]e|32.*)|cp\d+|iso8859-\d+|koi8-[rtu]|mac-\w+|euc_\w+|shift_jis\w*|iso2022_\w+|gb\w+|big5\w*|"
    r"johab|hz|tis-620|ascii"
)
"""Codecs of Python that encode texts as they are, unlike `punycode` or `unicode_escape`."""

NAMED = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{2,40})", re.I)
NAMED_WITHIN = 4_096
"""Bytes at a page's beginning within which it names its encoding."""

ASCII = bytes(range(128))
FEW_LETTERS = 8
"""Bytes beyond ASCII that are too few to tell an encoding by."""

MOST_BROKEN = 500
"""One character in so many may not fit: a page may hold a broken one, while another encoding breaks many."""


def named_in(page: bytes) -> str:
    """Return the name of the encoding that a page gives in its head; empty if it gives none."""
    found = NAMED.search(page[:NAMED_WITHIN])
    return found[1].decode("ascii") if found else ""


def decoded_as(content: bytes, label: str) -> str | None:
    """Decode a text by an encoding's name, as browsers do; return None if the name is unknown or the text does not
    fit."""
    codec = _codec(label)
    if not codec:
        return None
    if not codec.startswith("utf") and (utf_8 := _evidently_utf_8(content, codec)) is not None:
        return utf_8
    text = content.decode(codec, "replace")
    return None if text.count("\ufffd") * MOST_BROKEN > len(text) + MOST_BROKEN else text


def _evidently_utf_8(content: bytes, codec: str) -> str | None:
    """Return a text in UTF-8 that its server names otherwise, as many servers do with all they have; None for others.

    A text in another encoding does not follow UTF-8's rules by accident, unless it has only a few letters beyond ASCII.
    """
    few = 0 if codec == "cp1252" else FEW_LETTERS
    if len(content.translate(None, ASCII)) <= few:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _codec(label: str) -> str:
    """Return the codec for a name of an encoding; empty if there is none."""
    name = label.strip(" \"'").lower()
    try:
        found = ALSO.get(name) or codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return WIDER.get(found, found) if CODECS.fullmatch(found) or found in ALSO.values() else ""
