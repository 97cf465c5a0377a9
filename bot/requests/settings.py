"""What concerns the settings of a place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.requests.person import Person
from bot.settings.catalogue import Group
from council_core.domain.place import Place
from council_core.domain.place_settings import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSettings:
    """Which settings hold here, and where each comes from."""

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
    """Change the settings of one form."""

    kind: Literal["save"] = "save"
    person: Person
    place: Place
    level: Level
    group: Group
    version: int
    """The version that the form was drawn from."""

    values: Mapping[str, str]
    """Texts by the settings' names; a setting of the group that is not among them is inherited from now on, and an
    empty text asks for the built-in default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetSettings:
    """Inherit everything again."""

    kind: Literal["reset"] = "reset"
    person: Person
    place: Place
    level: Level
    version: int
    """The version that the button was drawn from."""
