"""Tell whether words beside a list may turn it round or take it back, in every language with a marker of a ranking.

A sentence is judged by the kinds of words it holds, not by its wording: "the last one is the best" and "越靠后越好"
both name the lower end of the list and praise it.
"""

import re

from council_core.reading.extremes import BEST, WORST, Extreme
from council_core.reading.markers import BEST_FIRST, BEST_TO_WORST, says_worst_first
from council_core.reading.tone import tone_of


def _kind(words: str, signs: str) -> re.Pattern[str]:
    """Compile words, which begin at the beginning of a word, and signs of scripts in which words join."""
    return re.compile(rf"\b(?:{words})|(?:{signs})", re.IGNORECASE)


_WORST = re.compile(rf"{WORST}|^\W*(?:last|bottom|letzter?|derni[eè]re?|últim[oa])\s*[:：]", re.IGNORECASE)
_BEST_OR_FIRST = re.compile(
    rf"\b{BEST}|\b(?:gold\b|favou?rite|(?:would|'d) (?:pick|choose|keep|go with)|my (?:pick|choice)\b"
    r"|only keep|lieblings|favorit|preferid[ao]|préférée?)|1位|一位|1위|일위|첫째|第一名|排第一|首位",
    re.IGNORECASE,
)
_MOST = re.compile(
    rf"{BEST}|{WORST}|(?:가장|제일) ?(?:좋|나쁜|못)|(?:最も|一番)(?:良|よ|い|悪)|越[^，,]{{0,6}}越|ほど|수록",
    re.IGNORECASE,
)
_GOOD = _kind(
    r"best|better|good\b|strong|high|win|gut\b|gute|besser|stark|stärk|hoch|höch|gewinn|sieg"
    r"|bon(?:ne)?s?\b|meilleur|fort|élevé|gagn|buen|mejor|fuerte|gana|melhor|bo[ma]\b|boas?\b|bons\b|forte|venc"
    r"|buon|miglior|vinc|хорош|лучш|сильн|добр|кращ|найкращ|найсильн|iyi|güçlü|kazan|dobr|leps|najleps|siln"
    r"|najsiln|wygr",
    r"好|优|優|强|強|良|高|胜|勝|좋|낫|나은|우수|뛰어|최고|높|일등|أفضل|أحسن|أقوى|أعلى|جيد|अच्छ|बेहतर"
    r"|सर्वश्रेष्ठ|श्रेष्ठ",
)
_BAD = _kind(
    r"worst|worse|bad\b|weak|poor|low(?:est|er)?\b|los(?:er|ing)|schlecht|schwach|schwäch|niedrig|verlier"
    r"|pire|mauvais|faible|moins|perd|peor|mal[oa]s?\b|débil|floj|pior|rui[mn]|frac[ao]|peggior|cattiv|debol"
    r"|худш|плох|слаб|хуже|гірш|найгірш|найслаб|поган|kötü|zayıf|düşük|gors|najgorsz|zł[aeoy]|słab|najsłab",
    r"差|劣|坏|壞|弱|低|悪|나쁜|나쁘|못한|못하|최악|낮|약한|꼴찌|최하위|最下位|ビリ|أسو|أضعف|أدنى|أقل|سيئ"
    r"|ख़?राब|बुर[ाे]|कमज़?ोर",
)
_LOWER_END = _kind(
    r"bottom|last\b|lowest line|at the (?:very )?end|down(?:wards?)?\b|below|upwards?"
    r"|unten|letzt|zuletzt|am (?:ende|schluss)|schluss|abwärts|aufwärts"
    r"|en bas|bas\b|derni|à la fin|fin de|abajo|últim|al final|inferior|embaixo|abaixo|no fim|fim d|no final"
    r"|in fondo|fondo|ultim|alla fine|in basso|внизу|вниз|унизу|низу|последн|конце|останн|кінці"
    r"|altta|aşağı|sonda|sonunc|son sıra|ostatni|na dole|na końcu",
    r"最后|最後|末|下|靠后|靠後|后面|後面|아래|밑|마지막|맨 끝|끝에|뒤로|뒤에|갈수록|ほど|أسفل|ال[أا]خير|آخر"
    r"|نهاية|अंत|नीचे|आखिरी|आख़िरी|अंतिम स्थान",
)
_UPPER_END = _kind(
    r"top\b|first\b|above|begin|start|oben|zuerst|zuoberst|erste|beginn|fäng|anfang|en haut|haut\b|premi"
    r"|d'abord|commenc"
    r"|arriba|primer|empie|comien|superior|em cima|acima|primeir|come[cç]|in cima|in alto|prim[oa]\b|per prim"
    r"|cominci|inizi"
    r"|вверх|сверху|перв|начина|почина|спочатку|üstte|yukarı|ilk|başla|pierwsz|na górze|najpierw|zaczyn|od najg",
    r"最前|最先|上|先|第一|一番目|위에|위로|맨 위|처음|먼저|첫|أعلى القائمة|ال[أا]ول[ىي]?\b|[أا]ولا|يبدأ|تبدأ"
    r"|पहले|ऊपर|शुरू",
)
_FROM_BAD = re.compile(
    r"[从從由]最?[差劣坏壞弱低]|[悪低劣弱]\w{0,4}から|(?:나쁜|못한|최악|낮은|약한)[^.]{0,8}부터"
    r"|من (?:ال)?[أا](?:سو|ضعف|دن)"
)
_TURNED = _kind(
    r"revers|inver[st]|backward|upside|opposite|other way a?round|flipped|mirrored|ascending|eliminat|countdown"
    r"|umgekehr|umgedreht|verkehrt|rückwärts|andersherum|aufsteigend|gespiegelt"
    r"|à l'envers|à rebours|en sens contraire|renvers|(?:ordre )?croissant"
    r"|al revés|al contrario|ascendente|ao contrário|de trás para|crescente|rovesci|capovol"
    r"|наоборот|обратн|перевёрн|переверн|по возрастанию|навпаки|зворотн|за зростанням"
    r"|tersi?ne?\b|ters\b|odwr[oó]|na odwrót|rosnąco",
    r"相反|颠倒|顛倒|反过来|反過來|倒序|倒着|逆|あべこべ|さかさ|昇順|升序|거꾸로|반대|역순|뒤집|오름차순"
    r"|معكوس|عكس|مقلوب|بالمقلوب|تصاعدي|उल[टट्]|विपरीत|आरोही",
)
_LIST = _kind(
    r"rank|order|list|ballot|sequence|sort|number|place|position|quality"
    r"|rang|reihenfolge|liste|platz|plätze|nummer|qualität|qualité|calidad|numéro|número|classement|ordre"
    r"|rang|place|clasific|orden|lista|puesto"
    r"|classifica|ordem|lugar|ordine|posto|рейтинг|порядок|список|мест|місц|sıra|liste|ranking|kolejno|miejsc",
    r"排名|排序|顺序|順序|名次|列表|順位|順番|ランキング|番号|编号|編號|질|순위|순서|목록|번호|رقم|ترتيب"
    r"|تصنيف|قائمة|क्रम|रैंकिंग|सूची",
)
_FAULTY = _kind(
    r"wrong|incorrect|mistake|mistaken|error|ignore|disregard|discard|void|withdraw|retract|chang|correct(?!ness|ly)"
    r"|falsch|fehler|irr(?:e|tum)|geirrt|ignorier|verwerf|vergess|korrig|änder|zurück"
    r"|fau(?:x|sse)|erron|erreur|tromp|ignor|oubli|annul|corrig|chang|retir"
    r"|equivo|error|err[oó]ne|olvid|anul|correg|cambi|retir|errad|engan|esque|corrij|mud|sbagli|errat|annull"
    r"|corregg|ritir"
    r"|неверн|неправильн|ошиб|игнорир|забудьте|отмен|исправ|хибн|помил|скасу|ігнору|виправ"
    r"|yanlış|hata|yok say|iptal|düzelt|błęd|błąd|pomyl|zignoruj|anul|popraw",
    r"错|錯|有误|有誤|忽略|无视|無視|作废|作廢|更正|收回|修改|間違|誤り|取り消|撤回|訂正|修正|変更|잘못|틀렸"
    r"|무시|취소|정정|수정|철회|바꾸|바꿔"
    r"|خط[أا]|أخط|خاطئ|تجاهل|ألغ|تصحيح|أسحب|غير صحيح|ग़?लत|अनदेखा|रद्द|सुधार|वापस",
)
_READ_OR_RISES = _kind(
    r"read(?!er)|count|flip|turn|increas|ris(?:es|ing)|lesen|lies\b|gelesen|zähl|dreh|steig|zunehm|lire|lisez|compte|croiss"
    r"|léa|leer|lee\b|cuent|crec|aument|ler\b|leia|legg|cont(?:[aei]|ar|are|ate|ando)\b|чита|счита|возраст|рахув|зроста|oku"
    r"|artan|czyta|rosn",
    r"读|讀|看|数|數|递增|上升|読|数え|増|読み|읽|세어|커질|올라|اقر|تقر|تزداد|زاد|पढ़|बढ़",
)
"""Words of reading or counting a list, and of something that rises along it."""
_NOT = _kind(
    r"not\b|no\b|never|n't\b|nicht|kein|nie\b|pas\b|non\b|jamais|nunca|não|не\b|нет\b|ні\b|değil|nie\b",
    r"不|没|非|ない|ません|아니|않|لا |ليس|नहीं",
)
_POLITE_OR_ABOUT_JUDGING = _kind(
    r"thank|hope|help|let me know|feel free|question|detail|the (?:evaluation|review)|done\b|comment|final\b"
    r"|checked|verif|once|ties\b|ids?\b|criteri"
    r"|accura|correct"
    r"|content|check|differen|agree|based|rests?\b|confiden|fact|judg|rubric|cite|source|welcome|regards|sincerely"
    r"|endgültig|dank|hoff|hilf|frage|kriteri|genauig|richtig|inhalt|(?:ge|über)?prüft?|unterschied|bewert"
    r"|beruh|grüß|quelle|sicher"
    r"|merci|espère|aide|critère|exact|contenu|vérifi|différ|évaluat|fond[ée]|salutation|source|grac|esper"
    r"|ayud|criteri"
    r"|precis|contenid|compro|diferen|evalua|basa|salud|fuente|obrigad|espero|ajud|critéri|conteúd|avalia"
    r"|grazie|spero|aiut"
    r"|valutaz|спасиб|доволен|довольна|окончат|надеюсь|помо[щж]|критер|точност|провер|отлича|оценк|дяку"
    r"|сподіва|допомо|критері|перевір|оцінк"
    r"|teşekkür|umarım|yardım|ölçüt|doğru|değerlendir|dzięk|mam nadziej|pomo[cż]|kryteri|dokładn|sprawdz|ocen",
    r"谢|謝|希望|帮助|幫助|标准|標準|准确|準確|依据|依據|检查|檢查|差别|差異|评估|評估|お願い|ありがと|基準"
    r"|正確|確認|差は|評価|参考"
    r"|감사|바랍니다|도움|기준|정확|확인|차이|평가|شكر|نهائي|أتمن|آمل|يساعد|معايير|الدقة|دقة|تحقق|الفرق|تقييم"
    r"|धन्यवाद|आशा|मदद|मानदंड|सटीक|जाँच|मूल्यांकन",
)
"""Words of thanks and of how a reviewer judged, which say nothing about the direction of a list."""
_ABOUT_ANSWERS = _kind(
    r"happy\b|glad to|elaborat|explain|assess|conclude|complete|reflects?\b|by how well|manipulat|influence|instruct"
    r"|enjoy|cheers|reach out|hesitat|none of [\w ]{1,30}perfect|verfügung|abstand|brauchbar|rückfrag|nachfrag"
    r"|melde[nt]?\b|zögern|gern|erfolg|freu|dispos|hésit|demand|précision|besoin|plaisir|volontiers|necesit|dud[ae]"
    r"|pregunt|aquí estoy|gusto|dúvid|pergunt|prazer|domand|bisogno|piacere|нужн|дайте знать|вопрос|обращай|рад[аы]?\b"
    r"|уточн|запитан|питан|звертай|soru|çekinme|memnun|pytani|chętnie|wątpliwo",
    r"知らせ|質問|不明|気軽|遠慮|告诉|告訴|如需|疑问|疑問|提问|提問|随时|隨時|欢迎|歡迎|말씀해|궁금|문의|언제든|질문"
    r"|أسئل|سؤال|تتردد|تفاصيل|पूछ|प्रश्न|सवाल",
)
"""Words that say as little, unless an end of the list or a degree stands beside them."""
_MORE_DETAIL = re.compile(
    r"(?:more|further|mehr|weitere|plus de|más|mais|più|больше) (?:\w+ )?"
    r"(?:detail\w*|information\w*|détails?|detalles?|detalhes?|dettagli|подробност\w+)",
    re.IGNORECASE,
)
_CLOSE = _kind(
    r"close\b(?! to)|gap\b|margin|abstand|knapp|proches?\b|serré|igualad|próxim|vicin[eio]|близк",
    r"差距|僅差|차이",
)
"""Words of neighbours that are nearly as good, which may be the first ones."""
_OF_ALL = _kind(
    r"all\b|overall|every|each|alle\b|aller\b|insgesamt|durchweg|tou(?:te)?s\b|dans l'ensemble|tod[oa]s\b"
    r"|en general|no geral|tutt[ie]\b|все\b|всі\b|в целом|hepsi|tüm\b|wszystkie",
    r"都|全部|所有|整体|整體|全体|全て|すべて|どれも|모두|모든|전반|전체|جميع|كل |सभी",
)
_FINE = _kind(
    r"(?:good|strong|high|solid|excellent|impressive)\b|gut(?:e[rn]?)?\b|hoch\b|hohe[rsn]?\b|starke?\b|bon(?:ne)?s?\b"
    r"|buen[ao]s?\b|alt[ao]\b|bo[ma]s?\b|boas?\b|buon[aei]\b|хорош|высок|добр|iyi\b|dobr",
    r"好|高|优|優|良|좋|우수|훌륭|높|جيد|अच्छ",
)
_QUALITY = re.compile(
    r"qualit\w+|calidad|qualidade|качеств\w+|якіст\w+|质量|品質|质|質|품질|수준|질|الجودة|jakoś\w+",
    re.IGNORECASE,
)
_DEGREE = _kind(
    r"more|most|less|least|far(?:the[sr]t?)?\b|farther|closest|nearest|how (?:bad|far|wrong)|increas|improv|widen|grow"
    r"|distance|largest|biggest|error|count|only"
    r"|surpass|outdo|beats?\b|predecessor|previous|finest|crown|tail\b|tailend|number"
    r"|mehr|weniger|am \w+sten|übertriff|überbiet|nur\b|entfern|fehler"
    r"|plus\b|moins|loin|surpass|seul|más\b|menos|mais\b|più|meno|самы|наиб|более|менее",
    r"最|更|越|只|比|もっと|一番|だけ|가장|더 |덜|만 |أكثر|أقل",
)
_ANNOUNCES = re.compile(
    r"\W*(?:(?:that|this|these|here|above|the above)(?:'s|’s| is| are)|das (?:ist|war)|dies ist|hier ist|voil[àa]|c'est"
    r"|est[ae] es|est[ae] fue|ess[ae] é|est[ae] é|ecco|quest[ao] è|вот|это|ось|işte|bu(?:dur)?|oto|to jest"
    r"|이상이?|以上[是がは]?|这[就]?是|這[就]?是|これが|هذا|यह)?\s*"
    r"(?:my|the|meine?|die|der|mon|ma|le|la|mi|a minha|minha|il mio|la mia|мо[йя]|moj[ae]?|benim|제|저의|我的|私の"
    r"|मेरी)?\s*(?:final|overall|complete|endgültige[rs]?|finale?|итоговый|окончательный|最终|最終|최종)?\s*"
    r"(?:ranking|order|list|ballot|rangfolge|reihenfolge|liste|classement(?: final)?|clasificación(?: final)?"
    r"|classificação(?: final)?|classifica(?: finale)?|рейтинг|порядок|ranking końcowy|sıralama|순위|排名|排序|順位"
    r"|ランキング|ترتيبي(?: النهائي)?|रैंकिंग)"
    r"(?: complete| done| ends here|입니다|です)?\W*",
    re.IGNORECASE,
)
"""A sentence that only says that the list was the ranking, such as "That's my final ranking!"."""
_HEADING = re.compile(
    r"\W*(?:\d{1,4} (?:words|tokens|wörter|mots|palabras|palavras|parole|слов)|notes?|rationale"
    r"|reason(?:s|ing)?|recommendations?|advice|suggestions?|improvements?|summary"
    r"|explanation|justification|comments?|confidence"
    r"|(?:end of|the end)[\w ]{0,20}|begründung|hinweise?|anmerkung(?:en)?|fazit|empfehlung|ende[\w ]{0,20}"
    r"|fin[\w' éè]{0,20}"
    r"|justifications?|remarques?|motivos?|notas?|justificación|justificativa|motivazion[ei]|обоснование"
    r"|обґрунтування"
    r"|gerekçe|uzasadnienie|以上(?:です|となります)?|이상(?:입니다)?|(?:评审|评估|評価)?完毕|끝|理由|备注|備考|備注|说明|説明|이유|근거|비고|참고|ملاحظة|السبب|التعليل|कारण|टिप्पणी)\W*",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[/|]?[\w -]{1,40}\|?>")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_FAREWELL = re.compile(
    r"\b(?:all the best|best (?:regards|wishes|of luck)|good (?:luck|day)|have a good \w+"
    r"|(?:mit )?(?:den )?best\w+ grüßen?|alles gute|guten \w+|meilleure?s (?:salutations|vœux)"
    r"|bonne (?:journée|soirée|chance|lecture|continuation)|viel (?:erfolg|spaß|freude)"
    r"|좋은 (?:하루|시간)(?: 되세요| 보내세요)?"
    r"|buen[ao]s? (?:suerte|días?|tardes)|boa sorte|buon[ao] (?:fortuna|giornata))\b",
    re.IGNORECASE,
)
_THE_LIST = _kind(
    r"(?:rank(?:ing|ed)?|order(?:ed)?|list(?:ed)?|ballot|sort(?:ed)?|reihenfolge|rang\w*|liste|classement|ordre|orden|ordem"
    r"|ordine|lista|clasificación|classificação|classifica|sıralama|kolejność)\b|рейтинг|порядок|список",
    r"排名|排序|顺序|順序|名次|順位|順番|순위|순서|목록|ترتيب|قائمة|क्रम|सूची",
)
_BEGINS = _kind(
    r"(?:start|begin|open|lead)(?:s|ing)?\b (?:\w+ )?(?:with|from|at)\b|beginn|fängt|eröffne|commenc|débute"
    r"|empie|comien|come[cç]|inizi|cominci|начина|почина|başl|zaczyn|otwier",
    r"开头|開頭|开始|開始|打头|始ま|始め|부터|시작|تبدأ|يبدأ|शुरू",
)
_NUMBER_MEANS = re.compile(
    r"\W{0,3}(?P<number>\d{1,2})\W{0,2}(?:=|:|is|means|stands for|ist|heißt|bedeutet|est|es|significa|è|é|это|означает"
    r"|[은는이가]|は|が|是|为|為)(?P<meaning>\W.*|(?<=\W).*)",
    re.IGNORECASE,
)
"""A number and its meaning, as in `4 = excellent`."""
_MORE_IS_BETTER = re.compile(
    r"\b(?:more|higher|bigger|larger) (?:number\w* |points? )?(?:is|are|=|means) better"
    r"|\b(?:fewer|lower|smaller|less) (?:number\w* |points? )?(?:is|are|=|means) worse"
    r"|je (?:mehr|höher|größer)\b[^.]{0,20}besser|plus (?:c'est|le \w+ est) (?:haut|grand|élevé)"
    r"|cuanto (?:más|mayor)[^.]{0,20}mejor|quanto (?:mais|maior)[^.]{0,20}melhor|чем (?:больше|выше)[^.]{0,20}лучше"
    r"|越[大高多]越好|(?:클|높을|많을)수록|(?:大きい|高い|多い)ほど",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r",|:\s(?=\d)")
