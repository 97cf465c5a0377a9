"""Command-line options of each command."""

import argparse
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from bot.settings.catalogue import ROWS

OVERRIDES = {row.name: row.cli for row in ROWS if row.cli}
"""Help texts of the settings that one question may override, by name."""


def no_options(parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def ask_options(parser: argparse.ArgumentParser) -> None:
    """Add a question and the settings that it overrides."""
    parser.add_argument(
        "question", nargs="*", help="the question; read from standard input when it is `-` or missing"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the finished run as JSON, and nothing else"
    )
    parser.add_argument(
        "--member",
        action="append",
        metavar="ID",
        help="a model instead of those in the settings; give it once for each, as provider:model?name=…",
    )
    for name, text in OVERRIDES.items():
        if name != "members":
            parser.add_argument(f"--{name.replace('_', '-')}", metavar=name.upper(), help=text)
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="PATH",
        help="a file that the models read with the question, `-` for standard input; give it once for each. "
        "What comes through a pipe beside a question is one as well",
    )
    parser.add_argument(
        "--estimate", action="store_true", help="say what the question would take, and do not ask it"
    )
    parser.add_argument(
        "--resume", metavar="RUN", help="go on with a run of this terminal that was interrupted"
    )


def serve_options(parser: argparse.ArgumentParser) -> None:
    """Add the platforms and the role of the process."""
    parser.add_argument(
        "platforms", nargs="*", metavar="PLATFORM", help="slack, discord; all that have a token by default"
    )
    parser.add_argument(
        "--role",
        choices=("all", "ingress", "worker"),
        default="all",
        help="receive what people ask (ingress), work on it and post (worker), or both; several processes need a "
        "Postgres as DATABASE_URL",
    )


def play_options(parser: argparse.ArgumentParser) -> None:
    """Add the port of the page."""
    parser.add_argument("--port", type=int, default=0, help="the port of the page; a free one by default")


def doctor_options(parser: argparse.ArgumentParser) -> None:
    """Add the option that permits paid test calls."""
    parser.add_argument("--no-calls", action="store_true", help="do not ask the models anything")


def evaluate_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `evaluate`: the items, and whether models are asked."""
    parser.add_argument(
        "file", metavar="FILE", help="items as JSON lines; with --layout a data set as it was published"
    )
    parser.add_argument(
        "--layout",
        choices=("llmbar", "prd", "hanna", "triviaqa", "pandalm", "scores"),
        help="how FILE is laid out, where it is not Council's own form",
    )
    parser.add_argument(
        "--strategy", default="Metrics_Reference", help="which of LLMBar's ways of asking a judge"
    )
    parser.add_argument(
        "--convert", action="store_true", help="print FILE as Council's JSON lines, and nothing else"
    )
    parser.add_argument(
        "--live", action="store_true", help="ask the models of the settings where judgements are missing"
    )
    parser.add_argument(
        "--budget", type=dollars, metavar="DOLLARS", help="stop before live models cost more than this"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="where live items are kept; FILE.judged.jsonl by default"
    )
    parser.add_argument("--limit", type=at_least_one, metavar="N", help="only the first N items")
    parser.add_argument(
        "--labels",
        type=not_negative,
        default=20,
        metavar="N",
        help="learn reliabilities from N items, ten times; 0 for not at all",
    )
    parser.add_argument(
        "--own", choices=("excluded", "half", "full"), default="half", help="what own answers count"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def calibrate_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `calibrate`: the pairs and their rubric."""
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="your own labelled pairs, as for `council evaluate`"
    )
    parser.add_argument("--rubric", help="what they look at; that of the settings by default")
    parser.add_argument(
        "--budget", type=dollars, metavar="DOLLARS", help="stop before it costs more than this"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="where judged pairs are kept, to go on from after a stop"
    )
    parser.add_argument("--show", action="store_true", help="print what is kept, and ask nobody")


def at_least_one(text: str) -> int:
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _day(text: str) -> date:
    """Read a day."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no day such as 2026-01-31") from error


def not_negative(text: str) -> int:
    """Read a whole number, 0 or more."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number such as 20 or 0")
    return int(text)


def dollars(text: str) -> Decimal:
    """Read a sum of US dollars, 0 or more."""
    try:
        sum_ = Decimal(text)
    except InvalidOperation:
        sum_ = Decimal(-1)
    if not sum_.is_finite() or sum_ < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no sum of US dollars, such as 2.50")
    return sum_


def run_options(parser: argparse.ArgumentParser) -> None:
    """Add a run's id."""
    parser.add_argument("run", help="the run's id, such as r8kq2z5m0c7xw3t9n")
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.add_argument(
        "--engine", action="store_true", help="print in place of it who carries it, and its steps"
    )


def export_options(parser: argparse.ArgumentParser) -> None:
    """Add a run and a format."""
    parser.add_argument("run", help="the run's id, such as r8kq2z5m0c7xw3t9n")
    parser.add_argument(
        "--format",
        choices=("html", "pdf", "docx", "md", "json", "png"),
        default="md",
        help="HTML (one file that needs nothing else), PDF, Word, Markdown (the default), JSON, or its figures as PNG",
    )
    parser.add_argument("--output", type=Path, help="the file to write; without it, standard output")


