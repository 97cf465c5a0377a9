"""Splits a post that Slack finds too long into two, or moves its text into a file. Nothing is left out.

Presentation has fitted its posts to our limits already; this handles texts whose weight in Slack is higher than
expected.
"""

import re
from dataclasses import replace

from bot.platforms.slack.drawing.limits import problems
from bot.platforms.slack.drawing.post import Drawn, draw, written
from bot.ports.words import SlackWords
from bot.post import Actions, File, Heading, Line, Post, Prose, Table, line

HALVINGS = 2
"""Number of times that a post is halved before its text becomes a file."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_SEAMS = (r"\n(?=#{1,6} )", r"\n\n+", r"\n", r"(?<=[.!?]) ", r" ")
"""Places to cut at, the best first."""


def drawings(post: Post, refused: frozenset[str], halvings: int = HALVINGS) -> list[Drawn]:
    """Return the post as messages that each fit. A part that cannot fit is included, for Slack to judge."""
    drawn = draw(post, refused)
    parts = halves(post) if halvings and problems(drawn.blocks) else None
    if parts is None:
        return [drawn]
    return [piece for part in parts for piece in drawings(part, refused, halvings - 1)]


def halves(post: Post) -> tuple[Post, Post] | None:
    """Split the post in its longest prose, else between its blocks, else between rows of its table; None if none is
    possible."""
    longest = max(
        (at for at, block in enumerate(post.blocks) if isinstance(block, Prose)),
        key=lambda at: len(_prose(post, at)),
        default=None,
    )
    if longest is not None and len(_prose(post, longest)) > 1:
        first, second = cut(_prose(post, longest))
        before = (*post.blocks[:longest], Prose(text=first))
        after = (Prose(text=second), *post.blocks[longest + 1 :])
        return replace(post, blocks=before, files=()), replace(post, blocks=after, tone="plain")
    if len(post.blocks) > 1:
        middle = len(post.blocks) // 2
        first_half = replace(post, blocks=post.blocks[:middle], files=())
        return first_half, replace(post, blocks=post.blocks[middle:], tone="plain")
    match post.blocks:
        case (Table(rows=rows) as table,) if len(rows) > 1:
            middle = len(rows) // 2
            top = replace(table, rows=rows[:middle])
            rest = replace(table, rows=rows[middle:], caption="")
            return replace(post, blocks=(top,), files=()), replace(post, blocks=(rest,), tone="plain")
        case _:
            return None


def _prose(post: Post, at: int) -> str:
    block = post.blocks[at]
    return block.text if isinstance(block, Prose) else ""


def cut(text: str) -> tuple[str, str]:
    """Split a text into two parts of about equal length; a code block that spans the cut is closed and reopened."""
    at = _seam(text)
    first, second = text[:at].rstrip("\n"), text[at:].lstrip("\n")
    if opened := _open_fence(first):
        mark, info = opened
        first, second = f"{first}\n{mark}", f"{mark}{info}\n{second}"
    return first, second


def _seam(text: str) -> int:
    middle, least, most = len(text) // 2, len(text) // 4, len(text) * 3 // 4
    for seam in _SEAMS:
        found = [match.end() for match in re.finditer(seam, text) if least <= match.end() <= most]
        if found:
            return min(found, key=lambda at: abs(at - middle))
    return middle


def _open_fence(text: str) -> tuple[str, str] | None:
    """Return the mark and language of a code block that is open at the end of the text."""
    opened: tuple[str, str] | None = None
    for row in text.split("\n"):
        if (found := _FENCE.match(row)) is None:
            continue
        if opened is None:
            opened = found[1], found[2].strip()
        elif found[1].startswith(opened[0]) and not found[2].strip():
            opened = None
    return opened


def as_file(post: Post, labels: SlackWords) -> Post:
    """Return the post with its prose (or everything but its buttons) in a file, and a line that says so."""
    texts = [block.text for block in post.blocks if isinstance(block, Prose)]
    note = line(labels.text_in_file, small=True)
    kept = [
        block
        for block in post.blocks
        if isinstance(block, Actions) or (texts and not isinstance(block, Prose))
    ]
    at = 1 if kept and isinstance(kept[0], Heading | Line) else 0
    name = re.sub(r"[^\w-]+", "-", post.summary.lower())[:40].strip("-") or "text"
    content = "\n\n".join(texts) if texts else written(post)
    whole = File(name=f"{name}.md", media_type="text/markdown", content=content.encode())
    return replace(post, blocks=(*kept[:at], note, *kept[at:]), files=(*post.files, whole))


def shortened(post: Post, labels: SlackWords) -> Post:
    """Return the post without its prose, with a line that says so, because an edit cannot become two messages."""
    note = line(labels.text_not_changed, small=True)
    return replace(post, blocks=(*(block for block in post.blocks if not isinstance(block, Prose)), note))
