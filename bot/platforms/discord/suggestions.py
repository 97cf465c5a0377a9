"""What somebody has typed so far of an option -> what it may become."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.platforms.discord.cut import cut

MOST, LONGEST = 25, 100
"""docs: interactions/application-commands, choices of an option and characters of their names and values."""

Choices = list[app_commands.Choice[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """What can be chosen, as one types it."""

    members: tuple[str, ...] = ()
    rubrics: tuple[str, ...] = ()

    def for_members(self, typed: str) -> Choices:
        """One more member behind those that stand there already, with commas between; first the list as it is."""
        *before, begun = [part.strip() for part in typed.split(",")]
        before = [part for part in before if part]
        fresh = [one for one in _like(begun, self.members) if one not in before]
        lists = [", ".join((*before, one)) for one in fresh]
        if before and not begun:
            lists.insert(0, ", ".join(before))
        return _choices(lists)

    def for_chairman(self, typed: str) -> Choices:
        """One member."""
        return _choices(_like(typed.strip(), self.members))

    def for_rubric(self, typed: str) -> Choices:
        """One rubric."""
        return _choices(_like(typed.strip(), self.rubrics))


def _like(begun: str, known: Sequence[str]) -> list[str]:
    return [one for one in known if begun.casefold() in one.casefold()]


def _choices(texts: Sequence[str]) -> Choices:
    """What is longer than Discord takes has to be typed."""
    fitting = [text for text in texts if 0 < len(text) <= LONGEST]
    return [app_commands.Choice(name=cut(text, LONGEST), value=text) for text in fitting[:MOST]]
