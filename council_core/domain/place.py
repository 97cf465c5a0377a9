"""Places in a chat with their settings, and messages there: opaque to the core, meaningful to one chat platform."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

PersonId = NewType("PersonId", str)
"""A person's id on their platform; unique only together with platform and workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place where people talk: a channel, or a thread in it.

    Only the platform named by `platform` reads the other fields; all other code passes them on.
    """

    platform: str
    """`slack`, `discord`, `terminal`: a name in the table of platforms."""

    channel: str
    """Channel, direct message, private thread or terminal: the people who see it see all that was asked there."""

    workspace: str = ""
    """Slack's enterprise or team, Discord's server; empty where the platform has only one."""

    thread: str | None = None
    """The thread within the channel; None for the channel itself."""

    parent: str | None = None
    """Channel around a private thread, whose settings and budgets apply in it; None for every other place."""

    origin: str | None = None
    """Token for replying to the very request made here (a response URL, an interaction token): short-lived and never
    shown. Without it everything still reaches the place."""

    @property
    def where(self) -> tuple[str, str, str]:
        """Return platform, workspace and channel: the same for all threads of a channel."""
        return self.platform, self.workspace, self.channel

    @property
    def tenant(self) -> str:
        """Return the workspace, or the channel where there is none. Failures in one tenant do not affect others."""
        return f"{self.platform}:{self.workspace}" if self.workspace else f"{self.platform}::{self.channel}"

    @property
    def governed_by(self) -> str:
        """Return the channel whose settings and budgets apply here."""
        return self.parent or self.channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message in a place, for editing or linking it."""

    place: Place
    id: str


Level = Literal["channel", "workspace"]

LEVELS: tuple[Level, ...] = ("channel", "workspace")
"""Levels, nearest first: the nearest wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """One channel with all its threads, private ones included, or a whole workspace."""

    platform: str
    workspace: str
    channel: str = ""
    """Channel; empty for the whole workspace."""

    @staticmethod
    def around(place: Place, level: Level) -> "Scope":
        """Return the scope of this level around a place."""
        channel = place.governed_by if level == "channel" else ""
        return Scope(platform=place.platform, workspace=place.workspace, channel=channel)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSettings:
    """Own settings of one scope."""

    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts by the settings' names; an empty text means the built-in default."""

    version: int = 0
    """Number of changes; 0 where nothing was ever set."""
