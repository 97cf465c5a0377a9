"""Read remarks about one response of a list: that it is the best or the worst, or its points.

Such remarks reveal a list that runs the other way round than its numbers say.
"""

import re
from collections.abc import Sequence
from typing import Literal

from council_core.reading.unclear import Unclear

Extreme = Literal["", "best", "worst"]

_OPENING = r"[\s*_`]*(?:[(（\[【,:=|←→–—-]{1,3}|(?:is|was|ist|est|es|è|é|은|는|이|가)\b)?[\s*_`]*"
_VERY = (
    r"(?:(?:is|was|the|clearly|by far|definitely|obviously|simply|easily|my|overall|answer|response"
    r"|one|clear|outright|ist|klar(?:er|e)?|mein|meine|am|die|der|das"
    r"|est|la|le|il|el|lo|o|a|en|de)\s){0,4}"
)
_ENDING = (
    r"(?=(?:\s?(?:的|の)?(?:답변|응답|回答|答案))?(?:입니다|이다|임|です)?[\s*_`]*(?:$|[)）\]】.,;:!|–—]|-\s"
    r"|(?:answer|response|reply|one|overall|of (?:all|the|them|these)|antwort|réponse|respuesta|risposta|resposta"
    r"|ответ|відповідь|odpowiedź|yanıt)\b))"
)
WORST = (
    r"(?:worst|poorest|weakest|lowest|least (?:good|helpful|useful|accurate|correct)|last place|bottom|loser"
    r"|verlierer\w*|schlusslicht"
    r"|schlechteste\w?|schwächste\w?|pire|plus (?:faible|mauvaise?)|moins bonne?|peor|pior|peggiore"
    r"|худш\w{2,3}|найгірш\w{1,2}"
    r"|najgorsz\w{1,2}|najsłabsz\w{1,2}|kötü(?:sü)?|slechtste|zwakste|sämst\w?|verst(?:e|a)?\b|dårligst\w?"
    r"|huonoin|nejhorší|legrosszabb"
    r"|terburuk|tệ nhất|最悪|最差|最劣|最弱|최악|꼴찌|최하위|الأسوأ|सबसे (?:खराब|बुरा))"
)
BEST = (
    r"(?:best|strongest|winner|sieger\w*|gewinner\w*|vainqueur|gagnante?|ganador\w*|vencedor\w*"
    r"|first place|most (?:helpful|useful|accurate|correct)|beste\w?"
    r"|wins|gewinnt|gagne|gana|vince"
    r"|stärkste\w?|meilleure?|mejor|melhor"
    r"|migliore|лучш\w{2,3}|найкращ\w{1,2}|najlepsz\w{1,2}|iyi(?:si)?|bäst\w?|bedst\w?|paras|nejlepší"
    r"|legjobb|terbaik|tốt nhất"
    r"|最良|最佳|最好|最高|최고|1위|الأفضل|सबसे अच्छा|सर्वश्रेष्ठ)"
)
_FAVOURITE = (
    r"(?:favou?rite|(?:top|first) (?:pick|choice)|favorit\w?|favorie?|favorit[oa]|preferit[oa]|фаворит)"
)
_MOST_GOOD = r"(?:(?:가장|제일) (?:좋|우수|뛰어|훌륭)\w{1,3}|(?:最も|一番)(?:良|よ|優れ)\w{1,3}|[🏆👑🥇])"
_MOST_BAD = r"(?:(?:가장|제일) (?:나쁜|나쁨|부족\w{1,3}|약한)|(?:最も|一番)(?:悪|劣)\w{1,3}|[👎❌🚫])"
_SAYS = {
    "best": re.compile(f"{_OPENING}{_VERY}(?:{BEST}|{_FAVOURITE}|{_MOST_GOOD}){_ENDING}", re.IGNORECASE),
    "worst": re.compile(f"{_OPENING}{_VERY}(?:{WORST}|{_MOST_BAD}){_ENDING}", re.IGNORECASE),
}
_POINTS = re.compile(
    r"[\s*_`]*[(\[:=|–—-]{0,2}[\s*_`]*(?:(?:overall |total |final )?(?:score|points|rating|grade)[:= ]{1,3})?"
    r"(?P<points>\d{1,3}(?:[.,]\d{1,2})?)\s?(?:/\s?\d{1,3}|%|points?\b|pts\b|marks?\b|stars?\b|out of \d)",
    re.IGNORECASE,
)

