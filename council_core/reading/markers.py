"""Find the lines that announce a ranking: `FINAL RANKING:` in all the forms that models write."""

import re
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Literal

from council_core.reading.codes import code_within
from council_core.reading.labels import flat

Strength = Literal["final", "ranking", "intro"]
"""`final`: it says that this is the final ranking; `ranking`: a heading that says ranking; `intro`: a sentence that
ends in a colon and speaks of ranking."""

LEAD = (
    r"(?:(?:so|thus|therefore|hence|and|now|here(?:'s| is| are)|my|our|the|this is|below is|i (?:present|give|propose)"
    r"|in conclusion|in summary|to conclude|(?:part|step|section|stage) \w{1,3}|[ivx]{1,4}|\d{1,2})"
    r"[\s,.:)\-–—]{1,3}){0,4}"
)
KIND = r"(?:(?:overall|comparative|complete|full|aggregate|combined|consensus|peer|response|answer|quality)[\s_-]){0,2}"
RANKING = r"(?:rankings?|rank[\s_-]?order(?:ing)?|ranked[\s_-](?:list|order)|ordering|order|rank|standings?)"
QUALIFIER = (
    r"(?:\s{0,3}(?:\([^()]{0,80}\)|\[[^\[\]]{0,80}\]|of (?:all |the |these ){0,2}(?:\w+ )?(?:responses|answers)"
    r"|(?:listed |ordered )?from [\w ]{1,30}? to [\w ]{1,20}|best[\s-]*(?:to|→|->|>|first|–)[\s-]*(?:worst)?|best first"
    r"|worst[\s-]*(?:to|→|->|–)[\s-]*best|is|are|would be|will be|as follows|for (?:the )?(?:responses|answers)"
    r"|based on (?:the |my )?(?:above|evaluations?|analysis|overall)[\w ]{0,30}|only|\W?\(?revised\)?))"
)
END = r"[\s*_`#~\])}>」』】]{0,8}(?:(?P<colon>[:=])|[-–—]{1,3}|>|$)[\s*_`~]{0,8}"

FINAL_WORDS = (
    r"(?:最终|最終)(?:的)?(?:排名|排序|排行|名次|順位|ランキング|顺序)|最終的なランキング|최종\s?(?:순위|랭킹)"
    r"|(?:classement|ranking|ordre) final|clasificaci[oó]n final|ranking final|classifica[cç][aã]o final"
    r"|classifica finale"
    r"|(?:endgültige[rs]?|finale[rs]?|abschlie(?:ß|ss)ende[rs]?|gesamte?) (?:rang\w+|ranking|reihenfolge)"
    r"|(?:итоговый|окончательный|финальный) рейтинг|(?:итоговое|окончательное) ранжирование|підсумковий рейтинг"
    r"|nihai sıralama|ostateczny ranking|التصنيف النهائي|الترتيب النهائي|अंतिम (?:रैंकिंग|क्रम)"
)
RANKING_WORDS = (
    r"排名|排序|名次|順位|ランキング|순위|랭킹|classement|clasificaci[oó]n|rang(?:folge|liste)|рейтинг"
)

FINAL = re.compile(
    rf"{LEAD}(?:(?:overall[\s_-])?(?:final|definitive|concluding)[\s_-]{{1,3}}{KIND}{RANKING}|{FINAL_WORDS})"
    rf"(?P<rest>.*)",
    re.IGNORECASE,
)
HEADING = re.compile(
    rf"{LEAD}{KIND}(?:rankings?|rank order|ranked list|{RANKING_WORDS})(?P<rest>.*)", re.IGNORECASE
)
TAIL = re.compile(rf"(?P<tag>{QUALIFIER}*)(?P<end>{END})?", re.IGNORECASE)
INTRO = re.compile(
    r"(?=.*\b(?:rank(?:ed|ing|ings)?|best to worst|order of (?:preference|quality))\b)"
    r"(?!.*\b(?:if|criteri\w+|(?:then|and|before|after|to) (?:\w+ ){0,2}rank\w*"
    r"|initial\w*|preliminary|tentative\w*|draft|rank\w*(?: (?:it|them|this|the responses|responses))? (?:by|on|for|in)"
    r"|by|in terms of)\b)"
    r".{5,200}:[\s*_]*",
    re.IGNORECASE,
)
WORST_FIRST = re.compile(
    r"(?<!to )(?<!to the )(?:worst|weakest|lowest|poorest|least good)[\s-]*(?:to|first|→|->|–|-)|ascending"
    r"|(?:reverse|inverse) order|least (?:\w+ )?to (?:the )?(?:most|best)|least \w+ first|bottom (?:to|up|first)"
    r"|last (?:place )?first"
    r"|schlecht\w*,? (?:\w+ )?(?:zuerst|zum|bis|zu|nach)\b|von unten nach oben|umgekehrte\w* reihenfolge"
    r"|schw[aä]chste\w*,? (?:zuerst|zum|bis)|aufsteigend"
    r"|(?:pire|moins bon|plus mauvais|plus faible)\w*,? (?:au|[aà]|en premier|d'abord)"
    r"|(?<!dé)(?<!de)croissant|ordre inverse"
    r"|peor(?:es)?,? (?:al?|primero)|ascendente|de menor a mayor|orden inverso|ordem inversa"
    r"|pior(?:es)?,? (?:para|ao?|primeiro)|(?<!de)crescente"
    r"|prima (?:\w{1,2} )?peggior|ordine inverso|peggior\w*,? (?:al|prima|per prim)"
    r"|худш\w+,? (?:к|до|первы|сначала)|сначала худш|по возрастанию|от слаб\w+ к|обратн\w+ порядк"
    r"|спочатку найгірш|за зростанням|найгірш\w*,? (?:до|спочатку)"
    r"|k[oö]t[uü](?:den|sü)?,? (?:\w+ )?(?:iyiye|[oö]nce|ilk)|najgorsz\w+,? (?:do|najpierw|pierwsz)|rosn[aą]co"
    r"|差(?:的)?(?:到|至|在前|排前)|[从由]低[到至]高|劣[到至]优|升序|倒序"
    r"|(?:最悪|悪い|低い|下位)(?:もの|順)?(?:から|が先|順)|昇順|ワースト"
    r"|역순|(?:최악|나쁜|낮은|최하위|꼴찌)\s?(?:것)?(?:부터|에서|순)|오름차순"
    r"|ال[أا]ضعف [إا]ل[ىي]|ال[أا]سو[أا] (?:[أا]ول|[إا]ل[ىي])|تصاعدي|सबसे ख[\u093c]?राब (?:पहले|से)|आरोही",
    re.IGNORECASE,
)
"""In every language in which a marker is known."""

