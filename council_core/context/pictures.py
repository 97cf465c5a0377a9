"""A picture -> a JPEG or PNG that models take: scaled, upright, without its camera's notes. Runs in the child."""

from base64 import b64encode
from io import BytesIO
from typing import Any

from council_core.context.kinds import CannotRead, Result

LONGEST_SIDE = 1_568
"""Pixels: what vision models look at; more is scaled down by them and paid for (docs.anthropic.com, vision)."""

MOST_PIXELS = 30_000_000
"""A picture of more would take more memory than the child has."""


def picture(content: bytes) -> Result:
    """The fields of a `Seen`."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    try:
        with Image.open(BytesIO(content)) as opened:
            form = opened.format or "picture"
            if opened.width * opened.height > MOST_PIXELS:
                raise CannotRead("oversized")
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            opened.thumbnail(
                (LONGEST_SIDE, LONGEST_SIDE)
            )  # First, since turning it takes as much memory once more.
            upright = ImageOps.exif_transpose(opened)
            made, is_flat = BytesIO(), upright.mode not in {"RGBA", "LA", "P", "PA"}
            if is_flat:
                upright.convert("RGB").save(made, "JPEG", quality=85)
            else:
                clean = upright.convert("RGBA")
                clean.info.clear()
                clean.save(made, "PNG")
    except UnidentifiedImageError as error:
        raise CannotRead("unknown", "picture") from error
    except Image.DecompressionBombError as error:
        raise CannotRead("oversized") from error
    except (OSError, SyntaxError, ValueError) as error:
        raise CannotRead("damaged") from error
    return _seen(form, "image/jpeg" if is_flat else "image/png", upright, made.getvalue())


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
