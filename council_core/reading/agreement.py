"""Tell whether the sentences around a list oppose it: they praise its last response, or blame its first.

Only words in the tables of `tone` count. Other words leave the list as it stands: no table holds all plain words about
a response, and reviewers use such words far more often than metaphors against their own list.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from council_core.reading.direction import SENTENCE
from council_core.reading.items import item
from council_core.reading.labels import Labels, flat
from council_core.reading.sequence import one_line
from council_core.reading.tone import LABEL, Tone, tone_of

Temper = Literal["praised", "blamed", "both", "neither", ""]
"""Manner in which lines speak of responses: they only praise or only blame them, do both, or do neither; empty where
they say nothing."""

Groups = Sequence[Sequence[str | None]]

_AND = r"and|und|et|y|e|и|та|oraz|i|en|ve"
_BUT = r"while|whereas|but|aber|während|mais|pero|mas|ma|а|но|але|ale|maar|ama"
_THAN = r"\s(?:чем|ніж|niż)\s"
_CLAUSE = re.compile(
    rf"(?<!{LABEL})[,，、،](?!{_THAN})|[,，、،](?!\s*(?:(?:{_AND})\s)?{LABEL}|{_THAN})|[()（）]|\s[-–—]{{1,2}}\s"
    rf"|(?<=고)\s|\s(?=و\s?{LABEL})|(?<![{LABEL},])\s(?:{_AND})\s|\s(?:{_AND})\s(?!{LABEL})|\s(?=(?:{_BUT})\s)"
)
"""The ends of clauses. Between two labels, a comma and the word "and" join them."""
_COMPARED = re.compile(
    r"\b(?:than|to|over|als|que|chem|чем|ніж|niż|dan|di|vor|rispetto)\b|보다|より|比|من|से", re.IGNORECASE
)
"""Words that set the first response of a clause above or below the others in it."""
_IS_COMPARED_WITH = re.compile(rf"\b(?:than|as|als|wie|que|чем|ніж|niż)\s{LABEL}", re.IGNORECASE)
_LIMITS = re.compile(
    rf"\b(?:{_BUT}|although|though|despite|yet|however|except|only|minor|small|slight\w*|obwohl|trotz|dennoch|jedoch|nur"
    r"|klein\w*|leicht\w*|malgré|bien que|petit\w*|aunque|pequeñ\w*|embora|apesar|pequen\w*|nonostante|piccol\w*|хотя"
    r"|небольш\w+|хоча|chociaż|hoewel|rağmen)\b|지만|으나|が、|ものの|但|虽|雖|不过|لكن|لیکن|लेकिन",
    re.IGNORECASE,
)
"""Words that join praise and blame of one response; without one the two may be irony."""
_GAP = re.compile(
    r"\b(?:gap|differ\w*|margin|between|unterschied\w*|abstand|zwischen|écart|différ\w+|diferen\w+|differenz\w*|разниц\w*"
    r"|różnic\w*|verschil|fark\w*)\b|차이|差|الفرق|अंतर",
    re.IGNORECASE,
)
_EQUAL = re.compile(
    r"(?<!almost )(?<!nearly )(?<!not )\bas good as|\bon (?:a )?par with|same place|ebenso gut wie|genauso gut wie"
    r"|\bshares? the (?:top|first|place|spot|rank)|(?<!pas )aussi bonne? que|tan buen\w+ como"
    r"|tão bo[ma] quanto|한 자리|同じ順位",
    re.IGNORECASE,
)
"""Words for a tie, which the list would have shown."""
_SIDES = re.compile(
    r"\b(?:strengths?|pros|stärken|points? forts?|puntos fuertes|pontos fortes|punti di forza|сильные стороны)\b"
    r"|장점|長所|优点|優點",
    re.IGNORECASE,
)
"""Words for one side of a response, which say nothing of its place."""
_CHAIN = re.compile(rf"{LABEL}\s?>{{1,3}}\s?{LABEL}")
_ENUMERATION = re.compile(
    rf"(?:it is|it's|that|would be|order|[:：])\s(?:{LABEL}[\s,>]+(?:(?:{_AND})\s)?){{2,}}{LABEL}$"
)
_RATED = re.compile(r"(?<![\d.])(?P<value>\d{1,3})\s?(?:/|out of|von|sur|de|из)\s?(?P<most>\d{1,3})(?![\d.])")
_QUOTE = re.compile(r"^[ \t]*>")
_LETTER = re.compile(r"[^\W\d_]")
_SCORED = re.compile(
    r"(?!.*(?:error|mistake|fault|fehler|penalt|erreur|errores|erros|ошиб|오류|错误|誤り))"
    r".*?(?:scor|point|rating|grade|mark|punkt|bewert|puntos|puntu|pontos|punti|voto|балл|оцен|бал"
    r"|puan|점|分|点|نقاط|अंक)",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"[\s*_`:：(（=|–—-]{1,8}(?P<value>\d{1,3}(?:[.,]\d{1,2})?)\s?"
    r"(?P<unit>(?:[/⁄∕]|out of|von|sur|de|di|из)\s?\d|%|점|点|分)?"
)
LONGEST_LINE = 2_000
"""Characters of a line whose sentences are heard."""


def opposing_sentence(groups: Groups, lines: Sequence[str], labels: Labels) -> str:
    """Return the first sentence in the lines behind a list that opposes it; mostly none.

    Args:
        groups: The list, best first.
        lines: Lines behind the list.
        labels: Labels shown.
    """
    if len(groups) < 2:
        return ""
    return next(
        (
            sentence.strip()
            for sentence in _sentences(lines, groups, labels)
            if _ends_in_another_order(sentence, groups, labels)
            or any(_opposes(named, words, groups) for named, words in _clauses(sentence, labels))
        ),
        "",
    )


def _sentences(lines: Sequence[str], groups: Groups, labels: Labels) -> Iterator[str]:
    """Yield the sentences behind a list, without quotations, bare labels, numbered lists and chains that
    agree."""
    for line in lines:
        text = flat(line[:LONGEST_LINE])
        entry = item(text, labels)
        is_own = entry is not None and (entry.is_bare or entry.style == "number")
        chain = [label for group in one_line(text, labels) or () for label in group]
        if not is_own and _QUOTE.match(line) is None and not _is_sorted(chain, groups):
            yield from SENTENCE.findall(text)


def _is_sorted(named: Sequence[str | None], groups: Groups) -> bool:
    """Tell whether several labels stand in the order of the list."""
    levels = [at for label in named for at, group in enumerate(groups) if label in group]
    return len(levels) > 1 and levels == sorted(levels)


def opposes(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether these lines only blame the first response and only praise the last, or score the last above the
    first."""
    if len(groups) < 2:
        return False
    telling = _telling(lines, labels)
    first, last = _tempers(groups, telling, labels)
    if first == "blamed" and last == "praised":
        return True
    scores = _scores(telling, labels)
    high, low = ([scores.get(label) for label in groups[at]] for at in (0, -1))
    known = [score for score in (*high, *low) if score is not None]
    return len(known) == len(high) + len(low) and max(known[: len(high)]) < min(known[len(high) :])


