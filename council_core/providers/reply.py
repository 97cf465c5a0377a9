"""Turn a provider's response into a reply with its usage and cost, without the model's thoughts, or into a failure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, ToolCallPart

from council_core.domain.answer import AbstentionReason, Failure, FinishReason, Reply, Usage
from council_core.domain.tool import ToolCall, Wants
from council_core.domain.writable import writable
from council_core.errors import CallFault
from council_core.providers.endpoint import Endpoint
from council_core.providers.failures import quotable
from council_core.providers.ladder import NAME

LONGEST_REASONING = 200_000
"""Most characters of thoughts, about 50,000 tokens. Longer thoughts are a loop and are not stored."""

_CODE = r"(?P<code>^(?:```|~~~).*?(?:^(?:```|~~~)[ \t]*$|\Z)|`[^`\n]+`)"
_TAG = r"(?:think|thinking|thought|thoughts|reasoning|reflection)>"
_MARK = re.compile(
    rf"{_CODE}|^[ \t]*(?P<opens><{_TAG})|(?P<closes>^[ \t]*</{_TAG}|</{_TAG}[ \t]*$)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_CLOSE = re.compile(rf"</{_TAG}[ \t]*\n?", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")
"""Start of the answer in OpenAI's harmony format, which some hosts pass on unparsed."""

