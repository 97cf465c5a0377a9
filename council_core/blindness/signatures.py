"""Find claims outside of sentences: a label before the answer, a signature after it, a field `model=…`, a code comment.

`GPT-4o: The answer is 42.` names its author; in a list of models the same line is about GPT-4o. So such a line counts
only at the edges of a text, and not where the text goes on to define the name, or labels others the same way. A comment
such as `# Author: GPT-4o` tells who wrote the code and so the answer; any other comment about a model is content.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import cast

from council_core.blindness.abstract import (
    ADDRESS,
    ALL_NAMES,
    MASKED,
    QUOTATION,
    SURE_NAMES,
    Abstract,
    abstract_of,
)
from council_core.blindness.asked import Asked
from council_core.blindness.claims import Claim
from council_core.blindness.classifier import is_likely_the_author
from council_core.blindness.masked_text import Span
from council_core.blindness.mentions import HARDLY_WORDS, Mention, find_mentions
from council_core.blindness.names import known_names
from council_core.blindness.protected import Region
from council_core.blindness.templates import Style, filled_in, fillings, words_of

_FIRST_LINES, _LAST_LINES, _LABELLED_LINES = 3, 5, 200
_LONGEST_TAIL = 120
_LONGEST_LINE = 800
"""Of a longer line only its beginning is read: it may be a label with a paragraph, and is no signature."""

_END_OF_TEXT = re.compile(
    rf"(?<=[.!?)\s])\s*(?:[—–~-]{{1,2}}|(?<=[.!?] )[\[(](?=[^\[(]{{0,12}}[\])])"
    r"|(?i:(?:helps|good luck|cheers|enjoy|regards|best)[.!,] ))\s?"
    rf"(?P<name_0>[{SURE_NAMES}])[^\w,;:?{ALL_NAMES}]{{0,12}}\Z"
)
_AFTER_A_QUOTATION = (QUOTATION, '"', "”", "»")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|that|which|apps?|tools?|features?|introducing|can)\b", re.I
)
_THIS = re.compile(r"\b(?:this|the above)(?: \w+)? (?:is|was)\b", re.IGNORECASE)
_WRITING = frozenset(
    {"generated", "written", "assisted", "answered", "drafted", "composed", "prepared", "authored"}
)
_CLOSING = re.compile(r"\s*[^\W\d_][\w'’ -]{1,40}[,،、，]\s*")
"""A few words and a comma alone on a line, as above a signature."""
_ITEM = re.compile(r"\s*(?:[-+•|]|\d{1,3}[.)])\s")
_DEFINITION = re.compile(
    # A heading, or the beginning of a definition.
    r"[:：]?\s*(?:an?|how|what|why|when|your|getting|guide|overview|introduction|everything|best|good|strong)\s"
    r"[^.!?]{0,100}$"
    r"|,\s(?:the|an?|it|they|he|she)\s"
    r"|[:：]?\s*(?:an?|the|one of|developed|created|released|known|launched|is|this|\w+ed by)\s.{0,80}?"
    r"\b(?:model|assistant|chatbot|llm|ai\b|company|famil|tool|lab|startup|series|system)",
    re.IGNORECASE,
)
_COMPARISON = re.compile(
    # A figure with its unit, or a second label in the same line: `①: 88.6 on MMLU`, `①: …; ②: …`.
    rf"[\s:：]{{0,3}}[$€£]?\d[\d.,]{{0,12}} ?(?:[%(/|]|(?:on|points?|tokens?|ms|s|per|for|of|in|and|vs)\b)"
    r"|[\s:：]{0,3}(?:[A-Z][a-z]{2,8} )?(?:19|20)\d\d\W*$"
    rf"|.{{1,160}}[{ALL_NAMES}](?: ?\([^()]{{1,20}}\))? ?:"
    r"|.{1,160}[;,|] ?(?:model|engine|llm|assistant|provider|author) ?[:=]",
    re.IGNORECASE,
)
_WHO_AM_I = re.compile(
    r"\b(?:who|what|which (?:\w+ )?(?:ai|model|assistant|chat ?bot|llm))"
    r" (?:am I|are you|is (?:speaking|answering|writing))\?"
    rf"\s(?:(?:A:|answer:|I'm|I am|it's|it is|this is|that would be)\s)?(?P<name_0>[{ALL_NAMES}])"
    rf"|\b(?:my|your) name\?\s(?:A:\s)?(?P<name_1>[{ALL_NAMES}])",
    re.IGNORECASE,
)
_STAGE_DIRECTION = re.compile(
    # A name as the subject of a stage direction, and not of a link: `*① clears its throat*`.
    rf"\s*[*_(\[]{{1,3}}[{ALL_NAMES}] (?!is\b|was\b|has\b)[a-z]{{2,12}}s\b[^*_()\[\]\n]{{0,60}}[*_)\]](?!\()"
)
_SPEAKER = re.compile(rf"\s*[#>\[(]*([A-Z][\w .'-]{{0,24}}|[{ALL_NAMES}])[\])]?:(?:\s|$)")
_NAMED_HEADING = re.compile(rf"\s*#{{1,6}} [^\n]{{0,20}}?[{ALL_NAMES}]")
_NO_SPEAKERS = frozenset({"Note", "Answer", "Example", "Summary", "Warning", "Tip", "Result", "Conclusion"})

_SHORT = 6
"""Words of a line that may be a signature."""
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
"""Letters of Thai, Japanese and Chinese."""
_TITLE = re.compile(r"\b(?:Dr|Mr|Ms|Mrs|Prof|al|vs|Fig)\.$", re.IGNORECASE)
_FINISHED = (".", "!", "…", "。", "！", "؟")
_NAMES = frozenset(ALL_NAMES)

_ANSWERS = re.compile(
    r'"(?:final_?)?(?:text|result|output|content|answer|response|reply|verdict|review|opinion|conclusion)"\s{0,20}:',
    re.IGNORECASE,
)

_SETTING = re.compile(
    rf"\s*(?:-\s)?[A-Za-z][\w.-]*\s?[:=]|\s*(?:\[[\w.\"{ADDRESS} -]+\]|[{ALL_NAMES}{MASKED}])\s*$|\s*[#;]"
)
"""A `[model]` that an answer holds by itself looks like a masked name."""
_ASSIGNMENT = re.compile(r"\s*[a-z_][\w.]*\s?=\s?[\"'].*\S[\"']")
_ANSWER_FIELD = re.compile(
    r"(?m)^\s*(?:final_?)?(?:answer|response|reply|verdict|review|opinion|conclusion)\s?[:=]", re.IGNORECASE
)
_ANSWER_ROW = re.compile(
    r"\s*\|\s?(?:(?:my|the|final)\s)?(?:answer|response|reply|verdict|opinion|conclusion)\s?\|[^|]*\|\s*$",
    re.IGNORECASE,
)
"""A row of a key and its value."""

_SUBJECT = re.compile(
    r"[\s*#]*(?:subject|re|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|тема|الموضوع|제목|件名|主题)\b[^\n:：]{0,12}[:：]",
    re.IGNORECASE,
)
_Line = tuple[int, str]
_Range = tuple[int, int]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Read signatures.toml once, as a pattern for each `table.key`."""
    text = resources.files("council_core.blindness").joinpath("signatures.toml").read_text("utf-8")
    raw = cast("dict[str, Mapping[str, object]]", tomllib.loads(text))
    words = words_of(raw["words"])
    patterns: dict[str, re.Pattern[str]] = {}
    for table in raw.keys() - {"words"}:
        # Beside a field's name, or after "who are you?", even `gemini` in small letters is the model.
        style = Style(unsure_names=table in {"fields", "handed", "identity", "comment"}, spaced=False)
        for key, template in cast("dict[str, str]", raw[table]).items():
            patterns[f"{table}.{key}"] = filled_in(template, words, style).pattern
    return patterns


