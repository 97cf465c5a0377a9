"""A setting's text -> its value, or a sentence that says what is wrong with it."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from council_core.domain.member import FIXED
from council_core.errors import RequestError
from council_core.rubrics import custom_rubric

A_MILLION = 10**6
"""Dollars. More is a slip of the finger."""

Read = Callable[[str, str, list[str]], tuple[str, Any]]


def count(target: str, lowest: int, highest: int | None = None) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, int | None]:
        expected = f"a whole number from {lowest} " + (
            "on" if highest is None else f"to {highest:,}, {FIXED}"
        )
        return target, number(name, text, int, fits, expected, problems)

    def fits(value: int) -> bool:
        return value >= lowest and (highest is None or value <= highest)

    return read


def seconds(target: str, factor: float, lowest: float, longest: float, unit: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, float | None]:
        expected = f"a number of {unit} " + ("above 0" if lowest else "from 0 on")
        value = number(
            name, text, float, lambda value: value > 0 if lowest else value >= 0, expected, problems
        )
        if value is not None and value > longest:
            problems.append(f"{name} is '{text}'; expected at most {longest:,.0f} {unit}, {FIXED}.")
        return target, None if value is None else value * factor

    return read


def money(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, Decimal | None]:
        expected = "US dollars, such as 0.50 or 20"
        sum_ = text.removeprefix("$").strip()
        return target, number(name, sum_, Decimal, _is_sum, expected, problems)

    return read


def _is_sum(value: Decimal) -> bool:
    return value.is_finite() and 0 <= value < A_MILLION


def one_of(target: str, known: Callable[[], tuple[str, ...]]) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        if text not in known():
            problems.append(f"{name} is '{text}'; expected one of {', '.join(known())}.")
        return target, text

    return read


def flag(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, bool]:
        if text.lower() not in {"yes", "no", "true", "false", "1", "0", "on", "off"}:
            problems.append(f"{name} is '{text}'; expected yes or no.")
        return target, text.lower() in {"yes", "true", "1", "on"}

    return read


def criteria(target: str) -> Read:
    def read(name: str, text: str, problems: list[str]) -> tuple[str, str]:
        try:
            if text.strip():
                custom_rubric(text)
        except RequestError as error:
            problems.append(f"{name}: {error}")
        return target, text

    return read


def plain_text(target: str) -> Read:
    return lambda name, text, problems: (target, text)


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
        problems.append(f"{name} is '{text}'; expected {expected}.")
        return None
    return value
