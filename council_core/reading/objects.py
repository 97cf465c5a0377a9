"""Find the JSON objects that a reviewer's text gives as its own, and read a ranking from each.

Size, depth and number are limited, so that no text takes long or raises an exception.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from council_core.reading.classic import Groups
from council_core.reading.extremes import extreme_of
from council_core.reading.labels import Labels, is_code
from council_core.reading.markers import introduces_quotation, says_it_is_turned_round
from council_core.reading.scores import row_label
from council_core.reading.sequence import one_line
from council_core.reading.unclear import Unclear

DEEPEST = 12
MOST_OBJECTS = 60
MOST_TRIES = 400

RANKING_KEYS = frozenset(
    {"ranking", "finalranking", "rankings", "ranked", "rank", "order", "finalorder", "besttoworst"}
)
NONCE_KEYS = frozenset({"nonce", "reviewid", "callid", "code"})

SLIP = re.compile(r",(?:\s{0,200},){0,3}(?=\s{0,2000}[}\]])|^[ \t]*//[^\n]*$", re.MULTILINE)
"""Commas before a closing bracket, and lines that are a comment."""

TEXT_OR_SLIP = re.compile(rf'(?P<text>"(?:[^"\\\n]|\\.){{0,20000}}")|{SLIP.pattern}', re.MULTILINE)

COMMENT = re.compile(
    r"/\*.{0,2000}?\*/|^[ \t]*#[^\n]*$|(?<=[,{}\[\]\"\d])[ \t]*(?://|#)[^\n\"]*$", re.DOTALL | re.MULTILINE
)
"""Comments within and behind lines, and those of Python."""

NEXT_ENTRY = re.compile(r"[\s,]*\[?\s*[\"'“„«]")
"""Another entry behind a comment, rather than the end of its list."""

QUOTED = re.compile(
    r"(?P<before>[({\[,:]\s{0,200})(?:'(?P<single>(?:[^'\\\n]|\\.|'(?!\s{0,200}[:,}\]])){0,20000})'"
    r"|[“„”«](?P<curly>[^“”„«»\n]{0,20000})[”“»])(?=\s{0,200}[:,}\]])"
)
"""Strings in quotation marks that JSON does not know, between two of its signs."""

NO_COMMA = re.compile(r"(?<=[\"\]}\d])(?=[ \t]{0,20}\n\s{0,200}\"\w{1,40}\"\s{0,200}:)")
"""The end of a line behind which the next key follows without a comma."""

LITERAL = re.compile(r"(?P<before>[\[,:]\s{0,200})(?P<word>None|True|False)(?=\s{0,200}[,}\]])")
"""Python's words for null, true and false."""

TEXT_OR_SPELLING = re.compile(
    r'"(?:[^"\\\n]|\\.){0,20000}"|(?P<before>[{,]\s{0,200})(?P<key>[A-Za-z_]\w{0,40})(?=\s{0,200}:)|(?P<sign>[()：，、،；［］｛｝])'
)
"""Strings, keys without quotation marks, the brackets of tuples, and the wide or Arabic signs of other keyboards."""

STRAY = re.compile(
    r"""\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(?:(?<!\w)[\[{]|(?<="):|(?<=["\]}\d]),)\s{0,200}"|"(?=\s{0,200}(?:[:}]|,\s{0,200}["\[{\dtfn-]|\]\s{0,200}[,\]}]|`{3}|\Z))"""
    r"""|(?P<markdown>\\)(?=[_'*])|(?P<slash>\\)|(?P<quote>")"""
)
"""Backslashes of Markdown or LaTeX, and quotation marks within a string, beside what is right."""

OF_JSON = {
    "(": "[", ")": "]", "：": ":", "，": ",", "、": ",", "،": ",", "；": ",",
    "［": "[", "］": "]", "｛": "{", "｝": "}",
    "None": "null", "True": "true", "False": "false",
}  # fmt: skip

