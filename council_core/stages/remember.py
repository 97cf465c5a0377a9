"""Collect the earlier questions and verdicts of a conversation for a new one, and give members their material again, no
more of it than the follow-up needs.

Passages are chosen by the follow-up's words, and only where each of them stands in the text: a word that is missing may
be a synonym.
"""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from council_core.domain.material import Digest, Material, Picture, Piece, pictures_of, pieces_of, shares
from council_core.domain.question import Question, Turn
from council_core.domain.run import Run
from council_core.domain.search import words_of
from council_core.domain.settings import CouncilSettings
from council_core.domain.similarity import is_same_word, taken_apart
from council_core.domain.summary import summarize
from council_core.domain.title import cut
from council_core.errors import UnknownRun
from council_core.ports import Blobs, Runs, RunStore
from council_core.reading.quotations import quotations
from council_core.redaction import redact
from council_core.stages.anonymize import masked_text
from council_core.stages.contents import pictures_in, texts_of

MOST_TURNS = 6
MOST_CHARACTERS = 12_000
"""Most characters of questions and verdicts together, some 3,000 tokens, because every member reads and charges for
them."""

LONGEST_QUESTION = 4_000
"""Characters kept of a question if a single turn is longer than all turns may be."""


RECENT = 20
"""Number of a thread's runs that are searched for verdicts."""


async def in_context(question: Question, store: RunStore) -> Question:
    """Return the question with its earlier turns, which come from its own conversation alone."""
    if question.repeats is not None:
        return replace(question, earlier=(await store.get(question.repeats)).question.earlier)
    if question.place.thread is None:
        return replace(question, earlier=earlier_turns((await _followed_up(question, store))[::-1]))
    runs = await store.in_thread(question.place, limit=RECENT)
    newest = runs[0].id if runs else None
    return replace(question, earlier=earlier_turns(runs[::-1]), follows=question.follows or newest)


async def _followed_up(question: Question, store: RunStore) -> tuple[Run, ...]:
    """Return the chain of followed-up runs, newest first, where there is no thread."""
    chain: list[Run] = []
    before = question.follows
    while before is not None and len(chain) < MOST_TURNS:
        run = await store.get(before)
        if run.conversation != replace(question.place, origin=None):
            break
        chain.append(run)
        before = run.question.follows
    return tuple(chain)


def earlier_turns(runs: Sequence[Run]) -> tuple[Turn, ...]:
    """Return the turns of earlier runs, as the thread shows them. A verdict that each person sees only after voting is
    left out while the vote is open, because the follow-up and its page would show it to everybody.

    Args:
        runs: Runs in the order in which they were asked.

    Returns:
        At most the last six turns, newest last; the oldest are left out if all are too long together. A question
        that was asked again counts with its last verdict only.
    """
    concluded = [run for run in runs if run.verdict is not None and not summarize(run).hides_result]
    superseded = {run.question.repeats for run in concluded}
    turns = [_turn(run) for run in concluded if run.id not in superseded]
    kept: list[Turn] = []
    room = MOST_CHARACTERS
    for turn in reversed(turns[-MOST_TURNS:]):
        room -= len(turn.question) + len(turn.verdict)
        if room < 0:
            break
        kept.append(turn)
    if turns and not kept:
        kept.append(_shortened(turns[-1]))
    return tuple(reversed(kept))


def _turn(run: Run) -> Turn:
    verdict = run.verdict.text if run.verdict else ""
    names = dict.fromkeys(name for piece in pieces_of(run.material) for name in piece.names)
    return Turn(question=run.question.text, verdict=masked_text(verdict, run), run=run.id, names=tuple(names))


def _shortened(turn: Turn) -> Turn:
    question = cut(turn.question, LONGEST_QUESTION)
    return replace(turn, question=question, verdict=cut(turn.verdict, MOST_CHARACTERS - len(question)))


PASSAGE = re.compile(r".{1,600}(?:\s|\Z)|.{600}", re.DOTALL)
"""A passage ends at a space if there is one."""

FEW = 10
"""Most passages for one word. A word in more passages is the topic of the whole text."""

MOST_WORDS = 12
"""Most words of a follow-up; a longer one asks for several things."""

WORTH = 0.5
"""Most of a text's characters in an excerpt; a larger excerpt would save too little."""

Ranges = tuple[tuple[int, int], ...]
"""Passages of a text in order, each as its first character and the one after its last."""


def excerpt(text: str, question: str, verdict: str) -> Ranges | None:
    """Return the passages of a text that a follow-up needs besides the verdict; None if it needs the whole text.

    These are the beginning, what the verdict quotes, and the passages around words of the follow-up.

    Args:
        text: The text, which members of an earlier run were given.
        question: The follow-up.
        verdict: Verdict of that run.
    """
    asked = taken_apart(question)
    # A number may be a page, a clause or a year.
    if asked.numbers or len(asked.words) > MOST_WORDS:
        return None
    passages = [found.span() for found in PASSAGE.finditer(text)]
    wanted = {0, *_quoted(text, passages, quotations(verdict))}
    if asked.words:
        words = [frozenset(words_of(text[begin:end])) for begin, end in passages]
        leading = _leading(asked.words, words)
        if not leading:
            return None
        wanted |= {near for at in leading for near in (at - 1, at, at + 1) if 0 <= near < len(passages)}
    ranges = _joined([passages[at] for at in sorted(wanted)])
    return ranges if sum(end - begin for begin, end in ranges) <= WORTH * len(text) else None


