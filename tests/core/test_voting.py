"""Tests of people who vote while the story proceeds: the end of the voting, the counted votes, and the late ones."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.domain.ballot import Ballot, Order
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.place import PersonId
from council_core.domain.slate import Alias
from council_core.domain.tool import Source, Work
from council_core.errors import VotingClosed
from council_core.ports import CloseVoting, LateAnswer, Prompt
from council_core.stages.anonymize import masked_sources
from council_core.stages.vote import tally
from council_core.testing import Script, SteppingClock, says
from council_core.view import view
from tests.core.sitting import FILE, FORMATTER, SPACES, VERDICT, Sitting, a_sitting, letters_by_text
from tests.samples import MEMBERS, NOON, SETTINGS, a_run

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)


def meanwhile(sitting: Sitting, ballots: dict[str, str], *, then: str = VERDICT) -> Script:
    """Return a chairman's script during which people vote, each for the response with this text."""

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        letters = {response.text: response.alias for response in sitting.event("slate_opened").responses}
        for voter, text in ballots.items():
            choice = ((Alias(letters[text]),),)
            await sitting.store.cast(
                sitting.run.id, Ballot(voter=PersonId(voter), order=choice, cast_at=NOON)
            )
        return await says(then)(member, prompt)

    return script


def with_votes(ballots: dict[str, str], **settings: Any) -> Sitting:
    """Return a sitting in which these people vote for these texts."""
    sitting = a_sitting(**settings)
    sitting.models.scripts["synthesize"] = meanwhile(sitting, ballots)
    return sitting


async def test_ballots_are_counted_for_each_response_and_for_the_team() -> None:
    sitting = with_votes({"U1": SPACES, "U2": SPACES, "U3": FORMATTER})

    run = await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert {each.name: each.votes for each in revealed.unveiled} == {
        "Ada": 0,
        "Blaise": 2,
        "Carl": 1,
        "Dorothy": 0,
    }
    assert revealed.ballots == 3
    assert revealed.team_ranking.winners == (letters_by_text(sitting.announcer.events)[SPACES],)
    assert run.tally is not None
    assert (run.tally.ballots, run.tally.ranking) == (3, revealed.team_ranking)


@pytest.mark.parametrize(
    ("choice", "sign", "why"),
    [
        (FORMATTER, 1, "the team puts first whom the members put first"),
        (FILE, -1, "the team puts first whom the members put last"),
    ],
)
async def test_agreement_says_how_alike_members_and_team_see_it(choice: str, sign: int, why: str) -> None:
    sitting = with_votes({"U1": choice, "U2": choice, "U3": choice})

    await sitting.hold()

    assert sitting.event("names_revealed").agreement * sign > 0, why


async def test_of_two_people_nothing_is_said_about_how_far_they_agree_with_the_models() -> None:
    sitting = with_votes({"U1": FORMATTER, "U2": FORMATTER})

    await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert (revealed.ballots, revealed.blind, revealed.agreement) == (2, 2, None)


async def test_agreement_is_that_of_the_blind_choices_whatever_the_ballots_say_in_the_end() -> None:
    run = await with_votes({"U1": FILE, "U2": FILE, "U3": FILE}).hold()
    assert run.slate is not None
    assert run.key is not None
    letters = {response.text: response.alias for response in run.slate.responses}
    first, last = ((letters[FORMATTER],),), ((letters[FILE],),)

    def cast(voter: str, order: Order, blind: Order) -> Ballot:
        return Ballot(voter=PersonId(voter), order=order, cast_at=NOON, blind=blind)

    # Three see it as the models do and change their mind afterwards; more vote informed, against the models.
    blind = [cast(f"U{n}", last, first) for n in range(3)]
    informed = [cast(f"V{n}", last, ()) for n in range(4)]
    mixed = tally(run, run.slate, run.key, [*blind, *informed])
    few = tally(run, run.slate, run.key, [*blind[:2], *informed])

    assert mixed.agreement is not None
    assert mixed.agreement > 0
    assert (mixed.ballots, mixed.blind, few.blind, few.agreement) == (7, 3, 2, None)
    assert mixed.ranking is not None
    assert mixed.blind_ranking is not None
    assert mixed.ranking.winners == (letters[FILE],)
    assert mixed.blind_ranking.winners == (letters[FORMATTER],)
    alone = tally(run, run.slate, run.key, blind)
    assert mixed.joint == alone.joint, "later votes are not counted together with the models'"
    late = tally(run, run.slate, run.key, informed)
    assert (late.ballots, late.joint, late.team) == (4, None, None)


