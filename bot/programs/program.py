"""A program that asks, with the person and the place that it asks as."""

from dataclasses import dataclass, replace

from bot.presentation.words import Words, words_for
from bot.requests import Person
from council_core.domain.place import PersonId, Place

PLATFORM = "api"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that asks. It can read the runs of its own place and no others."""

    person: Person
    place: Place

    @property
    def words(self) -> Words:
        """Return the language in which it is answered."""
        return words_for(self.person.locale)

    def speaking(self, locale: str) -> "Program":
        """Return the same program with another language."""
        return replace(self, person=replace(self.person, locale=locale))


def named(name: str) -> Program:
    """Return the program with the token of this name, in a place of its own, which has budgets like a channel."""
    return Program(
        person=Person(id=PersonId(name), name=name, is_present=True),
        place=Place(platform=PLATFORM, channel=name),
    )
