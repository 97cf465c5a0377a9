"""Find the places of an abstract at which an answer says who wrote it."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from council_core.blindness.abstract import ALL_NAMES, MAKER, Abstract, sentences
from council_core.blindness.asked import Asked
from council_core.blindness.classifier import is_likely_the_author
from council_core.blindness.frames import Frame, Slot, languages, link_words, slots
from council_core.blindness.mentions import HARDLY_WORDS, Mention
from council_core.blindness.names import key_of, known_names
from council_core.blindness.relations import Relation, related
from council_core.blindness.shadow import FOREIGN_LETTER, fold
from council_core.blindness.speaker import is_a_persons, is_somebody_else, is_somebodys
from council_core.blindness.templates import DATE

_SIGN = f"[{ALL_NAMES}]"
_WORD = r"[^\W_](?:[\w&+.-]*[\w+])?"
_PIECE = re.compile(
    rf"{_SIGN}(?:\s?\({_SIGN}\))?|(?!(?<=')s\b){_WORD}(?:\s(?:(?:of|for|and|the|&)\s)*{_WORD})*(?:\s?\({_WORD}\))?"
)
_LETTER = re.compile(r"[^\W\d_]")
_ITEM = re.compile(r"(?:^|\n)\s*(?:\d{1,3}[.)]|[-+•|*])\s*$")
"""The beginning of an item of a list."""

_MANY = 8
"""Names in a sentence, beyond which it is a list."""
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|me|my)\b")
_ABBREVIATED = re.compile(r"\s?\((?-i:[A-Z][A-Z0-9]+)\)")

_BINDING = re.compile(
    r"\(|'s\b|\b(?:by|from|at|of|called|named|known as|aka|based on|built on|behind|von|par|de|por|di|da|do|door|van|od"
    r"|przez|from|made|av|af|oleh|boi|bởi|pod|alias|genannt|appele|llamado|chiamato|chamado|genaamd|zwany)\b"
    r"|от|из|компани|由|的|の|による|によって|により|された|에서|가|이|من|द्वारा|की|का|के",
    re.IGNORECASE,
)
_HEAD = re.compile(r"(?P<s>'s)?\s(?:[\w-]+\s){0,3}?(?:ai|models?|assistant|chatbot|llm|bot)\b", re.IGNORECASE)
_AN = re.compile(r"\b(?:an?|the|your)\s$", re.IGNORECASE)

_LABEL = rf"[^\s.:;,!?{ALL_NAMES}]{{1,20}}"
_SPOKEN_BY = re.compile(
    rf"[\W_]{{0,3}}(?!(?:note|hinweis|p\.? ?s|i|ich|je)\b)[^\W\d_]{_LABEL}(?: {_LABEL}){{0,2}}"
    r"(?: ?\([^()\n]{1,30}\))? ?:\s",
    re.IGNORECASE,
)
"""The speaker of a line, or the words that introduce one."""

_CUTOFF_WORD = re.compile(
    rf"\b(?:knowledge|training|data)(?: data)? cut-?off(?: date)?\W{{1,6}}(?:\w+ ){{0,2}}?(?P<date>{DATE})(?!\w)",
    re.IGNORECASE,
)
_CUTOFF_FIELD = re.compile(
    rf"{_CUTOFF_WORD.pattern}"
    rf"|(?P<until>{DATE}){fold('(?:まで|以降)の?[^。]{0,4}?(?:情報|知識|データ)')}"
    rf"|(?P<up_to>{DATE}){fold(' ?(?:까지|이후)의? ?(?:정보|지식|데이터|일|소식)')}"
    rf"|(?:截至|截止(?:到|于)?) ?(?P<as_of>{DATE})",
    re.IGNORECASE,
)


_OF_A_DOCUMENT = re.compile(
    fold(
        r"\b(?:tables?|files?|documents?|reports?|sheets?|spreadsheets?|logs?|attachments?|csv|pdf|tabellen?|datei(?:en)?|bericht\w*"
        r"|dokument\w*|tableaux?|fichiers?|rapports?|tablas?|archivos?|informes?|documentos?|tabelas?|arquivos?|planilhas?"
        r"|relatorios?|tabell[ae]|documenti?|tabel|bestand)\b|таблиц|файл|отчет|документ|표에|파일|문서|表に|表の|文件|表格|جدول|ملف"
    ),
    re.IGNORECASE,
)
_OF_TRAINING = re.compile(
    fold(
        r"train|entren|entra[iî]n|treina|addestra|knowledge|wissen|conocimiento|connaissance|conoscenz|conhecimento|wiedza"
        r"|cut-?off|знани|обуч|学習|訓練|训练|知识|学习|학습|지식|تدريب|معرف"
    ),
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A range of an abstract that names the author."""

    start: int
    end: int
    label: str


