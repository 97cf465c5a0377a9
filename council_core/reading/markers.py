"""Find the lines that announce a ranking: `FINAL RANKING:` in all the forms that models write."""

import re
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Literal

from council_core.reading.extremes import BEST, WORST
from council_core.reading.labels import code_within, flat

Strength = Literal["final", "ranking", "intro"]
"""Strength of an announcement. `final`: it names the final ranking; `ranking`: a heading that says ranking; `intro`: a
sentence about ranking that ends in a colon."""

LEAD = (
    r"(?:(?:so|thus|therefore|hence|and|now|my own|mine|own|here(?:'s| is| are)|my|our|the|this is|below is"
    r"|i (?:present|give|propose)"
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
    r"|(?:reverse|inverse) order|(?:bad|poor|weak) to (?:good|strong)|upside down"
    r"|least (?:\w+ )?to (?:the )?(?:most|best)|least \w+ first|bottom (?:to|up|first)"
    r"|last (?:place )?first|losers? first"
    r"|most (?:to|through) (?:the )?least (?:flaw|wrong|bad|weak|poor|error|problem|fault|incorrect|inaccura|incomplete"
    r"|mislead|harm|danger|confus|useless)"
    r"|most (?:flawed|wrong|problematic|faulty|incorrect|inaccurate|misleading|harmful|dangerous) first"
    r"|(?:start|begin)\w*(?: \w+)? (?:with|from|at) (?:the )?(?:worst|weakest|lowest|poorest|bottom|least|last)"
    r"|most (?:errors|mistakes|faults|flaws|problems|issues|bugs)[\w ]{0,12} first|fewest (?:points|marks|stars) first"
    r"|\b1 (?:the |as )?(?:worst|weakest|lowest)|\b[2-9] ?(?:=|is|:|being|as|for)? ?(?:the )?(?:best|winner|strongest)"
    r"|mit (?:der|dem) (?:schlecht|schwäch)|par (?:la|le) (?:pire|moins bon|plus (?:faible|mauvais))"
    r"|(?:por|con) (?:el|la|lo) (?:peor|más (?:débil|flojo|floja))|(?:por|pela|pelo|com) (?:o |a )?(?:pior|mais frac)"
    r"|(?:dal|dalla|con) (?:la |il )?peggior|с (?:самого )?худш|met (?:de|het) (?:slechtst|zwakst)"
    r"|med (?:den |det )?(?:sämst|verst|dårligst)"
    r"|(?:best|winners?|strongest) (?:comes? |is |are |at the |on the )?(?:last|bottom|end)"
    r"|last (?:one |response |answer )?(?:is |= ?)(?:the )?(?:best|winner)|1 ?(?:=|is|:) ?(?:the )?worst|\breversed\b"
    r"|\b[2-9]\.? (?:ist|est|es|è|é|это|jest) (?:\w{1,3} )?(?:best|meilleur|mejor|melhor|miglior|лучш|najleps)"
    r"|\b1\.? (?:ist|est|es|è|é|это|jest) (?:\w{1,3} )?(?:schlecht|schwäch|pire|peor|pior|peggior|худш|najgors)"
    r"|[2-9]\s?[번위등位番号號](?:째)?\s?[이가은는がは]?\s?(?:가장|제일|一番|最も|最)?\s?(?:좋|낫|나은|우수|최고|良|优|優|好)"
    r"|(?:worst|weakest|lowest|poorest)[\w ]{0,20} (?:at the |on )top\b"
    r"|\binverse ranking|from the bottom up"
    r"|schlecht\w*,? (?:\w+ )?(?:zuerst|zum|bis|zu|nach)\b|von unten nach oben|umgekehrte\w* reihenfolge"
    r"|(?:schlecht|schwäch|schlusslicht)\w* (?:steht |ist |kommt )?oben"
    r"|best\w+ (?:steht |ist |kommt )?(?:unten|zuletzt)"
    r"|schw[aä]chste\w*,? (?:zuerst|zum|bis)|aufsteigend"
    r"|(?:pire|moins bon|mauvais|plus faible)\w*,? (?:au|[aà]|en premier|d'abord)"
    r"|(?<!dé)(?<!de)croissant|ordre inverse"
    r"|(?:último|última|último) (?:es|é) (?:el|la|o|a) (?:mejor|melhor)|de mal en mejor|aumentando"
    r"|peor(?:es)?,? (?:al?|primero)|ascendente|de menor a mayor|orden inverso|ordem inversa"
    r"|pior(?:es)?,? (?:para|ao?|primeiro)|(?<!de)crescente"
    r"|prima (?:\w{1,2} )?peggior|ordine inverso|peggior\w*,? (?:al|prima|per prim)"
    r"|худш\w+,? (?:к|до|первы|сначала)|сначала худш|по возрастанию|от слаб\w+ к|обратн\w+ порядк"
    r"|спочатку найгірш|за зростанням|найгірш\w*,? (?:до|спочатку)"
    r"|k[oö]t[uü](?:den|sü)?,? (?:\w+ )?(?:iyiye|[oö]nce|ilk)|\bod najgorsz"
    r"|naj(?:gorsz|słabsz|slabsz)\w+,? (?:do|najpierw|pierwsz)|zayıftan|rosn[aą]co"
    r"|差(?:的)?\s?(?:到|至|在前|排前|→|->|—)|反序|逆序|[从由]低[到至]高|劣[到至]优|升序|倒序"
    r"|(?:最悪|悪い|低い|下位)(?:もの|順)?(?:から|が先|順)|昇順|ワースト"
    r"|역순|반대\s?순서|(?:최악|나쁜|낮은|최하위|꼴찌|못한|약한|뒤처진)\s?(?:것)?(?:부터|에서|순)|오름차순"
    r"|ال[أا]ضعف [إا]ل[ىي]|ال[أا]سو[أا] (?:[أا]ول|[إا]ل[ىي])|تصاعدي"
    r"|सबसे ख[\u093c]?राब (?:पहले|से)|(?<!अव)आरोही|बुर[ेा] (?:पहले|से)"
    r"|\b(?:slechtst|zwakst)\w*,? (?:eerst|naar|tot)|van slecht naar|oplopend|\bsämst\w*,? (?:först|till)|stigande"
    r"|\b(?:dårligst|verst|ringest)\w*,? (?:først|til)|stigende|huono\w* ?(?:ensin|parha)|nouseva"
    r"|nejhorší\w*,? (?:první|k|po)|vzestupně|legrosszabb\w*,? (?:el[oöő]|a leg)"
    r"|növekvő|(?:tệ|kém) nhất (?:trước|đến)|tăng dần"
    r"|terburuk (?:dahulu|dulu|ke|sampai|hingga)|χειρότερ\w+ (?:πρώτ|στ)"
    r"|αύξουσα|הגרוע (?:ביותר )?ראשון|מהגרוע|แย่ที่สุด(?:ก่อน|ไป)"
    r"|(?:\blow|niedrig|faible|\bbaj|\bbaix|низк|낮|低)[^→>\n]{0,12}(?:→|-{1,2}>|={1,2}>)[^\n]{0,3}"
    r"(?:high|hoch|höh|élev|alt|высок|높|高)"
    r"|slab\w* (?:primul|la cel)|crescătoare|بدترین (?:اول|به)|صعودی",
    re.IGNORECASE,
)
"""Words for "worst first" in every language with markers, and some more, because a marker may be in English although
the text is not."""

