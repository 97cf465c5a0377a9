"""Logs to standard error: ours at the level that is set, libraries' only when something is wrong."""

import logging


def set_up_logs(level: str) -> None:
    """Sets up logging for the process.

    Args:
        level: `DEBUG`, `INFO`, `WARNING` or `ERROR`, for Council's own loggers.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    for name in ("bot", "council_core"):
        logging.getLogger(name).setLevel(level)
