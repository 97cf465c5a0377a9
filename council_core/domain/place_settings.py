"""What a channel or a workspace sets differently: only the differences are kept, everything else is inherited.

channel -> workspace -> environment -> built in
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from council_core.domain.place import Place

Level = Literal["channel", "workspace"]

LEVELS: tuple[Level, ...] = ("channel", "workspace")
"""The nearest first: it wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """One channel with all its threads, private ones included, or a whole workspace."""

    platform: str
    workspace: str
    channel: str = ""
    """Empty for the whole workspace."""

    @staticmethod
    def around(place: Place, level: Level) -> "Scope":
        """The scope of this level that a place lies in."""
        channel = place.governed_by if level == "channel" else ""
        return Scope(platform=place.platform, workspace=place.workspace, channel=channel)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSettings:
    """What one scope sets itself."""

    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts by the settings' names; an empty text asks for the built-in default."""

    version: int = 0
    """Counts the changes; 0 where nothing was ever set."""
