"""Read a number with its unit as an exact value in the unit's base: 1 km and 1,000 m are the same."""

import re
from fractions import Fraction

from council_core.positions.units import unit_of

Number = tuple[str, Fraction, str, str]
"""Bound (`=`, `<`, `<=`, `>`, `>=`), value in the base of its dimension, dimension, and the words of an unknown
unit."""

ABOUT = re.compile(
    r"(?:about|approximately|approx\.?|around|roughly|circa|ca\.|etwa|environ|약|대략|约|大约|約|~|≈)\s*",
    re.IGNORECASE,
)
AT_LEAST = r"at least|no (?:less|fewer) than|not (?:less|fewer) than|minimum(?: of)?|mindestens|au moins|≥|>="
AT_MOST = r"at most|no more than|not more than|up to|maximum(?: of)?|höchstens|au plus|≤|<="
BOUNDS = tuple(
    (sign, re.compile(rf"(?:{words})\s*", re.IGNORECASE))
    for sign, words in (
        (">=", AT_LEAST),
        ("<=", AT_MOST),
        (">", r"more than|over|above|greater than|mehr als|plus de|>"),
        ("<", r"less than|fewer than|under|below|weniger als|moins de|<"),
    )
)
BOUNDS_BEHIND = {
    "이상": ">=",
    "以上": ">=",
    "이하": "<=",
    "以下": "<=",
    "초과": ">",
    "超": ">",
    "미만": "<",
    "未満": "<",
}

CURRENCY = re.compile(r"(?P<sign>-?)(?P<unit>US\$|\$|€|£|₩|¥)\s*(?P<rest>\d.*)")
DEGREES = re.compile(r"(?P<scale>섭씨|화씨)\s*(?P<rest>-?\d[\d.]*)\s*도")
PLAIN = "|".join(
    (
        r"\d{1,3}(?:,\d{3})+(?:\.\d+)?",
        r"\d{1,3}(?:[ '\u202f\u00a0]\d{3})+(?:\.\d+)?",
        r"\d{1,3}(?:\.\d{3}){2,}",
        r"\d+,\d{1,2}(?!\d)",
        r"\d*\.?\d+",
    )
)
FRACTION = re.compile(
    r"(?P<sign>[-+]?)(?:(?P<whole>\d+) )?(?P<top>\d+)\s?[/⁄]\s?(?P<bottom>\d+)(?![\d/⁄])(?P<rest>.*)"
)
DECIMAL = re.compile(
    rf"(?P<sign>[-+]?)(?P<plain>{PLAIN})(?:\s?[x×*·]\s?10\^(?P<power>-?\d+)|[eE](?P<e>[-+]?\d+))?(?P<rest>.*)"
)
POWER = re.compile(r"(?P<sign>-?)10\^(?P<power>-?\d+)(?P<rest>(?![\d^]).*)")
HIGHEST_POWER = 400

NOT_ONLY_A_NUMBER = re.compile(r"0\d+|\d+\.\d*[1-9]0+")
"""Numerals that may be a number or a name: 007, and 3.10, which is another version than 3.1."""

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = _SMALL.split()
TENS = {word: 10 * at for at, word in enumerate(_TENS.split(), start=2)}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "mn": 10**6, "bn": 10**9}
EASTERN = {"십": 10, "백": 100, "천": 1000, "十": 10, "百": 100, "千": 1000}
EASTERN_BIG = {
    "만": 10**4,
    "억": 10**8,
    "조": 10**12,
    "万": 10**4,
    "萬": 10**4,
    "亿": 10**8,
    "億": 10**8,
    "兆": 10**12,
}


def number_of(text: str) -> Number | None:
    """Read a text that is one number, with or without a unit; None for any other."""
    bound = "="
    for sign, pattern in BOUNDS:
        if match := pattern.match(text):
            bound, text = sign, text[match.end() :]
            break
    for ending, sign in BOUNDS_BEHIND.items():
        if bound == "=" and text.endswith(ending) and text[:1].isdigit():
            bound, text = sign, text.removesuffix(ending).rstrip()
    text = ABOUT.sub("", text, count=1) if ABOUT.match(text) else text
    if money := CURRENCY.fullmatch(text):
        text = f"{money['sign']}{money['rest']} {money['unit']}"
    if degrees := DEGREES.fullmatch(text):
        text = f"{degrees['rest']} {degrees['scale']}"
    found = _eastern(text) or _digits(text) or _words(text)
    if found is None:
        return None
    value, rest = found
    if rest.lstrip()[:1].isdigit() or len(rest.split()) > 4:
        return None
    rest, times = _scaled(rest.strip())
    if not rest and NOT_ONLY_A_NUMBER.fullmatch(text):
        return bound, value, "", f"as written: {text}"
    unit = unit_of(rest)
    if unit is None:
        return (bound, value * times, "", _raw(rest)) if _may_be_unit(rest) else None
    return bound, value * times * unit.factor, unit.dimension, ""


