"""Recognise the code of a call in a reviewer's copy: whole, with one typing error, or in the longer form of earlier
versions."""

import re

from council_core.envelope.draw import is_one_slip_away

SHORTEST_WITH_A_SLIP = 8
"""Digits from which a code with one wrong digit still differs from all others: one of 17 million hits it by chance."""

EARLIER_DIGITS = 32
"""Length of earlier versions' codes, which begin with today's digits; runs of those versions may hold such replies."""

WORD = re.compile(r"[0-9a-z]+", re.IGNORECASE)


def is_code(given: str, code: str) -> bool:
    """Tell whether a text is the code of a call, in any case, with at most one digit wrong, missing or too many."""
    given, code = given.strip().casefold(), code.strip().casefold()
    if given == code:
        return True
    if len(code) < SHORTEST_WITH_A_SLIP:
        return False
    return (len(given) == EARLIER_DIGITS and given.startswith(code)) or is_one_slip_away(given, code)


def code_within(text: str, code: str) -> str | None:
    """Return the word of a line that is the code, in its own spelling; None if there is none."""
    found = next((match[0] for match in WORD.finditer(text) if is_code(match[0], code)), None)
    return code if found is None and code.casefold() in text.casefold() else found
