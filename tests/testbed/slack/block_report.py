"""Collects findings about one set of blocks, in the words of Slack's validator."""

from __future__ import annotations

from typing import Any, Literal

from tests.testbed.slack.json_values import is_array, is_object

Surface = Literal["message", "modal", "home"]


class Report:
    """Collects findings; each check names where in the JSON it looked."""

    def __init__(self, surface: Surface) -> None:
        self.surface: Surface = surface
        self.lines: list[str] = []

    def add(self, at: str, finding: str) -> None:
        """Record one finding at a JSON pointer."""
        self.lines.append(f"[ERROR] {finding} [json-pointer:{at}]")

    def fields(self, value: dict[str, Any], at: str, known: tuple[str, ...]) -> None:
        """Report unknown fields and nulls, which Slack refuses."""
        for name in sorted(value.keys() - set(known)):
            self.add(f"{at}/{name}", f"additional property not allowed: {name}")
        for name in sorted(name for name, inner in value.items() if inner is None):
            self.add(f"{at}/{name}", "must not be null")

    def string(self, value: Any, at: str, longest: int) -> None:
        """Check for a string of 1 to `longest` characters."""
        if not isinstance(value, str):
            self.add(at, "must be a string")
        elif not value:
            self.add(at, "must be more than 0 characters")
        elif len(value) > longest:
            self.add(at, f"must be less than {longest + 1} characters")

    def text(self, value: Any, at: str, longest: int, *, plain: bool = False) -> None:
        """Check for a text object of 1 to `longest` characters, `plain` where formatting is not allowed."""
        kinds = ("plain_text",) if plain else ("plain_text", "mrkdwn")
        if not is_object(value):
            self.add(at, "must provide an object")
            return
        if value.get("type") not in kinds:
            self.add(f"{at}/type", f"must be one of {', '.join(kinds)}")
        extra = "emoji" if value.get("type") == "plain_text" else "verbatim"
        self.fields(value, at, ("type", "text", extra))
        self.string(value.get("text"), f"{at}/text", longest)

    def items(self, value: Any, at: str, most: int, *, least: int = 1) -> list[Any]:
        """Check for a list of `least` to `most` items and return it for further checks."""
        if not is_array(value):
            self.add(at, "must be an array")
            return []
        if len(value) < least:
            self.add(at, f"must have at least {least} item{'s' if least > 1 else ''}")
        if len(value) > most:
            self.add(at, f"no more than {most} items allowed")
        return value
