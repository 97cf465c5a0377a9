"""Decide which parts of a stored run a viewer may see now. Apart from this, only the events decide it."""

import re
from collections.abc import Callable
from dataclasses import fields, replace

from council_core.domain.ballot import Order
from council_core.domain.place import PersonId
from council_core.domain.ranking import Ranking
from council_core.domain.run import Run, RunStatus, Tally
from council_core.domain.run_view import EVERYBODY, OpenRun, RunView, SealedRun, VerdictView, Viewer
from council_core.domain.summary import anonymous_reviews, summarize, usage_shown
from council_core.domain.verdict import Verdict
from council_core.stages.anonymize import answers_among, cited_late, masked_text
from council_core.stages.score import scoreboard_of
from council_core.stages.verify import checked_claims

NAMES_ARE_OUT: frozenset[RunStatus] = frozenset({"revealed", "failed"})
"""Statuses in which names are public. A stopped run stays sealed; a failed one has nothing left to judge."""

NOBODY = PersonId("")

NUMBERED = re.compile(r"reviewer \d{1,4}")
"""A judge's name that tells nothing of its member."""


def view(run: Run, viewer: Viewer = EVERYBODY) -> RunView:
    """Return the run as this viewer may see it now.

    Before the reveal, responses have letters, reviews have numbers, and text that identifies an author is masked. The
    ranking is visible as soon as it exists, also while people vote, unless each person must vote first. Of other
    people's votes only the number is visible. After the reveal, members have their names, and ballots still have no
    voters.
    """
    is_open = run.status in NAMES_ARE_OUT
    place = replace(run.question.place, origin=None)
    question = replace(run.question, place=place)

    def shown(text: str) -> str:
        return text if is_open else masked_text(text, run)

    summary, own = summarize(run), own_ballot(run, viewer.person)
    hides = summary.hides_result and not (own or viewer.sees_result or viewer.is_operator)
    verdict = None if hides else run.verdict
    sealed = SealedRun(
        summary=summary,
        question=question,
        rubric=run.settings.rubric,
        aggregation=run.settings.aggregation,
        for_reviewers=run.settings.material_for_reviewers,
        responses=run.slate.responses if run.slate else (),
        reviews=() if hides else anonymous_reviews(run),
        ranking=None if hides else run.ranking if is_open else _numbered(run.ranking),
        learned=0 if hides else run.learned,
        scoreboard=None if hides else scoreboard_of(run),
        verdict=None if verdict is None else _verdict(run, verdict, shown),
        late=tuple(shown(answer.text) for answer in answers_among(run.late)),
        late_cited=tuple(cited_late(answer, run) for answer in answers_among(run.late)),
        voting_opened_at=run.voting_opened_at,
        own_ballot=own,
        usage=usage_shown(run),
    )
    if not is_open:
        return sealed
    whole = replace(run, question=question)
    blind = {field.name: getattr(sealed, field.name) for field in fields(sealed)}
    return OpenRun(**blind, run=whole if viewer.is_operator else _shared(whole))


def _verdict(run: Run, verdict: Verdict, shown: Callable[[str], str]) -> VerdictView:
    return VerdictView(
        text=shown(verdict.text),
        top=verdict.top,
        critique=shown(verdict.critique),
        points=verdict.points.shown(shown),
        foreign_links=tuple(map(shown, verdict.foreign_links)),
        misquoted=tuple(map(shown, verdict.misquoted)),
        claims=checked_claims(run.reviews) if run.settings.verify else None,
    )


def own_ballot(run: Run, person: PersonId | None) -> Order:
    """Return a person's own choice; empty without one."""
    if person is None:
        return ()
    return next((ballot.order for ballot in run.ballots if ballot.voter == person), ())


def _shared(run: Run) -> Run:
    """Return the run as everybody may read it: with ballots and feedback, but without people, times and the seed."""
    at = run.voting_closed_at or run.finished_at or run.asked_at
    # Ballots of earlier versions are known as blind by their times alone, which are left out.
    blind = {ballot.voter: ballot.order for ballot in run.blind_ballots}
    ballots = [
        replace(ballot, voter=NOBODY, cast_at=at, blind=blind.get(ballot.voter, ())) for ballot in run.ballots
    ]
    feedback = [replace(each, person=NOBODY, given_at=at) for each in run.feedback]
    return replace(
        run,
        seed="",
        ballots=tuple(sorted(ballots, key=lambda ballot: ballot.order)),
        feedback=tuple(sorted(feedback, key=lambda each: (not each.good, each.reason))),
        tally=_nameless(run.tally),
    )


def _nameless(tally: Tally | None) -> Tally | None:
    """Return the tally without its judges' weights, whose keys are people's ids."""
    if tally is None:
        return None
    return replace(
        tally,
        ranking=_unweighted(tally.ranking),
        joint=_unweighted(tally.joint),
        blind_ranking=_unweighted(tally.blind_ranking),
    )


def _numbered(ranking: Ranking | None) -> Ranking | None:
    """Return the ranking with the weights of judges that are named by their numbers alone."""
    if ranking is None:
        return None
    weights = tuple(each for each in ranking.judge_weights if NUMBERED.fullmatch(each.judge))
    return replace(ranking, judge_weights=weights)


def _unweighted(ranking: Ranking | None) -> Ranking | None:
    return None if ranking is None else replace(ranking, judge_weights=())
