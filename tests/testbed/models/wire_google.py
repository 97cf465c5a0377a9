"""Gemini's generateContent.

Sources: ai.google.dev/api/generate-content, /gemini-api/docs/structured-output and
/gemini-api/docs/troubleshooting.
"""

import json
import re
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
from tests.testbed.models.scripts import Fails, Says
from tests.testbed.models.wire_openai import counted

KNOWN_NAMES = """
contents systemInstruction generationConfig tools toolConfig safetySettings cachedContent labels
"""
KNOWN = frozenset(KNOWN_NAMES.split())
CONFIG_KNOWN_NAMES = """
stopSequences responseMimeType responseSchema responseJsonSchema responseModalities candidateCount
maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs
thinkingConfig mediaResolution
"""
CONFIG_KNOWN = frozenset(CONFIG_KNOWN_NAMES.split())
STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    402: "FAILED_PRECONDITION",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
FINISHES = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "content_filter": "SAFETY",
    "error": "MALFORMED_FUNCTION_CALL",
}
SIGNATURE = "c2lnbmVkIHRob3VnaHQ="
"""Has to be returned with the call that it came with."""

UNKNOWN = 'Invalid JSON payload received. Unknown name "{name}": Cannot find field.'


def key_of(headers: dict[str, str]) -> str | None:
    return headers.get("x-goog-api-key") or None


def read(model: str, body: Json) -> Asked:
    """Check the request and return it; raises `RefusedError` with the real API's message."""
    body = _camel(body)
    only(body, KNOWN, UNKNOWN)
    config = _camel(body.get("generationConfig", {}))
    only(config, CONFIG_KNOWN, UNKNOWN.replace("field.", "field at 'generation_config'."))
    complaint = "Invalid value at 'generation_config.{name}': {value} is not between {lowest} and {highest}."
    temperature = within(config, "temperature", 0, 2, complaint)
    max_tokens = within(config, "maxOutputTokens", 1, 10**6, complaint)
    tools = check_tools([str(each["name"]) for each in _declared(body)])
    form, schema, tool = ("text", None, "") if tools else _form(body, config)
    turns, results = _turns(body)
    calling = _camel(_camel(body.get("toolConfig") or {}).get("functionCallingConfig") or {})
    return Asked(
        wire="google",
        model=model,
        system=_text(body.get("systemInstruction", {}).get("parts", [])),
        turns=tuple(turns),
        tools=tools,
        may_call=bool(tools) and calling.get("mode", "AUTO") != "NONE",
        results=tuple(results),
        form=form,
        schema=schema,
        tool=tool,
        temperature=temperature,
        max_tokens=int(max_tokens) if max_tokens is not None else None,
        thinking=config.get("thinkingConfig"),
        body=body,
    )


def _camel(fields: Json) -> Json:
    """Return the fields under their camel-case names: Protobuf's JSON takes `max_output_tokens` or
    `maxOutputTokens`."""
    return {
        re.sub(r"_([a-z])", lambda found: found[1].upper(), name): value for name, value in fields.items()
    }


def _text(parts: list[Any]) -> str:
    return "\n".join(str(part.get("text", "")) for part in parts)


def _declared(body: Json) -> list[Json]:
    return [
        declared
        for tool in body.get("tools") or ()
        for declared in _camel(tool).get("functionDeclarations", ())
    ]


def _turns(body: Json) -> tuple[list[tuple[str, str]], list[str]]:
    turns: list[tuple[str, str]] = []
    results: list[str] = []
    open_calls = 0
    for item in as_list(body.get("contents"), "* GenerateContentRequest.contents: contents is not specified"):
        content = as_object(item, UNKNOWN.format(name="contents"))
        if content.get("role", "user") not in ("user", "model"):
            raise refuse("Please use a valid role: user, model.")
        parts = [_camel(part) for part in content.get("parts", [])]
        returned = [part["functionResponse"] for part in parts if "functionResponse" in part]
        if len(returned) != open_calls:
            raise refuse(
                "Please ensure that the number of function response parts is equal to the number of function call "
                "parts of the function call turn."
            )
        open_calls = sum("functionCall" in part for part in parts)
        if returned or open_calls:
            results += [json.dumps(each["response"], ensure_ascii=False) for each in returned]
            continue
        turns.append((content.get("role", "user"), _text(content.get("parts", []))))
    empty = "* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty."
    check_turns(turns, empty, "Please ensure that multiturn requests alternate between user and model.")
    return turns, results


def _form(body: Json, config: Json) -> tuple[Form, Json | None, str]:
    if "tools" in body:
        tool = _camel(as_object(as_list(body["tools"], "Invalid tools.")[0], "Invalid tool."))
        declared = _camel(as_object(tool["functionDeclarations"][0], "Invalid function declaration."))
        schema = declared.get("parametersJsonSchema") or declared.get("parameters")
        return "tool", as_object(schema, "Invalid function declaration."), str(declared["name"])
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    mime = config.get("responseMimeType", "text/plain")
    if schema is not None:
        if mime != "application/json":
            raise refuse(
                "generation_config.response_mime_type must be application/json when a schema is given."
            )
        return "schema", as_object(schema, "Invalid schema."), ""
    return ("json" if mime == "application/json" else "text"), None, ""


def said(asked: Asked, says: Says, text: str) -> Json:
    """Return the answer's body."""
    tokens_in, tokens_out = counted(asked, says, text)
    body: Json = {"modelVersion": asked.model, "responseId": "response-1"}
    if not says.without_usage:
        body["usageMetadata"] = {
            "promptTokenCount": tokens_in,
            "candidatesTokenCount": tokens_out,
            "totalTokenCount": tokens_in + tokens_out,
        }
    if says.blocks_prompt:
        return body | {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
    parts: list[Json] = []
    if says.reasoning:
        parts.append({"text": says.reasoning, "thought": True})
    finish = FINISHES[says.finish]
    if says.refusal:
        finish = "SAFETY"
    elif made := calls_of(asked, says):
        parts += [{"functionCall": {"name": name, "args": json.loads(args)}} for name, args in made]
        parts[-1]["thoughtSignature"] = SIGNATURE
    elif asked.form == "tool" and text.startswith("{"):
        parts.append({"functionCall": {"name": asked.tool, "args": json.loads(text)}})
    elif not says.is_null:
        parts.append({"text": text})
    candidate: Json = {"finishReason": finish, "index": 0}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    return body | {"candidates": [candidate]}


def failed(fails: Fails) -> Json:
    """Return an error's body."""
    error: Json = {
        "code": fails.status,
        "message": fails.message or f"Scripted error {fails.status}.",
        "status": fails.code or STATUSES.get(fails.status, "UNKNOWN"),
    }
    if fails.retry_delay:
        kind = "type.googleapis.com/google.rpc.RetryInfo"
        error["details"] = [{"@type": kind, "retryDelay": fails.retry_delay}]
    return {"error": error}


def listed(models: list[str]) -> Json:
    """Return the body of `GET /v1beta/models`."""
    methods = ["generateContent", "countTokens"]
    return {
        "models": [{"name": f"models/{model}", "supportedGenerationMethods": methods} for model in models]
    }
