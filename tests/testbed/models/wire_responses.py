"""OpenAI's responses: reasoning, calls and text are items, and a request takes them back as they came.

Sources: platform.openai.com/docs/api-reference/responses/create, /docs/api-reference/responses-streaming and
/docs/guides/reasoning#encrypted-reasoning-items.
"""

import json
import re
from hashlib import sha256
from typing import Any

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
from tests.testbed.models.scripts import Says
from tests.testbed.models.wire_openai import REASONING, counted

KNOWN_NAMES = """
model input instructions include max_output_tokens parallel_tool_calls reasoning store stream temperature text
tool_choice tools top_p truncation user metadata previous_response_id conversation prompt_cache_key
safety_identifier service_tier background
"""
KNOWN = frozenset(KNOWN_NAMES.split())
ENCRYPTED = "reasoning.encrypted_content"


def sealed(model: str, number: int) -> str:
    """Return the encrypted thoughts before so many results of tools."""
    return f"gAAAA{sha256(f'{model} {number}'.encode()).hexdigest()}=="


def read(body: Json) -> Asked:
    """Check the request and return it; raises `RefusedError` with the real API's message."""
    only(body, KNOWN, "Unknown parameter: '{name}'.")
    model: object = body.get("model")
    if not isinstance(model, str) or not model:
        raise refuse("Missing required parameter: 'model'.")
    if ENCRYPTED in body.get("include", ()) and body.get("store", True):
        raise refuse("Encrypted content is not available for stored responses.")
    if REASONING.match(model) and "temperature" in body:
        raise refuse("Unsupported parameter: 'temperature' is not supported with this model.")
    complaint = "Invalid '{name}': {value}. Expected a value between {lowest} and {highest}."
    max_tokens = within(body, "max_output_tokens", 16, 10**7, complaint)
    turns, results = _items(model, body)
    reasoning: Json = body.get("reasoning") or {}
    tools = check_tools([str(each.get("name", "")) for each in body.get("tools", [])])
    form, schema = _form(body)
    return Asked(
        wire="openai",
        model=model,
        system=str(body.get("instructions", "")),
        turns=tuple(turns),
        form=form,
        schema=schema,
        tools=tools,
        may_call=bool(tools) and body.get("tool_choice", "auto") != "none",
        results=tuple(results),
        temperature=within(body, "temperature", 0, 2, complaint),
        max_tokens=int(max_tokens) if max_tokens is not None else None,
        thinking=reasoning.get("effort"),
        stream=bool(body.get("stream")),
        body=body,
    )


def _form(body: Json) -> tuple[Form, Json | None]:
    wanted: Json = body.get("text") or {}
    form: Json = wanted.get("format") or {"type": "text"}
    match form["type"]:
        case "json_schema":
            return "schema", as_object(form.get("schema"), "Missing 'text.format.schema'.")
        case "json_object":
            return "json", None
        case _:
            return "text", None


def _items(model: str, body: Json) -> tuple[list[tuple[str, str]], list[str]]:
    turns: list[tuple[str, str]] = []
    results: list[str] = []
    open_calls: list[str] = []
    reasoning = ""
    items = as_list(body.get("input"), "Missing required parameter: 'input'.")
    for index, each in enumerate(items):
        item = as_object(each, f"Invalid type for 'input[{index}]'.")
        match item.get("type", "message"):
            case "reasoning":
                _check_reasoning(model, item, len(results))
                reasoning = item["id"]
            case "function_call":
                if str(item.get("id", "")).startswith("fc_") and reasoning == "" and REASONING.match(model):
                    raise refuse(
                        f"Item '{item['id']}' of type 'function_call' was provided without its required 'reasoning' "
                        "item."
                    )
                open_calls.append(item["call_id"])
            case "function_call_output":
                if item.get("call_id") not in open_calls:
                    raise refuse(
                        f"No tool call found for function call output with call_id {item.get('call_id')}."
                    )
                open_calls.remove(item["call_id"])
                results.append(_text(item.get("output")))
                reasoning = ""
            case "message" if item.get("role") == "assistant" and _is_call(items[index + 1 :]):
                continue  # Words beside a call.
            case "message":
                turns.append(("user" if item.get("role") == "user" else "model", _text(item.get("content"))))
            case other:
                raise refuse(f"Invalid value: '{other}' for 'input[{index}].type'.")
    if open_calls:
        raise refuse(f"No tool output found for function call {open_calls[0]}.")
    check_turns(turns, "input[{index}] is empty.", "input[{index}] is out of turn.")
    return turns, results