Whose = Literal["call", "unmarked", "foreign"]
"""Owner of an object. `call`: it carries the call's nonce; `unmarked`: it carries none; `foreign`: it carries another
one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One JSON object in a text."""

    whose: Whose
    fields: Mapping[str, object]
    """The object that holds the ranking; the inner one if it is wrapped in another."""

    ranking: object
    """Value behind its ranking key, of any type."""

    is_ambiguous: bool
    """Whether it gives two different rankings."""

    is_ours: bool
    """Whether it has the form that we ask for: it carries the call's nonce, or any nonce if the call's is unknown."""


class _Pairs(dict[str, object]):
    """A JSON object that notes whether a key occurred twice with different values."""

    is_ambiguous = False

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.is_ambiguous = any(self[key] != value for key, value in pairs if _plain(key) in RANKING_KEYS)


DECODER = json.JSONDecoder(object_pairs_hook=_Pairs, strict=False)


def objects(text: str, nonce: str | None) -> tuple[Found, ...]:
    """Return the objects with a ranking that the writer gives as its own, in order.

    An object without nonce is left out if it is within a line of prose, in a block quote, or behind a line that
    announces a quotation.

    Args:
        text: The message without earlier thoughts.
        nonce: The call's own code; None when the call had none.
    """
    text, spans = _best_decoded(text)
    found: list[Found] = []
    for start, end, value in spans:
        fields = _with_ranking(value)
        if fields is None:
            continue
        whose = _whose((value, fields), nonce)
        if whose == "unmarked" and _is_quoted(text, start, end):
            continue
        keys = [key for key in fields if _plain(key) in RANKING_KEYS]
        rankings = [fields[key] for key in keys]
        found.append(
            Found(
                whose=whose,
                fields=fields,
                ranking=rankings[0],
                is_ours=whose == "call" or (nonce is None and _has_nonce_key((value, fields))),
                is_ambiguous=fields.is_ambiguous or any(other != rankings[0] for other in rankings),
            )
        )
    return tuple(found)


def _best_decoded(text: str) -> tuple[str, list[tuple[int, int, _Pairs]]]:
    """Return the text, mended where that lets more of it be read, and its objects."""
    spans = _decoded(text)
    if _is_whole(text, spans) or not any(sign in text for sign in "{｛"):
        return text, spans
    for mended in _mended(text):
        # A slip spoils only the object around it; inner objects may still be read, with less content.
        more = _decoded(mended)
        if _covered(more) > _covered(spans):
            text, spans = mended, more
            if _is_whole(text, spans):
                break
    return text, spans


def _mended(text: str) -> Iterator[str]:
    """Yield the text with slips repaired outside of its strings; if a lone quotation mark prevents that, also
    anywhere; then with signs escaped within its strings; then with its last brace."""
    outside = anywhere = text
    for _ in range(2):  # A comment may be between a comma and its bracket.
        outside = TEXT_OR_SLIP.sub(lambda match: match["text"] or "", outside)
        anywhere = SLIP.sub("", anywhere)
    respelled = tuple(SLIP.sub("", _respelled(each)) for each in (outside, anywhere))
    tries = (outside, anywhere, *respelled)
    tries += tuple(STRAY.sub(_escaped, each) for each in (text, *tries))
    # Only the outermost brace is added: a ranking that was cut off stays unread.
    tries += tuple(_closed(each) for each in (text, *tries))
    yield from dict.fromkeys(each for each in tries if each != text)


def _closed(text: str) -> str:
    """Return the text with a brace behind it, before the end of its fence."""
    return text.rstrip().removesuffix("```").rstrip(", \t\r\n") + "}"


def _escaped(match: re.Match[str]) -> str:
    if match["markdown"]:
        return ""
    return f"\\{match[0]}" if match["slash"] or match["quote"] else match[0]


