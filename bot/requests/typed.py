"""Reads texts that people type after `/council`: a command with its argument, or a question with settings before it."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from bot.requests.asking import Ask, Clarify, FieldSlip, WriteQuestion
from bot.requests.commands import PLAIN_COMMANDS, RUN_COMMANDS
from bot.requests.improving import Improve
from bot.requests.memory import (
    AddSchedule,
    SetDigest,
    ShowBoard,
    ShowDecisions,
    ShowModels,
    ShowSchedules,
    UseTemplate,
)
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import Listing, SearchRuns, ShowHelp, ShowHistory
from bot.requests.schedule_times import read_every
from bot.requests.slips import (
    COMMANDS,
    SYNONYMS,
    command_meant,
    is_asked,
    is_hardly_a_question,
    looks_like_run_id,
    words_of_command,
)
from bot.settings.catalogue import ONE_RUN
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.domain.place import Place
from council_core.domain.question import RunId, has_words

LONGEST_ON_BUTTON = 80
"""Most characters of a typed text in a button's action."""


def read_command(
    text: str, *, person: Person, place: Place, delivery: str, opens_forms: bool = True, files: bool = False
) -> Request:
    """Read the text typed after `/council`: a command, or else a question.

    A text is a command only if it is one alone (`help`, `History`) or with its argument (`show RUN`, `cancel RUN`), so
    that a question may begin with any of these words. `search` takes any words, and is a question if it ends with a
    question mark. Settings such as `--preset quick` and a template may precede the question or the schedule; a person
    who puts them before a command is asked. `ask` before a misspelt command or a schedule makes it a question, and has
    no effect before settings or a template.

    Args:
        text: The typed text.
        person: Its author.
        place: The place where it was typed.
        delivery: The platform's id of this delivery.
        opens_forms: Whether a form can be opened in reply; a message cannot open one.
        files: Whether files are attached, which make the text a question, however short.
    """
    typed, text = text, without_ask(text)
    is_surely_asked = text != typed
    options, words = read_options(text)
    further, words = read_options(without_ask(words))
    options |= further
    if options and (after_ask := behind_ask(words)):
        is_surely_asked, words = True, after_ask
    if options and not words:
        return WriteQuestion(person=person, place=place, options=options)
    if not files and (found := IMPROVE.fullmatch(words)):
        return read_improve(found["question"], person=person, place=place, delivery=delivery, options=options)
    template, fields, question, slips = read_template(words)
    if not files and read_every(question) is not None:
        before = " ".join(filter(None, (options_typed(options), words.removesuffix(question).rstrip())))
        return AddSchedule(person=person, place=place, when=question, settings=before, delivery=delivery)
    is_doubtful = options and not (is_surely_asked or files or template)
    if is_doubtful and command_alone(question, person, place):
        again = f"{options_typed(options)} {question}"
        if len(again) <= LONGEST_ON_BUTTON:
            command = whole_command_meant(question, person, place)
            return Clarify(person=person, place=place, text=again, delivery=delivery, command=command)
    if options:
        return Ask(
            person=person,
            place=place,
            text=question,
            delivery=delivery,
            may_wait=True,
            options=options,
            template=template,
            fields=fields,
            slips=slips,
        )
    if not words and files:
        return Ask(person=person, place=place, text="", delivery=delivery, options=options)
    if not words:
        return (
            WriteQuestion(person=person, place=place) if opens_forms else ShowHelp(person=person, place=place)
        )
    command = command_in(text, person, place)
    return command or read_question(text, person=person, place=place, delivery=delivery, files=files)


def read_question(
    text: str, *, person: Person, place: Place, delivery: str, files: bool = False
) -> Ask | Clarify | UseTemplate:
    """Return the question, or a reply to text that was probably not meant as one."""
    template, fields, question, slips = read_template(text)
    if template and not question and not files:
        return UseTemplate(person=person, place=place, name=template)
    if template:
        return Ask(
            person=person,
            place=place,
            text=question,
            delivery=delivery,
            may_wait=True,
            template=template,
            fields=fields,
            slips=slips,
        )
    if question := behind_ask(text):
        return Ask(person=person, place=place, text=question, delivery=delivery)
    meant = whole_command_meant(text, person, place)
    is_slip = bool(meant) or is_hardly_a_question(text, in_thread=place.thread is not None)
    # Signs alone, also invisible ones, are refused as a question, so they are not offered as one.
    if not files and is_slip and (meant or has_words(text)) and len(text.strip()) <= LONGEST_ON_BUTTON:
        return Clarify(person=person, place=place, text=text.strip(), delivery=delivery, command=meant)
    return Ask(person=person, place=place, text=text.strip(), delivery=delivery, may_wait=True)


def behind_ask(text: str) -> str:
    """Return the question behind `ask` if it would be read as something else without it: `ask history`; empty
    otherwise."""
    first, _, rest = text.strip().partition(" ")
    is_other = command_meant(rest) or is_hardly_a_question(rest) or read_every(rest) is not None
    return rest.strip() if first.casefold() == "ask" and is_other else ""