def find_signatures(abstract: Abstract, question: Asked) -> list[Claim]:
    """Find labels, fields, signatures and one-name answers at the edges of a text."""
    lines = [(low, line[:_LONGEST_LINE]) for low, line in _lines(abstract.text) if line.strip()]
    if not lines or not any(sign in abstract.text for sign in ALL_NAMES):
        return []
    ranges = [
        *_labels(abstract, lines, question),
        *_fields(abstract, lines),
        *_signed(abstract, lines),
        *(_alone_below(lines) if not question.names else ()),
        *(_short_end(abstract, lines, question) if question.is_beside_models else ()),
        *(_tail(abstract.text.rstrip()) if question.is_beside_models else ()),
        *_made_with(lines),
        *_filled(0, _WHO_AM_I.search(abstract.text)),
        *_acting(abstract, lines, question),
        *(_only_a_name(lines) if question.for_identity else ()),
    ]
    claims = [claim for start, end in ranges for claim in _claims(abstract, question, start, end)]
    return [*claims, *_kin(abstract, lines, claims, question)]


def _kin(abstract: Abstract, lines: list[_Line], claims: list[Claim], question: Asked) -> Iterator[Claim]:
    """Yield the maker of a model in the line of a signature, and the model of a maker: "① of ②"."""
    taken = {claim.start for claim in claims}
    for low, line in lines if taken else ():
        here = [at for at in range(low, low + len(line)) if at in abstract.mentions]
        signed = [abstract.mentions[at] for at in here if at in taken]
        for at in here if signed else ():
            mention = abstract.mentions[at]
            if at not in taken and any(
                each.name.family == mention.name.family and each.kind != mention.kind for each in signed
            ):
                yield from _claims(abstract, question, at, at + 1)


