"""Commands of `council` by name. The module of a command has its name, and is imported only when it is called, because
most imports take longer than printing a help page."""

import argparse
from collections.abc import Callable
from importlib import import_module

from bot.cli import options
from bot.cli.options import Help

COMMANDS: dict[str, Callable[[argparse.ArgumentParser, Help], None]] = {
    "ask": options.ask,
    "improve": options.improve,
    "play": options.play,
    "serve": options.serve,
    "mcp": options.none,
    "doctor": options.doctor,
    "show": options.run_id,
    "export": options.export,
    "runs": options.runs,
    "end": options.end,
    "history": options.none,
    "search": options.search,
    "board": options.board,
    "schedules": options.schedules,
    "decisions": options.decisions,
    "templates": options.templates,
    "models": options.models,
    "forget": options.forget,
    "secrets": options.secrets,
    "backup": options.backup,
    "schema": options.none,
    "rerank": options.rerank,
    "inspect": options.inspect,
    "evaluate": options.evaluate,
    "calibrate": options.calibrate,
    "slack-manifest": options.manifest,
    "discord-invite": options.invite,
}
"""The function that adds a command's options, by the command's name."""


def installed_version() -> str:
    """Return the installed version; empty if Council is run from a folder."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("council")
    except PackageNotFoundError:
        return ""


def run_command(name: str, parsed: argparse.Namespace) -> int:
    """Call `run(parsed)` of the command's module, and return its exit code."""
    return int(import_module(f"bot.cli.{name.replace('-', '_')}").run(parsed))
