"""What is in a room in the end, beside what should be -> what is wrong with it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.crash.plays import Truth

COUNTED = ("unended", "lost", "doubled", "disordered", "repeated", "stale", "forgotten", "alarms", "untold")
"""The kinds of findings, as columns of the table. The last one is no fault."""

WAITING = "is thinking..."
"""A card that Discord has put up and that is still empty."""

ALIASES = {"Which response is best?": "The vote"}
"""Headings of one post before and after it was edited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """How often something is wrong, by kind, and in words."""

    unended: int = 0
    lost: int = 0
    """Posts that are missing, and what people were told to be kept and is not."""

    doubled: int = 0
    disordered: int = 0
    stale: int = 0
    """Posts that do not say what is the case: cards, votes, verdicts."""

    repeated: int = 0
    """Calls to models that were made again though their results were kept."""

    forgotten: int = 0
    """Runs, votes, feedback or settings that are not as people left them."""

    alarms: int = 0
    """What a process that was told to stop said that would alarm somebody."""

    untold: int = 0
    """Requests that died with the process before anybody was told that they count; people did it again."""

    words: tuple[str, ...] = ()

    @property
    def is_well(self) -> bool:
        return not self.words


def findings(expected: Truth, found: Truth) -> Findings:
    """Compares a room with one that nothing happened to."""
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
    """What a request that died with its process has left: Discord itself says of it that nobody responds."""
    posts = list(found.posts)
    for _ in found.untold:
        if WAITING in posts and len(posts) > len(expected.posts):
            posts.remove(WAITING)
    return posts


def _heading(post: str) -> str:
    """What tells a post from the others of its room, before and after it was edited."""
    if "Asked at" in post or WAITING in post:
        return "card"
    first = post.strip().splitlines()[0].strip("#* ")
    return ALIASES.get(first, first)


def _different(expected: Sequence[object], found: Sequence[object]) -> list[str]:
    """Whatever is not as it should be, as both sides of it."""
    pairs = [
        (
            expected[index] if index < len(expected) else None,
            found[index] if index < len(found) else None,
        )
        for index in range(max(len(expected), len(found)))
    ]
    return [f"{_lines(one, other)}" for one, other in pairs if one != other]


def _lines(expected: object, found: object) -> str:
    """Only the lines that differ."""
    should, are = str(expected).splitlines(), str(found).splitlines()
    gone = [line for line in should if line not in are]
    new = [line for line in are if line not in should]
    return f"is {new}, should be {gone}"
