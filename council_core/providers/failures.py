"""Explain exceptions from providers' SDKs as failures: the exact fault, and the facts of its sentence, among them the
provider's own words."""

import json
import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from urllib.parse import urljoin, urlsplit

import httpx2
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    UserError,
)

from council_core.domain.answer import AbstentionReason, Failure
from council_core.domain.title import cut
from council_core.errors import CallFault
from council_core.providers.endpoint import Endpoint
from council_core.providers.transport import LARGEST_REPLY, ReplyTooLarge, Tries

logger = logging.getLogger(__name__)

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
    return cut(line, LONGEST_QUOTE)


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


def failure_of(error: Exception, endpoint: Endpoint, model: str, tries: Tries, *, latency: float) -> Failure:
    """Return the failure that this exception means.

    Args:
        error: Exception from pydantic-ai or an SDK; its causes are examined too.
        endpoint: The provider that was asked.
        model: The model's name there.
        tries: Tries of the call up to then.
        latency: Seconds since the call began.
    """
    reason, fault = _explained(error, tries)
    facts = {
        "provider": endpoint.title,
        "model": model,
        "host": _host(endpoint.base_url),
        "variable": endpoint.base_url_variable,
        "times": str(tries.count),
        "seconds": str(latency),
    }
    if isinstance(error, ModelHTTPError):
        facts |= {"status": str(error.status_code), "said": quotable(message_of(error.body), endpoint)}
    if isinstance(error, UserError):
        facts["said"] = quotable(error.message, endpoint)
    if tries.too_long is not None:
        facts["wait"] = str(tries.too_long)
    if fault == "bad_key":
        facts["variable"] = endpoint.key_variable
    if fault == "reply_too_large":
        facts["megabytes"] = str(LARGEST_REPLY // 1024**2)
    if tries.redirected_to is not None:
        to = _host(urljoin(endpoint.base_url, tries.redirected_to))
        fault = "redirects" if to != facts["host"] else "redirects_within"
        facts |= {"asked": facts["host"], "host": to, "status": str(tries.status)}
        # Failed calls are logged by their reason alone, but only the host tells the operator what to correct.
        logger.warning("%(provider)s at %(asked)s redirects to %(host)s (status %(status)s)", facts)
    given = {name: fact for name, fact in facts.items() if fact}
    return Failure(reason=reason, fault=fault, facts=given, latency=latency)


def _host(url: str) -> str:
    """Return the host of an address, without a name and password before it."""
    return urlsplit(url).netloc.rpartition("@")[2]


BY_STATUS: Mapping[int, tuple[AbstentionReason, CallFault]] = {
    400: ("bad_request", "rejected"),
    401: ("unauthorized", "bad_key"),
    403: ("unauthorized", "no_right"),
    404: ("unknown_model", "unknown_model"),
    422: ("bad_request", "rejected"),
    429: ("rate_limited", "rate_limit"),
}
"""Meaning of a status of which pydantic-ai's model says no more, as a model of our own does not."""


def _explained(error: Exception, tries: Tries) -> tuple[AbstentionReason, CallFault]:
    if tries.redirected_to is not None:
        return "unreachable", "redirects"
    status = error.status_code if isinstance(error, ModelHTTPError) else None
    match error:
        case ModelRequestTimeout() | ModelTimeoutError(phase="read" | "write"):
            return "timed_out", "no_answer_in_time"
        case ModelRateLimitError():
            return "rate_limited", "rate_limit"
        case ModelQuotaExceededError():
            return "no_credit", "no_credit"
        case ModelUnavailableError() | ModelServerError():
            return "unavailable", "server_error"
        case ModelContextWindowExceededError():
            return "bad_request", "too_long"
        case ModelNotFoundError():
            return "unknown_model", "unknown_model"
        case ModelAuthenticationError():
            return "unauthorized", "no_right" if status == 403 else "bad_key"
        case ModelRequestRejectedError() if status == 403:
            return "refused", "blocked"
        case ModelRequestRejectedError():
            return "bad_request", "rejected"
        case ContentFilterError():
            return "refused", "filtered"
        case UserError():
            return "bad_request", "cannot_ask"
        case ModelHTTPError():
            if error.status_code >= 500:
                return "unavailable", "server_error"
            return BY_STATUS.get(error.status_code, ("bad_request", "bad_status"))
        case _:
            return _unspoken(error, tries)


def _unspoken(error: Exception, tries: Tries) -> tuple[AbstentionReason, CallFault]:
    """Explain failures for which the provider sent no text: of the connection, or of the reply's form."""
    for cause in _causes(error):
        match cause:
            case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.ProxyError():
                return "unreachable", "no_connection"
            case ReplyTooLarge():
                return "bad_reply", "reply_too_large"
            case httpx2.DecodingError() | UnicodeDecodeError():
                return "bad_reply", "bad_encoding"
            case json.JSONDecodeError():
                return "bad_reply", "bad_json"
            case httpx2.TransportError():
                return "unreachable", "broke_off"
            case _:
                pass
    if tries.status is None or isinstance(error, ModelConnectionError):
        return "unreachable", "connection_failed"
    return "bad_reply", "bad_shape"


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__