BEST_FIRST = re.compile(
    r"\b(?:best|strongest|highest|top|winner)(?: (?:response|answer|one|score))?[\s-]*(?:to\b"
    r"|first|→|->|>|–|-|at the top|on top)"
    r"|\bdescending|\bmost (?:\w+ )?(?:to|first)\b|1 ?(?:=|is|:) ?(?:the )?best|\b(?:1st|first) to last"
    r"|best\w*,? (?:\w+ )?(?:zuerst|zum|bis|oben|nach|eerst|naar)"
    r"|vo[mn] (?:besten|gut|oben)|absteigend|aflopend|van goed naar"
    r"|meilleure?s?,? (?:au|à|en premi|d'abord)|décroissant|mejor(?:es)?,? (?:al?|primero)|de mayor a menor|descendente"
    r"|melhor(?:es)?,? (?:para|ao?|primeiro)|decrescente|miglior\w*,? (?:al|prima|per prim)|prima (?:\w{1,2} )?miglior"
    r"|лучш\w+,? (?:к|до|первы|сначала)|сначала лучш|по убыванию"
    r"|спочатку найкращ|найкращ\w+,? (?:до|спочатку)|за спаданням"
    r"|(?:en )?iyi(?:den)?,? (?:en |k[oö]t|[oö]nce|ilk)|azalan|najlepsz\w+,? (?:do|najpierw|pierwsz)|malejąco"
    r"|(?:好|优|優|高)(?:的)?\s?(?:到|至|在前|排前|→|->)|降序|(?:最良|良い|高い|上位)(?:もの|順)?(?:から|が先|順)|降順"
    r"|(?:최고|좋은|높은|우수한|상위|1위|나은)\s?(?:것)?(?:부터|에서|순)|내림차순"
    r"|ال[أا]فضل (?:[أا]ول|[إا]ل[ىي])|ال[أا]قوى [إا]ل[ىي]|تنازلي"
    r"|सबसे अच्छ[ेा] (?:पहले|से)|अवरोही|सर्वश्रेष्ठ (?:पहले|से)"
    r"|bäst\w*,? (?:först|till)|bedste?,? (?:først|til)"
    r"|beste?,? (?:først|til)|par(?:as|haasta|haimmasta) ?(?:ensin|huono)"
    r"|nejlepší\w*,? (?:první|k|po)|sestupně|legjobb\w*,? (?:el[oöő]|a leg)"
    r"|tốt nhất (?:trước|đến)|terbaik (?:dahulu|dulu|ke|sampai)"
    r"|καλύτερ\w+ (?:πρώτ|στ)|הטוב (?:ביותר )?ראשון|מהטוב"
    r"|ดีที่สุด(?:ก่อน|ไป)|cel mai bun (?:primul|la cel)|بهترین (?:اول|به)",
    re.IGNORECASE,
)
_ARROW = (
    r"\w{0,3}[\s*_`]{0,3}(?:→|-{1,2}>|={1,2}>|⇒|➔|➜|⟶|>|(?: \w+)? (?:to|bis|zu[mr]?|nach|aux?|à|al?|ao|para|all[ao]|ke"
    r"|к|до)(?: (?:the|la|el|o|a|il))?\b)[\s*_`]{0,3}"
)
WORST_TO_BEST = re.compile(rf"\b{WORST}{_ARROW}(?:\w{{1,3}} )?{BEST}", re.IGNORECASE)
BEST_TO_WORST = re.compile(rf"\b{BEST}{_ARROW}(?:\w{{1,3}} )?{WORST}", re.IGNORECASE)
"""`worst → best` and the like in every language of `extremes`."""

