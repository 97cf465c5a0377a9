"""Find names that are presumed to be the author's, because nobody asked about models, companies or software.

Under "Can I freeze rice?", a sentence that lets a model speak, that hands the reader over to one, or that holds nothing
but its name, tells who wrote the answer. A model as a tool stays: "Ask ① for ten rhymes".
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from council_core.blindness.abstract import ALL_NAMES, Abstract
from council_core.blindness.asked import Asked
from council_core.blindness.mentions import Mention
from council_core.blindness.names import known_names
from council_core.blindness.shadow import fold

_N = f"[{ALL_NAMES}]"
_SPEAKS = fold(
    r"thinks|says|said|suggests|recommends|advises|believes|answers|replies|responds|apologi[sz]es|hopes|wishes|votes"
    r"|agrees|disagrees|would (?:say|suggest|advise|choose|pick|go|take)|reporting|speaking|signing|writing"
    r"|at your service|rat|meint|sagt|findet|empfiehlt|grußt|grusst|wunscht|glaubt|denkt|antwortet"
    r"|conseille|pense|dit|recommande|repond|suggere|salue|croit|vous (?:conseille|salue|repond)"
    r"|dice|recomienda|aconseja|cree|piensa|responde|saluda|te (?:lo )?(?:saluda|responde|recomienda)"
    r"|يقول|يرى|ينصح|يعتقد|ينصحك|يحييك"
)
_SPEAKS_UNSPACED = fold(
    r"认为|建议|觉得|提醒|为您|为你|が(?:お答え|回答)|として(?:は|お答え|申し)"
    r"|[은는] .{0,12}(?:생각|추천|권합|봅)|(?:으)?로서"
)
_YOURS = fold(
    r"your|yours truly|dein\w{0,2}|ihr\w{0,2}|eu(?:er|re)\w?|votre|vos|ton|ta|tu|su|vuestr[oa]|il tuo"
    r"|你的|您的|あなたの|당신의|여러분의|مساعدك|مساعدكم|صديقك"
)
_A_TEXT = fold(
    r"answers?|repl(?:y|ies)|responses?|output|words|text|opinion|view|advice|(?:two|2) cents|verdict|thoughts?|summary"
    r"|greetings|regards|antwort|gruß|grußen?|wort|text|rat|meinung|reponse|avis|parole|foi|texte|conseil|salutations"
    r"|respuesta|palabra|consejo|opinion|abrazo|saludos?"
)
_OF = r"of|by|from|von|vom|de|del|d'|par|por"
_HELPER = fold(
    r"bot|chat ?bot|assistant|ai|machine|model|helper|assistent\w?|ki|asistente|ia|助手|アシスタント|어시스턴트|مساعدك?"
)
_BEING = fold(r"です|でございます|だよ|입니다|예요|이에요")
_ANSWERING = fold(
    r"答えする(?:AI)?のは|答えているのは|回答するのは|답하는 (?:것은|건)|回答您的是|为您服务的是|叫我|请叫我"
)
_FIELD = fold(r"回答者|作者|署名|答者|回答|답변자|답변|작성자|작성|المجيب|الكاتب")
_AT_END = r"(?=\s*(?:$|[.,;:!?،。！、)\]—–\"-]))"
_CLAIMS = re.compile(
    rf"(?P<said>{_N})(?: ?\([^()]{{1,30}}\))? (?:here|{_SPEAKS})(?!\w)"
    rf"|(?P<said_unspaced>{_N}) ?(?:{_SPEAKS_UNSPACED})"
    rf"|(?<!\w)(?:speaks|says|thinks|gezeichnet|spricht|schreibt|writes):? (?P<speaks>{_N})(?!\w)"
    rf"|(?<!\w)(?:{_YOURS})(?: ?[^\W\d]{{2,14}}){{0,2}}?[,،]? ?(?P<yours>{_N})"
    rf"(?:{_AT_END}|(?= (?:{_SPEAKS})(?!\w)))"
    rf"|(?<!\w)(?:{_A_TEXT}) (?:{_OF}) ?(?:an? |the |une? |ein\w{{0,2}} )?(?P<text>{_N}){_AT_END}"
    rf"|(?<!\w)(?:{_HELPER})(?:,? (?:is|here is|was|ist|est|es|called|named|namens))? (?P<helper>{_N}){_AT_END}"
    rf"|(?<!\w)you(?:'re| are)?(?: \w+)? (?:ask\w*|talk\w*(?: to| with)?) (?:an? )?(?P<asked>{_N})"
    rf"(?= and not|, not|{_AT_END})"
    rf"|(?P<apposed>{_N}), (?:your|the|an?|dein\w?|votre|tu|su) (?:[\w-]+ )?(?:{_HELPER})(?!\w)"
    rf"|(?<!\w)(?:wishes|wunscht|souhaite|desea|all from|that from|it from|you(?:'ve)? got) (?P<wishes>{_N})"
    rf"(?:{_AT_END}| today)"
    rf"|^(?:an|this|the) (?:ai|assistant|bot|model) (?:by|from|of) (?P<made>{_N})(?= (?:should|must|can|may|is not))"
    rf"|^(?:talking|speaking|chatting) (?:to|with) (?P<talking>{_N})(?!\w)"
    rf"|(?:^|[、,。!]) ?(?P<is>{_N}) ?(?:{_BEING})"
    rf"|(?:{_ANSWERING}) ?(?P<answering>{_N})"
    rf"|(?:{_FIELD}) ?[:：] ?(?P<field>{_N})",
    re.IGNORECASE,
)
"""Ways in which a sentence lets a name speak, or hands the reader over to it."""

_ALONE = re.compile(rf"(?!\s*[-+•|])[^\w{ALL_NAMES}]{{0,4}}(?P<name>{_N})[^\w{ALL_NAMES}]{{0,4}}")
_ITEM = re.compile(r"(?:^|\n)\s*(?:\d{1,3}[.)]|[-+•|*])\s*$")
_AS_A_TOOL = re.compile(
    # "① suggests rhymes if you ask it", "use your own ①", "frag deinen ①".
    rf"{_N}.*\b(?:if|when|once|after) (?:you|asked)\b|{_N}.*\bfor you\b"
    rf"|\b(?:us[ei]\w*|ask(?! me)\w*|try|open|paste|into|with|let|best|better|free|other|popular|frag\w*|nutz\w*|mit"
    rf"|avec|utilis\w*|demand\w*|con|usa|pregunt\w*)\b[^.,;:!?]{{0,40}}{_N}",
    re.IGNORECASE,
)
_SURNAME = re.compile(r"\s(?-i:(?!I\b)[A-Z][a-z'-]+)")


def presumed(
    abstract: Abstract, low: int, high: int, others: Iterable[Mention], question: Asked
) -> Iterator[int]:
    """Yield the places of names in the sentence that are presumed to be its author's.

    `others` are the mentions in the sentence, one for each name: two families are a comparison.
    """
    if not question.is_elsewhere or len({mention.name.family for mention in others}) != 1:
        return
    sentence = abstract.text[low:high]
    if known_names().zodiac.search(f"{sentence} {question.folded}"):
        return
    places = _claimed(sentence)
    is_item = _ITEM.search(abstract.text, max(0, low - 8), low) is not None
    if not is_item and high - low < len(abstract.text.strip()) and (alone := _ALONE.fullmatch(sentence)):
        places += (alone.start("name"),)
    for at in places:
        mention = abstract.mentions.get(low + at)
        if mention is not None and mention.clear and not _SURNAME.match(sentence, at + 1):
            yield low + at


@lru_cache(maxsize=2048)
def _claimed(sentence: str) -> tuple[int, ...]:
    """Return the places of names that a sentence lets speak, unless a name is a tool in it."""
    matches = list(_CLAIMS.finditer(sentence))
    handed_over = any(match.lastgroup in {"asked", "talking"} for match in matches)
    if not handed_over and _AS_A_TOOL.search(sentence):
        return ()
    return tuple(match.start(match.lastgroup or 0) for match in matches)
