"""Tests that each request gets an answer: its result, or one sentence about the refusal."""

import asyncio
import re
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Any, get_args

import pytest

from bot.conversation.handlers import HANDLERS
from bot.post import Actions, Button, Form, PrivateReply, Reply
from bot.requests.actions import read_action
from bot.requests.asking import Ask, Overhear
from bot.requests.forms import read_form
from bot.requests.memory import LeaveWorkspace
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import (
    CancelRun,
    FormMistake,
    MoveChannel,
    RetryPosts,
    SearchRuns,
    ShowHelp,
    ShowHistory,
    ShowReviews,
    ShowStatus,
)
from bot.requests.settings import EditSettings, ResetSettings, SaveSettings
from bot.requests.voting import CastRanking, CastVote, RevealNames
from council_core.council import LONGEST_QUESTION
from council_core.domain.ending import Ending
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from council_core.ports import CloseVoting
from tests.bot.conversation.talk import ALICE, BOB, MANAGER, Talk, an_ask, said, with_votes_open
from tests.samples import HERE, MEMBERS, NOON, QUESTION, a_run

A = Alias("A")
RUN = RunId("r000000000001")


@pytest.fixture
def talk() -> Talk:
    return Talk()


FILLED_IN: dict[str, Any] = {
    "person": MANAGER, "place": HERE, "run_id": RUN, "alias": A, "order": ((A,),), "good": True,
    "text": "Tabs or spaces?", "delivery": "D1", "level": "channel", "group": "all", "version": 0, "values": {},
    "words": "tabs", "when": "monday 9:00", "schedule_id": "s1", "change": "pause", "name": "writer",
    "draft_id": "d1", "choice": "mine", "often": "weekly", "whose": "channel", "mark": "0", "fields": {},
    "before": "", "texts": {}, "channel": "C9", "mistakes": (FormMistake(field="question", kind="needs_words"),),
}  # fmt: skip
"""A value for each field that a request may need."""


def filled_in(kind: type[Any]) -> Request:
    """Return a valid request of this kind."""
    names = kind.__dataclass_fields__.keys() & FILLED_IN.keys()
    return kind(**{name: FILLED_IN[name] for name in names})


KINDS: Collection[type[Any]] = get_args(Request)

ANSWERED_IN_THE_THREAD = {Ask, Overhear, RetryPosts, MoveChannel, LeaveWorkspace}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_every_request_about_a_run_gets_an_answer_that_is_no_incident(
    kind: type[Any], talk: Talk
) -> None:
    await with_votes_open(talk)

    reply = await talk.handle(filled_in(kind))

    assert reply is not None or kind in ANSWERED_IN_THE_THREAD
    assert not isinstance(reply, PrivateReply) or "Something went wrong" not in reply.post.summary


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_every_request_on_an_empty_table_gets_an_answer_that_is_no_incident(
    kind: type[Any], talk: Talk
) -> None:
    reply = await talk.handle(filled_in(kind))

    assert reply is not None or kind in ANSWERED_IN_THE_THREAD
    assert not isinstance(reply, PrivateReply) or "Something went wrong" not in reply.post.summary


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if "run_id" in kind.__dataclass_fields__],
    ids=lambda kind: kind.__name__,
)
async def test_an_id_from_another_channel_opens_nothing(kind: type[Any], talk: Talk) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(replace(filled_in(kind), place=replace(HERE, channel="C2")))

    assert said(reply) == (
        f"There is no run '{run.id}' here; `history` lists the latest ones, and a run of another channel opens only "
        "for people in that channel."
    )
    assert await talk.store.get(run.id) == run
    assert (talk.engine.sent, talk.announcer.events) == ([], [])


async def test_a_question_starts_a_run_and_needs_no_answer_but_its_thread(talk: Talk) -> None:
    reply = await talk.types("Tabs or spaces?")

    run = await talk.newest()
    assert reply is None
    assert (run.question.text, run.question.asker.name, talk.engine.started) == (
        "Tabs or spaces?",
        "Alice",
        [run.id],
    )


async def test_the_same_delivery_again_is_no_second_run(talk: Talk) -> None:
    for _ in range(3):
        await talk.handle(an_ask("Tabs or spaces?"))

    assert len(await talk.store.latest(limit=9)) == 1
    assert set(talk.engine.started) == {(await talk.newest()).id}


async def test_deliveries_in_the_same_moment_are_one_run(talk: Talk) -> None:
    await asyncio.gather(*(talk.handle(an_ask("Tabs or spaces?")) for _ in range(8)))

    assert len(await talk.store.latest(limit=9)) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The question is missing: type /council and then your question."),
        ("  \n ", "The question is missing: type /council and then your question."),
        (".", "The question is missing: type /council and then your question."),
        ("\u3164 \uffa0", "The question is missing: type /council and then your question."),
        ("?! … ```", "The question is missing: type /council and then your question."),
        ("x" * (LONGEST_QUESTION + 1), "The question is too long: at most 40,000 characters."),
    ],
    ids=["empty", "only space", "a full stop", "only fillers", "only punctuation", "too long"],
)
async def test_a_question_that_cannot_be_asked_is_refused_with_what_to_do(
    text: str, sentence: str, talk: Talk
) -> None:
    reply = await talk.handle(an_ask(text))

    assert said(reply).startswith(sentence)
    assert await talk.store.latest(limit=9) == ()


