"""Mask everything in a member's text that gives the member away.

`mask` is for answers, `scrub` for reviews (they also guess at authors), `strip_reasoning` for text that nobody should
read. names.toml lists names, languages/*.toml the ways in which models speak of themselves; a new name is a line
there.
"""

from council_core.blindness.detect import detect
from council_core.blindness.masked_text import MaskedText, cover
from council_core.blindness.reasoning import strip_reasoning
from council_core.blindness.seats import seats_of
from council_core.domain.member import Roster

__all__ = ["MaskedText", "mask", "prepare", "scrub", "seats_of", "strip_reasoning"]


def prepare() -> None:
    """Read the lists and compile their patterns, which takes a second; otherwise the first text pays for that."""
    scrub("I am a model, and so is Response A.")


def mask(text: str, *, question: str = "", roster: Roster | None = None) -> MaskedText:
    """Mask everything that an answer says about its own author: name, maker, family, training, cut-off date, hosting.

    Reasoning blocks and template tokens are removed as well. Code, addresses, quotations, fiction and names as a
    topic stay; the question helps to tell them apart. The same rule holds for every answer, false names included.
    With a roster, the names and ids of all its seats are masked everywhere, except those that the question mentions.
    """
    return cover(text, lambda shown: detect(shown, question, roster, reviewing=False))


def scrub(text: str, *, question: str = "", roster: Roster | None = None) -> MaskedText:
    """Mask everything that `mask` masks, and guesses at authors: "Response B looks like Claude"."""
    return cover(text, lambda shown: detect(shown, question, roster, reviewing=True))
