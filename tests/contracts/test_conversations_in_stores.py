"""Contract of every store of runs for threads, feedback and withdrawn votes."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.errors import UnknownRun, VotingClosed
from council_core.ports import RunStore
from tests.samples import HERE, NOON, QUESTION, STOPPED, a_run

RUN = RunId("r000000000001")
ALICE, BOB = PersonId("U1"), PersonId("U2")
THREAD = replace(HERE, thread="17")


def ballot(voter: PersonId) -> Ballot:
    return Ballot(voter=voter, order=((Alias("A"),),), cast_at=NOON)


def at(run_id: str, minutes: int, **where: str | None) -> Run:
    question = replace(QUESTION, place=replace(HERE, **where))  # type: ignore[arg-type]
    return a_run(run_id, question=question, asked_at=NOON + timedelta(minutes=minutes))


async def test_a_run_is_found_by_the_thread_of_its_card(store: RunStore) -> None:
    await store.add(a_run())

    await store.settle_thread(RUN, THREAD)

    assert [run.id for run in await store.in_thread(THREAD, limit=5)] == [RUN]
    assert (await store.get(RUN)).conversation == THREAD


async def test_the_name_of_the_person_who_asked_may_come_later_and_changes_nothing_else(
    store: RunStore,
) -> None:
    run = a_run()
    await store.add(run)

    await store.name_asker(RUN, "Alice Arden")
    await store.name_asker(RunId("r000000000002"), "Nobody")

    asker = replace(run.question.asker, name="Alice Arden")
    assert await store.get(RUN) == replace(run, question=replace(run.question, asker=asker))


async def test_a_thread_is_settled_once(store: RunStore) -> None:
    await store.add(a_run())
    await store.settle_thread(RUN, THREAD)

    await store.settle_thread(RUN, replace(HERE, thread="18"))
    await store.settle_thread(RUN, HERE)

    assert (await store.get(RUN)).thread == "17"


async def test_a_place_without_a_thread_settles_nothing_and_holds_no_runs(store: RunStore) -> None:
    await store.add(a_run())

    await store.settle_thread(RUN, HERE)

    assert (await store.get(RUN)).thread is None
    assert await store.in_thread(HERE, limit=5) == ()


async def test_runs_of_a_thread_come_newest_first_and_no_others_with_them(store: RunStore) -> None:
    await store.add(at("r1", 1))
    await store.settle_thread(RunId("r1"), THREAD)
    await store.add(at("r2", 2, thread="17"))
    await store.add(at("r3", 3, thread="18"))
    await store.add(at("r4", 4, thread="17", channel="C2"))
    await store.add(at("r5", 5, thread="17", workspace="T2"))
    await store.add(at("r6", 6, thread="17", platform="discord"))
    await store.add(at("r7", 7))
    await store.add(at("r8", 8, thread="17"))

    assert [run.id for run in await store.in_thread(THREAD, limit=5)] == ["r8", "r2", "r1"]
    assert [run.id for run in await store.in_thread(THREAD, limit=1)] == ["r8"]


async def test_a_later_word_of_feedback_replaces_the_earlier_one_also_on_a_finished_run(
    store: RunStore,
) -> None:
    await store.add(a_run())
    await store.cancel(RUN, NOON, STOPPED)
    first = Feedback(person=BOB, good=True, given_at=NOON)
    other = Feedback(person=ALICE, good=True, given_at=NOON)
    second = replace(first, good=False, given_at=NOON + timedelta(minutes=1), reason="No source.")

    for word in (first, other, second):
        await store.give_feedback(RUN, word)

    assert (await store.get(RUN)).feedback == (other, second)


async def test_feedback_on_an_unknown_run_is_an_error(store: RunStore) -> None:
    with pytest.raises(UnknownRun):
        await store.give_feedback(RUN, Feedback(person=BOB, good=True, given_at=NOON))


async def test_saving_a_stage_touches_neither_the_thread_nor_feedback(store: RunStore) -> None:
    await store.add(a_run())
    await store.settle_thread(RUN, THREAD)
    word = Feedback(person=BOB, good=True, given_at=NOON)
    await store.give_feedback(RUN, word)

    await store.save(a_run(status="reviewing"))

    kept = await store.get(RUN)
    assert (kept.status, kept.thread, kept.feedback) == ("reviewing", "17", (word,))


async def test_a_vote_can_be_taken_back_while_the_voting_is_open(store: RunStore) -> None:
    await store.add(a_run())
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))
    await store.cast(RUN, ballot(ALICE))
    await store.cast(RUN, ballot(BOB))

    first = await store.withdraw(RUN, ALICE)
    second = await store.withdraw(RUN, ALICE)

    assert (first, second) == (True, False)
    assert (await store.get(RUN)).ballots == (ballot(BOB),)


async def test_no_vote_is_taken_back_after_the_voting_closed(store: RunStore) -> None:
    await store.add(a_run())
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))
    await store.cast(RUN, ballot(ALICE))
    await store.close_voting(RUN, NOON)

    with pytest.raises(VotingClosed):
        await store.withdraw(RUN, ALICE)

    assert (await store.get(RUN)).ballots == (ballot(ALICE),)


async def test_a_person_finds_their_own_runs_of_the_whole_workspace_and_nobody_elses(store: RunStore) -> None:
    bobs = replace(QUESTION, asker=Asker(id=BOB, name="Bob"))
    for run_id, minute, changes in (
        ("r1", 1, {}),
        ("r2", 2, {"channel": "C2", "thread": "18"}),
        ("r3", 3, {"workspace": "T2"}),
        ("r4", 4, {"platform": "discord"}),
    ):
        await store.add(at(run_id, minute, **changes))
    await store.add(a_run("r5", question=bobs, asked_at=NOON + timedelta(minutes=5)))

    mine = await store.asked_by(QUESTION.asker.id, HERE, limit=5)

    assert [run.id for run in mine] == ["r2", "r1"]
    assert [run.id for run in await store.asked_by(QUESTION.asker.id, HERE, limit=1)] == ["r2"]
    assert [run.id for run in await store.asked_by(BOB, HERE, limit=5)] == ["r5"]
