"""Add to a refusal the whole text that its person had typed, because a command or a window keeps nothing."""

import re
from dataclasses import replace

from bot.post import File, Limits, PrivateReply, Prose, line
from bot.presentation.fit import fit
from bot.presentation.words import Words

TYPED_FILE = "question.md"
ROOM = 800
"""Weight of a post that is left for the refusal and its buttons."""

TICKS = re.compile("`+")


def given_back(
    words: Words, reply: PrivateReply, text: str, limits: Limits, *, is_question: bool = True
) -> PrivateReply:
    """Return a refusal with the person's text below it, ready to copy. The summary omits the text.

    Args:
        words: The person's language.
        reply: The refusal.
        text: What the person had typed.
        limits: How much prose one post holds; a longer text comes as a file too.
        is_question: Whether it was a question.
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
    """Put a text into a code block: platforms show it sign by sign, and offer to copy it."""
    fence = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{fence}\n{text}\n{fence}"
