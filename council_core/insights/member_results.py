"""A revealed run -> each member's result, for the boards."""

from council_core.aggregation import aggregate
from council_core.domain.answer import Outcome
from council_core.domain.ballot import Preference
from council_core.domain.member import MemberId
from council_core.domain.member_result import MemberResult
from council_core.domain.ranking import Ranking
from council_core.domain.run import Run
from council_core.insights.place_stats import mean_places


def member_results(run: Run) -> tuple[MemberResult, ...]:
    """Return one result for each member that was asked; none for a run without a reveal, or a demonstration."""
    if run.status != "revealed" or run.settings.roster.is_demo:
        return ()
    places = _by_member(run, _without_own(run))
    team = _by_member(run, run.tally.team if run.tally else None)
    outcomes: dict[MemberId, Outcome] = {each.member: each for each in run.outcomes}
    return tuple(
        MemberResult(
            run_id=run.id,
            member=member,
            name=run.settings.roster.named(member).name,
            place=places.get(member),
            team_place=team.get(member),
            seconds=outcome.reply.latency if outcome.kind == "answer" else outcome.failure.latency,
            cost=(outcome if outcome.kind == "answer" else outcome.failure).usage.cost,
            reason=None if outcome.kind == "answer" else outcome.failure.reason,
            asked_at=run.asked_at,
            rubric=run.settings.rubric,
            template=run.question.template.name if run.question.template is not None else "",
            tools=len(outcome.reply.work.uses) if outcome.kind == "answer" and outcome.reply.work else 0,
        )
        for member, outcome in outcomes.items()
    )


def _without_own(run: Run) -> Ranking | None:
    """Rank the run by its reviews, without what reviewers say of their own answers: a vain member would climb."""
    if run.slate is None or run.key is None or run.ranking is None:
        return None
    preferences = [
        Preference(
            judge=f"reviewer {review.number}",
            order=review.reading.order or (),
            shown=review.shown,
            own=run.key.alias(review.reviewer),
            reliability=review.reliability,
        )
        for review in run.reviews
        if review.is_valid
    ]
    aggregation, aliases = run.settings.aggregation, run.slate.aliases
    return aggregate(aggregation, aliases, preferences, own_answer="excluded") if preferences else None


def _by_member(run: Run, ranking: Ranking | None) -> dict[MemberId, float]:
    if ranking is None or run.key is None:
        return {}
    return {run.key.member(alias): place for alias, place in mean_places(ranking).items()}
