"""Read plain texts, web pages and e-mails. Runs in the child process."""

import re
import unicodedata
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default
from importlib import import_module
from typing import Any, cast

from council_core.charsets import BYTE_ORDER_MARKS, decoded_as, named_in
from council_core.context import kinds
from council_core.context.kinds import CannotRead, Text, spent
from council_core.context.middle import MARK

SAMPLE = 100_000
"""Number of bytes from which the encoding is guessed."""

MOST_MARKUP = 2_000_000
"""Most characters of a page's markup; its parsers need two seconds for so many."""

FAR = 100_000
"""Number of characters within which the end of a long page is begun with a whole element."""

MOST_SECONDS = 6.0
"""Seconds since the reading of an e-mail began after which no further attachment is read."""

MOST_ATTACHMENTS = 10
"""Most attachments of an e-mail that are read."""

MOST_NAMED = 50
"""Most attachments of an e-mail that are named."""

BLOCK = re.compile(r"<(?:p|div|section|article|table|tr|ul|ol|li|h[1-6]|pre)[\s>]", re.I)

HEADERS = ("From", "To", "Cc", "Date", "Subject")

NO_TEXT = re.compile("\x00+|[\x01-\x08\x0e-\x1a\x1c-\x1f]")
"""Control characters that no text holds. Escape is not among them, because logs use it for colours. Where a machine
lost power, a log has a row of NULs."""

BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
NOT_WESTERN = re.compile(rb"[\x81-\x84\x86-\x90\x98\x9a-\x9f]")
"""Bytes that Western texts lack, but for capitals such as `Š`: they hold neither letters nor usual signs there."""

WESTERN = {"cp1250", "cp1252", "cp1254", "cp1257", "latin_1", "iso8859_15", "iso8859_2", "mac_roman"}


def plain(content: bytes) -> Text:
    """Return the text of a file of any text format."""
    return Text("text", decoded(content))


def markdown(content: bytes) -> Text:
    """Return the text of a Markdown file as it is."""
    return Text("Markdown", decoded(content))


def table(content: bytes) -> Text:
    """Return a table of values as it is."""
    return Text("CSV", decoded(content))


def code(content: bytes) -> Text:
    """Return source code as it is."""
    return Text("code", decoded(content))


def html(content: bytes) -> Text:
    """Return the main text of a page, or all of its text if no main text is found."""
    import trafilatura

    markup: Any = import_module("lxml.html")
    parser = markup.HTMLParser(encoding="utf-8")
    source, is_long = _without_middle(_page(content))
    page = markup.fromstring(source.encode("utf-8"), parser=parser)
    # The parser ends there without an error, and what follows is lost.
    is_cut = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    for hidden in page.xpath(
        "//*[@hidden or @aria-hidden='true'] | //script | //style | //noscript | //template"
    ):
        if hidden.getparent() is not None:
            hidden.drop_tree()
    text = trafilatura.extract(page, include_comments=False, include_tables=True, favor_recall=True) or ""
    if len(text) < 200:
        whole = "\n".join(line for part in page.itertext() if (line := " ".join(part.split())))
        text = whole if len(whole) < 5_000 or not text else text
    if not text.strip():
        raise CannotRead("too_deep") if is_cut else CannotRead("empty", "page")
    return Text("web page", text, is_cut=is_cut or is_long, has_end=is_long and not is_cut)


def _without_middle(page: str) -> tuple[str, bool]:
    """Return a page's markup, without its middle where it is too long for the parsers, and whether it is."""
    if len(page) <= MOST_MARKUP:
        return page, False
    half = MOST_MARKUP // 2
    head, tail = page[:half], page[-half:]
    head = head[: at + 1] if (at := head.rfind(">")) > half - FAR else head
    first = BLOCK.search(tail, 0, FAR)
    return f"{head}<p>{MARK}</p>{tail[first.start() if first else 0 :]}", True


def _page(content: bytes) -> str:
    """Return a page's markup, decoded with the encoding that the page names if its bytes fit that."""
    is_marked = content.startswith(tuple(mark for mark, _ in BYTE_ORDER_MARKS))
    named = None if is_marked else decoded_as(content, named_in(content))
    return decoded(content) if named is None else named


def mail(content: bytes) -> Text:
    """Return an e-mail's sender, recipients, date, text and list of attachments, as far as they can be read."""
    text, is_cut = _mail(message_from_bytes(content, policy=default), is_inner=False)
    return Text("e-mail", text, is_cut=is_cut, has_end=is_cut and MARK in text)


