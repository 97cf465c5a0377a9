"""Replace the names of people in a text by numbers.

The rule: a name behind `@`, in any case, and a whole name of two or more parts always. A part of a name alone, such as
the first name, only as it is written or with a capital, and if nobody else bears it. A name that is also an ordinary
word, such as `Mark`, only where the sentence shows that somebody is meant, and a family name of one sign only before a
title.
"""

import re
from collections import Counter
from collections.abc import Sequence
from unicodedata import category

from council_core.domain.similarity import carries_meaning

SHORTEST_NAME = 3
"""Fewest letters of a part of a name, such as a first name, that is replaced by itself; in Hangul and Han, two less."""

HANGUL_NAME = re.compile(r"[가-힣]{3}")
"""Family name and given name in one word."""

SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts that write a particle right behind a name, and whose names are short."""

ASIDE = re.compile(r"[(\[（].*?[)\]）]|[|/•·–—].*$")
"""Part of a display name that names nobody, such as `(she/her)` and `| Sales`."""

_ORDINARY_WORDS = """
angel amber april art august autumn baker basil bay best bill bird black bliss bond brook brown bush case chance
charity chase chip church clay cliff cook crystal daisy dale dawn day dean destiny don dot drew duke earl faith
fields flora forest fox frank ginger glen glory grace grant gray green grey guy harmony heath hill holly honey hope
hunter iris jade jasmine jewel joy judge june king lake law lily long love major mark marina marsh max may mercy
merry miles mint misty noble nova olive page pat patience pearl pepper piper poppy price prince ray red reed reef
rich river rob rock rocky rose royal ruby rusty sage serenity short sky skip star sterling stone storm sue summer
sunny tab tiger trinity trip victory violet wells west wick will willow winter wolf wood woods young zen bauer berg
busch engel ernst gross groß herr kaiser klein koch kurz lang lieb mai mond reich richter sommer sonne stein stern
vogel weiß

나라 다운 단비 바다 보라 보람 빛나 사랑 새롬 샛별 소라 슬기 아름 이슬 하나 하늘 한결 한빛 가을 여름 겨울 봄 별 솔 힘찬
지원 수정 지수 현재 유리 미래 진주 은하 지성 소원 태양 진리 우주 선정 수리
정수 영수 주연 유지 지도 지연 상수 정의 민주 이상 경기
정 이 오 조 한 신 강 양 장 주 전 구 하 황

愛 光 空 海 希望 望 明 翼 翔 夢 花 春 夏 秋 冬 桜 凛 心 葵 森 林 平和 建国 国庆
高 王 黄 白 金 方 石 马 牛 文 安 和 陽 月 星

вера надежда любовь роман слава лев мир воля майя август волк король

