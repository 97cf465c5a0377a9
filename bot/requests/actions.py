"""Encodes requests as actions of buttons, which are texts of at most 100 characters, and back."""

from dataclasses import replace
from hashlib import sha256
from typing import Literal, TypeGuard, get_args

from bot.requests.asking import Ask, FollowUp, Retry, RunAgain, WriteQuestion
from bot.requests.improving import AskDraft, EditDraft, ImproveAgain, WriteFields
from bot.requests.memory import (
    ChangeSchedule,
    DeleteTemplate,
    EditTemplate,
    ExportDecision,
    ScheduleChange,
    ShowBoard,
    ShowDecisions,
    ShowSchedules,
    ShowTemplate,
    ShowTemplates,
    UseTemplate,
    WriteDecision,
)
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import (
    CancelRun,
    ExportRun,
    FindRuns,
    ForgetNow,
    ForgetRun,
    Listing,
    OpenPage,
    SearchRuns,
    ShareRun,
    ShowHelp,
    ShowHistory,
    ShowQuestion,
    ShowReviews,
    ShowStats,
    ShowStatus,
    ShowTips,
    ShowToolCalls,
)
from bot.requests.settings import EditSeats, EditSettings, ResetSettings, ShowSettings
from bot.requests.typed import command_in, limits_typed, read_board, read_options, read_question
from bot.requests.voting import (
    CastVote,
    GiveFeedback,
    RankAll,
    RevealNames,
    SeeResult,
    WithdrawVote,
    WriteReason,
)
from bot.settings.catalogue import Group
from council_core.domain.draft import DraftId
from council_core.domain.export import Format
from council_core.domain.member_result import ResultLimits
from council_core.domain.place import Level, Place
from council_core.domain.question import RunId
from council_core.domain.schedule import ScheduleId
from council_core.domain.slate import Alias

PREFIX = "c1"
"""Version of the text form. A button of another version is answered politely and does nothing."""

DraftAction = Literal["better", "mine", "edit", "again", "fill"]

OwnTemplateAction = Literal["show", "edit", "delete"]

AboutRun = Literal[
    "reveal",
    "cancel",
    "forget",
    "forget_now",
    "reviews",
    "raw",
    "tools",
    "question",
    "look",
    "share",
    "status",
    "followup",
    "again",
    "retry",
    "rank",
    "withdraw",
    "export",
    "page",
    "decide",
    "adr",
    "good",
    "bad",
    "why",
]
"""Requests that need only a run; `good` and `bad` are feedback."""

Plain = Literal[
    "write", "history", "stats", "board", "schedules", "decisions", "templates", "settings", "tips", "help"
]
"""Requests without any data."""


def vote_action(run_id: RunId, alias: Alias) -> str:
    """Return the text form of a vote, for a button."""
    return f"{PREFIX}:vote:{run_id}:{alias}"


def run_action(kind: AboutRun, run_id: RunId) -> str:
    """Return the text form of a request that needs only a run."""
    return f"{PREFIX}:{kind}:{run_id}"


def export_action(run_id: RunId, form: Format, *, to_thread: bool = False) -> str:
    """Return the text form of an export in one format, for its reader alone or for the run's thread."""
    return f"{PREFIX}:{'export_post' if to_thread else 'export'}:{run_id}:{form}"


def suggestion_action(run_id: RunId, at: int) -> str:
    """Return the text form of a follow-up that a run's chairman suggested, by its index."""
    return f"{PREFIX}:suggestion:{run_id}:{at}"


def plain_action(kind: Plain) -> str:
    """Return the text form of a request without any data."""
    return f"{PREFIX}:{kind}"


ALL_SEATS = "all"
"""Text in place of a seat's index."""

LONGEST_ACTION = 100
"""Most characters of a button's id on Discord."""


