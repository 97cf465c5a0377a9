"""Convert a picture to a JPEG or PNG that models accept: scaled, upright and without camera data.
Runs in the child process."""

from base64 import b64encode
from contextlib import suppress
from io import BytesIO
from math import ceil
from typing import Any

from council_core.context.kinds import MOST_SCANNED, CannotRead, Result, Scanned, spent

LONGEST_SIDE = 1_568
"""Longest side in pixels. Vision models scale larger pictures down, and charge for them (docs.anthropic.com,
vision)."""

MOST_BYTES = 3_500_000
"""Most bytes of one picture: providers accept 5 MB of base64 (docs.anthropic.com, vision)."""

LEAST_SIDE = 100
"""Shortest side, in pixels, of a picture within a document that is shown."""

DEEP = frozenset({"I", "F", "I;16", "I;16L", "I;16B", "I;16N"})
"""Modes of Pillow with more shades of grey than a JPEG has."""

MOST_PIXELS = 30_000_000
"""Most pixels of a picture as it is decoded; a larger one would need more memory than the child has. A JPEG is decoded
at a fraction of its size."""

MOST_SECONDS = 6.0
"""Seconds since the reading began after which no further page of a picture is read."""

MOST_SMOOTHED = 12_000_000
"""Most pixels of a picture with a palette that is converted; a larger one would need too much memory."""


def picture(content: bytes, *, is_within: bool = False) -> Result:
    """Convert a picture; return the fields of a `Seen`.

    Args:
        content: Its bytes.
        is_within: Whether it is a part of a document, of which one page is shown.

    Raises:
        Scanned: The file holds several; the error carries the first pages of a fax, or the first picture of a film.
        CannotRead: It is no sound picture, or too large.
    """
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # `_shown` counts those that are decoded.
    try:
        with Image.open(BytesIO(content)) as opened:
            # Cameras put a small copy behind a photo.
            form = "JPEG" if opened.format == "MPO" else opened.format or "picture"
            of = 1 if opened.format == "MPO" else getattr(opened, "n_frames", 1)
            first = _shown(opened, form)
            if of == 1 or is_within:
                return first
            if form != "TIFF":
                raise Scanned([{**first, "page": 1}], of, part="picture")
            raise Scanned(_pages(opened, first, of), of)
    except UnidentifiedImageError as error:
        # Phones write HEIC. Of this family of formats Pillow reads only AVIF.
        raise CannotRead("unknown", "HEIC picture" if content[4:8] == b"ftyp" else "picture") from error
    except (OSError, SyntaxError, ValueError) as error:
        raise CannotRead("damaged") from error


def _shown(opened: Any, form: str) -> Result:
    """Return the fields of a `Seen` for the page at which a file was opened."""
    from PIL import ImageOps

    scale = LONGEST_SIDE / max(*opened.size, 1)
    opened.draft("RGB", (ceil(opened.width * scale), ceil(opened.height * scale)))
    if opened.width * opened.height > MOST_PIXELS:
        raise CannotRead("pixels", f"{MOST_PIXELS / 1_000_000:.0f}")
    shown = _smooth(opened)
    # Scale first, because turning needs as much memory again.
    shown.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(shown)
    content, is_flat = _packed(upright)
    return _seen(form, "image/jpeg" if is_flat else "image/png", upright, content)


def _pages(opened: Any, first: Result, of: int) -> list[Result]:
    """Return the first pages of a fax, as far as they are sound."""
    made = [{**first, "page": 1}]
    with suppress(CannotRead, EOFError, MemoryError, OSError, SyntaxError, ValueError):
        while len(made) < min(of, MOST_SCANNED) and spent() < MOST_SECONDS:
            opened.seek(len(made))
            made.append({**_shown(opened, "TIFF"), "page": len(made) + 1})
    return made


def is_small(content: bytes) -> bool:
    """Tell whether a picture in a document is too small to tell anything, such as a logo or an icon."""
    from PIL import Image

    try:
        with Image.open(BytesIO(content)) as opened:
            return min(opened.size) < LEAST_SIDE
    except (OSError, SyntaxError, ValueError):
        return False


def _smooth(opened: Any) -> Any:
    """Return the picture in a mode in which scaling keeps thin lines, such as those of letters. A palette would lose
    them."""
    if opened.mode not in {"1", "P"} or opened.width * opened.height > MOST_SMOOTHED:
        return opened
    return opened.convert("L" if opened.mode == "1" else "RGBA" if "transparency" in opened.info else "RGB")


def _packed(upright: Any) -> tuple[bytes, bool]:
    """Return the bytes of a JPEG and True; for a picture with transparent parts the bytes of a PNG and False."""
    from PIL import Image

    if upright.mode in DEEP:
        upright = _of_eight_bits(upright)
    made = BytesIO()
    if upright.mode in {"RGBA", "LA", "P", "PA"} or "transparency" in upright.info:
        clean = upright.convert("RGBA")
        clean.info.clear()
        clean.save(made, "PNG")
        if made.tell() <= MOST_BYTES:
            return made.getvalue(), False
        made, upright = BytesIO(), Image.new("RGB", clean.size, "white")
        upright.paste(clean, mask=clean)
    flat = upright.convert("RGB")
    flat.info.clear()  # Pillow would write the comment from there.
    flat.save(made, "JPEG", quality=85)
    return made.getvalue(), True


def _of_eight_bits(deep: Any) -> Any:
    """Convert a picture with many shades of grey to 256 shades, from its darkest to its brightest one."""
    darkest, brightest = deep.getextrema()
    scale = 255 / ((brightest - darkest) or 1)
    flat = deep.convert("F") if deep.mode != "F" else deep

    def scaled(grey: Any) -> Any:
        return grey * scale - darkest * scale

    return flat.point(scaled).convert("L")


def of_page(shown: Any) -> Result | None:
    """Return the fields of a `Seen` for a page of a document; None for a page in one colour."""
    flat = shown.convert("RGB")
    if all(lowest == highest for lowest, highest in flat.getextrema()):
        return None
    made = BytesIO()
    flat.save(made, "JPEG", quality=80)
    return _seen("PDF", "image/jpeg", flat, made.getvalue())


def _seen(form: str, media_type: str, shown: Any, content: bytes) -> Result:
    return {
        "kind": "seen",
        "form": form,
        "media_type": media_type,
        "width": shown.width,
        "height": shown.height,
        "content": b64encode(content).decode(),
    }
