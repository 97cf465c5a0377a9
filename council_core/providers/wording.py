"""Find a provider's own words in its errors, and make them fit to be quoted: short, on one line, and without anything
that looks like a key."""

import re
from collections.abc import Mapping
from typing import Any, cast

from council_core.providers.endpoint import Endpoint

LONGEST_QUOTE = 200

_KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|key|gsk|xai|hf|ghp)[-_][\w*.\-]{4,}|\bAIza[\w*\-]{4,}"  # how keys begin, masked ones too
    r"|\b(?=\w*\d)(?=\w*[A-Za-z])\w{28,}\b"  # long, in one piece, with letters and digits
    r"|\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"
    r"|(?<=Bearer )\S+"
)


def redacted(text: str, endpoint: Endpoint) -> str:
    """Return the text without this endpoint's key and without anything that looks like one."""
    if endpoint.key:
        text = text.replace(endpoint.key, "[key]")
    return _KEY_LIKE.sub("[key]", text)


def quotable(text: str | None, endpoint: Endpoint) -> str:
    """Return the provider's text for a quotation, without a full stop; empty when it sent nothing readable."""
    if text is None or re.match(r"\s*(?:<|$)", text):
        return ""
    line = redacted(" ".join(text.split()), endpoint).rstrip(".").replace('"', "'")
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1].rstrip() + "…"


def message_of(body: object) -> str | None:
    """Return the sentence in a provider's error body. Bodies are shaped `{"error": {"message": …}}` or like parts of
    it."""
    if isinstance(body, str):
        return body
    if isinstance(body, list) and body:
        return message_of(cast(list[Any], body)[0])
    if isinstance(body, Mapping):
        fields = cast(Mapping[str, Any], body)
        for field in ("error", "message", "detail"):
            if found := message_of(fields.get(field)):
                return found
    return None