def whole_command_meant(text: str, person: Person, place: Place) -> str:
    """Return the command that was probably meant, with its argument: `serch tabs` -> `search tabs`."""
    meant = command_meant(text)
    if not meant:
        return ""
    rest = words_of_command(text)[1:]
    fuller = (" ".join((meant, *rest)), " ".join((meant, *rest[:1])))
    return next((one for one in fuller if command_in(one, person, place) is not None), meant)


def command_alone(text: str, person: Person, place: Place) -> str:
    """Return the command that a text is, alone or with its argument: `history`, `digest`, `search tabs`; empty for a
    question."""
    words = text.split()
    if len(words) == 1:
        return command_meant(text)
    first = words[0].casefold() if words else ""
    return first if first in COMMANDS and command_in(text, person, place) else ""


def command_in(text: str, person: Person, place: Place) -> Request | None:
    """Return the request of a typed command; None if it is not a command."""
    words = text.casefold().split()
    match [SYNONYMS.get(words[0], words[0]), *words[1:]]:
        case [word] if word in PLAIN_COMMANDS:
            return PLAIN_COMMANDS[word].request(person=person, place=place)
        case ["history", *filters] if set(filters) <= {"mine", "revealed"}:
            listing = Listing(mine="mine" in filters, is_revealed="revealed" in filters)
            return ShowHistory(person=person, place=place, listing=listing)
        case ["history", limit] if limit.startswith("template:"):
            return SearchRuns(person=person, place=place, words=limit)
        case ["search", *some] if not is_asked(text):
            return SearchRuns(person=person, place=place, words=text.split(maxsplit=1)[1] if some else "")
        case ["improve" | "ask"]:
            return WriteQuestion(person=person, place=place)
        case ["digest", ("weekly" | "daily" | "off") as often, *_]:
            return SetDigest(person=person, place=place, often=often, when=" ".join(text.split()[2:]))
        case ["board", *_] if (limits := read_limits(text.split(maxsplit=1)[1:])) is not None:
            return ShowBoard(person=person, place=place, limits=limits)
        case ["board", *some] if all(LIKE_A_LIMIT.fullmatch(word) for word in some):
            return read_board(text.split(maxsplit=1)[1], person, place)
        case ["every"]:
            return ShowSchedules(person=person, place=place)
        case ["decisions", *some] if not is_asked(text):
            return ShowDecisions(person=person, place=place, words=text.split(maxsplit=1)[1] if some else "")
        case ["models", *some] if len(some) < 2 and not is_asked(text):
            return ShowModels(person=person, place=place, provider=some[0] if some else "")
        case [word] if word in ABOUT_ONE_RUN:
            return ABOUT_ONE_RUN[word].request(person=person, place=place)
        case [word, run] if word in ABOUT_ONE_RUN and looks_like_run_id(run):
            return ABOUT_ONE_RUN[word].request(person=person, place=place, run_id=RunId(run))
        case _:
            return None


ABOUT_ONE_RUN = {**RUN_COMMANDS, "status": RUN_COMMANDS["show"]}


OPTION = re.compile(
    # Phones turn two hyphens into one dash, and straight quotes into round ones.
    rf"\s*(?:--|—|–)(?P<name>{'|'.join(ONE_RUN)})(?:\s*=\s*|\s+)"
    r"(?:[\"“”„](?P<quoted>[^\"“”„]*)[\"“”]|(?P<word>[^\s\"“”„]\S*))(?=\s|$)",
    re.IGNORECASE,
)


def read_options(text: str) -> tuple[dict[str, str], str]:
    """Read settings by name, and the question after them: `--preset quick --rubric code Is this safe?`.

    Values with spaces are in quotes. Any other text that begins with dashes belongs to the question.
    """
    options: dict[str, str] = {}
    at = 0
    while found := OPTION.match(text, at):
        value = found["word"] if found["quoted"] is None else found["quoted"]
        options[found["name"].lower()] = value.strip()
        at = found.end()
    return options, text[at:].strip()


SPACE_OR_QUOTE = re.compile(r"[\s\"“”„'‘’]")
TEMPLATE = re.compile(r"\s*template:(?P<name>[a-z0-9-]{1,30})(?=\s|$)", re.IGNORECASE)
FIELD = re.compile(
    r"\s*(?P<name>[a-z][a-z0-9_]*)=(?:[\"“”„](?P<quoted>[^\"“”„]*)[\"“”]|['‘](?P<single>[^'‘’]*)['’]"
    r"|(?P<word>[^\s\"“”„'‘]\S*))(?=\s|$)",
    re.IGNORECASE,
)
UNCLOSED = re.compile(r"\s*(?P<name>[a-z][a-z0-9_]*)=[\"“”„'‘]", re.IGNORECASE)


class TypedTemplate(NamedTuple):
    """A template that was typed before a question."""

    name: str
    """Its name; empty for none."""

    fields: Mapping[str, str]
    question: str
    slips: tuple[tuple[FieldSlip, str], ...] = ()
    """Fields that cannot be read, each with the reason."""


