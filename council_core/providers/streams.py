"""Read the text of a streamed reply while it arrives, from the event formats of OpenAI, Anthropic and Google.

Sources: platform.openai.com/docs/api-reference/chat-streaming and /responses-streaming,
platform.claude.com/docs/en/build-with-claude/streaming,
ai.google.dev/api/generate-content#method:-models.streamgeneratecontent.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

NOTHING: Mapping[str, Any] = {}
LONGEST_LINE = 1_000_000
"""Most bytes of one event; a longer one is skipped."""


class TextOfStream:
    """Joins the text of server-sent events. Unreadable events are skipped, because the SDK reads the whole reply."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Args:
        tell: Called with all of the text so far, after each piece that adds to it; with an empty text at the
            beginning, because an earlier try may have stopped half-way."""
        self._tell = tell
        self._rest = b""
        self._text = ""
        tell("")

    def hear(self, piece: bytes) -> None:
        """Process the next bytes of the reply."""
        *lines, rest = (self._rest + piece).split(b"\n")
        self._rest = rest if len(rest) <= LONGEST_LINE else b""
        more = "".join(_text_of(line) for line in lines if line.startswith(b"data:"))
        if more:
            self._text += more
            self._tell(self._text)


def _text_of(line: bytes) -> str:
    """Return the text in one event; empty where it has none, such as an event of thinking."""
    try:
        event: object = json.loads(line.removeprefix(b"data:"))
    except (ValueError, RecursionError):
        return ""
    if not isinstance(event, dict):
        return ""
    found = cast("Mapping[str, Any]", event)
    try:
        return _openai(found) or _responses(found) or _anthropic(found) or _google(found)
    except (AttributeError, IndexError, KeyError, TypeError):
        return ""


def _openai(event: Mapping[str, Any]) -> str:
    choices = event.get("choices")
    return str(choices[0]["delta"].get("content") or "") if choices else ""


def _responses(event: Mapping[str, Any]) -> str:
    return str(event["delta"]) if event.get("type") == "response.output_text.delta" else ""


def _anthropic(event: Mapping[str, Any]) -> str:
    delta: Mapping[str, Any] = event.get("delta") or NOTHING
    return str(delta.get("text") or "")


def _google(event: Mapping[str, Any]) -> str:
    candidates = event.get("candidates")
    parts = candidates[0]["content"].get("parts", ()) if candidates else ()
    return "".join(str(part.get("text", "")) for part in parts if not part.get("thought"))
