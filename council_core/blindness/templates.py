"""Fill templates with word lists: patterns over abstracts.

Templates keep the TOML files readable. In one, a blank is any white space, ` ?` any or none, `{word}` a word list of
the same file (a list is a choice), and the rest is a regular expression. Holes filled with more than words:

    {name} {maker} {base} {guess}     a known name, also several: `OpenAI's GPT-4`, `深度求索 (DeepSeek)`
    {newname} {newmaker} {newbase}    a known name, or capital letters that look like one
    {hanmaker}                        a known name, or Chinese characters
    {lab}                             the known name of a maker
    {date}                            a year, perhaps with a month and a day
    {gap}                             some words of the same clause, without a name and without the words of `block`
    {few}                             up to six words, none of `stop`
    {sure} {all}                      for character classes: the signs of names, {all} with the unsure ones
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from council_core.blindness.abstract import ALL_NAMES, MAKER, MASKED, SURE_NAMES
from council_core.blindness.shadow import fold

NEVER = "(?!)"
"""A word list that matches nothing."""

_HOLE = re.compile(r"\{([a-z_]+)\}")
_NAMES = frozenset({"name", "maker", "lab", "base", "guess"})
_BETWEEN_KNOWN = r"(?:'s?)?(?:\s?\(|\s?/\s?|\s)?"
_OF = r"\s(?:by|from|of|at|von|de|di|da|do|van|od|av|от)\s"
_BETWEEN_NEW = r"(?:'s)?\s(?:(?:of|for|and|the|&)\s){0,2}\(?"
_NEW = r"(?-i:(?!(?:I|I'm|My|The|A|An|As|And)\b)(?:[A-ZА-Я]|\d+\.?[A-Z])[\w&+]*(?:[.-]\w+)*(?: v?\d+(?:\.\d+)*)?)"
_NEW_AMONG_CAPITAL_NOUNS = r"(?-i:[A-ZА-Я][\w-]*[A-Z0-9][\w-]*)"
_HAN = (
    r"(?!我|你|他|她|它|人类|一[个群家位]|研究人员|工程师|开发者|多[个家]|用户|众多|专业|专家|科学家|大量|很多|不同|优秀)"
    r"[\u4e00-\u9fff·]{2,16}?"
)
_PART_OF_YEAR = (
    r"(?:early|mid|late|around|approximately|about|(?:the )?(?:end|beginning|start|middle) of|spring"
    r"|summer|autumn|fall|winter|q[1-4]|t[1-4]"
    + fold(
        r"|(?:dem |im )?(?:ende?|anfang|mitte|fruhjahr|fruhling|sommer|herbst)(?: des jahres)?|fin|debut"
        r"|mi|courant|printemps|ete|automne|hiver"
        r"|(?:a )?(?:finales|fines|principios|comienzos|mediados)|primavera|verano|otono|invierno|fine"
        r"|inizio|meta|estate|autunno|inverno"
        r"|(?:final|fim|inicio|comeco|meados)|verao|outono|eind|begin|medio|voorjaar|lente|zomer|najaar"
        r"|konc\w{1,2}|koniec|poczat\w{1,3}|polow\w|wiosn\w{1,2}|lat(?:o|a|em)|jesie\w{1,3}|zim\w{1,2}"
        r"|varen|host|sommar\w{0,2}|hosten|vinter\w{0,2}"
        r"|кон\w{2,4}|начал\w{1,2}|середин\w{1,2}|весн\w{1,2}|лет[оаеу]м?|осен\w{1,3}|зим\w{1,3}|akhir"
        r"|awal|pertengahan|cuoi|dau|giua"
        r"|نهاية|بداية|مطلع|منتصف|اواخر|اوائل|ربيع|صيف|خريف|شتاء|शुरुआत|अंत"
    )
    + r")(?!\w)"
)
_QUARTER = (
    r"(?:\d{1,2}|i{1,3}v?)(?:st|nd|rd|th|er|e|\.|º|°|-[йяюем]\w{0,2})?\s"
    r"(?:quarter|quartals?|trimestre|kwartal\w{0,2}|kwartaal|квартал\w{0,3})"
)
_OF_YEAR = (
    r"(?:of|del?|des|di|d'|do|da|van|dell'anno|de l'annee|του|del ano|do ano|tahun|nam|عام|سنة|من عام|года)"
)
DATE = (
    rf"(?:(?<!\w)(?:{_PART_OF_YEAR}|{_QUARTER})[\s/-]?(?:{_OF_YEAR}\s)?){{0,3}}"
    r"(?:\d{1,2}[./-]){0,2}(?:\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?)?"
    rf"(?:(?<!\w)(?:[^\W\d_\u3040-\u9fff\uac00-\ud7a3]|[\u0900-\u0963]){{3,14}}\.?,?\s(?:\d{{1,2}}(?:st|nd"
    rf"|rd|th)?,?\s)?(?:{_OF_YEAR}\s)?|thang\s\d{{1,2}}(?:\snam\s|/))?"
    r"(?:(?:19|20)\d\d|[٢۲][٠۰][٠-٩۰-۹]{2}|२०[०-९]{2})(?!\d)"
    + fold(
        r"(?:[-/.年]\d{1,2}(?:月(?:\d{1,2}日)?)?|년(?:\s?\d{1,2}월(?:\s?\d{1,2}일)?)?)?"
        r"(?:年?(?:\d{1,2}月)?(?:年?[初中末底春夏秋冬][天季]?|年?[上下]半年|年?第[一二三四1-4]季度|[前後]半)|\s?(?:초|중순|중반|말|봄|여름|가을|겨울"
        r"|[상하]반기|[1-4]분기))?"
        r"(?:\s(?:года?|году|годом|г\.|року|р\.|roku|godine|yilinin(?: \w{3,10})?|yili\w{0,3}|م))?"
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Differences between languages and uses."""

    unsure_names: bool
    """Whether known names also fit where they could mean something else."""

    spaced: bool = True
    """Whether words are written apart, so that a template starts at the beginning of a word."""

    with_makers: bool = False
    """Whether the maker may follow a known name: `Claude by Anthropic`."""

    capital_nouns: bool = False
    """Whether all nouns begin with capitals, so that an unknown name must look stranger than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A filled template, and the kinds of its holes."""

    source: str
    """Its regular expression."""

    holes: frozenset[str]

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compile it when it is first used: all templates take seconds, and a text in English needs few of them."""
        return _compiled(self.source)

    @property
    def needs_a_name(self) -> bool:
        """Tell whether it needs a known name to match."""
        return bool(self.holes & _NAMES)


def words_of(table: Mapping[str, object]) -> dict[str, str]:
    """Turn a [words] table into patterns; a list of lines becomes a choice among them."""
    return {
        name: "|".join(cast("list[str]", words)) if isinstance(words, list) else cast("str", words)
        for name, words in table.items()
    }


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def filled_in(template: str, words: Mapping[str, str], style: Style) -> Template:
    """Fill in word lists, which may use each other, and the holes; the result ignores letter case."""
    filled = template
    while any(hole in words for hole in _HOLE.findall(filled)):
        filled = _HOLE.sub(lambda hole: f"(?:{words[hole[1]]})" if hole[1] in words else hole[0], filled)
    filled = (
        fold(filled)
        .replace(" ?", r"\s*")
        .replace(" ", r"\s+")
        .replace(r"[(\[", r"[(\[<{〔【⟨〈")
        .replace(r"[)\]", r"[)\]>}〕】⟩〉")
    )
    numbers = iter(range(999))
    pattern = _HOLE.sub(lambda hole: _hole(hole[1], next(numbers), words, style), filled)
    start = r"(?<!\w)" if style.spaced else ""
    return Template(source=start + pattern, holes=frozenset(_HOLE.findall(filled)))


def fillings(match: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the content of a matched template's holes: `(name | maker | base | guess | date, start, end)`."""
    for group, found in match.groupdict().items():
        if found:
            yield (group.rstrip("_0123456789"), *match.span(group))


