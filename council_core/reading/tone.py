"""Tell whether the words about a response praise it, blame it, or do neither that a reader could be sure of.

Only known words count. A sentence in unknown ones, such as a metaphor, has no tone, and nobody should guess it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

LABEL = "\N{CIRCLED LATIN CAPITAL LETTER R}"
"""The sign in place of a response's label, so that no label is read as a word."""

_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(
    r"\"[^\"\n]{1,60}\"|“[^“”\n]{1,60}”|„[^„“”\n]{1,60}[“”]|«[^«»\n]{1,60}»|「[^「」\n]{1,60}」"
)
"""Words that are somebody else's, or meant ironically."""


class _Words:
    """Words of one kind: beginnings of words, whole words (with `=` behind), phrases, and signs of scripts in which
    words join."""

    def __init__(self, words: str, phrases: str = "", signs: str = "") -> None:
        entries = words.split()
        self._whole = frozenset(entry[:-1] for entry in entries if entry.endswith("="))
        self._stems = frozenset(entry for entry in entries if not entry.endswith("="))
        self._lengths = sorted({len(stem) for stem in self._stems})
        alternatives = "|".join(part for part in (phrases and rf"\b(?:{phrases})", signs) if part)
        self._rest = re.compile(alternatives or r"(?!)", re.IGNORECASE)

    def places_in(self, words: Sequence[str]) -> set[int]:
        """Return the places of the words of this kind."""
        return {
            at
            for at, word in enumerate(words)
            if word in self._whole or any(word[:length] in self._stems for length in self._lengths)
        }

    def are_joined_in(self, text: str) -> bool:
        """Tell whether the text holds a phrase of this kind, or a sign."""
        return self._rest.search(text) is not None


