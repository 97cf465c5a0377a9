"""Count the team's ballots: the team's own ranking, the joint one, and the agreement of models and team."""

from collections.abc import Sequence
from dataclasses import replace

from council_core.aggregation import aggregate
from council_core.aggregation.agreement import agreement_between
from council_core.aggregation.reliability import PERSON
from council_core.domain.ballot import Ballot, Preference
from council_core.domain.ranking import Ranking
from council_core.domain.run import FEWEST_BLIND, Run, Tally
from council_core.domain.slate import AliasKey, Slate
from council_core.stages.rank import preference_of


def tally(run: Run, slate: Slate, key: AliasKey, ballots: Sequence[Ballot]) -> Tally:
    """Count the ballots as preferences beside the models'. A best pick is first, and all others are tied below it.
    Whatever is compared or combined with the models' ranking is computed from blind ballots alone."""
    blind = replace(run, ballots=tuple(ballots)).blind_ballots
    if not ballots or len(slate.responses) < 2:
        return Tally(ballots=len(ballots), ranking=None, joint=None, agreement=None, blind=len(blind))
    people = _preferences(ballots, slate)
    members = tuple(preference_of(review, key) for review in run.reviews if review.is_valid)
    own = run.settings.own_answer

    def ranked(preferences: Sequence[Preference]) -> Ranking:
        return aggregate(run.settings.aggregation, slate.aliases, preferences, own_answer=own)

    blindly = ranked(_preferences(blind, slate)) if blind else None
    enough = blindly is not None and len(blind) >= FEWEST_BLIND
    agreement = agreement_between(run.ranking, blindly) if enough and run.ranking and blindly else None
    return Tally(
        ballots=len(ballots),
        ranking=ranked(people),
        joint=ranked((*members, *_preferences(blind, slate))) if blind else None,
        agreement=agreement,
        blind=len(blind),
        blind_ranking=blindly,
    )


def _preferences(ballots: Sequence[Ballot], slate: Slate) -> tuple[Preference, ...]:
    return tuple(
        Preference(
            judge=f"person:{ballot.voter}", order=ballot.order, shown=slate.aliases, reliability=PERSON
        )
        for ballot in ballots
    )
