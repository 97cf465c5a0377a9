"""Commands of `council` by name. The module of a command has its name, and is imported only when it is called, because
most imports take longer than printing a help page."""

import argparse
from collections.abc import Callable
from importlib import import_module

from bot.cli.options import (
    Help,
    ask_options,
    backup_options,
    board_options,
    calibrate_options,
    decisions_options,
    doctor_options,
    end_options,
    evaluate_options,
    export_options,
    forget_options,
    improve_options,
    inspect_options,
    invite_options,
    manifest_options,
    models_options,
    no_options,
    play_options,
    rerank_options,
    run_options,
    runs_options,
    schedules_options,
    search_options,
    secrets_options,
    serve_options,
    templates_options,
)

COMMANDS: dict[str, Callable[[argparse.ArgumentParser, Help], None]] = {
    "ask": ask_options,
    "improve": improve_options,
    "play": play_options,
    "serve": serve_options,
    "mcp": no_options,
    "doctor": doctor_options,
    "show": run_options,
    "export": export_options,
    "runs": runs_options,
    "end": end_options,
    "history": no_options,
    "search": search_options,
    "board": board_options,
    "schedules": schedules_options,
    "decisions": decisions_options,
    "templates": templates_options,
    "models": models_options,
    "forget": forget_options,
    "secrets": secrets_options,
    "backup": backup_options,
    "schema": no_options,
    "rerank": rerank_options,
    "inspect": inspect_options,
    "evaluate": evaluate_options,
    "calibrate": calibrate_options,
    "slack-manifest": manifest_options,
    "discord-invite": invite_options,
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
