"""Port to the store of templates that a workspace made of its own."""

from typing import Protocol

from council_core.domain.place import PersonId, Place
from council_core.domain.template import Template


class OwnTemplates(Protocol):
    """Stores templates by workspace. A place stands for its whole workspace.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def of(self, place: Place) -> tuple[Template, ...]:
        """Return the workspace's templates by name."""
        ...

    async def save(self, place: Place, template: Template, *, before: str, by: PersonId) -> None:
        """Store a template in place of the one that was called `before`; empty where it is new."""
        ...

    async def delete(self, place: Place, name: str) -> bool:
        """Delete a template; False where there is none."""
        ...

    async def delete_all(self, place: Place) -> None:
        """Delete all templates of a workspace."""
        ...