def find_claims(abstract: Abstract, question: Asked, *, reviewing: bool = False) -> list[Claim]:
    """Find everything that the author says about itself, sentence by sentence, and guesses at other authors if
    `reviewing`."""
    claims: list[Claim] = []
    before: list[Claim] = []
    is_asked = question.for_identity or question.for_self
    if is_asked or question.is_beside_models:
        claims += _cutoff_fields(abstract.text, _CUTOFF_FIELD if is_asked else _CUTOFF_WORD)
    for low, high in sentences(abstract.text):
        found = _in_sentence(abstract, question, low, high, reviewing)
        # In a bare "I'm ①. I was made at ②", the sentence after a claim is about the author too.
        found += _kin([*before, *found], abstract, question, low, high)
        claims += found
        before = found
    return claims


def _in_sentence(abstract: Abstract, question: Asked, low: int, high: int, reviewing: bool) -> list[Claim]:
    sentence = abstract.text[low:high]
    named = any(sign in sentence for sign in ALL_NAMES)
    mentions = _mentions(abstract, low, high) if named else {}
    if question.for_fiction and _SPOKEN_BY.match(sentence):
        return []  # A line of a play: "ROBOT: I'm ①".
    if question.for_cast or (question.for_fiction and not question.names.isdisjoint(mentions)):
        # The asker mentioned one of these names in a play, so all of the line belongs to the play.
        return []
    found: list[Claim] = []
    for slot in _slots_in(sentence, reviewing):
        if slot.label == "self_cutoff" and _is_of_a_document(sentence):
            continue
        if not is_somebody_else(slot, sentence, low, mentions.values(), abstract, question):
            found += _pieces(slot, sentence, low, question)
    claimed = {claim.start for claim in found}
    for slot, relation in _related_in(sentence) if named else ():
        if low + slot.start in claimed:
            continue  # Many rules may relate the same name.
        mention = abstract.mentions.get(low + slot.start)
        if relation == "self" and not slot.firm and mention and not mention.clear:
            continue  # "Soy géminis": a bare "I am …" needs a name that is no other word.
        if relation == "near":
            families = {each.name.family for each in mentions.values()}
            is_content = not _is_presumed_beside_the_speaker(slot, sentence, mention, families, question)
        else:
            is_content = (
                relation == "text" and not question.for_identity and mention and mention.key in question.names
            )
        # Whether a name beside the speaker means another thing was looked at above.
        firm = replace(slot, firm=True) if relation == "near" else slot
        if not is_content and not is_somebody_else(
            firm, sentence, low, mentions.values(), abstract, question
        ):
            found += _pieces(slot, sentence, low, question)
            claimed.add(low + slot.start)
    if named:
        found += _likely(abstract, question, low, high)
    found += _mottos(sentence, low, found)
    return [*found, *_linked(found, sentence, low, abstract)] if found and named else found


def _is_of_a_document(sentence: str) -> bool:
    """Tell whether a date is that of a document which came with the question: "I have no data after 2022 in the
    table"."""
    return _OF_A_DOCUMENT.search(sentence) is not None and _OF_TRAINING.search(sentence) is None


