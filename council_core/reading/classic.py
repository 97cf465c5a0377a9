"""Read the orders in the sections of a review, each with the plainness of its announcement.

A section begins at a marker such as `FINAL RANKING:` and holds a list, a chain or a line of labels. Prose, quotations
and lists without a marker give no order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from council_core.reading.agreement import opposing_sentence, remarks_oppose
from council_core.reading.direction import (
    SENTENCE,
    extremes_said,
    may_turn_the_list,
    notes_a_turned_list,
    says_a_direction,
)
from council_core.reading.extremes import extreme_of, place_said, puts_ahead, speaks_of_places
from council_core.reading.items import BULLET, Item, item, places
from council_core.reading.labels import Labels, flat
from council_core.reading.markers import (
    REMARKS,
    Marker,
    Strength,
    introduces_quotation,
    marker,
    says_worst_first,
    unread_remark,
)
from council_core.reading.sequence import head, one_line
from council_core.reading.unclear import Unclear

Groups = tuple[tuple[str | None, ...], ...]

FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
QUOTE = re.compile(r"^[ \t]*>")
ARRAY = re.compile(r"[ \t]*\[[^\[\]{}]{1,2000}\][\s;.,]*$")
CHAIN = re.compile("[>≻→]")
THEREFORE = re.compile(
    r"(?:so|thus|hence|overall|therefore|in short|clearly|also|alors|donc|así|quindi),?\s", re.IGNORECASE
)
AFTER_WORD = re.compile(r"[\s*_`(]{0,6}[^\W\d][\w' ]{2,30}[:：][*_]{0,3}\s{0,3}")
"""One or two words and a colon in front of an order."""
OPENS_QUOTATION = re.compile(r"[^\"“„«「\n]*\w[^\"“„«「\n]{0,20}[:,]\s*[\"“„«「][\s*_#]{0,4}\w")
"""Words, a colon and an opening quotation mark before a marker: `Response A says: "FINAL RANKING: …`."""
PAST = re.compile(r"\b(?:draft|earlier|previous|had|was|were|initial\w*)\b", re.IGNORECASE)
"""Words that mark a list as an earlier one."""
MOST_ITEMS = 200
LONGEST_REMARK = 90
"""Most characters of a line that may say which end of a list is the best."""
LONGEST_SENTENCE = 400
"""Characters of a line in which a sentence may give a response another place."""
ENDS_SECTION = re.compile(r"[ \t]*(?:#{1,6}[ \t]|(?:[-*_=][ \t]*){3,}$|\*\*[^*]{1,80}:?\*\*:?[ \t]*$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The text after one marker."""

    strength: Strength
    groups: Groups
    """Groups of tied labels; empty without a label."""

    problem: Unclear | None
    """Reason why the labels make no order; None if they do."""

    has_nonce: bool


def sections(text: str, labels: Labels, nonce: str | None) -> tuple[Section, ...]:
    """Return all sections of a reviewer's final message, in order.

    Args:
        text: The message without earlier thoughts.
        labels: Labels shown.
        nonce: The call's own code, if it had one.
    """
    lines = text.split("\n")
    marks = [
        (index, mark)
        for index, line in enumerate(lines)
        if (mark := marker(line, nonce)) is not None
        and not (mark.needs_order and one_line(mark.rest, labels) is None)
    ]
    found: list[Section] = []
    above = lines[: marks[-1][0]] if marks else []
    turning = next((at for at, line in enumerate(above) if _may_turn_the_list(line, labels)), None)
    for position, (index, mark) in enumerate(marks):
        if mark.another_code and labels.find(mark.another_code) is None:
            continue
        if introduces_quotation(_line_before(lines, index)) or OPENS_QUOTATION.match(lines[index]):
            continue
        end = marks[position + 1][0] if position + 1 < len(marks) else len(lines)
        turned = (turning is not None and turning < index) or _introduces_a_turned_list(
            _line_before(lines, index), labels
        )
        found.append(_section(mark, lines[index + 1 : end], labels, turned_before=turned))
    return tuple(found)


