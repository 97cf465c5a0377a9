"""Draw a whole run in order, for reading on one page."""

from collections.abc import Mapping, Sequence

from bot.post import Block, Heading, Line, Post, Prose, Time, line, quoted
from bot.presentation.abstentions import answer_gaps, explained
from bot.presentation.card import masked_notice, outcome_of, outcome_of_view, title_of
from bot.presentation.fit import balanced, question_prose
from bot.presentation.material import given_lines, material_lines, readers_line
from bot.presentation.phrases import bill, demo_notice, small, words_in
from bot.presentation.positions import minority_in, minority_lines
from bot.presentation.ranking import leaders, panel_facts, ranked_in, ranking_table, shortened_for_review
from bot.presentation.reviews import panel_heading, review_blocks
from bot.presentation.sources import all_calls, claims_blocks, misquoted_lines, source_line
from bot.presentation.words import ENGLISH, Words
from council_core.domain.answer import NO_USAGE, Abstention, Answer
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias, Response
from council_core.stages.remember import NOTHING_REMEMBERED, Remembered


def whole_run(
    view: RunView, earlier: Remembered = NOTHING_REMEMBERED, words: Words = ENGLISH
) -> tuple[Post, ...]:
    """Return question, responses, reviews, ranking, verdict, votes and cost, as far as the view contains them.

    Args:
        view: The run.
        earlier: Material of earlier questions that its models were given.
        words: Words in the reader's language.
    """
    sections = (
        _question(view, earlier, words),
        *_responses(view, words),
        *_late(view, words),
        *_reviews(view, words),
        *_ranking(view, words),
        *_verdict(view, words),
        *_tools(view, words),
        _end(view, words),
    )
    return tuple(sections)


def _post(*blocks: Block, summary: str) -> Post:
    return Post(blocks=blocks, summary=summary, silent=True)


def _question(view: RunView, earlier: Remembered, words: Words) -> Post:
    summary = view.summary
    asked = Time(at=summary.asked_at, shows="both")
    outcome = outcome_of(summary, words, outcome_of_view(view))
    return _post(
        Heading(text=title_of(summary, words)),
        line(
            *words.history.asked_by(asker=quoted(summary.asker_name), asked=asked, run_id=summary.run_id),
            small=True,
        ),
        Prose(text=question_prose(summary.question)),
        *material_lines(summary.material, words),
        *given_lines(summary.material, view.for_reviewers, words),
        *given_lines(earlier.material, view.for_reviewers, words, is_earlier=True),
        *readers_line(_readers(view), words),
        *small(masked_notice(summary.masked, words)),
        *((line(outcome),) if outcome else ()),
        *demo_notice(summary.demo, words),
        summary=f"{words.history.run} {summary.run_id}: {title_of(summary, words)}.",
    )


def _readers(view: RunView) -> tuple[str, ...]:
    """Return the members that read a description in place of a picture, once names are public."""
    if not isinstance(view, OpenRun):
        return ()
    readers = [reader for each in view.run.describers for reader in each.readers]
    return tuple(dict.fromkeys(map(view.named, readers)))


def _responses(view: RunView, words: Words) -> tuple[Post, ...]:
    shown = tuple(_response(view, response, words) for response in view.responses)
    if not view.responses and isinstance(view, OpenRun):
        shown = tuple(
            _named_answer(view, answer, words) for answer in view.run.outcomes if answer.kind == "answer"
        )
    return (*shown, *_absent(view, words))


def _response(view: RunView, response: Response, words: Words) -> Post:
    title = words.responses.title(alias=response.alias)
    return _post(
        Heading(text=_signed(view, response.alias, words)),
        Prose(text=balanced(response.text)),
        *source_line(response, words),
        *misquoted_lines(response.misquoted, words),
        _facts(view, response, words),
        summary=f"{title}: {words_in(response.text, words)}.",
    )


def _signed(view: RunView, alias: Alias, words: Words) -> str:
    """Return a response's title, with its author once names are public."""
    if not isinstance(view, OpenRun):
        return words.responses.title(alias=alias)
    return words.responses.title_revealed(alias=alias, name=view.author(alias), place=None, is_tied=False)


def _facts(view: RunView, response: Response, words: Words) -> Line:
    """Return a response's length and, once names are public, its time and cost, which could identify the model."""
    answer = _answer_behind(view, response) if isinstance(view, OpenRun) else None
    if answer is None:
        return line(words_in(response.text, words), small=True)
    took = words.phrases.lasting(seconds=answer.reply.latency)
    facts = (words_in(response.text, words), took, bill(answer.reply.usage, words))
    return line(" · ".join(facts), small=True)


def _answer_behind(view: OpenRun, response: Response) -> Answer | None:
    member = view.run.key.member(response.alias) if view.run.key is not None else None
    for outcome in view.run.outcomes:
        if outcome.kind == "answer" and outcome.member == member:
            return outcome
    return None


def _named_answer(view: OpenRun, answer: Answer, words: Words) -> Post:
    name = view.named(answer.member)
    return _post(
        Heading(text=words.endings.answer_by(name=name)),
        Prose(text=balanced(answer.text)),
        line(
            f"{words_in(answer.text, words)}, {words.endings.not_reviewed} · {bill(answer.reply.usage, words)}",
            small=True,
        ),
        summary=f"{words.endings.answer_by(name=name)}: {words_in(answer.text, words)}.",
    )


