"""OpenAI's chat completions, and the variants of OpenRouter, Ollama and compatible servers.

Sources: platform.openai.com/docs/api-reference/chat/create and /docs/guides/structured-outputs,
openrouter.ai/docs/api-reference/overview, github.com/ollama/ollama/blob/main/docs/openai.md.
"""

import re
from typing import Any, cast

from tests.testbed.models.asked import (
    Asked,
    Form,
    Json,
    Wire,
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

KNOWN_NAMES = """
model messages temperature top_p n stream stream_options stop max_tokens max_completion_tokens
presence_penalty frequency_penalty logit_bias logprobs top_logprobs user response_format seed tools
tool_choice parallel_tool_calls reasoning_effort metadata store service_tier modalities audio prediction
verbosity web_search_options prompt_cache_key safety_identifier
"""
KNOWN = frozenset(KNOWN_NAMES.split())
OPENROUTER_KNOWN = KNOWN | {
    "reasoning",
    "provider",
    "models",
    "usage",
    "plugins",
    "transforms",
    "top_k",
    "min_p",
}
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")
REASONING = re.compile(r"(o\d|gpt-5)")
"""OpenAI's models that take neither `max_tokens` nor a temperature."""

CODES = {
    401: ("invalid_request_error", "invalid_api_key"),
    402: ("insufficient_quota", "402"),
    403: ("invalid_request_error", "unsupported_country_region_territory"),
    404: ("invalid_request_error", "model_not_found"),
    429: ("requests", "rate_limit_exceeded"),
}


def key_of(headers: dict[str, str]) -> str | None:
    """Return the key as this wire carries it; None when there is none."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    return key if scheme == "Bearer" and key else None


def read(wire: Wire, body: Json) -> Asked:
    """Check the request and return it; raises `RefusedError` with the real API's message."""
    if wire in ("openai", "openrouter"):
        known = KNOWN if wire == "openai" else OPENROUTER_KNOWN
        only(body, known, "Unrecognized request argument supplied: {name}")
    model: object = body.get("model")
    if not isinstance(model, str) or not model:
        raise refuse("you must provide a model parameter")
    system, turns, results = _messages(body)
    complaint = "Invalid '{name}': {value}. Expected a value between {lowest} and {highest}."
    temperature = within(body, "temperature", 0, 2, complaint)
    limit = "max_tokens" if "max_tokens" in body else "max_completion_tokens"
    max_tokens = within(body, limit, 1, 10**7, complaint)
    if wire == "openai" and REASONING.match(model):
        _check_reasoning_model(body)
    effort: Any = body.get("reasoning_effort") or body.get("reasoning")
    if "reasoning_effort" in body and effort not in EFFORTS:
        raise refuse(f"Invalid value: '{effort}'. Supported values are: {', '.join(EFFORTS)}.")
    tools = check_tools([str(each.get("function", {}).get("name", "")) for each in body.get("tools", [])])
    form, schema, tool = (
        ("text", None, "") if tools else _form(wire, body, system + " ".join(text for _, text in turns))
    )
    return Asked(
        wire=wire,
        model=model,
        system=system,
        turns=tuple(turns),
        form=form,
        schema=schema,
        tool=tool,
        tools=tools,
        may_call=bool(tools) and body.get("tool_choice", "auto") != "none",
        results=tuple(results),
        temperature=temperature,
        max_tokens=int(max_tokens) if max_tokens is not None else None,
        thinking=effort,
        stream=bool(body.get("stream")),
        body=body,
    )


def _messages(body: Json) -> tuple[str, list[tuple[str, str]], list[str]]:
    system: list[str] = []
    turns: list[tuple[str, str]] = []
    results: list[str] = []
    open_calls: list[str] = []
    for index, item in enumerate(as_list(body.get("messages"), "Invalid 'messages': empty array.")):
        message = as_object(item, f"Invalid type for 'messages[{index}]'.")
        role = message.get("role")
        calls = [str(call["id"]) for call in message.get("tool_calls") or ()]
        text = "" if calls and message.get("content") is None else _text(message.get("content"), index)
        if open_calls and role != "tool":
            raise refuse(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
                f"'tool_call_id'. The following had no response messages: {', '.join(open_calls)}"
            )
        match role:
            case "tool":
                if message.get("tool_call_id") not in open_calls:
                    raise refuse(
                        "messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
                    )
                open_calls.remove(message["tool_call_id"])
                results.append(text)
                continue
            case "assistant" if calls:
                if "tools" not in body:
                    raise refuse("'tools' is required when messages hold tool calls.")
                open_calls = calls
                continue
            case "system" | "developer":
                system.append(text)
            case "user":
                turns.append(("user", text))
            case "assistant":
                turns.append(("model", text))
            case other:
                raise refuse(
                    f"Invalid value: '{other}'. Supported values are: 'system', 'assistant', 'user', …."
                )
    # # The real API accepts turns in any order; ours must always be in order.
    check_turns(turns, "messages[{index}] is empty.", "messages[{index}] is out of turn.")
    return "\n".join(system), turns, results


def _text(content: object, index: int) -> str:
    if isinstance(content, str):
        return content
    parts = as_list(content, f"Invalid type for 'messages[{index}].content': expected a string or parts.")
    return "\n".join(str(as_object(part, "Invalid part.").get("text", "")) for part in parts)


def _check_reasoning_model(body: Json) -> None:
    if "max_tokens" in body:
        raise refuse(
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            code="unsupported_parameter",
        )
    if body.get("temperature", 1) != 1:
        raise refuse(
            "Unsupported value: 'temperature' does not support this value with this model. "
            "Only the default (1) value is supported.",
            code="unsupported_value",
        )


def _form(wire: Wire, body: Json, words: str) -> tuple[Form, Json | None, str]:
    if "tools" in body:
        tool = as_object(as_list(body["tools"], "Invalid 'tools': empty array.")[0], "Invalid tool.")
        function = as_object(tool.get("function"), "Missing required parameter: 'tools[0].function'.")
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(function.get("name", ""))):
            raise refuse("Invalid 'tools[0].function.name'.")
        schema = as_object(function.get("parameters"), "Invalid schema for function.")
        if function.get("strict") and wire == "openai":
            _check_strict(schema, ())
        return "tool", schema, str(function["name"])
    if "response_format" not in body:
        return "text", None, ""
    form = as_object(body["response_format"], "Invalid type for 'response_format'.")
    match form.get("type"):
        case "text":
            return "text", None, ""
        case "json_object":
            if "json" not in words.lower():
                raise refuse(
                    "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
                    "'json_object'."
                )
            return "json", None, ""
        case "json_schema":
            described = as_object(form.get("json_schema"), "Missing 'response_format.json_schema'.")
            if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", str(described.get("name", ""))):
                raise refuse("Missing required parameter: 'response_format.json_schema.name'.")
            schema = as_object(described.get("schema"), "Missing 'response_format.json_schema.schema'.")
            if described.get("strict") and wire == "openai":
                _check_strict(schema, ())
            return "schema", schema, ""
        case other:
            raise refuse(f"Invalid value: '{other}' for 'response_format.type'.")


