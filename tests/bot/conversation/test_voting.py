"""Tests of votes by form, withdrawn votes, and feedback on a verdict."""

from dataclasses import replace

import pytest

from bot.post import Form
from bot.requests.forms import read_form
from council_core.domain.question import RunId
from council_core.domain.slate import Alias, AliasKey, Response, Slate
from council_core.testing import says
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, errors, form, said, with_votes_open
from tests.core.sitting import VERDICT, Sitting
from tests.samples import HERE, NOON

RUN = RunId("r000000000001")
A, B, C = Alias("A"), Alias("B"), Alias("C")


async def a_vote(*, fields: int = 100) -> tuple[Talk, RunId]:
    """Return a council with an open vote on three responses."""
    talk = Talk(fields=fields)
    run = await talk.asked("Tabs or spaces?")
    slate = Slate(responses=tuple(Response(alias=alias, text=alias) for alias in (A, B, C)))
    await talk.store.save(replace(run, slate=slate, status="reviewing", voting_opened_at=NOON))
    return talk, run.id


async def ballots(talk: Talk, run: RunId) -> dict[str, object]:
    """Return each voter's choice."""
    return {ballot.voter: ballot.order for ballot in (await talk.store.get(run)).ballots}


async def test_a_whole_ranking_is_a_ballot_with_a_complete_order() -> None:
    talk, run = await a_vote()
    opened = form(await talk.presses(f"c1:rank:{run}"))

    reply = await talk.sends(opened, {"place1": "C", "place2": "A", "place3": "B"})

    assert await ballots(talk, run) == {"U1": ((C,), (A,), (B,))}
    assert "Your ranking, best first: C, then A, then B." in said(reply)
    assert talk.refreshed == [run]


async def test_the_form_shows_the_vote_so_far_to_its_voter_and_to_nobody_else() -> None:
    talk, run = await a_vote()
    await talk.presses(f"c1:vote:{run}:B", person=ALICE)

    own = form(await talk.presses(f"c1:rank:{run}", person=ALICE))
    others = form(await talk.presses(f"c1:rank:{run}", person=BOB))

    assert [field.value for field in own.fields] == ["B", "", ""]
    assert [field.value for field in others.fields] == ["", "", ""]


async def test_only_the_first_place_has_to_be_filled_in() -> None:
    talk, run = await a_vote()
    opened = form(await talk.presses(f"c1:rank:{run}"))

    await talk.sends(opened, {"place1": "C", "place3": "B"})

    assert await ballots(talk, run) == {"U1": ((C,), (B,))}
    assert [field.required for field in opened.fields] == [True, False, False]


@pytest.mark.parametrize(
    ("filled_in", "wrong", "locale"),
    [
        ({"place1": "A", "place2": "A"}, {"place2": "Response A has a better place already."}, "en"),
        ({"place1": "A", "place2": "A"}, {"place2": "Antwort A hat schon einen besseren Platz."}, "de"),
        ({}, {"place1": "Choose at least the best one."}, "en"),
        ({}, {"place1": "적어도 가장 좋은 답변 하나는 고르세요."}, "ko-KR"),
    ],
)
async def test_a_ranking_that_says_no_one_thing_comes_back(
    filled_in: dict[str, str], wrong: dict[str, str], locale: str
) -> None:
    talk, run = await a_vote()
    opened = form(await talk.presses(f"c1:rank:{run}"))

    reply = await talk.sends(opened, filled_in, person=replace(ALICE, locale=locale))

    assert errors(reply) == wrong
    assert await ballots(talk, run) == {}


async def test_a_letter_that_nobody_offered_is_refused() -> None:
    talk, run = await a_vote()
    opened = form(await talk.presses(f"c1:rank:{run}"))

    reply = await talk.sends(opened, {"place1": "Q"})

    assert said(reply) == "There is no response 'Q'. Choose A, B or C."


async def test_a_form_has_no_more_places_than_the_platform_has_room_for() -> None:
    talk, run = await a_vote(fields=2)

    opened = form(await talk.presses(f"c1:rank:{run}"))

    assert [field.name for field in opened.fields] == ["place1", "place2"]


