"""Requests about the settings of a place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.requests.person import Person
from bot.settings.catalogue import Group
from council_core.domain.place import Level, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSettings:
    """Show the settings of this place, each with its source."""

    kind: Literal["settings"] = "settings"
    person: Person
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSettings:
    """Open the form for some settings of this channel or of the workspace."""

    kind: Literal["edit"] = "edit"
    person: Person
    place: Place
    level: Level
    group: Group


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveSettings:
    """Save the settings of one form."""

    kind: Literal["save"] = "save"
    person: Person
    place: Place
    level: Level
    group: Group
    version: int
    """Version of the settings that the form showed."""

    values: Mapping[str, str]
    """New texts by the settings' names. A setting of the group that is missing here is inherited from now on; an empty
    text asks for the built-in default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetSettings:
    """Inherit all settings again."""

    kind: Literal["reset"] = "reset"
    person: Person
    place: Place
    level: Level
    version: int
    """Version of the settings that the button's panel showed."""