async def test_a_setting_that_does_not_exist_is_named(talk: Talk) -> None:
    reply = await talk.handle(an_ask("Tabs?", options={"colour": "red"}))

    assert "Unknown setting 'colour'. Known: preset, members" in said(reply)


async def test_a_vote_is_confirmed_to_its_voter_and_counted_on_the_card(talk: Talk) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(CastVote(person=BOB, place=HERE, run_id=run.id, alias=A))

    assert said(reply).startswith("Your vote: Response A.")
    assert talk.refreshed == [run.id]
    assert [ballot.voter for ballot in (await talk.store.get(run.id)).ballots] == ["U2"]


async def test_a_vote_for_a_letter_that_is_not_there_is_refused(talk: Talk) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(CastVote(person=BOB, place=HERE, run_id=run.id, alias=Alias("Q")))

    assert said(reply) == "There is no response 'Q'. Choose A, B, C or D."


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (
            CastVote(person=ALICE, place=HERE, run_id=RUN, alias=A),
            "The vote is closed, so this changed nothing.",
        ),
        (
            CastRanking(person=ALICE, place=HERE, run_id=RUN, order=((A,),)),
            "The vote is closed, so this changed nothing.",
        ),
        (RevealNames(person=ALICE, place=HERE, run_id=RUN), "The vote is closed already."),
        (
            CancelRun(person=ALICE, place=HERE, run_id=RUN),
            "This question has ended already, so there is nothing left to stop.",
        ),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
async def test_what_comes_too_late_is_told_so(request_: Request, sentence: str, talk: Talk) -> None:
    await with_votes_open(talk, status="revealed", voting_closed_at=NOON, finished_at=NOON)

    assert said(await talk.handle(request_)) == sentence


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (RevealNames(person=BOB, place=HERE, run_id=RUN), "Only Alice, or those who"),
        (CancelRun(person=BOB, place=HERE, run_id=RUN), "Only Alice, or those who manage this channel, may"),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
async def test_what_somebody_may_not_do_is_refused_with_who_may(
    request_: Request, sentence: str, talk: Talk
) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(request_)

    assert said(reply).startswith(sentence)
    assert await talk.store.get(run.id) == run


async def test_names_that_may_be_asked_for_are_on_their_way(talk: Talk) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(RevealNames(person=ALICE, place=HERE, run_id=run.id))

    assert said(reply) == "The vote is closed. The names follow in a moment."
    assert talk.engine.sent == [CloseVoting(by="Alice")]


async def test_a_run_that_is_cancelled_is_kept_with_who_did_it(talk: Talk) -> None:
    run = await with_votes_open(talk, status="synthesizing")

    reply = await talk.handle(CancelRun(person=MANAGER, place=HERE, run_id=run.id))

    stopped = await talk.store.get(run.id)
    assert said(reply).startswith("Stopped.")
    assert (stopped.status, stopped.ending) == ("cancelled", Ending(kind="stopped", detail="Mia"))


async def test_a_run_that_has_its_verdict_is_not_destroyed_by_cancel(talk: Talk) -> None:
    run = await with_votes_open(talk)

    reply = await talk.handle(CancelRun(person=MANAGER, place=HERE, run_id=run.id))

    assert "has its verdict, so there is nothing left to stop" in said(reply)
    assert (await talk.store.get(run.id)).status == "voting"


async def test_reviews_are_shown_under_numbers_until_the_names_are_out(talk: Talk) -> None:
    run = await with_votes_open(talk)

    before = repr(await talk.handle(ShowReviews(person=BOB, place=HERE, run_id=run.id)))
    await talk.store.save(replace(run, status="revealed"))
    after = repr(await talk.handle(ShowReviews(person=BOB, place=HERE, run_id=run.id)))

    names = [member.name for member in MEMBERS]
    assert "Reviewer 1" in before
    assert [name for name in names if name in before] == []
    assert [name for name in names if name not in after] == []


async def test_the_status_names_nobody_and_is_that_of_the_latest_run_unless_one_is_named(talk: Talk) -> None:
    await talk.store.add(a_run("r000000000009"))
    run = await with_votes_open(talk, asked_at=NOON.replace(hour=1))

    latest = repr(await talk.handle(ShowStatus(person=BOB, place=HERE)))
    named = repr(await talk.handle(ShowStatus(person=BOB, place=HERE, run_id=run.id)))

    assert "r000000000009" in latest
    assert run.id in named
    assert [member.name for member in MEMBERS if member.name in named] == []


