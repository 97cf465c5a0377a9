"""Compute each member's result of a revealed run, for the boards."""

from collections.abc import Mapping

from council_core.aggregation import order_of
from council_core.domain.answer import Outcome
from council_core.domain.ballot import Preference
from council_core.domain.member import MemberId
from council_core.domain.member_result import MemberResult
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.insights.place_stats import mean_places, places_in


def member_results(run: Run) -> tuple[MemberResult, ...]:
    """Return one result for each member that was asked; none for a run without a reveal, or a demonstration."""
    if run.status != "revealed" or run.settings.roster.is_demo:
        return ()
    places = _by_member(run, _places_without_own(run))
    team = _by_member(run, mean_places(run.tally.team) if run.tally and run.tally.team else {})
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


def _places_without_own(run: Run) -> Mapping[Alias, float]:
    """Return the places by the run's reviews, without reviewers' judgements of their own answers, which would favour
    vain members."""
    if run.slate is None or run.key is None or run.ranking is None:
        return {}
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
    if not preferences:
        return {}
    return places_in(
        order_of(run.settings.aggregation, run.slate.aliases, preferences, own_answer="excluded")
    )


def _by_member(run: Run, places: Mapping[Alias, float]) -> dict[MemberId, float]:
    return {run.key.member(alias): place for alias, place in places.items()} if run.key is not None else {}