def _absent(view: RunView, words: Words) -> tuple[Post, ...]:
    """Return the models that gave no answer, by name only once names are public."""
    if not isinstance(view, OpenRun):
        said = answer_gaps(view.summary.gaps, view.summary.members, words)
        return (_post(line(said), summary=said),) if said else ()
    lines = tuple(
        _absence(view, outcome, words) for outcome in view.run.outcomes if outcome.kind == "abstention"
    )
    return (_post(*lines, summary=words.documents.absent),) if lines else ()


def _absence(view: OpenRun, outcome: Abstention, words: Words) -> Line:
    why = explained(outcome.failure, words)
    return line(f"{words.gaps.missed(name=quoted(view.named(outcome.member)), stage='answer')} {why}")


def _late(view: RunView, words: Words) -> tuple[Post, ...]:
    names = [f" · {name}" for name in view.late_authors] if isinstance(view, OpenRun) else None
    return tuple(
        _post(
            Heading(text=f"{words.responses.late}{names[index] if names else ''}"),
            Prose(text=balanced(text)),
            *source_line(cited, words),
            *misquoted_lines(cited.misquoted, words),
            line(words.responses.late_explained, small=True),
            summary=words.responses.late_notice,
        )
        for index, (text, cited) in enumerate(zip(view.late, view.late_cited, strict=True))
    )


def _reviews(view: RunView, words: Words) -> tuple[Post, ...]:
    reviews, names = view.reviews, reviewer_names(view)
    if not reviews:
        return ()
    blocks: list[Block] = [panel_heading(reviews, words), *shortened_for_review(reviews, words)]
    for review in reviews:
        blocks += review_blocks(review, words, name=names.get(review.number, ""))
    return (_post(*blocks, summary=f"{words.phrases.reviews(count=len(reviews))}."),)


def reviewer_names(view: RunView) -> Mapping[int, str]:
    """Return the names behind Reviewer 1, 2, and so on; empty while names are sealed."""
    return view.reviewers if isinstance(view, OpenRun) else {}


def ranking_blocks(view: RunView, words: Words) -> tuple[Block, ...]:
    """Return the models' ranking; empty without one."""
    if view.ranking is None:
        return ()
    heading = Heading(text=words.board.ranking)
    facts = panel_facts(ranked_in(view), words)
    return heading, line(leaders(view.ranking, words)), ranking_table(view.ranking, words), *facts


def _ranking(view: RunView, words: Words) -> tuple[Post, ...]:
    return (
        (_post(*ranking_blocks(view, words), summary=leaders(view.ranking, words)),) if view.ranking else ()
    )


def authors(view: RunView, words: Words) -> tuple[Line, ...]:
    """Return the author of each response in one line; empty while names are sealed."""
    if not isinstance(view, OpenRun) or not view.responses:
        return ()
    names = [quoted(_signed(view, each.alias, words)) for each in view.responses]
    return (line(f"{words.phrases.listed(things=names)}."),)


def verdict_blocks(view: RunView, text: str, words: Words) -> tuple[Block, ...]:
    """Return the verdict under its heading, with its critique; empty if there is none.

    Args:
        view: The run.
        text: The verdict, as far as there is room for it.
        words: Words in the reader's language.
    """
    if view.verdict is None:
        return ()
    by = f" · {view.chairman}" if isinstance(view, OpenRun) else ""
    critique: Sequence[Block] = ()
    if view.verdict.critique:
        critique = (
            line(f"**{words.verdict.doubts}**"),
            Prose(text=balanced(view.verdict.critique)),
        )
    return (
        Heading(text=f"{words.verdict.title(is_ranked=view.ranking is not None)}{by}"),
        Prose(text=balanced(text)),
        *misquoted_lines(view.verdict.misquoted, words),
        *critique,
        *claims_blocks(view.verdict.claims, words),
    )


def _verdict(view: RunView, words: Words) -> tuple[Post, ...]:
    minority = minority_lines(minority_in(view), words)
    if view.verdict is None:
        return (_post(*minority, summary=words.positions.minority),) if minority else ()
    top = words.verdict.ranked_first(aliases=view.verdict.top) if view.verdict.top else ""
    blocks = verdict_blocks(view, view.verdict.text, words)
    return (
        _post(
            *blocks,
            *((line(top),) if top else ()),
            *minority,
            summary=words.verdict.title(is_ranked=view.ranking is not None),
        ),
    )


def _tools(view: RunView, words: Words) -> tuple[Post, ...]:
    blocks = all_calls(view, words)
    return (_post(*blocks, summary=words.tools.panel),) if blocks else ()


def _end(view: RunView, words: Words) -> Post:
    """Return a post with votes and cost."""
    votes, blind = view.summary.votes, view.summary.blind_votes
    counted = words.phrases.ballots(count=votes, blind=blind)
    said = [
        words.board.so_far(votes=votes, blind=blind)
        if view.summary.voting_open
        else f"{counted[:1].upper()}{counted[1:]}."
    ]
    team = view.run.tally.team if isinstance(view, OpenRun) and view.run.tally is not None else None
    if team is not None:
        said.append(f"{words.documents.team}: {words.phrases.responses(aliases=team.winners)}.")
    ending = view.summary.ending
    is_unpaid = ending is not None and ending.is_unpaid and view.usage == NO_USAGE
    return _post(
        line(" ".join(said)),
        *small("" if is_unpaid else bill(view.usage, words, is_partial=view.summary.cost_is_partial)),
        *demo_notice(view.summary.demo, words),
        summary=" ".join(said),
    )
