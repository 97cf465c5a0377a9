"""Completes the option that a person is typing."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from discord import app_commands

from bot.platforms.discord.drawing.markup import cut

MOST, LONGEST = 25, 100
"""Most choices of an option, and most characters of their names and values (docs:
interactions/application-commands)."""

Choices = list[app_commands.Choice[str]]

Prices = Sequence[tuple[str, str]]
"""Texts with their prices."""

NO_PRICES: Mapping[str, str] = MappingProxyType({})


def one_of(typed: str, known: Sequence[str], prices: Prices = ()) -> Choices:
    """Return the known texts that contain the typed one, each with its price."""
    return _choices(_like(typed.strip(), known), dict(prices))


def one_described(typed: str, known: Sequence[tuple[str, str]]) -> Choices:
    """Return the entries whose name or description contains the typed text."""
    lines = {f"{name}: {description}": name for name, description in known}
    found = _like(typed.strip(), tuple(lines))
    return [app_commands.Choice(name=cut(line, LONGEST), value=lines[line]) for line in found[:MOST]]


def several_of(typed: str, known: Sequence[str], roles: Sequence[str] = (), prices: Prices = ()) -> Choices:
    """Return lists with one more entry after the typed ones, separated by commas, and the price of that entry; first
    the list as it is. An entry that is typed whole may take a role."""
    *before, begun = [part.strip() for part in typed.split(",")]
    before = [part for part in before if part]
    fresh = [one for one in (*_like(begun, known), *_in_roles(begun, known, roles)) if one not in before]
    costs, lists = dict(prices), {", ".join((*before, one)): one.partition("?")[0] for one in fresh}
    added = {text: costs[seat] for text, seat in lists.items() if seat in costs}
    as_it_is = [", ".join(before)] if before and not begun else []
    return _choices([*as_it_is, *lists], added)


def _in_roles(begun: str, known: Sequence[str], roles: Sequence[str]) -> list[str]:
    """Complete the role of an entry: `demo:ada` or `demo:ada?ro` -> `demo:ada?role=sceptic` and so on."""
    if begun in known and "role=" not in begun:
        begun += "&" if "?" in begun else "?"
    at = max(begun.rfind("?"), begun.rfind("&")) + 1
    seat, last = begun[:at], begun[at:].casefold()
    return [f"{seat}role={role}" for role in roles if seat and f"role={role}".startswith(last)]


def _like(begun: str, known: Sequence[str]) -> list[str]:
    return [one for one in known if begun.casefold() in one.casefold()]


def _choices(texts: Sequence[str], prices: Mapping[str, str] = NO_PRICES) -> Choices:
    """Return choices, a price at the end of each name. A text longer than Discord takes must be typed."""
    fitting = [text for text in texts if 0 < len(text) <= LONGEST]
    return [
        app_commands.Choice(name=_with_price(text, prices.get(text)), value=text) for text in fitting[:MOST]
    ]


def _with_price(text: str, price: str | None) -> str:
    end = "" if price is None else f" · {price}"
    return f"{cut(text, LONGEST - len(end))}{end}"
