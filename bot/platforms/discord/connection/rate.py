"""The library's warnings that Discord limits us -> waits that are told, and lines without addresses: in some of these
stands the token of an interaction."""

import logging
from typing import cast

from bot.sending.rate_limit import waits

LIBRARY = logging.getLogger("discord.http")
LIMITED = "We are being rate limited."


def tell_waits() -> None:
    """Listens to the library from now on; doing it twice does no harm."""
    LIBRARY.addFilter(_tell)


def _tell(record: logging.LogRecord) -> bool:
    if str(record.msg).startswith(LIMITED):
        _method, _address, seconds = cast("tuple[str, str, float]", record.args)
        record.msg, record.args = "Discord takes nothing more for %.1f s.", (seconds,)
        waits(seconds)
    return True
