"""Word failures of calls for people, without pydantic-ai: quotes of providers, and the deadline.

A provider's text is cut short, put on one line and cleaned of anything that looks like a key.
"""

import re
from collections.abc import Mapping
from typing import Any, cast

from council_core.domain.answer import Failure, Rest
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


def quoted(text: str | None, endpoint: Endpoint) -> str:
    """Return `: "…"` with the provider's text, to be put before a full stop; empty when it sent nothing readable."""
    if text is None or re.match(r"\s*(?:<|$)", text):
        return ""
    line = redacted(" ".join(text.split()), endpoint).rstrip(".").replace('"', "'")
    if len(line) > LONGEST_QUOTE:
        line = line[: LONGEST_QUOTE - 1].rstrip() + "…"
    return f': "{line}"'


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


def timed_out(endpoint: Endpoint, *, latency: float, was_queueing: bool = False) -> Failure:
    """Return the failure of a call whose deadline passed, while the model was asked or while the call waited for a
    slot."""
    detail = (
        f"All calls that {endpoint.title} may get at once were under way for {seconds(latency)}; "
        "ask fewer questions at once, or allow more calls."
        if was_queueing
        else f"No answer within {seconds(latency)}; allow more time per call, or choose a faster model."
    )
    return Failure(reason="timed_out", detail=detail, latency=latency)


def not_asked(endpoint: Endpoint, rest: Rest) -> Failure:
    """Return the failure of a call that was not made, because earlier ones had failed."""
    often = "twice" if rest.failures == 2 else f"{rest.failures} times"
    detail = (
        f"Not asked: {endpoint.title} failed {often} in a row; it is tried again from {rest.until:%H:%M} UTC."
    )
    return Failure(reason="not_asked", detail=detail, latency=0.0, rest=rest)


def seconds(number: float) -> str:
    """Format seconds as `0.4 s`, `12 s` or `3 min`."""
    if number >= 120:
        return f"{number / 60:.0f} min"
    return f"{number:.0f} s" if number >= 10 else f"{max(number, 0.1):.1f} s".replace(".0 s", " s")
