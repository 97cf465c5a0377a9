"""Read a clear order from a reviewer's text, or give the reason why there is none. Nothing is guessed.

Only the final message counts. If one of its objects or sections carries the call's nonce, only that one counts. No
ranking, or two different ones, make a ballot void; the stage then asks once more.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from council_core.domain.review import Confidence
from council_core.reading.agreement import opposes, opposing_sentence, reasons_oppose
from council_core.reading.classic import Groups, Section, bare_order, contradicted, sections
from council_core.reading.direction import SENTENCE, may_turn_the_list, notes_a_turned_list
from council_core.reading.extremes import Extreme, extreme_of, turns_round
from council_core.reading.final_message import final_message
from council_core.reading.labels import Labels, flat, is_code, labels_of
from council_core.reading.markers import says_it_is_turned_round
from council_core.reading.objects import Found, groups_of, has_turning_comment, objects
from council_core.reading.retraction import BEHIND, OF_ITSELF
from council_core.reading.scores import LabelScore, comment, contradiction, marks, reasons
from council_core.reading.unclear import Unclear
from council_core.reading.yardstick import LabelYardstick, confidence, turned_by, yardstick
from council_core.rubrics import Rubric

LabelOrder = tuple[tuple[str, ...], ...]
"""Groups of tied labels, best first."""

RepairKind = Literal["none", "unclear", "incomplete", "scores", "contradiction"]

LONGEST = 50_000
"""Most characters that are read, without reasoning. The worst texts of this length take a third of a second; the
longest real review seen has 14,000."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The one request to a reviewer whose ballot is unclear."""

    kind: RepairKind
    problem: str
    """One sentence for the reviewer, under its own labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelReading:
    """The content of a reviewer's text, under the labels that the reviewer saw."""

    status: Literal["valid", "void"]
    order: LabelOrder | None
    """Every shown label once, best first, ties together; None if the ballot is void. A structured reply may leave out
    labels that it did not list."""

    why: str
    """One English sentence for `council inspect`: the place of the order in the text, or the reason for none."""

    unclear: Unclear | None = None
    """Reason why the ballot is void; None for a valid one."""

    scores: tuple[LabelScore, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    comment: str = ""
    yardstick: LabelYardstick | None = None
    confidence: Confidence = ""
    repair: Repair | None = None
    """Request to send once; also set for a valid ballot that could be better."""


SPOILT_JSON = re.compile(
    r"\{[^{}]{0,2000}(?:[\"'“”„’‘][\w-]{1,40}\\?[\"'“”’‘]|\b(?:final_)?(?:ranking|order|scores|nonce))\s{0,20}[:：]"
)
"""The beginning of a JSON object in a reply without a ranking, which suggests broken JSON."""


FOREIGN_CODE = re.compile(
    r"^\W{0,16}FINAL RANKING\W{1,8}(?P<code>[0-9a-f]{6,32})\W{0,8}$", re.IGNORECASE | re.MULTILINE
)
"""The line that we ask for, in a reply without a ranking, which suggests that its code is another call's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    """One place in the text that gives a ranking."""

    where: str
    groups: Groups
    problem: Unclear | None
    """Reason why it is not an order; None if it is one, complete or not."""

    found: Found | None = None
    missing: tuple[str, ...] = field(default=())

    @property
    def order(self) -> LabelOrder:
        return tuple(tuple(label for label in group if label is not None) for group in self.groups)

    @property
    def is_complete(self) -> bool:
        return not self.problem and not self.missing

    @property
    def names_something(self) -> bool:
        return any(self.order)


def read_ballot(
    text: str, shown: Sequence[str], *, nonce: str | None = None, rubric: Rubric | None = None
) -> LabelReading:
    """Return the one order in a reviewer's text.

    Args:
        text: The whole text of the reviewer. No text makes this raise.
        shown: Labels of the responses that it saw: opaque ids, `A`, or `Response A`.
        nonce: Code of the call, if it had one.
        rubric: Rubric that it was asked to score by; None accepts any scores.

    Raises:
        ValueError: Two of the shown labels are the same.
    """
    labels = labels_of(shown)
    message = final_message(text)
    if len(message) > LONGEST:
        return _void(Unclear("too_long"), "unclear")
    candidates = _candidates(message, labels, nonce)
    if not candidates:
        groups = bare_order(message, labels)
        if groups is None:
            return _void(_why_nothing(message, nonce), "none")
        candidates = [_checked("its last line" if ">" in message else "its list", groups, labels)]
    if _is_taken_back(message, labels, nonce) or _takes_itself_back(candidates):
        return _void(Unclear("taken_back"), "unclear")
    if any(contradicted(each.groups, _own_words([each]), labels) for each in candidates if each.found):
        return _void(Unclear("comment_disagrees"), "unclear")
    if (problem := _words_oppose(message, candidates, labels)) is not None:
        return _void(problem, "unclear")
    if any(_reasons_turn_round(each, labels) for each in candidates):
        return _void(Unclear("comment_disagrees"), "unclear")
    if _turns_itself_round(message, candidates, labels):
        return _void(Unclear("worst_first"), "unclear")
    return _decided(candidates, labels, rubric)


def _is_taken_back(message: str, labels: Labels, nonce: str | None) -> bool:
    """Tell whether the text behind the last ranking retracts it without giving another one."""
    found = list(BEHIND.finditer(message))
    if not found:
        return False
    before, after = message[: found[-1].start()], message[found[-1].start() :]
    return bool(_candidates(before, labels, nonce)) and not _candidates(after, labels, nonce)


def _takes_itself_back(candidates: Sequence[_Candidate]) -> bool:
    """Tell whether a structured reply retracts its own ranking in its comment."""
    return any(OF_ITSELF.search(text) for text in _own_words(candidates))


def _reasons_turn_round(candidate: _Candidate, labels: Labels) -> bool:
    """Tell whether a sentence among the reasons of a structured reply calls its first response the worst or its last
    the best."""
    if candidate.found is None:
        return False
    said: dict[str, Extreme] = {}
    for label, text in reasons(candidate.found.fields, labels):
        for match in SENTENCE.finditer(flat(text)):
            if end := extreme_of(match[0]):
                said.setdefault(label, end)
    ends: list[list[tuple[Extreme, float | None]]] = [
        [(said.get(label, ""), None) for label in group] for group in candidate.order
    ]
    return turns_round(ends) is not None


def _words_oppose(message: str, candidates: Sequence[_Candidate], labels: Labels) -> Unclear | None:
    """Return the reason if the words about the responses oppose the ranking, or may do so behind a structured one.

    Only the first ranking is looked at, because others that differ make the ballot void anyway.
    """
    first = candidates[0]
    if first.found is None:
        return Unclear("critique_disagrees") if opposes(first.groups, message.splitlines(), labels) else None
    told, beside = reasons(first.found.fields, labels), _own_words([first])
    # Most replies pass these two looks, which are much faster than the last one.
    if reasons_oppose(first.groups, told) or any(map(labels.may_stand_in, beside)):
        lines = [*(f"{label}: {text}" for label, text in told), *beside]
        if opposes(first.groups, lines, labels):
            return Unclear("critique_disagrees")
    sentence = opposing_sentence(first.groups, _behind_braces(message), labels)
    return Unclear("sentence_disagrees", sentence) if sentence else None


def _own_words(candidates: Sequence[_Candidate]) -> list[str]:
    """Return the texts of structured replies outside of their reasons."""
    replies = [each.found.fields for each in candidates if each.found is not None]
    return [value for fields in replies for value in fields.values() if isinstance(value, str)]


def _turns_itself_round(message: str, candidates: Sequence[_Candidate], labels: Labels) -> bool:
    """Tell whether a structured reply, or the text around it, says that its ranking begins with the worst."""
    own, beside = _own_words(candidates), _beside(message, candidates)
    if any(map(says_it_is_turned_round, [*own, *beside])):
        return True
    behind = message[message.rfind("}") + 1 :] if beside else ""
    return any(
        says(sentence) and labels.token.search(sentence) is None
        for texts, says in ((own, notes_a_turned_list), (behind.splitlines(), may_turn_the_list))
        for text in texts
        for sentence in SENTENCE.findall(flat(text))
    )


def _beside(message: str, candidates: Sequence[_Candidate]) -> list[str]:
    """Return the text after the braces of a structured reply, such as a comment."""
    if not any(each.found is not None for each in candidates):
        return []
    return [line[line.rfind("}") + 1 :] for line in message.splitlines()]


def _behind_braces(message: str) -> list[str]:
    """Return the lines behind a structured reply; none if its last brace is missing."""
    is_whole = message.count("{") <= message.count("}")
    return message[message.rfind("}") + 1 :].splitlines() if is_whole else []


def _why_nothing(message: str, nonce: str | None) -> Unclear:
    """Name the fault in a reply without a ranking, so that the reviewer can repair it."""
    codes = (match["code"] for match in FOREIGN_CODE.finditer(message))
    if any(entry.whose == "foreign" for entry in objects(message, nonce)) or any(
        nonce is None or not is_code(code, nonce) for code in codes
    ):
        return Unclear("other_code")
    if has_turning_comment(message):
        return Unclear("turning_comment")
    if SPOILT_JSON.search(message):
        return Unclear("bad_json")
    return Unclear("no_ranking")


def settle(first: LabelReading, second: LabelReading) -> LabelReading:
    """Return the reading that counts after a second try: the second one if it is clear."""
    if second.status == "valid" or first.status == "void":
        return second
    return first


def believable(last: LabelReading) -> LabelReading:
    """Return the part of a reviewer's last reading that counts: without scores that still contradict its order, because
    its scale may be reversed."""
    if last.repair is None or last.repair.kind != "contradiction":
        return last
    return replace(last, scores=())


def _candidates(message: str, labels: Labels, nonce: str | None) -> list[_Candidate]:
    found = objects(message, nonce)
    announced = sections(message, labels, nonce)
    if any(entry.whose == "call" for entry in found) or any(section.has_nonce for section in announced):
        found = tuple(entry for entry in found if entry.whose == "call")
        announced = tuple(section for section in announced if section.has_nonce)
    candidates = [_from_object(entry, labels) for entry in found if entry.whose != "foreign"]
    candidates += _from_sections(announced, labels)
    about_this = [
        each
        for each in candidates
        if each.names_something or (each.problem and not (each.groups or each.found))
    ]
    return about_this or candidates


def _from_object(found: Found, labels: Labels) -> _Candidate:
    where = "its structured reply"
    groups = groups_of(found.ranking, labels)
    if found.is_ambiguous:
        groups = Unclear("ranking_twice")
    if isinstance(groups, Unclear):
        return _Candidate(where=where, groups=(), problem=groups, found=found)
    return _checked(where, groups, labels, found)


def _from_sections(announced: Sequence[Section], labels: Labels) -> list[_Candidate]:
    """Return the sections with the plainest announcement that exists; one that merely sounds like a ranking must be
    complete."""
    told = [section for section in announced if section.groups or section.problem]
    for strength in ("final", "ranking", "intro"):
        candidates = [
            _Candidate(where=f"its {where}", groups=(), problem=section.problem)
            if section.problem
            else _checked(f"its {where}", section.groups, labels)
            for section in told
            if section.strength == strength
            for where in ("final ranking" if strength == "final" else "ranking",)
        ]
        if strength != "final":
            candidates = [candidate for candidate in candidates if candidate.is_complete]
        if candidates:
            return candidates
    return []


def _checked(where: str, groups: Groups, labels: Labels, found: Found | None = None) -> _Candidate:
    listed = [label for group in groups for label in group]
    twice = next((label for label in listed if label is not None and listed.count(label) > 1), None)
    missing = tuple(label for label in labels.shown if label not in listed)
    problem: Unclear | None = None
    if None in listed:
        problem = Unclear("stranger")
    elif twice is not None:
        problem = Unclear("named_twice", twice)
    return _Candidate(where=where, groups=groups, problem=problem, found=found, missing=missing)


def _decided(candidates: Sequence[_Candidate], labels: Labels, rubric: Rubric | None) -> LabelReading:
    for candidate in candidates:
        if candidate.problem is not None:
            return _void(candidate.problem, "unclear")
    complete = [candidate for candidate in candidates if candidate.is_complete]
    chosen = (complete or list(candidates))[0]
    if any(not _agree(chosen, other) for other in candidates):
        return _void(Unclear("two_rankings"), "unclear")
    source = next((candidate.found for candidate in candidates if candidate.found is not None), None)
    if chosen.missing:
        left_out = Unclear("left_out", " and ".join(chosen.missing))
        if source is None or not source.is_ours:
            return _void(left_out, "incomplete")
        valid = _valid(chosen, source, labels, rubric)
        return LabelReading(
            status="valid",
            order=valid.order,
            why=f"Read from {chosen.where}; {left_out.clause}, which counts as tied last.",
            scores=valid.scores,
            reasons=valid.reasons,
            comment=valid.comment,
            yardstick=valid.yardstick,
            confidence=valid.confidence,
            repair=_repair(left_out.clause, "incomplete"),
        )
    return _valid(chosen, source, labels, rubric)


def _agree(chosen: _Candidate, other: _Candidate) -> bool:
    """Tell whether two orders agree on the labels that are in both."""
    both = {label for group in chosen.order for label in group} & {
        label for group in other.order for label in group
    }
    kept = [
        [tuple(sorted(set(group) & both)) for group in candidate.order if set(group) & both]
        for candidate in (chosen, other)
    ]
    return kept[0] == kept[1]


def _valid(chosen: _Candidate, source: Found | None, labels: Labels, rubric: Rubric | None) -> LabelReading:
    why = f"Read from {chosen.where}."
    if source is None:
        return LabelReading(status="valid", order=chosen.order, why=why)
    scored = marks(source.fields, labels, rubric)
    measured = yardstick(source.fields, labels)
    clash = (
        contradiction(chosen.order, scored.scores, rubric)
        if scored.scores
        else turned_by(measured, chosen.order)
    )
    return LabelReading(
        status="valid",
        order=chosen.order,
        why=why,
        scores=scored.scores,
        reasons=reasons(source.fields, labels),
        comment=comment(source.fields),
        yardstick=measured,
        confidence=confidence(source.fields),
        repair=_repair(clash, "contradiction") or _repair(scored.problem, "scores"),
    )


def _void(unclear: Unclear, kind: RepairKind) -> LabelReading:
    repair = _repair(unclear.clause, kind)
    return LabelReading(status="void", order=None, why=unclear.sentence, unclear=unclear, repair=repair)


def _repair(clause: str, kind: RepairKind) -> Repair | None:
    return Repair(kind=kind, problem=f"{clause}.") if clause else None
