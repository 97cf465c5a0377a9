"""The vote -> a post with one button for each response, refreshed as people vote, closed without buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.post import Actions, Block, Button, Choice, Heading, Limits, Post, line, quoted
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.phrases import counted, demo_notice, lasting, responses
from bot.requests import run_action, vote_action
from council_core.domain.events import VotingOpened
from council_core.domain.question import RunId
from council_core.domain.settings import WhoReveals
from council_core.domain.slate import Alias
from council_core.domain.summary import RunSummary

CONFIRM_REVEAL = "This closes the voting for everybody. Reveal who wrote what?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """What ends a vote before its time is up."""

    who: WhoReveals = "asker"
    """Who may reveal."""

    asker: str = ""
    """The name of who asked."""

    votes: int | None = None
    """With so many votes it closes by itself; None where it does not."""


BY_ASKER = Ends()


def opening_posts(event: VotingOpened, limits: Limits) -> tuple[KeyedPost, ...]:
    """The vote as it opens; nothing on a platform that has no room for buttons."""
    if limits.buttons < 1:
        return ()
    post = voting_post(
        event.run_id,
        event.aliases,
        0,
        limits=limits,
        vote_seconds=event.vote_seconds,
        ends=Ends(who=event.who_reveals, asker=event.asker_name, votes=event.votes_needed),
        demo=event.demo,
    )
    return (KeyedPost(key="voting", post=post),)


def voting_for(
    summary: RunSummary, limits: Limits, *, vote_seconds: float | None = None, closed_by: str = ""
) -> Post:
    """The vote as a run stands now: with the present count, or closed and without buttons.

    Args:
        summary: The run.
        limits: How much room there is.
        vote_seconds: How long the voting lasts once the ranking is there, where the caller knows.
        closed_by: The name of who revealed; empty when nobody did.
    """
    return voting_post(
        summary.run_id,
        summary.aliases,
        summary.votes,
        limits=limits,
        is_open=summary.voting_open,
        closes_at=summary.voting_closes_at,
        vote_seconds=vote_seconds,
        ends=Ends(who=summary.who_reveals, asker=summary.asker_name, votes=summary.votes_needed),
        closed_by=closed_by,
        stopped=summary.status in ("failed", "cancelled"),
        demo=summary.demo,
    )


def voting_post(
    run_id: RunId,
    aliases: Sequence[Alias],
    votes: int,
    *,
    limits: Limits,
    is_open: bool = True,
    closes_at: datetime | None = None,
    vote_seconds: float | None = None,
    ends: Ends = BY_ASKER,
    closed_by: str = "",
    stopped: bool = False,
    demo: bool = False,
) -> Post:
    """The vote from its parts; see `voting_for`.

    Args:
        run_id: The run.
        aliases: What can be voted for.
        votes: How many people have voted.
        limits: How much room there is.
        is_open: Whether a vote still counts.
        closes_at: When the voting closes by itself, once that is known.
        vote_seconds: How long it lasts once the ranking is there, while `closes_at` is not known.
        ends: What else ends it.
        closed_by: The name of who revealed.
        stopped: Whether the run ended before its time, so that the votes decide nothing.
        demo: Whether no model was asked.
    """
    if not is_open:
        return _closed(votes, closed_by, stopped=stopped, demo=demo)
    reveal = () if ends.who == "nobody" else (_reveal_button(run_id),)
    blocks: tuple[Block, ...] = (
        Heading(text="Which response is best?"),
        line("Vote for one. Nobody sees what you chose, and you can change it until the names are revealed."),
        _ballot(run_id, aliases, limits),
        line(
            f"{_so_far(votes)} {_closing(closes_at, vote_seconds)}{_enough(ends)}. {_who(ends)}", small=True
        ),
        Actions(buttons=(_ranking_button(run_id), *reveal)),
        *demo_notice(demo),
    )
    return Post(
        blocks=blocks, summary=f"Vote for the best of {responses(aliases)}. {_so_far(votes)}", silent=True
    )


def _ballot(run_id: RunId, aliases: Sequence[Alias], limits: Limits) -> Actions:
    if len(aliases) <= limits.buttons:
        return Actions(
            buttons=tuple(
                Button(label=f"Response {alias}", action=vote_action(run_id, alias)) for alias in aliases
            )
        )
    choices = tuple(Choice(label=f"Response {alias}", action=vote_action(run_id, alias)) for alias in aliases)
    return Actions(choices=choices, placeholder="Choose a response")


def _ranking_button(run_id: RunId) -> Button:
    return Button(label="Rank them all", action=run_action("rank", run_id))


def _reveal_button(run_id: RunId) -> Button:
    return Button(
        label="Reveal names", action=run_action("reveal", run_id), style="primary", confirm=CONFIRM_REVEAL
    )


def _so_far(votes: int) -> str:
    return f"{counted(votes, 'vote').capitalize()} so far."


def _closing(closes_at: datetime | None, vote_seconds: float | None) -> str:
    if closes_at is not None:
        return f"The voting closes at {closes_at:%H:%M} UTC"
    if vote_seconds is None:
        return "The voting stays open until after the members' own ranking is here"
    if vote_seconds == 0:
        return "The voting closes as soon as the members' own ranking is here"
    return f"The voting closes {lasting(vote_seconds)} after the members' own ranking is here"


def _enough(ends: Ends) -> str:
    return "" if ends.votes is None else f", or with {counted(ends.votes, 'vote')}"


def _who(ends: Ends) -> str:
    match ends.who:
        case "asker":
            return f"{quoted(ends.asker) or 'Who asked'} may reveal the names before."
        case "anyone":
            return "Anyone may reveal the names before."
        case "nobody":
            return "Nobody can reveal the names before."


def _closed(votes: int, closed_by: str, *, stopped: bool, demo: bool) -> Post:
    if stopped:
        said = "The voting is closed, because the run was stopped before its end."
    elif closed_by:
        said = f"The voting is closed: {quoted(closed_by)} asked for the names."
    else:
        said = "The voting is closed."
    count = {0: "Nobody voted.", 1: "One person voted."}.get(votes, f"{votes} people voted.")
    blocks = (Heading(text="The vote"), line(f"{said} {count}"), *demo_notice(demo))
    return Post(blocks=blocks, summary=f"The voting is closed. {count}", silent=True)
