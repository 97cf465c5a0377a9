"""What a detector looks for, as patterns over the folded shadow of an answer (lower case, look-alikes made one).

They shall find honest attempts of every kind and leave an answer alone that speaks *about* such attempts: quotations
and code are blanked before `ORDERS` and `SWAY` are tried, and an order counts only where a clause begins. Each gap
between words has a limit, so that no text makes a pattern slow.
"""

import re

from council_core.envelope.patterns import orders, sway, verdicts


def _compiled(sources: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Sources are broken into lines for reading; breaks and what indents the next line are no part of them."""
    return tuple(re.compile(re.sub(r"\n\s*", "", source), re.MULTILINE) for source in sources)


ORDERS = _compiled(orders.ENGLISH + orders.OTHER_LANGUAGES)
"""Orders to whoever judges or concludes."""

ORDERS_UNFOLDED = _compiled(orders.UNFOLDED)
"""The same in scripts that folding look-alikes would spoil; for the plain lower-case text."""

SWAY = _compiled(sway.SWAY)
"""What is no argument and still meant to move a judge: reward, threat, pity, authority, what others chose."""

VERDICTS = _compiled(verdicts.VERDICTS)
"""Rankings, ballots and scores that only a reviewer or the council's own code could give."""

FRAMES = _compiled(verdicts.FRAMES)
"""Lines that imitate what stands around responses in a prompt."""

PLACEHOLDERS = _compiled(verdicts.PLACEHOLDERS)
"""Placeholders that a careless prompt would fill in."""
