"""Read remarks about one response of a list: that it is the best or the worst, or its points.

Such remarks reveal a list that runs the other way round than its numbers say.
"""

import re
from collections.abc import Sequence
from typing import Literal

Extreme = Literal["", "best", "worst"]

_OPENING = r"[\s*_`]*(?:[(（\[【,:=|←→–—-]{1,3}|(?:is|was|ist|est|es|è|é|은|는|이|가)\b)?[\s*_`]*"
_VERY = (
    r"(?:(?:is|was|the|clearly|by far|definitely|obviously|simply|easily|my|overall|answer|response"
    r"|one|ist|klar|die|der|das"
    r"|est|la|le|il|el|lo|o|a|en|de)\s){0,4}"
)
_ENDING = (
    r"(?=[\s*_`]*(?:$|[)）\]】.,;:!|–—]|-\s"
    r"|(?:answer|response|reply|one|overall|of (?:all|the|them|these)|antwort|réponse|respuesta|risposta|resposta)\b))"
)
WORST = (
    r"(?:worst|poorest|weakest|lowest|least (?:good|helpful|useful|accurate|correct)|last place|bottom|loser"
    r"|schlechteste\w?|schwächste\w?|pire|plus (?:faible|mauvaise?)|moins bonne?|peor|pior|peggiore"
    r"|худш\w{2,3}|найгірш\w{1,2}"
    r"|najgorsz\w{1,2}|najsłabsz\w{1,2}|kötü(?:sü)?|slechtste|zwakste|sämst\w?|verst\w?|dårligst\w?"
    r"|huonoin|nejhorší|legrosszabb"
    r"|terburuk|tệ nhất|最悪|最差|最劣|最弱|최악|꼴찌|최하위|الأسوأ|सबसे (?:खराब|बुरा))"
)
BEST = (
    r"(?:best|strongest|winner|first place|most (?:helpful|useful|accurate|correct)|beste\w?"
    r"|wins|gewinnt|gagne|gana|vince"
    r"|stärkste\w?|meilleure?|mejor|melhor"
    r"|migliore|лучш\w{2,3}|найкращ\w{1,2}|najlepsz\w{1,2}|iyi(?:si)?|bäst\w?|bedst\w?|paras|nejlepší"
    r"|legjobb|terbaik|tốt nhất"
    r"|最良|最佳|最好|最高|최고|1위|الأفضل|सबसे अच्छा|सर्वश्रेष्ठ)"
)
_SAYS = {
    "best": re.compile(f"{_OPENING}{_VERY}{BEST}{_ENDING}", re.IGNORECASE),
    "worst": re.compile(f"{_OPENING}{_VERY}{WORST}{_ENDING}", re.IGNORECASE),
}
_POINTS = re.compile(
    r"[\s*_`]*[(\[:=|–—-]{0,2}[\s*_`]*(?:(?:overall |total |final )?(?:score|points|rating|grade)[:= ]{1,3})?"
    r"(?P<points>\d{1,3}(?:[.,]\d{1,2})?)\s?(?:/\s?\d{1,3}|%|points?\b|pts\b|marks?\b|stars?\b|out of \d)",
    re.IGNORECASE,
)


def extreme_of(remark: str) -> Extreme:
    """Return the end of the list, best or worst, to which a remark behind a response assigns it; mostly neither."""
    if _SAYS["best"].match(remark):
        return "best"
    return "worst" if _SAYS["worst"].match(remark) else ""


def points_of(remark: str) -> float | None:
    """Return the points in a remark behind a response, `7/10` or `80 %`."""
    match = _POINTS.match(remark)
    return float(match["points"].replace(",", ".")) if match else None


def turns_round(groups: Sequence[Sequence[tuple[Extreme, float | None]]]) -> str:
    """Return one clause if the remarks contradict the order of their list; empty if none does."""
    if len(groups) < 2:
        return ""
    first, last = groups[0], groups[-1]
    if any(extreme == "worst" for extreme, _ in first) or any(extreme == "best" for extreme, _ in last):
        return "a remark in its list says that it begins with the worst"
    points = [[value for _, value in group if value is not None] for group in groups]
    if points[0] and points[-1] and max(points[0]) < min(points[-1]):
        return "the points behind the labels say another order"
    return ""
