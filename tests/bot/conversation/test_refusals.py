"""Tests of every refusal in chat: one private sentence that names who can change it, no effect, one log line."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import pytest

from bot.post import FieldErrors, PrivateReply, Reply
from bot.presentation.words.en.problems import LIMITED_BY
from bot.requests.actions import edit_action, read_action, reset_action, run_action
from council_core.domain.member import MOST_MEMBERS
from council_core.domain.place import Scope
from council_core.domain.run import Run
from tests.bot.conversation.talk import ALICE, BOB, MANAGER, Talk, an_ask, form, said
from tests.samples import HERE

FIXED = LIMITED_BY["version"]

SECRET = "walrus"
OURS = {"COUNCIL_MEMBERS": "demo:ada, demo:carl", "COUNCIL_CHAIRMAN": "demo:zeno"}
STRANGER = "openrouter:x/costly"
TOO_MANY = ", ".join(f"demo:m{number}" for number in range(MOST_MEMBERS + 1))
ELSEWHERE = replace(HERE, channel="C2")
OTHER_TENANT = replace(HERE, workspace="T2")

THE_OPERATOR = "the operator of Council can "
THOSE_INSIDE = "somebody who is in it can add you"
THOSE_THERE = "opens only for people in that channel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A refused action, the sentence about it, and its name in the log."""

    do: Callable[[Talk, Run], Awaitable[Reply | None]]
    who: str
    """The people who can change it."""

    logged: str


def types(words: str, who: str, logged: str, **where: object) -> Refusal:
    """Return a command by Bob; RUN in it stands for the id of Alice's run."""

    async def do(talk: Talk, run: Run) -> Reply | None:
        return await talk.types(words.replace("RUN", run.id), person=BOB, **where)  # type: ignore[arg-type]

    return Refusal(do=do, who=who, logged=logged)


def chooses(who: str, logged: str, **options: str) -> Refusal:
    """Return a question with these options."""

    async def do(talk: Talk, run: Run) -> Reply | None:
        return await talk.handle(an_ask(f"Which {SECRET}?", delivery="x", options=options))

    return Refusal(do=do, who=who, logged=logged)


def saves(who: str, **values: str) -> Refusal:
    """Return a change of the channel's settings by its managers."""

    async def do(talk: Talk, run: Run) -> Reply | None:
        opened = form(await talk.presses(edit_action("channel", "all"), person=MANAGER))
        return await talk.sends(opened, values, person=MANAGER)

    return Refusal(do=do, who=who, logged=f"save was refused: FieldErrors {' '.join(values)}")


def presses(action: str, who: str, logged: str) -> Refusal:
    async def do(talk: Talk, run: Run) -> Reply | None:
        return await talk.presses(action.replace("RUN", run.id), person=BOB)

    return Refusal(do=do, who=who, logged=logged)


def sends_what_was_open(form_kind: str) -> Refusal:
    """Return Bob's form of this kind, which he opens and sends after leaving the place."""

    async def do(talk: Talk, run: Run) -> Reply | None:
        window = form(await talk.presses(f"c1:{form_kind}:{run.id}", person=BOB))
        talk.outside.add((BOB.id, HERE.channel))
        return await talk.sends(window, {"question": f"And the {SECRET}?"}, person=BOB)

    return Refusal(do=do, who=THOSE_INSIDE, logged="ask was refused: NotAllowed")


async def saves_what_was_open(talk: Talk, run: Run) -> Reply | None:
    """Send the settings form that Mia opened while she still managed the channel."""
    window = form(await talk.presses(edit_action("channel", "all"), person=MANAGER))
    return await talk.sends(window, {"quorum": "2"}, person=replace(MANAGER, may_configure=False))


def in_place(where: object, words: str) -> Refusal:
    kind = {"show RUN": "status"}.get(words, words.split()[0])
    return types(words, THOSE_THERE, f"{kind} was refused: UnknownRun", place=where)


MANAGERS = "Only those who manage this channel may change its settings"
OF_THE_WORKSPACE = "Only those who manage the whole workspace may change its settings"

