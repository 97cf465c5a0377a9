"""Read a position as a claim: yes or no, a number with its unit, a date, a time, a choice, or a name.

Two claims with one key say the same. What cannot be read for certain is a name, whose key is its own words.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from council_core.positions.dates import date_of, time_of
from council_core.positions.numbers import number_of
from council_core.positions.words import NO, YES, sign_of

Kind = Literal["yes_no", "truth", "number", "range", "date", "time", "choice", "name"]

Key = tuple[str | int | bool | Fraction | None, ...]

SUPERSCRIPTS = str.maketrans({sign: f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
"""Before compatible forms are made one, which would turn 10⁸ into 108."""

OUTER = " \t*_`\"'“”‘’«»「」『』\\"
LEAD_IN = re.compile(
    r"(?:the )?(?:final |correct |right )?(?:answer|position)\s*(?:is|:|=)\s*", re.IGNORECASE
)
POLITE = re.compile(r"(?<=\w)(?:입니다|이에요|예요)$")
ARTICLE = re.compile(r"(?:the|an?) (?=\w\w)")
CHOICE = re.compile(
    r"(?:(?P<noun>option|choice|answer|variant|선택지|보기|选项|選択肢)\s*)?\(?(?P<letter>[A-Ha-h])\)?(?P<mark>[).:]?)(?P<rest>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Claim of one position."""

    kind: Kind
    key: Key
    text: str
    """Its words as they are compared."""


def claim_of(position: str) -> Claim:
    """Read a position. Never raises: text of no other kind is a name."""
    text = plain(position)
    for kind, read in READERS:
        key = read(text)
        if key is not None:
            return Claim(kind=kind, key=(kind, *key), text=text.lower())
    name = ARTICLE.sub("", text.lower(), count=1) if ARTICLE.match(text.lower()) else text.lower()
    return Claim(kind="name", key=("name", name), text=name)


def plain(position: str) -> str:
    """A position without what makes no difference: emphasis, quotation marks, a full stop, `The answer is`."""
    text = unicodedata.normalize("NFKC", position.translate(SUPERSCRIPTS))
    text = " ".join(text.replace("’", "'").replace("−", "-").replace("‑", "-").split())
    text = (
        LEAD_IN.sub("", text.strip(OUTER), count=1) if LEAD_IN.match(text.strip(OUTER)) else text.strip(OUTER)
    )
    text = re.sub(r"(?<=\w\w)[.。!]+$|(?<=[\d%)])[.。]$", "", text).strip(OUTER)
    return POLITE.sub("", text)


def _yes_no(text: str) -> Key | None:
    word = text.lower().rstrip("!.")
    return (word in YES,) if word in YES or word in NO else None


def _truth(text: str) -> Key | None:
    word = text.lower()
    return (word == "true",) if word in ("true", "false") else None


def _range(text: str) -> Key | None:
    """`5-7 km`: both ends in one unit. Each end is read with the unit that is behind the second."""
    match = re.fullmatch(r"([\d.,]+)\s*(?:-|–|~|to|bis|à|から|에서)\s*([\d.,]+)\s*([^\d]*)", text)
    if match is None:
        return None
    ends = [number_of(f"{end} {match[3]}".strip()) for end in (match[1], match[2])]
    return (*ends[0], *ends[1]) if ends[0] is not None and ends[1] is not None else None


def _choice(text: str) -> Key | None:
    match = CHOICE.fullmatch(text)
    if match is None or (match["rest"].strip() and not (match["mark"] or match["noun"])):
        return None
    if match["rest"][:1].isalnum():
        return None
    if not match["noun"] and not match["mark"] and match["letter"].islower() and "(" not in text:
        return None
    return (match["letter"].upper(),)


READERS: tuple[tuple[Kind, Callable[[str], Key | None]], ...] = (
    ("yes_no", _yes_no),
    ("truth", _truth),
    ("date", date_of),
    ("time", time_of),
    ("range", _range),
    ("number", number_of),
    ("choice", _choice),
)

__all__ = ["Claim", "Key", "Kind", "claim_of", "plain", "sign_of"]
