"""Adds links to the places named in a post, once the workspace's web address is known."""

from dataclasses import replace

from bot.post import Line, Part, Post, Spot, quoted
from council_core.domain.place import Message, Place


def linked(post: Post, address: str) -> Post:
    """Return the post with a link for each thread that it names.

    Args:
        post: The post.
        address: The workspace's web address from auth.test (`https://acme.slack.com/`); empty for no links.
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
    """Tell whether the post names a thread."""
    lines = [block for block in post.blocks if isinstance(block, Line)]
    return any(isinstance(part, Spot) and part.place.thread for one in lines for part in one.parts)


def _part(part: Part, address: str) -> Part:
    if isinstance(part, Spot) and part.place.thread:
        return f"[{quoted(part.name)}]({permalink(part.place, address)})"
    return part


def message_link(message: Message, address: str) -> str:
    """Return the link of one message in a thread; empty without an address."""
    place = message.place
    if not address:
        return ""
    link = permalink(replace(place, thread=message.id), address)
    return f"{link}?thread_ts={place.thread}&cid={place.channel}" if place.thread else link


def permalink(place: Place, address: str) -> str:
    """Return a thread's permalink, in the form of chat.getPermalink (docs.slack.dev), without a call."""
    return f"{address.rstrip('/')}/archives/{place.channel}/p{(place.thread or '').replace('.', '')}"