def list_action(listing: Listing, words: str = "") -> str:
    """Return the text form of `ShowHistory`, or of `SearchRuns` with words; empty if it does not fit on a button."""
    older, newer = listing.older_than, listing.newer_than
    page = f"<{older}" if older is not None else f">{newer}" if newer is not None else ""
    action = f"{PREFIX}:list:{_filters(listing)}:{page}:{words}"
    return action if len(action) <= LONGEST_ACTION else ""


def board_picture_action(limits: ResultLimits) -> str:
    """Return the text form of `ShowBoard` as a picture; empty if the limits do not fit on a button."""
    action = f"{PREFIX}:picture:{limits_typed(limits)}"
    return action if len(action) <= LONGEST_ACTION else ""


def board_action(limits: ResultLimits) -> str:
    """Return the text form of `ShowBoard` in tables; empty if the limits do not fit on a button."""
    action = f"{PREFIX}:board:{limits_typed(limits)}"
    return action if len(action) <= LONGEST_ACTION else ""


def find_action(listing: Listing) -> str:
    """Return the text form of `FindRuns`, which is also the action of its form."""
    return f"{PREFIX}:find:{_filters(listing)}"


def _filters(listing: Listing) -> str:
    return f"{'m' * listing.mine}{'r' * listing.is_revealed}" or "-"


def read_listing(filters: str, page: str = "") -> Listing:
    """Return the list behind the text form of its filters and its page."""
    run_id = RunId(page[1:]) if page[1:] else None
    return Listing(
        mine="m" in filters,
        is_revealed="r" in filters,
        older_than=run_id if page.startswith("<") else None,
        newer_than=run_id if page.startswith(">") else None,
    )


def typed_action(text: str) -> str:
    """Return the text form of a command that a person could type."""
    return f"{PREFIX}:typed:{text}"


def typed_text(action: str) -> str:
    """Return the text in a `typed_action`; empty for any other action."""
    beginning = typed_action("")
    return action.removeprefix(beginning) if action.startswith(beginning) else ""


def answer_action(text: str) -> str:
    """Return the text form of a command or slip whose answer only the person who presses the button sees; empty if it
    does not fit on a button."""
    action = f"{PREFIX}:answer:{text}"
    return action if text.strip() and len(action) <= LONGEST_ACTION else ""


def ask_action(text: str, delivery: str) -> str:
    """Return the text form of a short question. Equal deliveries give the same question, so that pressing the button
    again does not ask again."""
    return f"{PREFIX}:ask:{sha256(delivery.encode()).hexdigest()[:8]}:{text}"


def edit_action(level: Level, group: Group) -> str:
    """Return the text form of `EditSettings`."""
    return f"{PREFIX}:edit:{level}:{group}"


def save_action(level: Level, group: Group, version: int) -> str:
    """Return the action of a settings form. Only `bot.requests.forms.read_form` reads it."""
    return f"{PREFIX}:save:{level}:{group}:{version}"


def reset_action(level: Level, version: int) -> str:
    """Return the text form of `ResetSettings`."""
    return f"{PREFIX}:reset:{level}:{version}"


def template_action(name: str) -> str:
    """Return the text form of `UseTemplate`, which is also the action of its form."""
    return f"{PREFIX}:template:{name}"


def own_template_action(does: OwnTemplateAction, name: str) -> str:
    """Return the text form of `ShowTemplate`, `EditTemplate` or `DeleteTemplate`; without a name for a new one."""
    return f"{PREFIX}:own:{does}:{name}"


def save_template_action(before: str, mark: str) -> str:
    """Return the action of a form for `SaveTemplate`. As a button it opens the form again (`EditTemplate`)."""
    return f"{own_template_action('edit', before)}:{mark}"


def draft_action(does: DraftAction, draft_id: DraftId) -> str:
    """Return the text form of `AskDraft`, `EditDraft`, `ImproveAgain` or `WriteFields`, which is also the action of its
    form."""
    return f"{PREFIX}:draft:{does}:{draft_id}"