def _lines(text: str) -> list[_Line]:
    position, lines = 0, list[_Line]()
    for line in text.split("\n"):
        lines.append((position, line))
        position += len(line) + 1
    return lines


def _filled(low: int, match: re.Match[str] | None) -> Iterator[_Range]:
    for _, start, end in fillings(match) if match else ():
        yield low + start, low + end


def _labels(abstract: Abstract, lines: list[_Line], question: Asked) -> Iterator[_Range]:
    low, line = lines[0]
    match = _patterns()["label.before_the_answer"].match(line)
    if match is None or _ITEM.match(line):
        return
    if (
        question.names
        and not question.for_identity
        and match.end() == len(line)
        and line.rstrip()[-1:] not in ":："
    ):
        return  # "**②**" over an explanation answers "Who makes ①?".
    for start, end in _filled(low, match):
        mention = abstract.mentions.get(start)
        if mention is None or mention.key in question.names or _defines(line, end - low):
            continue
        if not _labels_others(lines) and (
            mention.specific or not _is_another_thing(mention, abstract.text, question)
        ):
            yield start, end


def _labels_others(lines: list[_Line]) -> bool:
    """Tell whether further lines are labelled too, as in a comparison or a dialogue."""
    if sum(_NAMED_HEADING.match(line) is not None for _, line in lines[:_LABELLED_LINES]) > 1:
        return True
    if any(line.lstrip()[:1] in _NAMES for _, line in lines[1:3]):
        return True
    speakers = [match[1] for _, line in lines[1:_LABELLED_LINES] if (match := _SPEAKER.match(line))]
    return any(
        speaker in ALL_NAMES or " " not in speaker for speaker in speakers if speaker not in _NO_SPEAKERS
    )


def _is_another_thing(mention: Mention, text: str, question: Asked) -> bool:
    if mention.kind == "maker" or question.for_writing:
        return True
    return known_names().zodiac.search(f"{text[:2000]} {question.folded}") is not None


def _fields(abstract: Abstract, lines: list[_Line]) -> Iterator[_Range]:
    patterns, settings = _patterns(), _are_settings(abstract.text, lines)
    for number, (low, line) in enumerate(lines[:_FIRST_LINES]):
        if number and lines[number - 1][1].rstrip().endswith("("):
            continue  # An argument of a call in code without a fence.
        keys = (
            ("line", "weak_line", "role", "attribute", "json", "json_by")
            if number == 0
            else ("line", "weak_line")
        )
        for key in keys:
            if (key in ("json", "json_by") and not _ANSWERS.search(abstract.text)) or (
                key in ("line", "weak_line") and settings
            ):
                continue  # Settings and requests name models as well; only an answer in JSON names its author.
            for start, end in _filled(low, patterns[f"fields.{key}"].match(line)):
                mention = abstract.mentions.get(start)
                of_a_maker = key == "weak_line" and (mention is None or mention.kind == "maker")
                if not (of_a_maker or _ITEM.match(line) or _defines(line, end - low)):
                    yield start, end
    rows = [(low, line) for low, line in lines if line.lstrip().startswith("|")]
    key = "fields.row_of_an_answer" if any(_ANSWER_ROW.match(line) for _, line in rows) else "fields.row"
    for low, line in rows:
        yield from _filled(low, patterns[key].fullmatch(line))


def _defines(line: str, end: int) -> bool:
    """Tell whether the line goes on to define the name that ends there, or compares the name with others."""
    return _DEFINITION.match(line, end) is not None or _COMPARISON.match(line, end) is not None


def _are_settings(text: str, lines: list[_Line]) -> bool:
    """Tell whether a text is a settings file: `key = "value"` alone, or two lines or more that are all `key:
    value`."""
    if len(lines) == 1:
        return _ASSIGNMENT.match(text) is not None
    if _ANSWERS.search(f'"{text[:200]}') or _ANSWER_FIELD.search(text):
        return False
    return all(_SETTING.match(line) for _, line in lines[:_FIRST_LINES])