SENTENCE = re.compile(r"[^.!?;。！？；\n]+")
LONGEST_NOTE = 90
"""Most characters of a sentence in a reviewer's comment that may be about the list; a longer one is about answers."""


def may_turn_the_list(sentence: str) -> bool:
    """Tell whether a sentence behind a list, that names no response, may turn the list round or take it back.

    It may unless it says plainly that the best comes first, only announces the ranking, or is polite or about judging
    and says nothing of better, worse and places. Nobody asked for it, so an unknown sentence costs one request and not
    a wrong order.
    """
    if _praises_all(sentence):
        return False
    if says_a_direction(sentence):
        return True
    text = _FAREWELL.sub("", _TAG.sub("", sentence))
    if _LETTER.search(text) is None or _HEADING.fullmatch(text) or _ANNOUNCES.fullmatch(text):
        return False
    if _says_best_first(text) or _only_speaks_of_answers(text):
        return False
    return _POLITE_OR_ABOUT_JUDGING.search(text) is None


def _praises_all(text: str) -> bool:
    """Tell whether a text calls all responses good, and names no list, no end of one and no degree."""
    if _OF_ALL.search(text) is None or _FINE.search(text) is None:
        return False
    bare = _QUALITY.sub("", text)
    others = (_LIST, _BAD, _LOWER_END, _UPPER_END, _DEGREE, _FAULTY, _READ_OR_RISES, _DIGIT, _TURNED, _NOT)
    return not any(kind.search(bare) for kind in (*others, _MOST))


