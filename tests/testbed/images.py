"""Pictures as bytes, small and hostile ones, made without any file."""

import io
import random
import zlib
from collections.abc import Mapping
from typing import Any


def png(width: int, height: int, *, data: bytes | None = None) -> bytes:
    """Return a picture in one colour; `data` replaces its pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        sum_ = zlib.crc32(kind + content).to_bytes(4, "big")
        return len(content).to_bytes(4, "big") + kind + content + sum_

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    pixels = zlib.compress((b"\0" + b"\xd0\x40\x40" * width) * height) if data is None else data
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def gif(width: int, height: int) -> bytes:
    """Return a picture of one colour as a GIF."""
    from PIL import Image

    made = io.BytesIO()
    Image.new("P", (width, height)).save(made, "GIF")
    return made.getvalue()


def deep_png() -> bytes:
    """Return a picture of 16 bits for each pixel, from black to white."""
    from PIL import Image

    made, shown = io.BytesIO(), Image.new("I;16", (40, 30))
    for at in range(40 * 30):
        shown.putpixel((at % 40, at // 40), at * 50)
    shown.save(made, "PNG")
    return made.getvalue()


def noisy_png(side: int) -> bytes:
    """Return a half transparent picture that compression does not make smaller."""
    from PIL import Image

    made, signs = io.BytesIO(), random.Random(7).randbytes(side * side * 4)
    Image.frombytes("RGBA", (side, side), signs).save(made, "PNG", compress_level=0)
    return made.getvalue()


def photo(form: str) -> bytes:
    """Return a photo of 2,000 by 1,000 pixels, turned on its side, with a note of where it was taken."""
    from PIL import Image

    made, shown = io.BytesIO(), Image.new("RGB", (2_000, 1_000), (200, 60, 60))
    notes = Image.Exif()
    notes[0x0112], notes[0x010E] = 6, "taken in Zanzibar"  # orientation, description
    shown.save(made, form, exif=notes)
    return made.getvalue()


def noted_picture(form: str, *, transparent: bool = False) -> bytes:
    """Build a picture whose comment, notes and profile of colours name a place, as far as its form has them."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    made = io.BytesIO()
    shown = Image.new("RGBA" if transparent else "RGB", (120, 80), (200, 60, 60))
    if transparent:
        shown.putalpha(100)
    notes, place = PngInfo(), "taken in Zanzibar"
    notes.add_text("Comment", place)
    notes.add_itxt("XML:com.adobe.xmp", f"<x>{place}</x>")
    more: Mapping[str, Any] = {"pnginfo": notes} if form == "PNG" else {"comment": place.encode()}
    if form != "GIF":
        more = {**more, "icc_profile": f"profile {place}".encode()}
    if form == "JPEG":
        more = {**more, "xmp": f"<x>{place}</x>".encode()}
    shown.save(made, form, **more)
    return made.getvalue()
