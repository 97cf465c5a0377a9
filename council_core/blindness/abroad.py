"""Ways in which languages other than English let a name speak, hand the reader over to it, or refuse with its rules.

presumed.py uses them, beside its English ones, for questions that are not about models.
"""

import re

from council_core.blindness.abstract import ALL_NAMES
from council_core.blindness.shadow import fold

_N = "~"
"""The place of a name, which folding would take away."""

_THIS = "dieser|dieses|ce|cet|este|esta|questo|quest'|deze|dit|ten|denne|этот|эта|هذا|この|这个|這個"
_MY = "mein\\w{0,2}|mon|ma|mes|mi|mis|mi[oae]|miei|meu|minha|mijn|moj\\w{0,3}|min|мо\\w{1,3}"
_SIBLING = (
    r"(?:\w*bruder|brudern?|\w*schwester|cousine?|vetter|kollege\w?|kollegin|vorganger\w*|nachfolger\w*"
    r"|geschwister\w{0,3}"
    r"|freres?|soeurs?|cousins?|collegue|predecesseur|herman[oa]s?|prim[oa]s?|coleg[oa]|fratell[oi]"
    r"|sorell[ae]|collega"
    r"|irma[os]?|irmas?|broer\w*|zus\w*|neef|brat\w{0,3}|siostr\w{1,2}|bror|syster|søster|storebror|lillebror"
    r"|брат\w{0,3}|сестр\w{1,2}|коллег\w|предшественник\w?)"
)
_RULES = (
    r"\w*(?:regeln|richtlinien|bedingungen|vorgaben|grundsatzen?|leitlinien)|regles|politiques?|conditions|directives"
    r"|consignes|charte|normes|normas|politicas?|reglas|condiciones|directrices|regole|norme|politiche|linee guida"
    r"|condizioni|policy|regras|diretrizes|termos|regels|richtlijnen|voorwaarden|beleid|zasady|regulamin\w*|wytyczne"
    r"|polityka|regler\w*|retningslinjer\w*|правил\w+|регламент\w*|политик\w+|условия|нормы|سياسات?|قواعد"
    r"|إرشادات|شروط"
)
_OF = r"von|vom|de|d'|del|di|da|do|van|od|fra|från|от|من|des?"
_FORBID = (
    r"verbiet\w+|untersag\w+|erlaub\w+|lass\w+|gestatt\w+|hinder\w+|interdi\w+|empech\w+|m'\w+|autoris\w+"
    r"|permett\w+|prohib\w+|impid\w+|permit\w+"
    r"|me|proib\w+|impe\w+|viet\w+|consent\w+|permetton\w+|verbied\w+|staan|zabrani\w+|zakaz\w+|pozwal\w+"
    r"|forb\w+|tillat\w+"
    r"|запреща\w+|не (?:позволя|разреша|дают)\w*|не дает|تمنع\w*|يمنع\w*|تحظر|لا تسمح|لا يسمح|تحرم"
)
_NOTE = (
    r"hinweis|nachricht|anmerkung|notiz|tipp|gru(?:ss|ß)|note|remarque|mot|message|conseil|parole|nota"
    r"|aviso|mensaje|consejo|palabra"
    r"|parola|messaggio|consiglio|recado|mensagem|dica|palavra|opmerking|notitie|bericht|uwaga|wiadomosc"
    r"|rada|slowo|merknad|anmarkning"
    r"|примечание|замечание|сообщение|совет|слово|ملاحظة|رسالة|نصيحة"
)
_SERVANT = r"diener(?:in)?|serviteur|servidor|servitore|servo|dienaar|sluga|слуга|خادم\w{0,3}"
_NOT = (
    r"(?:kann|darf|wei(?:ss|ß)|hat|merkt|speichert|sieht|gibt|besitzt)\b[^.!?]{0,30}?\b(?:nicht|kein\w{0,2})\b"
    r"|(?:ne |n')\w+[^.!?]{0,12}? (?:pas|rien|jamais|aucune?)\b"
    r"|(?:no|nao|non) (?:puede|tiene|ve|guarda|recuerda|da|sabe|pode|tem|consegue|lembra|puo|ha"
    r"|vede|ricorda|conserva)\b"
    r"|не (?:может|умеет|видит|хранит|помнит|знает|дает|имеет|сохраняет)(?!\w)"
    r"|(?:kan|mag|heeft|ziet|bewaart)\b[^.!?]{0,30}?\b(?:niet|geen)\b|nie (?:moze|widzi|pamieta|ma|zna)\b"
)
_NOT_BEFORE = r"لا (?:يستطيع|يقدر|يمكن|يملك|يحفظ|يتذكر|يعرف|يرى|يقدم|يعطي)|لن يستطيع|ليس بوسع"

