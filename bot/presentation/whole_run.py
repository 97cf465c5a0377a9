"""A stored run -> posts that tell all of it in order, for reading on one page; blind until the reveal."""

from collections.abc import Sequence

from bot.post import Block, Heading, Line, Post, Prose, line, quoted
from bot.presentation.abstentions import answer_gaps, explained
from bot.presentation.card import masked_notice, outcome_of, title_of
from bot.presentation.fit import balanced
from bot.presentation.panel import shortened_for_review
from bot.presentation.phrases import (
    counted,
    demo_notice,
    expense,
    lasting,
    listed,
    responses,
    small,
    words_in,
)
from bot.presentation.ranking import leaders, ranking_table
from bot.presentation.reviews import panel_heading, review_blocks
from council_core.domain.answer import Answer, Outcome
from council_core.domain.run import Run
from council_core.domain.slate import Response
from council_core.domain.summary import anonymous_reviews, reviewer_names, summarize


def whole_run(run: Run) -> tuple[Post, ...]:
    """Question, responses, reviews, ranking, verdict, votes and cost. Names appear only when the run is
    revealed or failed; votes are only ever counted."""
    sections = (
        _question(run),
        *_responses(run),
        *_late(run),
        *_reviews(run),
        *_ranking(run),
        *_verdict(run),
        _end(run),
    )
    return tuple(sections)


def _post(*blocks: Block, summary: str) -> Post:
    return Post(blocks=blocks, summary=summary, silent=True)


def _is_open(run: Run) -> bool:
    """Whether names may be known: a stopped run stays sealed."""
    return run.status in ("revealed", "failed")


def _question(run: Run) -> Post:
    asked = f"{run.asked_at:%Y-%m-%d %H:%M} UTC"
    summary = summarize(run)
    outcome = outcome_of(summary)
    return _post(
        Heading(text=title_of(summary)),
        line(f"Asked by {quoted(run.question.asker.name)} on {asked} · run {run.id}", small=True),
        Prose(text=balanced(run.question.text)),
        *small(masked_notice(run.question.masked)),
        *((line(outcome),) if outcome else ()),
        *demo_notice(summary.demo),
        summary=f"Run {run.id}: {title_of(summary)}.",
    )


def _responses(run: Run) -> tuple[Post, ...]:
    if run.slate is not None:
        shown = tuple(_response(run, response) for response in run.slate.responses)
    elif _is_open(run):
        shown = tuple(_named_answer(run, outcome) for outcome in run.outcomes if outcome.kind == "answer")
    else:
        shown = ()
    return (*shown, *_absent(run))


def _response(run: Run, response: Response) -> Post:
    title = f"Response {response.alias}"
    return _post(
        Heading(text=f"{title}{_author(run, response)}"),
        Prose(text=balanced(response.text)),
        _facts(run, response),
        summary=f"{title}: {words_in(response.text)}.",
    )


def _author(run: Run, response: Response) -> str:
    if not _is_open(run) or run.key is None:
        return ""
    return f" by {run.settings.roster.named(run.key.member(response.alias)).name}"


def _facts(run: Run, response: Response) -> Line:
    """How long it is and, once names may be known, its time and cost: those tell members apart."""
    answer = _answer_behind(run, response) if _is_open(run) else None
    if answer is None:
        return line(words_in(response.text), small=True)
    took = f"{words_in(response.text)} · {lasting(answer.reply.latency)} · {expense(answer.reply.usage)}"
    return line(took, small=True)


def _answer_behind(run: Run, response: Response) -> Answer | None:
    member = run.key.member(response.alias) if run.key is not None else None
    for outcome in run.outcomes:
        if outcome.kind == "answer" and outcome.member == member:
            return outcome
    return None


def _named_answer(run: Run, answer: Answer) -> Post:
    name = run.settings.roster.named(answer.member).name
    return _post(
        Heading(text=f"Answer by {name}"),
        Prose(text=balanced(answer.text)),
        line(f"{words_in(answer.text)}, not reviewed · {expense(answer.reply.usage)}", small=True),
        summary=f"Answer by {name}: {words_in(answer.text)}.",
    )