_NEUTRAL = """
a all allowed an and answer answers average based below by complete correctness criteria final five following for four
from full helpfulness ids if in is are labels letters mean my no of official on only or order out overall per place
places points preferred quality ranked ranking rankings response responses review revised rubric score scores see six
strict the three tie ties total two using using usefulness votes with above accuracy corrected updated
revision here as follows n best of
"""
NEUTRAL = frozenset(_NEUTRAL.split())
"""Words beside a marker that do not reverse its list."""

ABOUT_THE_LIST = re.compile(
    r"\W*(?:(?:note|that|where|here|number|platz|nummer|hinweis|numéro|número|numero|참고로|them|i|i've|we|have|please|listed|ordered|ranked|rank|sorted|given|ranking|order"
    r"|list|responses|answers|is|are|was|from|in|by|the|my|this|it"
    r"|die|das|meine|diese|liste|reihenfolge|rangliste|beginnt|fangt|fängt|an|geht|la|ma|mi|minha|mia|cette|esta|le|el|o"
    r"|mon|ce|classement|lista|orden|ordem|ordine|classifica|clasificaci[oó]n|commence|empieza|comienza|come[cç]a|inizia"
    rf"|goes|runs|starts|with)\b\W*){{0,8}}?(?:{WORST_FIRST.pattern})",
    re.IGNORECASE,
)
"""Words about the list alone, and then that it begins with the worst."""

REMARKS = re.compile(r"[(（\[【]([^()（）\[\]【】\n]{1,80})[)）\]】]")
MARKER_WORDS = re.compile(f"{FINAL_WORDS}|{RANKING_WORDS}", re.IGNORECASE)
PLAIN_WORD = re.compile(r"[^\W\d_]{2,}")