def _digits(text: str) -> tuple[Fraction, str] | None:
    if match := FRACTION.fullmatch(text):
        if int(match["bottom"]) == 0:
            return None
        value = int(match["whole"] or 0) + Fraction(int(match["top"]), int(match["bottom"]))
    elif match := POWER.fullmatch(text):
        if len(match["power"]) > 4 or abs(int(match["power"])) > HIGHEST_POWER:
            return None
        value = Fraction(10) ** int(match["power"])
    elif match := DECIMAL.fullmatch(text):
        power = match["power"] or match["e"] or "0"
        if len(power) > 5 or abs(int(power)) > HIGHEST_POWER:
            return None
        value = Fraction(_canonical(match["plain"])) * Fraction(10) ** int(power)
    else:
        return None
    return (-value if match["sign"] == "-" else value), match["rest"]


def _canonical(numeral: str) -> str:
    """`1,234.5`, `1 234` and `1.234.567` as Python writes them; `3,14` has a decimal comma."""
    if re.fullmatch(r"\d+,\d{1,2}", numeral):
        return numeral.replace(",", ".")
    if numeral.count(".") > 1:
        return numeral.replace(".", "")
    return re.sub(r"[, '\u202f\u00a0]", "", numeral)


def _words(text: str) -> tuple[Fraction, str] | None:
    """`forty-two people` -> 42, people."""
    words = text.replace("-", " ").split(" ")
    total = part = used = 0
    for word in words:
        low = word.lower()
        if low in SMALL:
            part += SMALL.index(low)
        elif low in TENS:
            part += TENS[low]
        elif low == "hundred" and used:
            part *= 100
        elif low in SCALES and used:
            total, part = total + part * SCALES[low], 0
        elif low == "and" and used:
            pass
        else:
            break
        used += 1
    if not used or words[used - 1].lower() == "and":
        return None
    return Fraction(total + part), " ".join(words[used:])


def _scaled(rest: str) -> tuple[str, int]:
    """`million dollars` -> dollars, a million."""
    first, _, others = rest.partition(" ")
    if first.lower() in SCALES:
        return others, SCALES[first.lower()]
    return rest, 1


def _eastern(text: str) -> tuple[Fraction, str] | None:
    """`3만 5천 원` -> 35,000, 원; None where no such sign follows a number."""
    match = re.match(r"(?:\d[\d,.]*\s?[십백천만억조十百千万萬亿億兆]+\s?)+(?:\d[\d,]*)?", text)
    if match is None:
        return None
    total = section = Fraction(0)
    current: Fraction | None = None
    for piece in re.findall(r"\d[\d,.]*|[십백천만억조十百千万萬亿億兆]", match[0]):
        if piece in EASTERN:
            section += (current if current is not None else 1) * EASTERN[piece]
            current = None
        elif piece in EASTERN_BIG:
            total += (section + (current or 0) or 1) * EASTERN_BIG[piece]
            section, current = Fraction(0), None
        elif re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?", piece):
            current = Fraction(piece.replace(",", ""))
        else:
            return None
    return total + section + (current or 0), text[match.end() :]


def _may_be_unit(rest: str) -> bool:
    """Tell whether the text after a number may name the counted things; a sign of arithmetic may not."""
    return not re.search(r"[\d=<>+*/^±~?!,;:(]", rest) or bool(re.fullmatch(r"[^\W\d]+/[^\W\d]+", rest))


def _raw(rest: str) -> str:
    """The words of an unknown unit: one of one or two letters as it is (MB and Mb differ), others without plural."""
    if len(rest) <= 2:
        return rest
    low = rest.lower()
    return low[:-1] if low.endswith("s") and not low.endswith("ss") and low.isascii() else low
