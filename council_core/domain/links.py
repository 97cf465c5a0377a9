"""Find the addresses in a text."""

import re
from collections.abc import Iterator

MASK = r"\[[\w ]{2,40} masked\]"
ADDRESS = re.compile(
    rf"(?i:https?)://(?:{MASK}|[^|\s<>\[\]\"'`\u2018-\u201f\u3000-\u3002\u3008-\u3011\uff01-\uff1f])+"
)

PARTICLE = re.compile(
    r"(?<=[A-Za-z0-9/_=#~%)-])(?:(?:을|를|은|는|이|가|에|에서|에는|의|로|으로|와|과|도|만|까지|부터|보고|랑|이랑|라는|이라는|좀)$"
    r"|[ぁ-ん].*$|[的是和与].*$)"
)
"""Korean, Japanese and Chinese particles that follow an address without a space."""


def links_in(text: str) -> tuple[str, ...]:
    """Return every address in a text once, in order."""
    return tuple(dict.fromkeys(text[start:end] for start, end in address_spans(text)))


def address_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each address in a text begins and ends."""
    for found in ADDRESS.finditer(text):
        yield found.start(), found.start() + len(_address(found[0]))


def _address(found: str) -> str:
    """Return an address without the punctuation of the sentence after it. Brackets belong to it in pairs."""
    depth, end = 0, len(found)
    for at, sign in enumerate(found):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            end = at
            break
    return PARTICLE.sub("", found[:end].rstrip(".,;:!?*_")).rstrip(".,;:!?*_")


def is_masked(link: str) -> bool:
    """Tell whether a secret in an address was masked, so that it leads nowhere."""
    return re.search(MASK, link) is not None
