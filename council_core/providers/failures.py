"""Explain exceptions from providers' SDKs as failures, in sentences for people, with the wait that they ask for."""

import json
import logging
from collections.abc import Iterator
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
from council_core.providers.endpoint import Endpoint
from council_core.providers.transport import LARGEST_REPLY, ReplyTooLarge
from council_core.providers.tries import Tries
from council_core.providers.wording import message_of, quoted, seconds, timed_out

logger = logging.getLogger(__name__)


def failure_of(error: Exception, endpoint: Endpoint, model: str, tries: Tries, *, latency: float) -> Failure:
    """Return the failure that this exception means.

    Args:
        error: Exception from pydantic-ai or an SDK; its causes are examined too.
        endpoint: The provider that was asked.
        model: The model's name there.
        tries: Tries of the call up to then.
        latency: Seconds since the call began.
    """
    reason, detail = _explained(error, endpoint, model, tries, latency)
    return Failure(reason=reason, detail=detail, latency=latency)


def _explained(
    error: Exception, endpoint: Endpoint, model: str, tries: Tries, latency: float
) -> tuple[AbstentionReason, str]:
    if tries.redirected_to is not None:
        return "unreachable", _redirect(tries.redirected_to, endpoint, tries.status)
    who = endpoint.title
    said = quoted(message_of(error.body), endpoint) if isinstance(error, ModelHTTPError) else ""
    status = error.status_code if isinstance(error, ModelHTTPError) else None
    often = f" {tries.count} times" if tries.count > 1 else ""
    match error:
        case ModelRequestTimeout() | ModelTimeoutError(phase="read" | "write"):
            return "timed_out", timed_out(endpoint, latency=latency).detail
        case ModelRateLimitError():
            return "rate_limited", f"{who}'s rate limit was reached{often}{said}. {_what_next(tries)}"
        case ModelQuotaExceededError():
            return "no_credit", f"The account at {who} has no credit or quota left{said}. Top it up."
        case ModelUnavailableError() | ModelServerError():
            return (
                "unavailable",
                f"{who} had an error of its own ({status}){often}{said}. {_what_next(tries)}",
            )
        case ModelContextWindowExceededError():
            return (
                "bad_request",
                f"The question is longer than '{model}' can read; shorten it or choose another.",
            )
        case ModelNotFoundError():
            return (
                "unknown_model",
                f"{who} does not serve a model '{model}'{said}. Check its name in the roster.",
            )
        case ModelAuthenticationError() if status == 403:
            return (
                "unauthorized",
                f"{who} does not let this key use '{model}'{said}. Check the account's rights.",
            )
        case ModelAuthenticationError():
            return "unauthorized", f"{who} did not accept the key{said}. Check {endpoint.key_variable}."
        case ModelRequestRejectedError() if status == 403:
            return "refused", f"{who} blocked the question{said}."
        case ModelRequestRejectedError():
            return "bad_request", f"{who} rejected the request{said}. Check the member's settings."
        case ContentFilterError():
            return "refused", f"{who}'s content filter stopped the answer."
        case UserError():
            return "bad_request", f"'{model}' cannot be asked in this way{quoted(error.message, endpoint)}."
        case ModelHTTPError() if error.status_code < 500:
            return (
                "bad_request",
                f"{who} answered with status {status}{said}. Check {endpoint.base_url_variable}.",
            )
        case ModelHTTPError():
            return "unavailable", f"{who} answered with status {status}{said}."
        case _:
            return _unspoken(error, endpoint, tries)


def _redirect(location: str, endpoint: Endpoint, status: int | None) -> str:
    """Say to which host the provider's address redirects. Redirects are not followed, since the key would go there
    too."""
    asked = urlsplit(endpoint.base_url).netloc.rpartition("@")[2]
    to = urlsplit(urljoin(endpoint.base_url, location)).netloc.rpartition("@")[2]
    where = f"to {to}" if to != asked else "to another path"
    detail = (
        f"The address of {endpoint.title}, {asked}, redirects {where} (status {status}). "
        f"Set {endpoint.base_url_variable} to the address where the provider answers."
    )
    # Failed calls are logged by their reason alone, but only the host tells the operator what to correct.
    logger.warning("%s", detail)
    return detail


def _what_next(tries: Tries) -> str:
    if tries.too_long is None:
        return "Ask again later, or choose another model."
    return f"It asks to wait {seconds(tries.too_long)}, longer than this call had left. Ask again after that."


def _unspoken(error: Exception, endpoint: Endpoint, tries: Tries) -> tuple[AbstentionReason, str]:
    """Explain failures for which the provider sent no text: of the connection, or of the reply's form."""
    who, host = endpoint.title, urlsplit(endpoint.base_url).netloc.rpartition("@")[2]
    for cause in _causes(error):
        match cause:
            case httpx2.ConnectError() | httpx2.ConnectTimeout() | httpx2.ProxyError():
                return (
                    "unreachable",
                    f"No connection to {who} at {host}. Check the network, or {endpoint.base_url_variable}.",
                )
            case ReplyTooLarge():
                return "bad_reply", f"{who} sent more than {LARGEST_REPLY // 1024**2} MB; that is no answer."
            case httpx2.DecodingError() | UnicodeDecodeError():
                return (
                    "bad_reply",
                    f"{who}'s reply could not be read: it is not in the encoding that it claims.",
                )
            case json.JSONDecodeError():
                return "bad_reply", f"{who}'s reply could not be read: it is not the JSON that was expected."
            case httpx2.TransportError():
                return "unreachable", f"The connection to {who} broke off {_times(tries)}. Ask again."
            case _:
                pass
    if tries.status is None or isinstance(error, ModelConnectionError):
        return "unreachable", f"The connection to {who} failed. Ask again."
    return "bad_reply", f"{who}'s reply could not be read: it is not shaped as its documentation says."


def _times(tries: Tries) -> str:
    return "twice" if tries.was_repeated else "before the answer was complete"


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__
