"""Help pages of the command line in English."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.presentation.words.commands import Misuse

SUMMARIES: Mapping[str, str] = {
    "ask": "ask the council here in the terminal",
    "improve": "have a question rewritten before it is asked",
    "play": "try the council on a page of this machine, without any token",
    "serve": "serve Slack and Discord",
    "mcp": "serve one program, such as a coding assistant, over MCP",
    "doctor": "check settings, tokens, database and models",
    "show": "print a stored run",
    "export": "write a finished run as HTML, PDF, Word, Markdown, JSON or PNG",
    "runs": "list runs under way, and which are stuck",
    "end": "stop a run and tell its thread why",
    "history": "list the latest runs",
    "search": "find runs by their words",
    "board": "print how strong the models are",
    "schedules": "list the questions that are asked at set times",
    "decisions": "list what teams decided, or write it as files",
    "templates": "list templates for questions, with their fields",
    "models": "list the models that providers offer now, with prices",
    "forget": "delete stored runs permanently",
    "secrets": "make or change the keys that seal tokens",
    "backup": "copy the database, also while it is in use",
    "schema": "print the JSON schema of a run",
    "rerank": "compute the ranking of a stored run again",
    "inspect": "read ballots, mask texts, rank and seal, outside of a run",
    "evaluate": "compare the council with its best model, on labelled items",
    "calibrate": "let the models judge labelled pairs, and trust them accordingly",
    "slack-manifest": "print the manifest to paste into Slack",
    "discord-invite": "print the link that invites the bot to a Discord server",
}

DESCRIPTIONS: Mapping[str, str] = {
    "ask": "Ask the council and watch it deliberate. Exit codes: 0 a verdict; 1 something broke; 2 asked wrongly or settings are wrong; 3 too few models answered; 4 no verdict; 130 interrupted.",
    "improve": "Let the chairman, or the model after --model, rewrite a question. Print both versions, the differences and the reasons. The council is not asked. Exit codes: 0 printed; 1 something broke; 2 the call failed, or asked wrongly.",
    "play": "Serve a page on 127.0.0.1 that looks like a team's channel: ask, follow the thread, vote as one of three made-up teammates, reveal. Demo models answer unless COUNCIL_MEMBERS names others. Exit codes: 0 stopped; 1 something broke; 2 settings are wrong.",
    "serve": "Serve the named platforms, or all that have a token, or else the playground, until stopped. Exit codes: 0 stopped; 1 something broke; 2 settings are wrong.",
    "mcp": "Speak MCP on standard input and output, so that a program can put questions to the council and read runs (docs/mcp.md). Exit codes: 0 the program closed the connection; 1 something broke; 2 settings are wrong.",
    "doctor": "Check everything a council needs, with one cheap call to each model, and say what to do about what fails. Exit codes: 0 all is well; 1 something is not.",
    "show": "Print a stored run. Exit codes: 0 printed; 1 something broke; 2 there is no such run.",
    "export": "Write a finished run as a file, such as `council export RUN --format html --output run.html`. Exit codes: 0 written; 1 something broke; 2 there is no such run, it has not ended, a package is missing, or the file cannot be written.",
    "runs": "List the runs that have not ended, the oldest first: stage, age, process and its lease, attempts, last step, posts whose sending was not confirmed, and why a run is stuck.",
    "end": "Stop a run that does not go on. The process that executes it tells the thread why. Exit codes: 0 stopped; 1 something broke; 2 there is no such run, or it has ended.",
    "history": "List the latest runs of all platforms, the newest first.",
    "search": "List the latest runs of all platforms whose question or verdict contains all these words, the newest first. Exit codes: 0 listed, or nothing found; 1 something broke; 2 there is no word to look for.",
    "board": "Print how strong the models are over the latest runs of all platforms, by their own blind reviews and by people's blind votes, with the cost and time of an answer of each. Fewer than ten runs make no board.",
    "schedules": "List the schedules of all platforms, or pause, resume or delete one. People make them in chat: `/council every monday 9:00 What broke last week?` Exit codes: 0 done; 1 something broke; 2 there is no such schedule.",
    "decisions": "List the decisions that people recorded on runs of all platforms, the newest first, or those with some words; with --adr write each as an architecture decision record. Exit codes: 0 done; 1 something broke; 2 there is no such folder.",
    "templates": "List the templates that come with Council and those of COUNCIL_TEMPLATES. Ask with one: `council ask 'template:writer reader=\"our users\" Announce the release'`. With --in, those of a workspace as well: --save adds or replaces one, --delete removes one. Exit codes: 0 done; 1 something broke; 2 there is no such template, or the file is wrong.",
    "models": "List the models of one provider, or of all that are set up, with the price of a short question and the kinds of input that each accepts, as far as the provider says so. Exit codes: 0 listed; 1 no provider answered.",
    "forget": "Delete a run, or all that ended long enough ago, with answers, reviews, votes, feedback and the engine's records, also while `council serve` is running. Exit codes: 0 deleted; 1 something broke; 2 there is no such run, or asked wrongly.",
    "secrets": "`new` prints a key for COUNCIL_SECRET_KEYS; `rotate` seals every token in the database with the first of those keys. Exit codes: 0 done; 1 something broke; 2 settings are wrong.",
    "backup": "Write a consistent copy of the SQLite database, with runs and the engine's records, while `council serve` goes on. A server that is started on the copy resumes the runs that were under way. Exit codes: 0 copied; 1 something broke; 2 the file cannot be written there, or the database is a Postgres.",
    "schema": "Print the JSON schema of what `council ask --json` and `council show --json` print.",
    "rerank": "Compute the rankings of a stored run again, if you like with another aggregation or another weight of own answers. The same arguments give the same result. Exit codes: 0 printed; 1 something broke; 2 there is no such run.",
    "inspect": "Read JSON lines from standard input and write one JSON line each, through the code that runs use. Fields of a line: ballot takes text and shown; mask text and question; rank candidates, ballots, aggregation and own_weight; envelope answers and question.",
    "evaluate": "Replay stored judgements of labelled items, or ask live models. Print how often the council, each model alone, a plain majority and every aggregation find a right answer. docs/evaluating.md describes the format and the layouts of public data sets. Exit codes: 0 printed; 1 something broke; 2 a line cannot be used (those before it are), or asked wrongly; 130 interrupted (finished items are kept).",
    "calibrate": "Let each reviewing model judge labelled pairs, those that ship with Council or your own, and store how reliable each is, per model and rubric. Runs start from that reliability; the team's votes then refine it. Exit codes: 0 stored; 1 something broke; 2 asked wrongly; 130 interrupted (finished pairs are kept).",
    "slack-manifest": 'Print the app manifest to paste into Slack\'s "Create an app from a manifest".',
    "discord-invite": "Print the address that invites the bot with every permission it needs. Exit codes: 0 printed; 1 Discord cannot be asked; 2 there is neither an id nor a token.",
}

OPTIONS: Mapping[str, str] = {
    "ask question": "the question; read from standard input when it is `-` or missing",
    "ask --json": "print the finished run, or with --estimate the estimate, as JSON, and nothing else",
    "ask --member": "a model instead of those in the settings; give it once for each, as provider:model?name=…",
    "ask --file": "a file that the models read with the question, `-` for standard input; give it once for each. Text piped in beside a question is such a file too",
    "ask --estimate": "print what the question would cost, and do not ask it",
    "ask --resume": "resume a run of this terminal that was interrupted",
    "improve question": "the question to rewrite",
    "improve --model": "the model that rewrites it; by default the chairman",
    "play --port": "the port of the page; a free one by default",
    "serve platforms": "slack, discord, api; all that have a token by default",
    "serve --role": "receive what people ask (ingress), work on it and post (worker), or both; several processes need a Postgres as DATABASE_URL",
    "doctor --no-calls": "do not ask the models anything",
    "show run": "the run's id, such as r8kq2z5m0c7xw3t9n",
    "show --json": "print it as JSON",
    "show --engine": "print which process executes it, and its steps, instead of the run",
    "export run": "the run's id, such as r8kq2z5m0c7xw3t9n",
    "export --format": "HTML (one file that needs nothing else), PDF, Word, Markdown (the default), JSON, or its figures as PNG",
    "export --output": "the file to write; without it, standard output",
    "runs --under-way": "all that have not ended; the default",
    "runs --stuck": "only those that need your help to go on",
    "end run": "the run's id",
    "end --why": "one sentence for the people in its thread",
    "search words": "words that must all be there, and limits such as by:Ada, model:GPT, since:2026-01-31 or channel:#team; quotes keep a phrase together",
    "board --template": "only runs asked with this template",
    "board --rubric": "only runs judged by this rubric",
    "board --member": "only runs in which this model sat, by name or id",
    "board --in": "only a workspace, such as slack:T012345, or a channel, such as slack:T012345:C012345",
    "schedules --pause": "ask nothing until it is resumed",
    "schedules --resume": "ask again from its next time on",
    "schedules --delete": "delete it; the questions that it asked stay",
    "decisions words": "only decisions with all these words",
    "decisions --adr": "write each as a Markdown file into this folder",
    "templates --in": "include those of a workspace, such as slack:T012345",
    "templates --save": "add or replace the workspace's template in this TOML file",
    "templates --delete": "delete the workspace's template of this name",
    "models provider": "one provider, such as openrouter",
    "forget run": "the run's id, such as r8kq2z5m0c7xw3t9n",
    "forget --older-than": "all runs that ended so long ago: 30d, 8w or 36h; a bare number is days",
    "forget --yes": "delete without asking first",
    "secrets task": "print a new key, or seal all tokens again",
    "backup file": "the file to write; it must not be there yet",
    "rerank run": "the run's id",
    "rerank --own": "how much a reviewer's ranking of its own answer counts: excluded, half, full",
    "evaluate file": "items as JSON lines; with --layout a data set as it was published",
    "evaluate --layout": "the layout of FILE, if it is not Council's own",
    "evaluate --strategy": "the strategy of LLMBar's judges to read",
    "evaluate --convert": "print FILE as Council's JSON lines, and nothing else",
    "evaluate --live": "ask the models of the settings where judgements are missing",
    "evaluate --budget": "stop before live models cost more than this",
    "evaluate --out": "where live items are kept; FILE.judged.jsonl by default",
    "evaluate --limit": "only the first N items",
    "evaluate --labels": "learn reliabilities from N items, ten times; 0 for not at all",
    "evaluate --own": "how much a reviewer's ranking of its own answer counts",
    "evaluate --json": "print the figures as JSON",
    "calibrate file": "your own labelled pairs, as for `council evaluate`",
    "calibrate --rubric": "the rubric for the pairs; by default the one in the settings",
    "calibrate --budget": "stop before it costs more than this",
    "calibrate --out": "the file for judged pairs; the next call goes on from it",
    "calibrate --show": "print the stored results, and ask no model",
    "slack-manifest --url": "the bot's public address, for HTTP; without it the manifest is for Socket Mode",
    "slack-manifest --assistant": "turn on Slack's assistant surface in direct messages; Slack does not let an app take it back",
    "discord-invite --for-me": "print the link with which a person installs the command for themselves, to use it anywhere",
    "discord-invite --application": "the application's id; without it, that of DISCORD_TOKEN",
    "board --since": "only runs asked from this day on, such as 2026-01-31",
    "board --until": "only runs asked until this day, such as 2026-01-31",
}


GUIDE = """\
Several language models answer a question, judge each other blind, and conclude.

  council ask "Should we rewrite the importer?"   ask here; without settings demo models answer
  council play                                    try it on a page of this machine, without any token
  council doctor                                  check settings, tokens, database and models
  council serve                                   serve Slack and Discord
  council history                                 list the latest questions
  council --help                                  list all commands
  council --version                               print the version

