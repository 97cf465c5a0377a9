"""Give members the material of the conversation's earlier questions again, without sending all of it."""

from dataclasses import dataclass, replace

from council_core.domain.blob import Digest
from council_core.domain.material import Material, Picture, Piece, pictures_of
from council_core.domain.run import Run
from council_core.errors import UnknownRun
from council_core.ports import Blobs, RunStore
from council_core.redaction import redact
from council_core.stages.prepare import pictures_in, texts_of, words_of

BEGINNING = 2_000
"""Characters of earlier material that is shown again: enough to recognise it, because members have read it once."""

MOST_REMEMBERED = 5
"""Most texts of earlier questions, and most pictures, the latest first."""

DESCRIPTION = "picture, described by a model"
"""Form of a piece that is a picture's description in place of the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """Material of the conversation's earlier questions. It belongs to those runs and is deleted with them."""

    texts: tuple[tuple[Piece, str], ...] = ()
    pictures: tuple[tuple[Picture, bytes], ...] = ()
    """Pictures that are shown again, because they have no description or the question names them."""

    @property
    def material(self) -> Material:
        """Return the pieces and the pictures without their content."""
        return (*(piece for piece, _ in self.texts), *(picture for picture, _ in self.pictures))


NOTHING_REMEMBERED = Remembered()


async def remembered(run: Run, blobs: Blobs, store: RunStore) -> Remembered:
    """Return the material of the conversation's earlier questions, each piece once and the latest first.

    Members get the beginning of a text or of a picture's description; all of the text, or the picture itself, if the
    question names it. A picture without a description is shown again.
    """
    texts: dict[Digest, tuple[Piece, str]] = {}
    pictures: dict[Digest, tuple[Picture, bytes]] = {}
    here = {each.digest for each in run.material if isinstance(each, Piece | Picture)}
    asked = run.question.text.casefold()
    for turn in reversed(run.question.earlier):
        try:
            before = await store.get(turn.run) if turn.run is not None else None
        except UnknownRun:
            continue
        material = before.material if before is not None else ()
        for piece, text in await _told_of(material, blobs):
            if piece.source == "thread" or piece.digest in here or len(texts) == MOST_REMEMBERED:
                continue
            given = piece.given if _stem(piece.name) in asked else min(piece.given, BEGINNING)
            masked = redact(text).text if run.settings.redact else text
            texts.setdefault(_identity(piece), (replace(piece, given=given), masked))
        for picture, content in await pictures_in(material, blobs):
            is_needed = picture.described is None or _stem(picture.name) in asked
            if is_needed and picture.digest not in here and len(pictures) < MOST_REMEMBERED:
                pictures.setdefault(picture.content, (picture, content))
    return Remembered(texts=tuple(texts.values()), pictures=tuple(pictures.values()))


async def _told_of(material: Material, blobs: Blobs) -> tuple[tuple[Piece, str], ...]:
    """Return the texts of the material, with the descriptions of its pictures."""
    words = await words_of(material, blobs)
    described = [
        (_as_piece(picture, picture.described), words[picture.described])
        for picture in pictures_of(material)
        if picture.described is not None and picture.described in words
    ]
    return (*await texts_of(material, blobs), *described)


def _as_piece(picture: Picture, words: Digest) -> Piece:
    return Piece(
        source=picture.source,
        name=picture.name,
        form=DESCRIPTION,
        size=picture.size,
        digest=picture.digest,
        text=words,
        characters=picture.characters,
        given=picture.characters,
    )


def _identity(piece: Piece) -> Digest:
    """Return a key that is the same for equal pieces; pages of a scan differ by their descriptions."""
    return piece.text if piece.form == DESCRIPTION else piece.digest


def _stem(name: str) -> str:
    """Return a name without its ending, as a person would mention it."""
    return (name.rpartition(".")[0] or name).casefold()
