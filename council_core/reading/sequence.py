"""Read a line such as `A > C = B > D`, `A, C, B, D` or `1. A 2. C` as groups of labels, best first."""

import re
from dataclasses import dataclass
from typing import Literal

from council_core.reading.extremes import Extreme, extreme_of, turns_round
from council_core.reading.labels import Labels
from council_core.reading.markers import says_worst_first

Joint = Literal["before", "after", "tie", "list", "and"]
"""Joint of two labels. `before`: the left one is better; `after`: the right one is; `tie`: neither is; `list`: they
follow each other; `and`: the word "and"."""

JOINTS: tuple[tuple[Joint, re.Pattern[str]], ...] = (
    ("before", re.compile(r"[ \t]*(?:-{1,2}>|={1,2}>|>{1,3}(?!=)|≻|≫|⟩|»|›|→|⇒|➔|➜|➡️?|⟶)[ \t]*")),
    ("after", re.compile(r"[ \t]*(?:<-{1,2}|<={0,2}|<{1,3}|≺|≪|←|⇐)[ \t]*")),
    (
        "tie",
        re.compile(r"[ \t]*(?:={1,3}|~|≈|≃|≅|\||/|&|\b(?:is |are )?(?:tied|ties|equal) (?:with|to)\b)[ \t]*"),
    ),
    (
        "list",
        re.compile(
            r"[,;]?[ \t]*\b(?:(?:and )?(?:then|next|lastly|finally|last)|followed by)\b,?[ \t]*"
            r"|[,;]?[ \t]*(?:然后是?|其次是?|最后是?|接着是?|次に)[ \t]*",
            re.IGNORECASE,
        ),
    ),
    ("list", re.compile(r"[ \t]*[,;、،][ \t]*(?:and[ \t]+)?", re.IGNORECASE)),
    (
        "and",
        re.compile(
            r"[ \t]*(?:\b(?:and|und|et|y|e|och|en|и)\b|和|与|と|[와과]\b|(?<=[ \t])و)[ \t]*", re.IGNORECASE
        ),
    ),
)
REMARK = re.compile(r"[ \t]*[(（][^()（）\n]{0,80}[)）][*_]{0,3}")
NUMBERED = re.compile(r"(?:^|(?<=[\s,;|]))[(\[#*]{0,3}(\d{1,2})[*_]{0,2}(?:[.):\]](?!\d)|º)[*_]{0,2}[ \t]*")
LEADING_NUMBER = re.compile(r"(?<=[(（])\d{1,3}")
NUMBERS_BEHIND = re.compile(r"\s*[:=]\s*\d")
AFTER_ORDER = re.compile(r"[\s\])\"'”*_`]{0,6}(?:$|[.;:(（—–]|-\s|</|because\b|since\b)")
LONGEST = 4_000
"""Most characters of one line that are read; a ranking of 26 responses with remarks is shorter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The labels at the beginning of a text, how they are joined, and what follows them."""

    labels: tuple[str | None, ...]
    """None for a label of the right shape that was not shown."""

    joints: tuple[Joint, ...]
    extremes: tuple[Extreme, ...]
    """For each label, whether a remark in brackets calls it the best or the worst."""

    remark: str
    """The remark in brackets behind the last label."""

    rest: str
    doubtful: bool
    """Whether one label may be a word of a sentence: a letter without noun and emphasis, or a small letter."""

    has_bare_stranger: bool
    """Whether a label that was not shown lacks its noun, so that it may be no label at all, as `P` in `P.S.`"""