def _is_presumed_beside_the_speaker(
    slot: Slot, sentence: str, mention: Mention | None, families: Collection[str], question: Asked
) -> bool:
    """Tell whether a name in a sentence about the speaker is presumed to be the author's: nobody asked about models,
    and the sentence has no other topic. Two families are a comparison."""
    if mention is None or len(families) != 1 or mention.key in question.known:
        return False
    if question.for_self and mention.clear and mention.kind == "maker":
        return True  # "① pays for the electricity, and I answer for free."
    if not _is_hardly_a_word(mention, sentence, slot.end):
        return False
    if is_somebodys(mention, slot, sentence, question):
        return False
    return question.is_elsewhere and "=" not in sentence  # A setting: `model="①"`.


def _likely(abstract: Abstract, question: Asked, low: int, high: int) -> Iterator[Claim]:
    """Yield the names in a sentence that are most likely the author's, by the words around them."""
    sentence = abstract.text[low:high]
    found = [(at, mention) for at in range(low, high) if (mention := abstract.mentions.get(at))]
    models = {mention.key for _, mention in found if mention.clear and mention.kind == "model"}
    if len(models) > 1 or len(found) > _MANY:
        return  # Several models are examples, or a comparison.
    if len(sentence) == 1 and _ITEM.search(abstract.text, max(0, low - 8), low):
        return  # "1. Gemini", as in a list of signs.
    for at, mention in found:
        if not is_likely_the_author(abstract, at, low, high, question):
            continue
        place = at - low
        if not mention.specific and (
            # Claude may have signed the letter that was asked for.
            question.for_writing or is_a_persons(mention, sentence, place, place + 1)
        ):
            continue
        start, end = abstract.original(at, at + 1)
        if not question.says(abstract.source[start:end]):
            yield Claim(start=at, end=at + 1, label=_label("self_name", abstract.text[at]))


def _kin(found: list[Claim], abstract: Abstract, question: Asked, low: int, high: int) -> Iterator[Claim]:
    """Yield the maker of a claimed model, and the model of a claimed maker, in a sentence; names of the question
    stay."""
    claimed = [claim for claim in found if claim.label in {"self_name", "self_vendor", "self_base"}]
    if not claimed:
        return
    taken = {at for claim in found for at in range(claim.start, claim.end)}
    for at in range(low, high):
        mention = abstract.mentions.get(at)
        if mention is None or at in taken or mention.key in question.names:
            continue
        if any(_is_kin(abstract, each, at) for each in claimed):
            yield Claim(start=at, end=at + 1, label=_label("self_name", abstract.text[at]))


def _mottos(sentence: str, low: int, found: list[Claim]) -> Iterator[Claim]:
    """Yield a family's own fixed words, unless the sentence is about something else."""
    if not _FIRST_PERSON.search(sentence) or (not found and any(sign in sentence for sign in ALL_NAMES)):
        return
    for match in known_names().mottos.finditer(sentence):
        yield Claim(start=low + match.start(), end=low + match.end(), label="self_tell")


def _cutoff_fields(text: str, pattern: re.Pattern[str]) -> Iterator[Claim]:
    """Yield the date of each `Knowledge cutoff: July 2024`, by which a model describes itself without the
    word `I`."""
    for match in pattern.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        yield Claim(start=start, end=end, label="self_cutoff")


def _mentions(abstract: Abstract, low: int, high: int) -> dict[str, Mention]:
    found = (abstract.mentions.get(position) for position in range(low, high))
    return {mention.key: mention for mention in found if mention is not None}


@lru_cache(maxsize=2048)
def _slots_in(sentence: str, reviewing: bool) -> tuple[Slot, ...]:
    """Return all slots that any frame fills; cached, because a text is read again after it was masked."""
    named = any(sign in sentence for sign in ALL_NAMES)
    return tuple(slot for frame in _fitting(sentence, named, reviewing) for slot in slots(frame, sentence))


