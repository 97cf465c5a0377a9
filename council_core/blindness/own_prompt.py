"""Find names in a model's own instructions that it quotes: `I was told: "You are ①, made by ②"`.

Elsewhere quotations and code are left alone, because others speak in them. Instructions are the model's own if the
words around them speak of instructions and of the speaker, or if the question is not about models. own_prompt.toml
lists the words.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from council_core.blindness.abstract import ALL_NAMES, abstract_of
from council_core.blindness.asked import Asked
from council_core.blindness.masked_text import Span
from council_core.blindness.shadow import fold
from council_core.blindness.templates import words_of

_NAME = f"[{ALL_NAMES}]"
_ASKS_TO_REPEAT = re.compile(
    r"\bwhat (?:were|are) you (?:told|instructed)\b|\b(?:repeat|print|show|output|recite|return) (?:me )?"
    r"(?:(?:all|everything|the|text|words|lines) ){1,3}(?:above|before)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\A\s*(?:>\s?)?(?:<\|im_start\|>system|<\|?(?:system|sys)\|?>|<<sys>>|\[/?(?:system|sys|inst)[^\]\n]{0,20}\]"
    r"|[#*_ ]{0,6}system(?: prompt| message| instructions?)?[*_ ]{0,4}[:：][*_]{0,2})[\s\"'“`>*]{0,8}\Z",
    re.IGNORECASE,
)
"""The mark of a prompt's role, at the beginning of a text."""
_MARKS = re.compile(r"(?:[\s>*~\"'“„‘«`「『《(]|```[a-z]{2,8}\n)+\Z")
"""The marks of a quotation, in front of it."""
_CLOSING = dict(zip("\"'“„‘«`「『《>", "\"'”“’»`」』》\n", strict=True))
_SENTENCE_END = re.compile(r"[.!?。](?:\s|$)|\n\s*\n")
_CUTOFF = re.compile(r"cut-?off[^.!?\n\d]{0,30}(?P<date>(?:19|20)\d\d(?:[-/.]\d{1,2})?)", re.IGNORECASE)
_BEFORE, _BEHIND = 120, 80


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The patterns of own_prompt.toml."""

    opened: re.Pattern[str]
    """The beginning of a prompt."""

    who: re.Pattern[str]
    """Sentences that say who "you" is. `You are using ① too much` does not."""

    instructions: re.Pattern[str]
    mine: re.Pattern[str]
    asked_for: re.Pattern[str]
    """The instructions again, folded as questions are."""

    yours: re.Pattern[str]


@cache
def _words() -> _Words:
    """Read own_prompt.toml once."""
    text = resources.files("council_core.blindness").joinpath("own_prompt.toml").read_text("utf-8")
    lists = words_of(tomllib.loads(text))

    def spaced(name: str) -> str:
        return rf"(?<!\w)(?:{lists[name]})(?!\w)|{lists[f'unspaced_{name}']}"

    you_are = (
        rf"(?:you(?:'re| are|r name is)|I(?:'m| am)|as)\s+[\"'“„‘«]?"
        rf"(?:(?:now|called|named|only|just|an?|the)\s+){{0,3}}"
        rf"(?:{_NAME}|[^.!?{ALL_NAMES}]{{0,80}}?\b(?:by|from|at|of|named|called)\s[^.!?{ALL_NAMES}]{{0,30}}{_NAME})"
        rf"|(?:the )?assistant is\s+(?:(?:an?|the)\s+)?[\"'“]?{_NAME}"
    )
    abroad = rf"(?!you|the|assist|I|as)(?:{fold(lists['you'])})[^.!?。{ALL_NAMES}]{{0,60}}{_NAME}"
    return _Words(
        opened=re.compile(
            rf"(?:^|(?<=[\s:：,>\"'“„‘«`「『《*(~]))(?P<quoted>(?:{lists['you']})[^\n]{{0,300}})",
            re.IGNORECASE | re.MULTILINE,
        ),
        who=re.compile(f"{you_are}|{abroad}", re.IGNORECASE),
        instructions=re.compile(spaced("instructions"), re.IGNORECASE),
        mine=re.compile(spaced("mine"), re.IGNORECASE),
        asked_for=re.compile(fold(spaced("instructions")), re.IGNORECASE),
        yours=re.compile(fold(spaced("yours")), re.IGNORECASE),
    )


def own_prompt_spans(text: str, question: Asked) -> Iterator[Span]:
    """Yield the names in the instructions that an answer quotes as its own; names from the question stay."""
    words = _words()
    asks_for_it = bool(
        _ASKS_TO_REPEAT.search(question.folded)
        or (
            not question.names
            and words.asked_for.search(question.folded)
            and words.yours.search(question.folded)
        )
    )
    for match in words.opened.finditer(text):
        start, quoted = match.start("quoted"), match["quoted"]
        if not (asks_for_it or _is_own(text, start, question)):
            continue
        abstract = abstract_of(quoted, regions=(), dropped=[])
        if dated := _CUTOFF.search(quoted):
            yield Span(start + dated.start("date"), start + dated.end("date"), "self_cutoff")
        if not words.who.match(abstract.text):
            continue
        end = _SENTENCE_END.search(quoted)
        first_sentence = len(quoted) if end is None else end.start() + 1
        places = {place: abstract.original(place, place + 1) for place in abstract.mentions}
        told = {abstract.mentions[place].key for place, (low, _) in places.items() if low < first_sentence}
        for place, (low, high) in places.items():
            mention = abstract.mentions[place]
            # The sentences behind say it again: "The assistant is ①. ① enjoys …".
            if mention.key in told and mention.key not in question.names:
                label = "self_vendor" if mention.kind == "maker" else "self_name"
                yield Span(start + low, start + high, label)


def _is_own(text: str, start: int, question: Asked) -> bool:
    """Tell whether the words around a quotation, or the mark of its role, make it the model's own instructions."""
    before = text[max(0, start - _BEFORE) : start]
    if "prompt" not in question.folded and _ROLE.fullmatch(before):
        return True
    around = _SENTENCE_END.split(_MARKS.sub("", before))[-1]
    closing = _CLOSING.get(before.rstrip(" \n*~")[-1:], "")
    closed = text.find(closing, start, start + 600) if closing else -1
    if closed > 0:
        around += "\n" + _SENTENCE_END.split(text[closed + 1 : closed + 1 + _BEHIND].lstrip())[0]
    if not _words().instructions.search(around):
        return False
    is_quoted_elsewhere = closed > 0 and question.is_beside_models and not question.for_writing
    return is_quoted_elsewhere or _words().mine.search(around) is not None