def reasons_oppose(groups: Groups, reasons: Sequence[tuple[str, str]]) -> bool:
    """Tell whether the reasons of a structured reply only blame its first response and only praise its last.

    Args:
        groups: Its order, best first.
        reasons: Pairs of a label and a reason.
    """

    def temper(group: Sequence[str | None]) -> Temper:
        praised: Counter[str | None] = Counter()
        blamed: Counter[str | None] = Counter()
        for label, text in reasons:
            if label in group:
                tone = tone_of(flat(text))
                praised[label] += tone.praises
                blamed[label] += tone.blames
        return _temper(group, praised, blamed)

    # Few reviewers blame their first response, and the others' last one is not looked at.
    return len(groups) > 1 and temper(groups[0]) == "blamed" and temper(groups[-1]) == "praised"


def remarks_oppose(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether the remarks within a list only blame its first response and do not blame its last, or only praise
    its last and do not praise its first."""
    if len(groups) < 2:
        return False
    ends = _tempers(groups, lines, labels, offers=False)
    return ends in (("blamed", "praised"), ("blamed", "neither"), ("neither", "praised"))


def _tempers(
    groups: Groups, lines: Sequence[str], labels: Labels, *, offers: bool = True
) -> tuple[Temper, Temper]:
    """Return how lines speak of the first and of the last responses."""
    praised: Counter[str | None] = Counter()
    blamed: Counter[str | None] = Counter()
    told: set[str | None] = set()
    ends = {*groups[0], *groups[-1]}
    for named, words in _told(_telling(lines, labels), labels):
        if len(named) == 1 and named[0] in ends and _LETTER.search(words):
            tone = tone_of(words, offers=offers)
            is_limited = tone.denies or _LIMITS.search(words) is not None
            praised[named[0]] += tone.praises or is_limited
            blamed[named[0]] += tone.blames or is_limited
            told.add(named[0])
    ends_told = [group if told.issuperset(group) else () for group in (groups[0], groups[-1])]
    return _temper(ends_told[0], praised, blamed), _temper(ends_told[1], praised, blamed)


def _temper(group: Sequence[str | None], praised: Counter[str | None], blamed: Counter[str | None]) -> Temper:
    """Return how these responses are spoken of."""
    if not group:
        return ""
    if all(praised[label] and not blamed[label] for label in group):
        return "praised"
    if all(blamed[label] and not praised[label] for label in group):
        return "blamed"
    return "both" if any(praised[label] or blamed[label] for label in group) else "neither"


def _told(lines: Sequence[str], labels: Labels) -> Iterator[tuple[Sequence[str | None], str]]:
    """Yield the clauses of lines with the responses they are about; a sentence that names none is about those before it
    on its line."""
    for line in lines:
        about: Sequence[str | None] = ()
        for sentence in SENTENCE.findall(line):
            for named, words in _clauses(sentence, labels) or [(about, sentence)]:
                about = named
                yield about, words


def _telling(lines: Sequence[str], labels: Labels) -> list[str]:
    """Return the lines that name responses, without quotations."""
    return [
        line[:LONGEST_LINE]
        for line in flat("\n".join(lines)).split("\n")
        if labels.may_stand_in(line) and labels.token.search(line) and not _QUOTE.match(line)
    ]


def _ends_in_another_order(sentence: str, groups: Groups, labels: Labels) -> bool:
    """Tell whether a sentence ends by naming all responses in another order: "By merit it is C, A, B." """
    named = list(_named(sentence, labels))
    tail = _veiled(sentence, [match for match, _ in named]).rstrip(" .!*_")
    order = [label for _, label in named][-len(labels.shown) :]
    is_whole = _ENUMERATION.search(tail) is not None and set(order) == set(labels.shown)
    return is_whole and order != list(labels.shown) and not _is_sorted(order, groups)


def _opposes(named: Sequence[str | None], words: str, groups: Groups) -> bool:
    """Tell whether a clause praises the last response of the list, blames the first, or calls several equal."""
    if _CHAIN.search(words):
        # "C > D on style" says nothing of the list.
        return _LETTER.search(words.replace(LABEL, "")) is None and not _is_sorted(named, groups)
    if _SIDES.search(words):
        return False
    if len(named) > 1 and _EQUAL.search(words):
        return True
    if len(named) > 1 and _GAP.search(words):
        return False
    tone = _tone(words)
    praises, blames = tone.praises, tone.blames
    if len(named) > 1 and _COMPARED.search(words):
        named = named[:1]
    elif len(named) == 1 and _IS_COMPARED_WITH.search(words):
        praises, blames = blames, praises
    is_first = any(label in groups[0] for label in named)
    is_last = any(label in groups[-1] for label in named)
    if is_first == is_last or praises == blames:
        return False
    return praises == is_last


def _tone(words: str) -> Tone:
    """Return the tone of a clause; a score in it says more than its words."""
    score = _RATED.search(words)
    if score is None:
        return tone_of(words)
    share = int(score["value"]) / max(int(score["most"]), 1)
    return Tone(praises=0.5 < share <= 1, blames=share < 0.5, denies=False)


def _clauses(sentence: str, labels: Labels) -> list[tuple[Sequence[str | None], str]]:
    """Return the clauses that name responses, each with the labels in it and with `LABEL` in their place. A clause
    without any belongs to the one before it, and one without words to the one behind it."""
    found = list(_named(sentence, labels))
    if not found:
        return []
    left = [label for _, label in found]
    clauses: list[tuple[Sequence[str | None], str]] = []
    words = ""
    for clause in _CLAUSE.split(_veiled(sentence, [match for match, _ in found])):
        if LABEL in clause and LABEL in words and _LETTER.search(words):
            clauses.append((_taken(left, words), words))
            words = ""
        words += f" {clause}"
    return [*clauses, (_taken(left, words), words)]


def _taken(left: list[str | None], words: str) -> list[str | None]:
    """Take as many labels from the front as these words name."""
    count = words.count(LABEL)
    taken = left[:count]
    del left[:count]
    return taken


def _named(text: str, labels: Labels) -> Iterator[tuple[re.Match[str], str | None]]:
    """Yield the responses that a text names."""
    for match in labels.token.finditer(text):
        if (label := labels.of(match)) is not None:
            yield match, label


def _veiled(text: str, matches: Sequence[re.Match[str]]) -> str:
    for match in reversed(matches):
        text = f"{text[: match.start()]}{LABEL}{text[match.end() :]}"
    return text


def _scores(lines: Sequence[str], labels: Labels) -> dict[str | None, float]:
    """Return the first score of each response in the text, as in `A: 7/10` or "Scores: A 7, B 5"."""
    scores: dict[str | None, float] = {}
    for line in lines:
        is_scored = _SCORED.match(line) is not None
        for match, label in _named(line, labels):
            score = _SCORE.match(line, match.end())
            if score and (is_scored or score["unit"]):
                scores.setdefault(label, float(score["value"].replace(",", ".")))
    return scores
