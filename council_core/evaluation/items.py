"""Read and write labelled items as JSON lines, and explain the error in a line that cannot be read.

One line is one object:

    {"id": "q1", "question": "6 x 7?", "answers": {"a": "42", "b": "41"}, "authors": {"a": "ada", "b": "bob"},
     "judgements": [{"judge": "ada", "order": [["a"], ["b"]]}], "gold": ["a"], "cost": 0.01}

`answers` may be a list of names if the texts are unknown. An inner list of `order` holds tied answers; answers that are
left out tie last. A judge with two orders read the answers both ways round and has one voice. `gold` is a list of the
best answers, or an object with a figure for each (the highest is best). `accepted` may replace it with the right short
answers of a closed question: code compares them with the position at the end of an answer, or with an answer of one
line. An item for live members needs `question` and `accepted`, or `question`, `answers` and `gold`. `unclear` lists
judges who were asked and gave no clear order.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import cast

from council_core.domain.ballot import Order, Preference
from council_core.domain.slate import Alias
from council_core.errors import BadLine, ItemFault
from council_core.positions import LONGEST, compare, part

LONGEST_SHOWN = 60
"""Most characters of a wrong value in an error."""

KNOWN = {"id", "set", "question", "answers", "authors", "judgements", "gold", "accepted", "cost", "unclear"}


class UnusableItem(ValueError):
    """An item cannot be used.

    Attributes:
        fault: Reason.
        facts: Parts of its sentence.
    """

    def __init__(self, fault: ItemFault, /, **facts: str) -> None:
        self.fault: ItemFault = fault
        self.facts: Mapping[str, str] = facts
        super().__init__(fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One order of one judge."""

    judge: str
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question with its answers, the judgements on them, and the right ones."""

    id: str
    question: str = ""
    answers: tuple[tuple[Alias, str], ...] = ()
    """Names and texts; an empty text if it is unknown."""

    authors: tuple[tuple[Alias, str], ...] = ()
    judgements: tuple[Judgement, ...] = ()
    gold: tuple[tuple[Alias, float], ...] = ()
    accepted: tuple[str, ...] = ()
    cost: float | None = None
    """Cost of the judgements in US dollars; None if it is unknown."""

    unclear: tuple[str, ...] = ()
    """Judges who were asked and gave no clear order."""

    @property
    def heard(self) -> frozenset[str]:
        """Return the judges who need not be asked again."""
        return frozenset((*(each.judge for each in self.judgements), *self.unclear))

    @property
    def names(self) -> tuple[Alias, ...]:
        return tuple(name for name, _ in self.answers)

    @property
    def best(self) -> frozenset[Alias]:
        """Return the right answers; empty if none is right, or if that is unknown."""
        merits = dict(self.gold) or {name: float(self._is_right(text)) for name, text in self.answers if text}
        top = max(merits.values(), default=0.0)
        if self.accepted and not self.gold and top <= 0:
            return frozenset()
        return frozenset(name for name, merit in merits.items() if merit == top)

    @property
    def positions(self) -> tuple[tuple[Alias, str], ...]:
        """Return the position of each answer; empty if it takes none."""
        read = position_of if self.accepted else stated
        return tuple((name, read(text)) for name, text in self.answers)

    def preferences(self, reliabilities: Mapping[str, float] | None = None) -> tuple[Preference, ...]:
        """Return the judgements as preferences for aggregation.

        Args:
            reliabilities: Reliability by judge; 1 for those that are missing here.
        """
        owners = {author: name for name, author in self.authors}
        known = reliabilities or {}
        return tuple(
            Preference(
                judge=each.judge,
                order=each.order,
                shown=self.names,
                own=owners.get(each.judge),
                reliability=known.get(each.judge, 1.0),
            )
            for each in self.judgements
        )

    def _is_right(self, text: str) -> bool:
        position = position_of(text)
        return bool(position) and any(compare(position, right) == "same" for right in self.accepted)


def stated(text: str) -> str:
    """Return the position at the end of an answer; empty if the answer states none."""
    return part(text).position


def position_of(text: str) -> str:
    """Return the position of an answer to a closed question: the stated position, or a short answer itself."""
    if position := stated(text):
        return position
    bare = text.strip()
    return bare if bare and "\n" not in bare and len(bare) <= LONGEST else ""


def read_items(lines: Iterable[str], where: str) -> Iterator[Item]:
    """Read items one by one; empty lines are skipped.

    Raises:
        BadLine: A line cannot be used. Earlier items were already returned.
    """
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        item = item_on(line, where, number)
        if item.id in seen:
            raise BadLine(where, number, "id_twice", value=_json(item.id))
        seen.add(item.id)
        yield item


def item_on(line: str, where: str, number: int) -> Item:
    """Read the item on one line.

    Raises:
        BadLine: The line cannot be used.
    """
    try:
        data: object = json.loads(line, object_pairs_hook=_once)
        if half := _half_character(line, data):
            raise UnusableItem("half_character", value=half)
        return item_from(data)
    except json.JSONDecodeError as error:
        raise BadLine(where, number, "no_json", column=str(error.colno)) from error
    except (RecursionError, OverflowError) as error:
        raise BadLine(where, number, "too_deep") from error
    except UnusableItem as error:
        raise BadLine(where, number, error.fault, **error.facts) from error
    except ValueError as error:  # A whole number with more digits than Python reads.
        raise BadLine(where, number, "too_deep") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object whose keys are all different, so that no value is lost unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise UnusableItem("key_twice", key=next(key for key in keys if keys.count(key) > 1))
    return found


def _half_character(line: str, data: object) -> str:
    """Return the escape of a lone surrogate, which no file or terminal can show; mostly none."""
    if "\\ud" not in line and "\\uD" not in line:
        return ""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        return f"\\u{ord(error.object[error.start]):04x}"
    return ""


def item_from(data: object) -> Item:
    """Read one item.

    Raises:
        UnusableItem: The item cannot be used.
    """
    if not isinstance(data, Mapping):
        raise UnusableItem("no_object", value=_json(data))
    row = cast("Mapping[str, object]", data)
    if strangers := sorted(set(row) - KNOWN):
        raise UnusableItem("unknown_key", key=strangers[0], known=", ".join(sorted(KNOWN)))
    identity = row.get("id")
    if not isinstance(identity, str | int) or isinstance(identity, bool) or identity == "":
        raise UnusableItem("id_form", value=_json(identity))
    answers = _answers(row.get("answers", {}))
    names = {name for name, _ in answers}
    item = Item(
        id=str(identity),
        question=_text(row, "question"),
        answers=answers,
        authors=_authors(row.get("authors", {}), names),
        judgements=tuple(_judgement(each, names) for each in _list(row, "judgements")),
        gold=_gold(row.get("gold"), names),
        accepted=tuple(_right(each) for each in _list(row, "accepted")),
        cost=_cost(row.get("cost")),
        unclear=tuple(_judge(each) for each in _list(row, "unclear")),
    )
    if not item.gold and not item.accepted:
        raise UnusableItem("nothing_right")
    if not item.answers and not item.question:
        raise UnusableItem("nothing_asked")
    return item


def item_json(item: Item) -> dict[str, object]:
    """Return the object from which `item_from` reads this item."""
    texts = dict(item.answers)
    row: dict[str, object] = {
        "id": item.id,
        "question": item.question,
        "answers": texts if any(texts.values()) else list(texts),
        "authors": dict(item.authors),
        "judgements": [
            {"judge": each.judge, "order": [list(group) for group in each.order]} for each in item.judgements
        ],
        "gold": dict(item.gold),
        "accepted": list(item.accepted),
        "cost": item.cost,
        "unclear": list(item.unclear),
    }
    return {key: value for key, value in row.items() if value not in ("", [], {}, None)}


def _answers(value: object) -> tuple[tuple[Alias, str], ...]:
    if isinstance(value, Mapping):
        found = [(str(name), text) for name, text in cast("Mapping[str, object]", value).items()]
    elif isinstance(value, Sequence) and not isinstance(value, str):
        found = [(str(name), "") for name in cast("Sequence[object]", value)]
    else:
        raise UnusableItem("answers_form", value=_json(value))
    for name, text in found:
        if not isinstance(text, str) or not name:
            raise UnusableItem("answer_form", name=name, value=_json(text))
    if len({name for name, _ in found}) != len(found):
        raise UnusableItem("answer_twice")
    if len(found) == 1:
        raise UnusableItem("one_answer")
    return tuple((Alias(name), str(text)) for name, text in found)


def _authors(value: object, names: set[Alias]) -> tuple[tuple[Alias, str], ...]:
    if not isinstance(value, Mapping):
        raise UnusableItem("authors_form", value=_json(value))
    rows = cast("Mapping[str, object]", value).items()
    if not all(isinstance(author, str) and author for _, author in rows):
        raise UnusableItem("authors_form", value=_json(cast("object", value)))
    return tuple((_known(name, names, key="authors"), str(author)) for name, author in rows)


def _judgement(value: object, names: set[Alias]) -> Judgement:
    row: Mapping[str, object] = cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
    judge, order = row.get("judge"), row.get("order")
    if not isinstance(judge, str) or not judge or not isinstance(order, Sequence) or isinstance(order, str):
        raise UnusableItem("judgement_form", value=_json(cast("object", value)))
    groups: list[tuple[Alias, ...]] = []
    for group in cast("Sequence[object]", order):
        tied = cast("Sequence[object]", group) if isinstance(group, list) else [group]
        groups.append(tuple(_known(name, names, judge=judge) for name in tied))
    listed = [name for group in groups for name in group]
    if not groups or not all(groups) or len(set(listed)) != len(listed):
        raise UnusableItem("order_twice", judge=judge)
    return Judgement(judge=judge, order=tuple(groups))


def _gold(value: object, names: set[Alias]) -> tuple[tuple[Alias, float], ...]:
    if value is None:
        return ()
    if isinstance(value, dict):
        found: list[tuple[Alias, float]] = []
        for name, merit in cast("Mapping[str, object]", value).items():
            if not isinstance(merit, int | float) or isinstance(merit, bool) or not isfinite(merit):
                raise UnusableItem("gold_figure", name=name, value=_json(merit))
            found.append((_known(name, names, key="gold"), float(merit)))
        return tuple(found)
    best = [value] if isinstance(value, str) else value
    if not isinstance(best, Sequence) or not best:
        raise UnusableItem("gold_form", value=_json(value))
    right = {_known(name, names, key="gold") for name in cast("Sequence[object]", best)}
    return tuple((name, float(name in right)) for name in sorted(names))


def _known(name: object, names: set[Alias], *, key: str = "", judge: str = "") -> Alias:
    """Return the name of an answer that a key, or a judge's order, names."""
    if not isinstance(name, str) or name not in names:
        facts = {"value": _json(name), "known": ", ".join(sorted(names)) or "–"}
        if judge:
            raise UnusableItem("order_unknown", judge=judge, **facts)
        raise UnusableItem("unknown_answer", key=key, **facts)
    return Alias(name)


def _json(value: object) -> str:
    """Return the beginning of a value as JSON."""
    return json.dumps(value, ensure_ascii=False, default=str)[:LONGEST_SHOWN]


def _list(row: Mapping[str, object], key: str) -> Sequence[object]:
    value = row.get(key, [])
    if not isinstance(value, list):
        raise UnusableItem("list_form", key=key, value=_json(value))
    return cast("list[object]", value)


def _right(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise UnusableItem("accepted_form", value=_json(value))
    return value


def _judge(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise UnusableItem("unclear_form", value=_json(value))
    return value


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise UnusableItem("text_form", key=key, value=_json(value))
    return value


def _cost(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or value < 0:
        raise UnusableItem("cost_form", value=_json(value))
    return float(value)