_PRAISES = _Words(
    """
    best better good= well= strong= stronger= strongest= accura correct= correctly= right= true= complete= completely=
    completeness= precis convinc persuas thorough excel outstand superb great= greatest= impress solid sound= reliab
    trust nail= nails= edges= edge= decisive ahead lead= leads= leading= first= top= tops= won= win= wins= winner=
    winning= prefer favor favour pick= picks= picked= recommend choose= choice= deserv useful= helpful= balanced=
    insight nuanc concise= rigor rigour sourced= depth comprehens exempl clear= clearer= clearest= clarity= perfect
    flawless primary= backbone valuab sensible= merit= distinction= working= fine= nice= elegan credible= robust
    outperform outclass outshin impeccab
    highest= higher= superior faithful
    safest= safe= match= matches= formatt= sole= strength= leader= shines= solves= works= succe
    gut= gute= guter= gutes= guten= besser beste bester= stark= starke= stärk überzeug vollständig richtig= richtige
    genau präzis klar= klare klarste hervorragend ausgezeichnet solide zuverlässig verlässlich gründlich umfassend vorn=
    vorne= erste= ersten= erster= platz= spitze= gewinn sieg empfehl bevorzug nützlich hilfreich ausgewogen fehlerfrei
    korrekt einzig nachvollziehbar ausführlich treffend vorsprung führt= stimmig
    bon= bonne= bons= bonnes= meilleur exacte exact= juste= complèt complet= précis convain solide= fiable clair=
    claire= excellent première= premier= tête= gagn emport préfér recommand utile= nuancé équilibr seule= unique=
    parfait remarqu mieux= supérieur cohérent démarque= distingue=
    buen= buena= bueno= mejor complet correct claro= clara= fiable= sólid excelente primer primera= gana= ganador
    prefier prefir recomiend recomend útil= equilibrad única= único= acierta= destaca= supera= riguros bom= boa= melhor
    certa= certo= confiável= exat primeir lidera= vence= vencedor buon buona= miglior meglio= corrett affidabil chiar
    esatt
    prima= primo= vince= preferi consigli equilibrat unica= unico= eccellente ottim completez precisione
    хорош лучш верн= верный= верно= верная= правильн точн= точный точная точно= полн= полно= полнее сильн
    убедит надёж надеж чётк ясн перв выигр побед предпочт рекоменд подроб отличн единствен полезн добр кращ
    найкращ точн повн перекон надійн перш перем єдин корисн детальн dobr lepsz najlep najdokładn poprawn= poprawna=
    poprawne=
    dokładn pełn kompletn przekonuj rzeteln pierwsz wygryw jedyn
    goed= goede= beter beste= sterk sterkste juist= juiste= volledig nauwkeurig overtuig betrouwbaar duidelijk eerste=
    wint= enige= iyi= daha= doğru= tam= eksiksiz güçlü kesin kapsamlı güvenilir ilk= birinci kazan tek= başarılı đúng=
    tốt= đầy= chính= rõ= baik terbaik benar lengkap tepat jelas akurat bra= bäst bättre rätt= fullständig
    정확 완전 완벽 우수 훌륭 뛰어 좋 낫 나은 최고 최선 명확 충실 탄탄 설득 신뢰 포괄 완성도 유일 앞섭 앞서 균형 상세
    구체 추천 선호 올바 잘= 맞습 맞는 맞고 맞지만 일위
    """,
    phrases=(
        r"st(?:ands?|ood) out|spot on|tip(?:s|ped) the|liegt vor|(?:comes|ranks|is|stays) (?:ahead|before|above|over)"
        r"|ile birinci|en iyi|number one|hits? (?:all|every)"
        r"|hats off|take[sn]? (?:a bow|the (?:cake|crown|biscuit))|kudos|bravo|chapeau|hut ab|the oscar|chef's kiss"
        r"|out of the (?:park|water)|hits? the nail|(?:ten|10) out of (?:ten|10)|gold (?:medal|standard)|masterpiece"
        rf"|my (?:vote|money|heart|pick|choice|favou?rite)|(?:go|goes|going|went) with {LABEL}|thumbs up"
        rf"|I(?:'d| would|'ll| will) (?:still |rather |always )?(?:pick|choose|take|trust|use|vote|hire) {LABEL}"
        rf"|meine stimme|nehmt {LABEL}|(?:ma|mi|il mio|meu) (?:voix|voto)|je choisis|me quedo con|мой голос"
    ),
    signs=(
        r"(?<![不没])(?:好|优|優|强|強|正确|正確|准确|準確|完整|全面|最佳|清晰|清楚|可靠|严谨|嚴謹|详细|詳細)"
        r"|唯一|第一|胜|勝|首选|推荐|推薦|选择|一番|一押|イチ推|おすすめ|軍配|推し|강추|으뜸|한 표"
        r"|出色|严密|嚴密|充实|充實|突出|有说服力|详尽|具体|領先|领先|良|優れ|詳し|信頼|的確|明確|網羅|丁寧|充実|一位|1位|1위|1등"
        r"|أفضل|الأفضل|دقيق|دقة|كامل|شامل|صحيح|واضح|قوي|أقوى|جيد|ممتاز|[أا]ول|الأكثر|الوحيد|موثوق|مقنع|مقدم"
        r"|अच्छ|बेहतर|सर्वश्रेष्ठ|सही|सटीक|पूर्ण|पूरा|स्पष्ट|विश्वसनीय|पहले|एकमात्र|सबसे ऊपर"
    ),
)
_OFFERS = _Words(
    """
    state= states= explain provid address cover handl identif cite= cites= evidence source= sources= example= fully=
    every= all= both= names= contains= use= commit= commits= responde= responden= resuelve= resolve= risponde= risolve=
    учитыва
    отвеча відповіда répond= beantwort antwortet= yanıtl cevapl odpowiada= 답하 답변하 answer= includes= mentions=
    answers= weighs= alle= alles= beide=
    belegt= nennt= erklärt= enthält= deckt= quelle= beispiel= tout= tous= toutes= citer= explique= contient= exemple=
    todo= todos= todas= tudo= tutto= tutti= cita= explica= menciona= fuente= ejemplo= spiega= contiene= fonte= все= всё=
    приводит= объясняет= называет= источник= пример= усі= пояснює= wszystk podaje= zawiera= źródło= noemt= hepsi= tüm=
    đủ= cả= semua= 모두 모든 제시 핵심 설명 포함 근거 예시
    """,
    signs=r"都|回答了?问题|符|全部|举例|例子|说明|根据|引用"
    r"|すべて|全て|根拠|説明|示し|جميع|كل |يذكر|يشرح|تغط|يغط|सभी|उदाहरण",
)
"""Words of content that a response has. They praise it only where nothing blames it."""