async def test_without_a_ballot_there_is_no_team_ranking_and_no_agreement() -> None:
    sitting = a_sitting()

    await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert (revealed.ballots, revealed.team_ranking, revealed.joint_ranking, revealed.agreement) == (
        0,
        None,
        None,
        None,
    )


async def test_whoever_may_closes_the_voting_and_is_named() -> None:
    sitting = a_sitting()
    sitting.signals = (CloseVoting(by="Alice"),)

    run = await sitting.hold()

    assert sitting.event("names_revealed").closed_by == "Alice"
    assert run.voting_closed_at is not None


async def test_names_asked_for_before_the_verdict_come_after_it() -> None:
    sitting = a_sitting({"synthesize": says(VERDICT, seconds=0.05)})
    sitting.signals = None
    for who in ("Alice", "Bob"):
        sitting.mailbox.put(CloseVoting(by=who), key="reveal")

    await sitting.hold()

    assert sitting.told[-2:] == ["verdict_reached", "names_revealed"]
    assert sitting.event("names_revealed").closed_by == "Alice"


async def test_the_voting_closes_by_itself_when_its_time_is_up() -> None:
    sitting = a_sitting(vote_seconds=0.05)
    sitting.signals = None
    sitting.clock = SteppingClock(step=NOON - NOON)

    run = await sitting.hold()

    assert sitting.event("names_revealed").closed_by == ""
    assert run.status == "revealed"


async def test_the_window_is_counted_from_the_ranking_on() -> None:
    sitting = a_sitting(vote_seconds=60)

    run = await sitting.hold()

    assert run.voting_opened_at is not None
    assert run.voting_closes_at is not None
    assert (run.voting_closes_at - run.voting_opened_at).total_seconds() > 60


async def test_without_a_window_nobody_votes_and_nobody_waits() -> None:
    sitting = a_sitting(vote_seconds=0)

    run = await sitting.hold()

    assert "voting_opened" not in sitting.told
    assert (run.status, run.voting_opened_at, run.voting_closes_at) == ("revealed", None, None)
    with pytest.raises(VotingClosed):
        await sitting.store.cast(run.id, Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON))


async def test_a_vote_after_the_count_is_refused_and_changes_nothing() -> None:
    sitting = with_votes({"U1": SPACES})
    run = await sitting.hold()

    with pytest.raises(VotingClosed):
        await sitting.store.cast(run.id, Ballot(voter=PersonId("U2"), order=((Alias("A"),),), cast_at=NOON))

    assert len((await sitting.store.get(run.id)).ballots) == 1


def a_straggler(**settings: Any) -> Sitting:
    """Return a sitting where Dorothy answers long after her stage has ended, with time for people to vote."""
    sitting = a_sitting(
        {(DOROTHY, "answer"): says(FILE, seconds=0.1)}, stage_seconds=0.02, vote_seconds=0.4, **settings
    )
    sitting.signals = None
    sitting.clock = SteppingClock(step=NOON - NOON)
    return sitting


async def test_a_straggler_is_left_out_and_its_answer_shown_when_it_comes() -> None:
    sitting = a_straggler()

    run = await sitting.hold()

    assert [gap.reason for gap in sitting.event("slate_opened").gaps] == ["late"]
    assert FILE not in letters_by_text(sitting.announcer.events)
    assert sitting.event("late_answer_arrived").text == FILE
    assert run.ranking is not None
    assert len(run.ranking.standings) == 3
    assert [answer.member for answer in run.late] == [DOROTHY]


async def test_a_late_answer_is_told_without_its_author_and_who_it_was_comes_with_the_names() -> None:
    sitting = a_straggler()

    await sitting.hold()

    late = sitting.told.index("late_answer_arrived")
    assert late < sitting.told.index("names_revealed")
    (absence,) = sitting.event("names_revealed").absences
    assert (absence.name, absence.failure.reason) == ("Dorothy", "late")


async def test_a_late_answer_comes_with_the_sources_that_it_cites_and_what_is_not_in_them() -> None:
    sitting = a_straggler()
    sources = (Source(title="Survey", url="https://survey.example/"),)
    work = Work(sources=sources, misquoted=("As Claude, made by Anthropic, I use what is there.",))

    async def cites(member: Member, prompt: Prompt) -> Reply:
        await asyncio.sleep(0.1)
        return Reply(text="Spaces [1].", latency=0.1, work=work)

    sitting.models.scripts[DOROTHY, "answer"] = cites

    run = await sitting.hold()

    told = sitting.event("late_answer_arrived").cited
    assert (told.sources, "Claude" in str(told.misquoted)) == (sources, False)
    assert view(run).late_cited[0].sources == sources


