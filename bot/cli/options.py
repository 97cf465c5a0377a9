"""Options of each command: functions that add them to its parser."""

import argparse
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import get_args

from bot.cli.language import words_for_errors
from bot.presentation.words.commands import CommandWords
from bot.settings.catalogue import ROWS
from council_core.aggregation import AGGREGATORS
from council_core.domain.export import Format

OVERRIDES = {row.name: row.cli for row in ROWS if row.cli}
"""Help texts in English of the settings that one question may override, by name."""


class Help:
    """Help texts of a command's options."""

    def __init__(self, words: CommandWords, command: str) -> None:
        self._words, self._command = words, command

    def __call__(self, option: str) -> str:
        """Return the text for an option of this name."""
        return self._words.options[f"{self._command} {option}"]

    def setting(self, name: str) -> str:
        """Return the text for a setting that is an option."""
        return self._words.setting(name=name, english=OVERRIDES[name])


def none(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add no options."""


def ask(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a question and the settings that it overrides."""
    parser.add_argument("question", nargs="*", help=said("question"))
    parser.add_argument("--json", action="store_true", help=said("--json"))
    parser.add_argument(
        "--member",
        action="append",
        metavar="ID",
        help=said("--member"),
    )
    for name in OVERRIDES:
        if name != "members":
            option = f"--{name.replace('_', '-')}"
            parser.add_argument(option, metavar=name.upper(), help=said.setting(name))
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="PATH",
        help=said("--file"),
    )
    parser.add_argument("--estimate", action="store_true", help=said("--estimate"))
    parser.add_argument("--resume", metavar="RUN", help=said("--resume"))


