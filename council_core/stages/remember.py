"""Give members the material of the conversation's earlier questions again, without sending all of it."""

from dataclasses import dataclass, replace

from council_core.domain.blob import Digest
from council_core.domain.material import Material, Picture, Piece, pictures_of, pieces_of
from council_core.domain.question import Question
from council_core.domain.run import Run
from council_core.errors import UnknownRun
from council_core.ports import Blobs, Runs
from council_core.redaction import redact
from council_core.stages.prepare import pictures_in, texts_of

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


async def recalled(
    question: Question, here: Material, store: Runs
) -> tuple[tuple[Piece, ...], tuple[Picture, ...]]:
    """Return the pieces and the pictures of the conversation's earlier questions, each once and the latest first, with
    how much of each piece members read.

    Members get the beginning of a text or of a picture's description; all of the text, or the picture itself, if the
    question names it. A picture without a description is shown again.

    Args:
        question: The question, with its earlier turns.
        here: What came with the question itself, which is not recalled.
        store: Keeps the earlier runs.
    """
    pieces: dict[Digest, Piece] = {}
    pictures: dict[Digest, Picture] = {}
    known = {each.digest for each in here if isinstance(each, Piece | Picture)}
    asked = question.text.casefold()
    for turn in reversed(question.earlier):
        try:
            before = await store.get(turn.run) if turn.run is not None else None
        except UnknownRun:
            continue
        material = before.material if before is not None else ()
        for piece in (*pieces_of(material), *_descriptions(material)):
            if piece.source == "thread" or piece.digest in known or len(pieces) == MOST_REMEMBERED:
                continue
            given = piece.given if _stem(piece.name) in asked else min(piece.given, BEGINNING)
            pieces.setdefault(_identity(piece), replace(piece, given=given))
        for picture in pictures_of(material):
            is_needed = picture.described is None or _stem(picture.name) in asked
            if is_needed and picture.digest not in known and len(pictures) < MOST_REMEMBERED:
                pictures.setdefault(picture.content, picture)
    return tuple(pieces.values()), tuple(pictures.values())


async def remembered(run: Run, blobs: Blobs, store: Runs) -> Remembered:
    """Return the material of the conversation's earlier questions with its content; see `recalled`."""
    pieces, pictures = await recalled(run.question, run.material, store)
    texts = await texts_of(pieces, blobs)
    if run.settings.redact:
        texts = tuple((piece, redact(text).text) for piece, text in texts)
    return Remembered(texts=texts, pictures=await pictures_in(pictures, blobs))


def _descriptions(material: Material) -> tuple[Piece, ...]:
    """Return the descriptions of pictures as pieces."""
    return tuple(
        _as_piece(picture, picture.described)
        for picture in pictures_of(material)
        if picture.described is not None
    )


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
