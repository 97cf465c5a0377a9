"""Tests of a run's story over doubles: the announced events and their order, with and without faults."""

from decimal import Decimal

import pytest

from council_core.domain.answer import AbstentionReason, Failure, Reply, Usage
from council_core.domain.ending import OUR_FAULT, Ending
from council_core.domain.member import Member
from council_core.domain.run import Run, RunStatus
from council_core.domain.slate import Gap
from council_core.errors import RunOutgrown, StoreIncompatible, StoreUnavailable
from council_core.ports import Prompt
from council_core.stages.paid import paid
from council_core.stages.rank import ONE_RESPONSE
from council_core.testing import MemoryRunStore, ReplayingSteps, fails, says
from tests.core.sitting import (
    ANSWERS,
    DOWN,
    FILE,
    FORMATTER,
    SPACES,
    TABS,
    VERDICT,
    a_sitting,
    letters_by_text,
    ranks,
    with_usage,
)
from tests.samples import MEMBERS

ADA, BLAISE, CARL, DOROTHY = (member.id for member in MEMBERS)

UNCLEAR = says("They are all fine in their way.")


async def test_people_hear_everything_once_and_in_order() -> None:
    sitting = a_sitting()

    run = await sitting.hold()

    assert sitting.told == [
        "run_started",
        "slate_opened",
        "voting_opened",
        "slate_ranked",
        "verdict_reached",
        "names_revealed",
    ]
    assert run.status == "revealed"


async def test_the_announcer_is_told_of_each_stage_once_it_is_kept() -> None:
    sitting = a_sitting()

    run = await sitting.hold()

    kept = [each.status for each in sitting.announcer.runs]
    assert kept == ["answering", "reviewing", "synthesizing", "voting", "revealed"]
    assert sitting.announcer.runs[-1].finished_at == run.finished_at


async def test_late_answers_take_no_step_where_everybody_was_heard_in_time() -> None:
    sitting = a_sitting()

    await sitting.hold()

    assert "late" not in {key.name for key in sitting.journal.results}


async def test_every_answer_stands_on_the_slate_under_a_letter_of_its_own() -> None:
    sitting = a_sitting()

    run = await sitting.hold()

    opened = sitting.event("slate_opened")
    assert [response.alias for response in opened.responses] == ["A", "B", "C", "D"]
    assert {response.text for response in opened.responses} == set(ANSWERS.values())
    assert run.key is not None
    letters = letters_by_text(sitting.announcer.events)
    assert {str(seal.member): letters[ANSWERS[seal.member]] for seal in run.key.seals} == {
        seal.member: seal.alias for seal in run.key.seals
    }


async def test_letters_do_not_depend_on_who_is_first() -> None:
    quick = await a_sitting().hold()
    slow = await a_sitting({(ADA, "answer"): says(TABS, seconds=0.02)}).hold()

    assert quick.key == slow.key


async def test_the_ranking_that_people_see_is_the_one_that_the_reviewers_gave() -> None:
    sitting = a_sitting()

    await sitting.hold()

    ranked = sitting.event("slate_ranked")
    letters = letters_by_text(sitting.announcer.events)
    assert [standing.alias for standing in ranked.ranking.standings] == [
        letters[text] for text in (FORMATTER, SPACES, TABS, FILE)
    ]
    assert [review.number for review in ranked.reviews] == [1, 2, 3, 4]


async def test_the_verdict_comes_with_the_response_that_was_ranked_first() -> None:
    sitting = a_sitting()

    await sitting.hold()

    verdict = sitting.event("verdict_reached")
    assert (verdict.text, verdict.ranked, verdict.gaps) == (VERDICT, True, ())
    assert verdict.top == (letters_by_text(sitting.announcer.events)[FORMATTER],)