def seat_action(whose: str, seat: int | None = None) -> str:
    """Return the text form of `EditSeats`."""
    return f"{PREFIX}:seat:{whose}:{ALL_SEATS if seat is None else seat}"


def save_seats_action(whose: str, mark: str, seat: int | None = None) -> str:
    """Return the action of a form for seats. Only `bot.requests.forms.read_form` reads it."""
    return f"{PREFIX}:seats:{whose}:{mark}:{ALL_SEATS if seat is None else seat}"


def set_seats_action(run_id: RunId | None = None) -> str:
    """Return the action of a button in the form for a question or a repetition that sends the fields as they are. Only
    `bot.requests.forms.read_form` reads it."""
    return f"{PREFIX}:set_seats" if run_id is None else f"{PREFIX}:set_seats:{run_id}"


def is_set_seats(action: str) -> bool:
    """Tell whether `set_seats_action` made an action."""
    return action.split(":")[:2] == [PREFIX, "set_seats"]


def schedule_action(change: ScheduleChange, schedule_id: ScheduleId) -> str:
    """Return the text form of `ChangeSchedule`."""
    return f"{PREFIX}:schedule:{change}:{schedule_id}"


def read_action(action: str, person: Person, place: Place) -> Request:
    """Read the request behind a button.

    Anyone can send any text here, so nothing in it is trusted: unreadable text becomes `ShowHelp` with a note about
    that, and handlers check the rest.
    """
    request: Request | None = None
    match action.split(":"):
        case [prefix, *_] if prefix != PREFIX:
            pass
        case [_, kind]:
            request = _plain(kind, person, place)
        case [_, "find", filters]:
            request = FindRuns(person=person, place=place, listing=read_listing(filters))
        case [_, "list", filters, page, *words]:
            request = _list(read_listing(filters, page), ":".join(words), person, place)
        case [_, "picture", *limits]:
            board = read_board(":".join(limits), person, place)
            request = replace(board, as_picture=True)
        case [_, "board", *limits]:
            request = read_board(":".join(limits), person, place)
        case [_, kind, run] if kind not in {"typed", "template", "answer"}:
            request = _about_run(kind, RunId(run), person, place)
        case [_, "vote", run, alias] if alias.isalpha() and alias.isupper():
            request = CastVote(person=person, place=place, run_id=RunId(run), alias=Alias(alias))
        case [_, "export" | "export_post" as kind, run, form] if is_format(form):
            request = ExportRun(
                person=person, place=place, run_id=RunId(run), format=form, to_thread=kind == "export_post"
            )
        case [_, "suggestion", run, at] if is_version(at):
            request = FollowUp(person=person, place=place, run_id=RunId(run), suggestion=int(at))
        case [_, "edit", level, group] if is_level(level) and is_group(group):
            request = EditSettings(person=person, place=place, level=level, group=group)
        case [_, "template", name]:
            request = UseTemplate(person=person, place=place, name=name)
        case [_, "own", does, name] | [_, "own", "edit" as does, name, _]:
            request = _about_own_template(does, name, person, place)
        case [_, "draft", does, draft]:
            request = _about_draft(does, DraftId(draft), person, place)
        case [_, "seat", whose, seat] if seat == ALL_SEATS or is_version(seat):
            only = None if seat == ALL_SEATS else int(seat)
            request = EditSeats(person=person, place=place, whose=whose, seat=only)
        case [_, "schedule", change, schedule] if is_change(change):
            request = ChangeSchedule(
                person=person, place=place, schedule_id=ScheduleId(schedule), change=change
            )
        case [_, "reset", level, version] if is_level(level) and is_version(version):
            request = ResetSettings(person=person, place=place, level=level, version=int(version))
        case [_, "ask", mark, *text] if ":".join(text).strip():
            delivery = f"asked:{person.id}:{mark}"
            options, question = read_options(":".join(text))
            request = Ask(person=person, place=place, text=question, delivery=delivery, options=options)
        case [_, "typed", *text] if ":".join(text).strip():
            request = command_in(":".join(text), person, place)
        case [_, "answer", *text] if ":".join(text).strip():
            request = _answered(":".join(text), person, place)
        case _:
            pass
    return request or ShowHelp(person=person, place=place, outdated="button")


