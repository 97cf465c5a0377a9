"""Material of a question: texts and pictures that came with it, or the reasons why they could not be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal, NewType

from council_core.domain.question import Masked
from council_core.domain.tool import Source as Page
from council_core.errors import Withheld

Digest = NewType("Digest", str)
"""SHA-256 of the bytes, as 64 hexadecimal digits."""


def digest_of(content: bytes) -> Digest:
    """Return the digest of these bytes."""
    return Digest(sha256(content).hexdigest())


MOST_OF_CONNECTOR = 20_000
"""Most characters of a connector's answer that models get; a longer one keeps its beginning and its end."""

Source = Literal["file", "thread", "link", "connector", "tool"]

UnreadReason = Literal[
    "too_large",  # more bytes than a file may have
    "too_many",  # more files than a question may have
    "not_given",  # The platform refuses to hand it out; the platform's own words are the detail.
    "empty",
    "password",
    "damaged",
    "no_text",  # pages without text and without pictures
    "unknown",  # a kind of file that is not read; the detail names the kind where it is known
    "mislabelled",  # content of another kind than its name says
    "oversized",  # an archive that is far too large when unpacked
    "pixels",  # a picture with too many pixels; the detail is the most megapixels
    "too_deep",  # a page whose parts lie within each other deeper than any reader follows
    "too_slow",  # reading it took too long or too much memory
    "no_sight",  # a picture that no model of this council sees, and nothing else to answer
    "no_library",  # the library that reads it is not installed
    "no_engine",  # no search engine is set up
    "masked",  # a link with a secret, which was masked
    "no_budget",  # most of the run's budget was spent
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """Content that a server answered with."""

    content: bytes
    charset: str = ""
    """Encoding that the server named; empty if it named none."""


Portion = Literal["page", "picture"]
"""Part of a document that is shown as a picture: a page, or a picture in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The text of one file."""

    kind: Literal["passage"] = "passage"
    form: str
    """Kind for people, such as `PDF` or `CSV`."""

    text: str
    pages: int | None = None
    """Number of pages, sheets or slides, where it has any."""

    is_cut: bool = False
    """Whether the reader left out something that is not counted in `characters`: its end, or pages in the middle."""

    unseen: int = 0
    """Number of pictures in it that are not shown."""

    characters: int = 0
    """Length of the whole text that was read, where `text` holds only its beginning and end."""

    pages_read: int | None = None
    """Number of the last page that was read from the beginning, at least in part; None if that is unknown or the last
    one."""

    end_from: int | None = None
    """Number of the first page of the end, where pages in the middle were not read; None if the end was not read, or
    all was."""

    has_end: bool = False
    """Whether the end was read, where a part in the middle of unknown length was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A picture in the form that models take."""

    kind: Literal["seen"] = "seen"
    form: str
    """Original kind, such as `PNG`."""

    media_type: str
    width: int
    height: int
    """Height in pixels after scaling."""

    content: str
    """Its bytes in base64."""

    page: int = 0
    """Number of the page that it shows; 0 for a picture by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """The first pages or pictures of a document, as pictures."""

    kind: Literal["scan"] = "scan"
    pages: tuple[Seen, ...]
    of: int
    """Number of all its pages or pictures."""

    part: Portion = "page"

    text: Passage | None = None
    """Text of the other pages; None where no page holds any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """Reason why a file has no text."""

    kind: Literal["unreadable"] = "unreadable"
    reason: UnreadReason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Something that came with a question and was read. Its text is stored as a blob."""

    kind: Literal["piece"] = "piece"
    source: Source = "file"
    name: str
    form: str
    size: int
    """Size of the original in bytes."""

    digest: Digest
    """Digest of the original's bytes, which are not stored."""

    text: Digest
    characters: int
    """Length of the whole text that was read. Of a very long file the stored text is only the beginning and the end."""

    given: int = 0
    """Number of characters that models get; if fewer than the text has, its beginning and its end."""

    pages: int | None = None
    is_cut: bool = False
    """Whether something of the file is not counted in `characters`: its end, or pages in the middle."""

    unseen: int = 0
    """Number of its pictures that nobody was shown; for a thread, number of its files, which are not read."""

    masked: tuple[Masked, ...] = ()
    sources: tuple[Page, ...] = ()
    """Pages in it, which answers cite as [1], [2] and so on; empty except for search results."""

    left_out: int = 0
    """Number of earlier messages of a thread that are not in the text, since there are too many; 0 for a text that is
    cut if nobody knows their number."""

    pages_read: int | None = None
    """Number of the last page that was read from the beginning, at least in part; None if that is unknown or the last
    one."""

    end_from: int | None = None
    """Number of the first page of the end, where pages in the middle were not read; None if the end was not read, or
    all was."""

    has_end: bool = False
    """Whether the end was read, where a part in the middle of unknown length was not."""

    people: tuple[str, ...] = ()
    """Names of the people in a thread. Its text calls them Person 1, Person 2 and so on; the name is empty if it is
    unknown."""

    names: tuple[str, ...] = ()
    """Names of models and makers in the text: a topic of the answers, and no sign of an author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that came with a question, stored as a blob in the form that models take."""

    kind: Literal["picture"] = "picture"
    source: Source = "file"
    name: str
    form: str
    size: int
    """Size of the original in bytes."""

    digest: Digest
    """Digest of the original's bytes, which are not stored."""

    content: Digest
    media_type: str
    width: int
    height: int
    described: Digest | None = None
    """Description by a member, stored as a blob; None where all members see, or none could describe it."""

    characters: int = 0
    """Length of the description."""

    part: Portion = "page"
    page: int = 0
    """Its number among the pages or pictures of its document; 0 for a picture by itself."""

    of: int = 0
    """Number of all of them."""

    @property
    def title(self) -> str:
        """Return its name for models, with the part of the document that it shows."""
        return f"{self.name}, {self.part} {self.page} of {self.of}" if self.page else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Something that came with a question and could not be read."""

    kind: Literal["unread"] = "unread"
    source: Source = "file"
    name: str
    reason: UnreadReason
    detail: str = ""
    withheld: Withheld | None = None
    """Reason for which it was not given; None where the detail says that, or nobody knows."""

    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names in the sentence for that reason."""


Material = tuple[Piece | Picture | Unread, ...]
"""Material in the order in which it came."""


def was_read(each: Piece | Picture | Unread) -> bool:
    """Tell whether models get this material."""
    return not isinstance(each, Unread)


def pieces_of(material: Material) -> tuple[Piece, ...]:
    """Return the parts that were read."""
    return tuple(each for each in material if isinstance(each, Piece))


def pages_of(material: Material) -> tuple[Page, ...]:
    """Return the pages that the search before the run found, in the order of their numbers."""
    return tuple(page for piece in pieces_of(material) for page in piece.sources)


def pictures_of(material: Material) -> tuple[Picture, ...]:
    """Return the pictures that can be shown."""
    return tuple(each for each in material if isinstance(each, Picture))


def shares(lengths: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Divide the room among texts: short texts get all they need, and the others equal shares of the rest.

    Args:
        lengths: Characters of each text.
        room: Characters for all texts together.
    """
    left, open_ = room, len(lengths)
    given = [0] * len(lengths)
    for index in sorted(range(len(lengths)), key=lambda index: lengths[index]):
        given[index] = min(lengths[index], left // open_)
        left, open_ = left - given[index], open_ - 1
    return tuple(given)


def allotted(material: Material, room: int) -> Material:
    """Return the material with each piece's share of the room, so that all of it fits."""
    pieces = pieces_of(material)
    given = iter(shares(tuple(_most(piece) for piece in pieces), room))
    return tuple(replace(each, given=next(given)) if isinstance(each, Piece) else each for each in material)


def _most(piece: Piece) -> int:
    """Return the most characters of a piece that models may get."""
    is_connector = piece.source == "connector" and piece.form == "connector"
    return min(piece.characters, MOST_OF_CONNECTOR) if is_connector else piece.characters