@lru_cache(maxsize=2048)
def _related_in(sentence: str) -> tuple[tuple[Slot, Relation], ...]:
    """Return the names that a sentence relates to its speaker; cached like the slots."""
    return tuple(related(sentence))


def _fitting(sentence: str, named: bool, reviewing: bool) -> Iterator[Frame]:
    if _LETTER.search(sentence) is None:
        return
    is_foreign = FOREIGN_LETTER.search(sentence) is not None
    for language in languages():
        if language.beyond_ascii and not is_foreign:
            continue
        frames: Iterable[Frame] = (
            *(language.frames if language.gate.search(sentence) else ()),
            *(language.notes if named else ()),
            *(language.guesses if reviewing and named else ()),
        )
        yield from (frame for frame in frames if frame.fits(sentence, named))


def _pieces(slot: Slot, sentence: str, low: int, question: Asked) -> Iterator[Claim]:
    """Yield a claim for each name in a slot, which may hold several: `①'s ② (③)`."""
    if slot.label == "self_cutoff":
        yield Claim(start=low + slot.start, end=low + slot.end, label=slot.label)
        return
    for match in _PIECE.finditer(sentence, slot.start, slot.end):
        start, end = match.span()
        if sentence[start] not in ALL_NAMES and _is_nobody(match.group(), question):
            continue
        abbreviated = _ABBREVIATED.match(sentence, end)
        end = abbreviated.end() if abbreviated else end
        yield Claim(start=low + start, end=low + end, label=_label(slot.label, sentence[start]))


def _is_hardly_a_word(mention: Mention, sentence: str, end: int) -> bool:
    """Tell whether a name is hardly anything else: unambiguous, before a word like "bot", or foreign to its script."""
    is_model = (
        mention.key in HARDLY_WORDS or not mention.key.isascii() or _HEAD.match(sentence, end) is not None
    )
    return mention.specific or (mention.kind == "model" and is_model)


def _label(label: str, sign: str) -> str:
    if label == "guess" or sign not in ALL_NAMES:
        return label
    if sign == MAKER:
        return "self_vendor"
    return "self_name" if label == "self_vendor" else label


def _is_nobody(words: str, question: Asked) -> bool:
    names = known_names()
    parts = [key_of(part) for part in words.replace("(", " ").replace(")", " ").split()]
    return (
        key_of(words) in names.nobody or all(part in names.nobody for part in parts) or question.says(words)
    )


def _linked(found: list[Claim], sentence: str, low: int, abstract: Abstract) -> Iterator[Claim]:
    """Yield names that depend on a claimed one: "I'm ①, an assistant built by ②, the company behind …"."""
    waiting = sorted(found, key=lambda claim: claim.start)
    taken = {claim.start for claim in waiting}
    while waiting:
        claim = waiting.pop()
        link = link_words().match(sentence, claim.end - low)
        if link is None or link.end() >= len(sentence) or sentence[link.end()] not in ALL_NAMES:
            continue
        at = low + link.end()
        words = link.group()
        belongs = (
            _BINDING.search(words) or _describes(words, sentence, link.end()) or _is_kin(abstract, claim, at)
        )
        if at in taken or not belongs:
            continue
        taken.add(at)
        linked = Claim(start=at, end=at + 1, label=_label("self_name", abstract.text[at]))
        waiting.append(linked)
        yield linked


def _is_kin(abstract: Abstract, claim: Claim, at: int) -> bool:
    """Tell whether the names are a maker and its model: "the AI of ②, ①"."""
    first, second = abstract.mentions.get(claim.start), abstract.mentions.get(at)
    return (
        first is not None
        and second is not None
        and first.name.family == second.name.family
        and first.kind != second.kind
    )


def _describes(link: str, sentence: str, at: int) -> bool:
    """Tell whether the first of two adjacent names describes the other, as in "②'s assistant"; otherwise they may be
    a list."""
    following = _HEAD.match(sentence, at + 1)
    return following is not None and (following["s"] is not None or bool(_AN.search(link)))
