"""Scripted faults: the calls of a method that meet them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


class SlackError(Exception):
    """A refusal in Slack's form: `{"ok": false, "error": code}` with HTTP 200. Also usable as a fault.

    `messages` becomes `response_metadata.messages`, where Slack explains which block it refused.
    """

    def __init__(self, code: str, *, messages: list[str] | None = None, **extras: Any) -> None:
        super().__init__(code)
        self.code = code
        self.messages = messages or []
        self.extras = extras

    def body(self) -> dict[str, Any]:
        """Return the JSON that the caller gets."""
        body: dict[str, Any] = {"ok": False, "error": self.code, **self.extras}
        if self.messages:
            body["response_metadata"] = {"messages": self.messages}
        return body


@dataclass(frozen=True, slots=True)
class RateLimited:
    """HTTP 429 with `Retry-After` in whole seconds; nothing happened."""

    retry_after: int = 1


@dataclass(frozen=True, slots=True)
class ServerError:
    """An HTTP error without JSON; nothing happened (though the caller cannot know)."""

    status: int = 500


@dataclass(frozen=True, slots=True)
class ResetBeforeEffect:
    """The connection dies before the call took effect."""


@dataclass(frozen=True, slots=True)
class ResetAfterEffect:
    """The call took effect, then the connection dies without a reply."""


@dataclass(frozen=True, slots=True)
class Garbled:
    """The call took effect, then a proxy replaces the reply by something that no caller expects."""

    body: str
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True, slots=True)
class Slow:
    """The call waits this long (seconds), then proceeds as usual."""

    seconds: float


Fault = RateLimited | ServerError | ResetBeforeEffect | ResetAfterEffect | Garbled | Slow | SlackError


@dataclass(slots=True)
class Script:
    """One line of the script: which calls of `method` meet `fault`."""

    method: str
    fault: Fault
    times: int
    after: int = 0
    when: Callable[[Mapping[str, Any]], bool] | None = None
    seen: int = 0


@dataclass(slots=True)
class FaultPlan:
    """All scripted faults, checked once for each call."""

    scripts: list[Script] = field(default_factory=list[Script])

    def take(self, method: str, arguments: Mapping[str, Any]) -> Fault | None:
        """Return the fault for this call, or None. Every script counts the call; the first that applies wins."""
        found: Fault | None = None
        for script in self.scripts:
            if script.method != method or (script.when is not None and not script.when(arguments)):
                continue
            script.seen += 1
            if found is None and script.after < script.seen <= script.after + script.times:
                found = script.fault
        return found

    def unused(self) -> list[Script]:
        """Return scripts that never met a call: usually their test does not test what it claims."""
        return [script for script in self.scripts if script.seen <= script.after]