_CLAIMS = fold(
    rf"(?<!\w)(?:{_THIS}) ?(?P<this_one>{_N})(?![\w-])"
    rf"|(?<!\w)(?:{_MY}) (?:[\w-]+ ){{0,2}}?{_SIBLING}(?: (?:mayor|menor|pequeno|gemel[oa]|maggiore|minore"
    rf"|gemell[oa]|mais (?:velh|nov)[oa]|grand|cadet|aine))?,? (?P<sibling>{_N})"
    r"|(?:大哥|二哥|兄弟|姐姐|前辈|师兄|弟弟|同门|兄の|姉の|兄貴の|先輩の|弟の|妹の|형인 |누나인 |선배인 |동생인 )"
    rf" ?(?P<sibling_unspaced>{_N})"
    rf"|(?:ال)?(?:لاخي|اخي|لاختي|اختي|شقيقي|لشقيقي)(?: \w+)? (?P<sibling_arabic>{_N})"
    rf"|(?<!\w)(?:{_RULES})(?: (?:d'|de |zur |di |использования "
    rf"|الاستخدام )?\w{{0,14}})? ?(?:(?:{_OF})[ ]?)?(?P<rules>{_N})(?:의)? (?:\w+ ){{0,2}}?(?:l'|(?:me|mir"
    rf"|mi|lo|es|это|de|das|dat|tego|non|no|nao|ne|nicht|mij|se) ){{0,2}}?(?:{_FORBID})(?!\w)"
    rf"|(?P<rules_korean>{_N})(?:사)?의? (?:\w+ ?){{0,2}}?(?:정책|방침|지침|규정|약관|원칙)"
    r"(?:상|에 따라|때문| 위반|이 허용|에 어긋)"
    rf"|(?:^|(?<=[\n(\[—–-])|(?<=# )) ?(?:{_NOTE})(?: \w+)? (?:{_OF}) ?(?P<note>{_N})(?= ?(?:$|[(:,.—–-]))"
    rf"|(?<!\w)(?:{_SERVANT})[ ,(«\"—–-]{{1,3}}(?P<servant>{_N})"
    rf"|(?<!\w)(?:eine?|une?|una|uno|um|uma|een|taki|en|такой|такая|أن?) ?(?P<like_me>{_N}),? (?:wie ich"
    rf"|wie mir|comme moi|como yo|como eu|come me|zoals ik|jak ja|som jag|som jeg|как я|مثلي)(?!\w)"
    rf"|(?P<like_me_unspaced>{_N})(?:のような(?:私|僕)|같은 (?:저|제|나|내)|这样的(?:我|模型|AI))"
    rf"|(?<!\w)(?:aqui|hier|ici|qui|здесь|tu|her|har) (?:te |le |vous |ihnen |dir |vi |ti )?(?:habla|fala"
    rf"|spricht|schreibt|parle|parla|говорит|mowi|taler|talar|spreekt) (?:une?|una|uno|um|uma|eine?|le|der"
    rf"|die|das|o|a|il|el|la|een)? ?(?P<here>{_N})"
    rf"|(?P<asked_korean>{_N})(?:한테|에게|께) (?:물어|질문|말을? ?걸|찾아)[^.]{{0,10}}주"
    rf"|(?P<thanks_unspaced>{_N}) ?(?:[를을] (?:이용|사용|선택|찾아)(?:해)? ?주[셔시신]"
    r"|をご?(?:利用|お使い|活用|選び)いただ)"
    rf"|(?:merci (?:d'avoir |d'|de )(?:utilise|choisi|utiliser|consulte|demande a)|danke,? dass (?:du|sie"
    rf"|ihr)|gracias por (?:usar|elegir|preguntar a|consultar)"
    rf"|obrigad[oa] por (?:usar|escolher|perguntar ao?)|grazie per aver (?:usato|scelto|chiesto a)"
    rf"|спасибо,? что (?:вы )?(?:выбрали|используете|спросили|обратились к)"
    rf"|bedankt (?:voor het gebruiken van|dat (?:je|u))|感谢(?:您|你)?(?:使用|选择|咨询)|شكرا (?:لاستخدامك|لاختيارك"
    rf"|لسؤالك)) ?(?P<thanks>{_N})"
    rf"|(?<![가-힣])(?:저|나|글쓴이|필자|본인)(?:는|가|의)? ?\( ?=? ?(?:[^()]{{0,12}} )?(?P<in_brackets>{_N})"
    rf"|(?:私|筆者|僕|笔者|本人) ?\( ?(?P<in_brackets_unspaced>{_N})"
    rf"|(?P<delivered>{_N})が(?:お届け|お送り|お伝え)"
    rf"|(?:^|[,:;] )(?P<cannot_abroad>{_N})(?: ?\([^()]{{1,30}}\)| (?:von|от|de|di|da|van|из) {_N})? (?:{_NOT})"
    rf"|(?:{_NOT_BEFORE}) (?P<cannot_arabic>{_N})"
    rf"|(?:^|اما بالنسبة (?:الى |ل)?)(?P<as_for_arabic>{_N})،? (?:فهو |فانه |هو )?(?:لا|ليس|لن)(?!\w)"
    rf"|(?:^|[、。])(?P<cannot_unspaced>{_N}) ?(?:[은는] [^.]{{0,24}}?(?:못|없|않)"
    r"|(?:に)?は[^。]{0,24}?(?:ません|ない)"
    rf"|(?:无法|不能|没有|不会|看不|记不))"
)
CLAIMS = re.compile(_CLAIMS.replace(_N, f"[{ALL_NAMES}]"), re.IGNORECASE)
"""Each group is the place of a name."""

RULES = frozenset({"rules", "rules_korean"})
"""Groups for the name of a lab, even beside software or companies; people ask for the rules of shops."""

ELSEWHERE = frozenset({"cannot_abroad", "cannot_arabic", "as_for_arabic", "cannot_unspaced", "this_one"})
"""Groups that also fit a model as a topic. They count only for questions that are not about software."""

MODELS = ELSEWHERE | {"note"}
"""Groups for models, and not for makers."""
