"""Rows of forbidden actions: a command, a button, a form, a copied id.

A row names an action and the required reply. After each one the runs, the votes, the calls to models, the posts of the
private place and all data beside runs are unchanged, and the reply contains neither the question nor a member's name.
"""

from typing import get_args

from bot.requests.actions import (
    AboutRun,
    DraftAction,
    Plain,
    ask_action,
    draft_action,
    edit_action,
    export_action,
    plain_action,
    reset_action,
    run_action,
    schedule_action,
    suggestion_action,
    template_action,
    typed_action,
    vote_action,
)
from bot.requests.forms import IMPROVE_FORM
from bot.requests.memory import ScheduleChange
from council_core.domain.draft import DraftId
from council_core.domain.export import Format
from council_core.domain.question import RunId
from council_core.domain.schedule import ScheduleId
from council_core.domain.slate import Alias
from tests.hostile.arena import Arena, Attack

OUTSIDE = "somebody who is in it can add you."
NONE = "There is no run"
NO_SCHEDULE = "There is no such schedule"


def sends(form: str) -> Attack:
    """Return Bob's sending of a form that he left open."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.sent("bob", form)

    return Attack(name=f"Bob sends a form ({form}) that he opened before he left", says=OUTSIDE, do=do)


def presses(who: str, label: str) -> Attack:
    """Return the press of a button of the private place."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.pressed(who, label)

    return Attack(name=f"{who} presses {label} on an old screen", says=OUTSIDE, do=do)


def types(who: str, words: str, says: str = "") -> Attack:
    """Return a command from outside, about a run by its id or about all runs that it finds."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.typed(who, words.replace("RUN", run))

    return Attack(name=f"{who} types {words} from outside", says=says, do=do)


LEFT_OPEN = [sends("follow up"), sends("rank")]

OLD_SCREEN = [
    *(presses("bob", label) for label in ("Response B", "Rank them all", "Ask a follow-up", "Helpful")),
    presses("bob", "Read the reviews"),
    presses("eve", "Response A"),
]

OWN_RUN = [
    *(types("alice", words, OUTSIDE) for words in ("show RUN", "export RUN", "cancel RUN", "forget RUN")),
    *(types("alice", words) for words in ("history mine", "search walrus")),
]

STRANGER = [
    *(
        types(who, words, NONE)
        for who in ("eve", "bob")
        for words in ("show RUN", "export RUN", "cancel RUN", "forget RUN")
    ),
    *(
        types(who, words)
        for who in ("eve", "bob")
        for words in (
            *("history", "search walrus", "stats", "show", "export"),
            *("board", "schedules", "decisions", "decisions walrus"),
        )
    ),
]

ACTIONS = [
    vote_action(RunId("RUN"), Alias("A")),
    *(export_action(RunId("RUN"), form, to_thread=to) for form in get_args(Format) for to in (True, False)),
    suggestion_action(RunId("RUN"), 0),
    *(typed_action(f"{word} RUN") for word in ("show", "export", "cancel", "forget")),
    *(run_action(kind, RunId("RUN")) for kind in get_args(AboutRun)),
]
"""Every action about a run, including those without a button on this run."""


def forges(who: str, action: str, says: str, *, inside: bool) -> Attack:
    """Return the press of a button with this action, as if it were in the private place or copied from it."""

    async def do(arena: Arena, run: str) -> str:
        named = action.replace("RUN", run).replace("SCHEDULE", arena.schedule)
        return await arena.forged(who, named, inside=inside)

    where = "inside" if inside else "in the open channel"
    return Attack(name=f"{who} forges {action} {where}", says=says, do=do)


SCHEDULES = [schedule_action(change, ScheduleId("SCHEDULE")) for change in get_args(ScheduleChange)]

FORGED = [
    *(forges("eve", action, OUTSIDE, inside=True) for action in (*ACTIONS, *SCHEDULES)),
    *(forges("eve", action, NONE, inside=False) for action in ACTIONS),
    *(forges("eve", action, NO_SCHEDULE, inside=False) for action in SCHEDULES),
]

PLACE = [
    forges("eve", action, OUTSIDE, inside=True)
    for action in (
        *(plain_action(kind) for kind in get_args(Plain) if kind != "help"),
        *(edit_action(level, "all") for level in ("channel", "workspace")),
        *(reset_action(level, 0) for level in ("channel", "workspace")),
        *(template_action("writer"), ask_action("And when?", "forged")),
        *(draft_action(does, DraftId("d0")) for does in get_args(DraftAction)),
        *(
            typed_action(words)
            for words in ("history mine", "search walrus", "decisions walrus", "schedules")
        ),
    )
]
"""Actions that are about the private place itself."""


def fills_in(who: str, action: str, says: str, *, inside: bool, **fields: str) -> Attack:
    """Return a form that was never drawn for this person, with the metadata of another place."""

    async def do(arena: Arena, run: str) -> str:
        return await arena.filled_in(who, action.replace("RUN", run), fields, inside=inside)

    where = "inside" if inside else "in the open channel"
    return Attack(name=f"{who} sends a forged form {action} {where}", says=says, do=do)


ABOUT_A_RUN = {
    "c1:followup:RUN": {"question": "And when?"},
    "c1:again:RUN": {"question": "Once more?"},
    "c1:rank:RUN": {"place1": "B"},
    "c1:decide:RUN": {"decision": "We sell."},
}
SETTINGS = {"rubric": "code", "quorum": "1"}
ONLY = "Only those who manage {} may change its settings"
FORMS = [
    *(
        fills_in(who, action, OUTSIDE, inside=True, **fields)
        for who in ("eve", "bob")
        for action, fields in (
            *ABOUT_A_RUN.items(),
            *((form, {"question": "And when?"}) for form in ("c1:write", IMPROVE_FORM)),
            (template_action("writer"), {"question": "And when?", "template_writer.reader": "all"}),
            *((f"c1:save:{level}:all:0", SETTINGS) for level in ("channel", "workspace")),
        )
    ),
    *(fills_in("eve", action, NONE, inside=False, **fields) for action, fields in ABOUT_A_RUN.items()),
    fills_in("eve", "c1:save:channel:all:0", ONLY.format("this channel"), inside=False, **SETTINGS),
    fills_in("eve", "c1:save:workspace:all:0", ONLY.format("the whole workspace"), inside=False, **SETTINGS),
]
"""Forms with an invented action and place."""

STRANGERS = [*STRANGER, *FORGED, *PLACE, *FORMS]
"""All attacks that need no screen of the private place."""