def _hole(kind: str, number: int, words: Mapping[str, str], style: Style) -> str:
    known = f"[{ALL_NAMES if style.unsure_names else SURE_NAMES}]"
    new = _NEW_AMONG_CAPITAL_NOUNS if style.capital_nouns else _NEW
    between = f"(?:{_OF}|{_BETWEEN_KNOWN})" if style.with_makers else _BETWEEN_KNOWN
    one_or_several = rf"{known}(?:{between}{known}){{0,3}}\)?"
    match kind:
        case "sure":
            return SURE_NAMES
        case "all":
            return ALL_NAMES
        case "gap":
            return rf"(?:(?!\b(?:{fold(words.get('block', NEVER))})\b)[^.!?;:{SURE_NAMES}]){{0,90}}?"
        case "few":
            return rf"(?:(?!(?:{fold(words.get('stop', NEVER))})\b)[\w'/-]+,?\s+){{0,6}}?"
        case "date":
            return rf"(?P<date_{number}>{DATE})"
        case "lab":
            return rf"(?P<maker_{number}>[{MAKER}{MASKED}])"
        case "hanmaker":
            return rf"(?P<maker_{number}>{one_or_several}|{_HAN})"
        case "newname" | "newmaker" | "newbase":
            several = rf"(?:{known}|{new})(?:{_BETWEEN_NEW}(?:{known}|{new})\)?){{0,6}}"
            return rf"[\"'(\[]{{0,2}}(?P<{kind.removeprefix('new')}_{number}>{several})"
        case "name" | "maker" | "base" | "guess":
            return rf"[\"'(\[]{{0,2}}(?P<{kind}_{number}>{one_or_several})"
        case _:
            raise ValueError(
                f"Unknown hole '{{{kind}}}' in a template; see templates.py for those there are."
            )
