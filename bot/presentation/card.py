"""Draw the card in the channel: the question with its progress, and later with the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.post import Block, Heading, Line, Part, Post, Prose, Stages, Time, Tone, line, quoted
from bot.presentation.abstentions import answer_gaps
from bot.presentation.fit import balanced, question_prose
from bot.presentation.material import material_lines
from bot.presentation.opening import beginning
from bot.presentation.phrases import (
    LONGEST_QUESTION,
    demo_notice,
    ended_because,
    renewal,
    sentence,
    small,
    summary_cost,
)
from bot.presentation.positions import split_line
from bot.presentation.progress import so_many_votes, stage_lines, waiting_words
from bot.presentation.ranking import certainty_of
from bot.presentation.run_buttons import run_buttons
from bot.presentation.words import Words
from bot.presentation.words.thread import CardState
from council_core.domain.events import SplitFound, StageProgressed
from council_core.domain.question import Masked, RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.domain.summary import RunSummary
from council_core.domain.title import cut_at_word
from council_core.domain.waiting import RunWaits

LONGEST_DRAFT = 900
LONGEST_VALUE = 80
"""Most characters of a field's value, with which the whole card has some twenty lines and fits on a screen."""

STATES: dict[RunStatus, CardState] = {
    "asked": "answering",
    "answering": "answering",
    "reviewing": "reviewing",
    "synthesizing": "concluding",
    "voting": "answered",
    "revealed": "answered",
    "failed": "failed",
    "cancelled": "stopped",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The public outcome of a run."""

    answer: str
    """The beginning of the verdict, at most 300 characters of CommonMark."""

    firsts: int
    """Number of models that put the best response first."""

    of: int
    by_scores: bool
    """Whether the mean score decides the first place, and the ballots put another response first."""

    is_close: bool
    """Whether another response might as well have come first."""

    names: tuple[str, ...] = ()
    """The authors of the best responses; empty before the reveal."""

    votes: int = 0
    """Number of people who put one of them first; known after the reveal."""

    blind_votes: int = 0
    """The same of those who voted blind."""


def outcome_of_view(view: RunView) -> Outcome | None:
    """Return the outcome of a run; None before there is a ranking or a verdict."""
    ranking = view.ranking
    if view.verdict is None and ranking is None:
        return None
    top: tuple[Alias, ...] = ()
    most = of = 0
    if ranking is not None:
        top = ranking.winners
        best = [standing for standing in ranking.standings if standing.alias in top]
        most, of = max(((each.first_places, ranking.judges_of(each)) for each in best), default=(0, 0))
    names: tuple[str, ...] = ()
    votes = blind = 0
    if isinstance(view, OpenRun):
        names = tuple(view.author(alias) for alias in top)
        votes, blind = view.run.votes_for(*top)
    return Outcome(
        answer=beginning(view.verdict.text) if view.verdict is not None else "",
        firsts=most,
        of=of,
        by_scores=ranking is not None and ranking.winners != ranking.first_by_ballots,
        is_close=ranking is not None and certainty_of(ranking) == "too_close",
        names=names,
        votes=votes,
        blind_votes=blind,
    )


def card_for(
    summary: RunSummary,
    words: Words,
    progress: StageProgressed | None = None,
    note: str = "",
    *,
    outcome: Outcome | None = None,
    missing: str = "",
    has_buttons: bool = True,
    waits: RunWaits | None = None,
    usual_seconds: float | None = None,
    verdict_url: str = "",
    has_page: bool = False,
    draft: str = "",
    split: SplitFound | None = None,
    board: Sequence[Block] = (),
    may_share: bool = True,
) -> Post:
    """Return the card for the channel.

    Args:
        summary: State of the run.
        words: Words in the thread's language.
        progress: Latest progress within a stage, if it is newer than the summary.
        note: Our own sentence about the place, such as the reason why there is no thread.
        outcome: Outcome, as far as everybody may see it.
        missing: Reason why something could not be posted, in the platform's sentence.
        has_buttons: Whether the platform has room for buttons; without it a finished card offers nothing.
        waits: Place in the queue; None if the run does not wait.
        usual_seconds: Usual duration of runs here; None if unknown.
        verdict_url: Link to the verdict's post.
        has_page: Whether the run has a page in the browser.
        draft: Text of the verdict that the chairman has written so far.
        split: The models' disagreement, while each is asked once more.
        board: Blocks of the vote and the ranking, if the card shows them.
        may_share: Whether the run has a thread, from which its verdict can be shared into the channel.
    """
    shows_stages = summary.status not in ("voting", "revealed")
    blocks = (
        *_heading(summary, words, waits),
        Prose(text=question_of(summary.question)),
        *(_stages(summary, words, progress, waits, usual_seconds) if shows_stages else ()),
        *split_line(split, words),
        *((Prose(text=_end_of(draft)),) if draft else ()),
        *_outcome_blocks(summary, words, outcome),
        *board,
        *fact_lines(summary, words, note=note, missing=missing),
        *demo_notice(summary.demo, words),
        *(
            run_buttons(summary, words, verdict_url=verdict_url, has_page=has_page, may_share=may_share)
            if has_buttons or summary.status not in FINISHED
            else ()
        ),
    )
    title = title_of(summary, words) if waits is None else words.card.heading(state="queued")
    return Post(blocks=blocks, summary=_summary(summary, title, words), tone=_tone(summary), silent=True)


def fact_lines(summary: RunSummary, words: Words, *, note: str = "", missing: str = "") -> tuple[Block, ...]:
    """Return lines on the material, the earlier questions, the asker, the cost, and posts that are missing."""
    return (
        *material_lines(summary.material, words),
        *_context(summary, words),
        line(*_facts(summary, words), small=True),
        *((line(sentence(note), small=True),) if note else ()),
        *((line(_missing(missing, summary.run_id, words)),) if missing else ()),
    )


def _end_of(draft: str) -> str:
    """Return the end of a growing text, from the beginning of a line, so that the newest lines stay visible."""
    if len(draft) <= LONGEST_DRAFT:
        return balanced(draft)
    kept = draft[-LONGEST_DRAFT:]
    return balanced(f"…\n\n{kept.partition(chr(10))[2] or kept}")


def title_of(summary: RunSummary, words: Words) -> str:
    """Return the state of a run as a heading."""
    concluding = summary.status in ("voting", "revealed")
    state = "unanswered" if concluding and not summary.has_verdict else STATES[summary.status]
    return words.card.heading(state=state)


def _heading(summary: RunSummary, words: Words, waits: RunWaits | None) -> tuple[Block, ...]:
    if waits is not None:
        return (Heading(text=words.card.heading(state="queued")),)
    if summary.status == "voting" and summary.has_verdict and summary.voting_open:
        closes = summary.voting_closes_at
        return (line(*words.card.answered_until(until=None if closes is None else Time(at=closes))),)
    return (Heading(text=title_of(summary, words)),)


@lru_cache(maxsize=256)  # A card is drawn a dozen times, and reads its question as CommonMark each time.
def question_of(text: str) -> str:
    """Return the question; a long one is cut and ends with …."""
    if len(text) <= LONGEST_QUESTION:
        return question_prose(text)
    kept, space, _ = text[: LONGEST_QUESTION - 1].rpartition(" ")
    kept = kept if space and len(kept) > LONGEST_QUESTION // 2 else text[: LONGEST_QUESTION - 1]
    return question_prose(f"{kept.rstrip()}…")


def _stages(
    summary: RunSummary,
    words: Words,
    progress: StageProgressed | None,
    waits: RunWaits | None,
    usual_seconds: float | None,
) -> tuple[Block, ...]:
    lines = stage_lines(summary, progress, words, is_waiting=waits is not None)
    usually = (
        ()
        if usual_seconds is None or summary.status in FINISHED
        else (line(words.stages.usually(seconds=usual_seconds), small=True),)
    )
    queued = (line(waiting_words(waits, words)),) if waits is not None else ()
    return (Stages(lines=lines), *queued, *usually)


def _outcome_blocks(summary: RunSummary, words: Words, outcome: Outcome | None) -> tuple[Block, ...]:
    """Return the outcome, or the reason why there is none; empty while the run is under way."""
    answer = (Prose(text=outcome.answer),) if outcome is not None and outcome.answer else ()
    said = outcome_of(summary, words, outcome)
    missing = summary.ending.shortfall if summary.ending is not None else None
    below = renewal(missing.renews, words) if missing is not None else ()
    return (*answer, *((line(said),) if said else ()), *below)


def outcome_of(summary: RunSummary, words: Words, outcome: Outcome | None = None) -> str:
    """Return the outcome beside the verdict as one paragraph of CommonMark; empty while the run is under way."""
    match summary.status:
        case "failed":
            return (
                f"{ended_because(summary, words)} {answer_gaps(summary.gaps, summary.members, words)}".strip()
            )
        case "cancelled":
            return ended_because(summary, words)
        case "voting" | "revealed":
            return _result(summary, words, outcome)
        case _:
            return ""


def _result(summary: RunSummary, words: Words, outcome: Outcome | None) -> str:
    if summary.hides_result:
        return words.board.hidden
    said = [] if summary.has_verdict else [words.card.no_verdict]
    if not summary.top:
        said.append(words.card.not_ranked)
    elif outcome is not None and outcome.names:
        names = [quoted(name) for name in outcome.names]
        best = words.card.best(
            aliases=summary.top,
            names=names,
            firsts=outcome.firsts,
            of=outcome.of,
            by_scores=outcome.by_scores,
        )
        votes = (
            (words.phrases.ballots(count=outcome.votes, blind=outcome.blind_votes),)
            if outcome.votes or outcome.blind_votes
            else ()
        )
        said.append(" · ".join([best, *votes]))
    else:
        firsts, of = (outcome.firsts, outcome.of) if outcome is not None else (0, summary.valid_reviews)
        first = words.card.ranked_first(
            aliases=summary.top,
            firsts=firsts,
            of=of,
            by_scores=outcome is not None and outcome.by_scores,
            is_close=outcome is not None and outcome.is_close and not outcome.by_scores,
        )
        votes = (so_many_votes(summary, words),) if summary.voting_open else ()
        said.append(" · ".join([first, *votes]))
    return " ".join(said)


def _context(summary: RunSummary, words: Words) -> tuple[Line, ...]:
    """Return lines about the run that this one follows and the material it read."""
    card = words.card
    again = card.repeats(run_id=summary.repeats) if summary.repeats else ""
    earlier = card.earlier(count=summary.earlier) if summary.earlier else ""
    not_blind = card.not_blind if summary.not_blind else ""
    template = template_line(summary, words)
    return small(template, again, earlier, not_blind, masked_notice(summary.masked, words))


def template_line(summary: RunSummary, words: Words) -> str:
    """Return the template of a question with its filled fields; empty without one."""
    template = summary.template
    if template is None:
        return ""
    filled = " · ".join(
        f"{quoted(field.label)}: {quoted(cut_at_word(field.value, LONGEST_VALUE))}"
        for field in template.fields
        if field.value
    )
    return words.card.template(title=quoted(template.title), fields=filled)


def masked_notice(masked: Sequence[Masked], words: Words) -> str:
    """Return a notice about secrets that were masked in the question; empty if there were none."""
    return words.card.masked(secrets=words.phrases.secrets(masked=masked)) if masked else ""


def _missing(why: str, run_id: RunId, words: Words) -> str:
    return words.card.missing(why=quoted(why), command=f"/council show {run_id}")


def _facts(summary: RunSummary, words: Words) -> tuple[Part, ...]:
    """Return the asker, the time, and the cost."""
    facts: list[str] = []
    if summary.preset:
        facts.append(words.card.preset(name=quoted(summary.preset)))
    if summary.status in ("voting", "revealed") and summary.reviewers:
        counted = words.stages.reviews_counted(valid=summary.valid_reviews, of=summary.reviewers)
        answered = words.stages.answered(done=summary.answered, of=summary.members, missing=len(summary.gaps))
        facts += [f"{words.stages.answers} {answered}", f"{words.stages.reviews} {counted}"]
    is_unpaid = summary.ending is not None and summary.ending.is_unpaid
    is_unknown = summary.finished_at is not None and not summary.demo and not is_unpaid
    if summary.cost is not None or is_unknown:
        cost = summary_cost(summary, words)
        is_final = summary.status in (*FINISHED, "voting")
        facts.append(cost if is_final else words.card.so_far(cost=cost))
    facts.append(words.card.run(run_id=summary.run_id))
    asked = f"{words.card.asked_by(asker=quoted(summary.asker_name))} · "
    return (asked, Time(at=summary.asked_at, shows="both"), " · " + " · ".join(facts))


def _tone(summary: RunSummary) -> Tone:
    match summary.status:
        case "failed":
            return "bad"
        case "cancelled":
            return "warning"
        case "voting" | "revealed":
            return "good" if summary.has_verdict else "warning"
        case _:
            return "plain"


def _summary(summary: RunSummary, title: str, words: Words) -> str:
    asked = words.card.notice(asker=summary.asker_name, question=cut_at_word(summary.question, 150))
    if summary.status == "failed":
        return f"{title}. {ended_because(summary, words, quote=str)} {asked}"
    return f"{title}. {asked}"
