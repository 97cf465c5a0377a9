"""Build the events that carry names: authors, absences, results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from council_core.domain.answer import Abstention, Answer
from council_core.domain.ending import Ending
from council_core.domain.events import (
    Absence,
    NamedAnswer,
    NamesRevealed,
    ReviewerRevealed,
    RunFailed,
    Stage,
    Unveiled,
)
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Slate
from council_core.domain.tool import Work
from council_core.stages.anonymize import answers_among
from council_core.stages.report import NOTHING_LONG, concluded, minority_left, opened


def reveal(
    run: Run,
    slate: Slate,
    key: AliasKey,
    *,
    closed_by: str,
    concluded_at: datetime,
    wholes: Mapping[Alias, str] = NOTHING_LONG,
) -> NamesRevealed:
    """Return the event that reveals the names, with the members' ranking beside the team's.

    Args:
        run: The run, with its ballots.
        slate: The answers under letters.
        key: The members behind the letters.
        closed_by: Name of the person who ended the vote; empty when nobody did.
        concluded_at: Time of the verdict.
        wholes: Whole texts of answers of which the run has only the beginning.
    """
    tally, named = run.tally, run.settings.roster.named
    order = [standing.alias for standing in run.ranking.standings] if run.ranking else list(slate.aliases)
    return NamesRevealed(
        run_id=run.id,
        unveiled=tuple(_unveil(run, key, alias) for alias in order),
        # Each reviewer once, although `both_orders` makes two reviews of each.
        reviewers=tuple(dict.fromkeys(_reviewer(run, review) for review in run.reviews)),
        absences=absences(run),
        chairman=run.settings.roster.named(run.verdict.chairman).name if run.verdict else "",
        describers=tuple(dict.fromkeys(named(each.member).name for each in run.describers if each.gave)),
        readers=tuple(dict.fromkeys(named(one).name for each in run.describers for one in each.readers)),
        vote_held=run.voting_opened_at is not None and len(slate.responses) > 1,
        ballots=len(run.ballots),
        blind=len(run.blind_ballots),
        team_ranking=tally.team if tally else None,
        joint_ranking=tally.joint if tally else None,
        agreement=tally.agreement if tally else None,
        verdict=concluded(run, names_of(run, key)) if run.verdict else None,
        closed_by=closed_by,
        seconds=(concluded_at - run.asked_at).total_seconds(),
        usage=run.usage,
        cost_is_partial=run.cost_is_partial,
        not_blind=run.settings.not_blind,
        slate=opened(run, slate, key, wholes),
    )


def names_of(run: Run, key: AliasKey) -> dict[str, str]:
    """Return the names of the members by letter."""
    return {seal.alias: run.settings.roster.named(seal.member).name for seal in key.seals}


def fail(run: Run, ending: Ending) -> RunFailed:
    """Return the event that ends a run without a result. It shows everything with names, because nothing is left to
    judge."""
    named = run.settings.roster.named
    answers = answers_among(run.outcomes)
    return RunFailed(
        run_id=run.id,
        ending=ending,
        absences=absences(run),
        answers=tuple(
            NamedAnswer(
                name=named(answer.member).label,
                text=answer.text,
                alias=run.key.alias(answer.member) if run.key is not None else None,
            )
            for answer in answers
        ),
        slate=opened(run, run.slate, run.key) if run.slate is not None and run.key is not None else None,
        minority=minority_left(run),
        reviewed=any(review.is_valid for review in run.reviews),
        usage=run.usage,
        demo=run.settings.roster.is_demo,
        asker=run.question.asker.id,
        asker_name=run.question.asker.name,
    )


def absences(run: Run) -> tuple[Absence, ...]:
    """Return every member's absences, stage by stage."""
    absent = [_absence(run, outcome, "answer") for outcome in run.outcomes if outcome.kind == "abstention"]
    absent += [
        _absence(run, review.failure, "review") for review in run.reviews if review.failure is not None
    ]
    passed_over = run.verdict.passed_over if run.verdict else run.no_verdict
    absent += [_absence(run, abstention, "synthesize") for abstention in passed_over]
    return tuple(absent)


def _absence(run: Run, abstention: Abstention, stage: Stage) -> Absence:
    return Absence(
        member=abstention.member,
        name=run.settings.roster.named(abstention.member).name,
        stage=stage,
        failure=abstention.failure,
    )


def _unveil(run: Run, key: AliasKey, alias: Alias) -> Unveiled:
    member = key.member(alias)
    standings = run.ranking.standings if run.ranking else ()
    standing = next((standing for standing in standings if standing.alias == alias), None)
    answer = next(answer for answer in answers_among(run.outcomes) if answer.member == member)
    votes, blind = run.votes_for(alias)
    return Unveiled(
        alias=alias,
        member=member,
        name=run.settings.roster.named(member).label,
        place=standing.place if standing else None,
        votes=votes,
        blind_votes=blind,
        tools=_tools_of(_work_of(run, answer)),
        refused_tools=any(work.refused for work in _work_of(run, answer)),
    )


def _work_of(run: Run, answer: Answer) -> tuple[Work, ...]:
    """Return a member's work with tools, for its answer and for the claims that it checked."""
    for_checks = [review.work for review in run.reviews if review.reviewer == answer.member]
    return tuple(work for work in (answer.work, *for_checks) if work is not None)


def _tools_of(works: Sequence[Work]) -> tuple[tuple[str, int], ...]:
    counts = Counter(use.call.name for work in works for use in work.uses if use.was_made)
    return tuple(sorted(counts.items()))


def _reviewer(run: Run, review: Review) -> ReviewerRevealed:
    name = run.settings.roster.named(review.reviewer).name
    return ReviewerRevealed(number=review.number, member=review.reviewer, name=name)