def _leading(asked: Iterable[str], words: Sequence[frozenset[str]]) -> set[int]:
    """Return the passages to which words lead; none if a word is nowhere, or if all words are everywhere."""
    known = frozenset[str]().union(*words)
    leading = set[int]()
    for word in asked:
        forms = {each for each in known if is_same_word(word, each)}
        found = [at for at, each in enumerate(words) if not forms.isdisjoint(each)]
        if not found:
            return set()
        if len(found) <= FEW:
            leading.update(found)
    return leading


def _quoted(text: str, passages: Sequence[tuple[int, int]], quotes: Iterable[str]) -> set[int]:
    places = [(at, at + len(quote)) for quote in quotes if (at := text.find(quote)) >= 0]
    return {
        number
        for number, (begin, end) in enumerate(passages)
        if any(at < end and begin < until for at, until in places)
    }


def _joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Join ranges that follow each other."""
    joined = list[tuple[int, int]]()
    for begin, end in ranges:
        if joined and joined[-1][1] == begin:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return tuple(joined)


SHORT = 2_000
"""Characters up to which a text is given again as a whole."""

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

    passages: Mapping[Digest, Ranges] = field(default_factory=dict[Digest, Ranges])
    """Passages of texts that members get in place of all, by the texts' blobs."""

    @property
    def material(self) -> Material:
        """Return the pieces and the pictures without their content."""
        return (*(piece for piece, _ in self.texts), *(picture for picture, _ in self.pictures))


NOTHING_REMEMBERED = Remembered()


async def remembered(run: Run, blobs: Blobs, store: Runs) -> Remembered:
    """Return the material of the conversation's earlier questions, as the members of a run are given it."""
    found = await recalled(run.question, run.settings, run.material, blobs, store)
    pictures = tuple(picture for picture, _ in found.pictures)
    return replace(found, pictures=await pictures_in(pictures, blobs))


async def recalled(
    question: Question, settings: CouncilSettings, here: Material, blobs: Blobs, store: Runs
) -> Remembered:
    """Return the pieces of the conversation's earlier questions, and its pictures without their bytes, each once and
    the latest first.

    Members get the passages of a text that the question needs. They get all of it if it is short, if the question names
    it, or if passages are not enough. Of a picture they get the description, or the picture itself if it has none or
    is named.

    Args:
        question: The question, with its earlier turns.
        settings: How much material there may be, and whether secrets are masked.
        here: What came with the question itself, which is not recalled.
        blobs: Holds the texts.
        store: Keeps the earlier runs.
    """
    pieces, pictures = await _earlier(question, here, store)
    texts = await texts_of(tuple(piece for piece, _ in pieces), blobs)
    if settings.redact:
        texts = tuple([(piece, (await asyncio.to_thread(redact, text)).text) for piece, text in texts])
    verdicts = {piece.text: verdict for piece, verdict in pieces}
    passages = {
        piece.text: ranges
        for piece, text in texts
        if _may_be_parted(piece, question)
        and (ranges := await asyncio.to_thread(excerpt, text, question.text, verdicts[piece.text]))
        is not None
    }
    room = max(0, settings.material_characters - sum(piece.given for piece in pieces_of(here)))
    wanted = [
        sum(end - begin for begin, end in passages[piece.text]) if piece.text in passages else piece.given
        for piece, _ in texts
    ]
    given = shares(tuple(wanted), room)
    return Remembered(
        texts=tuple(
            (replace(piece, given=share), text) for (piece, text), share in zip(texts, given, strict=True)
        ),
        pictures=tuple((picture, b"") for picture in pictures),
        passages={
            piece.text: passages[piece.text]
            for (piece, _), share, most in zip(texts, given, wanted, strict=True)
            if piece.text in passages and share == most
        },
    )


async def _earlier(
    question: Question, here: Material, store: Runs
) -> tuple[tuple[tuple[Piece, str], ...], tuple[Picture, ...]]:
    """Return the pieces, each with the verdict of its run, and the pictures."""
    pieces: dict[Digest, tuple[Piece, str]] = {}
    pictures: dict[Digest, Picture] = {}
    known = {each.digest for each in here if isinstance(each, Piece | Picture)}
    for turn in reversed(question.earlier):
        try:
            before = await store.get(turn.run) if turn.run is not None else None
        except UnknownRun:
            continue
        material = before.material if before is not None else ()
        for piece in (*pieces_of(material), *_descriptions(material)):
            if piece.source == "thread" or piece.digest in known or len(pieces) == MOST_REMEMBERED:
                continue
            pieces.setdefault(_identity(piece), (piece, turn.verdict))
        for picture in pictures_of(material):
            is_needed = picture.described is None or _is_named(picture.name, question)
            if is_needed and picture.digest not in known and len(pictures) < MOST_REMEMBERED:
                pictures.setdefault(picture.content, picture)
    return tuple(pieces.values()), tuple(pictures.values())


def _may_be_parted(piece: Piece, question: Question) -> bool:
    """Tell whether passages of a piece may do for a question."""
    return piece.given > SHORT and not _is_named(piece.name, question)


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
        name=picture.title,
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


def _is_named(name: str, question: Question) -> bool:
    """Tell whether a question names a file, with its ending or without it. A particle may follow the name."""
    stem = name.rpartition(".")[0] or name
    return re.search(rf"(?<!\w){re.escape(stem.casefold())}", question.text.casefold()) is not None