_CLAUSE = re.compile(r"[,;]?[^,;]+")
_CLAUSE_ENDS = r"(?=[\s*_`]{0,6}(?:$|[.,;:!)）。、，！]))"
_ALSO = (
    r"(?:(?:now|actually|really|clearly|rather|instead|therefore|doch|eigentlich|eher|wieder"
    r"|donc|finalement|plutôt|más bien|en realidad|piuttosto|na verdade) ){0,2}"
)
_IS_AT = (
    rf"(?:is|comes|goes|belongs|ranks|deserves|takes|wins|(?:should|must|would) (?:be|come|go|rank|get|take)"
    rf"|ist|gehört|kommt|verdient|soll|est|passe|mérite|arrive|es|va|merece|è|merita|é) {_ALSO}"
)
_TO = r"(?:(?:at|in|to|on|auf|an|en|à|al|em|in|the|den|der|die|dem|la|le|el|il|o|a) ){0,3}"
_FIRST = (
    r"(?:first(?: place)?|top(?: (?:spot|place))?|1st(?: place)?|(?:number|no\.|#) ?(?:1|one)"
    r"|(?:doch |wieder )?(?:platz|rang) (?:1|eins)|erste[nr]? (?:platz|stelle|rang)|spitze|win"
    r"|premi[eè]re?(?: place)?|tête"
    r"|primer(?:o|a)?(?: (?:puesto|lugar))?|prim[oa](?: posto)?|primeir[oa](?: lugar)?)"
)
_FIRST_SIGNS = (
    r"(?:[이가은는]\s?(?:1위|1등|일등|첫째|첫 번째)|[がは](?:1位|一位|1番|一番)"
    r"|(?:应该?|應該?)?(?:排|是|为|為)?在?第一)"
    r"(?:\s?(?:입니다|이다|예요|です|だ|位))?"
)
_IS_FIRST = re.compile(
    rf"[\s*_`]{{0,6}}(?:{_IS_AT}{_TO}{_FIRST}|{_FIRST_SIGNS}){_CLAUSE_ENDS}", re.IGNORECASE
)
_IS_BEST = re.compile(
    rf"[\s*_`]{{0,6}}(?:(?:is|ist|est|es|è|é) (?:(?!not |nicht |pas |no |kein|among |one )\w+ ){{0,3}}{BEST}"
    r"(?: (?:answer|response|one|overall|choice|antwort|réponse|respuesta|resposta|risposta|ответ))?"
    r"|\w+ (?:(?!not |nicht |pas )\w+ )?(?:am (?:besten|meisten|stärksten)(?: ab)?|best))"
    rf"(?=[\s*_`]{{0,6}}(?:$|[.,;:!)）。、，！]|(?:and|und|et|y|e) ))|"
    r"[\s*_`]{0,6}(?:[이가은는]\s?(?:가장|제일) "
    r"(?:좋(?:습니다|다|아요|은 (?:답변|응답))|낫습니다|우수합니다|뛰어납니다)"
    r"|[がは](?:一番|最も)(?:良い|よい|いい|優れて)(?:です|い|$|[。.])"
    r"|(?:是)?最(?:好|佳)的?(?:回答|答案)?(?:$|[。.,，!！]))"
)
_IS_WORST = re.compile(r"[\s*_`]{0,6}[이가은는]\s?(?:꼴찌|최하위|최악)(?:입니다|이다|예요)")
_BEST_IS = re.compile(
    r"(?:\b(?:best|winner|strongest|beste|meilleure?|mejor|melhor|migliore)(?: \w+)? (?:is|ist|est|es|é|è)|الأفضل هو"
    r"|лучший(?: ответ)?(?: —)?) [*_`]{0,6}$",
    re.IGNORECASE,
)
_IS_LAST = re.compile(
    rf"[\s*_`]{{0,6}}{_IS_AT}{_TO}(?:last(?: place)?|bottom|letzte[nr]? (?:platz|stelle|rang)|derni[eè]re?(?: place)?"
    rf"|últim[oa](?: (?:puesto|lugar))?|ultim[oa](?: posto)?){_CLAUSE_ENDS}",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:move|put|place|rank|promote|gehört|kommt|steht|setze(?:n)?|verdient) [*_`]{0,6}$", re.IGNORECASE
)
_TO_FIRST = re.compile(rf"[\s*_`]{{0,6}}(?:doch |eigentlich )?{_TO}{_FIRST}{_CLAUSE_ENDS}", re.IGNORECASE)
_OVER = re.compile(r"[\s*_`]{0,6}(?:above|ahead of|over|before|vor|über)[\s*_`]{0,6}", re.IGNORECASE)
_TOPIC = re.compile(r"[\s*_`]{0,6}[은는이가はが][\s*_`]{0,6}")
_BETTER_THAN = re.compile(
    r"[\s*_`]{0,6}(?:보다\s?(?:더 )?(?:낫|나은|나아|좋|우수|뛰어)|より(?:も)?(?:良|よ|優|上))"
)
_THAN = re.compile(r"[\s*_`]{0,6}(?:比|优于|優於|胜过|勝過)[\s*_`]{0,6}")
_AHEAD_OF = re.compile(
    rf"[\s*_`]{{0,6}}(?:{_IS_AT}(?:ahead of|above|before|vor|über|devant|avant|(?:por )?delante de|davanti a"
    rf"|à frente de)"
    rf"|{_IS_AT}(?:(?:much|clearly|still|slightly|deutlich|etwas) )?(?:better than|stronger than|besser als"
    r"|meilleure? que|mejor que|melhor que|migliore di)|лучше,? (?:чем )?|краще,? (?:за "
    r"|ніж )|lepsz[aey] (?:od|niż)|[أا]فضل من"
    r"|beats|outranks|schlägt|supera|dépasse)[\s*_`]{0,6}",
    re.IGNORECASE,
)

