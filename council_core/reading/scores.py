"""Read the plausible scores and reasons in a reply, and name the fault of each other score."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import cast

from council_core.domain.title import cut
from council_core.envelope.characters import visible
from council_core.reading.labels import Labels
from council_core.rubrics import Rubric

SCORE_KEYS = ("scores", "score", "ratings", "criteria")
REASON_KEYS = ("reasons", "reason", "reasoning", "critiques", "feedback", "explanations")
COMMENT_KEYS = ("comment", "summary", "overall_comment", "rationale")
LABEL_KEYS = ("id", "response", "label", "response_id", "name", "candidate", "answer", "alias")

OUT_OF_TEN = re.compile(
    r"\s*(-?\d{1,4}(?:[.,]\d{1,4})?)\s*(?:(?:[/⁄∕]|out of|of|von|sur|de|di|van|из)\s*(\d{1,4})(?:[.,]0{1,2})?)?"
    r"\s*(%|stars?|points?|pts\b|punkte?n?|puntos?|pontos?|punti|балл\w{0,2}|점|点|分)?\s*\.?\s*",
    re.IGNORECASE,
)
OF_FIRST = re.compile(
    r"\s*(?:满分|滿分|満分)?\s*(?P<of>\d{1,4})\s*(?:점|点|分)\s*"
    r"(?:만점(?:에|에서| 중)?|중(?:에서)?|満点(?:中|で)?|中|满分中?)?[\s,，:：]{0,3}"
    r"(?P<value>\d{1,4}(?:[.,]\d{1,4})?)\s*(?:점|点|分)\s*"
)
"""A score behind the end of its scale: "10점 만점에 8점", "5점 중 4점", "10点満点中8点"."""

DRAWN_STARS = re.compile(r"\s*(?:[★⭐]\ufe0f?){1,10}☆{0,9}\s*")
"""Stars that are drawn; only the empty ones, or five full ones, tell how many there could be."""

STARS = 5
LONGEST_REASON = 4_000
"""Most characters that are kept of a reason or comment: twice what people read, so that names are masked before it is
cut for them."""

LONGEST_NAME = 60
MOST_CRITERIA = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelScore:
    """One criterion of one response, under the label that the reviewer used."""

    label: str
    criterion: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The scores of a reply."""

    scores: tuple[LabelScore, ...]
    problem: str
    """One clause about implausible or missing scores; empty when all is well."""


def marks(fields: Mapping[str, object], labels: Labels, rubric: Rubric | None) -> Marks:
    """Return the scores of a reply: known labels and criteria, finite and within their scale.

    Args:
        fields: The reply's JSON object.
        labels: Labels shown.
        rubric: Rubric that was asked for; None accepts any criterion on any scale.
    """
    rows = _rows(first_of(fields, SCORE_KEYS), labels)
    if rubric is not None and not rubric.is_scored:
        return Marks(scores=(), problem="")
    scores: list[LabelScore] = []
    wrong: list[str] = []
    for label, values in rows.items():
        for name, raw in list(values.items())[:MOST_CRITERIA]:
            criterion = _criterion(name, rubric)
            value = _number(raw, _highest(criterion, rubric))
            if criterion is None:
                continue
            if value is None or not _in_scale(value, criterion, rubric):
                wrong.append(f"{criterion} of {label}")
            else:
                scores.append(LabelScore(label=label, criterion=criterion, value=value))
    if wrong:
        return Marks(scores=tuple(scores), problem=f"the score for {wrong[0]} is not a number on its scale")
    if rubric is not None and len(scores) < len(labels.shown) * len(rubric.criteria):
        return Marks(scores=tuple(scores), problem="scores are missing")
    return Marks(scores=tuple(scores), problem="")


def reasons(fields: Mapping[str, object], labels: Labels) -> tuple[tuple[str, str], ...]:
    """Return the remark on each response, in the order shown."""
    value = first_of(fields, REASON_KEYS)
    found: dict[str, str] = {}
    if isinstance(value, Mapping):
        for key, text in cast(Mapping[str, object], value).items():
            label = labels.find(key)
            if label is not None and isinstance(text, str):
                found[label] = prose(text)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for row in cast(Sequence[object], value):
            label = row_label(row, labels)
            text = (
                first_of(cast(Mapping[str, object], row), ("reason", "text", "comment", "critique"))
                if label
                else None
            )
            if label is not None and isinstance(text, str):
                found[label] = prose(text)
    return tuple((label, found[label]) for label in labels.shown if found.get(label))


def comment(fields: Mapping[str, object]) -> str:
    """Return the reviewer's deciding reason in its own words; empty without one."""
    value = first_of(fields, COMMENT_KEYS)
    return prose(value) if isinstance(value, str) else ""


def prose(text: str) -> str:
    """Return a reviewer's words as they may be shown: without unseen characters, and of limited length."""
    return cut(visible(text).strip(), LONGEST_REASON)


