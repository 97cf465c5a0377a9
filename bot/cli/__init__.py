"""Commands of `council` by name. The module of a command is imported only when it is called."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from bot.cli.options import (
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command. `module` has a function `run(parsed) -> exit code`. It is imported only when needed, because most
    imports take longer than printing a help page."""

    summary: str
    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    module: str

    def run(self, parsed: argparse.Namespace) -> int:
        """Run the command and return its exit code."""
        return int(import_module(self.module).run(parsed))


COMMANDS: dict[str, Command] = {
    "ask": Command(
        summary="ask the council here in the terminal",
        description=(
            "Ask the council and watch it deliberate. Exit codes: 0 a verdict; 1 something broke; 2 asked wrongly or "
            "settings are wrong; 3 too few models answered; 4 no verdict; 130 interrupted."
        ),
        add_arguments=ask_options,
        module="bot.cli.ask",
    ),
    "improve": Command(
        summary="have a question rewritten before it is asked",
        description=(
            "Let one model, the chairman or that after --model, rewrite a question, and print both with what differs "
            "and why. Nothing is put to the council. Exit codes: 0 printed; 1 something broke; 2 the call failed, or "
            "asked wrongly."
        ),
        add_arguments=improve_options,
        module="bot.cli.improve",
    ),
    "play": Command(
        summary="try the council on a page of this machine, without any token",
        description=(
            "Serve a page on 127.0.0.1 that looks like a team's channel: ask, follow the thread, vote as one of three "
            "made-up teammates, reveal. Demo models answer unless COUNCIL_MEMBERS names others. Exit codes: 0 stopped; "
            "1 something broke; 2 settings are wrong."
        ),
        add_arguments=play_options,
        module="bot.cli.play",
    ),
    "serve": Command(
        summary="serve Slack and Discord",
        description=(
            "Serve the named platforms, or all that have a token, or else the playground, until stopped. Exit codes: "
            "0 stopped; 1 something broke; 2 settings are wrong."
        ),
        add_arguments=serve_options,
        module="bot.cli.serve",
    ),
    "mcp": Command(
        summary="serve one program, such as a coding assistant, over MCP",
        description=(
            "Speak MCP on standard input and output, so that a program can put questions to the council and read runs "
            "(docs/mcp.md). Exit codes: 0 the program has gone; 1 something broke; 2 settings are wrong."
        ),
        add_arguments=no_options,
        module="bot.cli.mcp",
    ),
    "doctor": Command(
        summary="check settings, tokens, database and models",
        description=(
            "Check everything a council needs, with one cheap call to each model, and say what to do about what "
            "fails. Exit codes: 0 all is well; 1 something is not."
        ),
        add_arguments=doctor_options,
        module="bot.cli.doctor",
    ),
    "show": Command(
        summary="print a stored run",
        description="Print a stored run. Exit codes: 0 printed; 1 something broke; 2 there is no such run.",
        add_arguments=run_options,
        module="bot.cli.show",
    ),
    "export": Command(
        summary="write a finished run as HTML, PDF, Word, Markdown, JSON or PNG",
        description=(
            "Write a finished run as a file, such as `council export RUN --format html --output run.html`. Exit "
            "codes: 0 written; 1 something broke; 2 there is no such run, it has not ended, a package is missing, or "
            "the file cannot be written."
        ),
        add_arguments=export_options,
        module="bot.cli.export",
    ),
    "runs": Command(
        summary="list runs under way, and which are stuck",
        description=(
            "List the runs that have not ended, the oldest first: stage, age, process and its lease, attempts, last "
            "step, posts of which nobody knows whether they stand, and why a run is stuck."
        ),
        add_arguments=runs_options,
        module="bot.cli.runs",
    ),
    "end": Command(
        summary="stop a run, with a word to its thread",
        description=(
            "Stop a run that does not go on. Its thread is told why by the process that carries it. Exit codes: 0 "
            "stopped; 1 something broke; 2 there is no such run, or it has ended."
        ),
        add_arguments=end_options,
        module="bot.cli.end",
    ),
    "history": Command(
        summary="list the latest runs",
        description="List the latest runs of all platforms, the newest first.",
        add_arguments=no_options,
        module="bot.cli.history",
    ),
    "search": Command(
        summary="find runs by their words",
        description=(
            "List the latest runs of all platforms in whose question or verdict all these words stand, the newest "
            "first. Exit codes: 0 listed, or nothing found; 1 something broke; 2 there is no word to look for."
        ),
        add_arguments=search_options,
        module="bot.cli.search",
    ),
    "board": Command(
        summary="print how strong the models are",
        description=(
            "Print how strong the models are over the latest runs of all platforms, by their own blind reviews and by "
            "people's blind votes, with what an answer of each takes. Fewer than ten runs make no board."
        ),
        add_arguments=board_options,
        module="bot.cli.board",
    ),
    "schedules": Command(
        summary="list questions that are asked again and again",
        description=(
            "List the schedules of all platforms, or pause, resume or delete one. People make them in chat: `/council "
            "every monday 9:00 What broke last week?` Exit codes: 0 done; 1 something broke; 2 there is "
            "no such schedule."
        ),
        add_arguments=schedules_options,
        module="bot.cli.schedules",
    ),
    "decisions": Command(
        summary="list what teams decided, or write it as files",
        description=(
            "List the decisions that people recorded on runs of all platforms, the newest first, or those with some "
            "words; with --adr write each as an architecture decision record. Exit codes: 0 done; 1 something broke; 2 "
            "there is no such folder."
        ),
        add_arguments=decisions_options,
        module="bot.cli.decisions",
    ),
    "templates": Command(
        summary="list templates for questions, with their fields",
        description=(
            "List the templates that come with Council and those of COUNCIL_TEMPLATES. Ask with one: `council ask "
            "'template:writer reader=\"our users\" Announce the release'`. With --in, those of a workspace as well: "
            "--save adds or replaces one, --delete removes one. Exit codes: 0 done; 1 something broke; 2 there is no "
            "such template, or the file is wrong."
        ),
        add_arguments=templates_options,
        module="bot.cli.templates",
    ),
    "models": Command(
        summary="list the models that providers offer now, with prices",
        description=(
            "List the models of one provider, or of all that are set up, with the price of a short question and what "
            "each takes, as far as the provider says so. Exit codes: 0 listed; 1 no provider answered."
        ),
        add_arguments=models_options,
        module="bot.cli.models",
    ),
    "forget": Command(
        summary="delete stored runs permanently",
        description=(
            "Delete a run, or all that ended long enough ago, with answers, reviews, votes, feedback and the engine's "
            "records, also while `council serve` is running. Exit codes: 0 deleted; 1 something broke; 2 there is no "
            "such run, or asked wrongly."
        ),
        add_arguments=forget_options,
        module="bot.cli.forget",
    ),
    "secrets": Command(
        summary="make or change the keys that seal tokens",
        description=(
            "`new` prints a key for COUNCIL_SECRET_KEYS; `rotate` seals every token in the database with the first of "
            "those keys. Exit codes: 0 done; 1 something broke; 2 settings are wrong."
        ),
        add_arguments=secrets_options,
        module="bot.cli.secrets",
    ),
    "backup": Command(
        summary="copy the database, also while it is in use",
        description=(
            "Write a consistent copy of the SQLite database, runs and the engine's records alike, while `council "
            "serve` goes on. A server that is started on the copy goes on with the runs that were under way. Exit "
            "codes: 0 copied; 1 something broke; 2 the file cannot be written there, or the database is a Postgres."
        ),
        add_arguments=backup_options,
        module="bot.cli.backup",
    ),
    "schema": Command(
        summary="print the JSON schema of a run",
        description="Print the JSON schema of what `council ask --json` and `council show --json` print.",
        add_arguments=no_options,
        module="bot.cli.schema",
    ),
    "rerank": Command(
        summary="compute the ranking of a stored run again",
        description=(
            "Compute the rankings of a stored run again, with another aggregation or another weight of own answers "
            "if you like. The same arguments give the same bits. Exit codes: 0 printed; 2 there is no such run."
        ),
        add_arguments=rerank_options,
        module="bot.cli.rerank",
    ),
    "inspect": Command(
        summary="read ballots, mask texts, rank and seal, outside of a run",
        description=(
            "Read JSON lines from standard input and write one JSON line each, through the code that runs use. "
            'ballot: {"text", "shown"}; mask: {"text", "question"}; rank: {"candidates", "ballots", "aggregation", '
            '"own_weight"}; envelope: {"answers", "question"}.'
        ),
        add_arguments=inspect_options,
        module="bot.cli.inspect",
    ),
    "evaluate": Command(
        summary="compare the council with its best model, on labelled items",
        description=(
            "Replay stored judgements of labelled items, or ask live models, and print how often the council, each "
            "model alone, a plain majority and every aggregation find a right answer. The format and the layouts of "
            "public data sets stand in docs/evaluating.md. Exit codes: 0 printed; 1 something broke; 2 a line cannot "
            "be used (those before it are), or asked wrongly; 130 interrupted (what was asked is kept)."
        ),
        add_arguments=evaluate_options,
        module="bot.cli.evaluate",
    ),
    "calibrate": Command(
        summary="let the models judge labelled pairs, and trust them accordingly",
        description=(
            "Let each reviewing model judge labelled pairs, those that ship with Council or your own, and keep how "
            "far each is to be trusted, per model and rubric. Runs start from there; the team's votes go on from it. "
            "Exit codes: 0 kept; 1 something broke; 2 asked wrongly; 130 interrupted (what was asked is kept)."
        ),
        add_arguments=calibrate_options,
        module="bot.cli.calibrate",
    ),
    "slack-manifest": Command(
        summary="print the manifest to paste into Slack",
        description='Print the app manifest to paste into Slack\'s "Create an app from a manifest".',
        add_arguments=manifest_options,
        module="bot.cli.slack_manifest",
    ),
    "discord-invite": Command(
        summary="print the link that invites the bot to a Discord server",
        description=(
            "Print the address that invites the bot with every permission it needs. Exit codes: 0 printed; 1 Discord "
            "cannot be asked; 2 there is neither an id nor a token."
        ),
        add_arguments=invite_options,
        module="bot.cli.discord_invite",
    ),
}
