"""Moments at which a test may hold a call to a local server: before its effect, and between effect and reply."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

Moment = Literal["before", "done"]
"""Before the call takes effect; after its effect, before the caller gets the reply."""

C = TypeVar("C")

Gate = Callable[[C, Moment], Awaitable[bool]]
"""Called at both moments of a call; when it returns False, the connection is dropped."""


async def open_gate(_call: object, _moment: Moment) -> bool:
    """Let every call through."""
    return True