def _mail(message: Message, *, is_inner: bool) -> tuple[str, bool]:
    """Return the text of an e-mail, and whether something of it was not read. Of an e-mail within another one the
    attachments are only named."""
    heads = [f"{name}: {value}" for name in HEADERS if (value := _header(message, name))]
    if message.get_content_type() == "message/rfc822":
        within, is_cut = _attached(message, is_inner=is_inner)
        return "\n".join([*heads, "", within]), is_cut
    mail = cast("EmailMessage", message)
    body = mail.get_body(("plain", "html"))
    # Without a boundary, parts stand in the text as they came.
    plain = "" if message.is_multipart() else str(message.get_payload())
    text, is_short = _body(body) if body is not None else (plain, False)
    is_lost = body is not None and not text and bool(str(body.get_payload()).strip())
    parts = ["\n".join(heads), "[The text of this e-mail cannot be read.]" if is_lost else text]
    attachments = list(mail.iter_attachments()) if message.is_multipart() else []
    read = [_attached(part, is_inner=is_inner) for part in attachments[:MOST_ATTACHMENTS]]
    parts += [text for text, _ in read]
    parts += [_not_read(part) for part in attachments[MOST_ATTACHMENTS:MOST_NAMED]]
    if len(attachments) > MOST_NAMED:
        parts.append(f"[{len(attachments) - MOST_NAMED:,} more attachments, not read]")
    is_cut = is_lost or is_short or len(attachments) > MOST_ATTACHMENTS or any(is_cut for _, is_cut in read)
    return "\n\n".join(part for part in parts if part), is_cut


def _header(message: Message, name: str) -> str:
    """Return a header; as it came where it is written against the rules."""
    try:
        return str(message[name] or "")
    except Exception:  # noqa: BLE001  # The library raises what it likes at a broken header.
        return next((str(value) for key, value in message.raw_items() if key.lower() == name.lower()), "")


def _body(part: Message) -> tuple[str, bool]:
    """Return the text of an e-mail, and whether something of it was not read."""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return "", False
    if part.get_content_type() == "text/html":
        with suppress(CannotRead):  # An attachment may be all that the mail holds.
            page = html(payload)
            return page.text, page.is_cut
        return "", False
    try:
        return payload.decode(part.get_content_charset() or "utf-8"), False
    except (LookupError, UnicodeDecodeError):
        return decoded(payload), False


def _not_read(part: Message) -> str:
    return f"[attached: {part.get_filename() or 'attachment'}, not read]"


def _attached(part: Message, *, is_inner: bool) -> tuple[str, bool]:
    """Return the text of an attachment, and whether its reader left something out."""
    name, payload = part.get_filename() or "attachment", part.get_payload(decode=True)
    if is_inner:
        return _not_read(part), False
    if spent() > MOST_SECONDS:
        return _not_read(part), True
    if (
        part.get_content_type() == "message/rfc822"
        and isinstance(within := part.get_payload(), list)
        and within
    ):
        text, is_cut = _mail(cast("Message", within[0]), is_inner=True)
        return f"[attached: {part.get_filename() or 'e-mail'}]\n{text}", is_cut
    if not isinstance(payload, bytes):
        return _not_read(part), False
    read = kinds.read_within(name, payload)
    if read["kind"] == "scan" and read["text"] is not None:
        read = cast("kinds.Result", read["text"])
    if read["kind"] != "passage":
        return _not_read(part), False
    rest = f"\n[{name} is too long, and was not read as a whole.]" if read["is_cut"] else ""
    return f"[attached: {name}]\n{read['text']}{rest}", bool(read["is_cut"])


def decoded(content: bytes) -> str:
    """Decode a text, whatever its encoding.

    Raises:
        CannotRead: The bytes are no text.
    """
    text = _decoded(content)
    sample = text[:SAMPLE]
    if len(NO_TEXT.findall(sample)) > 1 + len(sample) // 1000 or 2 * sample.count("\0") > len(sample):
        raise CannotRead("unknown", kinds.name_of(content))
    return text.replace("\r\n", "\n")


def _wide(content: bytes) -> str:
    """Return the name of UTF-16 for a text in it without a mark at its beginning; empty for any other."""
    first, second = content[:SAMPLE:2], content[1:SAMPLE:2]
    for high, low, name in ((second, first, "utf-16-le"), (first, second, "utf-16-be")):
        if 10 * high.count(0) > 9 * len(high) and 10 * low.count(0) < len(low):
            return name
    return ""


def _decoded(content: bytes) -> str:
    for mark, encoding in BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if wide := _wide(content):
        return content.decode(wide, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    from charset_normalizer import from_bytes

    # The beginning of a long text may hold no letter that tells its encoding.
    first = BEYOND_ASCII.search(content)
    at = max(0, first.start() - SAMPLE // 2) if first is not None else 0
    sample = content[at : at + SAMPLE]
    guess = from_bytes(sample).best()
    if guess is None or (b"\0" in sample and not guess.encoding.startswith(("utf_16", "utf_32"))):
        raise CannotRead("unknown", kinds.name_of(content))
    # Several encodings fit a short text equally well; of these, cp1252 is used a hundred times as often.
    is_short = guess.encoding in WESTERN and len(content) < 2_000
    encoding = "cp1252" if is_short or _is_misread(sample, guess.encoding) else guess.encoding
    return content.decode(encoding, "replace")


def _is_misread(content: bytes, guess: str) -> bool:
    """Tell whether a Western text is taken for another script, such as `Zürich` for three Chinese signs. A Western
    text has few bytes beyond ASCII, mostly single ones; other scripts have many, side by side."""
    runs = BEYOND_ASCII.findall(content)
    beyond = sum(map(len, runs))
    if 5 * beyond > 2 * len(content) or 2 * beyond > 3 * len(runs) or NOT_WESTERN.search(content):
        return False
    return not all(
        sign.isascii() or unicodedata.name(sign, "").startswith("LATIN")
        for sign in content.decode(guess, "replace")
    )
