"""The system's clock and random source. Nothing else reads either."""

import secrets
from datetime import UTC, datetime


class SystemClock:
    """Implements `council_core.ports.Clock`."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def draw_seed() -> str:
    """Return 128 random bits in hex."""
    return secrets.token_hex(16)
