"""Compares the final state of a room with the expected one and lists the differences."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.crash.plays import Truth

COUNTED = ("unended", "lost", "doubled", "disordered", "repeated", "stale", "forgotten", "alarms", "untold")
"""The kinds of findings, as columns of the table. The last one is no fault."""

WAITING = "is thinking..."
"""A card that Discord shows and that is still empty."""

BOARD = {"Which response is best?", "How the models rank the responses", "The vote", "Ranking and names"}
"""Headings of the board, in the order in which they replace each other."""

NAMED = re.compile(r"(?P<what>Response \w+|Verdict)( · | by ).*")
"""Headings of posts that say who wrote them once the names are out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """Findings by kind: their number, and sentences."""

    unended: int = 0
    lost: int = 0
    """Missing posts, and requests that were confirmed to people and are not stored."""

    doubled: int = 0
    disordered: int = 0
    stale: int = 0
    """Posts whose final text is wrong: cards, votes, verdicts."""

    repeated: int = 0
    """Calls to models that were repeated though their results were stored."""

    forgotten: int = 0
    """Runs, votes, feedback or settings that differ from people's last word."""

    alarms: int = 0
    """Alarming log lines of a process that was only told to stop."""

    untold: int = 0
    """Requests that died with the process before they were confirmed; people repeated them."""

    words: tuple[str, ...] = ()

    @property
    def is_well(self) -> bool:
        return not self.words


def findings(expected: Truth, found: Truth) -> Findings:
    """Compare a room with an undisturbed one."""
    posts = _without_abandoned(expected, found)
    should, are = [_heading(post) for post in expected.posts], [_heading(post) for post in posts]
    missing, extra = Counter(should) - Counter(are), Counter(are) - Counter(should)
    disordered = not missing and not extra and should != are
    stale = [] if missing or extra or disordered else _different(expected.posts, posts)
    repeated = max(0, found.paid - expected.paid - found.forgiven)
    forgotten = _different(expected.runs, found.runs) + _different(expected.settings, found.settings)
    words = [
        *([found.trouble] if found.trouble else []),
        *(f"lost: {heading}" for heading in missing.elements()),
        *(f"doubled: {heading}" for heading in extra.elements()),
        *(["in another order: " + ", ".join(are)] if disordered else []),
        *(f"stale: {text}" for text in stale),
        *(
            [f"{found.paid} calls answered, {expected.paid} needed, {found.forgiven} in flight"]
            if repeated
            else []
        ),
        *(f"forgotten: {text}" for text in forgotten),
        *(f"told to be kept, and lost: {what}" for what in found.unheard),
    ]
    return Findings(
        unended=bool(found.trouble),
        lost=missing.total() + len(found.unheard),
        doubled=extra.total(),
        disordered=disordered,
        stale=len(stale),
        repeated=repeated,
        forgotten=len(forgotten),
        untold=len(found.untold),
        words=tuple(words),
    )


def _without_abandoned(expected: Truth, found: Truth) -> list[str]:
    """Remove the trace of a request that died with its process: Discord itself shows that nobody responds."""
    posts = list(found.posts)
    for _ in found.untold:
        if WAITING in posts and len(posts) > len(expected.posts):
            posts.remove(WAITING)
    return posts


def _heading(post: str) -> str:
    """Return the part of a post that distinguishes it from others in its room, before and after edits."""
    if "Asked by" in post or WAITING in post:
        return "card"
    first = post.strip().splitlines()[0].strip("#* ")
    if first in BOARD:
        return "board"
    named = NAMED.fullmatch(first)
    return named["what"] if named else first


def _different(expected: Sequence[object], found: Sequence[object]) -> list[str]:
    """Return all differences, both sides of each."""
    pairs = [
        (
            expected[index] if index < len(expected) else None,
            found[index] if index < len(found) else None,
        )
        for index in range(max(len(expected), len(found)))
    ]
    return [f"{_lines(one, other)}" for one, other in pairs if one != other]


def _lines(expected: object, found: object) -> str:
    """Return only the lines that differ."""
    should, are = str(expected).splitlines(), str(found).splitlines()
    gone = [line for line in should if line not in are]
    new = [line for line in are if line not in should]
    return f"is {new}, should be {gone}"