def _is_call(rest: list[Any]) -> bool:
    return bool(rest) and as_object(rest[0], "Invalid item.").get("type") == "function_call"


def _check_reasoning(model: str, item: Json, number: int) -> None:
    if item.get("encrypted_content") != sealed(model, number):
        raise refuse(
            f"The encrypted content for item {item.get('id')} could not be verified. Reason: Encrypted content could "
            "not be decrypted or parsed.",
            code="invalid_encrypted_content",
        )
    if item.get("id") != f"rs_{number}":
        raise refuse(f"Item with id '{item.get('id')}' not found.", 404)


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = as_list(content, "Invalid type: expected a string or parts.")
    return "\n".join(str(as_object(part, "Invalid part.").get("text", "")) for part in parts)


def said(asked: Asked, says: Says, text: str) -> Json:
    """Return the answer's body."""
    number, items = len(asked.results), list[Json]()
    if REASONING.match(asked.model):
        summary = [{"type": "summary_text", "text": says.reasoning}] if says.reasoning else []
        thoughts: Json = {"type": "reasoning", "id": f"rs_{number}", "summary": summary}
        if ENCRYPTED in asked.body.get("include", ()):
            thoughts["encrypted_content"] = sealed(asked.model, number)
        items.append(thoughts)
    content: list[Json] = []
    if says.refusal:
        content.append({"type": "refusal", "refusal": says.refusal})
    elif text and not says.is_null:
        content.append({"type": "output_text", "text": text, "annotations": []})
    if content:
        message = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed"}
        items.append({**message, "content": content})
    if made := calls_of(asked, says):
        items += [
            {
                "type": "function_call",
                "id": f"fc_{number}_{each}",
                "call_id": f"call_{number}_{each}",
                "name": name,
                "arguments": arguments,
                "status": "completed",
            }
            for each, (name, arguments) in enumerate(made)
        ]
    why = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(says.finish)
    tokens_in, tokens_out = counted(asked, says, text)
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1_790_000_000,
        "status": "incomplete" if why else "completed",
        "incomplete_details": {"reason": why} if why else None,
        "error": None,
        "model": asked.model,
        "output": items,
        "parallel_tool_calls": True,
        "store": asked.body.get("store", True),
        "tool_choice": asked.body.get("tool_choice", "auto"),
        "tools": asked.body.get("tools", []),
        "usage": {
            "input_tokens": tokens_in,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": tokens_out,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": tokens_in + tokens_out,
        },
    }


def streamed(body: Json) -> bytes:
    """Return a response as events, its text a line at a time."""
    begun: Json = {**body, "status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
    events: list[Json] = [{"type": "response.created", "response": begun}]
    for index, item in enumerate(body["output"]):
        empty: Json = {**item, "content": []} if item["type"] == "message" else item
        events.append({"type": "response.output_item.added", "output_index": index, "item": empty})
        for number, part in enumerate(item.get("content", ())):
            events += _text_events(item["id"], index, number, part)
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    events.append({"type": f"response.{body['status']}", "response": body})
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps({**event, 'sequence_number': number})}\n\n".encode()
        for number, event in enumerate(events)
    )


def _text_events(item: str, index: int, number: int, part: Any) -> list[Json]:
    if part["type"] != "output_text":
        return []
    place = {"item_id": item, "output_index": index, "content_index": number}
    lines = re.findall(r"[^\n]*\n|[^\n]+", part["text"])
    return [
        {"type": "response.content_part.added", **place, "part": {**part, "text": ""}},
        *({"type": "response.output_text.delta", **place, "delta": line, "logprobs": []} for line in lines),
        {"type": "response.output_text.done", **place, "text": part["text"], "logprobs": []},
        {"type": "response.content_part.done", **place, "part": part},
    ]