async def test_no_title_of_a_cited_page_names_a_model() -> None:
    sitting = a_straggler()
    page = Source(title="How Ada and Dorothy indent", url="https://survey.example/")

    async def cites(member: Member, prompt: Prompt) -> Reply:
        await asyncio.sleep(0.1 if member.id == DOROTHY else 0)
        return Reply(text="Spaces [1].", latency=0.1, work=Work(sources=(page,)))

    sitting.models.scripts |= {(member.id, "answer"): cites for member in MEMBERS}

    await sitting.hold()

    shown = (replace(page, title="How [model] and [model] indent"),)
    assert {each.sources for each in sitting.event("slate_opened").responses} == {shown}
    assert sitting.event("late_answer_arrived").cited.sources == shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://survey.example/pi-7-mini/tabs", "https://survey.example/"),
        ("https://pi-7-mini.example/tabs", ""),
        ("https://survey.example/tabs", "https://survey.example/tabs"),
    ],
)
def test_an_address_with_the_name_of_a_model_is_cut_to_its_site(url: str, shown: str) -> None:
    member = Member(id=MemberId("test:pi-7-mini"), model="test:pi-7-mini", name="Pi 7 mini")
    run = a_run(settings=replace(SETTINGS, quorum=1, roster=Roster(members=(member,), chairman=member)))

    (source,) = masked_sources((Source(title="Survey", url=url),), run)

    assert source == Source(title="Survey", url=shown)


async def test_what_gives_a_late_author_away_is_masked_like_any_other_answer() -> None:
    sitting = a_straggler()
    gives_itself_away = says("As Claude, made by Anthropic, I use what is there.", seconds=0.1)
    sitting.models.scripts[DOROTHY, "answer"] = gives_itself_away

    await sitting.hold()

    assert "Claude" not in sitting.event("late_answer_arrived").text


async def test_the_council_waits_past_the_stage_for_a_quorum() -> None:
    slow = {(member, "answer"): says(FORMATTER, seconds=0.1) for member in (BLAISE, CARL, DOROTHY)}
    sitting = a_sitting(slow, stage_seconds=0.01, quorum=4)

    run = await sitting.hold()

    assert len(sitting.event("slate_opened").responses) == 4
    assert run.status == "revealed"


async def test_a_late_failure_is_told_to_nobody() -> None:
    async def fails_late(member: Member, prompt: Prompt) -> Failure:
        await asyncio.sleep(0.1)
        return Failure(reason="unavailable", detail="It broke.", latency=0.1)

    sitting = a_straggler()
    sitting.models.scripts[DOROTHY, "answer"] = fails_late

    run = await sitting.hold()

    assert "late_answer_arrived" not in sitting.told
    assert [outcome.kind for outcome in run.late] == ["abstention"]


async def test_news_of_a_late_answer_that_the_store_does_not_have_is_passed_over() -> None:
    sitting = a_sitting()
    sitting.signals = (LateAnswer(member=DOROTHY), CloseVoting(by="Alice"))

    await sitting.hold()

    assert "late_answer_arrived" not in sitting.told
    assert sitting.event("names_revealed").closed_by == "Alice"


async def test_a_person_weighs_more_than_a_model_in_the_joint_ranking() -> None:
    sitting = with_votes({f"U{number}": SPACES for number in range(6)})

    await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert revealed.joint_ranking.winners == (letters_by_text(sitting.announcer.events)[SPACES],)


async def test_the_thread_is_reminded_at_half_time_where_nobody_has_voted() -> None:
    sitting = a_sitting(vote_seconds=3600, vote_reminder=True)

    run = await sitting.hold()

    told = [event.kind for event in sitting.announcer.events]
    reminded = sitting.event("vote_reminded")
    assert told.index("verdict_reached") < told.index("vote_reminded") < told.index("names_revealed")
    assert reminded.closes_at == run.voting_closes_at


@pytest.mark.parametrize(
    ("ballots", "reminder", "seconds"),
    [({"U1": SPACES}, True, 3600), ({}, False, 3600), ({}, True, 0.2)],
    ids=["somebody has voted", "the setting is off", "the bot was away until the vote was over"],
)
async def test_nobody_is_reminded_after_a_vote_too_late_or_where_reminders_are_off(
    ballots: dict[str, str], reminder: bool, seconds: float
) -> None:
    sitting = with_votes(ballots, vote_seconds=seconds, vote_reminder=reminder)

    await sitting.hold()

    assert "vote_reminded" not in [event.kind for event in sitting.announcer.events]
