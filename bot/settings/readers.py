"""Kinds of settings: each reads its value from a text, writes it back, and lists its possible values."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Protocol

from bot.settings.bounds import Bounds, Limiter, N, one_of, shown, too_long
from bot.settings.languages import LANGUAGES, language_of, language_problem
from bot.settings.roster import write_roster
from council_core.domain.connector import filled_in
from council_core.domain.member import Roster
from council_core.errors import Problem, RequestError
from council_core.rubrics import custom_rubric

A_MILLION = 10**6
"""Limit in dollars; a larger sum is a typing error."""

LONGEST_CRITERIA = 4_000
"""Most characters of all own criteria together, because every prompt for a review has them."""

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""Name of a tool, or of an MCP server."""

YES = frozenset({"yes", "true", "1", "on"})
NO = frozenset({"no", "false", "0", "off"})

A_DAY = 24 * 60 * 60
"""A day in seconds. A longer time is a mistake, and times thousands of years away cannot be stored."""


class Kind(Protocol):
    """One kind of setting: its reader and writer."""

    def read(self, name: str, text: str, problems: list[Problem]) -> Any:
        """Return the value of this text. If it is wrong, `problems` takes its problem, and the value must not
        be used."""
        ...

    def write(self, value: Any) -> str:
        """Return the value in its typed form; empty for none."""
        ...

    def choices(self) -> tuple[str, ...]:
        """Return the texts to choose from; empty for a setting that is typed."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """Any text that is not too long."""

    longest: int
    """Most characters."""

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the text."""
        if problem := too_long(name, text, self.longest):
            problems.append(problem)
        return text

    def write(self, value: str) -> str:
        """Return the text."""
        return value

    def choices(self) -> tuple[str, ...]:
        """Return none, because it is typed."""
        return ()


@dataclass(frozen=True, slots=True)
class Criteria(Text):
    """Own criteria of a rubric, line by line."""

    longest: int = LONGEST_CRITERIA

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the text, if a rubric can be made of it."""
        if problem := too_long(name, text, self.longest):
            problems.append(problem)
            return ""
        try:
            if text.strip():
                custom_rubric(text)
        except RequestError as error:
            problems.append(Problem("criteria", name=name, refusal=error.kind or "", fact=str(error.fact)))
        return text


@dataclass(frozen=True, slots=True)
class Names:
    """Names between commas, such as those of tools."""

    most: int
    """Most characters of all names together."""

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the names with one comma and a space between them."""
        if problem := too_long(name, text, self.most):
            problems.append(problem)
            return ""
        names = [each for part in text.split(",") if (each := part.strip().lower())]
        problems += [
            Problem("bad_name", name=name, value=shown(wrong)) for wrong in names if not NAME.fullmatch(wrong)
        ]
        return ", ".join(dict.fromkeys(names))

    def write(self, value: str) -> str:
        """Return the names."""
        return value

    def choices(self) -> tuple[str, ...]:
        """Return none, because they are typed."""
        return ()


