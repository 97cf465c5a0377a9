"""Patterns of the detector over an answer's folded shadow (lower case, look-alikes made equal).

They find attempts of every kind, and do not match an answer *about* such attempts. Quotations and code are blanked
before `ORDERS` and `SWAY` are tried. An order counts only at the beginning of a clause. Each gap between words has a
limit, so that no text makes a pattern slow.
"""

import re

from council_core.envelope.patterns import orders, sway, verdicts
from council_core.envelope.patterns.words import CLAUSE


def _compiled(sources: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Compile sources that are broken into lines for reading; line breaks and indentation are removed first.

    Sources with the same beginning become one pattern, because looking for possible beginnings takes most of the time.
    If a source begins with a choice, each branch must share that beginning.
    """
    alone: list[str] = []
    alike: dict[str, list[str]] = {CLAUSE: [], r"\b": []}
    for source in sources:
        line = re.sub(r"\n\s*", "", source)
        beginning = next((start for start in alike if line.startswith(start)), None)
        if beginning is None:
            alone.append(line)
        else:
            alike[beginning].append(line.removeprefix(beginning))
    joined = [f"{start}(?:{'|'.join(ways)})" for start, ways in alike.items() if ways]
    return tuple(re.compile(line, re.MULTILINE) for line in (*joined, *alone))


ORDERS = _compiled(orders.ENGLISH + orders.OTHER_LANGUAGES)
"""Orders to a judge or the chairman."""

ORDERS_UNFOLDED = _compiled(orders.UNFOLDED)
"""The same for scripts that folding look-alikes would spoil; applied to the plain lower-case text."""

SWAY = _compiled(sway.SWAY)
"""Attempts to move a judge without an argument: reward, threat, pity, authority, others' choices."""

VERDICTS = _compiled(verdicts.VERDICTS)
"""Rankings, ballots and scores that only a reviewer or the council's own code could give."""

FRAMES = _compiled(verdicts.FRAMES)
"""Lines that imitate what is around responses in a prompt."""

PLACEHOLDERS = _compiled(verdicts.PLACEHOLDERS)
"""Placeholders that a careless prompt would fill in."""