def bare_order(text: str, labels: Labels) -> Groups | None:
    """Return the order of a message without any marker: a chain on its last line, or a numbered list and nothing else.

    A list with reasons does not count, because it may be a critique in the order shown.
    """
    lines = [line for line in text.split("\n") if line.strip() and FENCE.match(line) is None]
    if not lines or QUOTE.match(lines[-1]) or any(says_worst_first(flat(line)) for line in lines):
        return None
    chains = {groups for line in lines if CHAIN.search(line) and (groups := _chain(line, labels)) is not None}
    if CHAIN.search(lines[-1]) and len(chains) == 1 and _chain(lines[-1], labels) is not None:
        return chains.pop()
    listed: list[Item] = []
    for line in lines:
        entry = item(flat(line), labels)
        if entry is None or entry.style != "number" or not entry.is_bare:
            return None
        listed.append(entry)
    groups = places(listed, worst_first=False)
    return None if isinstance(groups, Unclear) else groups


def _may_turn_the_list(line: str, labels: Labels) -> bool:
    """Tell whether a short line above a list names no response and says that the worst comes first."""
    if (
        not 4 <= len(line) <= LONGEST_REMARK
        or QUOTE.match(line)
        or line.lstrip().startswith(('"', "“", "«", "„"))
    ):
        return False
    text = flat(line)
    if not says_worst_first(text) or PAST.search(text):
        return False
    return all(labels.of(match) is None for match in labels.token.finditer(text))


def _introduces_a_turned_list(line: str, labels: Labels) -> bool:
    """Tell whether the line above a marker, or one between marker and list, says which end is the best, and not plainly
    that the first is. A line that ends in a colon speaks of the list; another one may speak of answers."""
    text = flat(line).strip(" \t*_`#")
    if QUOTE.match(line) or "|" in line or not 0 < len(text) <= LONGEST_REMARK or labels.token.search(text):
        return False
    turns = says_a_direction if text.endswith(":") else notes_a_turned_list
    return any(map(turns, SENTENCE.findall(text)))


