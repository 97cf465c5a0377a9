"""Find names in a model's own instructions that it quotes: `I was told: "You are ①, made by ②"`.

Elsewhere quotations and code are left alone, because others speak in them. Here the words before show that the
instructions are the model's own.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain

from council_core.blindness.abstract import ALL_NAMES, abstract_of
from council_core.blindness.asked import Asked
from council_core.blindness.masked_text import Span
from council_core.blindness.shadow import fold

_INSTRUCTIONS = (
    r"(?:(?:system|initial|hidden|base)[ -])?"
    r"(?:prompts?|messages?|instructions?|directives?|configuration|setup|persona|briefing|notes?|header)"
)
_TOLD = r"(?:told|instructed|configured|given|prompted|set up|initiali[sz]ed|deployed|started|primed|asked|informed)"
_MINE = re.compile(
    rf"\b(?:my (?:\w+ ){{0,2}}{_INSTRUCTIONS}"
    rf"|{_INSTRUCTIONS}(?: (?:that|which))? I(?:'m| am| was|'ve been| have been|'ve| have|'d| had)?"
    rf" (?:\w+ )?(?:{_TOLD}|run|follow|got|received|see|use|work|under|with|by)"
    rf"|{_INSTRUCTIONS}[^.!?\n]{{0,24}} (?:tells?|told|instructs?|asks?|says? to|given to|sent to|to|for) me"
    rf"|I(?:'m| am| was|'ve been| have been) (?:\w+ ){{0,2}}{_TOLD}"
    rf"|{_INSTRUCTIONS} (?:that )?I (?:read|find|found|was shown|can see)"
    rf"|I (?:follow|have|got|run on|use|see|(?:operate|work|act|run) under) (?:an?|this|the) (?:\w+ )?{_INSTRUCTIONS}"
    r"|(?:they|people|someone|somebody|the (?:prompt|setup|system|header)) (?:have |has |had )?"
    r"(?:told|tells?|instructed|instructs?|set|started|primed|configured|deployed) me(?: up| off)?"
    r"|(?:operator|developer|owner|creator|maker|admin\w*)s? (?:has |have )?"
    r"(?:told|instructed|asked|configured|set|primed|prompted) me(?: up)?"
    r"|my (?:\w+ ){0,2}(?:context|window|preamble|header)"
    r"|(?:repeat|print|reproduc|output|quot|recit|return|show)\w{0,3} (?:(?:all|everything|the|my|your) ){0,2}"
    r"(?:(?:text|words|instructions?|messages?|prompt|lines?|context|conversation) )?(?:above|before)"
    r"|(?:in|of|on|at) my (?:\w+ ){0,2}(?:context|window|prompt|input|memory|setup)"
    r"|(?:before|above|ahead of|prior to) (?:your|this|our) (?:\w+ )?(?:message|question|chat|conversation|request)"
    r"|(?:top|start|beginning|head) of my (?:context|prompt|conversation|input|window)"
    r"|(?:first|opening|only) (?:lines?|words?|sentences?|things?)(?: that)? I (?:see|read|get|got|was given|received)"
    r")\b[^.!?\n]{0,60}?[\s:>\"'“„‘«`*(~]{1,12}(?:text\n|[a-z]{2,8}\n)?[\s>]{0,4}"
    r"(?P<quoted>(?:you(?:'re| are|r name is)|(?:the )?assistant is|(?:I am|I'm)(?=\s[\"'“„‘«])"
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
_OPENED = re.compile(
    r"(?:^|(?<=[\"'“„‘«`*>]))[\s\"'“`>*]{0,6}(?P<quoted>you(?:'re| are|r name is)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_MINE_BEHIND = re.compile(
    rf"\b(?:my (?:\w+ ){{0,2}}{_INSTRUCTIONS}|I(?:'m| am| was|'ve been| have been) (?:\w+ ){{0,2}}{_TOLD})\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[.!?\"”’'`»]")
_MOST_BETWEEN, _MOST_QUOTED = 80, 300
_QUOTE_SIGNS = r"\s:：,>\"'“„‘«「『《`*(~"
_QUOTE = rf"[{_QUOTE_SIGNS}]{{1,12}}"
_SAID_TO_ME: tuple[tuple[str, str, str], ...] = (
    (
        (
            r"\b(?:mein\w{0,2} (?:\w+ ){0,2}?\w{0,20}~|mir gegebenen? ~"
            r"|mir (?:wurde|ist|war) (?:\w+ ){0,2}?(?:gesagt|\w{2,3}ge(?:geben|tragen|teilt))\b)"
        ),
        r"(?:prompt|anweisung(?:en)?|vorgaben?|instruktion(?:en)?|auftrag|nachricht)\b",
        r"du bist|sie sind|(?:dein|ihr) name ist",
    ),
    (
        r"\bm(?:es|on|a) (?:\w+ ){0,2}?~|on m'a (?:dit|demandé|indiqué)",
        r"(?:instructions?|consignes?|prompt|message|configuration|directives?)",
        r"tu es|vous êtes|tu t'appelles|(?:ton|votre) nom est",
    ),
    (
        r"\bmis? (?:\w+ ){0,2}?~|me (?:dijeron|indicaron|han dicho)",
        r"(?:instrucci\w+|prompt|mensaje|configuración|indicaciones)",
        r"(?:tú )?eres|usted es|te llamas|tu nombre es",
    ),
    (
        r"\bmi[aeo]i? (?:\w+ ){0,2}?~|mi (?:è stato|hanno) detto",
        r"(?:istruzioni|prompt|messaggio|configurazione)",
        r"(?:tu )?sei|ti chiami|il tuo nome è",
    ),
    (
        r"\b(?:minhas?|meu) (?:\w+ ){0,2}?~|me (?:disseram|foi dito)",
        r"(?:instruç\w+|prompt|mensagem|configuração)",
        r"você é|tu és|seu nome é|você se chama",
    ),
    (
        r"\bmijn (?:\w+ ){0,2}?\w{0,12}~",
        r"(?:instructies?|prompt|bericht|opdracht)",
        r"(?:je|jij|u) bent|je naam is|je heet",
    ),
    (
        r"мо[йяиёе]\w{0,2} (?:\w+ ){0,2}?~|мне (?:сказали|велели)",
        r"(?:инструкци\w+|промпт\w*|настройк\w+|указани\w+)",
        r"(?:ты|вы)(?: являе\w+)?|(?:тебя|вас) зовут",
    ),
    (
        r"\bmo(?:je|ja|im|ich|jej|j) (?:\w+ ){0,2}?~",
        r"(?:instrukcj\w+|polece\w+|prompt\w*)",
        r"jesteś|nazywasz się",
    ),
    (r"~(?:ım|im|um)\w*", r"(?:talimatlar|(?:sistem )?(?:istem|mesaj|komut))", r"sen|siz|adın"),
    (
        r"(?:私|わたし|僕)(?:の|に(?:与えられた|渡された|対する))\s?(?:\w{1,12}の)?~",
        r"(?:システム)?(?:プロンプト|メッセージ|指示|設定|命令)",
        r"(?:あなた|君|きみ)(?:は|の名前は)",
    ),
    (
        r"(?:我的|给我的|我收到的|給我的)(?:\w{0,6}的)?~|(?:告诉|要求)我",
        r"(?:系统|系統|初始)?(?:提示[词詞语]?|指令|设定|設定|消息|说明)",
        r"[你您](?:是|叫|的名字(?:是|叫))",
    ),
    (
        r"(?:제|저의|나의|내)\s?(?:\w{1,12}\s?){0,2}?~",
        r"(?:프롬프트|지침|지시|지시문|설정|명령)",
        r"(?:당신|너)[은는]|(?:당신의|네) 이름은",
    ),
    (
        r"(?:تعليماتي|توجيهاتي|موجهي)|~\s(?:\w{1,20}\s){0,2}?(?:الخاصة? بي|لدي|لي)",
        r"(?:موجه|رسالة|تعليمات|مطالبة)",
        r"(?:أنت|انت|اسمك)",
    ),
    (r"मेरे (?:\S+ ){0,2}?~|मुझे (?:बताया|कहा)", r"(?:निर्देश\S*|प्रॉम्प्ट)", r"(?:आप|तुम)(?:का| का)?"),
    (r"~(?: hệ thống)? của tôi", r"(?:prompt|hướng dẫn|chỉ dẫn|lời nhắc)", r"(?:tên )?bạn là"),
    (
        r"~(?: sistem)? saya",
        r"(?:prompt|instruksi|pesan)",
        r"(?:kamu|anda) adalah|nama(?:mu| anda) adalah",
    ),
)
"""Words for "my instructions", with `~` for those of the next column; for "instructions"; and for "you are"."""


def _end(words: str) -> str:
    """Return a pattern for the end of a word; Chinese, Japanese, Korean and Hindi put no blank there."""
    return "" if re.search("[あ你आ당]", words) else r"(?!\w)"


_IN_MORE_LANGUAGES = re.compile(
    "|".join(
        rf"(?:{mine.replace('~', words)})[^.!?。\n]{{0,60}}?{_QUOTE}"
        rf"(?P<language_{at}>(?:{you}){_end(you)}[^\n]{{0,300}})"
        for at, (mine, words, you) in enumerate(_SAID_TO_ME)
    ),
    re.IGNORECASE,
)
_YOUR = (
    r"\b(?:your|thy|dein\w{0,2}|ihr\w{0,2}|eur\w{1,2}|ton|ta|tes|votre|vos|tus?|sus?|vuestr\w+|teus?|tuas?|seus?|suas?|tu[oe]i?"
    r"|jouw|uw|twoj\w*|тво\w+|ваш\w*) (?:\w+ )?[\w-]{0,12}?"
)
_ASKS_FOR_IT = re.compile(
    fold(
        rf"\bwhat (?:were|are) you (?:told|instructed)\b"
        r"|\b(?:repeat|print|show|output|recite|return) (?:me )?(?:(?:all|everything|the|text|words|lines) ){1,3}"
        r"(?:above|before)\b"
        rf"|{_YOUR}(?:{_INSTRUCTIONS}|"
        + "|".join(words for _, words, _ in _SAID_TO_ME)
        + r")|(?:너의|네|니|당신의|あなたの|君の|你的|您的|आपके|तुम्हारे) ?(?:\w+ )?(?:"
        + "|".join(words for _, words, you in _SAID_TO_ME if not _end(you))
        + r")|(?:تعليماتك|توجيهاتك|موجهك)|(?:talimatların|isteminiz?|komutun)"
        r"|(?:prompt|hướng dẫn|chỉ dẫn)(?: hệ thống)? của bạn"
        r"|(?:instruksi|prompt|pesan)(?: sistem)?(?:mu| (?:kamu|anda))"
        # Where "your" is left out: "show the instructions".
        r"|(?:プロンプト|指示文?|命令文?)を(?:\w{0,4}(?:見せ|教え|表示|出力|繰り返))|(?:提示[词詞]|指令)\w{0,4}(?:给我|給我|发|發|显示|打印)"
    ),
    re.IGNORECASE,
)
"""A question for the model's own instructions: what an answer quotes is then its own."""
_YOU = "|".join(f"(?:{you}){_end(you)}" for *_, you in _SAID_TO_ME)
_BEGINS_WITH_YOU = re.compile(rf"(?<=[{_QUOTE_SIGNS}])(?:{_YOU})", re.IGNORECASE)
"""Beginnings of quotations in other languages than English; most texts have none."""
_QUOTED = re.compile(
    r"(?:[\"'“„‘«`>「『《]\s?|^)(?P<quoted>(?:(?:you(?:'re| are|r name is)|(?:the )?assistant is|I am|I'm"
    rf"|(?:answer|act|reply|respond|speak|write) as)(?!\w)|{_YOU})[^\n]{{0,300}})",
    re.IGNORECASE | re.MULTILINE,
)
_NEARLY = ("you are", "you're", "your name", "assistant is")
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
_MAKER_BEFORE = rf"[^.!?{ALL_NAMES}]{{0,80}}?\b(?:by|from|at|of|named|called)\s"
_WHO = re.compile(
    rf"(?:the )?assistant is\s+(?:(?:an?|the)\s+)?[\"'“]?[{ALL_NAMES}]"
    rf"|(?:(?:answer|act|reply|respond|speak|write)\s+)?as\s+(?:(?:an?|the)\s+)?[{ALL_NAMES}]"
    rf"|(?:you(?:'re| are|r name is)|i am|i'm)\s+[\"'“„‘«]?(?:(?:now|called|named|only|just|an?|the)\s+){{0,3}}"
    rf"(?:[{ALL_NAMES}]|{_MAKER_BEFORE}[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}])"
    rf"|(?:{fold('|'.join(you for *_, you in _SAID_TO_ME))})[^.!?。{ALL_NAMES}]{{0,60}}[{ALL_NAMES}]",
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
    patterns += [_OPENING] if addressed and "prompt" not in question.folded else []
    patterns += [_QUOTED] if _ASKS_FOR_IT.search(question.folded) else []
    patterns += [_IN_MORE_LANGUAGES] if _BEGINS_WITH_YOU.search(text) else []
    found = (
        (match.start(match.lastgroup or "quoted"), match[match.lastgroup or "quoted"])
        for match in chain.from_iterable(pattern.finditer(text) for pattern in patterns)
    )
    for start, quoted in chain(found, _told_behind(text) if addressed else ()):
        end = _END.search(quoted)
        first_sentence = len(quoted) if end is None else end.start() + 1
        abstract = abstract_of(quoted, regions=(), dropped=[])
        if not _WHO.match(abstract.text):
            continue
        places = {place: abstract.original(place, place + 1) for place in abstract.mentions}
        told = {abstract.mentions[place].key for place, (low, _) in places.items() if low < first_sentence}
        for place, (low, high) in places.items():
            mention = abstract.mentions[place]
            # The sentences behind say it again: "The assistant is ①. ① enjoys …".
            if mention.key in told and mention.key not in question.names:
                label = "self_vendor" if mention.kind == "maker" else "self_name"
                yield Span(start + low, start + high, label)
        if dated := _CUTOFF.search(quoted):
            yield Span(start + dated.start("date"), start + dated.end("date"), "self_cutoff")


def _told_behind(text: str) -> Iterator[tuple[int, str]]:
    """Yield quotations, with their starts, behind which the words tell that the instructions are the model's own."""
    starts = [match.start("quoted") for match in _OPENED.finditer(text)]
    done = 0
    for mine in _MINE_BEHIND.finditer(text) if starts else ():
        low = max(0, mine.start() - _MOST_BETWEEN - 1)
        # A quotation may end the sentence before, so that its last mark is the only one between.
        low = max(low, *(text.rfind(mark, low, mine.start()) for mark in ".!?"))
        for closed in _CLOSED.finditer(text, low, mine.start()):
            line = max(0, closed.start() - _MOST_QUOTED)
            line = max(done, line, text.rfind("\n", line, closed.start()) + 1)
            first = bisect_left(starts, line)
            if first < len(starts) and starts[first] < closed.start():
                yield starts[first], text[starts[first] : closed.end()]
                done = closed.end()
                break
