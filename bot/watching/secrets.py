"""Lines that are about to be logged -> the same without keys, tokens and what people or models have said.

What a foreign error says of itself may hold all of that: a refused key, a request, a reply. So only our own errors,
which are written to be read, and those of the operating system keep their words; of others the kind and the place.
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
SHORTEST = 8
"""A shorter value would be found in ordinary words."""

PASSWORD = re.compile(r"://[^:/@\s]*:([^@/\s]+)@")
FORMS = rf"{TOKEN.pattern}|\bBearer\s+[\w.~+/=-]{{12,}}"
"""In a log whatever follows `Bearer` is masked; a question may be about one, where it has to look like a secret."""


def secrets_among(variables: Mapping[str, str]) -> frozenset[str]:
    """The values among environment variables that nobody may read in a log."""
    named = {value for name, value in variables.items() if name.upper().endswith(SECRET_NAMES)}
    passwords = {found for value in variables.values() for found in PASSWORD.findall(value)}
    return frozenset(value for value in named | passwords if len(value) >= SHORTEST)


def mask_for(secrets: Iterable[str]) -> Callable[[str], str]:
    """What takes these values, and whatever looks like a key or token, out of a line."""
    # The longest first: one may be the beginning of another.
    known = "|".join(re.escape(value) for value in sorted(secrets, key=len, reverse=True))
    pattern = re.compile(f"{known}|{FORMS}" if known else FORMS)
    return lambda line: pattern.sub(MASKED, line)


def words_of(error: BaseException) -> str:
    """What an error may say of itself in a log."""
    return str(error) if isinstance(error, CouncilError | OSError) else ""


def trace_of(error: BaseException, trace: TracebackType | None) -> str:
    """Where an error came from, and those that caused it: places in the code, and kinds."""
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