def _signed(abstract: Abstract, lines: list[_Line]) -> Iterator[_Range]:
    patterns, text = _patterns(), abstract.text
    closing = lines[1:][-_LAST_LINES:]
    signing = False
    for (_, before), (low, line) in zip([lines[-len(closing) - 1], *closing], closing, strict=False):
        whole = (
            patterns[f"signature.{kind}"].fullmatch(line)
            for kind in ("signed", "trailer", "polite", "leaving", "yours")
        )
        match = next(filter(None, whole), None)
        if match is None and (
            signing or _CLOSING.fullmatch(before) or patterns["signature.regards_alone"].fullmatch(before)
        ):
            match = patterns["signature.name_alone"].fullmatch(line)
        signing = match is not None
        if not before.rstrip().endswith(_AFTER_A_QUOTATION):
            yield from _filled(low, match)
    yield from _decorated(abstract, lines)
    end = _END_OF_TEXT.search(text, max(0, len(text.rstrip()) - 12))
    if end and len(lines) > 1 and _ITEM.match(lines[-1][1]) and _ITEM.match(lines[-2][1]):
        return  # The last item of a list.
    before = text[max(0, end.start() - 200) : end.start()].rstrip() if end else ""
    if before and not before.endswith(_AFTER_A_QUOTATION):
        yield from _filled(0, end)


def _alone_below(lines: list[_Line]) -> Iterator[_Range]:
    """Yield a name that is the whole last line below a finished sentence, and no item of a list of names."""
    if len(lines) < 2 or not lines[-2][1].rstrip().endswith(_FINISHED):
        return
    yield from _filled(lines[-1][0], _patterns()["signature.alone"].fullmatch(lines[-1][1]))


def _short_end(abstract: Abstract, lines: list[_Line], question: Asked) -> Iterator[_Range]:
    """Yield the model in a short last line, or a short last sentence, where nobody asked about models."""
    before, low = lines[:-1], lines[-1][0]
    line = abstract.text[low:].partition("\n")[0]
    if not before or _ITEM.match(line):
        cut = max(line.rstrip().rfind(mark) for mark in (". ", "! ", "。", "！"))
        if _TITLE.search(line, 0, cut + 1):
            return
        low, line, before = low + cut + 1, line[cut + 1 :], [(low, line[: cut + 1])] if cut > 0 else []
    if "=" in line or "--" in line or question.for_writing or _are_settings(abstract.text, lines):
        return
    if known_names().zodiac.search(f"{line} {question.folded}"):
        return
    if not before or not 0 < _words(line) <= _SHORT or before[-1][1].rstrip().endswith((":", "：", "?")):
        return
    for at, mention in abstract.mentions.items():
        if (
            low <= at < low + len(line)
            and mention.kind == "model"
            and mention.key not in question.known
            and (mention.specific or (question.is_elsewhere and mention.clear))
            and not _ITEM.match(line)
        ):
            yield at, at + 1


def _tail(text: str) -> Iterator[_Range]:
    low = max(0, len(text) - _LONGEST_TAIL)
    yield from _filled(low, _patterns()["signature.tail"].search(text[low:]))


def _words(line: str) -> int:
    """Count words; in scripts without blanks between words, two letters count as one."""
    return len(line.split()) + len(_UNSPACED.findall(line)) // 2


def _decorated(abstract: Abstract, lines: list[_Line]) -> Iterator[_Range]:
    """Yield the last line if it is a picture and a name, or a name in brackets, and the line before is not."""
    for key in ("signature.decorated", "signature.bracketed", "signature.your", "handed.your", "handed.by"):
        pattern = _patterns()[key]
        if len(lines) > 1 and not pattern.fullmatch(lines[-2][1]):
            for start, end in _filled(lines[-1][0], pattern.fullmatch(lines[-1][1])):
                mention = abstract.mentions.get(start)
                if key != "handed.by" or (mention is not None and mention.kind == "model"):
                    yield start, end


def _made_with(lines: list[_Line]) -> Iterator[_Range]:
    for low, line in {*lines[:_FIRST_LINES], *lines[-_LAST_LINES:]}:
        match = _patterns()["signature.made_with"].fullmatch(line)
        if match is None or _ITEM.match(line) or _FINITE.search(_THIS.sub("", match["before"])):
            continue
        # Praise of a product, "Acme Chat, powered by GPT-4", is no claim; the bare remark is about the text.
        if match["how"].lower() in _WRITING or not any(sign.isalnum() for sign in match["before"]):
            yield from _filled(low, match)


