"""Reads a request's fields and files, in either encoding of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

LARGEST = 30 << 20
"""Most bytes of one form, its files included."""

MOST_FIELDS = 500

SEVERAL = ":several"
"""Hidden field that names a field with boxes to tick, because browsers send nothing if none is ticked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file as the browser names it."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form's fields in their order, and its files."""

    fields: Sequence[tuple[str, str]]
    files: Sequence[Upload] = ()

    def text(self, name: str) -> str:
        """Return the field's first value; empty without it."""
        return next((value for key, value in self.fields if key == name), "")

    def values(self) -> Mapping[str, str | tuple[str, ...]]:
        """Return the values that a person filled in; several values of one name as a tuple."""
        grouped: dict[str, list[str]] = {value: [] for name, value in self.fields if name == SEVERAL}
        for name, value in self.fields:
            if not name.startswith(":"):
                grouped.setdefault(name, []).append(value)
        return {name: found[0] if len(found) == 1 else tuple(found) for name, found in grouped.items()}


def read_sent(content_type: str, body: bytes) -> Sent:
    """Read a form's body. An unreadable body counts as an empty form, and the person reads that nothing was asked."""
    if not content_type.startswith("multipart/form-data"):
        try:
            text = body.decode("utf-8", errors="replace")
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            pairs = []
        return Sent(fields=[(name, _lines(value)) for name, value in pairs])
    head = b"Content-Type: " + content_type.encode("latin-1", errors="replace") + b"\r\n\r\n"
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    fields: list[tuple[str, str]] = []
    uploads: list[Upload] = []
    for part in message.iter_parts() if message.is_multipart() else ():
        name = str(part.get_param("name", "", header="content-disposition"))
        content = part.get_payload(decode=True)
        data = content if isinstance(content, bytes) else b""
        file_name = part.get_filename()
        if file_name is None:
            fields.append((name, _lines(data.decode("utf-8", errors="replace"))))
        elif file_name:
            uploads.append(Upload(name=_utf8(file_name), media_type=part.get_content_type(), content=data))
    return Sent(fields=fields[:MOST_FIELDS], files=uploads)


def _utf8(name: str) -> str:
    """Return a file's name. Browsers send it as UTF-8 in a header that the parser reads as ASCII."""
    return name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")


def _lines(text: str) -> str:
    """Return the text with single newlines, because browsers send two characters for each."""
    return text.replace("\r\n", "\n")
