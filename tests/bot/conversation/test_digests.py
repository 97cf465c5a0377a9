"""Tests of a channel's digest: once per tick, with the questions, their outcomes and the team's disagreements."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.post import PrivateReply
from bot.presentation.words import LANGUAGES
from council_core.domain.answer import Usage
from council_core.domain.place import Scope
from council_core.domain.question import RunId
from council_core.domain.run import Run, RunStatus, Tally
from council_core.domain.settings import ShowRanking
from council_core.errors import CouncilError, OutcomeUnknown, RunDeleted
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, said
from tests.bot.presentation.drawing import draw, draw_reply
from tests.core.sitting import a_sitting
from tests.golden_files import assert_golden
from tests.samples import HERE, NOON

BERLINER = replace(ALICE, zone="Europe/Berlin")
CENT = Usage(cost=Decimal("0.01"), cost_is_estimate=True)
MONDAY = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
"""Nine o'clock in Berlin, the first Monday after the tests' noon."""


async def tick(talk: Talk, at: datetime) -> None:
    talk.clock.at = at
    await talk.handle.ask_due(["slack"])


async def held(talk: Talk, at: datetime, text: str, **changes: object) -> Run:
    """Store a run that was asked at this time and revealed, and return it."""
    done = await a_sitting().hold()
    question = replace(done.question, text=text)
    run = replace(done, question=question, asked_at=at, **changes)  # type: ignore[arg-type]
    await talk.store.add(run)
    await talk.store.save(run)
    return run


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_week_is_told_once(language: str) -> None:
    talk = Talk({"COUNCIL_LANGUAGE": language})
    made = await talk.types("digest weekly", person=replace(BERLINER, locale=language))
    await held(talk, MONDAY - timedelta(days=2), "Should we move the build?")

    await tick(talk, MONDAY - timedelta(seconds=1))
    before = list(talk.published)
    await tick(talk, MONDAY)
    await tick(talk, MONDAY + timedelta(seconds=10))

    ((part, post),) = talk.published
    assert isinstance(made, PrivateReply)
    assert before == []
    assert part == "digest/20261123T080000-20261116T080000"
    assert_golden(f"conversation/digest-{language}.txt", f"{draw_reply(made)}\n\n{draw(post)}")


async def test_only_what_was_asked_since_the_tick_before_is_told() -> None:
    talk = Talk()
    await talk.types("digest daily 18:30 UTC")
    evening = NOON.replace(hour=18, minute=30)
    await held(talk, evening - timedelta(hours=25), "The day before?")
    await tick(talk, evening)
    quiet = list(talk.published)
    await tick(talk, evening + timedelta(days=1))

    assert quiet == []
    assert talk.published == []


async def test_all_questions_of_the_period_are_counted_and_the_newest_listed() -> None:
    talk, done = Talk(), await a_sitting().hold()
    await talk.types("digest weekly", person=BERLINER)
    priced = replace(done.outcomes[0], reply=replace(done.outcomes[0].reply, usage=CENT))  # type: ignore[union-attr]
    for number in range(130):
        at = MONDAY - timedelta(days=7) + timedelta(minutes=number)
        await held(talk, at, f"Question {number}?", id=RunId(f"r{number:012d}"), outcomes=(priced,))
    await held(talk, MONDAY - timedelta(days=7, seconds=1), "Before?", id=RunId("r" + "8" * 12))
    await held(talk, MONDAY, "After?", id=RunId("r" + "9" * 12))

    await tick(talk, MONDAY)

    ((_, post),) = talk.published
    shown = draw(post)
    assert "130 questions to the council" in shown
    assert "And 115 earlier questions" in shown
    assert "Spent: about $1.30" in shown
    assert ("Question 115?" in shown, "Question 114?" in shown) == (True, False)


@pytest.mark.parametrize("gone", [{"members": "openai:withdrawn"}, {"rubric": "removed"}])
async def test_a_digest_is_posted_where_the_settings_have_become_wrong(gone: dict[str, str]) -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)
    await held(talk, MONDAY - timedelta(days=2), "Should we move the build?")
    here = Scope.around(HERE, "channel")
    await talk.places.save(here, {**gone, "language": "de"}, version=0, by=BOB.id)

    await tick(talk, MONDAY)

    ((_, post),) = talk.published
    assert post.language == "de"
    assert "Should we move the build?" in draw(post)


async def test_another_digest_takes_the_place_of_the_first_and_off_ends_it() -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)
    await talk.types("digest daily", person=BERLINER)

    (kept,) = await talk.schedules.kept(HERE)
    assert len(kept.recurrence.weekdays) == 7
    assert "no digest of this channel any more" in said(await talk.types("digest off", person=BERLINER))
    assert await talk.schedules.kept(HERE) == ()
    assert "There is no digest" in said(await talk.types("digest off", person=BERLINER))


async def test_only_its_owner_and_managers_change_a_digest() -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)

    refused = await talk.types("digest off", person=BOB)

    assert "Only Alice" in said(refused)
    assert len(await talk.schedules.kept(HERE)) == 1


async def test_a_digest_stands_among_the_schedules_and_its_button_ends_it() -> None:
    talk = Talk()
    made = await talk.types("digest weekly", person=BERLINER)

    assert "Digest" in repr(await talk.types("schedules", person=BERLINER))
    await talk.presses(actions(made)["Stop"], person=BERLINER)

    assert await talk.schedules.kept(HERE) == ()


async def test_a_channel_that_is_gone_pauses_its_digest_with_a_word_to_its_owner() -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)
    await held(talk, MONDAY - timedelta(days=1), "Should we move?")
    talk.gone = True

    await tick(talk, MONDAY)

    (kept,) = await talk.schedules.kept(HERE)
    assert kept.state == "closed"
    assert [person for person, _ in talk.whispered] == [BERLINER.id]


@pytest.mark.parametrize(
    "refusal",
    [
        OutcomeUnknown("Slack does not answer.", code="TimeoutError"),
        RunDeleted("r000000000001", NOON, ("", "", "")),
    ],
)
async def test_a_digest_that_could_not_be_posted_is_posted_later_and_once(refusal: CouncilError) -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)
    await held(talk, MONDAY - timedelta(days=1), "Should we move?")
    talk.refusals = [refusal]

    await tick(talk, MONDAY)
    waiting, (due,) = list(talk.published), await talk.schedules.kept(HERE)
    await tick(talk, MONDAY + timedelta(seconds=10))
    # The process died after the post and before the tick was stored.
    await talk.schedules.change(due.id, "active", MONDAY)
    await tick(talk, MONDAY + timedelta(seconds=20))

    assert (waiting, due.next_at) == ([], MONDAY)
    assert [part for part, _ in talk.published] == ["digest/20261123T080000-20261116T080000"]


@pytest.mark.parametrize(
    "typed",
    [
        *("weekly soon", "weekly mon fri 9:00", "daily friday 9:00", "weekly 9:00 what?", "weekly 25:00"),
        *("daily friday", "weekly 31 february 9:00", "weekly friday what?", "weekly every 2 weeks"),
    ],
)
async def test_what_is_no_time_is_refused_with_the_right_form(typed: str) -> None:
    talk = Talk()

    refused = said(await talk.types(f"digest {typed}", person=BERLINER)).replace("\\", "")

    assert f"`digest {typed.split()[0]} 9:00`" in refused
    assert await talk.schedules.kept(HERE) == ()


@pytest.mark.parametrize(
    ("typed", "hour"), [("friday at 17:00", 17), ("friday", 9), ("Freitag um 8 Uhr", 8), ("금요일", 9)]
)
async def test_a_weekly_digest_may_name_its_day(typed: str, hour: int) -> None:
    talk = Talk()

    await talk.types(f"digest weekly {typed}", person=BERLINER)

    (kept,) = await talk.schedules.kept(HERE)
    assert (kept.recurrence.weekdays, kept.recurrence.hour) == ((4,), hour)


@pytest.mark.parametrize(("blind", "is_said"), [(3, True), (2, False)])
async def test_where_enough_of_the_team_voted_against_the_models_both_are_named(
    blind: int, *, is_said: bool
) -> None:
    talk = Talk()
    await talk.types("digest weekly", person=BERLINER)
    done = await a_sitting().hold()
    assert done.ranking is not None
    assert done.key is not None
    winner = done.ranking.winners[0]
    other = next(seal.alias for seal in done.key.seals if seal.alias not in done.ranking.winners)
    turned = replace(
        done.ranking,
        standings=tuple(replace(each, place=1) for each in done.ranking.standings if each.alias == other),
    )
    tally = Tally(ballots=3, ranking=turned, joint=None, agreement=None, blind=blind, blind_ranking=turned)
    await held(talk, MONDAY - timedelta(days=1), "Tabs?", tally=tally)

    await tick(talk, MONDAY)

    names = [done.settings.roster.named(done.key.member(alias)).name for alias in (other, winner)]
    said_against = f"The team voted for {names[0]}, the models for {names[1]}"
    assert (said_against in repr(talk.published)) is is_said


@pytest.mark.parametrize(
    ("show_ranking", "status", "result"),
    [
        ("at_once", "voting", r"\[model\] is right: the build moves."),
        ("after_vote", "voting", "is still under way."),
        ("at_once", "revealed", "{name} is right: the build moves."),
        ("at_once", "synthesizing", "is still under way."),
    ],
)
async def test_a_verdict_is_told_once_everybody_may_read_it_and_without_names_before_the_reveal(
    show_ranking: ShowRanking, status: RunStatus, result: str
) -> None:
    talk, done = Talk(), await a_sitting().hold()
    await talk.types("digest weekly", person=BERLINER)
    assert done.verdict is not None
    name = done.settings.roster.members[0].name
    text = replace(done.verdict.reply, text=f"{name} is right: the build moves. More.")
    is_revealed, is_concluded = status == "revealed", status != "synthesizing"
    await held(
        talk,
        MONDAY - timedelta(days=1),
        "Move?",
        status=status,
        settings=replace(done.settings, show_ranking=show_ranking, vote_seconds=60),
        verdict=replace(done.verdict, reply=text) if is_concluded else None,
        voting_opened_at=NOON,
        voting_closed_at=NOON if is_revealed else None,
        finished_at=NOON if is_revealed else None,
    )

    await tick(talk, MONDAY)

    ((_, post),) = talk.published
    assert f"**Move?** {result.format(name=name)}" in draw(post)
    assert (name in draw(post)) is is_revealed
