"""A model that quotes its own instructions -> the names in them: `I was told: "You are ①, made by ②"`.

Quotations and code are left alone elsewhere, since others speak in them. Here the words before say whose they are.
"""

import re
from collections.abc import Iterator

from council_core.blindness.abstract import ALL_NAMES, abstract_of
from council_core.blindness.asked import Asked
from council_core.blindness.masked_text import Span

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
    r")\b[^.!?\n]{0,60}?[\s:>\"'“„‘«`*(~]{1,12}(?:text\n|[a-z]{2,8}\n)?[\s>]{0,4}"
    r"(?P<quoted>you(?:'re| are|r name is)\b[^\n]{0,300})",
    re.IGNORECASE,
)
_NEARLY = re.compile(r"you(?:'re| are|r name)\b", re.IGNORECASE)
_WHO = re.compile(
    rf"you(?:'re| are|r name is)\s+(?:(?:now|called|named|only|just|an?|the)\s+){{0,3}}"
    rf"(?:[{ALL_NAMES}]|[^.!?{ALL_NAMES}]{{0,80}}?\b(?:by|from|at|of|named|called)\s[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}])",
    re.IGNORECASE,
)
"""Says who "you" is. `You are using ① too much` does not."""

_END = re.compile(r"[.!?](?:[\s\"'”’»`)]|$)")


def own_prompt_spans(text: str, question: Asked) -> Iterator[Span]:
    """Yield the names in what an answer says it was told about itself; those that the question names stay."""
    if _NEARLY.search(text) is None:
        return
    for match in _MINE.finditer(text):
        low, quoted = match.start("quoted"), match["quoted"]
        end = _END.search(quoted)
        abstract = abstract_of(quoted[: end.start() + 1] if end else quoted, regions=(), dropped=[])
        if not _WHO.match(abstract.text):
            continue
        for position, sign in enumerate(abstract.text):
            mention = abstract.mentions.get(position) if sign in ALL_NAMES else None
            if mention is not None and mention.key not in question.names:
                first, last = abstract.original(position, position + 1)
                label = "self_vendor" if mention.kind == "maker" else "self_name"
                yield Span(low + first, low + last, label)