async def test_the_history_is_that_of_this_channel(talk: Talk) -> None:
    await talk.store.add(a_run("r000000000001"))

    here = repr(await talk.handle(ShowHistory(person=BOB, place=HERE)))
    there = await talk.handle(ShowHistory(person=BOB, place=replace(HERE, channel="C2")))

    assert "r000000000001" in here
    assert said(there) == "Nobody has asked the council anything here yet."


async def test_lists_lead_to_older_and_newer_pages_and_to_other_filters(talk: Talk) -> None:
    for number in range(1, 24):
        asker = QUESTION.asker if number % 2 else replace(QUESTION.asker, id=BOB.id)
        asked_at = NOON + timedelta(minutes=number)
        await talk.store.add(
            a_run(f"r{number:012d}", question=replace(QUESTION, asker=asker), asked_at=asked_at)
        )

    def numbers(reply: Reply | None) -> list[int]:
        return [int(found) for found in re.findall(r"· r0*(\d+)'", repr(reply))]

    async def press(reply: Reply | None, label: str) -> Reply | None:
        assert isinstance(reply, PrivateReply)
        rows = [block.buttons for block in reply.post.blocks if isinstance(block, Actions)]
        (action,) = [
            one.action for row in rows for one in row if isinstance(one, Button) and one.label == label
        ]
        return await talk.handle(read_action(action, BOB, HERE))

    for first in (
        await talk.handle(ShowHistory(person=BOB, place=HERE)),
        await talk.handle(SearchRuns(person=BOB, place=HERE, words="tabs")),
    ):
        second = await press(first, "Older")
        third = await press(second, "Older")
        mine = await press(third, "Only mine")

        assert numbers(first) == list(range(23, 13, -1))
        assert numbers(second) == list(range(13, 3, -1))
        assert numbers(third) == [3, 2, 1]
        assert numbers(await press(third, "Newer")) == numbers(second)
        assert numbers(await press(await press(third, "Newer"), "Newer")) == numbers(first)
        assert numbers(mine) == list(range(22, 2, -2)), "from the first page on"
        assert numbers(await press(mine, "Older")) == [2]
        assert numbers(await press(await press(first, "Only revealed"), "Unfinished too")) == numbers(first)
    form = await press(await talk.handle(ShowHistory(person=BOB, place=HERE)), "With these words …")
    assert isinstance(form, Form)
    found = read_form(form.action, {"words": "tabs"}, person=BOB, place=HERE, delivery="D2")
    assert found == SearchRuns(person=BOB, place=HERE, words="tabs")


async def test_one_finds_runs_of_this_channel_and_ones_own_by_their_words(talk: Talk) -> None:
    elsewhere = replace(QUESTION, place=replace(HERE, channel="C2"))
    await talk.store.add(a_run("r000000000001"))
    await talk.store.add(a_run("r000000000002", question=elsewhere))

    bobs = repr(await talk.handle(SearchRuns(person=BOB, place=HERE, words="TABS spaces")))
    alices = repr(await talk.handle(SearchRuns(person=ALICE, place=HERE, words="tabs")))
    nothing = said(await talk.handle(SearchRuns(person=BOB, place=HERE, words="emacs")))
    senseless = said(await talk.handle(SearchRuns(person=BOB, place=HERE, words="🙂 %")))

    assert ("r000000000001" in bobs, "r000000000002" in bobs) == (True, False)
    assert ("r000000000001" in alices, "r000000000002" in alices) == (True, True)
    assert nothing.startswith("No question here or among your own has all of “emacs” in it")
    assert senseless == "A search needs at least one word. Try one from the question or the verdict."


async def test_no_name_of_a_member_is_found_or_shown_while_people_vote(talk: Talk) -> None:
    run = await with_votes_open(talk)

    listed = repr(await talk.handle(SearchRuns(person=BOB, place=HERE, words="tabs")))
    found = [repr(await talk.handle(SearchRuns(person=BOB, place=HERE, words=each.name))) for each in MEMBERS]

    assert run.id in listed
    assert [member.name for member in MEMBERS if member.name in listed] == []
    assert [run.id in each for each in found] == [False] * len(MEMBERS)


async def test_help_says_how_one_calls_the_bot_here(talk: Talk) -> None:
    reply = await talk.handle(ShowHelp(person=BOB, place=HERE))

    assert "/council your question" in repr(reply)


async def test_settings_are_changed_only_by_those_who_manage_the_place(talk: Talk) -> None:
    nobody = Person(id=PersonId("U3"), name="Nora")

    edit = await talk.handle(EditSettings(person=nobody, place=HERE, level="channel", group="all"))
    save = await talk.handle(
        SaveSettings(person=nobody, place=HERE, level="channel", group="all", version=0, values={})
    )
    reset = await talk.handle(ResetSettings(person=nobody, place=HERE, level="channel", version=0))
    allowed = await talk.handle(EditSettings(person=MANAGER, place=HERE, level="channel", group="all"))

    assert [type(reply) for reply in (edit, save, reset)] == [PrivateReply] * 3
    assert isinstance(allowed, Form)


def test_each_type_of_request_has_a_handler() -> None:
    assert set(HANDLERS) == set(get_args(Request))
