"""Load the contents of a run's material from its blobs."""

from council_core.domain.material import Digest, Material, Picture, Piece, pictures_of, pieces_of
from council_core.errors import UnknownBlob
from council_core.ports import Blobs


async def texts_of(material: Material, blobs: Blobs) -> tuple[tuple[Piece, str], ...]:
    """Return the pieces that were read, each with its text, without those of deleted runs."""
    found = [(piece, await _kept(piece.text, blobs)) for piece in pieces_of(material)]
    return tuple((piece, content.decode("utf-8")) for piece, content in found if content is not None)


async def pictures_in(material: Material, blobs: Blobs) -> tuple[tuple[Picture, bytes], ...]:
    """Return the pictures, each with its bytes, without those of deleted runs."""
    found = [(picture, await _kept(picture.content, blobs)) for picture in pictures_of(material)]
    return tuple((picture, content) for picture, content in found if content is not None)


async def words_of(material: Material, blobs: Blobs) -> dict[Digest, str]:
    """Return the descriptions of pictures by their blobs, without those of deleted runs."""
    digests = [each.described for each in pictures_of(material) if each.described is not None]
    found = [(digest, await _kept(digest, blobs)) for digest in digests]
    return {digest: content.decode("utf-8") for digest, content in found if content is not None}


async def _kept(digest: Digest, blobs: Blobs) -> bytes | None:
    try:
        return await blobs.get(digest)
    except UnknownBlob:
        return None
