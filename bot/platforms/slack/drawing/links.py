"""Places named in a post -> links that open them, once it is known where the workspace lives."""

from dataclasses import replace

from bot.post import Line, Part, Post, Spot, quoted
from council_core.domain.place import Place


def linked(post: Post, address: str) -> Post:
    """The post with a link for each thread that it names.

    Args:
        post: What to say.
        address: Where the workspace lives, as auth.test says it (`https://acme.slack.com/`); empty for no links.
    """
    if not address or not names_threads(post):
        return post
    return replace(
        post,
        blocks=tuple(
            replace(block, parts=tuple(_part(part, address) for part in block.parts))
            if isinstance(block, Line)
            else block
            for block in post.blocks
        ),
    )


def names_threads(post: Post) -> bool:
    """Whether there is anything to link in the post."""
    lines = [block for block in post.blocks if isinstance(block, Line)]
    return any(isinstance(part, Spot) and part.place.thread for one in lines for part in one.parts)


def _part(part: Part, address: str) -> Part:
    if isinstance(part, Spot) and part.place.thread:
        return f"[{quoted(part.name)}]({permalink(part.place, address)})"
    return part


def permalink(place: Place, address: str) -> str:
    """Where a thread opens, as chat.getPermalink spells it (docs.slack.dev) without being asked each time."""
    return f"{address.rstrip('/')}/archives/{place.channel}/p{(place.thread or '').replace('.', '')}"