async def test_the_reveal_says_who_wrote_what_who_reviewed_and_who_concluded() -> None:
    sitting = a_sitting()

    await sitting.hold()

    revealed = sitting.event("names_revealed")
    assert [(each.name, each.place) for each in revealed.unveiled] == [
        ("Carl", 1),
        ("Blaise", 2),
        ("Ada", 3),
        ("Dorothy", 4),
    ]
    assert {each.name for each in revealed.reviewers} == {"Ada", "Blaise", "Carl", "Dorothy"}
    assert {each.number for each in revealed.reviewers} == {1, 2, 3, 4}
    assert (revealed.chairman, revealed.absences, revealed.ballots) == ("Ada", (), 0)


async def test_the_reveal_adds_up_what_everybody_took() -> None:
    usage = Usage(tokens_in=100, tokens_out=10, cost=Decimal("0.001"))
    sitting = a_sitting(
        {
            **{(member, "answer"): with_usage(says(text), usage) for member, text in ANSWERS.items()},
            "review": ranks(FORMATTER, usage=usage),
            "synthesize": with_usage(says(VERDICT), usage),
        }
    )

    await sitting.hold()

    assert sitting.event("names_revealed").usage == Usage(
        tokens_in=900, tokens_out=90, cost=Decimal("0.009"), cost_is_estimate=False
    )


async def test_progress_counts_up_to_everybody_in_each_stage() -> None:
    sitting = a_sitting({(BLAISE, "answer"): fails(DOWN)})

    await sitting.hold()

    last = {event.stage: (event.done, event.of, event.failed) for event in sitting.announcer.progressed}
    assert last == {"answer": (4, 4, 1), "review": (4, 4, 0), "synthesize": (1, 1, 0)}


@pytest.mark.parametrize(
    "reason",
    ["timed_out", "rate_limited", "unauthorized", "unknown_model", "refused", "empty", "unreachable"],
)
async def test_a_member_that_fails_is_an_abstention_with_its_reason_and_the_run_goes_on(
    reason: AbstentionReason,
) -> None:
    failure = Failure(reason=reason, fault="no_credit", facts={"provider": "OpenAI"}, latency=3.0)
    sitting = a_sitting({(BLAISE, "answer"): fails(failure)})

    run = await sitting.hold()

    assert run.outcomes[1].kind == "abstention"
    assert sitting.event("slate_opened").gaps == (Gap(reason=reason, seconds=3.0),)
    assert len(sitting.event("slate_opened").responses) == 3
    (absence,) = sitting.event("names_revealed").absences
    assert (absence.name, absence.stage, absence.failure) == ("Blaise", "answer", failure)


async def test_a_member_that_never_replies_is_given_up_at_the_deadline_of_its_call() -> None:
    sitting = a_sitting({(BLAISE, "answer"): says(SPACES, seconds=60)}, call_seconds=0.05)

    run = await sitting.hold()

    assert run.outcomes[1].kind == "abstention"
    assert run.outcomes[1].failure.reason == "timed_out"
    assert run.status == "revealed"


async def test_whoever_could_not_answer_may_still_review() -> None:
    sitting = a_sitting({(BLAISE, "answer"): fails(DOWN)})

    run = await sitting.hold()

    assert [review.reviewer for review in run.reviews] == [ADA, BLAISE, CARL, DOROTHY]


async def test_an_answer_that_ended_at_its_token_limit_is_marked_under_its_letter() -> None:
    async def cut(member: Member, prompt: Prompt) -> Reply:
        return Reply(text=SPACES, latency=1.0, finish_reason="length")

    sitting = a_sitting({(BLAISE, "answer"): cut})

    await sitting.hold()

    assert sitting.event("slate_opened").cut_short == (letters_by_text(sitting.announcer.events)[SPACES],)


