"""Turns the library's warnings about rate limits into reported waits. It also removes addresses from those log lines,
since some contain the token of an interaction."""

import logging
from typing import cast

from bot.sending.rate_limit import report_wait

LIBRARY = logging.getLogger("discord.http")
LIMITED = "We are being rate limited."


def tell_waits() -> None:
    """Listen to the library's warnings from now on. Calling it twice is safe."""
    LIBRARY.addFilter(_tell)


def _tell(record: logging.LogRecord) -> bool:
    if str(record.msg).startswith(LIMITED):
        _method, _address, seconds = cast("tuple[str, str, float]", record.args)
        record.msg, record.args = "Discord takes nothing more for %.1f s.", (seconds,)
        report_wait(seconds)
    return True
