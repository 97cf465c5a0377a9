"""The board: one post of a run that holds the vote, then the models' ranking, then names, votes and cost.

On platforms that cannot edit posts, such as a terminal, ranking and names are posts of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.post import (
    Actions,
    Block,
    Button,
    Choice,
    Heading,
    KeyedPost,
    Limits,
    Line,
    Post,
    Table,
    Time,
    in_round,
    line,
    quoted,
)
from bot.presentation.abstentions import answer_gaps, named
from bot.presentation.phrases import bill, small, votes_and_blind
from bot.presentation.positions import majority_line, split_before
from bot.presentation.ranking import (
    counted_reviews,
    leaders,
    legend,
    panel_facts,
    ranking_table,
    scoreboard_blocks,
    shortened_for_review,
    why_unranked,
)
from bot.presentation.run_buttons import charts_button, reveal_button, reviews_button
from bot.presentation.sources import tools_lines
from bot.presentation.words import Words
from bot.presentation.words.board import Agreement
from bot.requests.actions import run_action, vote_action
from council_core.domain.events import NamesRevealed, SlateRanked, SplitFound, Unveiled, VoteReminded
from council_core.domain.question import RunId
from council_core.domain.run import FEWEST_BLIND
from council_core.domain.slate import Alias
from council_core.domain.summary import RunSummary

REMINDER = "reminder"
"""Key of the board after the reminder: a new post, which notifies people, takes the place of the first one."""

BOARD = "voting"
"""Key of the board. Earlier versions posted only the vote under it, so their runs go on with it."""

AGREEMENTS: tuple[tuple[float, Agreement], ...] = (
    (0.99, "full"),
    (0.6, "most"),
    (0.2, "part"),
    (-0.2, "hardly"),
)
"""Least agreement (Kendall's tau-b) for each wording; below the last, the team sees it the other way round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The facts that a run's board shows."""

    summary: RunSummary
    vote_seconds: float | None = None
    """Time for votes after the ranking, if the caller knows it."""

    ranked: SlateRanked | None = None
    """Models' ranking, once everybody may see it."""

    revealed: NamesRevealed | None = None
    split: SplitFound | None = None
    """Positions before members were asked once more; None if they were not."""

    is_reminder: bool = False
    """Whether the board was posted again at half time because nobody had voted."""


def board_post(board: Board, limits: Limits, words: Words) -> Post:
    """Draw the board for a run's present state."""
    summary, ranked, revealed = board.summary, board.ranked, board.revealed
    if revealed is not None:
        return _revealed(board, revealed, words)
    blocks = board_blocks(board, limits, words)
    if board.is_reminder and not summary.votes and summary.voting_open:
        return Post(blocks=blocks, summary=words.board.nobody_yet)
    told = [words.board.invitation(aliases=summary.aliases)] if summary.voting_open else []
    told += [_ranking_notice(ranked, words)] if ranked is not None else []
    told += [] if told else [words.board.closed(by="", is_stopped=_is_stopped(summary))]
    return Post(blocks=blocks, summary=" ".join(told), silent=True)


def board_blocks(board: Board, limits: Limits, words: Words) -> tuple[Block, ...]:
    """Return the blocks of the board, for use in a larger post."""
    summary, ranked, revealed = board.summary, board.ranked, board.revealed
    if revealed is not None:
        return _names_and_votes(board, revealed, words)
    vote = _vote(board, limits, words) if summary.takes_votes else ()
    return (
        *vote,
        *_ranking(ranked, words, heading=not vote),
        *split_before(board.split, words),
        *_absent(summary, words),
    )


def ranking_posts(event: SlateRanked, words: Words) -> tuple[KeyedPost, ...]:
    """Return the ranking in a post of its own."""
    blocks = tuple(_ranking(event, words, heading=True))
    tone: Literal["plain", "warning"] = "plain" if event.ranking is not None else "warning"
    post = Post(blocks=blocks, summary=_ranking_notice(event, words), tone=tone, silent=True)
    return (KeyedPost(key=in_round("ranking", event.round), post=post),)


def reveal_posts(event: NamesRevealed, words: Words) -> tuple[KeyedPost, ...]:
    """Return the names in a post of their own."""
    return (KeyedPost(key="reveal", post=_revealed(None, event, words)),)


def reminder_posts(event: VoteReminded, words: Words) -> tuple[KeyedPost, ...]:
    """Return a post that says nobody has voted yet, for platforms that cannot post the board again."""
    said = words.board
    told = line(f"{said.nobody_yet} ", *said.open_until(until=Time(at=event.closes_at), enough=None))
    post = Post(blocks=(told,), summary=said.nobody_yet)
    return (KeyedPost(key=REMINDER, post=post),)


def _is_stopped(summary: RunSummary) -> bool:
    return summary.status in ("failed", "cancelled")


def _vote(board: Board, limits: Limits, words: Words) -> tuple[Block, ...]:
    summary, said = board.summary, words.board
    if not summary.voting_open:
        closed = said.closed(by="", is_stopped=_is_stopped(summary))
        voted = _voted(summary.votes, summary.blind_votes, words)
        return (Heading(text=said.closed_heading), line(f"{closed} {voted}"))
    until = (
        said.open_until(until=Time(at=summary.voting_closes_at), enough=summary.votes_needed)
        if summary.voting_closes_at is not None
        else (said.open_for(seconds=board.vote_seconds, enough=summary.votes_needed),)
    )
    who = said.who_ends(who=summary.who_reveals, asker=quoted(summary.asker_name))
    hides = summary.show_ranking == "after_vote"
    return (
        *((line(f"**{said.nobody_yet}**"),) if board.is_reminder and not summary.votes else ()),
        Heading(text=said.question),
        line(said.secrecy),
        *((line(said.hidden),) if hides else ()),
        _ballot(summary.run_id, summary.aliases, limits, words),
        line(
            f"{said.so_far(votes=summary.votes, blind=summary.blind_votes)} ", *until, f" {who}", small=True
        ),
        Actions(
            buttons=(
                Button(label=words.buttons.rank_all, action=run_action("rank", summary.run_id)),
                *((_show_me(summary.run_id, words),) if hides else ()),
                *(() if summary.who_reveals == "nobody" else (reveal_button(summary.run_id, words),)),
            )
        ),
    )


def _show_me(run_id: RunId, words: Words) -> Button:
    return Button(label=words.buttons.show_me, action=run_action("look", run_id))


def _ballot(run_id: RunId, aliases: Sequence[Alias], limits: Limits, words: Words) -> Actions:
    choices = [(words.buttons.response(alias=alias), vote_action(run_id, alias)) for alias in aliases]
    if len(aliases) <= limits.buttons:
        return Actions(buttons=tuple(Button(label=label, action=action) for label, action in choices))
    return Actions(
        choices=tuple(Choice(label=label, action=action) for label, action in choices),
        placeholder=words.buttons.choose,
    )


def _ranking(event: SlateRanked | None, words: Words, *, heading: bool) -> tuple[Block, ...]:
    """Return the models' ranking or the reason why there is none, its certainty, and the reviews that counted."""
    if event is None:
        return ()
    ranking = event.ranking
    title = words.board.ranking if ranking is not None else words.board.no_ranking
    head: Block = Heading(text=title) if heading else line(f"**{title}**")
    why = why_unranked(event, words) if ranking is None else leaders(ranking, words)
    table: tuple[Block, ...] = ()
    if ranking is not None:
        table = (ranking_table(ranking, words), line(legend(ranking, words), small=True))
    return (
        head,
        *((line(why),) if why else ()),
        *table,
        *majority_line(event.held, words),
        *scoreboard_blocks(event.scoreboard, words),
        *panel_facts(event, words),
        *shortened_for_review(event.reviews, words),
        *counted_reviews(event.reviews, words),
        *_reviews(event, words),
    )


def _ranking_notice(event: SlateRanked | None, words: Words) -> str:
    if event is None:
        return ""
    if event.ranking is not None:
        return leaders(event.ranking, words)
    return f"{words.board.no_ranking}. {why_unranked(event, words)}".strip()


def _reviews(event: SlateRanked, words: Words) -> tuple[Block, ...]:
    return (Actions(buttons=(reviews_button(event.run_id, words),)),) if event.reviews else ()


def _evidence(event: SlateRanked, words: Words) -> tuple[Block, ...]:
    """Return buttons for the reviews and, if something was ranked, for the figures as a picture."""
    reviews = (reviews_button(event.run_id, words),) if event.reviews else ()
    charts = (charts_button(event.run_id, words),) if event.ranking is not None else ()
    return (Actions(buttons=(*reviews, *charts)),) if reviews or charts else ()


def _absent(summary: RunSummary, words: Words) -> tuple[Line, ...]:
    """Return lines about models without an answer, without names."""
    return small(answer_gaps(summary.gaps, summary.members, words))


def _revealed(board: Board | None, event: NamesRevealed, words: Words) -> Post:
    blocks = _names_and_votes(board, event, words)
    return Post(blocks=blocks, summary=_names_notice(event, words), silent=True)


def _names_and_votes(board: Board | None, event: NamesRevealed, words: Words) -> tuple[Block, ...]:
    """Return the blocks after the reveal: authors, both rankings, absences, and the cost."""
    said = words.board
    ranked = board.ranked if board is not None else None
    ranking = ranked.ranking if ranked is not None else None
    first = (line(leaders(ranking, words)),) if ranking is not None else ()
    paid = bill(event.usage, words, is_partial=event.cost_is_partial)
    return (
        Heading(text=said.names),
        *first,
        _names(event.unveiled, words, vote_held=event.vote_held),
        *((line(votes_told(event, words)),) if event.vote_held else ()),
        *team_lines(event, words),
        *((line(said.not_blind),) if event.not_blind else ()),
        *(scoreboard_blocks(ranked.scoreboard, words) if ranked is not None else ()),
        *(panel_facts(ranked, words) if ranked is not None else ()),
        *(counted_reviews(ranked.reviews, words) if ranked is not None else ()),
        *(split_before(board.split, words) if board is not None else ()),
        *(line(named(absence, words)) for absence in event.absences),
        line(_roles(event, words), small=True),
        *tools_lines(event.unveiled, words),
        line(f"{said.to_verdict(seconds=event.seconds)} · {paid}", small=True),
        *(_evidence(ranked, words) if ranked is not None else ()),
    )


def votes_told(event: NamesRevealed, words: Words) -> str:
    """Return a sentence with the person who ended the vote, the number of voters, and how many of them voted blind."""
    closed = words.board.closed(by=quoted(event.closed_by), is_stopped=False)
    return f"{closed} {_voted(event.ballots, event.blind, words)}"


def _voted(count: int, blind: int, words: Words) -> str:
    told = words.board.voted(count=count)
    return f"{told} {words.board.told_apart(blind=blind, informed=count - blind)}" if count > blind else told


def _names(unveiled: Sequence[Unveiled], words: Words, *, vote_held: bool) -> Table:
    said = words.board

    def row(one: Unveiled) -> tuple[str, ...]:
        place = "–" if one.place is None else str(one.place)
        return (
            place,
            str(one.alias),
            one.name,
            *((votes_and_blind(one.votes, one.blind_votes),) if vote_held else ()),
        )

    columns = (said.place, said.response, said.model, *((said.votes,) if vote_held else ()))
    caption = " ".join(said.written_by(alias=one.alias, name=one.name) for one in unveiled)
    return Table(columns=columns, rows=tuple(map(row, unveiled)), caption=caption)


def _names_notice(event: NamesRevealed, words: Words) -> str:
    who = [words.board.written_by(alias=one.alias, name=one.name) for one in event.unveiled]
    return " ".join([words.board.names_out, *who])


def team_lines(event: NamesRevealed, words: Words) -> tuple[Line, ...]:
    """Return the team's ranking by blind votes beside the models' ranking; nothing without a blind vote."""
    if not event.ballots:
        return ()
    said: list[str] = []
    if event.agreement is not None and event.blind >= FEWEST_BLIND:
        said.append(words.board.team_agrees(how=_agreement(event.agreement)))
    if event.team_ranking is not None:
        winners, informed = event.team_ranking.winners, event.ballots - event.blind
        said.append(words.board.team_favourite(aliases=winners, by_blind_votes=informed > 0))
    if event.joint_ranking is not None:
        said.append(words.board.counted_together(aliases=event.joint_ranking.winners))
    return (line(" ".join(said)),) if said else ()


def _agreement(agreement: float) -> Agreement:
    for least, how in AGREEMENTS:
        if agreement >= least:
            return how
    return "opposite"


def _roles(event: NamesRevealed, words: Words) -> str:
    chair = words.board.chaired_by(name=quoted(event.chairman)) if event.chairman else words.board.no_verdict
    reviewers = [
        words.board.reviewer_was(number=one.number, name=quoted(one.name))
        for one in sorted(event.reviewers, key=lambda one: one.number)
    ]
    names = [quoted(name) for name in event.describers]
    readers = [quoted(name) for name in event.readers]
    described = [words.board.described(names=names, readers=readers)] if names else []
    return " ".join([chair, " · ".join(reviewers), *described]).strip()