_BLAMES = _Words(
    """
    bad= badly= worse worst weak poor low= lower= lowest= wrong incorrect inaccura mistak error false= falsely= fails=
    fail= failed= failing= failure flaw bug= bugs= buggy= miss= misses= missed= missing= lack omit ignor invent fabricat
    hallucin mislead misread misstat misunder misrepresent misplac vague unclear shallow superficial thin= incomplete
    contradict confus slip slips= irrelevan unsupported unsourced unsafe outdated broken dangerous danger risky=
    reckless harm last= bottom= behind= below= trail least= less= lesser= only= merely= partial partly= half= incoheren
    unreliab unusable useless unhelpful nonsens verbose wordy= repetit generic= overly= limit= limited= limitation drag
    suffer neglect drift evad dodg manipul inject influenc instruct plea= pleads= disqualif concern doubt
    reject narrow biased= crash loses= loser= lost= forget forgot overlook rambl short= absurd hazard garbage terribl
    holes=
    awful horribl dreadful abysmal hopeless leak leaks=
    rubbish trash zero= worthless
    schlecht schwach schwäch= schwächer schwächst falsch fehler fehlt fehlen fehlend irr= irrt= irrtum ungenau unklar
    unvollständig oberflächlich vage= widersprü widerspricht erfind erfunden unbrauchbar nutzlos gefährlich letzte=
    letzter= letzten= hinten= hinter= dahinter= schluss= verfehlt verwechsel vergisst lücke knapper lückenhaft einseitig
    weniger= mangel lediglich= verliert= irreführ scheitert= dürftig
    mauvais pire= faible fau= faux= fausse erron erreur tromp manque oubli vague= floue= flou= incomplè incomplet
    superficiel contredi dangere dernier dernière= moins= inexact inutil confond imprécis  échoue= omet= éloign
    mal= mala= malo= peor débil floj equivoc falla= fallo= falta= faltan= inventa vag confund confuso= contradi peligros
    última= último= menos= inútil omite= erróne falso= falsa= sesgad ruim= pior frac errad erro= erros= erra= engan falh
    vago= confunde= perigos inventou= omitiu= cattiv peggior debol sbagli errat errore errori manca= mancano= inventa=
    pericolos ultimo= ultima= meno= omette= imprecis
    плох хуж худш слаб неверн неправильн ошиб ложн неточн неполн поверхност расплывч противореч выдум выдумал опасн
    последн упуска пропуска путает= менее= вводит= заблужд бесполез недостат грубую= перепут провал поган гірш найгірш
    слабк
    слабш
    неправ помил хибн неповн поверхн вигад небезпе останн бракує менш плута gorsz najgor słab najsłab złe= zła= błęd
    błąd błędn niepełn niedokład powierzch zmyśl niebezp ostatni brak brakuj myli= pomija= mniej=
    slecht zwak fout onjuist onvolledig mist= ontbreek laatst verkeerd oppervlakkig verzin vaag misleid minder= yanlış
    hata eksik= zayıf kötü yetersiz sonuncu= uydur yanılt belirsiz sai= thiếu= kém= yếu= cuối= salah kurang lemah
    buruk terburuk keliru fel= dålig saknar= sämst svag
    틀 오류 잘못 부족 빠졌 빠져 누락 부정확 불완전 모호 나쁘 나쁜 최악 꼴찌 최하위 낮 약하 약한 떨어 오답 허위 지어 벗어
    짧 놓쳤 놓치 놓친 나쁩 오해 혼동 한계 아쉽 아쉬 미흡 불분명 마지막 가장낮 부실 위험 얕 뒤처
    """,
    phrases=(
        r"off[- ]topic|(?:another|different|wrong) question|andere frage|autre question"
        r"|otra pregunta|outra pergunta|altra domanda"
        r"|другой вопрос|다른 질문|made[- ]up|falls? short|asks? (?:to|for|the)|tr(?:ies|ied) to|attempts? to|too \w+"
        r"|(?:would|could) (?:have )?be(?:en)? (?:\w+ )?(?:better|good|best|strong\w*|higher|second|third)"
        rf"|if (?:only )?{LABEL} (?:had|were|did)|would have (?:ranked|been|come|scored)"
        r"|wäre (?:\w+ )?(?:besser|gut|stärker)"
        r"|serait (?:\w+ )?(?:meilleur|bon)\w*|(?:sería|seria|sarebbe) (?:\w+ )?(?:mejor|melhor|miglior)\w*"
        r"|был[ао]? бы (?:лучше|полнее)|더 좋았|좋겠"
        r"|(?:the|in the|into the) (?:bin|trash|garbage|wastebasket)|die tonne|(?:la )?poubelle|la basura|в мусор"
        r"|train ?wreck|a (?:joke|mess|disgrace|clown)|eyes bleed|thumbs down|avoid|take with|stay away|hands off"
        r"|ans? ende|am ende|zum schluss|zu (?:kurz|lang|knapp|vage|allgemein)"
        r"|à côté|hors (?:sujet|de propos)|fuera de|trop \w+|demasiado|troppo|konudan sap"
    ),
    signs=(
        rf"\w+fehler|{LABEL} should (?:have )?(?!be |come |go |get |win |rank|stand |take |lead |have )"
        r"|差(?![距异異别別は])|劣|坏|壞|弱|低|错|錯|误|誤|缺|遗漏|遺漏|不足|不够|不夠|不完整|不准|不正确"
        r"|漏洞|空洞|混乱|混亂|空泛|模糊|含糊|肤浅|矛盾|编造|捏造|虚构|偏题|跑题|答非所问"
        r"|最后|最後|欠け|欠い|不正|間違|曖昧|浅|悪|外れ|不十分|捏|最下位|危険|足り"
        r"|خط[أا]|خاطئ|أسوأ|ضعيف|أضعف|ناقص|ينقص|غير|غامض|سطحي|مضلل|الأخير|الأقل|أخطاء|متناقض|يفتقر"
        r"|ग़?लत|ख़?राब|कमज़?ोर|अधूर|कमी|भ्रामक|अस्पष्ट|आख़?िरी|अंतिम|त्रुटि"
    ),
)
_DENIES = _Words(
    """
    less= weniger= moins= menos= meno= менее= менш= mniej= minder= 덜=
    not= no= nor= never= none= nothing= cannot= hardly= barely= scarcely= without= neither= nicht= kein nie= niemals=
    nichts= ohne= kaum= rien= nada= niente= ничего= pas= ne= n= aucun jamais= sans= non= guère= nunca= sin= ningun
    ningún= não= sem= nenhum senza= nessun mai= не= нет= без= ни= нічого= ні= немає= жодн bez= żadn değil yok= hiç=
    niet= geen= zonder= nooit= không= chưa= tidak= tanpa= bukan= inte= ingen 않 없 못 안= 아니 아닙
    """,
    phrases=r"anything but|far from|alles andere als|tout sauf|todo menos",
    signs=r"[不没沒无無]|ない|なし|ません|なく|ずに|(?<!\w)لا |ليس|لم |بدون|دون |नहीं|बिना",
)
_NOT_ONLY = re.compile(
    r"\b(?:not (?:only|just)|nicht nur|non seulement|no s[oó]lo|não só|non solo|не только|не лише|nie tylko|niet alleen"
    r"|no (?:doubt|question)|without (?:a )?(?:doubt|question)|zweifellos|sans (?:aucun )?doute|sin duda|sem dúvida"
    r"|sans hésit\w+"
    r"|senza dubbio|ohne zweifel|без сомнени\w|без сумнів\w|bez wątpienia|zonder twijfel|no contest)\b"
    r"|不仅|不僅|不但|不只|不错|不錯|だけでなく",
    re.IGNORECASE,
)
"""Words that look like a denial and are none."""