def _turned_between(lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a line between marker and list turns the list round."""
    for line in lines:
        text = flat(line)
        if item(text, labels) is not None or one_line(text, labels) is not None:
            return False
        if _introduces_a_turned_list(line, labels):
            return True
    return False


def _line_before(lines: Sequence[str], index: int) -> str:
    """Return the last line with words above this one."""
    above = (lines[at] for at in range(index - 1, -1, -1))
    return next((line for line in above if line.strip() and FENCE.match(line) is None), "")


def _chain(line: str, labels: Labels) -> Groups | None:
    groups = one_line(flat(line), labels)
    return groups if groups is not None and _is_order(groups, labels) else None


def _is_order(groups: Groups, labels: Labels) -> bool:
    return labels.is_permutation([[label or "" for label in group] for group in groups])


def _section(mark: Marker, lines: Sequence[str], labels: Labels, *, turned_before: bool) -> Section:
    if unread := mark.unread or _remark_below(lines, labels):
        return Section(
            strength=mark.strength,
            groups=(),
            problem=Unclear("unread_remark", unread),
            has_nonce=mark.has_nonce,
        )
    groups: Groups | Unclear | None = one_line(mark.rest, labels, worst_first=mark.worst_first)
    if groups is None:
        following = [mark.rest, *lines] if mark.rest.strip() else lines
        groups = _list(following, labels, worst_first=mark.worst_first, plain_words=mark.strength != "intro")
    if groups and not isinstance(groups, Unclear) and _gives_another(groups, lines, labels):
        groups = Unclear("two_rankings")
    if (
        groups
        and not isinstance(groups, Unclear)
        and not mark.worst_first
        and (turned_before or _turned_between(lines, labels) or _turned_behind(lines, labels))
    ):
        groups = Unclear("words_beside")
    if (
        groups
        and not isinstance(groups, Unclear)
        and (
            _crowns_another(groups, lines, labels)
            or _praises_another(groups, lines, labels)
            or contradicted(groups, lines, labels)
        )
    ):
        groups = Unclear("another_winner")
    if groups and not isinstance(groups, Unclear):
        end, _ = _end_of_list(lines, labels)
        if remarks_oppose(groups, lines[:end], labels):
            groups = Unclear("remark_worst_first")
        elif sentence := opposing_sentence(groups, lines[end:], labels):
            groups = Unclear("sentence_disagrees", sentence)
    return Section(
        strength=mark.strength,
        groups=() if isinstance(groups, Unclear) else groups,
        problem=groups if isinstance(groups, Unclear) else None,
        has_nonce=mark.has_nonce,
    )


def _gives_another(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a line, or a second numbered list, below a marker is a whole order that differs from the list:
    `Updated: B > A`."""
    behind = lines[_end_of_list(lines, labels)[0] :]
    second = _list(behind, labels, worst_first=False, plain_words=False)
    if not isinstance(second, Unclear) and _is_order(second, labels) and _sets(second) != _sets(groups):
        return True
    for line in lines:
        if QUOTE.match(line):
            continue
        text = AFTER_WORD.sub("", flat(line), count=1)
        another = _chain(text, labels) if len(text) < len(flat(line)) else None
        if another is not None and _sets(another) != _sets(groups):
            return True
    return False


def _crowns_another(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a line without a number calls a response the best that is not first, or the worst that is not
    last."""
    for line in lines:
        text = THEREFORE.sub("", flat(line).strip(" \t*_`"), count=1)
        if QUOTE.match(line) or len(text) > LONGEST_REMARK or text[:1].isdigit():
            continue
        entry, found = item(text, labels), head(text, labels)
        said = entry.extreme if entry else extreme_of(found.rest) if found else ""
        named = entry.labels if entry else found.labels if found else ()
        if said and len(groups) > 1 and not set(named) <= set(groups[0 if said == "best" else -1]):
            return True
    return False


def _praises_another(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a sentence behind the list speaks of the best and names only responses that are not first, or of
    the worst and names only responses that are not last."""
    for line in lines[_end_of_list(lines, labels)[0] :]:
        text = flat(line)
        if len(groups) < 2 or QUOTE.match(line) or item(text, labels) is not None:
            continue
        for sentence in SENTENCE.findall(text):
            named = {labels.of(match) for match in labels.token.finditer(sentence)}
            ends = {"best": set(groups[0]), "worst": set(groups[-1])}
            if named and any(not named & ends[said] for said in extremes_said(sentence)):
                return True
    return False


def contradicted(groups: Groups, lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a sentence gives a response another place than the order does: "C belongs on top"."""
    level = {label: at for at, group in enumerate(groups) for label in group if label is not None}
    for line in lines:
        if QUOTE.match(line) or len(groups) < 2:
            continue
        text = flat(line[:LONGEST_SENTENCE])
        if not speaks_of_places(text):
            continue
        found = [
            (match, label) for match in labels.token.finditer(text) if (label := labels.of(match)) in level
        ]
        for at, (match, label) in enumerate(found):
            said = place_said(text[: match.start()], text[match.end() :])
            if said and level[label] != (0 if said == "best" else len(groups) - 1):
                return True
            if at + 1 < len(found):
                other, below = found[at + 1]
                ahead = puts_ahead(
                    text[: match.start()], text[match.end() : other.start()], text[other.end() :]
                )
                if ahead and level[label] > level[below]:
                    return True
    return False


def _sets(groups: Groups) -> list[set[str | None]]:
    return [set(group) for group in groups]


def _remark_below(lines: Sequence[str], labels: Labels) -> str:
    """Return a remark on its own line between marker and list that cannot be understood; mostly none."""
    first = next((line for line in lines if line.strip() and FENCE.match(line) is None), "").strip(" \t*_`>")
    is_remark = REMARKS.fullmatch(first) is not None and one_line(first, labels) is None
    return unread_remark(first) if is_remark and item(flat(first), labels) is None else ""


def _turned_behind(lines: Sequence[str], labels: Labels) -> bool:
    """Tell whether a sentence behind the list that names no response may turn it round or take it back.

    In a line that names responses, and in the first below a list with remarks, only plain words about the list count,
    because the others are about a response.
    """
    end, has_remarks = _end_of_list(lines, labels)
    beside, told = True, False
    for line in lines[end:]:
        text = flat(line)
        # The first paragraph behind a list whose entries have paragraphs is the last entry's.
        beside = beside and (bool(text.strip()) or (has_remarks and not told))
        told = told or bool(text.strip())
        if QUOTE.match(line) or item(text, labels) is not None or one_line(text, labels) is not None:
            continue
        is_remark = beside and (has_remarks or text[:1].isspace() or BULLET.match(text.strip()) is not None)
        turns = notes_a_turned_list if is_remark or labels.token.search(text) else may_turn_the_list
        if ENDS_SECTION.match(line):
            turns = says_a_direction
        for sentence in SENTENCE.findall(text):
            if labels.token.search(sentence) is None and turns(sentence):
                return True
    return False


def _end_of_list(lines: Sequence[str], labels: Labels) -> tuple[int, bool]:
    """Return the number of the line behind the first list of all labels, and whether the list has remarks."""
    named: set[str | None] = set()
    has_remarks = False
    for at, line in enumerate(lines):
        text = flat(QUOTE.sub("", line, count=1)).strip()
        groups = one_line(text, labels)
        entry = None if groups else item(text, labels)
        has_remarks = has_remarks or bool(
            text and named and not groups and (entry is None or not entry.is_bare)
        )
        named.update(label for group in groups or () for label in group)
        named.update(entry.labels if entry else ())
        if named >= set(labels.shown):
            return at + 1, has_remarks
    return len(lines), has_remarks


def _list(lines: Sequence[str], labels: Labels, *, worst_first: bool, plain_words: bool) -> Groups | Unclear:
    """Return the order of the first list, chain or array in these lines, or the reason why there is none.

    Args:
        lines: Lines between the marker and the next one.
        labels: Labels shown.
        worst_first: Whether the marker says that the list begins with the worst.
        plain_words: Whether lines such as `Response A: good` count without a number in front; behind a mere sentence
            they may be a critique that happens to come next.
    """
    items: list[Item] = []
    gap = False
    indent = 0
    for raw in lines:
        line = flat(QUOTE.sub("", raw, count=1)).strip()
        if not line or FENCE.match(line):
            gap = True
            continue
        if not items and (whole := _whole_order(line, labels, worst_first=worst_first)) is not None:
            return whole
        entry = item(line, labels)
        worst_first = worst_first or (not items and entry is None and says_worst_first(line))
        depth = len(raw) - len(raw.lstrip())
        if entry is not None and entry.style != "number":
            nested = items and depth > indent + 1
            entry = entry if not nested and (plain_words or entry.is_bare) else None
        if not items:
            indent = depth
        if entry is not None and _continues(items, entry, labels, gap=gap):
            items.append(entry)
        elif items and (_is_complete(items, labels) or ENDS_SECTION.match(line)):
            break
        if len(items) > MOST_ITEMS:
            return Unclear("endless")
        gap = entry is None
    groups = places(items, worst_first=worst_first) if items else ()
    if _describes(items, labels) and groups == tuple((label,) for label in labels.shown):
        return Unclear("as_shown")
    return groups


def _describes(items: Sequence[Item], labels: Labels) -> bool:
    """Tell whether a list without numbers goes through the responses as they were shown, with a remark to each."""
    plain = all(entry.number is entry.points is None and not entry.is_bare for entry in items)
    unsaid = not any(entry.extreme for entry in (*items[:1], *items[-1:]))
    return plain and unsaid and [label for entry in items for label in entry.labels] == list(labels.shown)


def _whole_order(line: str, labels: Labels, *, worst_first: bool) -> Groups | None:
    """Return the groups of a line that is an order by itself: a chain, a list of several labels, an array."""
    if ARRAY.match(line):
        line = line.strip().rstrip(";., ").removeprefix("[").removesuffix("]")
    groups = one_line(line, labels, worst_first=worst_first)
    if groups is None:
        return None
    # `1. A / B` is the first item of a list, with a tie; a line that names all labels is the whole list.
    many = len([label for group in groups for label in group]) >= len(labels.shown)
    return groups if many or item(line, labels) is None else None


def _continues(items: Sequence[Item], entry: Item, labels: Labels, *, gap: bool) -> bool:
    """Tell whether an item belongs to the list so far: it has the same style, and the list is not complete yet."""
    if not items:
        return True
    last = items[-1]
    if entry.style != last.style:
        return False
    numbers = [earlier.number for earlier in items]
    starts_again = entry.number == 1 in numbers and last.number != 1
    if _is_complete(items, labels):
        follows = entry.number is not None and entry.number == (last.number or 0) + 1
        return follows or (not gap and not starts_again)
    return not starts_again


def _is_complete(items: Sequence[Item], labels: Labels) -> bool:
    return {label for entry in items for label in entry.labels} >= set(labels.shown)