def serve(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the platforms and the role of the process."""
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM", help=said("platforms"))
    parser.add_argument(
        "--role",
        choices=("all", "ingress", "worker"),
        default="all",
        help=said("--role"),
    )


def play(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the port of the page."""
    parser.add_argument("--port", type=int, default=0, help=said("--port"))


def doctor(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the option that permits paid test calls."""
    parser.add_argument("--no-calls", action="store_true", help=said("--no-calls"))


def evaluate(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the options of `evaluate`: the items, and whether models are asked."""
    parser.add_argument("file", metavar="FILE", help=said("file"))
    parser.add_argument(
        "--layout",
        choices=("llmbar", "prd", "hanna", "triviaqa", "pandalm", "scores"),
        help=said("--layout"),
    )
    parser.add_argument("--strategy", default="Metrics_Reference", help=said("--strategy"))
    parser.add_argument("--convert", action="store_true", help=said("--convert"))
    parser.add_argument("--live", action="store_true", help=said("--live"))
    parser.add_argument("--budget", type=dollars, metavar="DOLLARS", help=said("--budget"))
    parser.add_argument("--out", metavar="FILE", help=said("--out"))
    parser.add_argument("--limit", type=at_least_one, metavar="N", help=said("--limit"))
    parser.add_argument(
        "--labels",
        type=not_negative,
        default=20,
        metavar="N",
        help=said("--labels"),
    )
    parser.add_argument("--own", choices=("excluded", "half", "full"), default="half", help=said("--own"))
    parser.add_argument("--json", action="store_true", help=said("--json"))


def calibrate(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the options of `calibrate`: the pairs and their rubric."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=said("file"))
    parser.add_argument("--rubric", help=said("--rubric"))
    parser.add_argument("--budget", type=dollars, metavar="DOLLARS", help=said("--budget"))
    parser.add_argument("--out", metavar="FILE", help=said("--out"))
    parser.add_argument("--show", action="store_true", help=said("--show"))


def _words() -> CommandWords:
    return words_for_errors().commands


def at_least_one(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(_words().no_positive_number(value=text))
    return int(text)


def _day(text: str) -> date:
    """Read a day."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(_words().no_day(value=text)) from error


def not_negative(text: str) -> int:
    """Read a whole number, 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(_words().no_whole_number(value=text))
    return int(text)


def dollars(text: str) -> Decimal:
    """Read a sum of US dollars, 0 or more."""
    try:
        sum_ = Decimal(text)
    except InvalidOperation:
        sum_ = Decimal(-1)
    if not sum_.is_finite() or sum_ < 0:
        raise argparse.ArgumentTypeError(_words().no_dollars(value=text))
    return sum_


def run_id(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a run's id."""
    parser.add_argument("run", help=said("run"))
    parser.add_argument("--json", action="store_true", help=said("--json"))
    parser.add_argument("--engine", action="store_true", help=said("--engine"))


def export(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a run and a format."""
    parser.add_argument("run", help=said("run"))
    parser.add_argument("--format", choices=get_args(Format), default="md", help=said("--format"))
    parser.add_argument("--output", type=Path, help=said("--output"))


def runs(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add filters for a list of runs."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--under-way", action="store_true", help=said("--under-way"))
    which.add_argument("--stuck", action="store_true", help=said("--stuck"))


def schedules(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a schedule's id and the action on it."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pause", metavar="SCHEDULE", help=said("--pause"))
    which.add_argument("--resume", metavar="SCHEDULE", help=said("--resume"))
    which.add_argument("--delete", metavar="SCHEDULE", help=said("--delete"))


def templates(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the workspace and the action on its templates."""
    parser.add_argument(
        "--in",
        dest="where",
        default="",
        metavar="WORKSPACE",
        help=said("--in"),
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--save", metavar="FILE", help=said("--save"))
    change.add_argument("--delete", metavar="NAME", help=said("--delete"))


def board(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the limits of the runs that count."""
    parser.add_argument("--template", default="", help=said("--template"))
    parser.add_argument("--rubric", default="", help=said("--rubric"))
    parser.add_argument("--member", default="", help=said("--member"))
    parser.add_argument(
        "--in",
        dest="where",
        default="",
        metavar="PLACE",
        help=said("--in"),
    )
    for name in ("since", "until"):
        parser.add_argument(f"--{name}", type=_day, help=said(f"--{name}"))


def decisions(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add words to look for, and a folder for files."""
    parser.add_argument("words", nargs="*", help=said("words"))
    parser.add_argument("--adr", metavar="FOLDER", help=said("--adr"))


def end(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a run's id and a reason."""
    parser.add_argument("run", help=said("run"))
    parser.add_argument("--why", required=True, help=said("--why"))


def models(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the provider."""
    parser.add_argument("provider", nargs="?", metavar="PROVIDER", help=said("provider"))


def search(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the words to search for."""
    parser.add_argument("words", nargs="+", help=said("words"))


def improve(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the question and the model that rewrites it."""
    parser.add_argument("question", nargs="+", help=said("question"))
    parser.add_argument("--model", metavar="PROVIDER:MODEL", help=said("--model"))


def manifest(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the way in which Slack reaches the bot."""
    parser.add_argument("--url", help=said("--url"))
    parser.add_argument(
        "--assistant",
        action="store_true",
        help=said("--assistant"),
    )


def invite(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the Discord application's id, and whether a person installs the command for themselves."""
    parser.add_argument(
        "--for-me",
        action="store_true",
        help=said("--for-me"),
    )
    parser.add_argument(
        "--application",
        metavar="ID",
        help=said("--application"),
    )


def rerank(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add a run's id and the settings to change."""
    parser.add_argument("run", help=said("run"))
    parser.add_argument("--aggregation", help=", ".join(AGGREGATORS))
    parser.add_argument("--own", help=said("--own"))


def inspect(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the part to inspect."""
    parser.add_argument("task", choices=("ballot", "mask", "rank", "envelope"))


def forget(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the runs to delete."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("run", nargs="?", help=said("run"))
    which.add_argument(
        "--older-than",
        metavar="TIME",
        help=said("--older-than"),
    )
    parser.add_argument("--yes", action="store_true", help=said("--yes"))


def backup(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the target file."""
    parser.add_argument("file", help=said("file"))


def secrets(parser: argparse.ArgumentParser, said: Help) -> None:
    """Add the action on the keys."""
    parser.add_argument("task", choices=("new", "rotate"), help=said("task"))