_PLACES = re.compile(
    rf"\b{_FIRST}\b|{_FIRST_SIGNS}|{_IS_LAST.pattern}|{_AHEAD_OF.pattern}|{_IS_BEST.pattern}|{_IS_WORST.pattern}"
    rf"|{_OVER.pattern}|{_BETTER_THAN.pattern}|{_THAN.pattern}|{BEST}",
    re.IGNORECASE,
)


def speaks_of_places(text: str) -> bool:
    """Tell whether a text holds words of places at all, which needs no labels and rules most texts out."""
    return _PLACES.search(text) is not None


def place_said(before: str, behind: str) -> Extreme:
    """Return the end of the list to which a sentence assigns the response between these two texts, as in "C belongs on
    top". Mostly it is neither."""
    if (
        _IS_FIRST.match(behind)
        or _IS_BEST.match(behind)
        or (_MOVES.search(before) and _TO_FIRST.match(behind))
    ):
        return "best"
    if _BEST_IS.search(before) and re.match(_CLAUSE_ENDS, behind):
        return "best"
    return "worst" if _IS_LAST.match(behind) or _IS_WORST.match(behind) else ""


def puts_ahead(before: str, between: str, behind: str) -> bool:
    """Tell whether the words before, between and behind two responses put the first one ahead: "C comes before B"."""
    if _TOPIC.fullmatch(between):
        return _BETTER_THAN.match(behind) is not None
    if _THAN.fullmatch(between):
        return re.match(rf"[\s*_`]{{0,6}}(?:更|要)?[好优優强強]|{_CLAUSE_ENDS}", behind) is not None
    is_ahead = _AHEAD_OF.fullmatch(between) or (_OVER.fullmatch(between) and _MOVES.search(before))
    return bool(is_ahead) and re.match(_CLAUSE_ENDS, behind) is not None


def extreme_of(remark: str) -> Extreme:
    """Return the end of the list, best or worst, to which a clause of a remark behind a response assigns it; mostly
    neither."""
    for clause in _CLAUSE.findall(remark):
        if _SAYS["best"].match(clause):
            return "best"
        if _SAYS["worst"].match(clause):
            return "worst"
    return ""


def points_of(remark: str) -> float | None:
    """Return the points in a remark behind a response, `7/10` or `80 %`."""
    match = _POINTS.match(remark)
    return float(match["points"].replace(",", ".")) if match else None


def turns_round(groups: Sequence[Sequence[tuple[Extreme, float | None]]]) -> Unclear | None:
    """Return the reason if the remarks contradict the order of their list; None if none does."""
    if len(groups) < 2:
        return None
    first, last = groups[0], groups[-1]
    if any(extreme == "worst" for extreme, _ in first) or any(extreme == "best" for extreme, _ in last):
        return Unclear("remark_worst_first")
    points = [[value for _, value in group if value is not None] for group in groups]
    if points[0] and points[-1] and max(points[0]) < min(points[-1]):
        return Unclear("points_disagree")
    return None
