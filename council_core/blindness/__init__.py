"""What a member says -> the same without what gives the member away.

`mask` for answers, `scrub` for reviews (they also guess at authors), `strip_reasoning` for what nobody should read.
Who is named in names.toml, and how a model speaks of itself in languages/*.toml; a new name is a line there.
"""

from council_core.blindness.detect import detect
from council_core.blindness.masked_text import MaskedText, cover
from council_core.blindness.reasoning import strip_reasoning
from council_core.blindness.seats import seats_of
from council_core.domain.member import Roster

__all__ = ["MaskedText", "mask", "prepare", "scrub", "seats_of", "strip_reasoning"]


def prepare() -> None:
    """Reads the lists and compiles their patterns, which takes a second; without it the first text pays for that."""
    scrub("I am a model, and so is Response A.")


def mask(text: str, *, question: str = "", roster: Roster | None = None) -> MaskedText:
    """Covers what an answer says about its own author: name, maker, family, training, cut-off date, hosting.

    Reasoning blocks and template tokens go as well. Code, addresses, quotations, fiction and names as a topic stay.
    The question helps to tell them apart. The same rule holds for every answer, false names included. With a roster,
    the names and ids of all its seats go wherever they stand, but for those that the question mentions.
    """
    return cover(text, lambda shown: detect(shown, question, roster, reviewing=False))


def scrub(text: str, *, question: str = "", roster: Roster | None = None) -> MaskedText:
    """Covers what `mask` covers, and guesses at who wrote a response: "Response B looks like Claude"."""
    return cover(text, lambda shown: detect(shown, question, roster, reviewing=True))
