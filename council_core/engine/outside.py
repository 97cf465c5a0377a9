"""Work that a step must not be charged with -> the same work, in a context that DBOS knows nothing of."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import TypeVar

T = TypeVar("T")


async def outside(work: Coroutine[object, object, T]) -> T:
    """Does the work in a fresh context: called from inside a step, DBOS would count it as one of the run's steps."""
    return await asyncio.create_task(work, context=Context())
