"""Values that describe a message without the library, and Discord's limits for each."""

from dataclasses import dataclass
from hashlib import blake2b

from bot.post import Button, Choice, File, Limits, LinkButton

# docs: resources/message (2,000 characters, 10 files of 10 MiB, 25 MiB together, more where a server is boosted),
# components/reference (40 components, 4,000 characters of text, 5 buttons in a row, 25 options).
MOST_CONTENT, MOST_TEXT, MOST_COMPONENTS = 2_000, 4_000, 40
MOST_FILES, LARGEST_FILE, LARGEST_REQUEST = 10, 10 * 1024 * 1024, 25 * 1024 * 1024
BUTTONS_IN_A_ROW, OPTIONS_IN_A_SELECT, MOST_BUTTONS = 5, 25, 15

LIMITS = Limits(
    prose=3_600, parts=2, buttons=11, completes=True, field_text=4_000, drafts=True, draft_seconds=5.0
)
"""Longest prose of one post. Headings, facts and buttons take the rest of the 4,000 characters of a message of
components."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One piece of markdown."""

    text: str
    beside: Button | None = None
    """A button at its right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Up to five buttons."""

    buttons: tuple[Button | LinkButton, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """Up to 25 choices; `number` counts the selects of a message."""

    number: int
    choices: tuple[Choice, ...]
    placeholder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """An attached file that is shown in this place."""

    name: str


Piece = Text | Row | Select | Attached


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawn message: either `content`, or `pieces` as components."""

    content: str = ""
    pieces: tuple[Piece, ...] = ()
    boxed: bool = True
    """Whether the pieces are in a box with a coloured edge."""

    colour: int | None = None
    files: tuple[File, ...] = ()
    silent: bool = False
    rings_for: tuple[int, ...] = ()
    """People whom the message notifies."""

    @property
    def confirmations(self) -> dict[str, str]:
        """The questions to confirm before a button acts, by its action."""
        rows = [piece.buttons for piece in self.pieces if isinstance(piece, Row)]
        return {
            one.action: one.confirm.question
            for row in rows
            for one in row
            if isinstance(one, Button) and one.confirm
        }


def marker(key: str) -> int:
    """Return the id of a card's first component, which identifies the card's key for ever (31 bits; docs:
    components/reference). Discord numbers the other components with small ids."""
    return int.from_bytes(blake2b(key.encode(), digest_size=4).digest()) % (2**31 - 10_000) + 10_000
