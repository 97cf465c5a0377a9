"""Completes the option that a person is typing."""

from collections.abc import Sequence

from discord import app_commands

from bot.platforms.discord.drawing.truncate import cut

MOST, LONGEST = 25, 100
"""Most choices of an option, and most characters of their names and values (docs:
interactions/application-commands)."""

Choices = list[app_commands.Choice[str]]


def one_of(typed: str, known: Sequence[str]) -> Choices:
    """Return the known texts that contain the typed one."""
    return _choices(_like(typed.strip(), known))


def one_described(typed: str, known: Sequence[tuple[str, str]]) -> Choices:
    """Return the entries whose name or description contains the typed text."""
    lines = {f"{name}: {description}": name for name, description in known}
    found = _like(typed.strip(), tuple(lines))
    return [app_commands.Choice(name=cut(line, LONGEST), value=lines[line]) for line in found[:MOST]]


def several_of(typed: str, known: Sequence[str], roles: Sequence[str] = ()) -> Choices:
    """Return lists with one more entry after the typed ones, with commas between; the first is the list as typed. A
    wholly typed entry may be followed by a role."""
    *before, begun = [part.strip() for part in typed.split(",")]
    before = [part for part in before if part]
    fresh = [one for one in (*_like(begun, known), *_in_roles(begun, known, roles)) if one not in before]
    lists = [", ".join((*before, one)) for one in fresh]
    if before and not begun:
        lists.insert(0, ", ".join(before))
    return _choices(lists)


def _in_roles(begun: str, known: Sequence[str], roles: Sequence[str]) -> list[str]:
    """Complete the role of an entry: `demo:ada` or `demo:ada?ro` -> `demo:ada?role=sceptic` and so on."""
    if begun in known and "role=" not in begun:
        begun += "&" if "?" in begun else "?"
    at = max(begun.rfind("?"), begun.rfind("&")) + 1
    seat, last = begun[:at], begun[at:].casefold()
    return [f"{seat}role={role}" for role in roles if seat and f"role={role}".startswith(last)]


def _like(begun: str, known: Sequence[str]) -> list[str]:
    return [one for one in known if begun.casefold() in one.casefold()]


def _choices(texts: Sequence[str]) -> Choices:
    """Return choices. Texts longer than Discord accepts are left out and must be typed."""
    fitting = [text for text in texts if 0 < len(text) <= LONGEST]
    return [app_commands.Choice(name=cut(text, LONGEST), value=text) for text in fitting[:MOST]]
