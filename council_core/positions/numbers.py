"""Read a number with its unit as an exact value in the base unit: 1 km and 1,000 m are the same."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from council_core.positions.units import NUMBER, Unit, unit_of

Number = tuple[str, Fraction, str, str]
"""Bound (`=`, `<`, `<=`, `>`, `>=`), value in the base unit of its dimension, dimension, and the words of an unknown
unit."""

MANNER = re.compile(
    r"(?:about|approximately|approx\.?|around|roughly|circa|ca\.|etwa|environ|약|대략|约|大约|約|~|≈"
    r"|exactly|precisely|genau|exactement|exactamente|정확히)\s*",
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
    " or more": ">=",
    " or greater": ">=",
    " oder mehr": ">=",
    " ou plus": ">=",
    "+": ">=",
    " or less": "<=",
    " or fewer": "<=",
    " oder weniger": "<=",
    " ou moins": "<=",
    "이상": ">=",
    "以上": ">=",
    "이하": "<=",
    "以下": "<=",
    "초과": ">",
    "超": ">",
    "미만": "<",
    "未満": "<",
}

CURRENCY = re.compile(
    r"(?P<sign>-?)(?P<unit>US\$|USD|EUR|GBP|CHF|KRW|JPY|CNY|RMB|INR|\$|€|£|₩|¥|₹)\s*(?P<rest>\d.*)"
)
DEGREES = re.compile(r"(?P<scale>섭씨|화씨)\s*(?P<rest>-?\d[\d.]*)\s*도")
PLAIN = "|".join(
    (
        r"0,\d+",
        r"\d{1,3}(?:,\d{3})+(?:\.\d+)?",
        r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?",
        r"\d{1,3}(?:[ '\u202f\u00a0]\d{3})+(?:[.,]\d+)?",
        r"\d{1,3}(?:\.\d{3})+,\d+",
        r"\d{1,3}(?:\.\d{3}){2,}",
        r"\d+,(?:\d{1,2}|\d{4,})(?!\d)",
        r"\d*\.?\d+",
    )
)
FRACTION = re.compile(
    r"(?P<sign>[-+]?)(?:(?P<whole>\d+) )?(?P<top>\d+)\s?[/⁄]\s?(?P<bottom>\d+)(?![\d/⁄])(?P<rest>.*)"
)
DECIMAL = re.compile(
    rf"(?P<sign>[-+]?)(?P<plain>{PLAIN})(?:\s?[x×*·]\s?10\^(?P<power>-?\d+)|[eE](?P<e>[-+]?\d+))?(?P<rest>.*)"
)
POWER = re.compile(r"(?P<sign>-?)(?P<base>\d{1,4})\^(?P<power>-?\d+)(?P<rest>(?![\d^]).*)")
IN_A_BASE = re.compile(
    r"(?P<sign>-?)(?P<numeral>0x[0-9a-f]{1,16}|0o[0-7]{1,22}|0b[01]{1,64})(?P<rest>)", re.IGNORECASE
)
"""A whole number in base 16, 8 or 2, as programs write it."""

HIGHEST_POWER = 400
HIGHEST_OF_ANY = 100
"""Highest exponent of a base other than ten."""

NOT_ONLY_A_NUMBER = re.compile(r"0\d+|\d+\.\d*[1-9]0+|(\d+)\s?[/⁄]\s?\1|0\d\s?/\s?\d+")
"""Numerals that may be a number or a name: 007, 3.10, which is a later version than 3.1, and 5/5, which may be all
points."""
ROUND_EITHER_WAY = re.compile(r"[1-9]\d{0,2}\.000(?![\d.,])")
"""A whole number of thousands in German, which nobody else writes with three decimals for no reason."""

EITHER_WAY = re.compile(r"\D{0,8}[1-9]\d{0,2}[.,]\d{3}(?![\d.,])")
"""A numeral that is a thousand times larger in some languages: 1.234 is more than a thousand in German."""

YEAR = re.compile(r"([12]\d{3})\s?[년年]")
DECADE = re.compile(r"[12]\d\d0'?s")
_AND = r"(?:,?\s?(?:and|und|et)\s|,?\s?)"
COMPOUND = re.compile(rf"(\d+(?:[.,]\d+)?)\s?([^\W\d]{{1,12}}|['\"]){_AND}")
SEVERAL = re.compile(rf"(?:{COMPOUND.pattern}){{2,3}}")
PARTS_OF_ONE = {
    "half": 2,
    "halve": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
MINUS = re.compile(r"(?:minus|negative|moins|menos|마이너스) (?=\d)", re.IGNORECASE)
_KOREAN_DAYS = "하루 이틀 사흘 나흘 닷새"
_KOREAN_ONES = "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉"
_BEFORE_COUNTERS = "한 두 세 네"
_KOREAN_TENS = "열 스물 서른 마흔 쉰 예순 일흔 여든 아흔"
KOREAN_DAYS = {word: at for at, word in enumerate(_KOREAN_DAYS.split(), start=1)} | {"열흘": 10}
KOREAN_ONES = {
    word: at for words in (_KOREAN_ONES, _BEFORE_COUNTERS) for at, word in enumerate(words.split(), start=1)
}
KOREAN_TENS = {word: 10 * at for at, word in enumerate(_KOREAN_TENS.split(), start=1)} | {"스무": 20}
KOREAN = re.compile(
    rf"(?P<tens>{'|'.join(KOREAN_TENS)})?(?P<ones>{'|'.join(KOREAN_ONES)})?"
    r"(?:(?<!열)(?<![한두세네무])$|\s(?=(?:개|명|시간|달|주|배|살|권|대|마리|가지|곳|사람)$))"
)
"""A native Korean numeral, alone or before a counter. `네` alone is yes, and `열` alone may be heat."""
SHARE = re.compile(rf"(?P<top>an?|\w+)[ -](?P<part>{'|'.join(PARTS_OF_ONE)})s?", re.IGNORECASE)

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = _SMALL.split()
TENS = {word: 10 * at for at, word in enumerate(_TENS.split(), start=2)}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "mn": 10**6, "bn": 10**9}
MORE_SCALES = SCALES | {
    "dozen": 12,
    "tausend": 10**3,
    "lakh": 10**5,
    "crore": 10**7,
    **dict.fromkeys(("millions", "millionen", "millones", "mio"), 10**6),
    **dict.fromkeys(("milliarde", "milliarden", "milliard", "milliards", "mrd", "billions"), 10**9),
}
"""Words of scale behind a number. `5 billion` is read as English, although a German or French billion is a thousand
times as much."""
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


_GERMAN_ONES = "ein zwei drei vier fünf sechs sieben acht neun"
_GERMAN_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"


def _german_words() -> dict[str, int]:
    """Return the German words of whole numbers below 1,000, and of whole thousands below 1,000,000, without `null` and
    `ein`, which are also words of other kinds."""
    ones = _GERMAN_ONES.split()
    low = {word: at for at, word in enumerate([*ones, *_GERMAN_TEENS.split()], start=1)}
    for ten, word in enumerate(_GERMAN_TENS.split(), start=2):
        low |= {word: 10 * ten} | {f"{one}und{word}": 10 * ten + at for at, one in enumerate(ones, start=1)}
    hundreds = {"hundert": 100} | {f"{one}hundert": 100 * at for at, one in enumerate(ones, start=1)}
    above = {f"{many}{joint}{word}": hundreds[many] + low[word]
             for many in hundreds for joint in ("", "und") for word in low}  # fmt: skip
    below = low | hundreds | above
    found = below | {"eins": 1, "tausend": 1000}
    found |= {f"{word}tausend": 1000 * value for word, value in below.items()}
    del found["ein"]
    return found | {word.replace("ß", "ss"): value for word, value in found.items() if "ß" in word}


GERMAN = _german_words()
LONG_LETTERS = re.compile(r"[^\W\d_]{3,}")
"""A word that is no sign of a unit, so that its case tells nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number as stated, and its unit."""

    bound: str
    stated: Fraction
    unit: Unit | None
    words: str = ""
    """Words of an unknown unit, or a numeral that may be a name."""


def number_of(text: str) -> Number | None:
    """Read a text that is one number, with or without a unit; None for any other."""
    found = quantity_of(text)
    if found is None:
        return None
    if found.unit is None:
        return found.bound, found.stated, "", found.words
    return found.bound, found.unit.in_base(found.stated), found.unit.dimension, found.words


def quantity_of(text: str) -> Quantity | None:
    """Read a text that is one number, as stated; None for any other."""
    bound, text = _bounded(text)
    text = MINUS.sub("-", text, count=1) if MINUS.match(text) else text
    if days := KOREAN_DAYS.get(text):
        text = f"{days}일"
    text = MANNER.sub("", text, count=1) if MANNER.match(text) else text
    if DECADE.fullmatch(text):
        return None
    if year := YEAR.fullmatch(text):
        text = year[1]
    if money := CURRENCY.fullmatch(text):
        text = f"{money['sign']}{money['rest']} {money['unit']}"
    if degrees := DEGREES.fullmatch(text):
        text = f"{degrees['rest']} {degrees['scale']}"
    if several := _several(text):
        return replace(several, bound=bound)
    found = _eastern(text) or _digits(text) or _share(text) or _words(text) or _korean(text)
    if found is None:
        return None
    value, rest = found
    if rest.lstrip()[:1].isdigit() or len(rest.split()) > 4:
        return None
    rest, times = _scaled(rest.strip())
    if not rest and NOT_ONLY_A_NUMBER.fullmatch(text):
        return Quantity(bound=bound, stated=value, unit=NUMBER, words=f"as written: {text}")
    unit = unit_of(rest)
    if round_number := ROUND_EITHER_WAY.match(text.lstrip("+-")):
        words = f"as written: {round_number[0]} {'' if unit else _raw(rest)}"
        return Quantity(bound=bound, stated=value * times, unit=unit, words=words)
    if unit is None and not _may_be_unit(rest):
        return None
    return Quantity(bound=bound, stated=value * times, unit=unit, words="" if unit else _raw(rest))


def _bounded(text: str) -> tuple[str, str]:
    """Return the bound before or behind a number, and the text without it."""
    bound = "="
    for sign, pattern in BOUNDS:
        if match := pattern.match(text):
            bound, text = sign, text[match.end() :]
            break
    for ending, sign in BOUNDS_BEHIND.items():
        if bound == "=" and text.endswith(ending) and text[:1].isdigit():
            bound, text = sign, text.removesuffix(ending).rstrip()
    return bound, text


def _several(text: str) -> Quantity | None:
    """Read `1 h 30 min` in its smallest unit; None unless the parts have one dimension and go from large to small."""
    if SEVERAL.fullmatch(text) is None:
        return None
    parts = [(Fraction(value.replace(",", ".")), unit_of(name)) for value, name in COMPOUND.findall(text)]
    units = [unit for _, unit in parts if unit is not None and unit.dimension and not unit.offset]
    if len(units) < len(parts) or len({unit.dimension for unit in units}) > 1:
        return None
    if any(one.factor <= two.factor for one, two in pairwise(units)):
        return None
    total = sum((value * unit.factor for (value, _), unit in zip(parts, units, strict=True)), Fraction(0))
    return Quantity(bound="=", stated=total / units[-1].factor, unit=units[-1])


def _share(text: str) -> tuple[Fraction, str] | None:
    """Read `two thirds`, `half` or `a dozen`; None for any other words."""
    if text.lower() == "half":
        return Fraction(1, 2), ""
    if text.lower() in ("dozen", "a dozen"):
        return Fraction(12), ""
    match = SHARE.fullmatch(text)
    top = match["top"].lower() if match else ""
    if match is None or not (top in ("a", "an", *SMALL) or top.isdigit()):
        return None
    count = int(top) if top.isdigit() else SMALL.index(top) if top in SMALL else 1
    return Fraction(count, PARTS_OF_ONE[match["part"].lower()]), ""


def _digits(text: str) -> tuple[Fraction, str] | None:
    if match := FRACTION.fullmatch(text):
        if int(match["bottom"]) == 0:
            return None
        value = int(match["whole"] or 0) + Fraction(int(match["top"]), int(match["bottom"]))
    elif match := IN_A_BASE.fullmatch(text):
        value = Fraction(int(match["numeral"], 0))
    elif match := POWER.fullmatch(text):
        if len(match["power"]) > 4 or abs(int(match["power"])) > HIGHEST_POWER:
            return None
        base = int(match["base"])
        if base == 0 or (base != 10 and abs(int(match["power"])) > HIGHEST_OF_ANY):
            return None
        value = Fraction(base) ** int(match["power"])
    elif match := DECIMAL.fullmatch(text):
        power = match["power"] or match["e"] or "0"
        if len(power) > 5 or abs(int(power)) > HIGHEST_POWER:
            return None
        value = Fraction(_canonical(match["plain"])) * Fraction(10) ** int(power)
    else:
        return None
    return (-value if match["sign"] == "-" else value), match["rest"]


def _canonical(numeral: str) -> str:
    """Return a numeral as Python writes it. `1,234.5`, `1 234` and `1.234.567` have thousands separators; `3,14` and
    `1.234,5` a decimal comma."""
    if re.fullmatch(r"0,\d+|\d+,(?:\d{1,2}|\d{4,})", numeral):
        return numeral.replace(",", ".")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:[ '\u202f\u00a0]\d{3})+,\d+", numeral):
        return re.sub(r"[. '\u202f\u00a0]", "", numeral).replace(",", ".")
    if numeral.count(".") > 1:
        return numeral.replace(".", "")
    return re.sub(r"[, '\u202f\u00a0]", "", numeral)


def _words(text: str) -> tuple[Fraction, str] | None:
    """Read a number in words: `forty-two people` -> 42, people."""
    first, _, rest = text.partition(" ")
    if (german := GERMAN.get(first.lower())) is not None:
        return Fraction(german), rest
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


def _korean(text: str) -> tuple[Fraction, str] | None:
    """Read a native Korean numeral: `스물다섯` -> 25, `세 개` -> 3, 개."""
    match = KOREAN.match(text)
    if match is None or not match[0].strip():
        return None
    value = KOREAN_TENS.get(match["tens"] or "", 0) + KOREAN_ONES.get(match["ones"] or "", 0)
    return Fraction(value), text[match.end() :]


def _scaled(rest: str) -> tuple[str, int]:
    """Read a word of scale: `million dollars` -> dollars, a million."""
    first, _, others = rest.partition(" ")
    if first == "k":
        return others, 1000
    if times := MORE_SCALES.get(first.lower().removesuffix(".")):
        return others, times
    return rest, 1


def _eastern(text: str) -> tuple[Fraction, str] | None:
    """Read East Asian scales: `3만 5천 원` -> 35,000, 원; None if none follows a number."""
    match = re.match(
        r"(?:\d[\d,.]*\s?[십백천만억조十百千万萬亿億兆]+\s?)+(?:\d[\d,]*)?|[십백천만억조]+(?=\s?(?:원|달러|유로|엔|위안)$)",
        text,
    )
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
    """Return the words of an unknown unit: those of one or two letters unchanged (MB/s and Mb/s differ), others
    without the plural."""
    low = LONG_LETTERS.sub(lambda found: found[0].lower(), rest)
    if low in ("st", "nd", "rd"):
        return "th"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") and low.isascii() else low
