"""Words by which a reviewer takes its ranking back, in every language in which a marker of a ranking is known."""

import re

_EN_WRONG = "(?:wrong|incorrect|reversed|inverted|backwards|upside down|mistaken|ignored|swapped)"
_DROP = "(?:scratch|scrap|cancel|disregard|ignore|forget|discard|strike)"
_DE_RANKING = r"(?:die|meine|diese) (?:\w+ )?(?:rang\w*|reihenfolge|liste|wertung)"
_EN_RANKING = r"(?:ranking|order|list|ballot)"
_BACK_WORDS = "|".join(
    (
        r"I (?:hereby )?(?:take|took|am taking) (?:that|it|this|my \w+|the \w+) back",
        r"I take back (?:what|that|my|the)\b",
        rf"I (?:hereby )?(?:retract|withdraw|revoke) (?:that|it|this|(?:my|the|this) (?:\w+ )?{_EN_RANKING})",
        r"I(?:'ve| have)? changed my mind|(?:on|upon) second thoughts?",
        rf"{_DROP} (?:my|this|the|that) (?:\w+ ){{0,2}}{_EN_RANKING}\b",
        rf"(?:my|this|the|that) (?:\w+ )?(?:ranking|order)(?: above)? (?:is|was|should be) {_EN_WRONG}",
        rf"I (?:got|had|have) (?:the|my|that) (?:\w+ )?{_EN_RANKING} (?:wrong|backwards|reversed|mixed up)",
        r"ich (?:nehme|ziehe) (?:das|es|(?:die|meine|diese) \w+) zurück|ich habe mich (?:geirrt|vertan)",
        r"ich habe meine meinung geändert",
        r"je (?:me rétracte|me suis trompée?|retire (?:ce|mon|cela|le classement))|j'ai changé d'avis",
        r"me (?:retracto|he equivocado|equivoqué)",
        r"he cambiado de (?:opini[oó]n|idea)|mudei de (?:ideia|opini[aã]o)",
        r"retiro (?:o que|lo (?:que|dicho)|mi|minha|(?:la|esta|a) cla\w+)|me enganei|enganei-me",
        r"mi correggo|ho cambiato idea|mi sono sbagliat|ritiro (?:la|questa|mia) classifica",
        r"я (?:передумал|ошибся|ошиблась)|(?:отзываю|забираю назад) (?:этот|свой|рейтинг)",
        r"я (?:передума[влa]|помили[влa])|відкликаю (?:цей|свій|рейтинг)",
        r"fikrimi değiştir|(?:sıralamayı|bunu) geri al[ıi]yorum|yanıldım",
        r"zmieni[łl][ea]?m zdanie|wycofuj[ęe] (?:ten|sw[oó]j|ranking)|pomyli[łl][ea]?m się",
    )
)
_BACK_SIGNS = "|".join(
    (
        r"我收回|我改变主意|我改變主意|撤回します|考えが変わ(?:り|っ)",
        r"(?:정정|취소|철회)(?:합니다|할게요|하겠습니다)|생각이 바뀌었",
        r"(?:أسحب|ألغي) (?:هذا )?(?:ال)?(?:ترتيب|تصنيف)|أتراجع عن|غي[َّ]{0,2}رت رأيي",
        r"वापस ले(?:ता|ती)|(?:विचार|राय) बदल",
    )
)
_LIKELY_WORDS = "|".join(
    (
        rf"{_DROP} (?:that\b|this\b|it\b|(?:the |all )?(?:of the )?above)",
        rf"I (?:hereby )?(?:retract|withdraw|revoke)\b|never ?mind (?:that|(?:the|my) (?:\w+ )?{_EN_RANKING})",
        r"(?:on|upon) (?:reflection|reconsideration|re-?reading|a second look)",
        r"I (?:made|have made) (?:a|an) (?:mistake|error)",
        rf"(?:the|my|this) (?:\w+ ){{0,2}}{_EN_RANKING} (?:is|was|stands) in reverse",
        r"read (?:it|this|them|the list) backwards",
        r"(?:should|must|ought to|need to) (?:be|have been) (?:swapped|switched|reversed|the other way a?round)",
        r"(?:please|let me|I would|I'd) (?:swap|switch|reverse|exchange)\b",
        r"(?:swap|switch|exchange) (?:places?\b|responses?\b|answers?\b|\d|[A-Z]\b|(?:the )?first)",
        (
            r"(?:response |answer )?[A-Z] should (?:really |actually |probably )?(?:be|come|rank|go)"
            r" (?:first|last|on top|at the (?:top|bottom))\b"
        ),
        (
            r"(?:actually|in fact|really),? (?:response |answer )?[A-Z] and (?:response |answer )?[A-Z] (?:are|tie)"
            r" ?(?:equal|tied|equally|the same|for)?\b"
        ),
        r"(?:where|with|and) [2-9] (?:is|being|means|for) (?:the )?(?:best|highest|top)\b",
        # The list runs upwards.
        (
            r"(?:mis|mise|classée?s?|écrite?) (?:[\w']+ ){0,3}à l'envers"
            r"|(?:liste|reihenfolge) (?:\w+ ){0,3}verkehrt herum"
            r"|(?:orden|lista) (?:\w+ ){0,3}al revés|(?:ordine|lista) (?:\w+ ){0,3}al contrario"
            r"|(?:порядок|список) (?:\w+ ){0,3}наоборот"
        ),
        (
            r"from (?:the )?bottom (?:to (?:the )?top|up(?:wards)?)\b|von unten nach oben|de bas en haut"
            r"|de abajo (?:hacia|a) arriba|dal basso (?:verso l'alto|in alto)|de baixo para cima"
            r"|снизу вверх|знизу вгору|aşağıdan yukarıya"
            r"|od dołu do góry|van onder naar boven|en kötüden en iyiye"
        ),
        rf"let me (?:correct|fix|redo|revise) (?:that|this|(?:my|the) {_EN_RANKING})",
        rf"(?:my|the) (?:\w+ ){{0,2}}list(?: above)? (?:is|was|should be) {_EN_WRONG}",
        (
            r"(?:pardon|désolée?|perdón|perdona|lo siento|scusa(?:te)?|desculpem?|verzeihung|entschuldigung"
            r"|извините|простите)[,:.!—]+\s"
        ),
        (
            r"(?:j'ai|ich habe|he|ho) (?:\w+ )?"
            r"(?:inversé|interverti|vertauscht|verwechselt|invertido|intercambiado|invertito|scambiato)\b"
        ),
        r"(?:wait|hold on|correction|oops|sorry)[,:.!—-]+\s|(?:Korrektur|Moment|Halt)[,:.!]",
        rf"(?:streich(?:en sie)?|vergiss|vergessen sie|ignorieren sie|ignoriere) (?:bitte )?(?:das\b|{_DE_RANKING})",
        rf"{_DE_RANKING}(?: oben)? (?:ist|war|stimmt) (?:leider )?(?:falsch|verkehrt|umgekehrt|vertauscht|nicht)",
        r"(?:oubliez|ignorez|supprimez) (?:ce|le|mon|la|ma|cette) (?:classement|liste|ordre)",
        r"(?:le|mon|ce) (?:classement|ordre)(?: ci-dessus)? est (?:inversé|faux|erroné)",
        r"(?:olvid|ignor|descart)\w+ (?:esta|la|mi|el|este) (?:clasificaci[oó]n|lista|orden)",
        r"(?:ignor|esqueç|desconsider)\w+ (?:a|esta|minha) (?:lista|classificaç[aã]o|ordem)",
        r"(?:el|mi) orden est[aá] (?:invertid|equivocad|mal)|a ordem est[aá] (?:invertid|errad|trocad)",
        r"(?:ignor|dimentic)\w+ (?:la|questa|l')\s?(?:lista|classifica|ordine)|l'ordine è (?:invertito|sbagliato)",
        (
            r"(?:correcci[oó]n|correção|correzione|correction|поправка|исправление|виправлення|düzeltme"
            r"|poprawka|korekta)\s?:"
        ),
        r"(?:забудьте|игнорируйте|проигнорируйте) (?:этот|мой|список|рейтинг)",
        r"порядок (?:перепутан|обратный|неверный)",
        r"порядок (?:переплутан|зворотн)|sıralama (?:ters|yanlış)|kolejność (?:jest )?(?:odwr[oó]|błędn)",
        (
            r"(?:nein|halt|moment)[,:.!—-]+ (?:doch|eigentlich|falsch|umgekehrt)|(?:bei"
            r"|nach) (?:näherem|nochmaligem|weiterem) \w+|doch lieber"
        ),
        (
            r"non[,.!] (?:finalement|en fait|plutôt)|(?:après réflexion|à la réflexion"
            r"|réflexion faite|tout compte fait)"
        ),
        r"pens[aá]ndolo (?:mejor|bien)|mejor dicho|pensando (?:melhor|bem)|aliás\b|ripensandoci|anzi,",
        (
            r"(?:no|não|nee|nej|нет|нi|ні|hayır|nie),? (?:en realidad|na verdade|in realtà|eigenlijk"
            r"|egentligen|на самом деле|aslında|jednak)"
        ),
        (
            r"(?:если подумать|подумав ещё|подумав еще|хотя нет|bij nader inzien|vid närmare eftertanke"
            r"|düşününce|po namyśle|właściwie nie)"
        ),
        (
            r"(?:update|updated|revised|revision|amended|edit|new version|aktualisiert|korrigiert"
            r"|mis à jour|actualizado|corregido)\s?[:：]"
        ),
    )
)