def runs_options(parser: argparse.ArgumentParser) -> None:
    """Add filters for a list of runs."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--under-way", action="store_true", help="all that have not ended; the default")
    which.add_argument("--stuck", action="store_true", help="only those that do not go on by themselves")


def schedules_options(parser: argparse.ArgumentParser) -> None:
    """Add a schedule's id and the action on it."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pause", metavar="SCHEDULE", help="ask nothing until it is resumed")
    which.add_argument("--resume", metavar="SCHEDULE", help="ask again from its next time on")
    which.add_argument("--delete", metavar="SCHEDULE", help="delete it; the questions that it asked stay")


def templates_options(parser: argparse.ArgumentParser) -> None:
    """Add the workspace and the action on its templates."""
    parser.add_argument(
        "--in",
        dest="where",
        default="",
        metavar="WORKSPACE",
        help="with those of a workspace, such as slack:T012345",
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument(
        "--save", metavar="FILE", help="add or replace the workspace's template in this TOML file"
    )
    change.add_argument("--delete", metavar="NAME", help="delete the workspace's template of this name")


def board_options(parser: argparse.ArgumentParser) -> None:
    """Add the limits of the runs that count."""
    parser.add_argument("--template", default="", help="only runs asked with this template")
    parser.add_argument("--rubric", default="", help="only runs judged by this rubric")
    parser.add_argument("--member", default="", help="only runs in which this model sat, by name or id")
    parser.add_argument(
        "--in",
        dest="where",
        default="",
        metavar="PLACE",
        help="only a workspace, such as slack:T012345, or a channel, such as slack:T012345:C012345",
    )
    for name, said in (("since", "from this day on"), ("until", "until this day")):
        parser.add_argument(f"--{name}", type=_day, help=f"only runs asked {said}, such as 2026-01-31")


def decisions_options(parser: argparse.ArgumentParser) -> None:
    """Add words to look for, and a folder for files."""
    parser.add_argument("words", nargs="*", help="only decisions with all these words")
    parser.add_argument("--adr", metavar="FOLDER", help="write each as a Markdown file into this folder")


def end_options(parser: argparse.ArgumentParser) -> None:
    """Add a run's id and a reason."""
    parser.add_argument("run", help="the run's id")
    parser.add_argument("--why", required=True, help="one sentence for the people in its thread")


def models_options(parser: argparse.ArgumentParser) -> None:
    """Add the provider."""
    parser.add_argument("provider", nargs="?", metavar="PROVIDER", help="one provider, such as openrouter")


def search_options(parser: argparse.ArgumentParser) -> None:
    """Add the words to search for."""
    parser.add_argument("words", nargs="+", help="words that all have to be there; quotes keep some together")


def improve_options(parser: argparse.ArgumentParser) -> None:
    """Add the question and the model that rewrites it."""
    parser.add_argument("question", nargs="+", help="the question to rewrite")
    parser.add_argument("--model", metavar="PROVIDER:MODEL", help="who rewrites it; without it the chairman")


def manifest_options(parser: argparse.ArgumentParser) -> None:
    """Add the way in which Slack reaches the bot."""
    parser.add_argument(
        "--url", help="the bot's public address, for HTTP; without it the manifest is for Socket Mode"
    )
    parser.add_argument(
        "--assistant",
        action="store_true",
        help="turn on Slack's assistant surface in direct messages; Slack does not let an app take it back",
    )


def invite_options(parser: argparse.ArgumentParser) -> None:
    """Add the Discord application's id, and whether a person installs the command for themselves."""
    parser.add_argument(
        "--for-me",
        action="store_true",
        help="print the link with which a person installs the command for themselves, to use it anywhere",
    )
    parser.add_argument(
        "--application",
        metavar="ID",
        help="the application's id; without it Discord is asked whose DISCORD_TOKEN is set",
    )


def rerank_options(parser: argparse.ArgumentParser) -> None:
    """Add a run's id and the settings to change."""
    parser.add_argument("run", help="the run's id")
    parser.add_argument("--aggregation", help="bradley_terry, borda, mean_place, copeland or schulze")
    parser.add_argument(
        "--own", help="how a reviewer's judgement of its own answer counts: excluded, half, full"
    )


def inspect_options(parser: argparse.ArgumentParser) -> None:
    """Add the part to inspect."""
    parser.add_argument("what", choices=("ballot", "mask", "rank", "envelope"))


def forget_options(parser: argparse.ArgumentParser) -> None:
    """Add the runs to delete."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("run", nargs="?", help="the run's id, such as r8kq2z5m0c7xw3t9n")
    which.add_argument(
        "--older-than",
        metavar="TIME",
        help="all runs that ended so long ago: 30d, 8w or 36h; a bare number is days",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask whether that is meant")


def backup_options(parser: argparse.ArgumentParser) -> None:
    """Add the target file."""
    parser.add_argument("file", help="the file to write; it must not be there yet")


def secrets_options(parser: argparse.ArgumentParser) -> None:
    """Add the action on the keys."""
    parser.add_argument("what", choices=("new", "rotate"), help="print a new key, or seal all tokens anew")
