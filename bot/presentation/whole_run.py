"""A view of a run -> posts that tell all of it in order, for reading on one page."""

from collections.abc import Mapping, Sequence

from bot.post import Block, Heading, Line, Post, Prose, line, quoted
from bot.presentation.abstentions import answer_gaps, explained
from bot.presentation.card import masked_notice, outcome_of, title_of
from bot.presentation.claims import claims_blocks
from bot.presentation.fit import balanced, question_prose
from bot.presentation.material import given_lines, material_lines, readers_line
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
from bot.presentation.sources import misquoted_lines, source_line
from bot.presentation.tool_calls import all_calls
from bot.presentation.words import ENGLISH
from council_core.domain.answer import Abstention, Answer
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Response
from council_core.stages.remember import NOTHING_REMEMBERED, Remembered


def whole_run(view: RunView, earlier: Remembered = NOTHING_REMEMBERED) -> tuple[Post, ...]:
    """Question, responses, reviews, ranking, verdict, votes and cost, as far as the view has them.

    Args:
        view: The run.
        earlier: What its models were given of the material of earlier questions.
    """
    sections = (
        _question(view, earlier),
        *_responses(view),
        *_late(view),
        *_reviews(view),
        *_ranking(view),
        *_verdict(view),
        *_tools(view),
        _end(view),
    )
    return tuple(sections)


def _post(*blocks: Block, summary: str) -> Post:
    return Post(blocks=blocks, summary=summary, silent=True)


def _question(view: RunView, earlier: Remembered) -> Post:
    summary = view.summary
    asked = f"{summary.asked_at:%Y-%m-%d %H:%M} UTC"
    outcome = outcome_of(summary, ENGLISH)
    return _post(
        Heading(text=title_of(summary, ENGLISH)),
        line(f"Asked by {quoted(summary.asker_name)} on {asked} · run {summary.run_id}", small=True),
        Prose(text=question_prose(summary.question)),
        *material_lines(summary.material),
        *given_lines(summary.material, view.for_reviewers),
        *given_lines(earlier.material, view.for_reviewers, is_earlier=True),
        *readers_line(_readers(view)),
        *small(masked_notice(summary.masked, ENGLISH)),
        *((line(outcome),) if outcome else ()),
        *demo_notice(summary.demo),
        summary=f"Run {summary.run_id}: {title_of(summary, ENGLISH)}.",
    )


def _readers(view: RunView) -> tuple[str, ...]:
    """Return the members that answered by the description of a picture, once names are public."""
    if not isinstance(view, OpenRun):
        return ()
    readers = [reader for each in view.run.describers for reader in each.readers]
    return tuple(dict.fromkeys(map(view.named, readers)))


def _responses(view: RunView) -> tuple[Post, ...]:
    shown = tuple(_response(view, response) for response in view.responses)
    if not view.responses and isinstance(view, OpenRun):
        shown = tuple(_named_answer(view, answer) for answer in view.run.outcomes if answer.kind == "answer")
    return (*shown, *_absent(view))


def _response(view: RunView, response: Response) -> Post:
    title = f"Response {response.alias}"
    by = f" by {view.author(response.alias)}" if isinstance(view, OpenRun) else ""
    return _post(
        Heading(text=f"{title}{by}"),
        Prose(text=balanced(response.text)),
        *source_line(response, ENGLISH),
        *misquoted_lines(response.misquoted, ENGLISH),
        _facts(view, response),
        summary=f"{title}: {words_in(response.text)}.",
    )


def _facts(view: RunView, response: Response) -> Line:
    """Return the run's length and, once names are public, its time and cost: those could identify models."""
    answer = _answer_behind(view, response) if isinstance(view, OpenRun) else None
    if answer is None:
        return line(words_in(response.text), small=True)
    took = f"{words_in(response.text)} · {lasting(answer.reply.latency)} · {expense(answer.reply.usage)}"
    return line(took, small=True)


def _answer_behind(view: OpenRun, response: Response) -> Answer | None:
    member = view.run.key.member(response.alias) if view.run.key is not None else None
    for outcome in view.run.outcomes:
        if outcome.kind == "answer" and outcome.member == member:
            return outcome
    return None


def _named_answer(view: OpenRun, answer: Answer) -> Post:
    name = view.named(answer.member)
    return _post(
        Heading(text=f"Answer by {name}"),
        Prose(text=balanced(answer.text)),
        line(f"{words_in(answer.text)}, not reviewed · {expense(answer.reply.usage)}", small=True),
        summary=f"Answer by {name}: {words_in(answer.text)}.",
    )


