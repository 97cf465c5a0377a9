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
_ASKS_FOR_IT = re.compile(
    rf"\b(?:your|thy) (?:\w+ ){{0,3}}{_INSTRUCTIONS}\b|\bwhat (?:were|are) you (?:told|instructed)\b",
    re.IGNORECASE,
)
"""A question for the model's own instructions: what an answer quotes is then its own."""
_QUOTED = re.compile(
    r"[\"'“„‘«`>]\s?(?P<quoted>(?:you(?:'re| are|r name is)|(?:the )?assistant is|I am|I'm|(?:answer|act|reply|respond"
    r"|speak|write) as)(?!\w)[^\n]{0,300})",
    re.IGNORECASE,
)
_THEN_MINE = re.compile(
    # Here the quotation comes first, and the words after it tell that the instructions are the model's own.
    r"(?:^|(?<=[\"'“„‘«`*>]))[\s\"'“`>*]{0,6}(?P<quoted>you(?:'re| are|r name is)\b[^\n]{0,300}?[.!?\"”'’`»])"
    rf"(?=[^.!?]{{0,80}}\b(?:my (?:\w+ ){{0,2}}{_INSTRUCTIONS}"
    rf"|I(?:'m| am| was|'ve been| have been) (?:\w+ ){{0,2}}{_TOLD})\b)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTE = r"[\s:：,>\"'“„‘«「『《`*(~]{1,12}"
_SAID_TO_ME: tuple[tuple[str, str], ...] = (
    (
        (
            r"(?:mes|mon|ma) (?:\w+ ){0,2}?(?:instructions?|consignes?|prompt|message|configuration|directives?)"
            r"|on m'a (?:dit|demandé|indiqué)"
        ),
        r"tu es|vous êtes|tu t'appelles|ton nom est|votre nom est",
    ),
    (
        (
            r"mis? (?:\w+ ){0,2}?(?:instrucci\w+|prompt|mensaje|configuración|indicaciones)"
            r"|me (?:dijeron|indicaron|han dicho)"
        ),
        r"(?:tú )?eres|usted es|te llamas|tu nombre es",
    ),
    (
        r"mi[aeo]i? (?:\w+ ){0,2}?(?:istruzioni|prompt|messaggio|configurazione)|mi (?:è stato|hanno) detto",
        r"(?:tu )?sei|ti chiami|il tuo nome è",
    ),
    (
        r"(?:minhas?|meu) (?:\w+ ){0,2}?(?:instruç\w+|prompt|mensagem|configuração)|me (?:disseram|foi dito)",
        r"você é|tu és|seu nome é|você se chama",
    ),
    (
        r"mijn (?:\w+ ){0,2}?\w{0,12}(?:instructies?|prompt|bericht|opdracht)",
        r"(?:je|jij|u) bent|je naam is|je heet",
    ),
    (
        r"(?:мо[йяиёе]\w{0,2} (?:\w+ ){0,2}?(?:инструкци\w+|промпт\w*|настройк\w+|указани\w+)|мне (?:сказали|велели))",
        r"(?:ты|вы)(?: являе\w+)?|(?:тебя|вас) зовут",
    ),
    (r"mo(?:je|ja|im|ich|jej|j) (?:\w+ ){0,2}?(?:instrukcj\w+|polece\w+|prompt\w*)", r"jesteś|nazywasz się"),
    (r"(?:talimatlarım|(?:sistem )?(?:istemim|mesajım|komutum))\w*", r"sen|siz|adın"),
    (
        (
            r"(?:私|わたし|僕)(?:の|に(?:与えられた|渡された|対する))\s?(?:\w{1,12}の)?(?:システム)?"
            r"(?:プロンプト|メッセージ|指示|設定|命令)"
        ),
        r"(?:あなた|君|きみ)(?:は|の名前は)",
    ),
    (
        r"(?:我的|给我的|我收到的|給我的)(?:\w{0,6}的)?(?:系统|系統|初始)?(?:提示[词詞语]?|指令|设定|設定|消息|说明)|(?:告诉|要求)我",
        r"[你您](?:是|叫|的名字(?:是|叫))",
    ),
    (r"मेरे (?:\S+ ){0,2}?(?:निर्देश\S*|प्रॉम्प्ट)|मुझे (?:बताया|कहा)", r"(?:आप|तुम)(?:का| का)?"),
    (r"(?:prompt|hướng dẫn|chỉ dẫn|lời nhắc)(?: hệ thống)? của tôi", r"(?:tên )?bạn là"),
    (r"(?:prompt|instruksi|pesan)(?: sistem)? saya", r"(?:kamu|anda) adalah|nama(?:mu| anda) adalah"),
)
"""Words for "my instructions" and for "you are", language by language."""


def _end(words: str) -> str:
    """Return a pattern for the end of a word; Chinese, Japanese and Hindi put no blank there."""
    return "" if re.search("[あ你आ]", words) else r"(?!\w)"


_IN_MORE_LANGUAGES = re.compile(
    "|".join(
        rf"(?:{mine})[^.!?。\n]{{0,60}}?{_QUOTE}(?P<language_{at}>(?:{you}){_end(you)}[^\n]{{0,300}})"
        for at, (mine, you) in enumerate(_SAID_TO_ME)
    ),
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    # German, Korean and Arabic order: "my instructions", a few words, a quotation mark, "you are".
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
    rf"(?:the )?assistant is\s+(?:(?:an?|the)\s+)?[\"'“]?[{ALL_NAMES}]"
    rf"|(?:(?:answer|act|reply|respond|speak|write)\s+)?as\s+(?:(?:an?|the)\s+)?[{ALL_NAMES}]"
    rf"|(?:you(?:'re| are|r name is)|i am|i'm|du bist|sie sind|(?:dein|ihr) name ist)\s+[\"'“„‘«]?"
    rf"(?:(?:now|called|named|only|just|an?|the|nun|jetzt|eine?|der|die|das)\s+){{0,3}}"
    rf"(?:[{ALL_NAMES}]|{_MAKER_BEFORE}[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}])"
    rf"|(?:당신은|너는|당신의 이름은|네 이름은)\s?[^.!?{ALL_NAMES}]{{0,30}}[{ALL_NAMES}](?=\W|$|[가-힣])"
    rf"|(?:{fold('|'.join(you for _, you in _SAID_TO_ME))})[^.!?。{ALL_NAMES}]{{0,40}}[{ALL_NAMES}]"
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
    patterns += [_QUOTED] if _ASKS_FOR_IT.search(question.folded) else []
    patterns += [_IN_MORE_LANGUAGES]
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