def _check_strict(schema: Any, path: tuple[str, ...]) -> None:
    """Check the rules of strict mode: every object closed, every property required."""
    if not isinstance(schema, dict):
        return
    node = cast(Json, schema)
    if node.get("type") == "object":
        if node.get("additionalProperties") is not False:
            raise refuse(
                f"Invalid schema for response_format 'reply': In context={path}, 'additionalProperties' is "
                "required to be supplied and to be false."
            )
        if set(node.get("properties", {})) != set(node.get("required", [])):
            raise refuse(
                f"Invalid schema for response_format 'reply': In context={path}, 'required' is required to "
                "be supplied and to be an array including every key in properties."
            )
    for name, part in node.get("properties", {}).items():
        _check_strict(part, (*path, "properties", name))
    _check_strict(node.get("items"), (*path, "items"))


def said(asked: Asked, says: Says, text: str) -> Json:
    """Return the answer's body."""
    message: Json = {"role": "assistant", "content": None if says.is_null or says.refusal else text}
    finish: str = says.finish
    if asked.form == "tool" and text.startswith("{") and not says.refusal:
        call = {"id": "call_1", "type": "function", "function": {"name": asked.tool, "arguments": text}}
        message |= {"content": None, "tool_calls": [call]}
        finish = "tool_calls" if finish == "stop" else finish
    if asked.wire in ("openai", "compatible"):
        message["refusal"] = says.refusal
    elif says.refusal:
        finish = "content_filter"
    if says.reasoning:
        message["reasoning" if asked.wire in ("openrouter", "ollama") else "reasoning_content"] = (
            says.reasoning
        )
    if says.reasoning and says.calls and asked.wire == "openrouter":
        # # docs: openrouter.ai, reasoning tokens: returned unchanged with the results of tools.
        signed = {
            "format": "anthropic-claude-v1",
            "index": 0,
            "signature": "c2lnbmVkIGRldGFpbHM=",
            "id": None,
        }
        message["reasoning_details"] = [{"type": "reasoning.text", "text": says.reasoning, **signed}]
    if made := calls_of(asked, says):
        calls = [
            {
                "id": f"call_{len(asked.results)}_{number}",
                "type": "function",
                "function": {"name": name, "arguments": arguments},
            }
            for number, (name, arguments) in enumerate(made)
        ]
        message |= {"content": text or None, "tool_calls": calls}
        finish = "tool_calls"
    choice: Json = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
    body: Json = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": asked.model,
        "choices": [choice],
    }
    if asked.wire == "openrouter":
        body |= {"id": "gen-1", "provider": "Local"}
        choice["native_finish_reason"] = finish
    if not says.without_usage:
        body["usage"] = _usage(asked, says, text)
    return body


def _usage(asked: Asked, says: Says, text: str) -> Json:
    tokens_in, tokens_out = counted(asked, says, text)
    usage: Json = {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }
    if asked.wire == "openrouter":
        usage |= {"cost": says.cost if says.cost is not None else 0.000_01 * tokens_out, "is_byok": False}
    return usage


def counted(asked: Asked, says: Says, text: str) -> tuple[int, int]:
    """Return tokens in and out: as scripted, or a quarter of the characters."""
    read_in = len(asked.system) + sum(len(turn) for _, turn in asked.turns)
    written = len(text) + len(says.reasoning)
    return (
        says.tokens_in if says.tokens_in is not None else max(1, read_in // 4),
        says.tokens_out if says.tokens_out is not None else max(1, written // 4),
    )


def failed(wire: Wire, fails: Fails) -> Json:
    """Return an error's body."""
    message = fails.message or f"Scripted error {fails.status}."
    if wire == "openrouter":
        return {"error": {"code": fails.status, "message": message}, "user_id": "user_1"}
    kind, code = CODES.get(
        fails.status, ("server_error" if fails.status >= 500 else "invalid_request_error", None)
    )
    return {"error": {"message": message, "type": kind, "param": None, "code": fails.code or code}}


def listed(models: list[str]) -> Json:
    """Return the body of `GET /models`."""
    data = [
        {"id": model, "object": "model", "created": 1_790_000_000, "owned_by": "local"} for model in models
    ]
    return {"object": "list", "data": data}