def _respelled(text: str) -> str:
    """Write what looks like Python, JavaScript or a typographer's quotation marks as JSON."""
    # A comment that turns the order round is no slip: the object stays unreadable, and the reviewer is asked again.
    bare = COMMENT.sub(lambda match: match.group() if _turns_round(match) else "", text)
    for _ in range(2):  # The sign behind one string is the sign before the next.
        bare = QUOTED.sub(_in_double_marks, bare)
        bare = LITERAL.sub(lambda match: match["before"] + OF_JSON[match["word"]], bare)
    return TEXT_OR_SPELLING.sub(_as_json, NO_COMMA.sub(",", bare))


def has_turning_comment(text: str) -> bool:
    """Tell whether a comment within braces says that a ranking begins with the worst."""
    within = text[text.find("{") : text.rfind("}")]
    return any(_turns_round(match) for match in COMMENT.finditer(within))


def _turns_round(match: re.Match[str]) -> bool:
    """Tell whether a comment says that a ranking begins with the worst: alone, or beside an entry before others."""
    words = match.group().strip(" \t/*#")
    behind = match.string[match.end() : match.end() + 200]
    is_early = extreme_of(f": {words}") == "worst" and NEXT_ENTRY.match(behind) is not None
    return is_early or says_it_is_turned_round(match.group())


def _as_json(match: re.Match[str]) -> str:
    if match["key"]:
        return f'{match["before"]}"{match["key"]}"'
    return OF_JSON.get(match[0], match[0])


def _in_double_marks(match: re.Match[str]) -> str:
    single, curly = match["single"], match["curly"]
    said = curly if single is None else single.replace("\\'", "'").replace('\\"', '"')
    return match["before"] + json.dumps(said, ensure_ascii=False)


def _is_whole(text: str, spans: list[tuple[int, int, _Pairs]]) -> bool:
    """Tell whether the objects reach from the first brace to the last."""
    return bool(spans) and _covered(spans) > text.rfind("}") - text.find("{")


def _covered(spans: list[tuple[int, int, _Pairs]]) -> int:
    return sum(end - start for start, end, _ in spans)


def _decoded(text: str) -> list[tuple[int, int, _Pairs]]:
    """Return every outermost JSON object in the text."""
    spans: list[tuple[int, int, _Pairs]] = []
    for start, end, value in decoded_in(text, DECODER, most=MOST_TRIES):
        if isinstance(value, _Pairs) and _depth(value) <= DEEPEST:
            spans.append((start, end, value))
            if len(spans) == MOST_OBJECTS:
                break
    return spans


def decoded_in(text: str, decoder: json.JSONDecoder, *, most: int) -> Iterator[tuple[int, int, object]]:
    """Yield each outermost JSON object in a text with its begin and end, trying at most so many braces."""
    at = tries = 0
    while tries < most and (at := text.find("{", at)) >= 0:
        tries += 1
        try:
            value, end = cast(tuple[object, int], decoder.raw_decode(text, at))
        except (ValueError, RecursionError):
            at += 1
            continue
        yield at, end, value
        at = end


def _depth(value: object) -> int:
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [child for parent in level for child in _children(parent)]
    return depth


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(cast(dict[str, object], value).values())
    return cast(list[object], value) if isinstance(value, list) else []


def _with_ranking(value: _Pairs) -> _Pairs | None:
    """Return the object with a ranking key: this one, or the only one at most two levels down."""
    level = [value]
    for _ in range(3):
        holders = [fields for fields in level if any(_plain(key) in RANKING_KEYS for key in fields)]
        if holders:
            return holders[0] if len(holders) == 1 else None
        level = [child for fields in level for child in fields.values() if isinstance(child, _Pairs)]
    return None


def _whose(layers: tuple[_Pairs, _Pairs], nonce: str | None) -> Whose:
    if nonce is None:
        return "unmarked"
    values = [value for fields in layers for value in fields.values() if isinstance(value, str)]
    if any(is_code(value, nonce) for value in values):
        return "call"
    return "foreign" if _has_nonce_key(layers) else "unmarked"


