"""Turn Slack's text into text as it was typed: `<@U1|bob>` becomes @bob, `&lt;` becomes <."""

import re
from collections.abc import Iterator, Mapping

_CONTROL = re.compile(r"<([^<>\n]+)>")
_SOUGHT_CHANNEL = re.compile(r"(?<!\S)(channel:)<#([A-Z0-9]+)(?:\|[^<>]*)?>", re.IGNORECASE)
"""A channel behind `channel:`, the limit of a search. Its id stays, because names are ambiguous and may be missing."""

_PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")


def people_in(text: str) -> Iterator[str]:
    """Yield the ids of people who are mentioned without their name."""
    yield from (found[1] for found in _PERSON.finditer(text) if "|" not in found[0])


def readable(text: str, names: Mapping[str, str]) -> str:
    """Return the text as the person wrote it. `names` are those of mentioned people, by id; unknown ids stay.

    Entities are decoded last and once: `&amp;lt;` was typed as `&lt;` (docs.slack.dev, formatting text).
    """
    plain = _SOUGHT_CHANNEL.sub(r"\1\2", text)
    plain = _CONTROL.sub(lambda found: _control(found[1], names), plain)
    return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _control(inner: str, names: Mapping[str, str]) -> str:
    target, _, label = inner.partition("|")
    match target[:1]:
        case "@":
            return f"@{label or names.get(target[1:], target[1:])}"
        case "#":
            return f"#{label or target[1:]}"
        case "!":
            return label or f"@{target[1:].partition('^')[0]}"
        case _:
            address = target.removeprefix("mailto:").removeprefix("tel:")
            same = label in ("", address) or address.rstrip("/").endswith(f"//{label}")
            return address if same else f"{label} ({address})"


def without_mention(text: str, user_id: str) -> str:
    """Remove the mention that called the bot, which is the first one of that person."""
    return re.sub(rf"<@{re.escape(user_id)}(?:\|[^<>]*)?>[:,]?", "", text, count=1).strip()
