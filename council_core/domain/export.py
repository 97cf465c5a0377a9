"""A finished run as a file."""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Literal

Format = Literal["html", "pdf", "docx", "md", "json", "png"]

Script = Literal["Korean", "Chinese or Japanese", "Arabic", "Hebrew", "Devanagari", "Thai", "emoji"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A finished run as one file. It travels as JSON to the process that posts it, so bytes are packed as text."""

    name: str
    """Name of the file."""

    media_type: str
    text: str = ""
    """The file, where it is text."""

    packed: str = ""
    """The file in base64, where it is not text."""

    missing: tuple[Script, ...] = ()
    """Scripts that the file needs and for which this machine has no font, so that their letters are blank."""

    @property
    def content(self) -> bytes:
        """Return the file's bytes."""
        return b64decode(self.packed) if self.packed else self.text.encode("utf-8", errors="replace")


def exported(name: str, media_type: str, content: str | bytes, missing: tuple[Script, ...] = ()) -> Export:
    """Return a text, or bytes, as a file."""
    if isinstance(content, str):
        return Export(name=name, media_type=media_type, text=content, missing=missing)
    packed = b64encode(content).decode("ascii")
    return Export(name=name, media_type=media_type, packed=packed, missing=missing)
