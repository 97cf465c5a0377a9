"""Markdown -> the same within so many characters, its code blocks closed."""

import re

ELLIPSIS = "…"
_FENCE = re.compile(r"```")


def weight(text: str) -> int:
    """How long Discord finds a text, at most: it is not documented whether it counts code points or UTF-16 units,
    so the larger of the two."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def fenced(text: str) -> str:
    """The same with its last code block closed."""
    return f"{text}\n```" if len(_FENCE.findall(text)) % 2 else text


def cut(text: str, longest: int) -> str:
    """At most `longest` of it, cut at a line or a word where one ends late enough; … says that more follows."""
    if weight(text) <= longest:
        return text
    room = longest - len(ELLIPSIS) - (len("\n```") if "```" in text else 0)
    kept = text[: max(room, 0)]
    while weight(kept) > room:
        kept = kept[:-1]
    for seam in ("\n", " "):
        head, found, _ = kept.rpartition(seam)
        if found and len(head) >= 0.7 * len(kept):
            kept = head
            break
    # Half a fence would swallow the ellipsis.
    return fenced(kept.rstrip("`") + ELLIPSIS)
