"""Members of the council: one seat is a model with settings of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NewType

from council_core.errors import Problem

MemberId = NewType("MemberId", str)
"""One seat: the model's id, with `#2`, `#3` … behind it where the same model sits twice."""

MOST_MEMBERS = 12
"""Seats on one council: each reads the answers of all, so tokens grow with the square of their number."""

ReasoningEffort = Literal["minimal", "low", "medium", "high"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A point of view that a member answers from."""

    name: str
    title: str
    """Its name for people, shown after the reveal."""

    instructions: str
    """Instructions for this member alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A seat on the council: a model and the settings with which it is asked."""

    id: MemberId
    model: str
    """`provider:model`, such as `openrouter:anthropic/claude-sonnet-5.5` or `demo:ada`."""

    name: str
    """Name for people, shown after the reveal."""

    temperature: float | None = None
    max_tokens: int | None = None
    system_prompt: str | None = None
    reasoning_effort: ReasoningEffort | None = None

    role: Role | None = None

    sees: bool | None = None
    """Whether the model can see pictures; None where only a call can tell."""

    tools: bool = True
    """Whether the seat is offered tools."""

    answers: bool = True
    """Whether the seat answers questions; an outside reviewer does not."""

    reviews: bool = True
    """Whether the seat reviews the slate."""

    @property
    def label(self) -> str:
        """Return the name with the role behind it, for use after the reveal."""
        return f"{self.name} ({self.role.title})" if self.role is not None else self.name

    @property
    def provider(self) -> str:
        """Return the part of the model's id before the first colon."""
        return self.model.partition(":")[0]

    @property
    def is_demo(self) -> bool:
        """Tell whether the seat is a demonstration without a model."""
        return self.provider == "demo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """All members of one run and the order in which they may take the chair."""

    members: tuple[Member, ...]
    chairman: Member

    def __post_init__(self) -> None:
        ids = [member.id for member in self.members]
        if len(set(ids)) != len(ids):
            raise ValueError(f"Two seats share an id: {', '.join(ids)}.")

    @property
    def answering(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.answers)

    @property
    def reviewing(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.reviews)

    @property
    def is_demo(self) -> bool:
        """Tell whether there is no real model on the roster."""
        return all(member.is_demo for member in self.everyone())

    def everyone(self) -> Iterator[Member]:
        """Yield each member once, the chairman last if it has no seat of its own."""
        yield from self.members
        if self.chairman.id not in {member.id for member in self.members}:
            yield self.chairman

    def named(self, member_id: MemberId) -> Member:
        """Return the member with this id.

        Raises:
            KeyError: Nobody on the roster has it.
        """
        for member in self.everyone():
            if member.id == member_id:
                return member
        raise KeyError(member_id)


def too_many(seats: int) -> Problem | None:
    """Return the problem of a council with too many seats; None if the number is allowed."""
    if seats <= MOST_MEMBERS:
        return None
    return Problem("too_many_members", count=f"{seats:,}", most=str(MOST_MEMBERS))
