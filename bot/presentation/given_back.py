"""Add the person's whole typed text to a refusal, because a command or a window does not keep it."""

import re
from dataclasses import replace

from bot.post import File, Limits, PrivateReply, Prose, line
from bot.presentation.fit import fit
from bot.presentation.words import Words

TYPED_FILE = "question.md"
ROOM = 800
"""Weight of a post that is reserved for the refusal and its buttons."""

TICKS = re.compile("`+")


def given_back(
    words: Words, reply: PrivateReply, text: str, limits: Limits, *, is_question: bool = True
) -> PrivateReply:
    """Return a refusal with the person's text below it, ready to copy. The summary omits the text.

    Args:
        words: Words in the person's language.
        reply: The refusal.
        text: The typed text.
        limits: Limits of one post; a longer text is attached as a file too.
        is_question: Whether the text was a question.
    """
    said = words.replies.your_question if is_question else words.replies.you_typed
    parts = fit(_as_code(text), replace(limits, parts=1, prose=max(limits.prose - ROOM, ROOM)))
    content = text.encode("utf-8", errors="replace")
    whole = File(name=TYPED_FILE, media_type="text/markdown", content=content, title=said.rstrip(":"))
    post = reply.post
    blocks = (*post.blocks, line(said, small=True), *(Prose(text=part) for part in parts[:1]))
    return replace(
        reply, post=replace(post, blocks=blocks, files=(*post.files, *((whole,) * (len(parts) > 1))))
    )


def _as_code(text: str) -> str:
    """Put a text into a code block, which platforms show unchanged and offer to copy."""
    fence = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{fence}\n{text}\n{fence}"
