"""Contract of every store of runs: the double in memory, SQLite and Postgres alike."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from council_core import codec
from council_core.domain.answer import Abstention, Failure, Reply, Usage
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.review import Reading, Review
from council_core.domain.run import Describer, Run
from council_core.domain.search import phrases_in
from council_core.domain.slate import Alias, AliasKey, Response, Seal, Slate
from council_core.errors import RunElsewhere, UnknownRun, VotingClosed
from council_core.ports import RunStore
from council_core.storage.rows import prepare_reading
from tests.core.sitting import a_sitting
from tests.samples import HERE, MEMBERS, NOON, QUESTION, SETTINGS, STOPPED, a_run, an_answer

A, B = Alias("A"), Alias("B")


def ballot(voter: str, choice: Alias) -> Ballot:
    return Ballot(voter=PersonId(voter), order=((choice,),), cast_at=NOON)


async def test_a_run_comes_back_as_it_was_kept(store: RunStore) -> None:
    run = a_run()

    await store.add(run)

    assert await store.get(run.id) == run


@pytest.mark.parametrize("text", ["Half a \ud83d letter?", "A \0 in between?", "🦉 ½ “quoted” \u202e?"])
async def test_a_run_comes_back_with_whatever_characters_it_was_asked(store: RunStore, text: str) -> None:
    run = a_run(question=replace(QUESTION, text=text), outcomes=(an_answer(MEMBERS[0], text),))

    await store.add(run)
    await store.save(run)

    assert await store.get(run.id) == run


async def test_the_same_run_is_added_once(store: RunStore) -> None:
    run = a_run()

    first = await store.add(run)
    second = await store.add(a_run(seed="other"))

    assert (first, second) == (True, False)
    assert (await store.get(run.id)).seed == run.seed


async def test_a_run_of_another_channel_with_the_same_id_is_not_taken_for_it(store: RunStore) -> None:
    await store.add(a_run())

    for place in (
        replace(HERE, channel="C2"),
        replace(HERE, workspace="T2"),
        replace(HERE, platform="discord"),
    ):
        with pytest.raises(RunElsewhere):
            await store.add(a_run(question=replace(QUESTION, place=place)))

    assert (await store.get(RunId("r000000000001"))).question.place == HERE
    assert await store.add(a_run(question=replace(QUESTION, place=replace(HERE, thread="17")))) is False


async def test_only_one_of_many_at_the_same_time_adds_a_run(store: RunStore) -> None:
    added = await asyncio.gather(*(store.add(a_run()) for _ in range(8)))

    assert sum(added) == 1


async def test_an_unknown_run_is_an_error_that_names_it(store: RunStore) -> None:
    with pytest.raises(UnknownRun, match="r999"):
        await store.get(RunId("r999"))


async def test_each_stage_adds_to_what_is_kept(store: RunStore) -> None:
    absent = Abstention(
        member=MEMBERS[1].id, failure=Failure(reason="timed_out", detail="Too slow.", latency=9.0)
    )
    answered = a_run(status="reviewing", outcomes=(an_answer(MEMBERS[0]), absent), voting_opened_at=NOON)
    await store.add(a_run())

    await store.save(answered)

    assert await store.get(answered.id) == answered


async def test_a_stage_saved_since_another_adds_what_is_new_and_replaces_what_is_different(
    store: RunStore,
) -> None:
    slate, outcomes = (
        Slate(responses=(Response(alias=A, text="Tabs."),)),
        [an_answer(each) for each in MEMBERS],
    )
    answered = a_run(status="answering", outcomes=tuple(outcomes[:2]))
    revised = (outcomes[0], replace(outcomes[1], position="Spaces."), outcomes[2])
    reviewed = replace(answered, status="reviewing", outcomes=revised, slate=slate)
    concluded = replace(reviewed, status="voting", voting_opened_at=NOON)
    await store.add(a_run())

    await store.save(answered)
    await store.save(reviewed, since=answered)
    await store.save(concluded, since=reviewed)

    assert await store.get(answered.id) == concluded


async def test_a_finished_run_is_not_changed_any_more(store: RunStore) -> None:
    await store.add(a_run())
    await store.cancel(RunId("r000000000001"), NOON, STOPPED)

    await store.save(a_run(status="reviewing", outcomes=(an_answer(MEMBERS[0]),)))

    kept = await store.get(RunId("r000000000001"))
    assert (kept.status, kept.outcomes) == ("cancelled", ())


async def test_a_run_that_has_come_further_is_not_taken_back_by_whoever_slept(store: RunStore) -> None:
    await store.add(a_run())
    first, later = an_answer(MEMBERS[0]), an_answer(MEMBERS[1])
    assert await store.save(a_run(status="reviewing", outcomes=(first, later)))

    is_news = await store.save(a_run(status="answering", outcomes=(first,)))

    kept = await store.get(RunId("r000000000001"))
    assert not is_news
    assert (kept.status, kept.outcomes) == ("reviewing", (first, later))


async def test_a_run_is_cancelled_once_by_whoever_is_first(store: RunStore) -> None:
    await store.add(a_run())

    first = await store.cancel(RunId("r000000000001"), NOON, STOPPED)
    second = await store.cancel(RunId("r000000000001"), NOON, replace(STOPPED, detail="Bob"))

    assert (first, second) == (True, False)
    assert (await store.get(RunId("r000000000001"))).ending == STOPPED


async def test_what_members_had_said_is_added_to_a_cancelled_run_and_to_no_other(store: RunStore) -> None:
    slate = Slate(responses=(Response(alias=A, text="Tabs."),))
    key = AliasKey(seals=(Seal(alias=A, member=MEMBERS[0].id),))
    saw = Describer(member=MEMBERS[0].id, gave=True, usage=Usage(tokens_in=1_600))
    heard = a_run(
        status="cancelled", outcomes=(an_answer(MEMBERS[0]),), slate=slate, key=key, describers=(saw,),
        ending=replace(STOPPED, paid=Usage(tokens_in=1_700)),
    )  # fmt: skip
    await store.add(a_run())

    await store.add_answers(heard)
    going_on = await store.get(heard.id)
    await store.cancel(heard.id, NOON, STOPPED)
    await store.add_answers(heard)
    await store.add_answers(heard)

    assert going_on == a_run()
    assert await store.get(heard.id) == replace(heard, finished_at=NOON)


async def test_votings_are_found_in_which_enough_have_voted_and_that_are_open_still(store: RunStore) -> None:
    needs = {"r1": 2, "r2": 2, "r3": None, "r4": 1, "r5": 1}
    for run_id, votes_needed in needs.items():
        run = a_run(run_id, settings=replace(SETTINGS, votes_needed=votes_needed))
        await store.add(run)
        await store.save(replace(run, status="reviewing", voting_opened_at=NOON))
        await store.cast(run.id, ballot("U1", A))
    for run_id in ("r1", "r3"):
        await store.cast(RunId(run_id), ballot("U2", A))
    await store.close_voting(RunId("r4"), NOON)
    await store.cancel(RunId("r5"), NOON, STOPPED)

    assert await store.votings_to_close(platforms=["slack"]) == ("r1",)
    assert await store.votings_to_close(platforms=["discord"]) == ()


async def test_a_later_vote_replaces_the_earlier_one(store: RunStore) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))

    counts = [await store.cast(run.id, vote) for vote in (ballot("U1", A), ballot("U2", A), ballot("U1", B))]

    assert counts == [1, 2, 2]
    assert (await store.get(run.id)).ballots == (ballot("U1", B), ballot("U2", A))


async def test_what_somebody_chose_blind_stays_known_when_they_change_it_after_the_ranking(
    store: RunStore,
) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))
    blind = replace(ballot("U1", A), blind=((A,),))

    await store.cast(run.id, blind)
    await store.cast(run.id, replace(ballot("U1", B), blind=()))
    await store.cast(run.id, replace(ballot("U2", B), blind=()))

    assert (await store.get(run.id)).ballots == (
        replace(ballot("U1", B), blind=((A,),)),
        replace(ballot("U2", B), blind=()),
    )


async def test_a_vote_of_somebody_who_looked_first_is_not_blind(store: RunStore) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))

    await store.look(run.id, PersonId("U1"))
    await store.look(run.id, PersonId("U1"))
    await store.cast(run.id, replace(ballot("U1", A), blind=((A,),)))

    assert [each.blind for each in (await store.get(run.id)).ballots] == [()]


async def test_everybody_who_votes_in_the_same_moment_is_counted(store: RunStore) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))

    await asyncio.gather(*(store.cast(run.id, ballot(f"U{n:02}", A)) for n in range(20)))

    assert len((await store.get(run.id)).ballots) == 20


async def test_no_vote_counts_before_the_voting_opens_or_after_it_closed(store: RunStore) -> None:
    run = a_run()
    await store.add(run)
    with pytest.raises(VotingClosed):
        await store.cast(run.id, ballot("U1", A))
    await store.save(a_run(status="reviewing", voting_opened_at=NOON))
    await store.cast(run.id, ballot("U1", A))

    counted = await store.close_voting(run.id, NOON)

    with pytest.raises(VotingClosed):
        await store.cast(run.id, ballot("U2", B))
    assert counted == (ballot("U1", A),)


async def test_closing_the_voting_again_gives_the_same_ballots_and_keeps_the_first_time(
    store: RunStore,
) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="voting", voting_opened_at=NOON))
    await store.cast(run.id, ballot("U1", A))
    first = await store.close_voting(run.id, NOON)

    second = await store.close_voting(run.id, NOON + timedelta(minutes=1))

    assert first == second
    assert (await store.get(run.id)).voting_closed_at == NOON


async def test_saving_a_stage_touches_neither_ballots_nor_late_answers(store: RunStore) -> None:
    run = a_run()
    await store.add(run)
    await store.save(a_run(status="voting", voting_opened_at=NOON))
    await store.cast(run.id, ballot("U1", A))
    await store.add_late(run.id, an_answer(MEMBERS[3]))

    await store.save(a_run(status="voting", voting_opened_at=NOON))

    kept = await store.get(run.id)
    assert (kept.ballots, kept.late) == ((ballot("U1", A),), (an_answer(MEMBERS[3]),))


async def test_a_late_answer_is_kept_once(store: RunStore) -> None:
    run = a_run()
    await store.add(run)

    await store.add_late(run.id, an_answer(MEMBERS[3], "first"))
    await store.add_late(run.id, an_answer(MEMBERS[3], "again"))

    assert (await store.get(run.id)).late == (an_answer(MEMBERS[3], "first"),)


async def test_what_members_say_in_a_later_round_stands_beside_what_they_said_before(store: RunStore) -> None:
    first, second = an_answer(MEMBERS[0], "Spaces."), replace(an_answer(MEMBERS[0], "Tabs."), round=2)
    reviews = tuple(replace(a_review(), round=number) for number in (1, 2))
    run = a_run(status="reviewing", outcomes=(first,), reviews=reviews[:1])
    await store.add(run)
    await store.save(run)

    await store.save(replace(run, outcomes=(first, second), reviews=reviews))
    for late in (an_answer(MEMBERS[3]), replace(an_answer(MEMBERS[3]), round=2)):
        await store.add_late(run.id, late)
        await store.add_late(run.id, replace(late, reply=Reply(text="again", latency=1.0)))

    kept = await store.get(run.id)
    assert kept.outcomes == (first, second)
    assert kept.reviews == reviews
    assert [(outcome.round, outcome.kind) for outcome in kept.late] == [(1, "answer"), (2, "answer")]
    assert "again" not in [outcome.text for outcome in kept.late if outcome.kind == "answer"]


def a_review() -> Review:
    """Return a valid review."""
    reading = Reading(status="valid", order=((B,), (A,)), why="Its last line.")
    return Review(
        reviewer=MEMBERS[0].id, number=1, shown=(A, B), texts=("B, A",), reading=reading, latency=1.0
    )


async def test_a_member_may_be_late_and_absent_at_once(store: RunStore) -> None:
    failure = Failure(reason="late", detail="Too slow.", latency=9.0)
    run = a_run(outcomes=(Abstention(member=MEMBERS[0].id, failure=failure),))
    await store.add(a_run())
    await store.save(run)

    await store.add_late(run.id, an_answer(MEMBERS[0]))

    kept = await store.get(run.id)
    assert (len(kept.outcomes), len(kept.late)) == (1, 1)


async def test_the_latest_runs_of_a_channel_come_newest_first_with_its_threads_included(
    store: RunStore,
) -> None:
    def at(run_id: str, minutes: int, **where: str) -> Run:
        question = replace(QUESTION, place=replace(HERE, **where))
        return a_run(run_id, question=question, asked_at=NOON + timedelta(minutes=minutes))

    await store.add(at("r1", 1))
    await store.add(at("r2", 2, thread="17"))
    await store.add(at("r3", 3, channel="C2"))
    await store.add(at("r4", 4, workspace="T2"))

    here = await store.latest(limit=5, place=HERE)
    everywhere = await store.latest(limit=2)

    assert [run.id for run in here] == ["r2", "r1"]
    assert [run.id for run in everywhere] == ["r4", "r3"]


async def test_unfinished_runs_of_the_served_platforms_come_oldest_first(store: RunStore) -> None:
    await store.add(a_run("r2", asked_at=NOON + timedelta(minutes=2)))
    await store.add(a_run("r1"))
    await store.add(a_run("r3"))
    await store.cancel(RunId("r3"), NOON, STOPPED)

    assert await store.unfinished(platforms=["slack"]) == ("r1", "r2")
    assert await store.unfinished(platforms=["discord"]) == ()


async def test_past_votes_are_those_of_revealed_runs_in_the_channel(store: RunStore) -> None:
    for run_id in ("r1", "r2", "r3"):
        await store.add(a_run(run_id))
        await store.save(a_run(run_id, status="voting", voting_opened_at=NOON))
    await store.cast(RunId("r1"), ballot("U1", A))
    await store.cast(RunId("r3"), ballot("U1", A))
    await store.save(a_run("r1", status="revealed", voting_opened_at=NOON))
    await store.save(a_run("r2", status="revealed", voting_opened_at=NOON))

    assert [run.id for run in await store.voted_runs(HERE, limit=9)] == ["r1"]
    assert await store.voted_runs(HERE, limit=9) == ((await store.get(RunId("r1"))).without_texts(),)
    assert await store.voted_runs(replace(HERE, workspace="T2"), limit=9) == ()
    assert await store.voted_runs(replace(HERE, channel="C2"), limit=9) == ()


async def test_a_private_thread_is_a_place_of_its_own(store: RunStore) -> None:
    private = replace(HERE, channel="T9", thread="T9", parent="C1")
    question = replace(QUESTION, place=private, asker=Asker(id=PersonId("U5"), name="Eve"))
    await store.add(a_run("r1", question=question))
    await store.add(a_run("r2"))

    assert [run.id for run in await store.latest(limit=9, place=HERE)] == ["r2"]
    assert [run.id for run in await store.ranked_runs(HERE, limit=9)] == ["r2"]
    assert [run.id for run in await store.latest(limit=9, place=private)] == ["r1"]
    assert [run.id for run in await store.in_thread(private, limit=9)] == ["r1"]
    assert (await store.get(RunId("r1"))).question.place == private
    found = await store.search(phrases_in("tabs"), limit=9, person=PersonId("U1"), place=HERE)
    assert [run.id for run in found] == ["r2"]


async def test_runs_of_a_thread_that_became_private_are_still_found_in_it(store: RunStore) -> None:
    private = replace(HERE, channel="T9", thread="T9", parent="C1")
    await store.add(a_run("r1", question=replace(QUESTION, place=private)))

    assert [run.id for run in await store.in_thread(replace(HERE, thread="T9"), limit=9)] == ["r1"]


async def test_a_run_is_read_with_what_was_prepared_at_the_start(store: RunStore) -> None:
    """Building one reader takes up to 20 ms; without preparation the first page would wait for that."""
    whole = await a_sitting().hold()
    await store.add(whole.as_asked())
    await store.save(replace(whole, voting_opened_at=NOON, status="voting", finished_at=None))
    await store.cast(whole.id, ballot("U1", A))
    await store.save(whole)
    for cached in (codec._adapter, codec._remembered):  # pyright: ignore[reportPrivateUsage]
        cached.cache_clear()

    prepare_reading()
    prepared = codec._adapter.cache_info().currsize  # pyright: ignore[reportPrivateUsage]
    await store.get(whole.id)
    await store.ranked_runs(HERE, limit=1)

    assert codec._adapter.cache_info().currsize == prepared  # pyright: ignore[reportPrivateUsage]


async def test_runs_as_they_were_judged_hold_every_order_and_not_a_word(store: RunStore) -> None:
    whole = await a_sitting().hold()
    for run in (whole, replace(whole, id=RunId("r2"), status="voting", finished_at=None)):
        await store.add(run.as_asked())
        await store.save(replace(run, voting_opened_at=NOON, status="voting", finished_at=None))
        await store.cast(run.id, ballot("U1", A))
        await store.save(run)

    first = await store.ranked_runs(HERE, limit=9)
    await store.give_feedback(whole.id, Feedback(person=PersonId("U2"), good=True, given_at=NOON))
    again = await store.ranked_runs(HERE, limit=9)

    assert {run.id for run in first} == {whole.id, "r2"}
    for run in again:
        assert run == (await store.get(run.id)).without_texts()
    said = [text for answer in whole.outcomes if answer.kind == "answer" for text in (answer.text,)]
    assert [text for text in (*said, whole.question.text) if text in repr(again)] == []
    assert [len(run.reviews) for run in again] == [len(whole.reviews)] * 2