@pytest.mark.parametrize("kind", ["vote", "rank", "withdraw"])
async def test_who_comes_after_the_close_is_told_with_the_way_to_the_result(kind: str) -> None:
    talk, run = await a_vote()
    await talk.presses(f"c1:vote:{run}:A", person=BOB)
    await talk.store.close_voting(run, NOON)

    reply = await talk.presses(f"c1:{kind}:{run}" + (":B" if kind == "vote" else ""), person=BOB)

    assert said(reply) == "The vote is closed, so this changed nothing."
    assert actions(reply) == {"See the result": f"c1:status:{run}"}
    assert await ballots(talk, run) == {BOB.id: ((A,),)}


async def test_a_vote_can_be_taken_back_from_its_confirmation() -> None:
    talk, run = await a_vote()
    confirmed = await talk.presses(f"c1:vote:{run}:B")

    reply = await talk.presses(actions(confirmed)["Withdraw my vote"])
    again = await talk.presses(actions(confirmed)["Withdraw my vote"])

    assert await ballots(talk, run) == {}
    assert "Your vote is withdrawn." in said(reply)
    assert "nothing to withdraw" in said(again)


async def test_nobody_takes_somebody_elses_vote_back() -> None:
    talk, run = await a_vote()
    await talk.presses(f"c1:vote:{run}:B", person=ALICE)

    await talk.presses(f"c1:withdraw:{run}", person=BOB)

    assert await ballots(talk, run) == {"U1": ((B,),)}


async def test_each_person_has_one_word_on_a_verdict_and_the_latest_counts() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces.")

    await talk.presses(f"c1:good:{run.id}", person=ALICE)
    await talk.presses(f"c1:bad:{run.id}", person=BOB)
    reply = await talk.presses(f"c1:bad:{run.id}", person=ALICE)

    feedback = (await talk.store.get(run.id)).feedback
    assert {each.person: each.good for each in feedback} == {"U1": False, "U2": False}
    assert "Thanks, marked as" in said(reply)


async def test_who_found_a_verdict_unhelpful_may_say_why() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces.")

    reply = await talk.presses(f"c1:bad:{run.id}", person=BOB)
    form = await talk.presses(f"c1:why:{run.id}", person=BOB)
    assert isinstance(form, Form)
    asked = read_form(form.action, {"reason": "It names no source."}, person=BOB, place=HERE, delivery="D9")
    thanks = await talk.handle(asked)

    (word,) = (await talk.store.get(run.id)).feedback
    assert (word.person, word.good, word.reason) == (BOB.id, False, "It names no source.")
    assert list(actions(reply).values()) == [f"c1:why:{run.id}"]
    assert "Thanks, marked as not helpful" in said(thanks)
    assert "why" not in str(actions(thanks)), "nobody is asked twice"


async def test_without_a_verdict_there_is_nothing_to_think_of_it() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?")

    reply = await talk.presses(f"c1:good:{run.id}")

    assert said(reply) == "There is no verdict on this question yet."


@pytest.mark.parametrize(
    "action", ["rank", "withdraw", "good", "bad", "export", "again", "followup", "retry"]
)
async def test_a_run_is_reached_from_its_own_channel_only_but_for_its_asker(action: str) -> None:
    talk, run = await a_vote()

    reply = await talk.presses(f"c1:{action}:{run}", person=BOB, place=replace(HERE, channel="C2"))

    assert "There is no run" in said(reply)


async def blindly(talk: Talk, run: RunId) -> dict[str, object]:
    """Return the choice of each voter who had not yet seen the ranking."""
    return {ballot.voter: ballot.blind for ballot in (await talk.store.get(run)).ballots}


async def test_votes_before_and_after_the_ranking_are_told_apart() -> None:
    talk, run = await a_vote()
    await talk.presses(f"c1:vote:{run}:A", person=ALICE)
    ranking = (await with_votes_open(Talk())).ranking
    await talk.store.save(replace(await talk.store.get(run), ranking=ranking, status="synthesizing"))

    await talk.presses(f"c1:vote:{run}:B", person=ALICE)
    await talk.presses(f"c1:vote:{run}:B", person=BOB)

    assert await ballots(talk, run) == {"U1": ((B,),), "U2": ((B,),)}
    assert await blindly(talk, run) == {"U1": ((A,),), "U2": ()}