def _only_speaks_of_answers(text: str) -> bool:
    """Tell whether a text speaks of how answers were judged, and names no end of the list and no degree."""
    text = _MORE_DETAIL.sub("", text)
    if any(kind.search(text) for kind in (_LOWER_END, _DEGREE, _GOOD, _BAD, _FAULTY, _READ_OR_RISES, _DIGIT)):
        return False
    return bool(_CLOSE.search(text) or (_ABOUT_ANSWERS.search(text) and _UPPER_END.search(text) is None))


def says_a_direction(sentence: str) -> bool:
    """Tell whether a sentence that names no response speaks of better, worse and places, and not plainly of the best as
    the first."""
    text = _FAREWELL.sub("", _TAG.sub("", sentence))
    if _HEADING.fullmatch(text):
        return False
    if _TURNED.search(text) or _praises_the_lower_end(text) or says_worst_first(text):
        return True
    if _says_best_first(text):
        return False
    good, bad = _GOOD.search(text), _BAD.search(text)
    place = any(kind.search(text) for kind in (_LIST, _LOWER_END, _UPPER_END, _DIGIT))
    told = good or bad or _FAULTY.search(text) or _READ_OR_RISES.search(text)
    return bool(_MOST.search(text) or (good and bad) or (place and told))


def _says_best_first(text: str) -> bool:
    plainly = BEST_FIRST.search(text) or BEST_TO_WORST.search(text)
    return bool(plainly) and _NOT.search(text) is None


