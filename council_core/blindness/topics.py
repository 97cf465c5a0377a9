"""Tell whether a sentence speaks of a model or maker as its topic: a tool, a product, a company in the news.

Some names belong to models alone. Under a question about something else, such a name is the author's, unless one of
these is true of its sentence: somebody uses the model, the model is the subject of a verb that no self-description has,
or another name or a figure stands beside it. "① has no eyes" and "I can't help" are limits, which authors have and
topics seldom.
"""

import re
from functools import lru_cache

from council_core.blindness.abstract import ADDRESS, ALL_NAMES, CODE, QUOTATION, Abstract, sentences
from council_core.blindness.shadow import fold

_N = f"[{ALL_NAMES}]"
_NOT = r"(?!n't|not\b| (?:not|no|never|nothing|neither|hardly|only|just)\b)"
_OF_ITS_OWN = (
    r"(?:models?|assistants?|ai|bots?|chat ?bots?|(?:usage|safety|content|privacy|acceptable) \w+"
    r"|polic\w+|rules?|guidelines?|terms|training|servers?|team|company"
    r"|start-?up|engineers?"
    r"|answers?|repl(?:y|ies)|words?|advice|take|view|opinion|llms?|language|system|weights|labs?|knowledge|data)"
)
_SAYS = r"(?:says?|said|thinks?|writes?|wrote|answers?|answered|speaks?|suggests?|recommends?|trained|taught|made)"
_HOW = "(?: \\w+ly| also| often| just| simply| always| never| still| sometimes)"
_IRREGULAR = (
    "built|withdrew|beat|sold|bought|began|came|went|won|lost|took|gave|got|left|grew|fell|rose|spent|ran|held|found"
    "|became|led|set|put|paid|met|sent|hit|knew|saw|kept|drew|chose|lent|sought|brought|broke|caught|cut|let"
)
_CAN = "is|are|has|can|could|may|might|will|would|should|does|do"
_OWN_DEEDS = (
    "speaking|talking|chatting|reading|signed|answered|written|generated|created|provided|brought|being|using|powered"
    "|yours|says|thinks|writes|regards|greetings|cheers|thanks|wishes|this|is|was|as"
)
"""Words before an author's name that look like verbs with the name for their object."""
_TOPIC = re.compile(
    # A date, a share, a sum; a reference.
    r"(?<!\d)(?:19|20)\d\d(?!\d)|\d ?%|\bper ?cent\b|\b[mb]illions?\b|[$€£¥]\s?\d|\d\s?[$€£¥]|\bet al\b|[=|_]"
    rf"|{_N} \((?:version|large|computer)\b"
    rf"|[{ADDRESS}{CODE}]"
    # Verbs that tell something of it, and a limit of its own excepted.
    rf"|{_N}(?:'s?)?(?: \w+)? (?:was|were|had|did|(?:{_IRREGULAR})|(?!{_SAYS}\b)\w{{2,}}ed)\b(?! (?:me|my|us)\b)"
    rf"|{_N}(?: ai)?(?: \w+ly| also| then| often)? (?:{_CAN}){_NOT}\b"
    rf"|{_N}{_HOW}{{0,2}} (?!{_SAYS}\b|this\b|yours\b|always\b)\w{{2,}}[^s\W]s\b(?! (?:me|my|you)\b)"
    rf"|{_N}(?: \w+)? (?:is|are) (?:no longer|not yet|not) (?:available|supported|offered|sold|free|released|listed)\b"
    rf"|{_N}'s (?!{_OF_ITS_OWN}\b)\w"
    # Somebody does something to it.
    rf"|\b(?!(?:{_OWN_DEEDS})\b)\w{{2,}}(?:ed|ing|[^s\W]s) (?:the |an? |out |up )?{_N}"
    rf"|\b(?:to|can|could|will|would|should|must|may|might|let|let's) (?!you\b|me\b)\w{{2,}} (?:the |an? )?{_N}"
    r"|\b(?<!you )(?:talk|chat|speak|turn|go|switch|type|send|feed|give|hand|rely|log|put)"
    rf" (?:\w+ ){{0,3}}?(?:to|with|into|on|in) {_N}"
    # A text of its own that is spoken of: "anything that ① wrote".
    rf"|\b(?:anything|everything|something|whatever|texts?|mails?|code) (?:that |which )?{_N}"
    r" (?:wrote|writes|says|said)\b"
    # Other people are mentioned beside it.
    r"|\b(?:they|them|their|he|she|his|her|him|people|some|many|most|everyone|students?|pupils?|users?|teachers?|children"
    r"|kids|companies|somebody|someone|experts?|critics?|lawyers?|authors?)\b"
    r"|\bfavou?rites?\b"
    # Its versions; things that are made for it; others of its kind.
    rf"|\b(?:new|newer|newest|latest|older|previous|upcoming) {_N}"
    r"|\b(?:support|options?|plug-?ins?|settings?|wrappers?|clients?|prices|pricing|benchmarks?|scores?|results?|access"
    rf"|extensions?|adapters?|limits?|tests?|bugs?|fix(?:es)?) (?:for|of|to|from|in|with) (?:the |an? |all )?{_N}"
    rf"|\b(?:like|such as|including|e\.g\.|for example|unlike|than|versus|vs\.?|between|besides|other than) {_N}"
    rf"|{_N} (?:users?|apis?|keys?|accounts?|plus|subscriptions?|shares|stock|office|plugins?|store|apps?|code"
    r"|clients?)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    # Another name in a language that writes only names in capitals.
    r"(?<=[a-z,;] )(?!I\b|I'|AI\b|PS\b|P\.S)[A-Z][a-z]{2,}"
)
_ENGLISH = re.compile(
    r"\b(?:the|of|and|to|is|it|that|for|was|by|an|has|have|not|you|this|with|doesn't|can't|but|can|are|from|your|which|will|would)\b"
)
_TOLD = fold(
    r"\b(?:gründete?n?|gegründet|veröffentlicht\w*|entlie\w+|verklagt\w*|fondée?|lancée?|fundó|lanzó)\b"
    r"|설립|출시|발표|인수|创立|发布|推出|收购|設立|発表|買収|أسس|أطلق|أعلن"
)
_OBJECT_BEHIND = fold(r"으?로(?!서| 답)|에게|한테|[을를]|와 |과 |[にを](?!よ)|と(?!申|い|言)|で(?!す|し)")
_OBJECT_BEFORE = fold(r"[用让请问叫给把跟和]|(?:اسأل|جرب|استخدم|عبر|باستخدام|بواسطة|مع|من خلال|عن|مثل) ")
_SHORT = 16
_ELSEWHERE = re.compile(
    rf"{_TOLD}|{_N} ?(?:{_OBJECT_BEHIND})|(?:{_OBJECT_BEFORE}) ?{_N}",
    re.IGNORECASE,
)
"""News, and the object of a use, in languages other than English."""

