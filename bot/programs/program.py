"""A program that asks: the person and the place that it asks as, and its token over HTTP."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest

from bot.presentation.words import Words, words_for
from bot.requests import Person
from council_core.domain.place import PersonId, Place
from council_core.errors import Problem

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


VARIABLE = "COUNCIL_API_TOKENS"
SHORTEST = 20
"""Fewest characters of a token; a shorter one can be guessed."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
EXAMPLE = f"{VARIABLE}=ci=3f9c…, ada=81d0…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens, each with the name of its program."""

    by_name: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def is_wanted(self) -> bool:
        """Tell whether programs may ask at all."""
        return bool(self.by_name)

    def program(self, authorization: str) -> Program | None:
        """Return the program whose token is in a header `Authorization: Bearer …`; None if the token is unknown.

        Every token is compared whole, so that the time reveals nothing about any of them.
        """
        given = authorization.encode()
        found: str | None = None
        for name, token in self.by_name.items():
            if compare_digest(given, f"Bearer {token}".encode()):
                found = name
        return None if found is None else named(found)


def read_tokens(environment: Mapping[str, str], problems: list[Problem], notices: list[Problem]) -> Tokens:
    """Read `name=token` pairs, separated by commas; `problems` takes each wrong pair."""
    del notices
    by_name: dict[str, str] = {}
    pairs = [pair.strip() for pair in environment.get(VARIABLE, "").split(",") if pair.strip()]
    for number, pair in enumerate(pairs, start=1):
        name, _, token = (part.strip() for part in pair.partition("="))
        if not token or not NAME.fullmatch(name):
            problems.append(Problem("bad_entry", name=VARIABLE, count=str(number), example=EXAMPLE))
        elif len(token) < SHORTEST or not token.isascii() or any(sign.isspace() for sign in token):
            problems.append(Problem("weak_token", name=VARIABLE, value=name, most=str(SHORTEST)))
        elif name in by_name:
            problems.append(Problem("twice", name=VARIABLE, value=name))
        elif token in by_name.values():
            problems.append(Problem("same_token", name=VARIABLE, value=name))
        else:
            by_name[name] = token
    return Tokens(by_name=by_name)
