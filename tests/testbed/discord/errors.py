"""Errors of Discord: for each broken rule the status and the JSON body."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.testbed.discord.wire import Json

# Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
REFUSALS: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit."),
    30032: (400, "Maximum number of application commands reached (100)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    200001: (400, "Title was blocked by automatic moderation"),
}


class RefusedError(Exception):
    """A refusal: `code` is Discord's JSON error code, `status` the HTTP status, `body` the response to the bot."""

    def __init__(self, code: int, errors: Json | None = None, *, status: int | None = None) -> None:
        usual_status, message = REFUSALS[code]
        self.code = code
        self.status = status or usual_status
        self.body: Json = {"message": message, "code": code}
        if errors:
            self.body["errors"] = errors
        super().__init__(f"{self.status} {code} {message} {errors or ''}".strip())


class FormErrors:
    """Collects mistakes in a body; field paths use dots: `embeds.0.title`."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note one wrong field under its path."""
        node = self._tree
        for part in path.split("."):
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: str) -> None:
        """Note that the field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def choice(self, path: str, value: object, allowed: object) -> None:
        """Note a value outside the field's enumeration."""
        self.add(path, "BASE_TYPE_CHOICES", f"Value {value!r} must be one of {allowed}.")

    def length(
        self, path: str, value: str | Sequence[Any] | None, low: int, high: int, *, required: bool = False
    ) -> None:
        """Note a field that is no string or list of `low` to `high` characters or items."""
        if value is None:
            if required:
                self.required(path)
            return
        if not isinstance(value, str | list | tuple):
            self.add(path, "BASE_TYPE_BAD_TYPE", f"Unexpected type {type(value).__name__}.")
        elif len(value) > high and low == 0:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def refuse_if_any(self) -> None:
        """Raise `RefusedError(50035)` with the nested errors if anything was noted."""
        if self._tree:
            raise RefusedError(50035, self._tree)