def _has_nonce_key(layers: tuple[_Pairs, _Pairs]) -> bool:
    return any(
        _plain(key) in NONCE_KEYS and isinstance(fields[key], str) for fields in layers for key in fields
    )


def _is_quoted(text: str, start: int, end: int) -> bool:
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    before = text[line_start:start].strip()
    after = text[end : line_end if line_end >= 0 else len(text)].strip(" \t\r`*.,;")
    if before.startswith(">") or (before.strip("`*-•: \t") and after):
        return True
    earlier = [
        line for line in text[:line_start].split("\n") if line.strip() and not line.strip().startswith("`")
    ]
    return bool(earlier) and introduces_quotation(earlier[-1])


def _plain(key: str) -> str:
    return key.casefold().replace("_", "").replace("-", "")


PLACE_KEYS = ("rank", "place", "position")
SCORE_KEYS = ("score", "points", "overall", "total", "rating")
MOST_ENTRIES = 200


def groups_of(value: object, labels: Labels) -> Groups | Unclear:
    """Return the groups in a ranking's value, with None for a label that was not shown; or the reason why there
    are none.

    Reads `["B", "A"]`, ties as `[["B", "C"], "A"]`, rows with a label and a rank, `{"B": 1, "A": 2}`, `{"1": "B", "2":
    "A"}` and `"B > A"`.
    """
    if isinstance(value, str):
        return one_line(value, labels) or Unclear("text_no_order")
    if isinstance(value, Mapping):
        return _from_places(cast(Mapping[str, object], value), labels)
    if not isinstance(value, Sequence):
        return Unclear("no_list")
    entries = cast(Sequence[object], value)
    if not entries:
        return Unclear("empty_list")
    if len(entries) > MOST_ENTRIES:
        return Unclear("too_many")
    rows = [cast(Mapping[str, object], entry) for entry in entries if isinstance(entry, Mapping)]
    if rows:
        return _from_rows(rows, labels) if len(rows) == len(entries) else Unclear("mixed")
    groups: list[tuple[str | None, ...]] = []
    for entry in entries:
        tied = cast(Sequence[object], entry) if isinstance(entry, list) else (entry,)
        if not tied or len(tied) > MOST_ENTRIES or not all(isinstance(label, str) for label in tied):
            return Unclear("no_label")
        groups.append(tuple(labels.find(str(label)) for label in tied))
    return tuple(groups)


def _from_rows(rows: Sequence[Mapping[str, object]], labels: Labels) -> Groups | Unclear:
    found = [row_label(row, labels) for row in rows]
    places = [next((row[key] for key in PLACE_KEYS if key in row), None) for row in rows]
    if all(place is None for place in places):
        scores = [next((row[key] for key in SCORE_KEYS if key in row), None) for row in rows]
        given = [score for score in scores if isinstance(score, (int, float))]
        if given != sorted(given, reverse=True):
            return Unclear("scores_disagree")
        return tuple((label,) for label in found)
    return _by_place(list(zip(places, found, strict=True)))


def _from_places(value: Mapping[str, object], labels: Labels) -> Groups | Unclear:
    if not value or len(value) > MOST_ENTRIES:
        return Unclear("empty_list") if not value else Unclear("too_many")
    if all(key.strip().isdecimal() for key in value) and all(
        isinstance(label, str) for label in value.values()
    ):
        return _by_place([(int(key[:9]), labels.find(str(label))) for key, label in value.items()])
    return _by_place([(place, labels.find(key)) for key, place in value.items()])


def _by_place(pairs: Sequence[tuple[object, str | None]]) -> Groups | Unclear:
    drawn: dict[int, list[str | None]] = {}
    for place, label in pairs:
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= MOST_ENTRIES:
            return Unclear("no_whole_place")
        drawn.setdefault(place, []).append(label)
    last, position = 0, 1
    for place in sorted(drawn):
        if place not in (last + 1, position):
            return Unclear("numbers_no_places")
        last, position = place, position + len(drawn[place])
    return tuple(tuple(drawn[place]) for place in sorted(drawn))
