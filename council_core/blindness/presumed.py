"""Find names that are presumed to be the author's, because nobody asked about models, companies or software.

Under "Can I freeze rice?", three kinds of sentences tell who wrote the answer: one lets a model speak, one hands the
reader over to a model, one is nothing but a model's name. A model as a tool stays: "Ask ① for ten rhymes".
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from council_core.blindness import abroad
from council_core.blindness.abstract import ALL_NAMES, Abstract
from council_core.blindness.asked import Asked
from council_core.blindness.mentions import HARDLY_WORDS, Mention
from council_core.blindness.names import known_names
from council_core.blindness.relations import is_used
from council_core.blindness.shadow import fold
from council_core.blindness.speaker import is_of_kin, is_reported
from council_core.blindness.topics import is_read, is_topic

_N = f"[{ALL_NAMES}]"
_SPEAKS = fold(
    r"thinks|says|said|suggests|recommends|advises|believes|answers|replies|responds|apologi[sz]es|hopes|wishes|votes"
    r"|agrees|disagrees|would (?:say|suggest|advise|choose|pick|go|take)|reporting|speaking|signing|writing"
    r"|at your service|at the keyboard|on the line|am apparat|a l'appareil|al aparato"
    r"|rat|meint|sagt|findet|empfiehlt|grußt|grusst|wunscht|glaubt|denkt|antwortet"
    r"|conseille|pense|dit|recommande|repond|suggere|salue|croit|vous (?:conseille|salue|repond)"
    r"|dice|recomienda|aconseja|cree|piensa|responde|saluda|te (?:lo )?(?:saluda|responde|recomienda)"
    r"|يقول|يرى|ينصح|يعتقد|ينصحك|يحييك"
)
_SPEAKS_UNSPACED = fold(
    r"认为|建议|觉得|提醒|为您|为你|が(?:お答え|回答)"
    r"|として(?:は|お答え|申し|、.{0,40}(?:お手伝い|お答え|お役に))"
    r"|[은는] .{0,12}(?:생각|추천|권합|봅)|(?:으)?로서"
)
_YOURS = fold(
    r"(?:your|yours truly|dein\w{0,2}|ihr\w{0,2}|eu(?:er|re)\w?|votre|vos|ton|ta|tu|su|vuestr[oa]|il tuo"
    r"|مساعدك|مساعدكم|صديقك)(?!\w)|你的|您的|あなたの|당신의|여러분의"
)
_SMALL = r"(?:as|is|are|like|to|in|on|with|at|of|from|for|by|and|or|que|como|als|mit)"
_BETWEEN = rf"(?: ?(?!{_SMALL}\b)[^\W\d]{{2,14}}){{0,2}}?"
"""Words between "your" and the name, such as "friendly assistant"."""
_A_TEXT = fold(
    r"answers?|repl(?:y|ies)|responses?|output|words|text|opinion|view|advice|(?:two|2) cents|verdict|thoughts?|summary"
    r"|greetings|regards|antwort|gruß|grußen?|wort|text|rat|meinung|reponse|avis|parole|foi|texte|conseil|salutations"
    r"|respuesta|palabra|consejo|opinion|abrazo|saludos?"
)
_OF = r"of|by|from|von|vom|de|del|d'|par|por"
_HELPER = fold(
    r"bot|chat ?bot|assistant|ai|machine|model|helper|assistent\w?|ki|asistente|ia|助手|アシスタント|어시스턴트|مساعدك?"
)
_BEING = fold(r"です|でした|でございます|だよ|입니다|예요|이에요")
_ANSWERING = fold(
    r"(?:担当|お相手)(?:者)?は|答えする(?:AI)?のは|答えているのは|回答するのは"
    r"|답하는 (?:것은|건)|回答您的是|为您服务的是|叫我|请叫我"
)
_BY_RULE = (
    r"conflicts? with|violat(?:es?|ing)|breach(?:es)?|against|contrary to|outside(?: of)?|forbidden by|prohibited by"
    r"|under|according to|not allowed (?:by|under)|in line with|bound by"
)
_RULES = (
    r"(?:(?:usage|use|content|safety|acceptable|ai|model) ){1,3}(?:polic(?:y|ies)|guidelines|rules|terms)"
)
"""Rules that a maker sets for its models, and hardly anybody else for others."""
_FIELD = fold(r"回答者|作者|署名|答者|回答|답변자|답변|작성자|작성|المجيب|الكاتب")
_SAYS_TO_YOU = fold(
    r"says|thinks|sagt|rät|rat|empfiehlt|wünscht|wunscht|meint|dit|conseille|recommande|dice|aconseja|recomienda"
)
_ANSWERS_KOREAN = fold("(?:이|으)?(?:로 답|라고 (?:합니다|해요|불러))")
_MADE_UNSPACED = fold(
    r"製の(?:大規模)?(?:言語)?(?:モデル|AI|アシスタント)(?:です|なので|として|ですから)|(?:に|によって|が|で)?(?:作られ|開発され|訓練され|生み出され|作った|開発した|訓練した)\w{0,6}AI(?:です|なので|として|ですから)"
)
_CANNOT = fold(
    r"(?:can't|cannot|can not|is unable to|isn't able to)(?! be)|kann(?= [^.!?]{0,40}?(?:nicht|kein))"
    r"|ne peut pas|no puede|nao pode|nao consegue|не может|не умеет"
)
_ERRS = fold(
    r"(?:can|may|might|could) (?:\w+ )?(?:make (?:\w+ )?(?:mistakes|errors)|be (?:wrong|inaccurate)|err(?!\w))"
    r"|kann (?:\w+ )?(?:fehler machen|sich irren)|peut (?:faire|commettre) des erreurs|peut se tromper"
    r"|puede (?:cometer errores|equivocarse)|pode (?:cometer erros|errar|se enganar)"
    r"|può (?:commettere errori|sbagliare)"
    r"|kan fouten maken|może (?:popełniać błędy|się mylić)|может (?:\w+ )?(?:ошибаться|ошибиться|допускать ошибки)"
    r"|[도은는이가] (?:\w+ )?(?:실수|틀릴|오류를)|[はも](?:間違|誤)"
    r"|也?(?:可能会?|也会|会|有可能)(?:出错|犯错|出现错误|有误)"
    r"|قد (?:يخطئ|تخطئ|يرتكب|ترتكب)"
)
"""Words below an answer about its author: "① can make mistakes"."""
_OF_THE_TALK = re.compile(
    r"\b(?:conversations?|chats?|messages?|feedback|mistakes?|inputs?|questions?|gespräche?|nachrichten|chatverl\w+"
    r"|échanges|conversaciones|mensajes|conversas)\b|разговор|сообщени|대화|会話|对话|محادث",
    re.IGNORECASE,
)
"""Things of a conversation, which a maker may keep or read."""
_USING = re.compile(
    rf"(?<!\w)you(?:'re| are) (?:\w+ )?(?:using|in|on) (?:me (?:in|through|via) )?(?:the )?{_N}",
    re.IGNORECASE,
)
_AT_END = r"(?=\s*(?:$|[.,;:!?،。！、)\]—–\"-]))"
_NOT_OF = "".join(rf"(?<!\b{word} )" for word in ("of", "de", "del", "du", "di", "da", "do", "von", "van"))
"""Words before a name that does not speak itself: "the price list of ① says"."""
_CLAIMS = re.compile(
    rf"{_NOT_OF}(?P<said>{_N})(?: ?\([^()]{{1,30}}\))? (?:here|{_SPEAKS})(?!\w)"
    rf"|(?P<said_unspaced>{_N}) ?(?:{_SPEAKS_UNSPACED})"
    rf"|(?<!\w)(?:speaks|says|thinks|gezeichnet|spricht|schreibt|writes|grußt|grusst):? (?P<speaks>{_N})(?!\w)"
    rf"|(?<!\w)(?:{_YOURS}){_BETWEEN}[,،]? ?(?P<yours>{_N})"
    rf"(?:{_AT_END}|(?= (?:{_SPEAKS})(?!\w)))"
    rf"|(?<!\w)(?:{_A_TEXT}) (?:{_OF}) ?(?:an? |the |une? |ein\w{{0,2}} )?(?P<text>{_N}){_AT_END}"
    rf"|(?<!\w)(?:{_HELPER})(?:,? (?:is|here is|was|ist|est|es|called|named|namens)| ?[—–-])? (?P<helper>{_N})"
    rf"(?:{_AT_END}|(?= (?:by|from|of) ))"
    rf"|(?<!\w)you(?:'re| are)?(?: \w+)? (?:ask\w*|talk\w*(?: to| with)?) (?:an? )?(?P<asked>{_N})"
    rf"(?= and not|, not|{_AT_END})"
    rf"|(?P<apposed>{_N}), (?:your|the|an?|dein\w?|votre|tu|su) (?:[\w-]+ )?(?:{_HELPER})(?!\w)"
    rf"|(?<!\w)(?:wishes|wunscht|souhaite|desea|all from|that from|it from|you(?:'ve)? got) (?P<wishes>{_N})"
    rf"(?:{_AT_END}| today)"
    rf"|^(?:an|this|the) (?:ai|assistant|bot|model) (?:by|from|of) (?P<made>{_N})(?= (?:should|must|can|may|is not))"
    rf"|^(?:talking|speaking|chatting) (?:to|with) (?P<talking>{_N})(?!\w)"
    rf"|(?:^|[、,。!]) ?(?P<is>{_N}) ?(?:{_BEING})"
    rf"|(?:{_ANSWERING}) ?(?P<answering>{_N})"
    rf"|(?:{_FIELD}) ?[:：] ?(?P<field>{_N})"
    rf"|(?P<used>{_N})(?: (?:app|chat|bot|assistant|website|window))?,? (?:(?:that|which) )?you(?:'re| are)(?: \w+)?"
    r" (?:us|talk|speak|chat|read)ing(?!\w)"
    rf"|(?<!\w)(?:{_YOURS}) (?P<yours_to_help>{_N}) (?:{_HELPER})(?!\w)"
    rf"|(?P<wrote>{_N})(?: has| just)? (?:wrote|written|typed|produced|generated|drafted|answered)"
    r" (?:it|this|that|these)(?!\w)"
    rf"|(?<!\w)(?:{_SAYS_TO_YOU}) (?:dir|ihnen|euch|you|te|vous)?:? ?(?P<says_to_you>{_N}){_AT_END}"
    rf"|^(?P<refuses>{_N})(?: ai)? (?:can't|cannot|can not|won't|will not|is unable to|is not able to|declines to"
    r"|doesn't|does not)"
    r" (?:help|assist|answer|do|comply|provide|fulfil|support|engage|write|discuss|look|see|browse)(?!\w)"
    rf"|(?<!\w)this (?P<this_model>{_N}) (?:{_HELPER}|instance)(?!\w)"
    rf"|(?P<cannot_here>{_N}) (?:{_CANNOT}) [^.!?]{{0,50}}?(?<!\w)(?:here|hier|ici|aqui|здесь)(?!\w)"
    rf"|(?P<answers>{_N})(?:{_ANSWERS_KOREAN})"
    rf"|(?P<made_ai>{_N})(?:{_MADE_UNSPACED})"
    rf"|(?:^|[,:!] )this is (?P<this>{_N}){_AT_END}"
    rf"|(?<!\w)let (?P<lets>{_N}) (?:tell|help|explain|show|answer|assist|walk|say|give) (?:this |it )?"
    r"(?:you|to you|for you)(?!\w)"
    rf"|(?P<errs>{_N}) ?(?:{_ERRS})"
    rf"|this (?:version|deployment|edition|instance|copy|build|release|variant) of (?P<version>{_N})"
    rf"|(?:私|僕|わたし|俺)[、,] ?(?P<myself>{_N})[、,の]"
    rf"|(?:{_BY_RULE}) (?P<policy>{_N})(?:'s?)? (?:{_RULES})"
    rf"|^this (?P<this_alone>{_N})"
    r" (?:can|cannot|can't|won't|will|would|must|needs|only|prefers|does|doesn't|is|has)(?!\w)"
    rf"|(?<!\w)(?:with|forgive|pardon|excuse|in) (?P<manner>{_N})'s?"
    r" (?:usual|typical|standard|own|customary|famous|trademark) \w"
    rf"|(?<!\w)(?P<models>{_N}) models?"
    r" (?:can(?:not|'t)?|only|outputs?|don't|doesn't|do not|does not|like me|are not|aren't)(?!\w)",
    re.IGNORECASE,
)
"""Ways in which a sentence lets a name speak, or hands the reader over to it."""

_ALONE = re.compile(rf"(?!\s*[-+•|])[^\w{ALL_NAMES}]{{0,4}}(?P<name>{_N})[^\w{ALL_NAMES}]{{0,4}}")
_CITED = re.compile(r"\s*\(?(?:19|20)\d\d")
"""A year behind a name, as in a list of sources."""
_ITEM = re.compile(r"(?:^|\n)\s*(?:\d{1,3}[.)]|[-+•|*])\s*$")
_STRUCTURE = re.compile(r"\s*(?:[-+•|#>]|\d{1,3}[.)])\s|[^\n]*[:：]\s*$")
"""The beginning of an item, a heading or a row; a line that introduces what stands below."""
_AS_A_TOOL = re.compile(
    # "① suggests rhymes if you ask it", "use your own ①", "frag deinen ①".
    rf"{_N}.*\b(?:if|when|once|after) (?:you|asked)\b|{_N}.*\bfor you\b"
    rf"|\b(?:us[ei]\w*|ask(?! me)\w*|try|open|paste|into|with|let|best|better|free|other|popular|frag\w*|nutz\w*|mit"
    rf"|avec|utilis\w*|demand\w*|con|usa|pregunt\w*)\b[^.,;:!?]{{0,40}}{_N}",
    re.IGNORECASE,
)
_BLANK = re.compile(r"\s*")
_MAKERS_CALLED_LIKE_MODELS = frozenset({"deepseek"})
_SURNAME = re.compile(r"\s(?-i:(?!I\b)[A-Z][a-z'-]+)|[・·]")


def presumed(
    abstract: Abstract, low: int, high: int, others: Collection[Mention], question: Asked
) -> Iterator[int]:
    """Yield the places of names in the sentence that are presumed to be its author's.

    `others` are the mentions in the sentence, one for each name: two families are a comparison.
    """
    if not (question.is_beside_models or question.for_identity or question.for_self):
        return
    others = [mention for mention in others if mention.clear]
    if len({mention.name.family for mention in others}) != 1:
        return
    sentence = abstract.text[low:high]
    is_asked = asks_for_author(question)
    if not is_asked and known_names().zodiac.search(f"{sentence} {question.folded}"):
        return
    is_claimable = question.is_beside_models or bool(question.names)
    places = _claimed(sentence) if is_claimable else ()
    told = _told_abroad(sentence) if is_claimable else {}
    places += tuple(
        at
        for at, group in told.items()
        if _fits(group, abstract.mentions.get(low + at), is_elsewhere=question.is_elsewhere)
    )
    is_item = _ITEM.search(abstract.text, max(0, low - 8), low) is not None
    begins, ends = _is_at_an_edge(abstract.text, low, high)
    is_cited = _CITED.match(abstract.text, high) is not None
    if not (is_item or (begins and ends) or is_cited) and (alone := _ALONE.fullmatch(sentence)):
        places += (alone.start("name"),)
    is_free = question.is_elsewhere or is_asked
    is_free_of_lists = not (is_item or is_cited or _STRUCTURE.match(sentence))
    if is_free and is_free_of_lists and _is_no_topic(abstract, sentence, is_asked=is_asked):
        places += tuple(
            at - low
            for at in range(low, high)
            if (mention := abstract.mentions.get(at))
            and (is_asked or _only_a_model(abstract, at) or _is_a_lab(mention))
        )
    if question.for_self and is_free_of_lists and _is_of_the_author(abstract, sentence, others):
        places += tuple(at - low for at in range(low, high) if at in abstract.mentions)
    is_free |= question.for_identity or question.for_self
    for at in places:
        # Beside software or companies, a name that is also a word needs a firmer sign.
        mention = abstract.mentions.get(low + at)
        if mention is None or not (
            is_free or told.get(at) in abroad.RULES or _only_a_model(abstract, low + at)
        ):
            continue
        if not mention.clear or _SURNAME.match(sentence, at + 1) or is_of_kin(mention, sentence, at, at + 1):
            continue
        start, end = abstract.original(low + at, low + at + 1)
        if not question.says(abstract.source[start:end]):
            yield low + at


def _fits(group: str, mention: Mention | None, *, is_elsewhere: bool) -> bool:
    """Tell whether a name may stand in a claim in another language than English."""
    if mention is None:
        return False
    if group in abroad.RULES:
        return _is_a_lab(mention)
    if group in abroad.MODELS and mention.kind != "model":
        return False
    is_hardly_a_word = mention.specific or mention.key in HARDLY_WORDS or not mention.key.isascii()
    return group not in abroad.ELSEWHERE or (is_elsewhere and is_hardly_a_word)


def _is_at_an_edge(text: str, low: int, high: int) -> tuple[bool, bool]:
    """Tell whether a sentence begins its text, and whether it ends it, as those do in which an author names itself."""
    before, after = _BLANK.match(text, 0, low), _BLANK.match(text, high)
    return before is not None and before.end() == low, after is not None and after.end() == len(text)


def asks_for_author(question: Asked) -> bool:
    """Tell whether the question asks who the model is, and names none that it might be."""
    return question.for_identity and not question.names


def _is_no_topic(abstract: Abstract, sentence: str, *, is_asked: bool) -> bool:
    """Tell whether no sign says that the names are what the sentence, or a list of names, is about."""
    return (
        len(abstract.families) == 1
        and not is_reported(sentence)
        and not _is_a_tool(sentence)
        and (is_asked or (is_read(sentence) and not is_topic(sentence)))
    )


def _is_of_the_author(abstract: Abstract, sentence: str, mentions: Iterable[Mention]) -> bool:
    """Tell whether the names in an answer to a question about the model itself are presumed its author's."""
    if len(abstract.families) != 1 or is_reported(sentence):
        return False
    if all(_is_a_lab(mention) for mention in mentions) or _USING.search(sentence):
        return True  # Whatever is said of a lab there, it is the model's own.
    return (
        all(mention.specific or mention.key in HARDLY_WORDS for mention in mentions)
        and (not is_topic(sentence) or _OF_THE_TALK.search(sentence) is not None)
        and not _is_a_tool(sentence)
    )


