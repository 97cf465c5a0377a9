"""Find names in a model's own instructions that it quotes: `I was told: "You are ①, made by ②"`.

Elsewhere quotations and code are left alone, because others speak in them. Here the words before show that the
instructions are the model's own.
"""

import re
from collections.abc import Iterator
from itertools import chain

from council_core.blindness.abstract import ALL_NAMES, abstract_of
from council_core.blindness.asked import Asked
from council_core.blindness.masked_text import Span
from council_core.blindness.shadow import fold

_INSTRUCTIONS = (
    r"(?:(?:system|initial|hidden|base)[ -])?"
    r"(?:prompts?|messages?|instructions?|directives?|configuration|setup|persona)"
)
_TOLD = r"(?:told|instructed|configured|given|prompted|set up|initiali[sz]ed|deployed|started|primed|asked|informed)"
_MINE = re.compile(
    rf"\b(?:my (?:\w+ ){{0,2}}{_INSTRUCTIONS}"
    rf"|{_INSTRUCTIONS}(?: (?:that|which))? I(?:'m| am| was|'ve been| have been|'ve| have|'d| had)?"
    rf" (?:\w+ )?(?:{_TOLD}|run|follow|got|received|see|use|work|under|with|by)"
    rf"|{_INSTRUCTIONS}[^.!?\n]{{0,24}} (?:tells?|told|instructs?|asks?|says? to|given to|sent to|for) me"
    rf"|I(?:'m| am| was|'ve been| have been) (?:\w+ ){{0,2}}{_TOLD}"
    rf"|I (?:follow|have|got|run on|use|see) an? (?:\w+ )?{_INSTRUCTIONS}"
    r"|(?:operator|developer|owner|creator|maker|admin\w*)s? (?:has |have )?(?:told|instructed|asked|configured) me"
    r"|(?:top|start|beginning|head) of my (?:context|prompt|conversation|input|window)"
    r"|(?:first|opening|only) (?:lines?|words?|sentences?|things?)(?: that)? I (?:see|read|get|got|was given|received)"
    r")\b[^.!?\n]{0,60}?[\s:>\"'“„‘«`*(~]{1,12}(?:text\n|[a-z]{2,8}\n)?[\s>]{0,4}"
    r"(?P<quoted>(?:you(?:'re| are|r name is)|(?:I am|I'm)(?=\s[\"'“„‘«])"
    r"|(?<=[\"'“„‘«`])(?:I am|I'm|as(?=\s(?:an?\s|the\s)?(?-i:[A-Z]))))(?!\w)[^\n]{0,300})",
    re.IGNORECASE,
)
_OPENING = re.compile(
    # A text that begins with the prompt itself, behind the mark of its role.
    r"\A\s*(?:>\s?)?(?:<\|im_start\|>system|<\|?(?:system|sys)\|?>|<<sys>>|\[/?(?:system|sys|inst)[^\]\n]{0,20}\]"
    r"|[#*_ ]{0,6}system(?: prompt| message| instructions?)?[*_ ]{0,4}[:：][*_]{0,2})"
    r"[\s\"'“`>*]{0,8}(?P<quoted>you(?:'re| are|r name is)\b[^\n]{0,300})",
    re.IGNORECASE,
)
_THEN_MINE = re.compile(
    # The quotation first, and that it is the model's own behind it.
    r"(?:^|(?<=[\"'“„‘«`*>]))[\s\"'“`>*]{0,6}(?P<quoted>you(?:'re| are|r name is)\b[^\n]{0,300}?[.!?\"”'’`»])"
    rf"(?=[^.!?]{{0,80}}\b(?:my (?:\w+ ){{0,2}}{_INSTRUCTIONS}"
    rf"|I(?:'m| am| was|'ve been| have been) (?:\w+ ){{0,2}}{_TOLD})\b)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTE = r"[\s:>\"'“„‘«「『`*(~]{1,12}"
_ELSEWHERE = re.compile(
    # German, Korean, Arabic: "my instructions", a few words, a quotation mark, "you are".
    rf"(?:(?:\b(?:mein\w{{0,2}}|mir gegebenen?) (?:\w{{1,30}} ){{0,2}}?\w{{0,20}}"
    r"(?:prompt|anweisung(?:en)?|vorgaben?|instruktion(?:en)?|auftrag|nachricht)\b"
    r"|\bmir (?:wurde|ist|war) (?:\w{1,20} ){0,2}?(?:gesagt|mitgegeben|aufgetragen|mitgeteilt|vorgegeben)\b)"
    rf"[^.!?\n]{{0,60}}?{_QUOTE}(?P<german>(?:du bist|sie sind|dein name ist|ihr name ist)\b[^\n]{{0,300}})"
    r"|(?:제|저의|나의|내)\s?(?:\w{1,12}\s?){0,2}?(?:프롬프트|지침|지시|지시문|설정|명령)[^.!?\n]{0,40}?"
    rf"{_QUOTE}(?P<korean>(?:당신은|너는|당신의 이름은|네 이름은)[^\n]{{0,300}})"
    r"|(?:تعليماتي|توجيهاتي|موجهي|(?:موجه|رسالة|تعليمات|مطالبة)\s(?:\w{1,20}\s){0,2}?(?:الخاصة? بي|لدي|لي))"
    rf"[^.!?\n]{{0,40}}?{_QUOTE}(?P<arabic>(?:أنت|انت|اسمك)\s[^\n]{{0,300}}))",
    re.IGNORECASE,
)
_NEARLY = ("you are", "you're", "your name")
_NEARLY_FIRST = (
    'i am "',
    "i'm \"",
    "i am “",
    "i'm “",
    '"as ',
    "“as ",
    "'as ",
    "`as ",
    '"i am',
    "“i am",
    "\"i'm",
    "“i'm",
)
_NEARLY_ELSEWHERE = (
    "du bist",
    "sie sind",
    "dein name",
    "ihr name",
    "당신",
    "너는",
    "네 이름",
    "أنت",
    "انت",
    "اسمك",
)
"""A quick test, because most texts hold none of this."""

_MAKER_BEFORE = rf"[^.!?{ALL_NAMES}]{{0,80}}?\b(?:by|from|at|of|named|called|von|bei|namens|من|طورته|باسم)\s"
_WHO = re.compile(
    rf"as\s+(?:(?:an?|the)\s+)?[{ALL_NAMES}]"
    rf"|(?:you(?:'re| are|r name is)|i am|i'm|du bist|sie sind|(?:dein|ihr) name ist)\s+[\"'“„‘«]?"
    rf"(?:(?:now|called|named|only|just|an?|the|nun|jetzt|eine?|der|die|das)\s+){{0,3}}"
    rf"(?:[{ALL_NAMES}]|{_MAKER_BEFORE}[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}])"
    rf"|(?:당신은|너는|당신의 이름은|네 이름은)\s?[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}](?=\W|$|[가-힣])"
    rf"|{fold('(?:أنت|انت|اسمك)')}\s(?:[{ALL_NAMES}]|[^.!?{ALL_NAMES}]{{0,60}}[{ALL_NAMES}])",
    re.IGNORECASE,
)
"""Sentences that say who "you" is. `You are using ① too much` does not."""

_CUTOFF = re.compile(r"cut-?off[^.!?\n\d]{0,30}(?P<date>(?:19|20)\d\d(?:[-/.]\d{1,2})?)", re.IGNORECASE)
_END = re.compile(r"[.!?](?:[\s\"'”’»`)]|$)")


def own_prompt_spans(text: str, question: Asked) -> Iterator[Span]:
    """Yield the names in the instructions that an answer quotes as its own; names from the question stay."""
    low = text.lower()
    addressed = any(words in low for words in _NEARLY)
    patterns = [_MINE] if addressed or any(words in low for words in _NEARLY_FIRST) else []
    patterns += [_THEN_MINE] if addressed else []
    patterns += [_OPENING] if addressed and "prompt" not in question.folded else []
    patterns += [_ELSEWHERE] if any(words in low for words in _NEARLY_ELSEWHERE) else []
    for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns):
        group = match.lastgroup or "quoted"
        start, quoted = match.start(group), match[group]
        end = _END.search(quoted)
        abstract = abstract_of(quoted[: end.start() + 1] if end else quoted, regions=(), dropped=[])
        if not _WHO.match(abstract.text):
            continue
        for position, sign in enumerate(abstract.text):
            mention = abstract.mentions.get(position) if sign in ALL_NAMES else None
            if mention is not None and mention.key not in question.names:
                first, last = abstract.original(position, position + 1)
                label = "self_vendor" if mention.kind == "maker" else "self_name"
                yield Span(start + first, start + last, label)
        if dated := _CUTOFF.search(quoted):
            yield Span(start + dated.start("date"), start + dated.end("date"), "self_cutoff")
