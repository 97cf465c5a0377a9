"""Draws a rich_text block as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def draw_rich_text(block: dict[str, Any], names: Any) -> Iterator[str]:
    """Sections as they are, list items with their marks, fences between back-ticks, quotes behind `>`."""
    for part in block.get("elements", []):
        match part["type"]:
            case "rich_text_list":
                for number, item in enumerate(part["elements"], start=1):
                    mark = f"{number}." if part.get("style") == "ordered" else "•"
                    yield f"{'  ' * part.get('indent', 0)}{mark} {_inline(item, names)}"
            case "rich_text_preformatted":
                yield from ["```", *_inline(part, names).split("\n"), "```"]
            case "rich_text_quote":
                yield from (f"> {line}" for line in _inline(part, names).split("\n"))
            case _:
                yield from _inline(part, names).rstrip("\n").split("\n")


def _inline(part: dict[str, Any], names: Any) -> str:
    return "".join(_word(element, names) for element in part.get("elements", []))


def _word(element: dict[str, Any], names: Any) -> str:
    match element["type"]:
        case "text":
            text, style = element["text"], element.get("style", {})
            for name, mark in (("code", "`"), ("bold", "*"), ("italic", "_"), ("strike", "~")):
                text = f"{mark}{text}{mark}" if style.get(name) else text
            return text
        case "link":
            address = names.read(element["url"])
            return f"{element['text']} ({address})" if element.get("text") else address
        case "user":
            return f"@{names.user(element['user_id'])}"
        case "emoji":
            return f":{element['name']}:"
        case "channel":
            return names.read(f"<#{element['channel_id']}>")
        case "broadcast":
            return f"@{element.get('range')}"
        case "date":
            return str(element.get("fallback", element.get("timestamp")))
        case other:
            return f"[{other}]"
