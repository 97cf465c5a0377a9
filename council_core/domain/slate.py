"""The anonymous answers as people see them, and the sealed key that says who is who."""

from dataclasses import dataclass
from typing import NewType

from council_core.domain.member import MemberId

Alias = NewType("Alias", str)
"""`A`, `B` … `Z`, `AA` …: what people see as Response A."""


def alias_at(index: int) -> Alias:
    """0 -> A, 25 -> Z, 26 -> AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return Alias(letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A span of an answer that gave its author away, kept for after the reveal."""

    start: int
    end: int
    """Offsets into the member's own text, in characters."""

    text: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One answer without its author: what people and reviewers read."""

    alias: Alias
    text: str
    revised: bool = False
    """Whether its member changed it after reading the others."""

    flags: tuple[str, ...] = ()
    """What a detector noticed, in plain words, such as `addresses the reviewers`."""

    position: str = ""
    """What it comes down to, in one line; empty where it takes no position."""

    before: str = ""
    """What it came down to before its member saw the other positions; empty where it was not shown them."""

    reason: str = ""
    """Why its member kept or changed that, in its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slate:
    """All anonymous answers of one round of a run, in the order of their letters."""

    responses: tuple[Response, ...]
    round: int = 1

    @property
    def aliases(self) -> tuple[Alias, ...]:
        return tuple(response.alias for response in self.responses)

    def response(self, alias: Alias) -> Response:
        """Raises KeyError for a letter that is not on the slate."""
        for response in self.responses:
            if response.alias == alias:
                return response
        raise KeyError(alias)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Who stands behind one letter, and what was masked in their answer."""

    alias: Alias
    member: MemberId
    masked: tuple[Masked, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasKey:
    """Who is who: sealed until the reveal, and so never part of an event before it."""

    seals: tuple[Seal, ...]

    def member(self, alias: Alias) -> MemberId:
        """Raises KeyError for an unknown letter."""
        for seal in self.seals:
            if seal.alias == alias:
                return seal.member
        raise KeyError(alias)

    def alias(self, member: MemberId) -> Alias | None:
        """The member's letter, None when it has no answer on the slate."""
        for seal in self.seals:
            if seal.member == member:
                return seal.alias
        return None
