"""Encodes requests as short texts for buttons (at most 100 characters) and back, and reads typed commands."""

import re
from hashlib import sha256
from typing import Literal, TypeGuard, get_args

from bot.requests.asking import Ask, Clarify, FollowUp, Overhear, Retry, RunAgain, Suggest, WriteQuestion
from bot.requests.every import read_every
from bot.requests.memory import (
    AddSchedule,
    ChangeSchedule,
    ExportDecision,
    RecordDecision,
    ScheduleChange,
    ShowBoard,
    ShowDecisions,
    ShowSchedules,
    ShowTemplates,
    UseTemplate,
    WriteDecision,
)
from bot.requests.person import Person
from bot.requests.running import (
    CancelRun,
    ExportRun,
    ForgetNow,
    ForgetRun,
    OpenPage,
    SearchRuns,
    ShareRun,
    ShowHelp,
    ShowHistory,
    ShowReviews,
    ShowStats,
    ShowStatus,
    ShowToolCalls,
    TellAgain,
)
from bot.requests.settings import (
    EditSettings,
    ResetSettings,
    SaveSettings,
    ShowSettings,
)
from bot.requests.slips import SYNONYMS, command_meant, is_asked, is_one_word
from bot.requests.voting import (
    CastRanking,
    CastVote,
    GiveFeedback,
    RankAll,
    RevealNames,
    SeeResult,
    WithdrawVote,
)
from bot.settings.catalogue import ONE_RUN, Group
from council_core.domain.export import Format
from council_core.domain.place import Place
from council_core.domain.place_settings import Level
from council_core.domain.question import RunId
from council_core.domain.schedule import ScheduleId
from council_core.domain.slate import Alias

Request = (
    Ask
    | Clarify
    | Overhear
    | WriteQuestion
    | Suggest
    | FollowUp
    | RunAgain
    | Retry
    | CastVote
    | RankAll
    | CastRanking
    | WithdrawVote
    | SeeResult
    | RevealNames
    | GiveFeedback
    | CancelRun
    | ForgetRun
    | ForgetNow
    | ShowReviews
    | ShowToolCalls
    | OpenPage
    | ShowStatus
    | ExportRun
    | ShareRun
    | ShowHistory
    | SearchRuns
    | ShowStats
    | ShowBoard
    | AddSchedule
    | ShowSchedules
    | ChangeSchedule
    | ShowTemplates
    | UseTemplate
    | ExportDecision
    | RecordDecision
    | ShowDecisions
    | WriteDecision
    | ShowSettings
    | EditSettings
    | SaveSettings
    | ResetSettings
    | ShowHelp
    | TellAgain
)

PREFIX = "c1"
"""The version of the text form. A button drawn by another version is answered politely and does nothing."""

AboutRun = Literal[
    "reveal",
    "cancel",
    "forget",
    "forget_now",
    "reviews",
    "raw",
    "tools",
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
]
"""Requests that need only a run; `good` and `bad` are feedback."""