async def test_with_too_few_answers_the_run_ends_with_a_word_and_with_what_there_is() -> None:
    sitting = a_sitting({(member, "answer"): fails(DOWN) for member in (ADA, BLAISE, CARL)}, quorum=2)

    run = await sitting.hold()

    assert sitting.told == ["run_started", "run_failed"]
    failed = sitting.event("run_failed")
    assert failed.ending == Ending(kind="too_few", answered=1, members=4, quorum=2)
    assert [(answer.name, answer.text) for answer in failed.answers] == [("Dorothy", FILE)]
    assert [absence.name for absence in failed.absences] == ["Ada", "Blaise", "Carl"]
    assert (run.status, run.ending, len(run.outcomes)) == ("failed", failed.ending, 4)
    assert run.finished_at is not None


async def test_with_nobody_there_at_all_no_reviewer_and_no_chairman_is_paid_for() -> None:
    sitting = a_sitting({"answer": fails(DOWN), **{(member, "answer"): fails(DOWN) for member in ANSWERS}})

    run = await sitting.hold()

    assert run.status == "failed"
    assert (sitting.asked("review"), sitting.asked("synthesize")) == ([], [])


async def test_one_answer_alone_is_not_ranked_and_not_voted_on_but_still_concluded_upon() -> None:
    others = {(member, "answer"): fails(DOWN) for member in (ADA, BLAISE, CARL)}
    sitting = a_sitting(others, quorum=1)

    run = await sitting.hold()

    assert sitting.told == [
        "run_started",
        "slate_opened",
        "slate_ranked",
        "verdict_reached",
        "names_revealed",
    ]
    ranked = sitting.event("slate_ranked")
    assert (ranked.ranking, ranked.reviews) == (None, ())
    assert ONE_RESPONSE in sitting.prompt("synthesize")
    assert sitting.event("verdict_reached").ranked is False
    assert (run.status, run.voting_opened_at, sitting.asked("review")) == ("revealed", None, [])


async def test_when_not_one_review_can_be_read_there_is_no_ranking_and_the_verdict_says_so() -> None:
    sitting = a_sitting({"review": UNCLEAR})

    run = await sitting.hold()

    ranked = sitting.event("slate_ranked")
    assert ranked.ranking is None
    assert "Not one of the 4 reviews gave a clear order, so nothing was ranked." in sitting.prompt(
        "synthesize"
    )
    assert sitting.event("verdict_reached").ranked is False
    assert sitting.event("verdict_reached").top == ()
    assert sitting.event("names_revealed").unveiled[0].place is None
    assert [review.reading.status for review in run.reviews] == ["void"] * 4


async def test_the_chairman_is_told_when_nothing_was_ranked() -> None:
    sitting = a_sitting({"review": UNCLEAR})

    await sitting.hold()

    (asked,) = (call for call in sitting.models.calls if call.prompt.purpose == "synthesize")
    assert "Not one of the 4 reviews gave a clear order" in asked.prompt.text


async def test_reviewers_who_fail_are_absent_with_their_reason_and_the_others_are_counted() -> None:
    sitting = a_sitting({(BLAISE, "review"): fails(DOWN)})

    run = await sitting.hold()

    assert run.ranking is not None
    assert run.ranking.preferences == 3
    (absence,) = sitting.event("names_revealed").absences
    assert (absence.name, absence.stage, absence.failure.reason) == ("Blaise", "review", "unavailable")


async def test_when_the_chairman_fails_the_best_ranked_takes_over_and_that_is_said() -> None:
    sitting = a_sitting({(ADA, "synthesize"): fails(DOWN)})

    run = await sitting.hold()

    assert sitting.asked("synthesize") == [ADA, CARL]
    assert sitting.event("verdict_reached").gaps == (Gap(reason="unavailable", seconds=2.0),)
    assert sitting.event("names_revealed").chairman == "Carl"
    assert [absence.name for absence in sitting.event("names_revealed").absences] == ["Ada"]
    assert run.verdict is not None
    assert (run.verdict.chairman, run.verdict.text) == (CARL, VERDICT)