REFUSALS = {
    "a model outside the allow-list": chooses(
        THE_OPERATOR, "ask was refused: ModelsRefused", members=STRANGER
    ),
    "such a chairman": chooses(THE_OPERATOR, "ask was refused: ModelsRefused", chairman=STRANGER),
    "such a model for a channel": saves(THE_OPERATOR, members=f"{STRANGER}, demo:ada"),
    "too many members": chooses(FIXED, "ask was refused: SettingsError", members=TOO_MANY),
    "too many members for a channel": saves(FIXED, members=TOO_MANY),
    "a deadline too short": saves(THE_OPERATOR, call_seconds="1"),
    **{
        f"a copied id elsewhere: {word}": in_place(ELSEWHERE, f"{word} RUN")
        for word in ("show", "export", "cancel", "forget")
    },
    **{
        f"a copied id in another workspace: {word}": in_place(OTHER_TENANT, f"{word} RUN")
        for word in ("show", "export", "cancel", "forget")
    },
    "a follow-up opened before one left": sends_what_was_open("followup"),
    "run again opened before one left": sends_what_was_open("again"),
    "settings opened before one lost the right": Refusal(
        do=saves_what_was_open, who=MANAGERS, logged="save was refused: NotAllowed"
    ),
    "another's question, deleted": types(
        "forget RUN", "Only Alice, or those who manage this channel, may", "forget was refused: NotAllowed"
    ),
    "the form for settings": presses(edit_action("channel", "all"), MANAGERS, "edit was refused: NotAllowed"),
    "the form for the workspace's": presses(
        edit_action("workspace", "all"), OF_THE_WORKSPACE, "edit was refused: NotAllowed"
    ),
    "a reset": presses(reset_action("channel", 0), MANAGERS, "reset was refused: NotAllowed"),
    "a reset of the workspace's": presses(
        reset_action("workspace", 0), OF_THE_WORKSPACE, "reset was refused: NotAllowed"
    ),
}


def told(reply: Reply | None) -> str:
    """Return the text of a private reply, or the error at the one wrong field."""
    if isinstance(reply, FieldErrors):
        ((_, words),) = reply.errors
        return words
    assert isinstance(reply, PrivateReply), reply
    return said(reply)


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
async def test_a_refusal_is_one_private_sentence_with_who_can_change_it_and_a_line_in_the_log(
    refusal: Refusal, caplog: pytest.LogCaptureFixture
) -> None:
    talk = Talk(OURS)
    run = await talk.asked(f"Shall we sell the {SECRET} division?", verdict="No.")
    before = list(talk.engine.started), await talk.store.latest(limit=9), list(talk.announcer.events)
    caplog.set_level(logging.INFO)
    caplog.clear()

    words = told(await refusal.do(talk, run))

    assert refusal.who in words
    assert len(re.findall(r"[.!?](?=\s|$)", words)) == 1, words
    assert SECRET not in words
    assert (
        list(talk.engine.started),
        await talk.store.latest(limit=9),
        list(talk.announcer.events),
    ) == before
    for level in ("channel", "workspace"):
        assert (await talk.places.find(Scope.around(HERE, level))).values == {}
    lines = [record.getMessage() for record in caplog.records]
    assert lines == [refusal.logged]


async def test_cancelling_and_revealing_for_another_say_who_may() -> None:
    talk = Talk(OURS)
    run = await talk.asked("ask Tabs?")

    for action in (run_action("cancel", run.id), run_action("reveal", run.id)):
        assert "Only Alice" in said(await talk.presses(action, person=BOB))
        request = replace(read_action(action, BOB, HERE), checks_only=True)
        assert "Only Alice" in said(await talk.handle(request))
        assert await talk.handle(replace(request, person=ALICE)) is None

    assert talk.engine.sent == []
    assert ALICE.id == run.question.asker.id


async def test_a_refusal_is_in_the_persons_language() -> None:
    talk = Talk(OURS)
    run = await talk.asked("ask Tabs?")

    told = [
        said(await talk.presses(run_action("reveal", run.id), person=replace(BOB, locale=locale)))
        for locale in ("de", "ko-KR", "en-US")
    ]

    assert told == [
        "Nur Alice oder wer diesen Kanal verwaltet, kann die Abstimmung früher beenden.",
        "Alice 님이나 이 채널을 관리하는 사람만 투표를 일찍 끝낼 수 있습니다.",
        "Only Alice, or those who manage this channel, can end the vote early.",
    ]