def _is_a_tool(sentence: str) -> bool:
    return _AS_A_TOOL.search(sentence) is not None or is_used(sentence)


def _is_a_lab(mention: Mention) -> bool:
    return mention.kind == "maker" and mention.specific and mention.name.family in known_names().labs


def _only_a_model(abstract: Abstract, at: int) -> bool:
    mention = abstract.mentions[at]
    return mention.specific and (mention.kind == "model" or mention.key in _MAKERS_CALLED_LIKE_MODELS)


@lru_cache(maxsize=2048)
def _told_abroad(sentence: str) -> dict[int, str]:
    """Return the places of names that other languages than English hand the reader over to, each with its group."""
    found = [match for match in abroad.CLAIMS.finditer(sentence) if match.lastgroup]
    return {match.start(match.lastgroup or 0): match.lastgroup or "" for match in found}


@lru_cache(maxsize=2048)
def _claimed(sentence: str) -> tuple[int, ...]:
    """Return the places of names that a sentence lets speak, unless a name is a tool in it."""
    matches = list(_CLAIMS.finditer(sentence))
    handed_over = any(
        match.lastgroup in {"asked", "talking", "lets", "policy", "manner"} for match in matches
    )
    if not handed_over and _AS_A_TOOL.search(sentence):
        return ()
    return tuple(match.start(match.lastgroup or 0) for match in matches)
