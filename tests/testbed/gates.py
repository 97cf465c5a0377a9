"""Where a test may hold a call to a local server: before its effect, and between its effect and its reply."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

Moment = Literal["before", "done"]
"""Before the call takes effect; after its effect, before the caller hears of it."""

C = TypeVar("C")

Gate = Callable[[C, Moment], Awaitable[bool]]
"""Told of a call at both moments; when it says no, the connection is dropped without anything further."""


async def open_gate(_call: object, _moment: Moment) -> bool:
    """Lets every call through."""
    return True
