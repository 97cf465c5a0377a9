"""Load the contents of a run's material from its blobs."""

from contextlib import suppress

from council_core.domain.blob import Digest
from council_core.domain.material import Material, Picture, Piece, pictures_of, pieces_of
from council_core.errors import UnknownBlob
from council_core.ports import Blobs


async def texts_of(material: Material, blobs: Blobs) -> tuple[tuple[Piece, str], ...]:
    """Return the pieces that were read, each with its text, without those of deleted runs."""
    texts: list[tuple[Piece, str]] = []
    for piece in pieces_of(material):
        try:
            texts.append((piece, (await blobs.get(piece.text)).decode("utf-8")))
        except UnknownBlob:
            continue
    return tuple(texts)


async def pictures_in(material: Material, blobs: Blobs) -> tuple[tuple[Picture, bytes], ...]:
    """Return the pictures, each with its bytes, without those of deleted runs."""
    found: list[tuple[Picture, bytes]] = []
    for picture in pictures_of(material):
        try:
            found.append((picture, await blobs.get(picture.content)))
        except UnknownBlob:
            continue
    return tuple(found)


async def words_of(material: Material, blobs: Blobs) -> dict[Digest, str]:
    """Return the descriptions of pictures by their blobs, without those of deleted runs."""
    words: dict[Digest, str] = {}
    for picture in pictures_of(material):
        if picture.described is not None:
            with suppress(UnknownBlob):
                words[picture.described] = (await blobs.get(picture.described)).decode("utf-8")
    return words
