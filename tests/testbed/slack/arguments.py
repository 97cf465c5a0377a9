"""Reads a method's arguments from an HTTP request in any of Slack's encodings."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_array, is_object

# Arguments which are JSON even where the call itself is a form or a query string.
STRUCTURED = frozenset({"blocks", "attachments", "metadata", "view", "files", "unfurls"})


class Arguments(dict[str, Any]):
    """A method's arguments, with readers that refuse as Slack does."""

    def required(self, name: str, error: str = "invalid_arguments") -> str:
        """Return a non-empty string; raise the refusal `error` if there is none."""
        value = self.get(name)
        if value in (None, ""):
            raise SlackError(error, messages=[f"[ERROR] missing required field: {name}"])
        if not isinstance(value, str):
            raise SlackError("invalid_arguments", messages=[f"[ERROR] must be a string: {name}"])
        return value

    def string(self, name: str) -> str | None:
        """Return a string or None; numbers are refused in place of an id (a `ts` must never be a number)."""
        value = self.get(name)
        if value is None or isinstance(value, str):
            return value
        raise SlackError("invalid_arguments", messages=[f"[ERROR] must be a string: {name}"])

    def flag(self, name: str) -> bool:
        """Return a boolean, from any of the spellings that Slack accepts."""
        return self.get(name) in (True, 1, "1", "true", "True")

    def number(self, name: str, default: int) -> int:
        """Return a whole number, also from text."""
        try:
            return int(self.get(name, default))
        except (TypeError, ValueError):
            raise SlackError("invalid_arguments") from None

    def mapping(self, name: str, error: str = "invalid_arguments") -> dict[str, Any] | None:
        """Return a JSON object or None."""
        value = self.get(name)
        if value is None or is_object(value):
            return value
        raise SlackError(error)

    def objects(self, name: str, error: str = "invalid_arguments") -> list[dict[str, Any]] | None:
        """Return a JSON array of objects or None."""
        value = self.get(name)
        if value is None:
            return None
        if not is_array(value) or not all(is_object(item) for item in value):
            raise SlackError(error)
        return value


async def read(request: web.Request, *, accepts_json: bool) -> Arguments:
    """Return query string and body together, as Slack does; JSON counts only for methods that accept it."""
    arguments = Arguments(request.query)
    if request.content_type == "application/json":
        if accepts_json:
            try:
                body = json.loads(await request.text() or "{}")
            except json.JSONDecodeError:
                raise SlackError("invalid_json") from None
            if not is_object(body):
                raise SlackError("json_not_object")
            arguments.update(body)
    elif request.method == "POST":
        arguments.update(await request.post())
    for name in STRUCTURED & arguments.keys():
        if isinstance(arguments[name], str):
            try:
                arguments[name] = json.loads(arguments[name])
            except json.JSONDecodeError:
                raise SlackError(
                    "invalid_blocks_format" if name == "blocks" else "invalid_arguments"
                ) from None
    return arguments


def bearer(request: web.Request) -> str | None:
    """Return the token of the Authorization header."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