def _absent(view: RunView) -> tuple[Post, ...]:
    """Return the models that gave no answer, by name only once names are public."""
    if not isinstance(view, OpenRun):
        said = answer_gaps(view.summary.gaps, view.summary.members, ENGLISH)
        return (_post(line(said), summary=said),) if said else ()
    lines = tuple(_absence(view, outcome) for outcome in view.run.outcomes if outcome.kind == "abstention")
    return (_post(*lines, summary=f"{counted(len(lines), 'model')} gave no answer."),) if lines else ()


def _absence(view: OpenRun, outcome: Abstention) -> Line:
    why = explained(outcome.failure.reason, outcome.failure.detail, ENGLISH)
    return line(f"**{quoted(view.named(outcome.member))}** gave no answer. {why}")


def _late(view: RunView) -> tuple[Post, ...]:
    names = [f" by {name}" for name in view.late_authors] if isinstance(view, OpenRun) else None
    return tuple(
        _post(
            Heading(text=f"A late answer{names[index] if names else ''}"),
            Prose(text=balanced(text)),
            *source_line(cited, ENGLISH),
            *misquoted_lines(cited.misquoted, ENGLISH),
            line("It came after its stage, so nobody ranked it.", small=True),
            summary="An answer that came too late to be ranked.",
        )
        for index, (text, cited) in enumerate(zip(view.late, view.late_cited, strict=True))
    )


def _reviews(view: RunView) -> tuple[Post, ...]:
    reviews, names = view.reviews, reviewer_names(view)
    if not reviews:
        return ()
    blocks: list[Block] = [panel_heading(reviews, ENGLISH), *shortened_for_review(reviews, ENGLISH)]
    for review in reviews:
        blocks += review_blocks(review, ENGLISH, name=names.get(review.number, ""))
    return (_post(*blocks, summary=f"{counted(len(reviews), 'review')}."),)


def reviewer_names(view: RunView) -> Mapping[int, str]:
    """Return the names behind Reviewer 1, 2, and so on; nothing while names are sealed."""
    return view.reviewers if isinstance(view, OpenRun) else {}


def ranking_blocks(view: RunView) -> tuple[Block, ...]:
    """Return the models' ranking; nothing without one."""
    if view.ranking is None:
        return ()
    heading = Heading(text="How the models rank the responses")
    return heading, line(leaders(view.ranking, ENGLISH)), ranking_table(view.ranking, ENGLISH)


def _ranking(view: RunView) -> tuple[Post, ...]:
    return (_post(*ranking_blocks(view), summary=leaders(view.ranking, ENGLISH)),) if view.ranking else ()


def authors(view: RunView) -> tuple[Line, ...]:
    """Return the author of each response in one line; nothing while names are sealed."""
    if not isinstance(view, OpenRun) or not view.responses:
        return ()
    names = [f"Response {each.alias} is by {quoted(view.author(each.alias))}" for each in view.responses]
    return (line(f"{listed(names)}."),)


def verdict_blocks(view: RunView, text: str) -> tuple[Block, ...]:
    """The verdict under its heading, with its critique; nothing where there is none.

    Args:
        view: The run.
        text: As much of the verdict as there is room for.
    """
    if view.verdict is None:
        return ()
    by = f" by {view.chairman}" if isinstance(view, OpenRun) else ""
    critique: Sequence[Block] = ()
    if view.verdict.critique:
        critique = (
            line("**What the chairman doubts about it**"),
            Prose(text=balanced(view.verdict.critique)),
        )
    return (
        Heading(text=f"Verdict{by}" if view.ranking else f"Verdict{by}, without a ranking behind it"),
        Prose(text=balanced(text)),
        *misquoted_lines(view.verdict.misquoted, ENGLISH),
        *critique,
        *claims_blocks(view.verdict.claims, ENGLISH),
    )


def _verdict(view: RunView) -> tuple[Post, ...]:
    if view.verdict is None:
        return ()
    top = f"Ranked first by the models: {responses(view.verdict.top)}." if view.verdict.top else ""
    blocks = verdict_blocks(view, view.verdict.text)
    return (_post(*blocks, *((line(top),) if top else ()), summary="The verdict."),)


def _tools(view: RunView) -> tuple[Post, ...]:
    blocks = all_calls(view, ENGLISH)
    return (_post(*blocks, summary="Calls of tools."),) if blocks else ()


def _end(view: RunView) -> Post:
    """Votes and cost."""
    said = [f"{counted(view.summary.votes, 'vote')}".capitalize() + "."]
    if view.summary.voting_open:
        said = [f"{said[0][:-1]} so far."]
    team = view.run.tally.ranking if isinstance(view, OpenRun) and view.run.tally is not None else None
    if team is not None:
        said.append(f"The team's favourite: {responses(team.winners)}.")
    return _post(
        line(" ".join(said)),
        line(expense(view.usage), small=True),
        *demo_notice(view.summary.demo),
        summary=" ".join(said),
    )
