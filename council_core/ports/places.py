"""Ports to what is stored for places: settings, a workspace's own templates, schedules, and drafts of questions."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId, Place, PlaceSettings, Scope
from council_core.domain.schedule import Schedule, ScheduleId, ScheduleState
from council_core.domain.template import Template


class PlaceSettingsStore(Protocol):
    """Stores the settings of channels and workspaces. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def find(self, scope: Scope) -> PlaceSettings:
        """Return the scope's own settings; version 0 where nothing was ever set."""
        ...

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        """Replace the settings of a scope.

        Args:
            scope: The channel or the workspace.
            values: All its settings from now on.
            version: Version on which the change is based.
            by: Person who makes the change.

        Raises:
            SettingsChanged: Another person was faster; nothing was saved.
        """
        ...


class OwnTemplates(Protocol):
    """Stores templates by workspace. A place stands for its whole workspace.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def of(self, place: Place) -> tuple[Template, ...]:
        """Return the workspace's templates by name."""
        ...

    async def save(self, place: Place, template: Template, *, before: str, by: PersonId) -> None:
        """Store a template in place of the one with the name `before`, which is empty for a new template."""
        ...

    async def delete(self, place: Place, name: str) -> bool:
        """Delete a template; False where there is none."""
        ...

    async def delete_all(self, place: Place) -> None:
        """Delete all templates of a workspace."""
        ...


class Drafts(Protocol):
    """Stores drafts. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def keep(self, draft: Draft) -> bool:
        """Store a draft; False, changing nothing, where its id is there already."""
        ...

    async def find(self, draft_id: DraftId) -> Draft | None:
        """Return a draft; None where there is none."""
        ...

    async def improve(self, draft_id: DraftId, better: str) -> None:
        """Add the better text to a draft; do nothing where it is gone."""
        ...

    async def change(self, draft: Draft) -> None:
        """Put a draft in place of the one with its id; do nothing where that is gone."""
        ...

    async def delete(self, draft_id: DraftId) -> None:
        """Delete a draft, if it is there."""
        ...

    async def sweep(self, before: datetime) -> None:
        """Delete the drafts from before this time."""
        ...

    async def hint(self, platform: str, person: PersonId) -> bool:
        """Note that a person got advice about a vague question; False if they got some before, in any workspace of
        the platform. The note outlasts the question's run."""
        ...


class Schedules(Protocol):
    """Stores schedules. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def add(self, schedule: Schedule) -> None:
        """Store a schedule; do nothing where its id is there already."""
        ...

    async def find(self, schedule_id: ScheduleId) -> Schedule | None:
        """Return a schedule; None where there is none."""
        ...

    async def kept(self, place: Place | None) -> tuple[Schedule, ...]:
        """Return the schedules of this channel, or all, by their next tick."""
        ...

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[Schedule, ...]:
        """Return the active schedules of these platforms whose next tick has come, the longest overdue first."""
        ...

    async def advance(self, schedule: Schedule, next_at: datetime, *, trouble: str = "") -> bool:
        """Move the schedule from this tick to the next. Return False, changing nothing, if another process has
        done so."""
        ...

    async def change(
        self, schedule_id: ScheduleId, state: ScheduleState, next_at: datetime, *, trouble: str = ""
    ) -> bool:
        """Pause or continue a schedule. Return False if it no longer exists."""
        ...

    async def delete(self, schedule_id: ScheduleId) -> bool:
        """Delete a schedule. Return False if it no longer exists."""
        ...
