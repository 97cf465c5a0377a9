"""Commands without an argument or with a run's id. Typed commands and Discord's slash commands are made from these
rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.requests.memory import ShowSchedules, ShowTemplates
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import CancelRun, ExportRun, ForgetRun, ShowHelp, ShowStats, ShowStatus
from bot.requests.settings import ShowSettings
from council_core.domain.place import Place
from council_core.domain.question import RunId


class PlainRequest(Protocol):
    """Makes the request of a command without an argument."""

    def __call__(self, *, person: Person, place: Place) -> Request: ...


class RunRequest(Protocol):
    """Makes the request of a command with a run's id."""

    def __call__(self, *, person: Person, place: Place, run_id: RunId | None = None) -> Request: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainCommand:
    """A command without an argument."""

    request: PlainRequest
    description: str
    """Its English description in Discord, at most 100 characters; `help.commands` of the words has other languages'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCommand:
    """A command with a run's id. Without the id it means the latest run here; to stop or delete a run, the person's own
    latest."""

    request: RunRequest
    description: str
    run: str
    """The English description of the run's id in Discord."""


PLAIN_COMMANDS: Mapping[str, PlainCommand] = {
    "settings": PlainCommand(
        request=ShowSettings, description="Settings in this channel, and how to change them"
    ),
    "stats": PlainCommand(request=ShowStats, description="How the models have done in this channel"),
    "schedules": PlainCommand(
        request=ShowSchedules, description="Questions that are asked again and again in this channel"
    ),
    "templates": PlainCommand(
        request=ShowTemplates, description="Templates for questions, with fields to fill in"
    ),
    "help": PlainCommand(request=ShowHelp, description="What you can do here"),
}

RUN_COMMANDS: Mapping[str, RunCommand] = {
    "show": RunCommand(
        request=ShowStatus,
        description="How far a question is",
        run="The run's id; the latest one when you leave it out",
    ),
    "cancel": RunCommand(
        request=CancelRun,
        description="Stop a question before its end",
        run="The run's id; your own latest one when you leave it out",
    ),
    "forget": RunCommand(
        request=ForgetRun,
        description="Delete a question with all that belongs to it",
        run="The run's id; your own latest one when you leave it out",
    ),
    "export": RunCommand(
        request=ExportRun,
        description="A question as a file, for you or its thread",
        run="The run's id; the latest one when you leave it out",
    ),
}

DESCRIPTIONS: Mapping[str, str] = {
    **{name: command.description for name, command in {**PLAIN_COMMANDS, **RUN_COMMANDS}.items()},
    **{f"{name} run": command.run for name, command in RUN_COMMANDS.items()},
}
"""English descriptions by the names of commands (`show`) and options (`show run`)."""
