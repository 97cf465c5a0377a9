"""A setting's text -> its value, or a sentence that says what is wrong with it."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from bot.settings.bounds import NOBODY_LOWERS, Bounds, N, shown, too_long
from council_core.errors import RequestError
from council_core.rubrics import custom_rubric

A_MILLION = 10**6
"""Dollars. More is a slip of the finger."""

LONGEST_CRITERIA = 4_000
"""Characters of all criteria of one's own together: each goes into the prompt of every review."""

Read = Callable[[str, str, list[str]], tuple[str, Any]]


def count(target: str, lowest: int, highest: int, *, who_lowers: str = NOBODY_LOWERS) -> Read:
    return _bounded(target, Bounds(kind=int, lowest=lowest, highest=highest, who_lowers=who_lowers))


def seconds(target: str, factor: float, longest: int, unit: str, *, is_open: bool) -> Read:
    bounds = Bounds(kind=float, highest=longest, unit=unit, is_open=is_open)

    def read(name: str, text: str, problems: list[str]) -> tuple[str, float | None]:
        value = _within(bounds, name, text, problems)
        return target, None if value is None else value * factor

    return read


def money(target: str) -> Read:
    bounds = Bounds(kind=Decimal, highest=A_MILLION, unit="US dollars", example="0.50 or 20")
    return lambda name, text, problems: _bounded(target, bounds)(
        name, text.removeprefix("$").strip(), problems
    )


def _bounded(target: str, bounds: Bounds[Any]) -> Read:
    return lambda name, text, problems: (target, _within(bounds, name, text, problems))


def _within(bounds: Bounds[N], name: str, text: str, problems: list[str]) -> N | None:
    value, problem = bounds.read(text)
    if problem:
        problems.append(f"{name} is '{shown(text)}'; {problem}")
    return value


def one_of(target: str, known: Callable[[], tuple[str, ...]]) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        if text not in known():
            problems.append(f"{name} is '{shown(text)}'; expected one of {', '.join(known())}.")
        return target, text

    return read


def flag(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, bool]:
        if text.lower() not in {"yes", "no", "true", "false", "1", "0", "on", "off"}:
            problems.append(f"{name} is '{shown(text)}'; expected yes or no.")
        return target, text.lower() in {"yes", "true", "1", "on"}

    return read


def criteria(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        if problem := too_long(name, text, LONGEST_CRITERIA):
            problems.append(problem)
            return target, ""
        try:
            if text.strip():
                custom_rubric(text)
        except RequestError as error:
            problems.append(f"{name}: {error}")
        return target, text

    return read


def plain_text(target: str, longest: int) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        if problem := too_long(name, text, longest):
            problems.append(problem)
        return target, text

    return read


def number(
    name: str,
    text: str | None,
    kind: type[Any],
    fits: Callable[[Any], bool],
    expected: str,
    problems: list[str],
) -> Any:
    if text is None:
        return None
    try:
        value = kind(text)
    except (ValueError, InvalidOperation):
        value = None
    if value is None or not fits(value):
        problems.append(f"{name} is '{shown(text)}'; expected {expected}.")
        return None
    return value
