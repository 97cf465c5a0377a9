"""Where a question was asked and what stands there: opaque to the core, meaningful to one chat platform."""

from dataclasses import dataclass
from typing import NewType

PersonId = NewType("PersonId", str)
"""Who somebody is, as their platform says it; unique only together with platform and workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where people talk: a channel, or a thread in it.

    Only the platform named by `platform` reads the other fields; everybody else passes them on.
    """

    platform: str
    """`slack`, `discord`, `terminal`: a name in the table of platforms."""

    channel: str
    """The channel, direct message, private thread or terminal: the people who see it see all that was asked there."""

    workspace: str = ""
    """Slack's enterprise or team, Discord's server; empty where the platform has only one."""

    thread: str | None = None
    """The thread within the channel; None for the channel itself."""

    parent: str | None = None
    """The channel around a private thread, whose settings and budgets hold in it; None for every other place."""

    origin: str | None = None
    """How to answer the very request that was made here (a response URL, an interaction token): short-lived,
    never shown, and only ever a convenience: without it everything still reaches the place."""

    @property
    def where(self) -> tuple[str, str, str]:
        """Platform, workspace and channel: the same for all threads of a channel."""
        return self.platform, self.workspace, self.channel

    @property
    def tenant(self) -> str:
        """The workspace, or the channel where there is none: what happens in one tenant changes nothing for others."""
        return f"{self.platform}:{self.workspace}" if self.workspace else f"{self.platform}::{self.channel}"

    @property
    def governed_by(self) -> str:
        """The channel whose settings and budgets hold here."""
        return self.parent or self.channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message that stands in a place, so that it can be edited or linked."""

    place: Place
    id: str