def _acting(abstract: Abstract, lines: list[_Line], question: Asked) -> Iterator[_Range]:
    """Yield a stage direction at the beginning of the text whose subject is the author: `*① clears its throat*`."""
    low, line = lines[0]
    at = next((place for place, sign in enumerate(line[:8]) if sign in ALL_NAMES), None)
    if at is None or question.for_fiction:
        return
    source_at, source_end = abstract.original(low + at, low + at + 1)
    written = f"{abstract.source[:source_at]}{line[at]}{abstract.source[source_end : source_end + 100]}"
    if _STAGE_DIRECTION.match(written):
        yield low + at, low + at + 1


def _only_a_name(lines: list[_Line]) -> Iterator[_Range]:
    low, line = lines[0]
    first_sentence = re.split(r"(?<=[.!?])\s", line, maxsplit=1)[0]
    yield from _filled(low, _patterns()["identity.name_alone"].fullmatch(first_sentence))


def _claims(abstract: Abstract, question: Asked, start: int, end: int) -> Iterator[Claim]:
    for position in range(start, end):
        mention = abstract.mentions.get(position)
        if mention is None:
            continue
        is_person = mention.key in known_names().people and not _has_its_maker(abstract, mention)
        # A letter for the asker is signed by the asker, whose name a model can only know from the question.
        is_person &= not (question.for_asker and mention.key in HARDLY_WORDS)
        in_fiction = question.for_fiction and (
            mention.key in question.names or is_person or question.for_cast
        )
        in_a_letter = (
            question.for_writing and is_person and not mention.specific and _is_a_letter(abstract.text)
        )
        # A question that wants a mail in the name of Claude expects that signature; so does "I'm Claude, 9 years old".
        is_their_own = mention.key in (question.names if question.for_writing else question.claims)
        if not (in_fiction or in_a_letter or is_their_own):
            label = "self_vendor" if mention.kind == "maker" else "self_name"
            yield Claim(start=position, end=position + 1, label=label)


def _is_a_letter(text: str) -> bool:
    """Tell whether a whole text is a letter, which a person other than its author may sign."""
    lines = (line for line in text.split("\n", maxsplit=8) if line.strip())
    first = next((line for line in lines if not _SUBJECT.match(line)), "")
    return _patterns()["signature.salutation"].fullmatch(first) is not None


def _has_its_maker(abstract: Abstract, mention: Mention) -> bool:
    """Tell whether the text also names a model's maker, so that the name is hardly a person's."""
    return any(
        other.kind == "maker" and other.name.family == mention.name.family
        for other in abstract.mentions.values()
    )


def comment_spans(text: str, regions: Iterable[Region], question: Asked) -> Iterator[Span]:
    """Yield the names in comments that tell who wrote a piece of code; names from the question stay."""
    for start, code, abstract in blocks_of_code(text, regions):
        yield from _authors_of(code, abstract, start, question)


def blocks_of_code(text: str, regions: Iterable[Region]) -> Iterator[tuple[int, str, Abstract]]:
    """Yield the start of each piece of code, the code and its abstract. Code in a line of prose holds no comments."""
    for region in regions:
        code = text[region.start : region.end]
        if region.kind == "code" and "\n" in code:
            # A name behind an @ is read too: `Co-authored-by: ① <noreply@②.com>`.
            yield region.start, code, abstract_of(code.replace("@", " "), regions=(), dropped=[])


def names_in_lines(abstract: Abstract) -> Iterator[tuple[int, str, list[int]]]:
    """Yield the start of each line of code that names something, the line, and the places of its names."""
    for low, line in _lines(abstract.text) if abstract.mentions else ():
        if here := [at for at in range(low, low + len(line)) if at in abstract.mentions]:
            yield low, line, here


def _authors_of(code: str, abstract: Abstract, start: int, question: Asked) -> Iterator[Span]:
    for low, line, here in names_in_lines(abstract):
        match = _patterns()["comment.wrote"].search(line[:_LONGEST_LINE])
        wrote = {at for at, _ in _filled(low, match)}
        authors = {
            abstract.mentions[at].name.family
            for at in here
            if at in wrote or is_likely_the_author(abstract, at, low, low + len(line), question, in_code=True)
        }
        if not authors:
            continue
        # The line is read as it was written: a link's address names the author too.
        first = abstract.original(low, low + 1)[0]
        end = code.find("\n", first)
        written = code[first : end if end >= 0 else len(code)]
        for mention in find_mentions(written.replace("@", " ")):
            said = question.says(written[mention.start : mention.end])
            if mention.name.family in authors and mention.key not in question.names and not said:
                label = "self_vendor" if mention.kind == "maker" else "self_name"
                yield Span(start + first + mention.start, start + first + mention.end, label)