_LIKELY_SIGNS = "|".join(
    (
        r"(?:아래|밑)에서 위로|거꾸로 읽|잘못 (?:썼|적었|매겼)|바꿔 (?:썼|적었)|下から上|下から読",
        r"[从從]下[往到]上|倒着[看读]|من الأسوأ إلى الأفضل|من الأسفل إلى الأعلى",
        r"(?:죄송|미안)(?:합니다|해요)[,.]|(?:すみません|失礼しました)[、,。]",
        r"(?:抱歉|不好意思)[,，。]|(?:آسف|عذرا)[,،.]",
        r"다시 생각(?:해|하)|아니[,.!] |아, 아니|(?:よく考え(?:ると|たら)|考え直(?:し|す))|いや[、,]",
        r"(?:عفو[اً]{1,2}|معذرة|لقد أخطأت|أخطأت)[،, ]",
        r"再想(?:想|一下)|仔细想|不对[,，。]|等一下|等等[,，]",
        r"بعد (?:إعادة )?التفكير|لا، (?:بل|في الواقع)|दोबारा सोच|नहीं, असल",
        r"更正|收回|撤回|订正|訂正(?:します)?|(?:忽略|无视|無視)(?:上面|以上|上述|前面|我的)|(?:顺序|順序|排名)(?:反了|错了|錯了|颠倒)",
        r"(?:上の|上記の|この)?(?:順位|順序|順番|ランキング)(?:は無視してください|が逆|は逆|を取り消)",
        r"(?:순위|순서|목록)[는은를을가이]? (?:무시해|잊어|거꾸로입니다|거꾸로예요|반대입니다|뒤집혔)",
        (
            r"تصحيح\s?[:：]|تجاهلوا? (?:هذا )?(?:ال)?(?:ترتيب|تصنيف|قائمة)|الترتيب (?:معكوس|خاطئ|مقلوب)"
            r"|सुधार\s?:|अनदेखा करें"
        ),
    )
)


def _spotted(words: str, signs: str) -> re.Pattern[str]:
    """Compile the alternatives so that each is tried only where it can begin, which takes a sixth of the time.

    `words` are tried at the beginning of a word, `signs` at each sign of Arabic, Hindi, Korean or a script without
    spaces."""
    return re.compile(rf"\b(?=\w)(?:{words})|(?=[\u0600-\uffff])(?:{signs})", re.IGNORECASE)


OF_ITSELF = _spotted(_BACK_WORDS, _BACK_SIGNS)
"""Words that retract a ranking within the structured reply itself. There are fewer than in `BEHIND`, because a comment
also quotes responses ("B says: ignore the above")."""

BEHIND = _spotted(f"{_BACK_WORDS}|{_LIKELY_WORDS}", f"{_BACK_SIGNS}|{_LIKELY_SIGNS}")
"""Words that retract the text before them."""
