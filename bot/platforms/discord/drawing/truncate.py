"""Shortens markdown to a number of characters and closes its code blocks."""

import re

ELLIPSIS = "…"
_FENCE = re.compile(r"```")


def weight(text: str) -> int:
    """Return the length of a text as Discord may count it. Discord does not document whether it counts code points or
    UTF-16 units, so this is the larger number."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def fenced(text: str) -> str:
    """Close the last code block."""
    return f"{text}\n```" if len(_FENCE.findall(text)) % 2 else text


def cut(text: str, longest: int) -> str:
    """Return at most `longest` characters, cut at the end of a line or a word if one is near enough; … marks
    the cut."""
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
