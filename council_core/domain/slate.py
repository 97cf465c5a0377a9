"""The anonymous answers and absences as people see them, and the sealed key that maps letters to members."""

from dataclasses import dataclass
from typing import Literal, NewType

from council_core.domain.answer import AbstentionReason, Rest
from council_core.domain.member import MemberId
from council_core.domain.tool import Source

Alias = NewType("Alias", str)
"""Letter of a response: `A`, `B` … `Z`, `AA` …; people see Response A."""


def alias_at(index: int) -> Alias:
    """Return the letter of a place: 0 -> A, 25 -> Z, 26 -> AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return Alias(letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A span of an answer that gave its author away, stored for after the reveal."""

    start: int
    end: int
    """Offsets into the member's own text, in characters."""

    text: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The sources of an answer without a letter."""

    sources: tuple[Source, ...] = ()
    """Those that its text cites as [1], [2] and so on."""

    misquoted: tuple[str, ...] = ()
    """Quotations in its text that its named sources do not hold."""


NOTHING_CITED = Cited()


FlagKind = Literal[
    "instruction_to_judge", "judge_influence", "fake_verdict", "delimiter", "template", "control_chars"
]
"""Suspicious trait of an answer: it addresses the reviewers, tries to sway them, holds a ranking or verdict of its own,
imitates the lines around responses, holds template tokens, held invisible characters."""

_EARLIER_FLAGS: dict[str, FlagKind] = {
    "addresses the reviewers": "instruction_to_judge",
    "tries to sway the reviewers": "judge_influence",
    "holds a ranking or verdict of its own": "fake_verdict",
    "imitates the lines around responses": "delimiter",
    "holds template tokens or placeholders": "template",
    "held invisible or control characters": "control_chars",
}
"""Kinds by the English words that runs of earlier versions hold in their place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One answer without its author, as people and reviewers read it."""

    alias: Alias
    text: str
    revised: bool = False
    """Whether its member changed it after reading the others."""

    flags: tuple[str, ...] = ()
    """Kinds of suspicious traits (`FlagKind`)."""

    position: str = ""
    """Its position in one line; empty where it takes none."""

    before: str = ""
    """Its position before its member saw the other ones; empty where it was not shown them."""

    reason: str = ""
    """Reason that its member gave for keeping or changing its position."""

    sources: tuple[Source, ...] = ()
    """The sources that its text cites as [1], [2] and so on."""

    misquoted: tuple[str, ...] = ()
    """Quotations in its text that its named sources do not hold."""

    def __post_init__(self) -> None:
        kinds = tuple(_EARLIER_FLAGS.get(flag, flag) for flag in self.flags)
        object.__setattr__(self, "flags", kinds)

    @property
    def with_sources(self) -> str:
        """Return the text with its sources below it, as reviewers and the chairman read it."""
        if not self.sources:
            return self.text
        listed = (f"[{number}] {each.title}, {each.url}" for number, each in enumerate(self.sources, 1))
        return "\n".join([self.text.rstrip(), "", "Sources:", *listed])


@dataclass(frozen=True, slots=True, kw_only=True)
class Slate:
    """All anonymous answers of one round of a run, in the order of their letters."""

    responses: tuple[Response, ...]
    round: int = 1

    @property
    def aliases(self) -> tuple[Alias, ...]:
        return tuple(response.alias for response in self.responses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """The member behind one letter, and the masked spans of its answer."""

    alias: Alias
    member: MemberId
    masked: tuple[Masked, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasKey:
    """Mapping from letters to members: sealed until the reveal, and so never part of an event before it."""

    seals: tuple[Seal, ...]

    def member(self, alias: Alias) -> MemberId:
        """Return the member behind a letter. Raises KeyError for an unknown one."""
        for seal in self.seals:
            if seal.alias == alias:
                return seal.member
        raise KeyError(alias)

    def alias(self, member: MemberId) -> Alias | None:
        """Return the member's letter; None when it has no answer on the slate."""
        for seal in self.seals:
            if seal.member == member:
                return seal.alias
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A nameless absence: the stage that a member missed and the reason, for use before the reveal."""

    reason: AbstentionReason
    seconds: float
    """Time that the stage waited for the member, in seconds."""

    others: float | None = None
    """Seconds that the slowest other member took, where the council went on before the time was up."""

    rest: Rest | None = None
    """Period for which its model is not called; None if it was called."""