def read_template(text: str) -> TypedTemplate:
    """Read a template's name, its fields, and the question: `template:writer reader="our users" Announce it`. Return no
    name and the whole text if it does not begin with a template."""
    if (found := TEMPLATE.match(text)) is None:
        return TypedTemplate("", {}, text)
    fields: dict[str, str] = {}
    slips: list[tuple[FieldSlip, str]] = []
    at = found.end()
    while given := FIELD.match(text, at):
        value = next(given[kind] for kind in ("quoted", "single", "word") if given[kind] is not None)
        name = given["name"].lower()
        if name in fields:
            slips.append(("template_twice", name))
        fields.setdefault(name, value.strip())
        at = given.end()
    if unclosed := UNCLOSED.match(text, at):
        slips.append(("template_quote", unclosed["name"].lower()))
    return TypedTemplate(found["name"].lower(), fields, text[at:].strip(), tuple(slips))


def without_ask(text: str) -> str:
    """Return the text without `ask` if settings or a template follow: `ask template:writer Announce it`; the whole text
    otherwise."""
    first, _, rest = text.strip().partition(" ")
    options, words = read_options(rest)
    is_meant = first.casefold() == "ask" and (options or TEMPLATE.match(words))
    return rest.strip() if is_meant else text


def typed_again(request: Ask | Improve) -> str:
    """Return a question in its typed form, with its settings and template before it; from a form, which has menus for
    these, the question alone."""
    if isinstance(request, Ask) and (request.in_form or request.follows or request.repeats):
        return request.text
    command = ["improve"] if isinstance(request, Improve) and not request.in_form else []
    template = [f"template:{request.template}"] if request.template else []
    fields = [f"{name}={_in_quotes(value)}" for name, value in request.fields.items()]
    parts = (options_typed(request.options), *command, *template, *fields, request.text)
    return " ".join(filter(None, parts))


def options_typed(options: Mapping[str, str]) -> str:
    """Return settings as `read_options` reads them."""
    return " ".join(f"--{name} {_in_quotes(value)}" for name, value in options.items())


def _in_quotes(value: str) -> str:
    return f'"{value}"' if not value or SPACE_OR_QUOTE.search(value) else value


LIMIT = re.compile(
    r"\s*(?:(?P<all>workspace)|(?P<name>template|rubric|member|since|until):"
    r"(?:[\"“”„](?P<quoted>[^\"“”„]+)[\"“”]|(?P<word>\S+)))(?=\s|$)",
    re.IGNORECASE,
)


LIKE_A_LIMIT = re.compile(r"workspace|[^\s:]+:\S+")
"""Text behind `board` that is meant as a limit, existing or not."""


def read_limits(after: Sequence[str]) -> ResultLimits | None:
    """Read the questions that a board counts: `workspace rubric:code member:"Ada"`; None for any other text."""
    text = " ".join(after).strip()
    named: dict[str, str] = {}
    at, is_whole = 0, False
    while found := LIMIT.match(text, at):
        at, is_whole = found.end(), is_whole or found["all"] is not None
        if found["name"]:
            named[found["name"].lower()] = found["quoted"] or found["word"]
    try:
        since, until = (
            date.fromisoformat(named[name]) if name in named else None for name in ("since", "until")
        )
    except ValueError:
        return None
    if text[at:].strip():
        return None
    return ResultLimits(
        workspace=is_whole,
        template=named.get("template", "").lower(),
        rubric=named.get("rubric", "").lower(),
        member=named.get("member", ""),
        since=since,
        until=until,
    )


def limits_typed(limits: ResultLimits) -> str:
    """Return the limits as `read_limits` reads them."""
    named = {
        "template": limits.template,
        "rubric": limits.rubric,
        "member": limits.member,
        "since": limits.since,
        "until": limits.until,
    }
    return " ".join(
        ["workspace"] * limits.workspace
        + [f"{name}:{_in_quotes(str(value))}" for name, value in named.items() if value]
    )


def read_board(only: str, person: Person, place: Place) -> ShowBoard:
    """Return the board with these limits, or with the text that is not a limit."""
    limits = read_limits([only])
    unread = only if limits is None else ""
    return ShowBoard(person=person, place=place, limits=limits or ALL_RESULTS, unread=unread)


IMPROVE = re.compile(r"\s*improve\s+(?P<question>\S.*)", re.IGNORECASE | re.DOTALL)
QUOTES = "\"“”„«»'"
"""Quotation marks around a question, as in `improve "Is this safe?"`."""


def read_improve(
    text: str, *, person: Person, place: Place, delivery: str, options: Mapping[str, str] | None = None
) -> Improve:
    """Read a question that is to be rewritten, with settings and a template before it; `options` are settings that
    stood before the command."""
    further, rest = read_options(text)
    template, fields, question, slips = read_template(rest)
    return Improve(
        person=person,
        place=place,
        text=question.strip(QUOTES).strip(),
        delivery=delivery,
        options={**(options or {}), **further},
        template=template,
        fields=fields,
        slips=slips,
    )