def head(text: str, labels: Labels) -> Head | None:
    """Return the labels with which a text begins; None if it begins with something else."""
    found: list[str | None] = []
    joints: list[Joint] = []
    extremes: list[Extreme] = []
    at = end = 0
    doubtful = has_bare_stranger = False
    pending: Joint | None = None
    remark: re.Match[str] | None = None
    while match := labels.token.match(text, at):
        alone = match["label"] == match[0] or (match["noun_label"] or "A").islower()
        doubtful = doubtful or (labels.are_letters and alone)
        has_bare_stranger = has_bare_stranger or match["stranger"] is not None
        if pending is not None:
            joints.append(pending)
        found.append(labels.of(match))
        at = end = match.end()
        remark = REMARK.match(text, at)
        extremes.append(extreme_of(remark.group()) if remark else "")
        if remark:
            at = end = remark.end()
        pending, at = _joint(text, at)
        if pending is None:
            break
    else:
        # No label follows the last separator, so the rest begins behind the last label.
        at = end
    if not found:
        return None
    return Head(
        labels=tuple(found),
        joints=tuple(joints),
        extremes=tuple(extremes),
        remark=remark.group() if remark else "",
        rest=text[at:],
        doubtful=doubtful,
        has_bare_stranger=has_bare_stranger,
    )


def one_line(
    text: str, labels: Labels, *, worst_first: bool = False
) -> tuple[tuple[str | None, ...], ...] | None:
    """Return the groups of a line that is one order from its beginning, best first; None if it is not.

    Reads chains (`A > C = B`), lists (`A, C, B and D`) and numbered lists in one line (`1. A 2. C 3. B`). Text after a
    full stop or a bracket is a remark. `None` in a group marks a label that was not shown.

    Args:
        text: The line, from the first label on.
        labels: Labels shown.
        worst_first: Whether a list begins with the worst; the signs of a chain tell that by themselves.
    """
    text = text[:LONGEST].strip().strip("*_`").strip()
    numbered = _numbered(text, labels)
    if numbered is not None:
        return numbered[::-1] if worst_first else numbered
    start = re.match(r"[(\[\"'“*_`]*(?:\d{1,2}[.):][ \t]*)?", text)
    found = head(text[start.end() :] if start else text, labels)
    if found is None or len(found.labels) < 2 or AFTER_ORDER.match(found.rest) is None:
        return None
    remarks: list[str] = REMARK.findall(text)
    if not worst_first and any(map(says_worst_first, remarks)):
        return None
    numbers = [int(match[0]) for remark in remarks if (match := LEADING_NUMBER.search(remark))]
    lines = list(range(1, len(numbers) + 1))
    if len(numbers) == len(found.labels) and numbers not in (lines, sorted(numbers, reverse=True)):
        return None
    if set(found.joints) == {"tie"} and NUMBERS_BEHIND.match(found.rest):
        return None
    return _groups(found, worst_first=worst_first)


def _groups(found: Head, *, worst_first: bool) -> tuple[tuple[str | None, ...], ...] | None:
    """Return the groups that the joints make; None if the joints are not of one kind, as in `A > B, C > D` or `A and
    B`."""
    kinds = set(found.joints)
    if {"before", "after"} <= kinds or kinds == {"and"}:
        return None
    chained = bool(kinds & {"before", "after"})
    if chained and (kinds & {"list", "and"} or (worst_first and "before" in kinds)):
        return None
    groups: list[list[int]] = [[0]]
    for at, joint in enumerate(found.joints, start=1):
        if joint == "tie":
            groups[-1].append(at)
        else:
            groups.append([at])
    if "after" in kinds or (worst_first and not chained):
        groups.reverse()
    if turns_round([[(found.extremes[at], None) for at in group] for group in groups]):
        return None
    return tuple(tuple(found.labels[at] for at in group) for group in groups)


def _numbered(text: str, labels: Labels) -> tuple[tuple[str | None, ...], ...] | None:
    marks = list(NUMBERED.finditer(text))
    if len(marks) < 2 or text[: marks[0].start()].strip("([*_ ") or int(marks[0][1]) != 1:
        return None
    groups: list[tuple[str | None, ...]] = []
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        found = head(text[mark.end() : following.start() if following else len(text)], labels)
        if found is None:
            if len(groups) == len(labels.shown):
                break
            return None
        if set(found.joints) & {"before", "after"}:
            return None
        if int(mark[1]) != len(groups) + 1:
            return None
        groups.append(found.labels)
    return tuple(groups)


def _joint(text: str, at: int) -> tuple[Joint | None, int]:
    for kind, pattern in JOINTS:
        match = pattern.match(text, at)
        if match and match.end() > at:
            return kind, match.end()
    return None, at
