"""The team's ballots -> their own ranking, the joint one, and how well members and team agree."""

from collections.abc import Sequence

from council_core.aggregation import aggregate
from council_core.aggregation.agreement import agreement_between
from council_core.aggregation.reliability import PERSON
from council_core.domain.ballot import Ballot, Preference
from council_core.domain.run import Run, Tally
from council_core.domain.slate import AliasKey, Slate
from council_core.stages.rank import preference_of


def tally(run: Run, slate: Slate, key: AliasKey, ballots: Sequence[Ballot]) -> Tally:
    """Counts the ballots as preferences beside the members'. A best pick stands first, all others tied below."""
    if not ballots or len(slate.responses) < 2:
        return Tally(ballots=len(ballots), ranking=None, joint=None, agreement=None)
    people = tuple(
        Preference(
            judge=f"person:{ballot.voter}",
            order=ballot.order,
            shown=slate.aliases,
            reliability=PERSON,
        )
        for ballot in ballots
    )
    members = tuple(preference_of(review, key) for review in run.reviews if review.is_valid)
    own = run.settings.own_answer
    team = aggregate(run.settings.aggregation, slate.aliases, people, own_answer=own)
    joint = aggregate(run.settings.aggregation, slate.aliases, (*members, *people), own_answer=own)
    agreement = agreement_between(run.ranking, team) if run.ranking is not None else None
    return Tally(ballots=len(ballots), ranking=team, joint=joint, agreement=agreement)