_TOKEN = re.compile(
    r"<\|im_start\|>assistant\b"  # ChatML
    r"|<\|[a-z][\w\-]{0,39}\|>"  # <|im_end|>, <|eot_id|>, <|endoftext|>
    r"|<｜[^｜<>\n]{1,40}｜>"  # DeepSeek, full-width bars
    r"|<(?:start_of_turn>model\b|end_of_turn>|bos>|eos>)"  # Gemma and others
    r"|\[/?INST\]|</?s>"  # Llama 2 and Mistral
)
_TOKENS_ALONE = re.compile(
    rf"{_CODE}|^[ \t]*(?:{_TOKEN.pattern})(?:[ \t]*(?:{_TOKEN.pattern}))*[ \t]*$\n?", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A model's text, sorted."""

    text: str
    reasoning: str


def sort_out(text: str, reasoning: str = "") -> Prose:
    """Separate thoughts and template marks from a text, in time linear in its length.

    Args:
        text: The model's text, maybe with `<think>` in it: closed, never closed, or closed and never opened, because
            some templates open it in the prompt.
        reasoning: Thoughts that the provider separated by itself.
    """
    thoughts = [writable(reasoning[:LONGEST_REASONING])]
    text = _without_thoughts(writable(text), thoughts)
    text = _without_tokens_around(_TOKENS_ALONE.sub(lambda match: match["code"] or "", text))
    said = [thought.strip() for thought in thoughts if thought.strip()]
    return Prose(text=text.strip(), reasoning="\n\n".join(said)[:LONGEST_REASONING])


def _without_thoughts(text: str, thoughts: list[str]) -> str:
    if finals := list(_FINAL_CHANNEL.finditer(text)):
        thoughts.append(re.sub(r"<\|[^|<>]+\|>", "\n", text[: finals[-1].start()]))
        text = text[finals[-1].end() :]
    kept: list[str] = []
    start = at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark["opens"]:
            closed = _CLOSE.search(text, at)
            before = "".join([*kept, text[start : mark.start()]])
            if closed is None and before.strip():
                # An unclosed tag in the middle of an answer is more likely a word than a thought.
                break
            kept = [before]
            thoughts.append(text[at : closed.start() if closed else len(text)])
            start = at = closed.end() if closed else len(text)
        elif mark["closes"]:
            thoughts.append("".join([*kept, text[start : mark.start()]]))
            kept, start = [], at
    return "".join([*kept, text[start:]])


def _without_tokens_around(text: str) -> str:
    start, end = 0, len(text)
    tokens = list(_TOKEN.finditer(text))
    for token in tokens:
        if text[start : token.start()].strip():
            break
        start = token.end()
    for token in reversed(tokens):
        if token.start() < start or text[token.end() : end].strip():
            break
        end = token.start()
    return text[start:end]


def reply_of(
    response: ModelResponse, endpoint: Endpoint, model: str, *, latency: float, may_call: bool = False
) -> Reply | Failure:
    """Return the model's reply, sorted; a Failure if it is empty or cut off by a filter.

    A text that a filter cut off counts as refused, because half of it may say something else than the whole.

    Args:
        response: The model's response.
        endpoint: Its provider.
        model: Its name there.
        latency: Seconds that the call took.
        may_call: Whether the model may call tools; calls are dropped otherwise.
    """
    usage = usage_of(response, endpoint, model)
    structured = _tool_arguments(response)
    prose = sort_out(structured if structured is not None else response.text or "", response.thinking or "")

    def fail(reason: AbstentionReason, fault: CallFault, **facts: str) -> Failure:
        given = {name: fact for name, fact in facts.items() if fact}
        return Failure(reason=reason, fault=fault, facts=given, latency=latency, usage=usage)

    if response.finish_reason == "content_filter":
        fault, said = _refusal(response)
        return fail("refused", fault, provider=endpoint.title, said=quotable(said, endpoint))
    if response.finish_reason == "error":
        return fail("unavailable", "broke_off_writing", provider=endpoint.title)
    wants = _wants(response) if may_call else None
    if not prose.text and wants is None:
        return fail("empty", _why_empty(response, prose))
    return Reply(
        text=prose.text,
        latency=latency,
        usage=usage,
        finish_reason=_finish_reason(response, is_structured=structured is not None),
        reasoning=prose.reasoning,
        wants=wants,
    )


def _wants(response: ModelResponse) -> Wants | None:
    """Return the tools that the model calls; None where it calls none."""
    calls = tuple(
        ToolCall(
            id=part.tool_call_id,
            name=part.tool_name,
            arguments=part.args if isinstance(part.args, str) else part.args_as_json_str(),
        )
        for part in response.parts
        if isinstance(part, ToolCallPart)
    )
    return (
        Wants(calls=calls, opaque=ModelMessagesTypeAdapter.dump_json([response]).decode()) if calls else None
    )


def _tool_arguments(response: ModelResponse) -> str | None:
    """Return the reply's JSON, if it came as a call of the tool that `ladder` offers."""
    for part in response.parts:
        if isinstance(part, ToolCallPart) and part.tool_name == NAME:
            return part.args_as_json_str()
    return None


def _finish_reason(response: ModelResponse, *, is_structured: bool) -> FinishReason:
    if is_structured and response.finish_reason == "tool_call":
        return "stop"
    return response.finish_reason or "unknown"


def _refusal(response: ModelResponse) -> tuple[CallFault, str]:
    """Return who refused, and in which words."""
    details: Mapping[str, Any] = response.provider_details or {}
    if said := details.get("refusal"):
        return "declined", str(said)
    if blocked := details.get("block_reason"):
        return "blocked", str(details.get("block_reason_message") or blocked)
    return "filtered_or_declined", ""


def _why_empty(response: ModelResponse, prose: Prose) -> CallFault:
    if response.finish_reason == "length":
        return "token_limit_of_thoughts" if prose.reasoning else "token_limit"
    return "only_thoughts" if prose.reasoning else "empty"


def usage_of(response: ModelResponse, endpoint: Endpoint, model: str) -> Usage:
    """Return the tokens and cost of one response.

    The cost is the provider's own figure where it names one (OpenRouter), else an estimate from the operator's prices
    or from the list that comes with pydantic-ai (genai-prices), else unknown.
    """
    used = response.usage
    cost, is_estimate = _named_cost(response, endpoint, model), False
    if cost is None and (used.input_tokens or used.output_tokens):
        own = endpoint.own_cost(model, tokens_in=used.input_tokens, tokens_out=used.output_tokens)
        cost = _estimate(response) if own is None else own
        is_estimate = cost is not None
    return Usage(
        tokens_in=used.input_tokens or None,
        tokens_out=used.output_tokens or None,
        cost=cost,
        cost_is_estimate=is_estimate,
    )


def _named_cost(response: ModelResponse, endpoint: Endpoint, model: str) -> Decimal | None:
    if endpoint.provider != "openrouter":
        return None
    details: Mapping[str, Any] = response.provider_details or {}
    cost = details.get("cost")
    if cost is None:
        # pydantic-ai drops a cost of zero, and the price list would replace it by that of the paid variant.
        return Decimal(0) if model.endswith(":free") else None
    total = Decimal(str(cost))
    if details.get("is_byok") and (upstream := details.get("upstream_inference_cost")) is not None:
        # With the operator's own key, OpenRouter's figure is only its fee.
        total += Decimal(str(upstream))
    return total


def _estimate(response: ModelResponse) -> Decimal | None:
    if not response.model_name or not _is_listed(
        response.model_name, response.provider_url, response.provider_name
    ):
        return None
    try:
        return response.cost().total_price
    except (LookupError, ValueError):
        return None


@lru_cache(maxsize=1000)
def _is_listed(model: str, url: str | None, provider: str | None) -> bool:
    """Tell whether the price list knows the model. The list caches models it knows, but searches everything for an
    unknown one: a tenth of the processor time of a call."""
    try:
        ModelResponse(parts=[], model_name=model, provider_url=url, provider_name=provider).cost()
    except LookupError:
        return False
    except ValueError:
        return True  # The model is listed, and never free.
    return True