Settings are read from the environment and from .env; .env.example explains each."""


MISUSES: Mapping[Misuse, str] = {
    "missing": "This is missing: {name}.",
    "missing_one": "One of these is needed: {name}.",
    "no_value": "{name} needs a value after it.",
    "choice": "{name} is '{value}'; expected one of {known}.",
    "number": "{name} is '{value}'; expected a whole number.",
    "together": "{name} and {value} cannot be used together.",
    "takes_none": "{name} takes no value, and '{value}' was given.",
    "ambiguous": "{name} may mean {known}. Write it out.",
    "own": "{name}: {value}.",
    "extra": "'{value}' is one word too many. Put a text of several words in quotes.",
    "option": "There is no option {name} here.",
    "option_near": "There is no option {name} here. Did you mean {near}?",
}


@dataclass(frozen=True, slots=True)
class EnglishCommands:
    """Implements `CommandWords`."""

    about: str = "Several language models answer a question, judge each other blind, and conclude."
    guide: str = GUIDE
    epilog: str = "Run `council help COMMAND` for what a command takes. Settings: see .env.example."
    title: str = "commands"
    usage: str = "usage:"
    arguments_title: str = "arguments"
    options_title: str = "options"
    help_option: str = "show this page"
    version_option: str = "print the version of Council and of Python"
    summaries: Mapping[str, str] = field(default_factory=lambda: SUMMARIES)
    descriptions: Mapping[str, str] = field(default_factory=lambda: DESCRIPTIONS)
    options: Mapping[str, str] = field(default_factory=lambda: OPTIONS)

    def setting(self, *, name: str, english: str) -> str:
        del name
        return english

    def version(self, *, version: str, python: str) -> str:
        installed = version or "from a folder, not installed,"
        return f"Council {installed} on Python {python}"

    def misuse(self, *, kind: Misuse, facts: Mapping[str, str]) -> str:
        return MISUSES[kind].format_map(facts)

    def ask_this(self, *, question: str) -> str:
        return f"To ask the council, write: council ask {question}"

    def unknown_command(self, *, name: str, near: str) -> str:
        meant = f" Did you mean `council {near}`?" if near else ""
        return f"There is no command '{name}'.{meant} `council --help` lists all commands."

    def no_positive_number(self, *, value: str) -> str:
        return f"{value!r} is not a whole number above 0"

    def no_whole_number(self, *, value: str) -> str:
        return f"{value!r} is not a whole number such as 20 or 0"

    def no_day(self, *, value: str) -> str:
        return f"'{value}' is not a day such as 2026-01-31"

    def no_dollars(self, *, value: str) -> str:
        return f"{value!r} is not a sum of US dollars, such as 2.50"
