"""Count members' results over the runs of one place, as far as so few runs allow."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from statistics import fmean

from council_core.aggregation.agreement import tau_b
from council_core.domain.ballot import Order
from council_core.domain.member import MemberId
from council_core.domain.ranking import Ranking
from council_core.domain.run import Run
from council_core.domain.slate import Alias

FEW = 10
"""Fewest ranked runs for a judgement: with fewer, places say more about the questions than about the members."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberStats:
    """One member over all runs in which it was ranked."""

    member: MemberId
    name: str
    """Name in its newest run."""

    runs: int
    mean_place: float
    """Mean place in the members' ranking; 1 is best, tied responses share the mean of their places."""

    win_rate: float | None
    """Mean share of one-to-one comparisons won, 0 to 1."""

    agreement: float | None
    """Mean Kendall's tau-b between its own ballot and the team's ranking; None without enough blind votes
    to compare with."""

    compared: int
    """Number of runs in which its ballot could be compared with the team's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceStats:
    """One place over its latest runs."""

    runs: int
    revealed: int
    """Number of runs that were revealed; only these are counted below."""

    members: tuple[MemberStats, ...]
    """Members by mean place, best first, ties by name."""

    agreement: float | None
    """Mean Kendall's tau-b between the members' ranking and the team's."""

    compared: int
    """Number of runs in which both ranked."""

    votes: int
    """Votes of people in these runs."""

    blind: int
    """Number of votes cast before their voters could see the models' ranking or the verdict."""

    helpful: int
    """People who found a verdict helpful, over all runs."""

    feedback: int
    """People who gave feedback on a verdict."""

    demo: int
    """Demonstrations among the runs; they count nowhere else."""

    @property
    def is_few(self) -> bool:
        return self.revealed < FEW


@dataclass(slots=True)
class _Tally:
    name: str = ""
    places: list[float] = field(default_factory=list[float])
    wins: list[float] = field(default_factory=list[float])
    agreements: list[float] = field(default_factory=list[float])


def place_stats(runs: Sequence[Run]) -> PlaceStats:
    """Count the results of these runs.

    Args:
        runs: Runs, newest first.
    """
    real = [run for run in runs if not run.settings.roster.is_demo]
    revealed = [run for run in real if run.status == "revealed"]
    tallies: defaultdict[MemberId, _Tally] = defaultdict(_Tally)
    for run in revealed:
        _count(run, tallies)
    members = [_member(member, tally) for member, tally in tallies.items() if tally.places]
    counts = [run.tally for run in revealed if run.tally is not None]
    agreements = [
        each.agreement for each in counts if each.agreement is not None and each.compared is not None
    ]
    feedback = [each.good for run in real for each in run.feedback]
    return PlaceStats(
        runs=len(runs),
        revealed=len(revealed),
        members=tuple(sorted(members, key=lambda one: (one.mean_place, one.name, one.member))),
        agreement=_mean(agreements),
        compared=len(agreements),
        votes=sum(each.ballots for each in counts),
        # Earlier versions did not note which votes were blind; all of theirs count.
        blind=sum(each.ballots if each.blind is None else each.blind for each in counts),
        helpful=sum(feedback),
        feedback=len(feedback),
        demo=len(runs) - len(real),
    )


def _count(run: Run, tallies: defaultdict[MemberId, _Tally]) -> None:
    if run.key is None or run.ranking is None:
        return
    places = mean_places(run.ranking)
    for standing in run.ranking.standings:
        member = run.key.member(standing.alias)
        tally = tallies[member]
        # The newest run comes first, and people know the member by its name in that run.
        tally.name = tally.name or run.settings.roster.named(member).name
        tally.places.append(places[standing.alias])
        if standing.win_rate is not None:
            tally.wins.append(standing.win_rate)
    team = run.tally.compared if run.tally else None
    for review in run.reviews if team is not None else ():
        if team is not None and review.reading.order is not None:
            agreement = tau_b(_levels(review.reading.order), mean_places(team))
            if agreement is not None:
                tallies[review.reviewer].agreements.append(agreement)


def mean_places(ranking: Ranking) -> dict[Alias, float]:
    """Return the places in a ranking, as `places_in` computes them."""
    tied = groupby(ranking.standings, key=lambda one: one.place)
    return places_in([[one.alias for one in group] for _, group in tied])


def places_in(order: Sequence[Sequence[Alias]]) -> dict[Alias, float]:
    """Return the places in an order, such as 1, 2.5, 2.5, 4: tied responses share the mean of their places."""
    ahead = accumulate(map(len, order), initial=0)
    return {
        alias: before + (len(tied) + 1) / 2
        for before, tied in zip(ahead, order, strict=False)
        for alias in tied
    }


def _levels(order: Order) -> dict[Alias, float]:
    return {alias: float(level) for level, group in enumerate(order) for alias in group}


def _member(member: MemberId, tally: _Tally) -> MemberStats:
    return MemberStats(
        member=member,
        name=tally.name,
        runs=len(tally.places),
        mean_place=fmean(tally.places),
        win_rate=_mean(tally.wins),
        agreement=_mean(tally.agreements),
        compared=len(tally.agreements),
    )


def _mean(figures: Sequence[float]) -> float | None:
    return fmean(figures) if figures else None