أمل نور سلام جميل كريم سعيد صادق أمين حكيم نجم قمر ربيع فجر هدى إيمان رحمة وفاء صباح شمس
"""
ORDINARY = frozenset(_ORDINARY_WORDS.split())
"""Names that are words of the languages in which teams write, in small letters."""

_THINGS = """
art autumn bill black brown case chance charity chip destiny dot faith fields forest glory gray green grey harmony honey
hope joy judge law love major mercy noble page patience pepper price red rock sky star stone storm summer tab trip
victory winter wood berg gross groß herr klein kurz lang mond reich sommer sonne stein stern
"""
THINGS = frozenset(_THINGS.split())
"""Those of them that begin a sentence without an article though nobody is meant, as in `Hope is no plan`."""

MONTHS = frozenset({"april", "may", "june", "august", "mai", "july", "август"})
"""Names that are capitalised within a sentence though nobody is meant."""

_ARTICLES = """
a an the this that these those my your our their his her its no some any every each in on of by ein eine einen einem
einer der die das den dem des kein keine keinen dieser diese dieses mein dein unser jeder als im am zum
deutsche deutschen zwei drei fünf zehn hundert
"""
BEFORE_A_THING = frozenset(_ARTICLES.split())
"""Words before a capitalised word that is no name, such as a noun in German."""

SPEAKING = r"(?:said|says|asked|asks|thinks|thought|told|wrote|writes|agreed|sagte?|meinte?|fragte?|schrieb|сказала?)"
ACTS = re.compile(rf"['’]s\b|\s+{SPEAKING}\b")
ADDRESSED = re.compile(rf"{ACTS.pattern}|[,:]")
"""Continuation after a name at the beginning of a sentence."""

_DOES = """
is isn['’]t was wasn['’]t has hasn['’]t had does doesn['’]t did didn['’]t can can['’]t could couldn['’]t should would
wouldn['’]t will won['’]t must might wants wanted needs knows likes prefers suggests suggested proposes proposed
ist war hat hatte wird würde will wollte kann konnte soll sollte muss musste darf möchte findet fand glaubt kommt weiß
braucht
"""
DOES = re.compile(
    rf"\s+(?:(?:{'|'.join(_DOES.split())})\b(?!\s+\d)|(?:and|or|und|oder)\s+[A-ZÄÖÜ])|s\s+[A-ZÄÖÜ]"
)
"""Continuation after the name of somebody who does something, with somebody else, or has something (`Marks Plan`)."""

TITLED = re.compile(
    r"\s?(?:님|씨|さん|様|君|ちゃん|氏|先生|さま|老师|女士|经理|同学)"
    r"|\s?(?:팀장|과장|부장|차장|대리|주임|대표|이사|교수|선생|사장|매니저|책임|선임|수석)"
    r"|이(?:가|는|를|도|랑|네)(?!\w)|한테|에게|께|(?:가|이|은|는)\s?(?:말[했하씀]|물[었어]|답했|썼|제안했)"
)
"""Title or verb behind a person's name, in scripts without capitals."""

AT_BEGINNING = re.compile(r"(?:\A|[.!?:;…。！？\n])[\s\"'“”„‘’«»()\[\]*_>~`-]*\Z")
LAST_WORD = re.compile(r"(\w+)\W{1,2}\Z")

NEAR = 80
"""Characters before a name that are looked at, so that a text with many names costs no more than its length."""


def without_names(text: str, people: Sequence[str]) -> str:
    """Return a text in which people's names are `Person 1`, `Person 2` and so on, wherever they stand as whole words.

    Args:
        text: The text.
        people: Names in the order of the numbers; empty for one that is not known.
    """
    spelled = [parts_of(name) for name in people]
    given = [parts[0][1:] if len(parts) == 1 and HANGUL_NAME.fullmatch(parts[0]) else "" for parts in spelled]
    known = [{each.casefold() for each in (*parts, name)} for parts, name in zip(spelled, given, strict=True)]
    bearers = Counter(part for parts in known for part in parts)
    called: dict[str, str] = {}
    anywhere, after_at = set[str](), set[str]()
    for number, (name, parts, first) in enumerate(zip(people, spelled, given, strict=True), 1):
        alone = [part for part in parts if bearers[part.casefold()] == 1 or len(parts) == 1]
        alone += [first] if first and bearers[first] == 1 else []
        joined = "".join(parts) if all(map(SPACELESS.match, parts)) else ""
        wholes = {" ".join(name.split()), " ".join(parts), joined} - {"", *alone}
        handles = {sign.join(parts) for sign in ("", ".", "_", "-")} if len(parts) > 1 else set[str]()
        for each in (*wholes, *alone, *handles):
            called.setdefault(each.casefold(), f"Person {number}")
        anywhere |= wholes | {part for part in alone if _is_long_enough(part, of=len(parts))}
        after_at |= wholes | set(alone) | handles
    if not called:
        return text
    found = re.compile(
        rf"(?<=@)(?<!\w@)(?:{_either(after_at)})|(?<![\w@])(?:{_either(anywhere)})", re.IGNORECASE
    )
    whole = {each.casefold() for each in anywhere if len(each.split()) > 1}

    def number_for(match: re.Match[str]) -> str:
        said = match[0]
        is_behind_at = text[match.start() - 1 : match.start()] == "@"
        if is_behind_at or said.casefold() in whole or _is_person(said, text, match, anywhere):
            return called[said.casefold()]
        return said

    return found.sub(number_for, text)


def parts_of(name: str) -> list[str]:
    """Return the parts of a display name, such as the first name, without emoji and without additions such as
    `(she/her)`."""
    plain = ASIDE.sub(" ", name) if ASIDE.sub("", name).strip() else name
    letters = "".join(
        sign if category(sign)[0] in "LMNP" and sign not in "\ufe0f\u20e3" else " " for sign in plain
    )
    return [
        part for each in letters.split() if (part := each.strip("\"'.,;:!?*~")) and re.search(r"\w", part)
    ]


def _is_long_enough(part: str, *, of: int) -> bool:
    return len(part) >= (1 if of == 1 else SHORTEST_NAME - 2 if SPACELESS.match(part) else SHORTEST_NAME)


def _either(names: set[str]) -> str:
    """Return a pattern for any of these names, the longest first; one that matches nothing if there is none."""
    ends = {each: "" if SPACELESS.search(each[-1]) else r"(?=s?(?!\w))" for each in names}
    found = [re.escape(each) + ends[each] for each in sorted(names, key=lambda each: (-len(each), each))]
    return "|".join(found) or r"(?!)"


def _is_person(said: str, text: str, match: re.Match[str], names: set[str]) -> bool:
    """Tell whether a name that stands alone in a sentence means a person."""
    spellings = {
        said,
        said[:1].lower() + said[1:],
        *(each for each in names if each.casefold() == said.casefold()),
    }
    is_as_written = said in names or (said[:1].isupper() and not spellings.isdisjoint(names))
    word = said.casefold()
    is_sign = len(said) == 1 and SPACELESS.match(said) is not None
    if word not in ORDINARY and carries_meaning(said) and not is_sign:
        return is_as_written
    start, end = match.span()
    near = max(0, start - NEAR)
    does = word not in THINGS and DOES.match(text, end) is not None
    if said[:1].upper() == said[:1].lower():
        return TITLED.match(text, end) is not None
    if not said[:1].isupper():
        return False
    if AT_BEGINNING.search(text, near, start):
        return does or ADDRESSED.match(text, end) is not None
    if word in MONTHS:
        return ACTS.match(text, end) is not None
    previous = LAST_WORD.search(text, near, start)
    if previous is None or ACTS.match(text, end) or (previous[1] == "that" and does):
        return True
    return previous[1].casefold() not in BEFORE_A_THING and not previous[1].isdigit()
