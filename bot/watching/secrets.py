"""Removes keys, tokens and texts of people or models from log lines.

A foreign error's message may hold any of them: a refused key, a request, a reply. So only our own errors and those of
the operating system keep their message; others are logged by type and place.
"""

import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import cast

from council_core.errors import CouncilError
from council_core.redaction.shapes import TOKEN

MASKED = "[masked]"
SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
SECRET_LISTS = ("KEYS", "TOKENS")
"""Variables with several secrets, separated by commas, each perhaps behind `name=`."""

SHORTEST = 8
"""Values shorter than this many characters are not masked, because ordinary words would contain them."""

PASSWORD = re.compile(r"://[^:/@\s]*:([^@/\s]+)@")
FORMS = rf"{TOKEN.pattern}|\bBearer\s+[\w.~+/=-]{{12,}}"
"""In logs any text after `Bearer` is masked. In a question, which may be about bearer tokens, it must also look like
a secret."""


def secrets_among(variables: Mapping[str, str]) -> frozenset[str]:
    """Return the values of environment variables that must not appear in a log."""
    named = {value for name, value in variables.items() if name.upper().endswith(SECRET_NAMES)}
    for name, value in variables.items():
        if name.upper().endswith(SECRET_LISTS):
            pieces = {piece.strip() for piece in value.split(",")}
            named |= pieces | {piece.partition("=")[2].strip() for piece in pieces}
    passwords = {found for value in variables.values() for found in PASSWORD.findall(value)}
    return frozenset(value for value in named | passwords if len(value) >= SHORTEST)


def mask_for(secrets: Iterable[str]) -> Callable[[str], str]:
    """Return a function that masks these values, and any text that looks like a key or token."""
    # The longest first, because one value may be the beginning of another.
    known = "|".join(re.escape(value) for value in sorted(secrets, key=len, reverse=True))
    pattern = re.compile(f"{known}|{FORMS}" if known else FORMS)
    return lambda line: pattern.sub(MASKED, line)


def words_of(error: BaseException) -> str:
    """Return the part of an error's message that may be logged."""
    return str(error) if isinstance(error, CouncilError | OSError) else ""


def trace_of(error: BaseException, trace: TracebackType | None) -> str:
    """Return the places in the code, and the types, of an error and its causes."""
    parts: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        frames = "".join(traceback.format_tb(trace if cause is error else cause.__traceback__))
        said = words_of(cause)
        parts.append(f"{frames}{type(cause).__qualname__}{f': {said}' if said else ''}")
        if isinstance(cause, BaseExceptionGroup):
            group = cast("BaseExceptionGroup[BaseException]", cause)
            inner = [trace_of(one, one.__traceback__) for one in group.exceptions]
            parts[-1] += "".join(f"\n+ {each}" for each in inner)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\ncaused the above:\n".join(parts).rstrip()