def _answered(text: str, person: Person, place: Place) -> Request | None:
    """Return the request of a command or slip; None for a question, because the button only shows an answer."""
    read = command_in(text, person, place) or read_question(text, person=person, place=place, delivery=text)
    return None if isinstance(read, Ask) else read


def _list(listing: Listing, words: str, person: Person, place: Place) -> ShowHistory | SearchRuns:
    if words.strip():
        return SearchRuns(person=person, place=place, words=words, listing=listing)
    return ShowHistory(person=person, place=place, listing=listing)


def _plain(kind: str, person: Person, place: Place) -> Request | None:
    known = {
        "write": WriteQuestion,
        "history": ShowHistory,
        "stats": ShowStats,
        "board": ShowBoard,
        "schedules": ShowSchedules,
        "decisions": ShowDecisions,
        "templates": ShowTemplates,
        "settings": ShowSettings,
        "tips": ShowTips,
        "help": ShowHelp,
    }
    return known[kind](person=person, place=place) if kind in known else None


def _about_run(kind: str, run_id: RunId, person: Person, place: Place) -> Request | None:
    if kind == "raw":
        return ShowReviews(person=person, place=place, run_id=run_id, raw=True)
    if kind in {"good", "bad"}:
        return GiveFeedback(person=person, place=place, run_id=run_id, good=kind == "good")
    known = {
        "reveal": RevealNames,
        "cancel": CancelRun,
        "forget": ForgetRun,
        "forget_now": ForgetNow,
        "reviews": ShowReviews,
        "tools": ShowToolCalls,
        "question": ShowQuestion,
        "look": SeeResult,
        "share": ShareRun,
        "status": ShowStatus,
        "followup": FollowUp,
        "again": RunAgain,
        "retry": Retry,
        "rank": RankAll,
        "withdraw": WithdrawVote,
        "export": ExportRun,
        "decide": WriteDecision,
        "adr": ExportDecision,
        "why": WriteReason,
        "page": OpenPage,
    }
    return known[kind](person=person, place=place, run_id=run_id) if kind in known else None


def _about_own_template(does: str, name: str, person: Person, place: Place) -> Request | None:
    known = {"show": ShowTemplate, "edit": EditTemplate, "delete": DeleteTemplate}
    return known[does](person=person, place=place, name=name) if does in known else None


def _about_draft(does: str, draft_id: DraftId, person: Person, place: Place) -> Request | None:
    match does:
        case "better" | "mine":
            return AskDraft(person=person, place=place, draft_id=draft_id, choice=does)
        case "edit":
            return EditDraft(person=person, place=place, draft_id=draft_id)
        case "again":
            return ImproveAgain(person=person, place=place, draft_id=draft_id)
        case "fill":
            return WriteFields(person=person, place=place, draft_id=draft_id)
        case _:
            return None


def is_level(text: str) -> TypeGuard[Level]:
    """Tell whether the text names a level of settings."""
    return text in get_args(Level)


def is_change(text: str) -> TypeGuard[ScheduleChange]:
    """Tell whether the text names a change of a schedule."""
    return text in get_args(ScheduleChange)


def is_format(text: str) -> TypeGuard[Format]:
    """Tell whether the text names a format of exports."""
    return text in get_args(Format)


def is_version(text: str) -> bool:
    """Tell whether the text is a number such as `PlaceSettings.version`."""
    return text.isdecimal() and len(text) < 10


def is_group(text: str) -> TypeGuard[Group]:
    """Tell whether the text names a group of settings."""
    return text in get_args(Group)
