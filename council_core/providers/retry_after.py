"""Read from a refusal how many seconds the provider asks us to wait."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2


def asked_wait(response: httpx2.Response) -> float | None:
    """Return the wait that the provider asks for; None when it asks for none, or in an undocumented form.

    The order is `retry-after-ms` (OpenAI, Anthropic), `Retry-After` as seconds or a date (RFC 9110, 10.2.3), and
    `google.rpc.RetryInfo` in the body, where Google puts it.
    """
    headers = response.headers
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    if (value := headers.get("retry-after")) is not None:
        return _number(value) if _number(value) is not None else _until(value)
    return _retry_info(response.content)


def _number(value: str | None) -> float | None:
    return float(value) if value is not None and re.fullmatch(r"\d{1,9}(\.\d+)?", value.strip()) else None


def _until(value: str) -> float | None:
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _retry_info(body: bytes) -> float | None:
    found = re.search(rb'"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d+)?)s"', body)
    return float(found[1]) if found else None