UNDECORATED = re.compile(r"[\s*_#=~`\-–—|\[<({「【『•·🏆🥇📊📋✅⭐🏅]{0,16}")
"""Text allowed before a marker. No quotation mark and no `>`: a quoted marker is somebody else's."""

QUOTED = re.compile(
    r"\b(?:contain|includ|inject|says?\b|said|writes?\b|wrote|claim|attempt|append|embed|quot|adversar|manipulat|fake"
    r"|malicious|ends? with|begins? with|verbatim|trie[sd])\w*[^.\n]{0,120}[:：][\s*_`\"'“]{0,6}$",
    re.IGNORECASE,
)


LOW = str.maketrans(ascii_uppercase, ascii_lowercase)
BEFORE_CODE = re.compile(r"[\s(\[<`*]+\Z")
AFTER_CODE = re.compile(r"[\s)\]>`*]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A line that announces a ranking."""

    strength: Strength
    rest: str
    """Text behind it on the same line."""

    needs_order: bool
    """Whether this is a marker only if an order follows on the same line, as in `My final ranking is B, then A`."""

    worst_first: bool
    has_nonce: bool


def marker(line: str, nonce: str | None) -> Marker | None:
    """The marker that a line is; None for any other line.

    Args:
        line: One line, without its line break.
        nonce: The call's own code, which may be between marker and colon.
    """
    if line.lstrip()[:1] in (">", '"', "'", "“", "‘", "«", "„"):
        return None
    text = flat(line[:2_000]).strip()
    code = code_within(text, nonce) if nonce else None
    has_nonce = code is not None
    if code is not None:
        text = _without(code, text)
    opening = UNDECORATED.match(text)
    text = text[opening.end() :] if opening else text
    kinds: tuple[tuple[Strength, re.Pattern[str]], ...] = (("final", FINAL), ("ranking", HEADING))
    for strength, pattern in kinds:
        match = pattern.match(text)
        tail = TAIL.match(match["rest"]) if match else None
        if match and tail:
            return Marker(
                strength=strength,
                rest=match["rest"][tail.end() :],
                needs_order=tail["end"] is None,
                worst_first=says_worst_first(match["rest"][:120]),
                has_nonce=has_nonce,
            )
    if INTRO.fullmatch(text):
        return Marker(
            strength="intro",
            rest="",
            needs_order=False,
            worst_first=says_worst_first(text),
            has_nonce=has_nonce,
        )
    return None


def _without(nonce: str, text: str) -> str:
    """The line without its code and what is around that. By hand: a pattern for a code would be used once, and take
    longer to make than everything else about a line."""
    low, sought = text.translate(LOW), nonce.translate(LOW)
    kept: list[str] = []
    start = 0
    while (at := low.find(sought, start)) >= 0:
        kept.append(BEFORE_CODE.sub("", text[start:at]))
        behind = AFTER_CODE.match(text, at + len(sought))
        start = behind.end() if behind else at + len(sought)
    return " ".join([*kept, text[start:]]).strip()


def introduces_quotation(line: str) -> bool:
    """Whether a line says that what follows is not the writer's own, such as `Response A contains this text:`."""
    return QUOTED.search(line[-300:]) is not None


def says_worst_first(text: str) -> bool:
    """Tell whether a marker, or the line below it, says that the list begins with the worst."""
    return WORST_FIRST.search(text) is not None
