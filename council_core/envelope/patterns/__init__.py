"""Patterns of the detector over an answer's folded shadow (lower case, look-alikes made one).

They shall find honest attempts of every kind and leave an answer alone that speaks *about* such attempts: quotations
and code are blanked before `ORDERS` and `SWAY` are tried, and an order counts only where a clause begins. Each gap
between words has a limit, so that no text makes a pattern slow.
"""

import re

from council_core.envelope.patterns import orders, sway, verdicts
from council_core.envelope.patterns.words import CLAUSE


def _compiled(sources: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Sources are broken into lines for reading; breaks and what indents the next line are no part of them.

    Those that begin alike become one pattern, as looking for where they may begin takes longer than all the rest. A
    source that offers a choice must begin so in each of its ways.
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
"""The same in scripts that folding look-alikes would spoil; for the plain lower-case text."""

SWAY = _compiled(sway.SWAY)
"""Attempts to move a judge without an argument: reward, threat, pity, authority, others' choices."""

VERDICTS = _compiled(verdicts.VERDICTS)
"""Rankings, ballots and scores that only a reviewer or the council's own code could give."""

FRAMES = _compiled(verdicts.FRAMES)
"""Lines that imitate what is around responses in a prompt."""

PLACEHOLDERS = _compiled(verdicts.PLACEHOLDERS)
"""Placeholders that a careless prompt would fill in."""
