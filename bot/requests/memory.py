"""Requests beyond a single run: boards, models, schedules, digests, decisions and templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.requests.person import FromPerson, OnRun, Person
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.domain.place import PersonId, Place
from council_core.domain.schedule import ScheduleId
from council_core.templates.written import TemplatePart


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowBoard(FromPerson):
    """Show the strength of the models over the runs of this place."""

    kind: Literal["board"] = "board"
    limits: ResultLimits = ALL_RESULTS
    as_picture: bool = False
    unread: str = ""
    """Text that could not be read as limits; empty if all was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSchedule(FromPerson):
    """Ask a question again and again."""

    kind: Literal["add_schedule"] = "add_schedule"
    when: str
    """Days, time and possibly a time zone as they were typed, with the question behind them if `text` is empty."""

    settings: str = ""
    """Settings for its questions that were typed before it, such as `--preset quick`; empty for none."""

    text: str = ""
    delivery: str


DigestOften = Literal["weekly", "daily", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDigest(FromPerson):
    """Post a digest of the channel regularly in place of an earlier one, or stop it."""

    kind: Literal["digest"] = "digest"
    often: DigestOften
    when: str = ""
    """Time and possibly a time zone as they were typed; empty for nine o'clock in the person's time zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSchedules(FromPerson):
    """Show the schedules of this place."""

    kind: Literal["schedules"] = "schedules"


ScheduleChange = Literal["show", "pause", "resume", "delete"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSchedule(FromPerson):
    """Pause, resume or delete a schedule, or show it with the buttons for that."""

    kind: Literal["change_schedule"] = "change_schedule"
    schedule_id: ScheduleId
    change: ScheduleChange


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteDecision(OnRun):
    """Open the form for the team's decision after a run."""

    kind: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDecision(OnRun):
    """Record the team's decision after a run."""

    kind: Literal["record_decision"] = "record_decision"
    text: str
    look_again: str = ""
    """Day to look at it again as it was typed, such as `2027-03-01`; empty for never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDecisions(FromPerson):
    """Show the decisions of this place that contain these words, or all."""

    kind: Literal["decisions"] = "decisions"
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDecision(OnRun):
    """Export a decision as an architecture decision record."""

    kind: Literal["adr"] = "adr"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTemplates(FromPerson):
    """Show the templates with their fields."""

    kind: Literal["templates"] = "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowModels(FromPerson):
    """Show the models that providers offer now."""

    kind: Literal["models"] = "models"
    provider: str = ""
    """Name before the colon of a model's id; empty for every provider that is set up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UseTemplate(FromPerson):
    """Open the form for a question with a template's fields."""

    kind: Literal["template"] = "template"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTemplate(FromPerson):
    """Show one template with the buttons to change it."""

    kind: Literal["show_template"] = "show_template"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditTemplate(FromPerson):
    """Open the form for a template of the workspace."""

    kind: Literal["edit_template"] = "edit_template"
    name: str
    """Template that the form is filled in with; empty for a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveTemplate(FromPerson):
    """Store a template of the workspace."""

    kind: Literal["save_template"] = "save_template"
    before: str
    """Its earlier name; empty for a new one."""

    mark: str
    """Mark of the workspace's template that the form was filled in with; empty if it had none of this name."""

    texts: Mapping[TemplatePart, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTemplate(FromPerson):
    """Delete a template of the workspace."""

    kind: Literal["delete_template"] = "delete_template"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveWorkspace(FromPerson):
    """Delete everything that a workspace created, because it removed the bot."""

    kind: Literal["leave_workspace"] = "leave_workspace"


def leave_workspace(platform: str, workspace: str) -> LeaveWorkspace:
    """Return the request that a platform makes, in nobody's name, when a workspace removed the bot."""
    nobody = Person(id=PersonId(""), name="", is_present=True)
    return LeaveWorkspace(person=nobody, place=Place(platform=platform, channel="", workspace=workspace))


MemoryRequest = (
    ShowBoard
    | AddSchedule
    | SetDigest
    | ShowSchedules
    | ChangeSchedule
    | ShowModels
    | ShowTemplates
    | UseTemplate
    | ShowTemplate
    | EditTemplate
    | SaveTemplate
    | DeleteTemplate
    | LeaveWorkspace
    | ExportDecision
    | RecordDecision
    | ShowDecisions
    | WriteDecision
)
