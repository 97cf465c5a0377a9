"""Compare two positions: they are the same, different, or code cannot tell."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, cast

from council_core.positions.claims import Claim, Key, claim_of
from council_core.positions.dates import either_date_of
from council_core.positions.numbers import EITHER_WAY, PARTS_OF_ONE, SMALL, quantity_of
from council_core.positions.words import NEGATIONS, sign_of

Relation = Literal["same", "different", "unclear"]
"""Result of a comparison. `same` makes a group, `different` a split; `unclear` does neither."""

MOST_WORDS = 8
"""Most words of a position that is compared by its words. Longer ones are sentences: two different ones may mean the
same."""

LONG_WORD = 5
"""Letters from which two words with the same beginning may be the same: Postgres, PostgreSQL."""

DAY = 86_400
IN_LETTERS = re.compile(r".*\d\s?[kmb]")
"""A number with a letter that may mean thousands, millions or billions, or a unit."""

OPEN_RATIOS: Mapping[str, frozenset[Fraction]] = defaultdict(
    frozenset, data=frozenset(Fraction(1024, 1000) ** power for power in range(1, 5))
)
"""Ratios of units that have two usual values: a gigabyte is often 1,024 megabytes."""

NUMBERED = re.compile(r"no\. ?\d+[a-z]?", re.IGNORECASE)
"""A number such as `No. 3`, which is no "no"."""

WRITTEN_AS_FRACTION = re.compile(rf"\d\s?[/⁄]\s?\d|\b(?:{'|'.join(PARTS_OF_ONE)})s?\b", re.IGNORECASE)
"""A number whose decimals may never end."""

COUNTED = re.compile(r"([a-z])(\d{1,2})([a-z])")
"""A word whose inner letters are counted: k8s for Kubernetes, i18n."""

ROMAN_SIGNS = {"i": 1, "v": 5, "x": 10}
ROMAN = re.compile(r"(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})")
"""A Roman numeral up to 39, as names have them."""

WORD = re.compile(r"[^\W_]+(?:['+#-][^\W_]*)*")
_FILLERS = "the a an of in on at to is it its be use choose go with der die das le la les el los"
FILLERS = frozenset(_FILLERS.split())


def compare(one: str, other: str) -> Relation:
    """Compare two positions. Only certain equality is `same`, because merging two different ones would hide a
    dispute."""
    a, b = claim_of(one), claim_of(other)
    if a.key == b.key:
        return "same"
    if NUMBERED.fullmatch(a.text) or NUMBERED.fullmatch(b.text):
        return "unclear"
    signs = _sign(a), _sign(b)
    if None not in signs:
        return "different" if signs[0] != signs[1] else "unclear"
    if max(len(a.text.split()), len(b.text.split())) > MOST_WORDS:
        return "unclear"
    if (dates := _dates(a)) and (others := _dates(b)):
        return "unclear" if any(_all_fit(one, two) for one in dates for two in others) else "different"
    if a.kind != b.kind:
        return _across(a, b)
    match a.kind:
        case "number":
            return _numbers(a, b)
        case "name":
            return _names(a.text, b.text)
        case "time":
            is_open = len(a.key) != len(b.key) and cast("int", a.key[1]) % 720 == cast("int", b.key[1]) % 720
            return "unclear" if is_open else "different"
        case "range":
            return "unclear" if _is_shortened(a, b) or _is_shortened(b, a) else "different"
        case "choice" | "date" | "growth" | "yes_no" | "truth":
            return "different"


def _sign(claim: Claim) -> bool | None:
    """Return the side of a claim, yes or no. A name counts if it begins with the word and a comma, as in `yes, on
    weekdays`."""
    if claim.kind in ("yes_no", "truth"):
        return bool(claim.key[1])
    words = claim.text.split()
    if claim.kind != "name" or len(words) == 1:
        return None
    return sign_of(claim.text) if len(words) <= MOST_WORDS or words[0][-1] in ",.;:!" else None


def _is_shortened(one: Claim, other: Claim) -> bool:
    """Tell whether one range may be the other with a shortened end: `2020-24`."""
    low, high = cast("Fraction", one.key[2]), cast("Fraction", one.key[6])
    return one.key[1:5] == other.key[1:5] and high < low and one.text[-2:] == other.text[-2:]


def _dates(claim: Claim) -> frozenset[Key]:
    """Return the dates that a position may mean: one, or two if day and month may be in either order."""
    return frozenset({claim.key[1:]}) if claim.kind == "date" else either_date_of(claim.text)


def _all_fit(one: Key, other: Key) -> bool:
    return all(_fits(x, y) for x, y in zip(one, other, strict=True))


def _fits(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def _across(a: Claim, b: Claim) -> Relation:
    """Compare two claims of different kinds. A name may say the other's claim in words, unless it says no."""
    kinds = {a.kind, b.kind}
    if "name" in kinds:
        name, other = (a, b) if a.kind == "name" else (b, a)
        words = WORD.findall(name.text)
        affirmed = " ".join(word for word in words if word not in NEGATIONS)
        if len(affirmed) == len(" ".join(words)) or other.kind == "choice":
            return "unclear"
        if other.kind in ("yes_no", "truth"):
            return "different" if other.key[1] and words[0] in NEGATIONS else "unclear"
        return "different" if not affirmed or claim_of(affirmed).key == other.key else "unclear"
    if kinds & {"range", "choice"} or kinds == {"number", "time"} or _scripts(a.text) != _scripts(b.text):
        return "unclear"
    return "unclear" if set(WORD.findall(a.text)) & set(WORD.findall(b.text)) else "different"


