"""The answer of a REST call's handler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """200 with a body, 204 without one, or another status."""

    body: Any = None
    status: int = 200