_SURELY = re.compile(
    rf"{LABEL}(?: it is|[\s,]+(?:no (?:doubt|question|contest)|hands down|without (?:a )?doubt|for president"
    r"|sans (?:hésit\w+|(?:aucun )?doute)|sin duda|sem dúvida|senza dubbio|zweifellos|ohne zweifel|без сомнени\w"
    r"|без сумнів\w|bez wątpienia|zonder twijfel))\W*$",
    re.IGNORECASE,
)
"""A response and a word of certainty, which alone are a vote for it."""

_UNRIVALLED = re.compile(
    r"\b(?:second to none|(?:no|without) (?:equal|rival|match|peer)s?|(?:head (?:and )?shoulders|a cut|miles?) above"
    r"|unrivall?ed|unmatched|unbeat\w+|beyond reproach|hors concours|sans (?:pareil|rival)|(?:no tiene|sin|non ha|sem)"
    r" rival\w*"
    r"|вне конкуренции|konkurrenzlos|unschlagbar|군계일학|A\+)|无可挑剔|無可挑剔|无懈可击|頭一つ抜け|鹤立鸡群",
    re.IGNORECASE,
)
"""Praise that reads as a denial or a comparison word by word."""

_ADVISES = re.compile(
    rf"{LABEL}(?:'s \w+)? (?:\w+ly )?(?:recommends?|suggests?|prefers?|picks?|chooses?|empfiehlt|recommande|recomienda"
    r")\b"
    r"|(?:within|under|below) (?:the )?(?:\w+ )?limits?\b",
    re.IGNORECASE,
)
"""Content that reads as the reviewer's praise or blame word by word."""