def contradiction(order: Sequence[Sequence[str]], scores: Sequence[LabelScore], rubric: Rubric | None) -> str:
    """Return one clause about a contradiction between order and scores; empty when they agree.

    With an overall score, no response may be above one with a better score. Otherwise the mean is only a hint: it
    contradicts the order if it says the opposite more often than not.
    """
    if rubric is None or not rubric.is_scored:
        return ""
    by_label: dict[str, dict[str, float]] = {}
    for score in scores:
        by_label.setdefault(score.label, {})[score.criterion] = score.value
    overall = rubric.overall
    merits: dict[str, float] = {}
    for label, values in by_label.items():
        if overall is not None and overall.name in values:
            merits[label] = overall.merit(values[overall.name])
        elif overall is None and (merit := rubric.merit(values)) is not None:
            merits[label] = merit
    above = [
        (better, worse)
        for place, group in enumerate(order)
        for better in group
        for later in order[place + 1 :]
        for worse in later
        if better in merits and worse in merits and abs(merits[better] - merits[worse]) > 1e-9
    ]
    wrong = [(better, worse) for better, worse in above if merits[better] < merits[worse]]
    if wrong and (overall is not None or 2 * len(wrong) > len(above)):
        return f"{wrong[0][0]} is ranked above {wrong[0][1]}, but scored below it"
    return ""


def row_label(row: object, labels: Labels) -> str | None:
    """Return the label of one row of a list, such as `{"id": "k7f4", "rank": 1}`."""
    if not isinstance(row, Mapping):
        return None
    for key in LABEL_KEYS:
        value = cast(Mapping[str, object], row).get(key)
        if isinstance(value, str):
            return labels.find(value)
    return None


def _rows(value: object, labels: Labels) -> dict[str, dict[str, object]]:
    """Return scores as label -> criterion -> value, from any of the shapes in which models write them."""
    rows: dict[str, dict[str, object]] = {}
    if isinstance(value, Sequence) and not isinstance(value, str):
        for row in cast(Sequence[object], value):
            label = row_label(row, labels)
            if label is not None:
                fields = cast(Mapping[str, object], row)
                inner = first_of(fields, SCORE_KEYS)
                rows[label] = dict(
                    cast(Mapping[str, object], inner if isinstance(inner, Mapping) else fields)
                )
        return rows
    if not isinstance(value, Mapping):
        return rows
    for key, inner in cast(Mapping[str, object], value).items():
        label = labels.find(key)
        if label is not None:
            rows[label] = (
                dict(cast(Mapping[str, object], inner)) if isinstance(inner, Mapping) else {"overall": inner}
            )
        elif isinstance(inner, Mapping):
            for name, cell in cast(Mapping[str, object], inner).items():
                if (other := labels.find(name)) is not None:
                    rows.setdefault(other, {})[key] = cell
    return rows


def _criterion(name: str, rubric: Rubric | None) -> str | None:
    if rubric is None:
        return visible(name).strip() if 0 < len(name) <= LONGEST_NAME and name not in LABEL_KEYS else None
    criterion = rubric.criterion(name) if len(name) <= LONGEST_NAME else None
    if criterion is None and name == "overall" and len(rubric.criteria) == 1:
        criterion = rubric.criteria[0]
    return None if criterion is None else criterion.name


def _highest(criterion: str | None, rubric: Rubric | None) -> float | None:
    known = rubric.criterion(criterion) if rubric is not None and criterion is not None else None
    return known.high if known is not None else None


def _number(raw: object, highest: float | None) -> float | None:
    """Return a finite number, given as a number or as text such as `8`, `8/10`, `8 out of 10` or `80 %`; None for True
    and False, and for stars of unknown number. `4/5` on a scale that ends at 10 is 8."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int | float):
        return float(raw) if abs(raw) < 1e9 and isfinite(raw) else None
    if not isinstance(raw, str) or len(raw) >= 40:
        return None
    if first := OF_FIRST.fullmatch(raw):
        raw = f"{first['value']}/{first['of']}"
    elif DRAWN_STARS.fullmatch(raw):
        full = sum(raw.count(star) for star in "★⭐")
        raw = f"{full}/{full + raw.count('☆')}" if "☆" in raw or full == STARS else ""
    match = OUT_OF_TEN.fullmatch(raw)
    if match is None:
        return None
    value, of = float(match[1].replace(",", ".")), float(match[2] or (100 if match[3] == "%" else 0))
    if not of and match[2] is None:
        # Stars are mostly five, so four of them are no 4 on a scale that ends at ten.
        few_stars = (match[3] or "").startswith("star") and highest is not None and value <= STARS != highest
        return None if few_stars else value
    if highest is None or of == highest:
        return value
    return value / of * highest if 0 <= value <= of and of > 0 else None


def _in_scale(value: float, criterion: str, rubric: Rubric | None) -> bool:
    known = rubric.criterion(criterion) if rubric is not None else None
    return known is None or known.low <= value <= known.high


def first_of(fields: Mapping[str, object], keys: Sequence[str]) -> object:
    """Return the value of the first of these keys that exists; None if none does."""
    return next((fields[key] for key in keys if key in fields), None)
