"""Tests of the council's interface, and of its refusals in one sentence for the asker."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from council_core.admission import earlier_run_id_for, run_id_for
from council_core.council import LONGEST_QUESTION, Council
from council_core.domain.ballot import Order
from council_core.domain.ending import Ending
from council_core.domain.member import Member
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias, Response, Slate
from council_core.domain.summary import summarize
from council_core.errors import (
    MissingKey,
    NotAllowed,
    Problem,
    QuestionRejected,
    RequestError,
    RunDeleted,
    SettingsError,
    UnknownChoice,
    UnknownRun,
    VotingClosed,
)
from council_core.ports import CloseVoting, Signal, Signals, Steps
from council_core.testing import MemoryEngine, MemoryRunStore, ScriptedModels, SteppingClock, says
from tests.samples import HERE, NOON, QUESTION, SETTINGS, a_run

ALICE, BOB = PersonId("U1"), PersonId("U2")

A, B, C = Alias("A"), Alias("B"), Alias("C")


class PickyModels(ScriptedModels):
    """Members of which some cannot be asked."""

    def __init__(self) -> None:
        super().__init__({}, otherwise=says("Present."))
        self.trouble: dict[str, Exception] = {}

    def check(self, member: Member) -> None:
        if (trouble := self.trouble.get(member.id)) is not None:
            raise trouble


@dataclass
class Scene:
    """A council whose runs only record what reaches them."""

    council: Council
    store: MemoryRunStore
    engine: MemoryEngine
    models: PickyModels
    told: list[RunId]
    heard: list[Signal]

    async def voting(self, **changes: Any) -> Run:
        """Return a stored and started run with an open vote."""
        slate = Slate(responses=tuple(Response(alias=alias, text=f"Text {alias}") for alias in (A, B, C)))
        run = a_run(slate=slate, **changes)
        await self.store.add(run)
        await self.store.save(replace(run, status="voting", voting_opened_at=NOON))
        await self.engine.start(run.id)
        return run


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    store, engine, models = MemoryRunStore(), MemoryEngine(), PickyModels()
    told: list[RunId] = []
    heard: list[Signal] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        told.append(run_id)
        signal = await signals.wait(20)
        if signal is not None:
            heard.append(signal)

    await engine.launch(story)
    council = Council(
        store=store, engine=engine, models=models, clock=SteppingClock(), draw_seed=lambda: "5eed" * 8
    )
    yield Scene(council=council, store=store, engine=engine, models=models, told=told, heard=heard)
    await engine.aclose()


async def test_a_question_becomes_a_run_that_is_kept_and_started(scene: Scene) -> None:
    run_id, is_new = await scene.council.ask(QUESTION, SETTINGS, delivery="D1")

    run = await scene.store.get(run_id)
    assert is_new
    assert (run.question, run.settings, run.status, run.seed) == (QUESTION, SETTINGS, "asked", "5eed" * 8)


async def test_the_same_delivery_again_is_the_same_run(scene: Scene) -> None:
    first = await scene.council.ask(QUESTION, SETTINGS, delivery="D1")
    again = await scene.council.ask(QUESTION, SETTINGS, delivery="D1")
    other = await scene.council.ask(QUESTION, SETTINGS, delivery="D2")
    await scene.engine.aclose()

    assert again == (first[0], False)
    assert other[0] != first[0]
    assert len(await scene.store.latest(limit=9)) == 2


@pytest.mark.parametrize(
    ("changes", "same", "why"),
    [
        ({}, True, "the same place and delivery"),
        ({"channel": "C2"}, True, "a delivery is one of its workspace, wherever in it"),
        ({"workspace": "T2"}, False, "another workspace counts its deliveries by itself"),
        ({"platform": "discord"}, False, "another platform does too"),
    ],
)
def test_a_runs_id_comes_from_its_delivery(changes: dict[str, str], same: bool, why: str) -> None:
    first = run_id_for(HERE, "D1")
    second = run_id_for(replace(HERE, **changes), "D1")

    assert (first == second) is same, why
    assert looks_like_a_run_id(first)


def looks_like_a_run_id(text: str) -> bool:
    """Return whether the text has at least 80 bits: 16 signs out of 32."""
    return len(text) == 17 and text[0] == "r" and set(text[1:]) <= set("0123456789abcdefghjkmnpqrstvwxyz")


def test_ids_of_runs_differ_from_each_other_in_80_bits() -> None:
    ids = [run_id_for(HERE, f"D{number}") for number in range(2_000)]

    assert len({run_id[1:] for run_id in ids}) == 2_000
    assert all(len({run_id[place] for run_id in ids}) == 32 for place in range(1, 17))


async def test_a_delivery_that_the_version_before_took_is_the_same_run_after_the_update(scene: Scene) -> None:
    earlier = earlier_run_id_for(HERE, "D1")
    await scene.store.add(a_run(earlier))

    assert await scene.council.ask(QUESTION, SETTINGS, delivery="D1") == (earlier, False)
    assert [run.id for run in await scene.store.latest(limit=9)] == [earlier]


async def test_a_run_of_another_channel_under_the_same_id_is_another_question(scene: Scene) -> None:
    elsewhere = replace(QUESTION, place=replace(HERE, channel="C2"))

    here = await scene.council.ask(QUESTION, SETTINGS, delivery="D1")
    there = await scene.council.ask(elsewhere, SETTINGS, delivery="D1")
    again = await scene.council.ask(elsewhere, SETTINGS, delivery="D1")
    await scene.engine.aclose()

    assert (here[1], there[1], again) == (True, True, (there[0], False))
    assert here[0] != there[0]
    assert looks_like_a_run_id(there[0])


async def test_a_run_that_was_deleted_in_another_channel_keeps_nobody_from_asking(scene: Scene) -> None:
    elsewhere = replace(QUESTION, place=replace(HERE, channel="C2"))
    gone, _ = await scene.council.ask(QUESTION, SETTINGS, delivery="D1")
    await scene.store.delete(gone, NOON, from_chat=False)

    there = await scene.council.ask(elsewhere, SETTINGS, delivery="D1")
    with pytest.raises(RunDeleted):
        await scene.council.ask(QUESTION, SETTINGS, delivery="D1")
    await scene.engine.aclose()

    assert there[1]


async def test_a_question_that_is_too_long_is_refused_with_both_lengths(scene: Scene) -> None:
    question = replace(QUESTION, text="x" * (LONGEST_QUESTION + 1))

    with pytest.raises(QuestionRejected, match="question_too_long"):
        await scene.council.ask(question, SETTINGS, delivery="D1")

    assert await scene.store.latest(limit=9) == ()


async def test_half_characters_go_to_nobody(scene: Scene) -> None:
    """A terminal in another encoding passes half characters on; neither databases nor models accept them."""
    question = replace(QUESTION, text="Un caf\udce9\0 ou un thé ?")

    run_id, _ = await scene.council.ask(question, SETTINGS, delivery="D1")

    assert (await scene.store.get(run_id)).question.text == "Un caf? ou un thé ?"


async def test_members_who_cannot_be_asked_are_named_all_at_once_before_anything_is_kept(
    scene: Scene,
) -> None:
    scene.models.trouble = {
        "test:ada": MissingKey("openai", "OPENAI_API_KEY"),
        "test:carl": UnknownChoice("provider", "opnai", ["openai"]),
    }

    with pytest.raises(SettingsError) as caught:
        await scene.council.ask(QUESTION, SETTINGS, delivery="D1")

    assert caught.value.problems == (
        Problem("no_key", id="test:ada", provider="openai", variable="OPENAI_API_KEY"),
        Problem("unknown_provider_near", id="test:carl", value="opnai", known="openai", near="openai"),
    )
    assert await scene.store.latest(limit=9) == ()


async def test_a_vote_counts_each_person_once(scene: Scene) -> None:
    run = await scene.voting()

    votes = [
        await scene.council.vote(run.id, person, ((alias,),))
        for person, alias in ((ALICE, A), (BOB, A), (ALICE, B))
    ]

    assert votes == [1, 2, 2]
    assert [ballot.first for ballot in (await scene.store.get(run.id)).ballots] == [B, A]


@pytest.mark.parametrize(
    ("order", "error", "sentence", "why"),
    [
        (((Alias("Q"),),), UnknownChoice, "thing=response value=Q known=A, B, C", "no such letter"),
        (((A,), (A,)), RequestError, "twice_in_ranking fact=A", "a ranking with one letter in two places"),
        (((A, A),), RequestError, "twice_in_ranking fact=A", "the same within a tie"),
        ((), RequestError, "empty_vote", "nothing chosen"),
    ],
)
async def test_a_vote_for_what_is_not_there_is_refused(
    order: Order, error: type[Exception], sentence: str, why: str, scene: Scene
) -> None:
    run = await scene.voting()

    with pytest.raises(error, match=sentence):
        await scene.council.vote(run.id, ALICE, order)

    assert (await scene.store.get(run.id)).ballots == (), why


async def test_no_vote_counts_before_the_answers_are_in(scene: Scene) -> None:
    await scene.store.add(a_run())

    with pytest.raises(UnknownChoice, match=r"thing=response value=A$"):
        await scene.council.vote(RunId("r000000000001"), ALICE, ((A,),))


async def test_a_vote_on_a_run_that_nobody_asked_is_refused(scene: Scene) -> None:
    with pytest.raises(UnknownRun):
        await scene.council.vote(RunId("r999999999999"), ALICE, ((A,),))


async def test_the_voting_closes_by_itself_with_the_last_vote_that_was_needed(scene: Scene) -> None:
    run = await scene.voting(settings=replace(SETTINGS, votes_needed=2))

    await scene.council.vote(run.id, ALICE, ((A,),))
    one_vote = list(scene.heard)
    await scene.council.vote(run.id, BOB, ((B,),))
    await scene.engine.finished(run.id)

    assert one_vote == []
    assert scene.heard == [CloseVoting(by="")]


async def test_whoever_asked_may_ask_for_the_names_and_is_told_how_the_run_stands(scene: Scene) -> None:
    run = await scene.voting()

    summary = await scene.council.reveal(run.id, ALICE, "Alice")
    await scene.engine.finished(run.id)

    assert scene.heard == [CloseVoting(by="Alice")]
    assert (summary.run_id, summary.has_verdict) == (run.id, False)


@pytest.mark.parametrize(
    ("who_reveals", "person", "allowed"),
    [
        ("asker", ALICE, True),
        ("asker", BOB, False),
        ("anyone", BOB, True),
        ("nobody", ALICE, False),
    ],
)
async def test_the_settings_say_who_may_reveal(
    who_reveals: str, person: PersonId, allowed: bool, scene: Scene
) -> None:
    run = await scene.voting(settings=replace(SETTINGS, who_reveals=who_reveals))  # type: ignore[arg-type]

    if allowed:
        await scene.council.reveal(run.id, person, "somebody")
    else:
        with pytest.raises(NotAllowed):
            await scene.council.reveal(run.id, person, "somebody")


@pytest.mark.parametrize(("who_reveals", "allowed"), [("asker", True), ("nobody", False)])
async def test_people_who_manage_the_place_may_reveal_for_an_asker_who_is_gone(
    who_reveals: str, allowed: bool, scene: Scene
) -> None:
    run = await scene.voting(settings=replace(SETTINGS, who_reveals=who_reveals))  # type: ignore[arg-type]

    assert summarize(run).may_be_revealed_by(BOB, may_configure=True) is allowed
    if allowed:
        await scene.council.reveal(run.id, BOB, "Bob", may_configure=True)
    else:
        with pytest.raises(NotAllowed):
            await scene.council.reveal(run.id, BOB, "Bob", may_configure=True)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"status": "revealed"}, "vote_over"),
        ({"status": "cancelled"}, "vote_over"),
        ({"voting_closed_at": NOON}, "vote_over"),
        (
            {"settings": replace(SETTINGS, vote_seconds=0)},
            "no_vote",
        ),
        (
            {"slate": Slate(responses=(Response(alias=A, text="Alone."),))},
            "no_vote",
        ),
    ],
)
async def test_names_that_are_out_or_come_by_themselves_cannot_be_asked_for(
    changes: dict[str, Any], sentence: str, scene: Scene
) -> None:
    await scene.store.add(a_run(**changes))

    with pytest.raises(VotingClosed, match=sentence):
        await scene.council.reveal(RunId("r000000000001"), ALICE, "Alice")


@pytest.mark.parametrize(
    ("person", "may_configure", "allowed"),
    [(ALICE, False, True), (BOB, False, False), (BOB, True, True)],
)
async def test_a_run_is_cancelled_by_whoever_asked_or_manages_the_place(
    person: PersonId, may_configure: bool, allowed: bool, scene: Scene
) -> None:
    run = await scene.voting()

    if not allowed:
        with pytest.raises(NotAllowed, match="only_asker_cancels fact=Alice"):
            await scene.council.cancel(run.id, person, "Mia", may_configure=may_configure)
        return
    stopped = await scene.council.cancel(run.id, person, "Mia", may_configure=may_configure)
    again = await scene.council.cancel(run.id, person, "Mia", may_configure=may_configure)

    assert (stopped, again) == (True, False)
    ended = await scene.store.get(run.id)
    assert (ended.status, ended.ending) == ("cancelled", Ending(kind="stopped", detail="Mia"))


async def test_what_was_kept_and_never_started_is_taken_up(scene: Scene) -> None:
    elsewhere = replace(QUESTION, place=Place(platform="terminal", channel="terminal"))
    await scene.store.add(a_run("r000000000001"))
    await scene.store.add(a_run("r000000000002", question=elsewhere))
    await scene.store.add(a_run("r000000000003", status="revealed"))

    count = await scene.council.catch_up(platforms=["slack"])
    await scene.engine.send(RunId("r000000000001"), CloseVoting(by=""), key="end")
    await scene.engine.finished(RunId("r000000000001"))

    assert count == 1
    assert scene.told == ["r000000000001"]