_OBEYS = re.compile(r"\b(?:follow|obey|heed|adher)\w*(?: to)?(?: \w+){0,3} instructions?\b", re.IGNORECASE)
_CRITERION = re.compile(
    r"\bon (?:accuracy|clarity|completeness|correctness|depth|precision|rigou?r)\b", re.IGNORECASE
)
"""A criterion, which is no praise: "loses on accuracy"."""

_SOLE = re.compile(
    rf"\b(?:the only|only (?:flaw|weakness|drawback|shortcoming|blemish|quibble)"
    rf"|only (?:one|{LABEL})|(?:nur|solo|só|sólo|seule?|alleen|только|лише|tylko) {LABEL})",
    re.IGNORECASE,
)
"""Words that set one response apart, unlike those that call a content small ("only the date")."""

_EMPHASIS = re.compile(
    r"\ba (?:complete|total|perfect|real|true|right|great|solid) (?!answer|response|explanation|solution|reply"
    r"|example|one\b"
    r"|and\b|list|proof|account|picture|understanding|grasp|source|job)",
    re.IGNORECASE,
)
"""Words that only add weight to the noun behind them: "a complete disaster"."""

_FINDS_FAULTS = re.compile(
    r"\b(?:spot|f[io]nd|found|catch|caught|nam|identif|fix|notic|point|flag|correct|avoid|see)\w*\s(?:\S+\s){0,4}?"
    r"(?:error|bug|mistake|flaw|fault|slip|trap|misconception)s?\b",
    re.IGNORECASE,
)
"""A response that finds a fault has none of its own."""

_TURNS = frozenset(
    ["but", "aber", "sondern", "mais", "pero", "sino", "mas", "ma", "но", "а", "але", "ale", "maar", "ama"]
)
"""Words behind which a denial ends."""

_NOTHING = frozenset(
    ["nothing", "neither", "none", "nichts", "rien", "nada", "niente", "ничего", "нічого", "nic", "niets"]
)


@dataclass(frozen=True, slots=True)
class Tone:
    """The kinds of known words about a response."""

    praises: bool
    blames: bool
    denies: bool
    """Whether something is denied, such as that it answers the question."""


_READ_AS = (
    (_QUOTED, " "),
    (re.compile(r"n['’]t\b"), " not "),
    (_SURELY, f"{LABEL} best "),
    (_UNRIVALLED, " best "),
    (_ADVISES, f"{LABEL} says "),
    (_OBEYS, " answers "),
    (_CRITERION, " "),
    (_NOT_ONLY, " "),
    (_EMPHASIS, " "),
    (_SOLE, " sole "),
    (_FINDS_FAULTS, " explains "),
)
"""Wordings that mislead word by word, with the words in their place."""


def tone_of(text: str, *, offers: bool = True) -> Tone:
    """Return the tone of a clause in which `LABEL` stands for each response.

    A denied praise is a blame, and a denied blame a praise.

    Args:
        text: The clause.
        offers: Whether words of content, such as "explains", are praise where nothing blames.
    """
    for pattern, instead in _READ_AS:
        text = pattern.sub(instead, text)
    words = [word.casefold() for word in _WORD.findall(text)]
    good, bad, denials = (kind.places_in(words) for kind in (_PRAISES, _BLAMES, _DENIES))
    praised, blamed = _PRAISES.are_joined_in(text), _BLAMES.are_joined_in(text)
    denies = _DENIES.are_joined_in(text)
    if offers and not (bad or blamed):
        # "It did not follow the request to explain": behind a denial elsewhere, content is no praise.
        good |= {at for at in _OFFERS.places_in(words) if not denials or _is_denied(at, words, denials)}
        praised = praised or _OFFERS.are_joined_in(text)
    if denies and praised != blamed:
        praised, blamed = blamed, praised
    denied = {at for at in good | bad if _is_denied(at, words, denials)}
    return Tone(
        praises=praised or bool(good - denied or bad & denied),
        blames=blamed or bool(bad - denied or good & denied),
        denies=denies or bool(denials),
    )


def _is_denied(at: int, words: Sequence[str], denials: set[int]) -> bool:
    """Tell whether one of the three words before this one denies it, or of the two behind it in Korean, or whether it
    is "nothing" that comes next."""
    if at + 1 < len(words) and words[at + 1] in _NOTHING:
        return True
    near = range(at + 1, at + 3) if words[at] >= "\uac00" else range(at - 1, at - 4, -1)
    for other in near:
        if other in denials:
            return True
        if 0 <= other < len(words) and words[other] in _TURNS:
            return False
    return False