async def test_when_everybody_in_line_fails_there_is_a_ranking_without_a_verdict() -> None:
    sitting = a_sitting({"synthesize": fails(DOWN)})

    run = await sitting.hold()

    verdict = sitting.event("verdict_reached")
    assert (verdict.text, len(verdict.gaps), verdict.ranked) == ("", 4, True)
    assert verdict.top == (letters_by_text(sitting.announcer.events)[FORMATTER],)
    assert sitting.event("names_revealed").chairman == ""
    assert (run.status, run.verdict, len(run.no_verdict)) == ("revealed", None, 4)
    assert sitting.asked("synthesize") == [ADA, CARL, BLAISE, DOROTHY]


async def test_a_failure_of_our_own_ends_the_run_with_a_word_and_keeps_what_there_was() -> None:
    async def breaks(member: Member, prompt: Prompt) -> Reply:
        raise ZeroDivisionError("a bug that nobody foresaw")

    sitting = a_sitting({"synthesize": breaks})

    run = await sitting.hold()

    failed = sitting.event("run_failed")
    assert (run.status, run.ending, failed.ending) == ("failed", OUR_FAULT, OUR_FAULT)
    assert len(run.outcomes) == 4
    assert run.ranking is not None


class BreaksAt(MemoryRunStore):
    """A store that fails once."""

    def __init__(self, status: RunStatus, error: Exception) -> None:
        super().__init__()
        self._status = status
        self._errors = [error]

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        if run.status == self._status and self._errors:
            raise self._errors.pop()
        return await super().save(run, since=since)


async def test_what_was_answered_is_kept_before_anything_else_is_done_with_it() -> None:
    sitting = a_sitting()
    sitting.store = BreaksAt("reviewing", ZeroDivisionError("a bug while letters are drawn"))

    run = await sitting.hold()

    assert (run.status, len(run.outcomes)) == ("failed", 4)
    assert [answer.text for answer in sitting.event("run_failed").answers] == list(ANSWERS.values())


@pytest.mark.parametrize("status", ["answering", "reviewing", "synthesizing", "voting", "revealed"])
async def test_a_store_that_cannot_be_used_is_no_end_of_a_run(status: RunStatus) -> None:
    sitting = a_sitting()
    sitting.store = BreaksAt(status, StoreUnavailable("locked", database="it"))

    with pytest.raises(ExceptionGroup) as caught:
        await sitting.hold()
    unfinished = await sitting.store.get(sitting.run.id)
    run = await sitting.hold()

    assert caught.group_contains(StoreUnavailable)
    assert not unfinished.is_finished
    assert (run.status, sitting.told[-1], sitting.told.count("run_failed")) == (
        "revealed",
        "names_revealed",
        0,
    )


async def test_a_store_that_is_damaged_for_good_ends_a_run_with_a_word_where_it_can() -> None:
    sitting = a_sitting()
    sitting.store = BreaksAt("voting", StoreIncompatible("damaged", database="it", cause="half"))

    run = await sitting.hold()

    assert (run.status, run.ending, sitting.told[-1]) == ("failed", OUR_FAULT, "run_failed")
    assert sitting.event("run_failed").reviewed


async def test_a_run_that_another_version_told_otherwise_ends_with_what_it_had_and_a_word() -> None:
    sitting = a_sitting()
    sitting.store = BreaksAt("voting", RunOutgrown(sitting.run.id, "keep:voting"))

    run = await sitting.hold()

    assert run.ending is not None
    assert (run.status, run.ending.kind, len(run.reviews)) == ("failed", "outgrown", 4)
    assert run.usage == sitting.event("run_failed").usage == paid(run, ReplayingSteps(sitting.journal))
    assert [answer.text for answer in sitting.event("run_failed").answers] == list(ANSWERS.values())


async def test_the_time_that_is_told_runs_from_asking_to_the_verdict() -> None:
    sitting = a_sitting(vote_seconds=60)

    run = await sitting.hold()

    assert run.finished_at is not None
    whole = (run.finished_at - run.asked_at).total_seconds()
    assert 0 < sitting.event("names_revealed").seconds < whole