def _numbers(a: Claim, b: Claim) -> Relation:
    bound_a, value_a, measures_a, raw_a = cast("tuple[str, Fraction, str, str]", a.key[1:])
    bound_b, value_b, measures_b, raw_b = cast("tuple[str, Fraction, str, str]", b.key[1:])
    if measures_a and measures_b and measures_a != measures_b:
        return "unclear" if _may_be_as_long(measures_a, value_a, measures_b, value_b) else "different"
    if bound_a != bound_b or bound_a != "=":
        together = _allows(bound_a, value_a, value_b) and _allows(bound_b, value_b, value_a)
        return "unclear" if together or (measures_a, raw_a) != (measures_b, raw_b) else "different"
    if {measures_a, measures_b} == {"", "share"} and value_a * 100 in (value_b, value_b * 10_000):
        return "unclear"
    if value_a == value_b or _is_stated_alike(a, b):
        return "unclear"  # One of them leaves its unit out, or counts things under another name.
    if (
        value_a
        and value_b
        and max(value_a / value_b, value_b / value_a) in OPEN_RATIOS[measures_a or measures_b]
    ):
        return "unclear"
    alike = (measures_a, raw_a) == (measures_b, raw_b)
    if not alike and (measures_a or raw_a) and (measures_b or raw_b):
        return "unclear"
    if _rounds_a_fraction(a, b) or _rounds_a_fraction(b, a):
        return "unclear"
    return "unclear" if _is_rounded(a.text, b.text, value_a, value_b) else "different"


def _is_stated_alike(a: Claim, b: Claim) -> bool:
    """Tell whether two claims may state the same number: in two units, or one of them in thousands by a dot, comma or
    letter."""
    one, other = quantity_of(a.text), quantity_of(b.text)
    if one is None or other is None or not one.stated or not other.stated:
        return False
    if one.stated == other.stated:
        return "" in (a.key[3], b.key[3])
    small, ratio = (
        (a, other.stated / one.stated) if one.stated < other.stated else (b, one.stated / other.stated)
    )
    if ratio == 1000 and EITHER_WAY.match(small.text):
        return True
    return ratio in (10**3, 10**6, 10**9) and IN_LETTERS.fullmatch(small.text) is not None


def _may_be_as_long(one: str, months: Fraction, other: str, seconds: Fraction) -> bool:
    """Tell whether a number of months may have that length: a month has 28 to 31 days."""
    if {one, other} != {"months", "time"}:
        return False
    if one == "time":
        months, seconds = seconds, months
    return 28 * DAY <= seconds / months <= 31 * DAY if months > 0 else False


def _allows(bound: str, limit: Fraction, value: Fraction) -> bool:
    """Tell whether a number with this bound, such as `<`, may be `value`."""
    match bound:
        case ">":
            return value > limit
        case ">=":
            return value >= limit
        case "<":
            return value < limit
        case "<=":
            return value <= limit
        case _:
            return value == limit