_LONGEST_ANSWER = 200
_WHOLE_ANSWER = re.compile(
    rf"(?:[^\w{QUOTATION}{CODE}]|_)*"
    r"(?:(?:(?:it|that)(?:'s| is| was| would be)|the answer is|answer|das (?:ist|war)|die antwort ist|antwort"
    rf"|c'est|c'etait|reponse|es|era|respuesta|e|{fold('답은|정답은|답')}|答案是|答案|答えは|答え|الجواب|هو|هي)[\s:：]{{1,3}})?"
    rf"[{ALL_NAMES}](?:\s?[{ALL_NAMES}])*\s?(?:{fold('입니다|이에요|예요|이다')}|です)?[^\w{ALL_NAMES}{QUOTATION}{CODE}]*",
    re.IGNORECASE,
)


def is_whole_answer(text: str) -> bool:
    """Tell whether a text is a name and nothing else, as answers to closed questions are: "It's ①."."""
    return len(text) <= _LONGEST_ANSWER and _WHOLE_ANSWER.fullmatch(text) is not None


def is_read(sentence: str) -> bool:
    """Tell whether a sentence is English, or so short that it can hardly tell anything of a name in it."""
    return _ENGLISH.search(sentence) is not None or len(sentence) <= _SHORT


def is_about_names(abstract: Abstract) -> bool:
    """Tell whether a text is about models or makers, whatever was asked: it names them three times, or two families,
    or the same one in two sentences. A model that nobody asked for its name says it in one sentence."""
    mentions = abstract.mentions.values()
    if len(mentions) > 2 or len(abstract.families) > 1:
        return True
    if len(mentions) < 2 or len({mention.key for mention in mentions}) > 1:
        return False
    first, second = sorted(abstract.mentions)
    return not any(low <= first and second < high for low, high in sentences(abstract.text))


@lru_cache(maxsize=4096)
def is_topic(sentence: str) -> bool:
    """Tell whether an abstract's sentence is about the names in it."""
    return (
        _TOPIC.search(sentence) is not None
        or _ELSEWHERE.search(sentence) is not None
        or (_ENGLISH.search(sentence) is not None and _BESIDE.search(sentence) is not None)
    )
