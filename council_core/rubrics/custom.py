"""Read a channel's own criteria as people type them.

    correctness x2: Is it true?; brevity; harm (lower)

A criterion is a name, optionally followed by `x2` for its weight, `(lower)` where less is better, and a colon with
guidance for reviewers. Criteria are on lines of their own or between semicolons.
"""

import re

from council_core.errors import RequestError
from council_core.rubrics.rubric import Criterion, Rubric

SHAPE = re.compile(
    r"(?P<name>[^:;()\n]*?)\s*(?:\bx\s*(?P<weight>\d+(?:[.,]\d+)?))?\s*(?:\((?P<direction>lower|higher)\))?"
    r"\s*(?::\s*(?P<description>.*))?",
    re.IGNORECASE,
)


def read_criteria(text: str) -> tuple[Criterion, ...]:
    """Read the criteria that a text names, scored 0 to 10.

    Raises:
        RequestError: A criterion cannot be read, there is none, or there are too many; the text says which.
    """
    entries = [entry.strip() for entry in re.split(r"[;\n]", text) if entry.strip()]
    return tuple(_criterion(entry) for entry in entries)


def custom_rubric(text: str) -> Rubric:
    """Build the rubric of these criteria.

    Raises:
        RequestError: As for `read_criteria`; or two criteria share a name.
    """
    return Rubric.custom(read_criteria(text))


def _criterion(entry: str) -> Criterion:
    match = SHAPE.fullmatch(entry)
    if match is None or not match["name"]:
        raise RequestError(
            f"The criterion '{entry}' cannot be read. Write a name, such as `brevity`, `correctness x2` or "
            "`harm (lower): insults and threats`.",
            kind="criterion_unread",
            fact=entry,
        )
    return Criterion(
        name=match["name"],
        description=match["description"] or "",
        weight=float((match["weight"] or "1").replace(",", ".")),
        direction="lower" if (match["direction"] or "").lower() == "lower" else "higher",
    )