def extremes_said(sentence: str) -> tuple[Extreme, ...]:
    """Return the ends of the list, best or worst, of which a sentence speaks without a negation."""
    if _NOT.search(sentence):
        return ()
    said: tuple[tuple[Extreme, re.Pattern[str]], ...] = (("best", _BEST_OR_FIRST), ("worst", _WORST))
    return tuple(extreme for extreme, words in said if words.search(sentence))


def notes_a_turned_list(sentence: str) -> bool:
    """Tell whether a sentence of a reviewer's comment that names no response says that its list is turned round. A
    comment may compare answers; only the ends, the numbers and the direction of the list count."""
    if len(sentence) > LONGEST_NOTE:
        return False
    speaks_of_it = _LIST.search(sentence) is not None
    if speaks_of_it and _TURNED.search(sentence):
        return True
    if _THE_LIST.search(sentence) and _BEGINS.search(sentence) and not _says_best_first(sentence):
        return True
    if any(map(_praises_a_low_number, _CLAUSE.split(sentence))) or _MORE_IS_BETTER.search(sentence):
        return True
    return bool(_FROM_BAD.search(sentence)) or _praises_the_lower_end(sentence, most=True)


def _praises_a_low_number(clause: str) -> bool:
    """Tell whether a clause calls a place behind the first good, or the first one bad: `4 = excellent`."""
    said = _NUMBER_MEANS.match(clause)
    if said is None:
        return False
    tone = tone_of(said["meaning"])
    return tone.blames and not tone.praises if int(said["number"]) == 1 else tone.praises and not tone.blames


def _praises_the_lower_end(text: str, *, most: bool = False) -> bool:
    """Tell whether a text calls the lower end of a list good or the upper end bad."""
    if most and not _MOST.search(text):
        return False
    turned = (_LOWER_END.search(text) and _GOOD.search(text)) or (
        _UPPER_END.search(text) and _BAD.search(text)
    )
    return bool(turned or _FROM_BAD.search(text))
