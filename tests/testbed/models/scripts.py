"""Scripted behaviours of a model, on any wire."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

Finish = Literal["stop", "length", "content_filter", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """Answers with a text; without one it sends `replies.default_text`."""

    text: str | None = None
    is_null: bool = False
    """Sends `content: null`, or no part at all where the wire has no such thing."""

    reasoning: str = ""
    tokens_in: int | None = None
    """Counted from the request when None."""

    tokens_out: int | None = None
    cost: float | None = None
    """US dollars; only OpenRouter's wire can carry it."""

    finish: Finish = "stop"
    refusal: str | None = None
    """A refusal in the wire's own form, with this text where the form has room for it."""

    blocks_prompt: bool = False
    """Gemini only: no candidate at all, but `promptFeedback.blockReason`."""

    without_usage: bool = False
    calls: tuple[tuple[str, str], ...] = ()
    """Tools that it calls, each with its arguments as JSON, which may be broken on the wires that carry text."""

    defies: bool = False
    """Makes its calls also where the request forbids them, as servers do that do not know `tool_choice`."""

    after: float = 0.0
    """Seconds, on top of the model's latency."""

    holds: asyncio.Event | None = None
    """On a stream: sends the first half of its pieces, and the others once this event is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """Searches in each of this many rounds, as long as it may call tools, and then answers. Its queries differ by
    model, by round, and by the question."""

    rounds: int
    subject: str
    """Pattern of the question's part that stands in each query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds:
    """Takes a position, and keeps it when it is asked once more."""

    position: str
    orders: str = ""
    """Pattern of the question's part that it passes to the tool `local__order` before it answers; empty for no
    call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fails:
    """Answers with an error, shaped as the wire shapes it."""

    status: int
    message: str = ""
    code: str = ""
    """The wire's own code; a fitting one when empty."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    retry_delay: str = ""
    """Gemini only: `google.rpc.RetryInfo` in the body, such as `7s`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sends:
    """Answers with exactly these bytes."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Hangs:
    """Accepts the call and never answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resets:
    """Cuts the connection: before the first byte of an answer, or in the middle of its body."""

    within_body: bool = False


Reaction = Says | Fails | Sends | Hangs | Resets
"""One reply to one call."""

Behaviour = Reaction | Looks | Holds