@dataclass(frozen=True, slots=True)
class FieldValues(Text):
    """Values of fields by their names."""

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the values on one line, with semicolons between."""
        if problem := too_long(name, text, self.longest):
            problems.append(problem)
            return ""
        try:
            return "; ".join(f"{field}: {value}" for field, value in filled_in(text).items())
        except ValueError as error:
            problems.append(Problem("bad_field", name=name, value=shown(str(error))))
            return ""


@dataclass(frozen=True, slots=True)
class Language:
    """One of our languages, or none for the asker's own."""

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the language's code; `ko-KR` is `ko`."""
        code = language_of(text)
        if not code:
            problems.append(language_problem(name, text))
        return code

    def write(self, value: str) -> str:
        """Return the code."""
        return value

    def choices(self) -> tuple[str, ...]:
        """Return the codes of languages, after an empty text that means the asker's own language."""
        return ("", *LANGUAGES)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    known: Callable[[], tuple[str, ...]]

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the word."""
        if text not in self.known():
            problems.append(one_of(name, text, self.known()))
        return text

    def write(self, value: str) -> str:
        """Return the word."""
        return value

    def choices(self) -> tuple[str, ...]:
        """Return the words."""
        return self.known()


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, name: str, text: str, problems: list[Problem]) -> bool:
        """Return whether the text means yes."""
        if text.lower() not in YES | NO:
            problems.append(Problem("yes_no", name=name, value=shown(text)))
        return text.lower() in YES

    def write(self, value: bool) -> str:
        """Return `yes` or `no`."""
        return "yes" if value else "no"

    def choices(self) -> tuple[str, ...]:
        """Return both."""
        return ("yes", "no")


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number within bounds, or none."""

    lowest: int
    highest: int
    who_lowers: Limiter = "nobody"

    def read(self, name: str, text: str, problems: list[Problem]) -> int | None:
        """Return the number."""
        bounds = Bounds(kind=int, lowest=self.lowest, highest=self.highest, who_lowers=self.who_lowers)
        return _within(bounds, name, text, problems)

    def write(self, value: int | None) -> str:
        """Return the number."""
        return "" if value is None else str(value)

    def choices(self) -> tuple[str, ...]:
        """Return none, because it is typed."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """A time, stored in seconds and typed in `unit`s of `factor` seconds."""

    unit: str = "seconds"
    factor: float = 1
    longest: int
    is_open: bool = True
    """Whether it must be more than zero."""

    def read(self, name: str, text: str, problems: list[Problem]) -> float | None:
        """Return the seconds."""
        bounds = Bounds(kind=float, highest=self.longest, unit=self.unit, is_open=self.is_open)
        value = _within(bounds, name, text, problems)
        return None if value is None else value * self.factor

    def write(self, value: float) -> str:
        """Return the number of units."""
        return f"{value / self.factor:g}"

    def choices(self) -> tuple[str, ...]:
        """Return none, because it is typed."""
        return ()


@dataclass(frozen=True, slots=True)
class Money:
    """US dollars, or none for any sum."""

    def read(self, name: str, text: str, problems: list[Problem]) -> Decimal | None:
        """Return the sum."""
        bounds = Bounds(kind=Decimal, highest=A_MILLION, unit="US dollars", example="0.50")
        return _within(bounds, name, text.removeprefix("$").strip(), problems)

    def write(self, value: Decimal | None) -> str:
        """Return the sum without a sign."""
        return "" if value is None else f"{value:f}"

    def choices(self) -> tuple[str, ...]:
        """Return none, because it is typed."""
        return ()


@dataclass(frozen=True, slots=True)
class Seats:
    """Part of a roster: its members or its chairman. Both are read together, by `bot.settings.roster`."""

    part: int
    """0 for the members, 1 for the chairman."""

    def read(self, name: str, text: str, problems: list[Problem]) -> str:
        """Return the text."""
        del name, problems
        return text

    def write(self, value: Roster) -> str:
        """Return the seats in their typed form."""
        return write_roster(value)[self.part]

    def choices(self) -> tuple[str, ...]:
        """Return none, because seats are typed."""
        return ()


def _within(bounds: Bounds[N], name: str, text: str, problems: list[Problem]) -> N | None:
    value, problem = bounds.read(name, text)
    if problem:
        problems.append(problem)
    return value


def number(
    text: str | None,
    kind: type[Any],
    fits: Callable[[Any], bool],
    problem: Problem,
    problems: list[Problem],
) -> Any:
    """Return the number in this text. Return None for no text, and also for a wrong one, for which `problems` takes the
    problem."""
    if text is None:
        return None
    try:
        value = kind(text)
    except (ValueError, InvalidOperation):
        value = None
    if value is None or not fits(value):
        problems.append(problem)
        return None
    return value
