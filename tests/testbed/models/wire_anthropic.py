"""Anthropic's messages, whole or as a stream.

Sources: platform.claude.com/docs/en/api/messages, /docs/en/api/errors, /docs/en/build-with-claude/streaming
and /docs/en/build-with-claude/structured-outputs.
"""

import json
from typing import Any, cast

from tests.testbed.models.asked import (
    Asked,
    Form,
    Json,
    as_list,
    as_object,
    calls_of,
    check_tools,
    check_turns,
    only,
    refuse,
    within,
)
from tests.testbed.models.scripts import Fails, Says
from tests.testbed.models.wire_openai import counted

KNOWN_NAMES = """
model messages max_tokens system temperature top_p top_k stop_sequences stream metadata thinking tools
tool_choice service_tier output_config output_format container context_management mcp_servers
cache_control speed
"""
KNOWN = frozenset(KNOWN_NAMES.split())
ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
STOPS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "error": "end_turn"}


def key_of(headers: dict[str, str]) -> str | None:
    """Return the key, which both `x-api-key` and, as the SDK sends it since 2.x, `Authorization` may carry."""
    return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ") or None


def read(headers: dict[str, str], body: Json) -> Asked:
    """Check the request and return it; raises `RefusedError` with the real API's message."""
    if "anthropic-version" not in headers:
        raise refuse("anthropic-version: header is required")
    only(body, KNOWN, "{name}: Extra inputs are not permitted")
    model: object = body.get("model")
    if not isinstance(model, str) or not model:
        raise refuse("model: Field required")
    if "max_tokens" not in body:
        raise refuse("max_tokens: Field required")
    complaint = "{name}: Input should be between {lowest} and {highest}"
    max_tokens = within(body, "max_tokens", 1, 10**6, complaint)
    temperature = within(body, "temperature", 0, 1, complaint)
    assert max_tokens is not None
    _check_thinking(body, int(max_tokens), temperature)
    tools = check_tools([str(each.get("name", "")) for each in body.get("tools", [])])
    form, schema, tool = ("text", None, "") if tools else _form(body)
    turns, results = _turns(body)
    return Asked(
        wire="anthropic",
        model=model,
        system=_system(body.get("system", "")),
        turns=tuple(turns),
        tools=tools,
        may_call=bool(tools) and body.get("tool_choice", {}).get("type", "auto") != "none",
        results=tuple(results),
        form=form,
        schema=schema,
        tool=tool,
        temperature=temperature,
        max_tokens=int(max_tokens),
        thinking=body.get("thinking") or body.get("output_config", {}).get("effort"),
        stream=bool(body.get("stream")),
        body=body,
    )


def _system(value: Any) -> str:
    return value if isinstance(value, str) else "\n".join(str(block["text"]) for block in value)


def _turns(body: Json) -> tuple[list[tuple[str, str]], list[str]]:
    turns: list[tuple[str, str]] = []
    results: list[str] = []
    open_calls: list[str] = []
    for index, item in enumerate(as_list(body.get("messages"), "messages: at least one message is required")):
        message = as_object(item, f"messages.{index}: Input should be a valid dictionary")
        content: Any = message.get("content")
        text = content if isinstance(content, str) else "\n".join(str(b.get("text", "")) for b in content)
        blocks: list[Json] = [] if isinstance(content, str) else content
        returned = [block for block in blocks if block["type"] == "tool_result"]
        if [block["tool_use_id"] for block in returned] != open_calls:
            raise refuse(
                f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(open_calls)}."
            )
        open_calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if returned or open_calls:
            if "tools" not in body:
                raise refuse("Requests which include `tool_use` or `tool_result` blocks must define tools")
            results += [_result(block) for block in returned]
            continue
        match message.get("role"):
            case "user":
                turns.append(("user", text))
            case "assistant":
                turns.append(("model", text))
            case other:
                raise refuse(
                    f'messages: Unexpected role "{other}". The Messages API accepts a top-level `system`.'
                )
    empty = "messages.{index}: all messages must have non-empty content"
    check_turns(turns, empty, 'messages: roles must alternate between "user" and "assistant"')
    return turns, results


def _result(block: Json) -> str:
    content: Any = block.get("content", "")
    return content if isinstance(content, str) else "\n".join(str(part.get("text", "")) for part in content)


