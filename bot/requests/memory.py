"""Requests about what a team learns from many runs."""

from dataclasses import dataclass
from typing import Literal

from bot.requests.person import Person
from council_core.domain.place import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowBoard:
    """Show how strong the models are over the runs of this place."""

    kind: Literal["board"] = "board"
    person: Person
    place: Place
