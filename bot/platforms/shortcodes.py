"""Colons that a chat would take for an emoji's name, as in `10:100:20` or `urn:x:y`."""

import re

NOTHING = "\u200b"
"""Zero width space: parts the colons and is invisible."""

_NAME = r"[a-z0-9_+'-]{1,100}"
_INSIDE_WORDS = re.compile(
    rf"(?P<address>https?://\S+)|(?<=[0-9A-Za-z:]):(?={_NAME}:)|:(?={_NAME}:[0-9A-Za-z])", re.IGNORECASE
)


def parted(text: str) -> str:
    """Return a text in which only the name of an emoji that stands alone, as `:tada:`, becomes one."""
    return _INSIDE_WORDS.sub(lambda found: found["address"] or f":{NOTHING}", text) if ":" in text else text