UNDECORATED = re.compile(r"[\s*_#=~`\-–—|\[<({「【『•·🏆🥇📊📋✅⭐🏅]{0,16}")
"""Text allowed before a marker. It excludes quotation marks and `>`, because a quoted marker is somebody else's."""

QUOTED = re.compile(
    r"\b(?:contain|includ|inject|says?\b|said|writes?\b|wrote|claim|attempt|append|embed|quot|adversar|manipulat|fake"
    r"|malicious|ends? with|begins? with|verbatim|trie[sd])\w*[^.\n]{0,120}[:：][\s*_`\"'“]{0,6}$",
    re.IGNORECASE,
)


TABLE_ROW = re.compile(r"\|[^|]*\|.*\|")
"""A row of several cells: the head of a table, `| Rank | Response |`, announces no list."""

LOW = str.maketrans(ascii_uppercase, ascii_lowercase)
BEFORE_CODE = re.compile(r"[\s(\[<`*]+(?:(?:code|nonce|id)[:\s]{1,3}[`*]{0,2})?\Z", re.IGNORECASE)
CODE = re.compile(r"(?<![\w#])(?:[0-9a-f]{32}|[0-9a-f]{8})(?!\w)", re.IGNORECASE)
"""The shape of a call's code, today's or that of earlier versions."""
AFTER_CODE = re.compile(r"[\s)\]>`*]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A line that announces a ranking."""

    strength: Strength
    rest: str
    """Text behind the marker on the same line."""

    needs_order: bool
    """Whether this is a marker only with an order on the same line, as in `My final ranking is B, then A`."""

    worst_first: bool
    has_nonce: bool
    another_code: str = ""
    """Code on this line that has the shape of a call's code and is another one; mostly none."""

    unread: str = ""
    """Remark in brackets that may say which end is the best, in unknown words."""


def marker(line: str, nonce: str | None) -> Marker | None:
    """Return the marker on a line; None for any other line.

    Args:
        line: One line, without its line break.
        nonce: The call's own code, which may be between marker and colon.
    """
    if line.lstrip()[:1] in (">", '"', "'", "“", "‘", "«", "„"):
        return None
    text = flat(line[:2_000]).strip()
    if TABLE_ROW.fullmatch(text):
        return None
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
                another_code=_another_code(match["rest"]) if nonce and not has_nonce else "",
                unread=unread_remark(tail["tag"]),
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


def _another_code(rest: str) -> str:
    found = CODE.search(rest[:60])
    return found[0] if found else ""


def _without(nonce: str, text: str) -> str:
    """Return the line without its code and the signs around it. Done without a pattern, because compiling one for a
    single code would take longer than everything else about a line."""
    low, sought = text.translate(LOW), nonce.translate(LOW)
    kept: list[str] = []
    start = 0
    while (at := low.find(sought, start)) >= 0:
        kept.append(BEFORE_CODE.sub("", text[start:at]))
        behind = AFTER_CODE.match(text, at + len(sought))
        start = behind.end() if behind else at + len(sought)
    return " ".join([*kept, text[start:]]).strip()


def introduces_quotation(line: str) -> bool:
    """Tell whether a line announces a quotation, such as `Response A contains this text:`."""
    return QUOTED.search(line[-300:]) is not None


def unread_remark(text: str) -> str:
    """Return the first remark in brackets whose words are unknown and might reverse the list; mostly none."""
    for remark in REMARKS.findall(text):
        if says_worst_first(remark) or BEST_FIRST.search(remark) or BEST_TO_WORST.search(remark):
            continue
        words = [word.lower() for word in PLAIN_WORD.findall(MARKER_WORDS.sub("", remark))]
        if words and not any(sign.isdigit() for sign in remark) and not NEUTRAL.issuperset(words):
            return remark
    return ""


def says_worst_first(text: str) -> bool:
    """Tell whether a marker, or the line below it, says that the list begins with the worst."""
    return WORST_FIRST.search(text) is not None or WORST_TO_BEST.search(text) is not None


def says_it_is_turned_round(text: str) -> bool:
    """Tell whether a short field of a structured reply says only that the ranking begins with the worst."""
    if len(text) > 80:
        return False
    return ABOUT_THE_LIST.match(text.replace("_", " ")) is not None