def _absent(run: Run) -> tuple[Post, ...]:
    """Who gave no answer; by name only once names may be known."""
    if not _is_open(run):
        said = answer_gaps(summarize(run).gaps, len(run.settings.roster.answering))
        return (_post(line(said), summary=said),) if said else ()
    lines = tuple(line(_absence(run, outcome)) for outcome in run.outcomes if outcome.kind == "abstention")
    return (_post(*lines, summary=f"{counted(len(lines), 'member')} gave no answer."),) if lines else ()


def _absence(run: Run, outcome: Outcome) -> str:
    name = quoted(run.settings.roster.named(outcome.member).name)
    if outcome.kind == "answer":
        return f"**{name}** answered."
    return f"**{name}** gave no answer. {explained(outcome.failure.reason, outcome.failure.detail)}"


def _late(run: Run) -> tuple[Post, ...]:
    return tuple(
        _post(
            Heading(text=f"A late answer{_late_author(run, outcome)}"),
            Prose(text=balanced(outcome.text)),
            line("It came after its stage, so nobody ranked it.", small=True),
            summary="An answer that came too late to be ranked.",
        )
        for outcome in run.late
        if outcome.kind == "answer"
    )


def _late_author(run: Run, outcome: Answer) -> str:
    return f" by {run.settings.roster.named(outcome.member).name}" if _is_open(run) else ""


def _reviews(run: Run) -> tuple[Post, ...]:
    reviews = anonymous_reviews(run)
    if not reviews:
        return ()
    names = reviewer_names(run)
    blocks: list[Block] = [panel_heading(reviews), *shortened_for_review(reviews)]
    for review in reviews:
        blocks += review_blocks(review, name=names.get(review.number, ""), prose=balanced(review.text))
    return (_post(*blocks, summary=f"{counted(len(reviews), 'review')}."),)


def ranking_blocks(run: Run) -> tuple[Block, ...]:
    """How the members rank the responses; nothing where they do not."""
    if run.ranking is None:
        return ()
    heading = Heading(text="How the members rank the responses")
    return heading, line(leaders(run.ranking)), ranking_table(run.ranking)


def _ranking(run: Run) -> tuple[Post, ...]:
    return (_post(*ranking_blocks(run), summary=leaders(run.ranking)),) if run.ranking else ()


def authors(run: Run) -> tuple[Line, ...]:
    """Who wrote which response, in one line; nothing before names may be known."""
    if not _is_open(run) or run.key is None or run.slate is None:
        return ()
    names = [
        f"Response {response.alias} is by {quoted(run.settings.roster.named(run.key.member(response.alias)).name)}"
        for response in run.slate.responses
    ]
    return (line(f"{listed(names)}."),)


def verdict_blocks(run: Run, text: str) -> tuple[Block, ...]:
    """The verdict under its heading, with its critique; nothing where there is none.

    Args:
        run: The run.
        text: As much of the verdict as there is room for.
    """
    if run.verdict is None:
        return ()
    chairman = run.settings.roster.named(run.verdict.chairman).name
    by = f" by {chairman}" if _is_open(run) else ""
    critique: Sequence[Block] = ()
    if run.verdict.critique:
        critique = (line("**What the chairman doubts about it**"), Prose(text=balanced(run.verdict.critique)))
    return (
        Heading(text=f"Verdict{by}" if run.ranking else f"Verdict{by}, without a ranking behind it"),
        Prose(text=balanced(text)),
        *critique,
    )


def _verdict(run: Run) -> tuple[Post, ...]:
    if run.verdict is None:
        return ()
    top = f"Ranked first by the members: {responses(run.verdict.top)}." if run.verdict.top else ""
    blocks = verdict_blocks(run, run.verdict.text)
    return (_post(*blocks, *((line(top),) if top else ()), summary="The verdict."),)


def _end(run: Run) -> Post:
    """Votes and cost."""
    said = [f"{counted(len(run.ballots), 'vote')}".capitalize() + "."]
    if run.is_voting_open:
        said = [f"{said[0][:-1]} so far."]
    if _is_open(run) and run.tally is not None and run.tally.ranking is not None:
        said.append(f"The team's favourite: {responses(run.tally.ranking.winners)}.")
    return _post(
        line(" ".join(said)),
        line(expense(run.usage), small=True),
        *demo_notice(run.settings.roster.is_demo),
        summary=" ".join(said),
    )
