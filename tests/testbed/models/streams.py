"""Answers as server-sent events, as OpenAI and Google send them, a line of text at a time.

Sources: platform.openai.com/docs/api-reference/chat-streaming, ai.google.dev/api/generate-content.
"""

import json

from tests.testbed.models.asked import Json


def openai(body: Json, *, has_usage: bool) -> bytes:
    """Return a chat completion as chunks; the last one has the usage where it is asked for."""
    choice = body["choices"][0]
    message: Json = dict(choice["message"])
    content = message.pop("content", None)
    calls = message.pop("tool_calls", ())
    told = [{**message, "content": ""}]
    told += [{"content": line} for line in (content or "").splitlines(keepends=True)]
    told += [{"tool_calls": [{"index": number, **call}]} for number, call in enumerate(calls)]
    shared = {**body, "object": "chat.completion.chunk"}
    usage = shared.pop("usage", None)
    chunks = [{**shared, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in told]
    ended = {key: value for key, value in choice.items() if key not in ("message", "logprobs")}
    chunks.append({**shared, "choices": [{**ended, "delta": {}}]})
    if has_usage and usage is not None:
        chunks.append({**shared, "choices": [], "usage": usage})
    return b"".join(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks) + b"data: [DONE]\n\n"


def google(body: Json) -> bytes:
    """Return a generated content as pieces; the last one has the finish reason and the usage."""
    usage = body.get("usageMetadata")
    shared = {key: value for key, value in body.items() if key not in ("candidates", "usageMetadata")}
    pieces: list[Json] = []
    for candidate in body.get("candidates", ()):
        parts = candidate.get("content", {}).get("parts", [])
        for part in parts:
            lines = part["text"].splitlines(keepends=True) if "text" in part else [None]
            pieces += [
                {
                    "index": 0,
                    "content": {"role": "model", "parts": [part if line is None else {**part, "text": line}]},
                }
                for line in lines
            ]
        pieces.append({"index": 0, "finishReason": candidate["finishReason"]})
    events = [{**shared, "candidates": [piece]} for piece in pieces] or [shared]
    if usage is not None:
        events[-1]["usageMetadata"] = usage
    return b"".join(f"data: {json.dumps(event)}\r\n\r\n".encode() for event in events)
