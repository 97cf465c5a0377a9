"""Every fault of a provider: the server's behaviour and its expected consequence."""

import gzip
from dataclasses import dataclass

from council_core.domain.answer import AbstentionReason
from tests.core.providers.asking import THREE, WIRES
from tests.testbed.models import Behaviour, Fails, Hangs, Resets, Says, Sends

ALL = tuple(WIRES)
SOON = {"retry-after-ms": "1"}
NO_CHOICES = b'{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []}'
STREAM_ERROR = b"""event: error
data: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}

"""
HTML = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault that the server shows on every try, and its consequence."""

    does: Behaviour
    reason: AbstentionReason
    says: str
    """A pattern that the sentence for people matches."""

    tries: int
    wires: tuple[str, ...] = THREE
    deadline: float = 20.0


FAULTS = {
    "hang": Fault(
        does=Hangs(),
        reason="timed_out",
        says=r"Nothing came within 1(\.\d)? seconds?; allow more time",
        tries=1,
        deadline=1.0,
    ),
    "429 without a wait": Fault(
        does=Fails(status=429),
        reason="rate_limited",
        says=r"rate limit was reached 4 times: .*Ask again later",
        tries=4,
    ),
    "429 with a wait, for ever": Fault(
        does=Fails(status=429, headers=SOON), reason="rate_limited", says=r"reached 4 times", tries=4
    ),
    "429 with a wait beyond the deadline": Fault(
        does=Fails(status=429, headers={"Retry-After": "120"}),
        reason="rate_limited",
        says=r"asks to wait 2 minutes, longer than this call had left",
        tries=1,
    ),
    "429 with a date beyond the deadline": Fault(
        does=Fails(status=429, headers={"Retry-After": "Wed, 01 Jan 2098 00:00:00 GMT"}),
        reason="rate_limited",
        says=r"asks to wait [\d,]+ hours",
        tries=1,
    ),
    "429 of Google's own kind": Fault(
        does=Fails(status=429, retry_delay="41s"),
        reason="rate_limited",
        says=r"asks to wait 41 seconds",
        tries=1,
        wires=("google",),
    ),
    "500": Fault(
        does=Fails(status=500), reason="unavailable", says=r"had an error of its own \(500\) 4 times", tries=4
    ),
    "502 as a page": Fault(
        does=Sends(body=HTML, status=502, content_type="text/html"),
        reason="unavailable",
        says=r"^(?!.*(?:html|Bad Gateway)).*error of its own \(502\) 4 times",
        tries=4,
    ),
    "503": Fault(
        does=Fails(status=503, message="Overloaded."),
        reason="unavailable",
        says=r"\(503\) 4 times: \"Overloaded\"\.",
        tries=4,
    ),
    "503 with a wait beyond the deadline": Fault(
        does=Fails(status=503, headers={"Retry-After": "3600"}),
        reason="unavailable",
        says=r"asks to wait 1 hour",
        tries=1,
    ),
    "504": Fault(does=Fails(status=504), reason="unavailable", says=r"\(504\) twice", tries=2),
    "529": Fault(does=Fails(status=529), reason="unavailable", says=r"\(529\) 4 times", tries=4),
    "an error not to be tried again": Fault(
        does=Fails(status=500, headers={"x-should-retry": "false"}),
        reason="unavailable",
        says=r"\(500\): ",
        tries=1,
    ),
    "an error within a stream": Fault(
        does=Sends(body=STREAM_ERROR, content_type="text/event-stream"),
        reason="unavailable",
        says=r"own \(529\) twice: \"Overloaded\"",
        tries=2,
        wires=("anthropic",),
    ),
    "an error hidden in a 200": Fault(
        does=Sends(body=b'{"error": {"message": "Provider returned error", "code": 502}, "choices": null}'),
        reason="unavailable",
        says=r"own \(502\) twice: \"Provider returned error\"",
        tries=2,
        wires=("openrouter",),
    ),
    "reset before a byte": Fault(
        does=Resets(), reason="unreachable", says=r"connection to \w+ broke off twice", tries=2
    ),
    "reset within the body": Fault(
        does=Resets(within_body=True),
        reason="unreachable",
        says=r"connection to \w+ broke off twice",
        tries=2,
    ),
    "malformed JSON": Fault(
        does=Sends(body=b'{"choices": [{'),
        reason="bad_reply",
        says=r"not the JSON that was expected|not shaped as",
        tries=1,
    ),
    "JSON of another shape": Fault(
        does=Sends(body=b'{"surprise": []}'),
        reason="bad_reply",
        says=r"not shaped as",
        tries=1,
        wires=("openai", "openrouter", "ollama"),
    ),
    "JSON that is a list": Fault(
        does=Sends(body=b"[1, 2]"),
        reason="bad_reply",
        says=r"could not be read",
        tries=1,
        wires=("openai", "anthropic"),
    ),
    "a page instead of JSON": Fault(
        does=Sends(body=HTML, content_type="text/html"),
        reason="bad_reply",
        says=r"could not be read",
        tries=1,
    ),
    "no choices": Fault(
        does=Sends(body=NO_CHOICES),
        reason="bad_reply",
        says=r"not shaped as",
        tries=1,
        wires=("openai", "ollama", "compatible"),
    ),
    "wrong encoding": Fault(
        does=Sends(body='{"choices": "ü"}'.encode("latin-1")),
        reason="bad_reply",
        says=r"could not be read",
        tries=1,
        wires=("openai", "anthropic"),
    ),
    "packed in another way": Fault(
        does=Sends(body=b"not gzip at all", headers={"Content-Encoding": "gzip"}),
        reason="bad_reply",
        says=r"not in the encoding that it claims",
        tries=1,
    ),
    "nine megabytes": Fault(
        does=Sends(body=b" " * 9_000_000), reason="bad_reply", says=r"more than 8 MB", tries=1
    ),
    "nine megabytes in a small parcel": Fault(
        does=Sends(body=gzip.compress(b" " * 9_000_000), headers={"Content-Encoding": "gzip"}),
        reason="bad_reply",
        says=r"more than 8 MB",
        tries=1,
    ),
    "no HTTP": Fault(
        does=Sends(body=b"", headers={"X-Long": "x" * 100_000}),
        reason="unreachable",
        says=r"broke off twice",
        tries=2,
    ),
    "content: null": Fault(does=Says(is_null=True), reason="empty", says=r"empty answer", tries=1, wires=ALL),
    "empty text": Fault(does=Says(text=""), reason="empty", says=r"empty answer", tries=1, wires=ALL),
    "blank text": Fault(does=Says(text=" \n "), reason="empty", says=r"empty answer", tries=1),
    "only thoughts": Fault(
        does=Says(text="", reasoning="Hm."),
        reason="empty",
        says=r"thought and then said nothing",
        tries=1,
        wires=ALL,
    ),
    "only thoughts, in the text": Fault(
        does=Says(text="<think>Hm.</think>"), reason="empty", says=r"thought and then said nothing", tries=1
    ),
    "cut off while thinking": Fault(
        does=Says(text="<think>Hm.", finish="length"),
        reason="empty",
        says=r"token limit on thinking; raise its max_tokens",
        tries=1,
    ),
    "cut off before the first word": Fault(
        does=Says(text="", finish="length"), reason="empty", says=r"before the first word", tries=1
    ),
    "content filter": Fault(
        does=Says(text="Half an ans", finish="content_filter"),
        reason="refused",
        says=r"content filter",
        tries=1,
        wires=ALL,
    ),
    "refusal": Fault(
        does=Says(refusal="I cannot help with that."),
        reason="refused",
        says=r"declined|content filter",
        tries=1,
        wires=ALL,
    ),
    "a blocked question": Fault(
        does=Says(blocks_prompt=True),
        reason="refused",
        says=r"Google blocked the question: \"PROHIBITED_CONTENT\"",
        tries=1,
        wires=("google",),
    ),
    "broken off by the provider": Fault(
        does=Says(text="Half", finish="error"),
        reason="unavailable",
        says=r"broke off",
        tries=1,
        wires=("openrouter", "google"),
    ),
    "401": Fault(
        does=Fails(status=401, message="Expired."),
        reason="unauthorized",
        says=r"did not accept the key: \"Expired\"\. Check \w+_API_KEY",
        tries=1,
    ),
    "403": Fault(
        does=Fails(status=403, message="Not for you."),
        reason="unauthorized",
        says=r"does not let this key use",
        tries=1,
    ),
    "402": Fault(
        does=Fails(status=402, message="Insufficient credits."),
        reason="no_credit",
        says=r"no credit or quota left: \"Insufficient credits\"",
        tries=1,
        wires=("openrouter", "anthropic", "openai"),
    ),
    "429 for an empty purse": Fault(
        does=Fails(status=429, code="insufficient_quota", message="You exceeded your current quota."),
        reason="no_credit",
        says=r"no credit or quota left",
        tries=1,
        wires=("openai",),
    ),
    "404": Fault(
        does=Fails(status=404, code="model_not_found"),
        reason="unknown_model",
        says=r"does not serve a model '",
        tries=1,
        wires=("openai",),
    ),
    "400": Fault(
        does=Fails(status=400, message="temperature: out of range"),
        reason="bad_request",
        says=r"rejected the request: \"temperature: out of range\"",
        tries=1,
    ),
    "too long a question": Fault(
        does=Fails(
            status=400,
            code="context_length_exceeded",
            message="This model's maximum context length is 8192 tokens.",
        ),
        reason="bad_request",
        says=r"longer than 'gpt-4o' can read",
        tries=1,
        wires=("openai",),
    ),
    "413": Fault(does=Fails(status=413), reason="bad_request", says=r"status 413", tries=1),
    "a redirect": Fault(
        does=Sends(body=b"", status=301, headers={"Location": "https://elsewhere.example/"}),
        reason="unreachable",
        says=r"redirects to elsewhere\.example \(status 301\). Set \w+_BASE_URL",
        tries=1,
    ),
}
