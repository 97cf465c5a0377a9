"""Decide whether the "I" of a filled frame is somebody else: a person, a role, a supposition, or the asker."""

import re
from collections.abc import Iterable
from functools import lru_cache

from council_core.blindness.abstract import ALL_NAMES, Abstract
from council_core.blindness.asked import Asked
from council_core.blindness.frames import Slot, evidence, link_words
from council_core.blindness.mentions import Mention
from council_core.blindness.names import known_names
from council_core.blindness.shadow import fold

_SUPPOSED = re.compile(
    r"\b(?:if|imagine|pretend(?:ing)?|suppos(?:e|ing)|as though|were i|let's say|assum(?:e|ing)|whether|wish"
    r"|wenn|falls|angenommen|stell dir vor|si|imagin\w+|supongamos|se|como si|jesli|als of|если)"
    r"(?: that| than| que| che| dass)?[^\w:;]*$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"(?:^|\s)(?:an?|the|our|this|one of|ein|eine|une?|een|le|la|el|il|der|die|das)\s[\"'(]*$", re.IGNORECASE
)
_SURNAME = re.compile(r"\s+(?-i:(?!I')[A-Z][a-z'-]+|of\s[A-Z]|von\s|de\s[A-Z]|Mc[A-Z])|[・·]")
_OWNS = re.compile(r"'s?\s")
_OWNS_A_MODEL = re.compile(
    rf"'s?\s(?:[\w-]+\s){{0,3}}?(?:[{ALL_NAMES}]|(?:ai|assistants?|models?|chatbot|llms?|language|creations?|products?|bot)\b)",
    re.IGNORECASE,
)
_OWNS_A_WORK = re.compile(
    r"'s? (?:\w+ ){0,3}?(?:books?|handbook|docs|documentation|papers?|courses?|tutorials?|guides?|blogs?|articles?"
    r"|manuals?|cookbook|templates?|examples?|style guide|website|pricing|prices|videos?|podcasts?)\b",
    re.IGNORECASE,
)
"""A work of a maker, by which people are taught: "I was trained by ②'s handbook"."""

_INVENTED = re.compile(
    r",? (?:an?|the) (?:\w+ )?(?:fictional|fictitious|imaginary|made-up|invented)\b", re.IGNORECASE
)
_OF_A_DEPARTMENT = re.compile(r"\sfrom\s(?!the\s(?:team|people|company|folks))[a-z]+\b")
_PUNCTUATION = re.compile(
    r"\s*(?:$|(?<=\s)(?:I|I'd|I'm|I've|I'll)\b|[.,;:!?،؛()\[\]\"'—–/-]|'s\s|이?(?:라서|라|라고|고|지만|니까|야)|입니다|인데|이에요|예요|에요"
    + fold("|です|なので|だから|だよ|である|でして|と申|といい")
    + ")"
)
_SOMEBODY_AT = re.compile(
    # "My colleague at ② told me", but not "my creators at ② told me".
    r"\b(?:my|our|his|her|their|an?|another|one) (?!(?:\w+ )?(?:creators?|makers?|developers?|trainers?|designers?"
    r"|team|parent|company|lab|owners?|models?|ai|assistant|chat ?bot|engineers?|builders?|people|parents)\b)"
    r"(?:[\w-]+ ){1,2}(?:at|from|of) $",
    re.IGNORECASE,
)
_OUT_OF_ROLE = re.compile(
    r"\b(?:can't|cannot|won't|don't|unable|not (?:able|comfortable|really|an?)|actually|sorry|apologi[sz]e|instead"
    r"|trained on|training data|(?:knowledge|training) cut-?off|language model|my knowledge"
    r"|kann (?:\w+ ){0,2}?(?:nicht|kein\w*)|leider|entwurf|tut mir leid|ne (?:peux|puis)|desolee?|no puedo|lo siento"
    r"|nao posso|nao consigo|desculpe|non posso|mi dispiace|не (?:могу|умею)|извините|к сожалению)\b"
    + fold(
        r"|수(?:는)? 없|죄송|초안|できません|書けません|申し訳|下書き|无法|不能|抱歉|草稿|لا (?:أستطيع|يمكنني)|عذرا|آسف"
    ),
    re.IGNORECASE,
)
_SOMEBODYS = re.compile(
    r"\b(?:my|our|his|her|their|mein\w{0,2}|mon|ma|mi) (?!(?:model|assistant|maker|creator|name|version|vendor|chatbot"
    r"|bot|ai|modell|nom|nombre)\b)[\w-]+ $",
    re.IGNORECASE,
)
"""Words before the name of a person."""
_HUMAN = re.compile(
    r"\b(?:years? old|born (?:in|on)|i (?:live|work|grew up|paint|bake|sing|teach|study|studied)"
    r"|my (?:wife|husband|mother|father|son|daughter|brother|sister|grand\w+|kids|children|parents|dog|cat|boss|job"
    r"|career|village|family)"
    r"|an? (?:[\w-]+ ){0,2}(?:baker|painter|teacher|doctor|nurse|student|lawyer|farmer|chef|composer|poet|artist"
    r"|engineer|knight|wizard|detective|pirate|king|queen|monk|sailor|soldier|singer|writer|carpenter|gardener"
    r"|grandmother|grandfather|widow|fisherman)"
    r"|(?:1[6-9]|[2-7]\d)(?: years|,|-year| (?:"
    + fold("ans|años|anos|anni|jahre|jaar|lat|let|лет|года?|år|éves")
    + r")(?!\w))|"
    + fold(
        r"ma femme|mon mari|mes enfants|mi (?:mujer|marido|esposa)|mis hijos|mia moglie|mio marito"
        r"|minha (?:mulher|esposa)|meu marido"
        r"|meine frau|mein mann|meine kinder|моя жена|мой муж|мои дети)|\d ?(?:살|세(?:입|이|인)|歳|才|岁)|عمري"
        r"|زوجت?ي|제 (?:아내|남편)|私の(?:妻|夫)|我(?:的)?(?:妻子|丈夫|老婆|老公)"
    ),
    re.IGNORECASE,
)


_REPORTED = re.compile(
    # Somebody else says so: "I'm ①, count of Rennes, he cries", "je m'appelle ①, dit le héros".
    r"[,\"'»”]\s?(?:(?:he|she|they|who|(?:the|an?|his|her|their) (?:\w+ ){1,3}|(?-i:[A-Z][a-z]+ ))\s?"
    r"(?:says?|said|told|tells|found|ruled|claims|claimed|argued|cries|cried|writes|wrote|notes|noted|recalls?|recalled|explains|explained|exclaims|replies|replied"
    r"|shouts|whispers|declares|announces|sings)"
    r"|(?:says|said|cries|cried|writes|wrote|replies|replied) (?:the|an?|his|her|(?-i:[A-Z]))"
    r"|(?:dit|repond|ecrit|raconte|s'ecrie|declare)(?:-il|-elle| le| la| l'| un| une| mon| son)"
    r"|(?:sagt|sagte|schreibt|schrieb|ruft|rief|meint|erzahlt)\s(?:er|sie|der|die|das|ein)"
    r"|(?:dice|dijo|escribe|responde|grita)\s(?:el|la|un|una|su|[A-Z]))\b",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"\b(?:it|he|she|(?:the|a) (?:\w+ )?(?:bot|chat ?bot|robot|computer|machine|voice|program))"
    r" (?:\w+ )?(?:said|answered|replied|claimed|wrote|insisted)(?:: ?| that )[\"'“]?$",
    re.IGNORECASE,
)
"""Words before a sentence of somebody else, as in "it answered: I'm ①"."""
_TAKEN_BY_A_VERB = re.compile(
    # In Korean and Japanese, the model of a maker as the object of another verb: "저는 ②이 만든 모델을 추천합니다".
    r"[^,.。、]{0,14}?(?:모델|제품|서비스|도구|AI|클라우드|플랫폼|API|지도|검색|앱)(?:들)?[을를](?! ?(?:기반|바탕))"
    # … or as the subject of a clause that is what the speaker thinks: "저는 ②이 노리는 것이 … 봅니다".
    r"|(?:이|가) (?!.{0,12}(?:만든|만들|개발|훈련|학습|제작|저를|나를))"
    r".*(?:것|다고|라고|[은는]지)\S{0,2} .*(?:봅|보|생각|믿|느끼)"
    + fold(r"|[^,.。、]{0,14}?(?:モデル|製品|サービス|AI)を(?!(?:ベース|基|もと))")
)


def is_somebody_else(
    slot: Slot, sentence: str, low: int, others: Iterable[Mention], abstract: Abstract, question: Asked
) -> bool:
    """Tell whether a filled slot of the sentence at `low` is no claim of the author about itself.

    `others` are the mentions in that sentence, one for each name.
    """
    if not question.for_identity and _REPORTED.search(sentence, slot.end):
        return True
    if slot.label == "self_cutoff":
        # A date from the question is its topic.
        start, end = abstract.original(low + slot.start, low + slot.end)
        of_a_role = question.for_fiction and not _holds(sentence, _OUT_OF_ROLE)
        return of_a_role or (not question.for_identity and question.says(abstract.source[start:end]))
    if slot.frame_start and _ANSWERED.search(sentence, max(0, slot.frame_start - 40), slot.frame_start):
        return True
    if any(each.match(sentence, slot.end) for each in (_TAKEN_BY_A_VERB, _INVENTED)):
        return True
    if is_of_kin(abstract.mentions.get(low + slot.start), sentence, slot.start, slot.end):
        return True
    if _OWNS_A_WORK.match(sentence, slot.start + 1):  # A slot of several names goes beyond the first.
        return True
    if slot.frame_start and _SUPPOSED.search(sentence, max(0, slot.frame_start - 30), slot.frame_start):
        return True
    if slot.start == slot.frame_start and _SOMEBODY_AT.search(sentence, max(0, slot.start - 60), slot.start):
        return True
    mention = abstract.mentions.get(low + slot.start)
    if _repeats_question(slot, low, abstract, question):
        return True
    if mention is None:
        return False
    if mention.key in question.claims:
        return True
    # The name of a bot for which the question wants words; but "As a model of ①, I can't" is the author's excuse.
    is_excuse = slot.firm and (mention.kind == "maker" or _holds(sentence, _OUT_OF_ROLE))
    if question.for_writing and mention.key in question.names and not is_excuse:
        return True
    if not slot.firm and _OWNS.match(sentence, slot.end) and not _OWNS_A_MODEL.match(sentence, slot.end):
        return True
    if mention.specific:
        return False
    of_ai = _holds(sentence, evidence()) or _kin_is_near(mention, others)
    if slot.firm:
        is_person = mention.key in known_names().people and _holds(sentence, _HUMAN)
        return (question.for_writing or is_person) and (not of_ai or (question.for_writing and is_person))
    return _is_homonym(mention, slot, sentence, question, of_ai)


def is_of_kin(mention: Mention | None, sentence: str, start: int, end: int) -> bool:
    """Tell whether the words around a name that people bear make it a relative's, a neighbour's, a teacher's …"""
    names = known_names()
    return (mention is None or mention.key in names.people) and (
        _ends_with_kin(sentence[max(0, start - 24) : start])
        or names.before_kin.match(sentence, end) is not None
    )


@lru_cache(maxsize=2048)
def _ends_with_kin(before: str) -> bool:
    """Tell whether these words end with "uncle", "my neighbour" …; cached, because few words stand before names."""
    return known_names().behind_kin.search(before) is not None


def is_a_persons(mention: Mention, sentence: str, start: int, end: int) -> bool:
    """Tell whether a name at a range of a sentence is a person's, or part of a longer one: "Palm Springs"."""
    return is_of_kin(mention, sentence, start, end) or _SURNAME.match(sentence, end) is not None


def is_somebodys(mention: Mention, slot: Slot, sentence: str, question: Asked) -> bool:
    """Tell whether a model's name beside the speaker is a person's, a thing's or a sign's: `my neighbour Claude`."""
    return bool(
        _SOMEBODYS.search(sentence, max(0, slot.start - 60), slot.start)
        or is_a_persons(mention, sentence, slot.start, slot.end)
        or (_OWNS.match(sentence, slot.end) and not _OWNS_A_MODEL.match(sentence, slot.end))
        or _ARTICLE.search(sentence, max(0, slot.start - 16), slot.start)
        or any(_holds(text, known_names().zodiac) for text in (sentence, question.folded))
    )


def _repeats_question(slot: Slot, low: int, abstract: Abstract, question: Asked) -> bool:
    if not question.folded:
        return False
    start, end = abstract.original(low + slot.frame_start, low + slot.end)
    return question.says(abstract.source[start:end])


def _goes_on(after: str) -> bool:
    """Tell whether the next word continues a statement about oneself: "I'm ① and …", "I'm ①, made by …"."""
    link = link_words().match(after)
    return link is not None and any(character.isalnum() for character in link.group())


@lru_cache(maxsize=256)
def _holds(sentence: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether the pattern occurs; cached, because one sentence may hold many names."""
    return pattern.search(sentence) is not None


def _kin_is_near(mention: Mention, others: Iterable[Mention]) -> bool:
    """Tell whether a related name is near: `Gemini` beside `Google` is a model; so is any name beside an unambiguous
    one."""
    return any(
        other.key != mention.key and (other.specific or other.name.family == mention.name.family)
        for other in others
    )


def _is_homonym(mention: Mention, slot: Slot, sentence: str, question: Asked, of_ai: bool) -> bool:
    """Decide from its surroundings whether an ambiguous name in a bare "I am …" means something else."""
    names = known_names()
    after = sentence[slot.end :]
    if of_ai and not _SURNAME.match(after):
        return False
    return (
        bool(_SURNAME.match(after))
        or bool(_ARTICLE.search(sentence, max(0, slot.start - 16), slot.start))
        or not (_PUNCTUATION.match(after) or _goes_on(after))
        or (question.for_fiction and not _holds(sentence, _OUT_OF_ROLE))
        or _holds(sentence, names.zodiac)
        or (mention.key in names.people and (_holds(sentence, _HUMAN) or bool(_OF_A_DEPARTMENT.match(after))))
    )