def _check_thinking(body: Json, max_tokens: int, temperature: float | None) -> None:
    thinking: Json = body.get("thinking", {"type": "disabled"})
    if thinking.get("type") == "enabled":
        budget = int(thinking.get("budget_tokens", 0))
        if not 1024 <= budget < max_tokens:
            raise refuse(
                "`max_tokens` must be greater than `thinking.budget_tokens`, which is at least 1024."
            )
    if thinking.get("type") in ("enabled", "adaptive") and temperature not in (None, 1):
        raise refuse("`temperature` may only be set to 1 when thinking is enabled.")


def _form(body: Json) -> tuple[Form, Json | None, str]:
    if "tools" in body:
        tool = as_object(
            as_list(body["tools"], "tools: empty")[0], "tools.0: Input should be a valid dictionary"
        )
        schema = as_object(tool.get("input_schema"), "tools.0.custom.input_schema: Field required")
        return "tool", schema, str(tool["name"])
    form: Json | None = body.get("output_config", {}).get("format") or body.get("output_format")
    if form is None:
        return "text", None, ""
    if form.get("type") != "json_schema":
        raise refuse("output_config.format.type: Input should be 'json_schema'")
    schema = as_object(form.get("schema"), "output_config.format.schema: Field required")
    _check_closed(schema)
    return "schema", schema, ""


def _check_closed(schema: Any) -> None:
    if not isinstance(schema, dict):
        return
    node = cast(Json, schema)
    if node.get("type") == "object" and node.get("additionalProperties") is not False:
        raise refuse(
            "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to "
            "false"
        )
    for part in [*node.get("properties", {}).values(), node.get("items")]:
        _check_closed(part)


def said(asked: Asked, says: Says, text: str) -> Json:
    """Return the answer's body."""
    content: list[Json] = []
    stop = STOPS[says.finish]
    if says.reasoning:
        content.append({"type": "thinking", "thinking": says.reasoning, "signature": "c2lnbmF0dXJl"})
    if says.refusal:
        stop = "refusal"
    elif made := calls_of(asked, says):
        if text:
            content.append({"type": "text", "text": text})
        for number, (name, arguments) in enumerate(made):
            called = {
                "id": f"toolu_{len(asked.results)}_{number}",
                "name": name,
                "input": json.loads(arguments),
            }
            content.append({"type": "tool_use", **called})
        stop = "tool_use"
    elif asked.form == "tool" and text.startswith("{"):
        content.append({"type": "tool_use", "id": "toolu_1", "name": asked.tool, "input": json.loads(text)})
        stop = "tool_use"
    elif not says.is_null:
        content.append({"type": "text", "text": text})
    tokens_in, tokens_out = counted(asked, says, text)
    usage: Json = {
        "input_tokens": 0 if says.without_usage else tokens_in,
        "output_tokens": 0 if says.without_usage else tokens_out,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "service_tier": "standard",
    }
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
    }


def streamed(message: Json) -> bytes:
    """Return the same answer as server-sent events."""
    events: list[Json] = [
        {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(message["content"]):
        start, deltas = _pieces(block)
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": stop, "usage": message["usage"]})
    events.append({"type": "message_stop"})
    return b"".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events)


def _pieces(block: Json) -> tuple[Json, list[Json]]:
    match block["type"]:
        case "text":
            lines = block["text"].splitlines(keepends=True) or [""]
            return {"type": "text", "text": ""}, [{"type": "text_delta", "text": line} for line in lines]
        case "thinking":
            return {"type": "thinking", "thinking": "", "signature": ""}, [
                {"type": "thinking_delta", "thinking": block["thinking"]},
                {"type": "signature_delta", "signature": block["signature"]},
            ]
        case _:
            partial = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            return block | {"input": {}}, [partial]


def failed(fails: Fails) -> Json:
    """Return an error's body."""
    kind = fails.code or ERROR_TYPES.get(fails.status, "api_error")
    message = fails.message or f"Scripted error {fails.status}."
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}


def listed(models: list[str]) -> Json:
    """Return the body of `GET /v1/models`."""
    data = [
        {"type": "model", "id": model, "display_name": model, "created_at": "2026-01-01T00:00:00Z"}
        for model in models
    ]
    return {"data": data, "has_more": False, "first_id": models[0], "last_id": models[-1]}