Plain = Literal[
    "write", "history", "stats", "board", "schedules", "decisions", "templates", "settings", "help"
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
    """The text form of a follow-up that the chairman of a run suggests, by its place in the list."""
    return f"{PREFIX}:suggestion:{run_id}:{at}"


def plain_action(kind: Plain) -> str:
    """Return the text form of a request without any data."""
    return f"{PREFIX}:{kind}"


LONGEST_ON_BUTTON = 80
"""The most characters of a typed text that fit into a button's action."""


def typed_action(text: str) -> str:
    """Return the text form of a command as a person could type it."""
    return f"{PREFIX}:typed:{text}"


def ask_action(text: str, delivery: str) -> str:
    """Return the text form of a short question. Equal deliveries are the same question, however often it is
    pressed."""
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


def schedule_action(change: ScheduleChange, schedule_id: ScheduleId) -> str:
    """Return the text form of `ChangeSchedule`."""
    return f"{PREFIX}:schedule:{change}:{schedule_id}"


def read_action(action: str, person: Person, place: Place) -> Request:
    """Read the request behind a button.

    Anyone can send any text here, so nothing in it is trusted: unreadable text becomes `ShowHelp` with a sentence
    that says so, and handlers check the rest.
    """
    request: Request | None = None
    match action.split(":"):
        case [prefix, *_] if prefix != PREFIX:
            pass
        case [_, kind]:
            request = _plain(kind, person, place)
        case [_, kind, run] if kind not in {"typed", "template"}:
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
        case [_, "schedule", change, schedule] if is_change(change):
            request = ChangeSchedule(
                person=person, place=place, schedule_id=ScheduleId(schedule), change=change
            )
        case [_, "reset", level, version] if is_level(level) and is_version(version):
            request = ResetSettings(person=person, place=place, level=level, version=int(version))
        case [_, "ask", mark, *text] if ":".join(text).strip():
            delivery = f"asked:{person.id}:{mark}"
            request = Ask(person=person, place=place, text=":".join(text), delivery=delivery)
        case [_, "typed", *text] if ":".join(text).strip():
            request = _command(":".join(text), person, place)
        case _:
            pass
    trouble = "This button belongs to another version of Council and does nothing any more."
    return request or ShowHelp(person=person, place=place, trouble=trouble)


def _plain(kind: str, person: Person, place: Place) -> Request | None:
    match kind:
        case "write":
            return WriteQuestion(person=person, place=place)
        case "history":
            return ShowHistory(person=person, place=place)
        case "stats":
            return ShowStats(person=person, place=place)
        case "board":
            return ShowBoard(person=person, place=place)
        case "schedules":
            return ShowSchedules(person=person, place=place)
        case "decisions":
            return ShowDecisions(person=person, place=place)
        case "templates":
            return ShowTemplates(person=person, place=place)
        case "settings":
            return ShowSettings(person=person, place=place)
        case "help":
            return ShowHelp(person=person, place=place)
        case _:
            return None


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
        "page": OpenPage,
    }
    return known[kind](person=person, place=place, run_id=run_id) if kind in known else None


def is_level(text: str) -> TypeGuard[Level]:
    """Return whether the text names a level of settings."""
    return text in get_args(Level)


def is_change(text: str) -> TypeGuard[ScheduleChange]:
    """Return whether the text names a change of a schedule."""
    return text in get_args(ScheduleChange)


def is_format(text: str) -> TypeGuard[Format]:
    """Return whether the text names a format of exports."""
    return text in get_args(Format)


def is_version(text: str) -> bool:
    """Return whether the text is a number such as `PlaceSettings.version`."""
    return text.isdecimal() and len(text) < 10


def is_group(text: str) -> TypeGuard[Group]:
    """Return whether the text names a group of settings."""
    return text in get_args(Group)


def read_command(
    text: str, *, person: Person, place: Place, delivery: str, opens_forms: bool = True, files: bool = False
) -> Request:
    """Read the text typed after `/council`: a command, or else a question.

    A command counts alone (`help`, `History`) or with its argument (`show RUN`, `cancel RUN`), so that a question may
    begin with any of these words. `search` takes any words, and is a question if it ends with a question mark.
    Settings such as `--preset quick` may precede the question. `ask` in front of a slip makes it a question.

    Args:
        text: The typed text.
        person: Its author.
        place: The place where it was typed.
        delivery: The platform's id of this delivery.
        opens_forms: Whether a form can be opened in reply; a message opens none.
        files: Whether files are attached: then the text is a question, however short.
    """
    options, words = read_options(text)
    if options and not words:
        return WriteQuestion(person=person, place=place, options=options)
    if options:
        template, fields, question = read_template(words)
        return Ask(
            person=person,
            place=place,
            text=question,
            delivery=delivery,
            options=options,
            template=template,
            fields=fields,
        )
    if not words and files:
        return Ask(person=person, place=place, text="", delivery=delivery, options=options)
    if not words:
        return (
            WriteQuestion(person=person, place=place) if opens_forms else ShowHelp(person=person, place=place)
        )
    if not files and read_every(text) is not None:
        return AddSchedule(person=person, place=place, when=text, delivery=delivery)
    command = _command(text, person, place)
    return command or read_question(text, person=person, place=place, delivery=delivery, files=files)


def read_question(
    text: str, *, person: Person, place: Place, delivery: str, files: bool = False
) -> Ask | Clarify | UseTemplate:
    """Return the question, or a reply to text that was probably not meant as one."""
    template, fields, question = read_template(text)
    if template and not question and not files:
        return UseTemplate(person=person, place=place, name=template)
    if template:
        return Ask(
            person=person, place=place, text=question, delivery=delivery, template=template, fields=fields
        )
    first, _, rest = text.strip().partition(" ")
    if first.casefold() == "ask" and (command_meant(rest) or is_one_word(rest)):
        return Ask(person=person, place=place, text=rest.strip(), delivery=delivery)
    meant = command_meant(text)
    if not files and (meant or is_one_word(text)) and len(text.strip()) <= LONGEST_ON_BUTTON:
        return Clarify(person=person, place=place, text=text.strip(), delivery=delivery, command=meant)
    return Ask(person=person, place=place, text=text.strip(), delivery=delivery)