def _is_rounded(one: str, other: str, a: Fraction, b: Fraction) -> bool:
    """Tell whether one number is the other with fewer decimals: 3.14 and 3.1416."""
    places = [len(found[1]) if (found := re.search(r"\.(\d+)", text)) else 0 for text in (one, other)]
    fewer = min(places)
    coarse = a if places[0] == fewer else b
    return places[0] != places[1] and round(coarse, fewer) == coarse and round(a, fewer) == round(b, fewer)


def _rounds_a_fraction(coarse: Claim, fine: Claim) -> bool:
    """Tell whether a number of at least two digits or with decimals is a fraction, rounded: 33 % and 1/3."""
    if not WRITTEN_AS_FRACTION.search(fine.text) or WRITTEN_AS_FRACTION.search(coarse.text):
        return False
    rounded, exact = quantity_of(coarse.text), quantity_of(fine.text)
    if rounded is None or exact is None:
        return False
    factor = rounded.unit.factor if rounded.unit else Fraction(1)
    value = cast("Fraction", fine.key[2]) / factor if exact.unit or rounded.unit else exact.stated
    if coarse.key[3] == "share" and not fine.key[3]:
        value *= 100
    decimals = len(found[1]) if (found := re.search(r"\d[.,](\d+)", coarse.text)) else 0
    if not decimals and abs(rounded.stated) < 10:
        return False
    return abs(value - rounded.stated) <= Fraction(1, 2 * 10**decimals)


def _names(one: str, other: str) -> Relation:
    if _scripts(one) != _scripts(other):
        return "unclear"
    words = [set(WORD.findall(text)) for text in (one, other)]
    words = [said - FILLERS or said for said in words]
    negated = [bool(said & NEGATIONS) for said in words]
    words = [said - NEGATIONS for said in words]
    if negated[0] != negated[1]:
        return "different" if words[0] <= words[1] or words[1] <= words[0] else "unclear"
    if _spelt_out(one) == _spelt_out(other) or _numbered(one) == _numbered(other):
        return "unclear"
    letters = ["".join(sign for sign in _unaccented(text) if sign.isalnum()) for text in (one, other)]
    if not letters[0] or not letters[1] or letters[0] == letters[1]:
        return "unclear"
    if _abbreviates(one, other, letters[1]) or _abbreviates(other, one, letters[0]):
        return "unclear"
    lone = [{word for word in mine if not any(_alike(word, each) for each in theirs)}
            for mine, theirs in (words, reversed(words))]  # fmt: skip
    return "different" if lone[0] and lone[1] else "unclear"


def _abbreviates(short: str, long: str, letters: str) -> bool:
    """Tell whether one word may abbreviate several words or a long one: US, DNA, k8s."""
    if counted := COUNTED.fullmatch(short):
        first, left_out, last = counted.groups()
        return letters[:1] == first and letters[-1:] == last and len(letters) == int(left_out) + 2
    if not 1 < len(short) <= LONG_WORD or not short.isalpha():
        return False
    initials = "".join(
        word if ROMAN.fullmatch(word) else word[0] for word in WORD.findall(long) if word not in FILLERS
    )
    left = iter(letters)
    spelt = (
        letters[:1] == short[:1] and len(letters) >= 3 * len(short) and all(sign in left for sign in short)
    )
    return short in (initials, "".join(word[0] for word in WORD.findall(long))) or spelt


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if longer in (f"{shorter}s", f"{shorter}es"):
        return True
    if not shorter.isascii() and len(shorter) > 1:
        return longer.startswith(shorter)
    return len(shorter) >= LONG_WORD and longer.startswith(shorter)


def _unaccented(text: str) -> str:
    return "".join(
        sign for sign in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(sign)
    )


def _spelt_out(text: str) -> str:
    """Return a text with German umlauts as they are written without them: Zuerich."""
    return text.translate({228: "ae", 246: "oe", 252: "ue", 223: "ss"})


def _numbered(text: str) -> list[str]:
    """Return the words of a name, with its Roman numerals and number words as digits: world war 2."""
    return [_digits_of(word) for word in WORD.findall(text)]


def _digits_of(word: str) -> str:
    if word in SMALL:
        return str(SMALL.index(word))
    if not ROMAN.fullmatch(word):
        return word
    values = [ROMAN_SIGNS[sign] for sign in word]
    return str(sum(-one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True)))


def _scripts(text: str) -> frozenset[str]:
    """Return the scripts of a text's letters, by the first word of their Unicode names: LATIN, HANGUL."""
    return frozenset(unicodedata.name(sign, "?").partition(" ")[0] for sign in text if sign.isalpha())
