"""Requests about the settings of a place, and about single seats of a council there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.requests.person import FromPerson
from bot.settings.catalogue import Group
from council_core.domain.place import Level
from council_core.domain.question import FileReference, RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSettings(FromPerson):
    """Show the settings of this place, each with its source."""

    kind: Literal["settings"] = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSettings(FromPerson):
    """Open the form for some settings of this channel or of the workspace."""

    kind: Literal["edit"] = "edit"
    level: Level
    group: Group


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveSettings(FromPerson):
    """Save the settings of one form."""

    kind: Literal["save"] = "save"
    level: Level
    group: Group
    version: int
    """Version of the settings that the form showed."""

    values: Mapping[str, str]
    """New texts by the settings' names. A setting of the group that is missing here is inherited from now on; an empty
    text asks for the built-in default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetSettings(FromPerson):
    """Inherit all settings again."""

    kind: Literal["reset"] = "reset"
    level: Level
    version: int
    """Version of the settings that the button's panel showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSeats(FromPerson):
    """Open the seats of a question that is not asked yet."""

    kind: Literal["set_seats"] = "set_seats"
    text: str
    delivery: str
    """The platform's id of this delivery; the same id gives the same draft."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Settings chosen for the run, as in `Ask`."""

    files: tuple[FileReference, ...] = ()
    about: str = ""
    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Its template and values of the template's fields, as in `Ask`."""

    repeats: RunId | None = None
    """The earlier run that asked the same, as in `Ask`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSeats(FromPerson):
    """Open the seats of a draft or of a place, all or one."""

    kind: Literal["edit_seats"] = "edit_seats"
    whose: str
    """A level of settings, or the id of a draft."""

    seat: int | None = None
    """Index of the only seat; None for all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveSeats(FromPerson):
    """Save the seats of one form. Those of a draft are saved for its run, which is asked once all are chosen."""

    kind: Literal["save_seats"] = "save_seats"
    whose: str
    """As in `EditSeats`."""

    mark: str
    """Digest of the seats that the form showed."""

    values: Mapping[str, str]
    """Texts by the form's fields, such as `role0`."""

    seat: int | None = None
    text: str | None = None
    """The question, if the form holds it."""


SettingsRequest = (
    ShowSettings | EditSettings | SetSeats | EditSeats | SaveSeats | SaveSettings | ResetSettings
)
