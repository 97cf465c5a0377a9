"""Letters become names -> who wrote what, what members and team thought, who was missing, and the bill."""

from collections.abc import Sequence

from bot.post import Block, Chart, Heading, Line, Post, Table, line, quoted
from bot.presentation.abstentions import named
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.phrases import capital, demo_notice, expense, lasting, listed, responses
from council_core.domain.events import Absence, NamesRevealed
from council_core.domain.unveiled import ReviewerRevealed, Unveiled

VOTES = "Team votes"
COLUMNS = ("Response", "Member", "Members' place", VOTES, "Own place")

NOT_BLIND = (
    "Not blind for its asker, who gave members a name or instructions of their own for this run and may have "
    "recognised their answers."
)

AGREEMENTS = (
    (0.99, "Members and team agree completely."),
    (0.6, "Members and team agree for the most part."),
    (0.2, "Members and team agree in part."),
    (-0.2, "Members and team hardly agree."),
    (-1.01, "Members and team see it the other way round."),
)
"""From which agreement on (Kendall's tau-b) which words are fair."""


def reveal_posts(event: NamesRevealed) -> tuple[KeyedPost, ...]:
    """The names in one post."""
    blocks = (
        Heading(text="Who wrote what"),
        *((line(_opening(event)),) if event.vote_held else ()),
        *((line(NOT_BLIND),) if event.not_blind else ()),
        _table(event.unveiled, vote_held=event.vote_held),
        *_team(event),
        *_absences(event.absences),
        *_roles(event),
        _bill(event),
        *demo_notice(event.demo),
    )
    post = Post(blocks=blocks, summary=_summary(event), silent=True)
    return (KeyedPost(key="reveal", post=post),)


def _opening(event: NamesRevealed) -> str:
    who = f"{quoted(event.closed_by)} closed the voting. " if event.closed_by else ""
    count = {0: "Nobody voted.", 1: "One person voted."}.get(event.ballots, f"{event.ballots} people voted.")
    return f"{who}{count}"


def _table(unveiled: Sequence[Unveiled], *, vote_held: bool) -> Table:
    def row(one: Unveiled) -> tuple[str, ...]:
        votes = (str(one.votes),) if vote_held else ()
        return (str(one.alias), one.name, _place(one.place), *votes, _place(one.own_place))

    caption = listed([f"Response {one.alias} is by {one.name}" for one in unveiled])
    columns = tuple(column for column in COLUMNS if vote_held or column != VOTES)
    return Table(columns=columns, rows=tuple(map(row, unveiled)), caption=f"{caption}." if caption else "")


def _place(place: int | None) -> str:
    return "–" if place is None else str(place)


def _summary(event: NamesRevealed) -> str:
    who = "; ".join(f"{one.alias} is {one.name}" for one in event.unveiled)
    return f"The names are out. {who}." if who else "The names are out."


def _team(event: NamesRevealed) -> tuple[Block, ...]:
    """What people thought, beside what members thought."""
    if not event.ballots:
        return ()
    said: list[str] = []
    if event.agreement is not None:
        said.append(next(words for least, words in AGREEMENTS if event.agreement >= least))
    if event.team_ranking is not None:
        said.append(f"The team's favourite: {responses(event.team_ranking.winners)}.")
    if event.joint_ranking is not None:
        said.append(f"Both counted together: {responses(event.joint_ranking.winners)}.")
    return (*((line(" ".join(said)),) if said else ()), _chart(event))


def _chart(event: NamesRevealed) -> Chart:
    labels = tuple(str(one.alias) for one in event.unveiled)
    votes = tuple(round(100 * one.votes / event.ballots, 1) for one in event.unveiled)
    series = [("Team votes, %", votes)]
    if any(one.win_rate is not None for one in event.unveiled):
        wins = tuple(round(100 * (one.win_rate or 0.0), 1) for one in event.unveiled)
        series.insert(0, ("Members' wins, %", wins))
    return Chart(title="Members and team", labels=labels, series=tuple(series))


def _absences(absences: Sequence[Absence]) -> tuple[Line, ...]:
    return tuple(line(named(absence)) for absence in absences)


def _roles(event: NamesRevealed) -> tuple[Line, ...]:
    chair = f"{quoted(event.chairman)} wrote the verdict." if event.chairman else "There is no verdict."
    return (line(f"{chair} {_reviewers(event.reviewers)}".strip(), small=True),)


def _reviewers(reviewers: Sequence[ReviewerRevealed]) -> str:
    said = listed(
        [f"Reviewer {one.number} was {quoted(one.name)}" for one in sorted(reviewers, key=_by_number)]
    )
    return f"{said}." if said else ""


def _by_number(reviewer: ReviewerRevealed) -> int:
    return reviewer.number


def _bill(event: NamesRevealed) -> Line:
    return line(f"{capital(lasting(event.seconds))} to the verdict · {expense(event.usage)}", small=True)
