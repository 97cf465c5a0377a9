"""Read a position as a claim: yes or no, a number with its unit, a date, a time, a choice, or a name.

Two claims with one key say the same. What cannot be read for certain is a name, whose key is its own words.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from council_core.positions.dates import date_of, time_of
from council_core.positions.numbers import number_of
from council_core.positions.words import FALSE, NO, TRUE, YES, sign_of

Kind = Literal["yes_no", "truth", "number", "range", "date", "time", "choice", "growth", "name"]

Key = tuple[str | int | bool | Fraction | None, ...]

RAISED = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
LEVEL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
"""Table for raised digits, applied before compatible forms are replaced, which would turn 10⁸ into 108."""

VULGAR = re.compile("(?<=\\d)(?=[¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")
MARKS = " \t*_`\\"
QUOTES = "\"'“”‘’«»「」『』"
FEET_OR_INCHES = re.compile(r"(?![\"'“‘]).*\d\s?['\"]")
FORMULA = re.compile(r"(?:[A-Z][a-z]?\d*){2,}")
"""A chemical formula, in which letter case matters: Co is cobalt, CO is carbon monoxide."""

GROWTH = re.compile(r"(?P<sign>[OΘΩ])\s?\((?P<of>.+)\)")
RANGE = re.compile(
    r"(?P<between>between |zwischen |entre )?(?:from |von |de )?(?P<low>\d[\d.,]*)\s*(?P<unit>[^\d\s–~-][^\d–~-]*?)?\s*"
    r"(?:-|–|—|~|to|bis|à|から|에서|(?P<and>and|und|et))\s*(?P<high>\d[\d.,]*)\s*(?P<units>[^\d]*)",
    re.IGNORECASE,
)
LEAD_IN = re.compile(
    r"(?:the )?(?:final |correct |right )?(?:answer|position)\s*(?:is|:|=)\s*"
    r"|(?:(?:i(?:'d| would)|we(?:'d| would| should)?) )?(?:use|choose|pick|select|go with|opt for|recommend) "
    r"(?!cases?\b)"
    r"|(?:nimm|nehmt|wähle|wählt|verwende|nutze) (?=\w)",
    re.IGNORECASE,
)
RESTATED = re.compile(
    r"(?P<sign>yes|no),? (?:it|he|she|they|you|we|i|this|that|there)"
    r" (?:is|are|was|were|does|do|did|can|could|should|will|would|has|have|may|must)(?P<not> not|n't|not)?",
    re.IGNORECASE,
)
"""Yes or no with a sentence that only repeats it: `Yes, it is`."""
DASH = re.compile(r"(?<=[^\W\d]{2}) [—–] (?=[^\W\d]{2})")
SIGNS = re.compile(r"\s*([=<>≤≥])\s*")
ROOT = re.compile(r"√\(?(\w+)\)?")
POLITE = re.compile(r"(?<=\w)(?:입니다|이에요|예요)$")
ARTICLE = re.compile(r"(?:the|an?) (?=\w\w)")
CHOICE = re.compile(
    r"(?:(?P<noun>option|choice|answer|antwort|variante?|선택지|보기|选项|選択肢)(?![a-z])\s*)?\(?(?P<letter>[A-Ha-h])\)?(?P<mark>[).:]?)(?P<rest>.*)",
    re.IGNORECASE,
)


WEEKDAYS: Mapping[str, str] = {
    short: f"{day}day"
    for day, shorts in (
        ("mon", "mon"),
        ("tues", "tue tues"),
        ("wednes", "wed"),
        ("thurs", "thu thur thurs"),
        ("fri", "fri"),
        ("satur", "sat"),
        ("sun", "sun"),
    )
    for short in shorts.split()
}

LONGEST_READ = 500
"""Characters from which a text is compared by its words alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The claim of one position."""

    kind: Kind
    key: Key
    text: str
    """Its words as they are compared."""


def claim_of(position: str) -> Claim:
    """Read a position. Never raises: text of no other kind is a name."""
    text = plain(position)
    for kind, read in READERS if len(text) <= LONGEST_READ else ():
        key = read(text)
        if key is not None:
            return Claim(kind=kind, key=(kind, *key), text=text.lower())
    name = ARTICLE.sub("", text.lower(), count=1) if ARTICLE.match(text.lower()) else text.lower()
    name = SIGNS.sub(r"\1", DASH.sub(", ", ROOT.sub(r"sqrt(\1)", name.replace("π", "pi"))))
    name = WEEKDAYS.get(name.removesuffix("."), name)
    is_formula = FORMULA.fullmatch(text) and (len(text) == 2 or any(sign.isdigit() for sign in text))
    return Claim(kind="name", key=("name", text if is_formula else name), text=name)


def plain(position: str) -> str:
    """Return a position without irrelevant parts: emphasis, quotation marks, a full stop, `The answer is`."""
    raised = RAISED.sub(lambda found: f"^{found[0].translate(LEVEL)}", VULGAR.sub(" ", position))
    text = unicodedata.normalize("NFKC", raised)
    text = " ".join(text.replace("’", "'").replace("−", "-").replace("‑", "-").split())
    text = _bare(text)
    text = LEAD_IN.sub("", text, count=1) if LEAD_IN.match(text) else text
    text = re.sub(r"(?<=\w\w)[.。]+$|(?<=[^\W\d][^\W\d])!+$|(?<=[\d%)])[.。]$", "", text)
    return POLITE.sub("", re.sub(r"^[–—](?=\d)", "-", _bare(text)))


def _bare(text: str) -> str:
    """Return a text without emphasis and quotation marks around it; marks behind a bare number stay, as feet and
    inches."""
    inner = text.strip(MARKS)
    bare = inner if FEET_OR_INCHES.fullmatch(inner) else text.strip(MARKS + QUOTES)
    return f"{bare}*" if text.endswith("*") and text.count("*") == 1 else bare  # A* is no A in bold.


def _yes_no(text: str) -> Key | None:
    word = text.lower().rstrip("!.")
    if (again := RESTATED.fullmatch(word)) and bool(again["not"]) == (again["sign"] == "no"):
        word = again["sign"]
    return (word in YES,) if word in YES or word in NO else None


def _truth(text: str) -> Key | None:
    word = text.lower()
    return (word in TRUE,) if word in TRUE or word in FALSE else None


def _range(text: str) -> Key | None:
    """Read a range such as `5-7 km`: both ends in one unit, which may be missing at the first."""
    match = RANGE.fullmatch(text)
    if match is None or bool(match["between"]) != bool(match["and"]):
        return None
    low, high = (f"{match['low']} {match['unit'] or match['units']}", f"{match['high']} {match['units']}")
    ends = [number_of(end.strip()) for end in (low, high)]
    return (*ends[0], *ends[1]) if ends[0] is not None and ends[1] is not None else None


def _growth(text: str) -> Key | None:
    """Read the growth of a cost such as `O(n log n)`, without signs of multiplication and with the terms of a sum in
    one order."""
    match = GROWTH.fullmatch(text)
    if match is None:
        return None
    terms = re.split(r"\+(?![^()]*\))", re.sub(r"[\s*·×]", "", match["of"]))
    return (match["sign"], *sorted(re.sub(r"log\((\w+)\)", r"log\1", term) for term in terms))


def _choice(text: str) -> Key | None:
    match = CHOICE.fullmatch(text)
    if match is None or (match["rest"].strip() and not (match["mark"] or match["noun"])):
        return None
    if match["rest"][:1].isalnum() or (match["mark"] == "." and match["rest"].strip() and not match["noun"]):
        return None  # `C. elegans` is not the choice C.
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
    ("growth", _growth),
    ("choice", _choice),
)

__all__ = ["Claim", "Key", "Kind", "claim_of", "plain", "sign_of"]
