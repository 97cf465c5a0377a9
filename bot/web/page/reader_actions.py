"""List the actions of a reader on a run's page: vote, rank, reveal, ask further."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from bot.post import Line, Time, quoted
from bot.presentation.words import Words
from bot.web.page.judging import line_html
from bot.web.page.prose import inline
from council_core.domain.place import PersonId
from council_core.domain.run import FINISHED
from council_core.domain.run_view import RunView
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class VotePart:
    """The ballot of an open vote."""

    aliases: tuple[str, ...]
    best: str
    """The reader's own first choice; empty without one."""

    order: tuple[str, ...]
    """All responses in the reader's order so far; at first in the order of letters."""

    has_voted: bool
    is_draft: bool
    """Whether the reader is moving responses without a script."""

    said: str
    """The reader's own vote in words."""

    hides_result: bool
    until: Markup
    may_reveal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ActsPart:
    """Actions that the page offers to a reader."""

    vote: VotePart | None
    may_cancel: bool
    may_retry: bool
    may_follow: bool
    suggestions: tuple[str, ...]
    """Questions that the chairman suggests next."""

    sees_prompts: bool = False
    may_publish: bool = False
    public: str = ""
    """Public address of the run; empty if it has none, or if the reader need not know it."""

    channel: str = ""
    """Name of the run's channel; empty if it has none, or if the page is public."""

    thread: str = ""
    """Address of the run's thread in the chat; empty if it has none, or if the page is public."""


NOTHING = ActsPart(vote=None, may_cancel=False, may_retry=False, may_follow=False, suggestions=())
"""Actions of a reader of a public page: none."""


def acts_part(view: RunView, words: Words, *, person: PersonId, draft: Sequence[Alias] = ()) -> ActsPart:
    """Return the actions of this reader on the run in its present state.

    Args:
        view: The run as the reader may see it.
        words: Words in the reader's language.
        person: The reader.
        draft: The ranking that the reader is making and has not sent yet.
    """
    summary = view.summary
    is_asker = person == summary.asker
    under_way = summary.status not in FINISHED and summary.status != "voting"
    missed = summary.status == "failed" or (summary.status == "revealed" and summary.incomplete)
    return ActsPart(
        vote=_vote(view, words, person=person, draft=draft) if summary.voting_open else None,
        may_cancel=under_way and is_asker,
        may_retry=missed,
        may_follow=view.verdict is not None and summary.status in ("voting", "revealed"),
        suggestions=view.verdict.points.ask if view.verdict is not None else (),
    )


def _vote(view: RunView, words: Words, *, person: PersonId, draft: Sequence[Alias]) -> VotePart:
    summary, own = view.summary, view.own_ballot
    ranked = [alias for group in own for alias in group]
    aliases = [response.alias for response in view.responses]
    valid_draft = sorted(draft) == sorted(aliases)
    order = [*draft] if valid_draft else [*ranked, *(alias for alias in aliases if alias not in ranked)]
    closes = summary.voting_closes_at
    until = (
        words.board.open_until(until=Time(at=closes, shows="both"), enough=summary.votes_needed)
        if closes is not None
        else (words.board.open_for(seconds=None, enough=summary.votes_needed),)
    )
    who = words.board.who_ends(who=summary.who_reveals, asker=quoted(summary.asker_name))
    return VotePart(
        aliases=tuple(aliases),
        best=own[0][0] if own else "",
        order=tuple(order),
        has_voted=bool(own),
        is_draft=valid_draft,
        said=_own_words(own, words),
        hides_result=summary.hides_result,
        until=Markup(" ").join((line_html(Line(parts=tuple(until))), inline(who))),
        may_reveal=summary.may_be_revealed_by(person),
    )


def _own_words(own: Sequence[Sequence[Alias]], words: Words) -> str:
    if not own:
        return ""
    if len(own) == 1 and len(own[0]) == 1:
        return words.replies.voted(alias=own[0][0])
    return words.replies.ranked(order=words.phrases.order(groups=own))
