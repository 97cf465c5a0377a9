"""Settings of a channel or a workspace: only differences are stored, everything else is inherited.

The order is channel, workspace, environment, built in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from council_core.domain.place import Place

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
