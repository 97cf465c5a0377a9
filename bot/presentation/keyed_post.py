"""Posts with a key, so that each is sent once."""

from dataclasses import dataclass

from bot.post import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedPost:
    """A post with its key: the same event of the same run always gives the same key."""

    key: str
    """Key, such as `slate/A/1`; unique within its run."""

    post: Post


def in_round(key: str, round_number: int) -> str:
    """Return the key of a post that each round has; keys of the first round contain no round."""
    what, *rest = key.split("/")
    return key if round_number == 1 else "/".join([what, f"round-{round_number}", *rest])