async def test_a_vote_is_not_blind_once_the_reviews_can_be_read_though_they_make_no_ranking() -> None:
    talk, run = await a_vote()
    undecided = Sitting(scripts={"review": says("I like each of them.")})
    reviews = (await undecided.hold()).reviews
    await talk.presses(f"c1:vote:{run}:A", person=ALICE)
    await talk.store.save(replace(await talk.store.get(run), reviews=reviews, status="synthesizing"))

    await talk.presses(f"c1:vote:{run}:B", person=BOB)

    assert "I like each of them." in str(await talk.presses(f"c1:reviews:{run}", person=BOB))
    assert (await talk.store.get(run)).ranking is None
    assert await blindly(talk, run) == {"U1": ((A,),), "U2": ()}


async def test_ranking_and_verdict_are_kept_from_a_person_until_they_have_voted() -> None:
    hidden = replace((await with_votes_open(Talk())).settings, show_ranking="after_vote")
    talk = Talk()
    run = await with_votes_open(talk, settings=hidden, ballots=())
    assert run.slate is not None
    letter = run.slate.aliases[0]

    before = str(await talk.presses(f"c1:status:{run.id}", person=BOB))
    voted = str(await talk.presses(f"c1:vote:{run.id}:{letter}", person=BOB))
    after = str(await talk.presses(f"c1:status:{run.id}", person=BOB))
    others = str(await talk.presses(f"c1:status:{run.id}", person=ALICE))

    seen = [VERDICT in text for text in (before, voted, after, others)]
    assert seen == [False, True, True, False]
    assert await blindly(talk, run.id) == {"U2": ((letter,),)}


async def test_whoever_looks_first_sees_the_result_and_votes_informed() -> None:
    hidden = replace((await with_votes_open(Talk())).settings, show_ranking="after_vote")
    talk = Talk()
    run = await with_votes_open(talk, settings=hidden, ballots=())
    assert run.slate is not None

    shown = str(await talk.presses(f"c1:look:{run.id}", person=BOB))
    await talk.presses(f"c1:vote:{run.id}:{run.slate.aliases[0]}", person=BOB)

    assert VERDICT in shown
    assert await blindly(talk, run.id) == {"U2": ()}


async def test_a_vote_that_is_withdrawn_and_cast_again_is_not_blind_once_it_showed_the_result() -> None:
    hidden = replace((await with_votes_open(Talk())).settings, show_ranking="after_vote")
    talk = Talk()
    run = await with_votes_open(talk, settings=hidden, ballots=())
    assert run.slate is not None
    first, second = run.slate.aliases[:2]

    await talk.presses(f"c1:vote:{run.id}:{first}", person=BOB)
    await talk.presses(f"c1:withdraw:{run.id}", person=BOB)
    unseen = str(await talk.presses(f"c1:status:{run.id}", person=BOB))
    await talk.presses(f"c1:vote:{run.id}:{second}", person=BOB)

    assert VERDICT not in unseen
    assert await blindly(talk, run.id) == {"U2": ()}


async def test_before_their_vote_nobody_reads_the_result_anywhere() -> None:
    hidden = replace((await with_votes_open(Talk())).settings, show_ranking="after_vote")
    talk = Talk()
    run = await with_votes_open(talk, settings=hidden, ballots=())
    best = run.ranking.winners[0] if run.ranking is not None else ""
    word = VERDICT.split()[0].strip(".,")
    typed = (
        "history",
        "history mine",
        f"search {word}",
        f"show {run.id}",
        f"export {run.id}",
        "stats",
        "board",
    )
    pressed = ("status", "reviews", "raw", "tools", "share", "adr", "decide", "export", "page", "question")

    shown = [await talk.types(text, person=BOB) for text in typed]
    shown += [await talk.presses(f"c1:{kind}:{run.id}", person=BOB) for kind in pressed]

    for kind, reply in zip((*typed, *pressed), shown, strict=True):
        text = str(reply)
        assert VERDICT not in text, kind
        assert f"{best} first" not in text, kind
    assert talk.announcer.events == []


async def test_a_verdict_is_shared_into_the_channel_once_it_is_there() -> None:
    talk, run = await a_vote()

    refused = said(await talk.presses(f"c1:share:{run}"))
    concluded = await talk.concluded(await talk.store.get(run), VERDICT, key=AliasKey(seals=()))
    shared = said(await talk.presses(f"c1:share:{concluded.id}"))

    assert "no verdict" in refused
    assert shared == "The verdict is on its way into the channel."
    assert [event.kind for event in talk.announcer.events] == ["verdict_shared"]
