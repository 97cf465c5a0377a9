"""Tests that a picture reaches models small, upright and without what its camera noted, whatever holds it."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from council_core.context import kinds
from council_core.context.reading import ChildReader
from council_core.domain.material import Scan, Seen
from tests.testbed.documents import pictured_pptx
from tests.testbed.images import deep_png, gif, noisy_png, noted_picture, photo, png


def pictures(form: str, count: int, size: tuple[int, int] = (30, 20)) -> bytes:
    """Return several pictures in one file: the pages of a fax (TIFF), a film (GIF), or a photo with a copy (MPO)."""
    made = BytesIO()
    first, *more = (Image.new("RGB", size, (50 * number, 80, 80)) for number in range(count))
    first.save(made, form, save_all=True, append_images=more)
    return made.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
async def test_a_picture_is_scaled_upright_and_without_what_its_camera_noted(form: str) -> None:
    content = photo(form)
    assert b"Zanzibar" in content

    seen = await ChildReader().read("photo.bin", content)

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.media_type) == (form, "image/jpeg")
    assert (seen.width, seen.height) == (784, 1_568)
    assert b"Zanzibar" not in b64decode(seen.content)


@pytest.mark.parametrize(
    ("form", "transparent", "media_type"),
    [
        ("JPEG", False, "image/jpeg"),
        ("GIF", False, "image/jpeg"),
        ("PNG", False, "image/jpeg"),
        ("PNG", True, "image/png"),
    ],
)
async def test_no_comment_and_no_profile_of_a_picture_goes_to_models(
    form: str, transparent: bool, media_type: str
) -> None:
    content = noted_picture(form, transparent=transparent)
    assert b"Zanzibar" in content

    seen = await ChildReader().read("photo.bin", content)

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.media_type, seen.width) == (form, media_type, 120)
    sent = b64decode(seen.content)
    assert b"Zanzibar" not in sent
    with Image.open(BytesIO(sent)) as shown:
        assert {name for name in shown.info if not str(name).startswith("jfif")} == set()


@pytest.mark.parametrize(("form", "content"), [("PNG", png(3, 2)), ("GIF", gif(3, 2))])
async def test_a_small_picture_keeps_its_size(form: str, content: bytes) -> None:
    seen = await ChildReader().read("dot", content)

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.width, seen.height) == (form, 3, 2)


async def test_a_photo_with_more_pixels_than_there_is_memory_for_is_decoded_small() -> None:
    seen = await ChildReader().read("photo.jpg", pictures("MPO", 2, (8_064, 6_048)))

    assert isinstance(seen, Seen), seen
    assert (seen.form, seen.width, seen.height) == ("JPEG", 1_568, 1_176)


@pytest.mark.parametrize(
    ("form", "part", "shown"),
    [("TIFF", "page", [1, 2, 3, 4]), ("GIF", "picture", [1]), ("PNG", "picture", [1])],
)
async def test_of_several_pictures_in_a_file_it_is_told_which_are_shown(
    form: str, part: str, shown: list[int]
) -> None:
    read = await ChildReader().read("a.bin", pictures(form, 5))

    assert isinstance(read, Scan), read
    assert (read.part, read.of, [each.page for each in read.pages]) == (part, 5, shown)
    assert {each.form for each in read.pages} == {form}


def test_of_a_film_on_a_slide_the_first_picture_is_shown_with_the_text() -> None:
    read: Any = kinds.read("talk.pptx", pictured_pptx(pictures("GIF", 3, (200, 200)), "Look."))

    assert (read["kind"], read["part"], len(read["pages"])) == ("scan", "page", 1)
    assert "Look." in read["text"]["text"]


async def test_a_picture_of_many_greys_and_one_of_many_megabytes_are_packed_for_models() -> None:
    grey, large = [await ChildReader().read("a.png", content) for content in (deep_png(), noisy_png(1_200))]

    assert isinstance(grey, Seen), grey
    assert (grey.media_type, grey.width) == ("image/jpeg", 40)
    assert len(set(b64decode(grey.content))) > 20
    assert isinstance(large, Seen), large
    assert (large.media_type, len(large.content) < 5_000_000) == ("image/jpeg", True)
