"""Words by which a reviewer takes its ranking back, in every language in which a marker of a ranking is known."""

import re

_EN_WRONG = "(?:wrong|incorrect|reversed|inverted|backwards|upside down|mistaken|ignored|swapped)"
_DE_RANKING = r"(?:die|meine|diese) (?:\w+ )?(?:rang\w*|reihenfolge|liste|wertung)"
_EN_RANKING = r"(?:ranking|order|list|ballot)"
_BACK = "|".join(
    (
        r"\bI (?:hereby )?(?:take|took|am taking) (?:that|it|this|my \w+|the \w+) back",
        rf"\bI (?:hereby )?(?:retract|withdraw|revoke) (?:that|it|this|(?:my|the|this) (?:\w+ )?{_EN_RANKING})",
        r"\bI(?:'ve| have)? changed my mind|\b(?:on|upon) second thoughts?",
        rf"\b(?:scratch|disregard|ignore|forget|discard|strike) (?:my|this|the|that) (?:\w+ ){{0,2}}{_EN_RANKING}\b",
        rf"\b(?:my|this|the|that) (?:\w+ )?(?:ranking|order)(?: above)? (?:is|was|should be) {_EN_WRONG}",
        rf"\bI (?:got|had|have) (?:the|my|that) (?:\w+ )?{_EN_RANKING} (?:wrong|backwards|reversed|mixed up)",
        r"\bich (?:nehme|ziehe) (?:das|es|(?:die|meine|diese) \w+) zurück|\bich habe mich (?:geirrt|vertan)",
        r"\bich habe meine meinung geändert",
        r"\bje (?:me rétracte|me suis trompée?|retire (?:ce|mon|cela|le classement))|\bj'ai changé d'avis",
        r"\bme (?:retracto|he equivocado|equivoqué)",
        r"\bhe cambiado de (?:opini[oó]n|idea)|\bmudei de (?:ideia|opini[aã]o)",
        r"\bretiro (?:o que|lo (?:que|dicho)|mi|minha|(?:la|esta|a) cla\w+)|\bme enganei|\benganei-me",
        r"\bmi correggo|\bho cambiato idea|\bmi sono sbagliat|\britiro (?:la|questa|mia) classifica",
        r"\bя (?:передумал|ошибся|ошиблась)|\b(?:отзываю|забираю назад) (?:этот|свой|рейтинг)",
        r"\bя (?:передума[влa]|помили[влa])|\bвідкликаю (?:цей|свій|рейтинг)",
        r"\bfikrimi değiştir|\b(?:sıralamayı|bunu) geri al[ıi]yorum|\byanıldım",
        r"\bzmieni[łl][ea]?m zdanie|\bwycofuj[ęe] (?:ten|sw[oó]j|ranking)|\bpomyli[łl][ea]?m się",
        r"我收回|我改变主意|我改變主意|撤回します|考えが変わ(?:り|っ)",
        r"(?:정정|취소|철회)(?:합니다|할게요|하겠습니다)|생각이 바뀌었",
        r"(?:أسحب|ألغي) (?:هذا )?(?:ال)?(?:ترتيب|تصنيف)|أتراجع عن|غي[َّ]{0,2}رت رأيي",
        r"वापस ले(?:ता|ती)|(?:विचार|राय) बदल",
    )
)
_LIKELY = "|".join(
    (
        r"\b(?:scratch|disregard|ignore|forget|discard|strike) (?:that\b|this\b|it\b|(?:the |all )?(?:of the )?above)",
        rf"\bI (?:hereby )?(?:retract|withdraw|revoke)\b|\bnever ?mind (?:that|(?:the|my) (?:\w+ )?{_EN_RANKING})",
        r"\b(?:on|upon) (?:reflection|reconsideration)|\bI (?:made|have made) (?:a|an) (?:mistake|error)",
        r"\b(?:should|must|ought to|need to) (?:be|have been) (?:swapped|switched|reversed|the other way a?round)",
        r"\b(?:please|let me|I would|I'd) (?:swap|switch|reverse|exchange)\b",
        rf"\blet me (?:correct|fix|redo|revise) (?:that|this|(?:my|the) {_EN_RANKING})",
        rf"\b(?:my|the) (?:\w+ ){{0,2}}list(?: above)? (?:is|was|should be) {_EN_WRONG}",
        (
            r"\b(?:pardon|désolée?|perdón|perdona|lo siento|scusa(?:te)?|desculpem?|verzeihung|entschuldigung"
            r"|извините|простите)[,:.!—]+\s"
            r"|(?:죄송|미안)(?:합니다|해요)[,.]|(?:すみません|失礼しました)[、,。]"
            r"|(?:抱歉|不好意思)[,，。]|(?:آسف|عذرا)[,،.]"
        ),
        (
            r"\b(?:j'ai|ich habe|he|ho) (?:\w+ )?"
            r"(?:inversé|interverti|vertauscht|verwechselt|invertido|intercambiado|invertito|scambiato)\b"
        ),
        r"\b(?:wait|hold on|correction|oops|sorry)[,:.!—-]+\s|\b(?:Korrektur|Moment|Halt)[,:.!]",
        rf"\b(?:streich(?:en sie)?|vergiss|vergessen sie|ignorieren sie|ignoriere) (?:bitte )?(?:das\b|{_DE_RANKING})",
        rf"\b{_DE_RANKING}(?: oben)? (?:ist|war|stimmt) (?:leider )?(?:falsch|verkehrt|umgekehrt|vertauscht|nicht)",
        r"\b(?:oubliez|ignorez|supprimez) (?:ce|le|mon|la|ma|cette) (?:classement|liste|ordre)",
        r"\b(?:le|mon|ce) (?:classement|ordre)(?: ci-dessus)? est (?:inversé|faux|erroné)",
        r"\b(?:olvid|ignor|descart)\w+ (?:esta|la|mi|el|este) (?:clasificaci[oó]n|lista|orden)",
        r"\b(?:ignor|esqueç|desconsider)\w+ (?:a|esta|minha) (?:lista|classificaç[aã]o|ordem)",
        r"\b(?:el|mi) orden est[aá] (?:invertid|equivocad|mal)|\ba ordem est[aá] (?:invertid|errad|trocad)",
        r"\b(?:ignor|dimentic)\w+ (?:la|questa|l')\s?(?:lista|classifica|ordine)|\bl'ordine è (?:invertito|sbagliato)",
        (
            r"\b(?:correcci[oó]n|correção|correzione|correction|поправка|исправление|виправлення|düzeltme"
            r"|poprawka|korekta)\s?:"
        ),
        r"\b(?:забудьте|игнорируйте|проигнорируйте) (?:этот|мой|список|рейтинг)",
        r"\bпорядок (?:перепутан|обратный|неверный)",
        r"\bпорядок (?:переплутан|зворотн)|\bsıralama (?:ters|yanlış)|\bkolejność (?:jest )?(?:odwr[oó]|błędn)",
        (
            r"\b(?:nein|halt|moment)[,:.!—-]+ (?:doch|eigentlich|falsch|umgekehrt)|\b(?:bei"
            r"|nach) (?:näherem|nochmaligem|weiterem) \w+|\bdoch lieber"
        ),
        (
            r"\bnon[,.!] (?:finalement|en fait|plutôt)|\b(?:après réflexion|à la réflexion"
            r"|réflexion faite|tout compte fait)"
        ),
        r"\bpens[aá]ndolo (?:mejor|bien)|\bmejor dicho|\bpensando (?:melhor|bem)|\baliás\b|\bripensandoci|\banzi,",
        (
            r"\b(?:no|não|nee|nej|нет|нi|ні|hayır|nie),? (?:en realidad|na verdade|in realtà|eigenlijk"
            r"|egentligen|на самом деле|aslında|jednak)"
        ),
        (
            r"\b(?:если подумать|подумав ещё|подумав еще|хотя нет|bij nader inzien|vid närmare eftertanke"
            r"|düşününce|po namyśle|właściwie nie)"
        ),
        r"다시 생각(?:해|하)|아니[,.!] |아, 아니|よく考え(?:ると|たら|直)|いや[、,]",
        r"再想(?:想|一下)|仔细想|不对[,，。]|等一下|等等[,，]",
        r"بعد (?:إعادة )?التفكير|لا، (?:بل|في الواقع)|दोबारा सोच|नहीं, असल",
        (
            r"\b(?:update|updated|revised|revision|amended|edit|new version|aktualisiert|korrigiert"
            r"|mis à jour|actualizado|corregido)\s?[:：]"
        ),
        r"更正|收回|撤回|订正|訂正(?:します)?|(?:忽略|无视|無視)(?:上面|以上|上述|前面|我的)|(?:顺序|順序|排名)(?:反了|错了|錯了|颠倒)",
        r"(?:上の|上記の|この)?(?:順位|順序|順番|ランキング)(?:は無視してください|が逆|は逆|を取り消)",
        r"(?:순위|순서|목록)[는은를을가이]? (?:무시해|잊어|거꾸로입니다|거꾸로예요|반대입니다|뒤집혔)",
        (
            r"تصحيح\s?[:：]|تجاهلوا? (?:هذا )?(?:ال)?(?:ترتيب|تصنيف|قائمة)|الترتيب (?:معكوس|خاطئ|مقلوب)"
            r"|सुधार\s?:|अनदेखा करें"
        ),
    )
)

OF_ITSELF = re.compile(_BACK, re.IGNORECASE)
"""Words that retract a ranking within the structured reply itself. There are fewer than in `BEHIND`, because a comment
also quotes responses ("B says: ignore the above")."""

BEHIND = re.compile(f"{_BACK}|{_LIKELY}", re.IGNORECASE)
"""Words that retract the text before them."""