def _command(text: str, person: Person, place: Place) -> Request | None:
    words = text.casefold().split()
    match [SYNONYMS.get(words[0], words[0]), *words[1:]]:
        case ["help"]:
            return ShowHelp(person=person, place=place)
        case ["history"]:
            return ShowHistory(person=person, place=place)
        case ["history", "mine"]:
            return ShowHistory(person=person, place=place, mine=True)
        case ["search", *some] if not is_asked(text):
            return SearchRuns(person=person, place=place, words=text.split(maxsplit=1)[1] if some else "")
        case ["stats"]:
            return ShowStats(person=person, place=place)
        case ["board"]:
            return ShowBoard(person=person, place=place)
        case ["schedules"]:
            return ShowSchedules(person=person, place=place)
        case ["decisions", *some] if not is_asked(text):
            return ShowDecisions(person=person, place=place, words=text.split(maxsplit=1)[1] if some else "")
        case ["templates"]:
            return ShowTemplates(person=person, place=place)
        case ["settings"]:
            return ShowSettings(person=person, place=place)
        case [word] if word in ABOUT_ONE_RUN:
            return ABOUT_ONE_RUN[word](person=person, place=place)
        case [word, run] if word in ABOUT_ONE_RUN and looks_like_run_id(run):
            return ABOUT_ONE_RUN[word](person=person, place=place, run_id=RunId(run))
        case _:
            return None


ABOUT_ONE_RUN = {
    "show": ShowStatus,
    "status": ShowStatus,
    "export": ExportRun,
    "cancel": CancelRun,
    "forget": ForgetRun,
}
"""Commands that take a run's id, or none for the latest run here (of the person's own, to stop or delete it)."""


OPTION = re.compile(
    # Phones turn two short dashes into one long one, and straight quotes into round ones.
    rf"\s*(?:--|—|–)(?P<name>{'|'.join(ONE_RUN)})(?:\s*=\s*|\s+)"
    r"(?:[\"“”„](?P<quoted>[^\"“”„]*)[\"“”]|(?P<word>[^\s\"“”„]\S*))(?=\s|$)",
    re.IGNORECASE,
)


def read_options(text: str) -> tuple[dict[str, str], str]:
    """`--preset quick --rubric code Is this safe?` -> settings by name, and the question after them.

    Values with spaces stand in quotes. Any other text that begins with dashes belongs to the question.
    """
    options: dict[str, str] = {}
    at = 0
    while found := OPTION.match(text, at):
        value = found["word"] if found["quoted"] is None else found["quoted"]
        options[found["name"].lower()] = value.strip()
        at = found.end()
    return options, text[at:].strip()


TEMPLATE = re.compile(r"\s*template:(?P<name>[a-z0-9-]{1,30})(?=\s|$)", re.IGNORECASE)
FIELD = re.compile(
    r"\s*(?P<name>[a-z][a-z0-9_]*)=(?:[\"“”„](?P<quoted>[^\"“”„]*)[\"“”]|(?P<word>\S+))(?=\s|$)"
)


def read_template(text: str) -> tuple[str, dict[str, str], str]:
    """`template:writer reader="our users" Announce it` -> the template's name, its fields, and the question; no name
    and the whole text where it does not begin with a template."""
    if (found := TEMPLATE.match(text)) is None:
        return "", {}, text
    fields: dict[str, str] = {}
    at = found.end()
    while given := FIELD.match(text, at):
        fields[given["name"]] = (given["word"] if given["quoted"] is None else given["quoted"]).strip()
        at = given.end()
    return found["name"].lower(), fields, text[at:].strip()


RUN_ID = re.compile(r"r(?:[0-9a-hjkmnp-tv-z]{16}|[0-9a-f]{12})")
"""Ids as `council_core.council` makes them; the shorter ones are those of earlier versions."""


def looks_like_run_id(text: str) -> bool:
    """Return whether the text can only be a run's id: neither form is an English word."""
    return RUN_ID.fullmatch(text) is not None
