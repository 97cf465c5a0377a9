"""Draw reviews as a panel: each reviewer under a number, with its words on each response and its scores."""

import re
from collections.abc import Mapping, Sequence

from bot.post import (
    Actions,
    Block,
    Button,
    File,
    Heading,
    Limits,
    Post,
    PrivateReply,
    Prose,
    Table,
    line,
    quoted,
)
from bot.presentation.abstentions import why_void
from bot.presentation.documents.tables import plain, table
from bot.presentation.fit import balanced, fit
from bot.presentation.phrases import demo_notice, sentence, small
from bot.presentation.ranking import shortened_for_review
from bot.presentation.words import Words
from bot.requests.actions import run_action
from council_core.domain.events import AnonymousReview
from council_core.domain.question import RunId
from council_core.domain.review import Reading
from council_core.domain.slate import Alias
from council_core.domain.title import cut_at_word

FILE_NAME = "reviews.md"
FORM = re.compile(r"```|[{\[]\s*[{\[\"'“}\]]")
"""Beginning of JSON, or of a code block around it."""

LONGEST_REASON = 400
"""Most characters of one reason; the raw text has all of it."""


def reviews_reply(
    reviews: Sequence[AnonymousReview],
    limits: Limits,
    words: Words,
    run_id: RunId,
    *,
    names: Mapping[int, str] | None = None,
    demo: bool = False,
) -> PrivateReply:
    """Return every review for one person, with a line for each response, without the form in which models wrote them.

    Args:
        reviews: Reviews in the order of their numbers.
        limits: Limits of one post.
        words: Words in the reader's language.
        run_id: The run, for a button to its raw reviews.
        names: Names of the reviewers by number; only after the reveal.
        demo: Whether no model was asked.
    """
    if not reviews:
        return _none(words)
    blocks: list[Block] = [*shortened_for_review(reviews, words)]
    room = limits.prose
    is_cut = False
    for review in reviews:
        made = review_blocks(review, words, name=(names or {}).get(review.number, ""))
        weight = sum(limits.weigh(repr(block)) for block in made)
        is_cut = is_cut or weight > room
        blocks += made if weight <= room else made[:1]
        room -= weight
    if is_cut:
        blocks.append(line(words.reviews.in_file(file=FILE_NAME)))
    raw = Button(label=words.buttons.raw_reviews, action=run_action("raw", run_id))
    blocks.append(Actions(buttons=(raw,)))
    texts = (_whole(each, words, (names or {}).get(each.number, "")) for each in reviews)
    files = (_file("\n\n".join(texts), words),) if is_cut else ()
    return _reply(reviews, blocks, words, demo=demo, files=files)


def raw_reviews_reply(
    reviews: Sequence[AnonymousReview], limits: Limits, words: Words, *, demo: bool = False
) -> PrivateReply:
    """Return every review as its reviewer wrote it. All share one post, and cut text is attached as a file."""
    if not reviews:
        return _none(words)
    share = _share_of(limits, len(reviews))
    blocks: list[Block] = []
    is_cut = False
    for review in reviews:
        parts = fit(review.text, share)
        is_cut = is_cut or len(parts) > 1
        blocks.append(line(f"**{words.reviews.reviewer(number=review.number, name='')}**"))
        blocks.append(Prose(text=parts[0]) if parts else line(words.reviews.nothing_written, small=True))
    if is_cut:
        blocks.append(line(words.reviews.in_file(file=FILE_NAME)))
    texts = (f"# {words.reviews.reviewer(number=each.number, name='')}\n\n{each.text}" for each in reviews)
    files = (_file("\n\n".join(texts), words),) if is_cut else ()
    return _reply(reviews, blocks, words, demo=demo, files=files)


def _none(words: Words) -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(words.reviews.none),), summary=words.reviews.none))


def _reply(
    reviews: Sequence[AnonymousReview],
    blocks: Sequence[Block],
    words: Words,
    *,
    demo: bool,
    files: tuple[File, ...],
) -> PrivateReply:
    summary = words.reviews.notice(count=len(reviews))
    post = Post(blocks=(*blocks, *demo_notice(demo, words)), summary=summary, files=files, silent=True)
    return PrivateReply(post=post, panel=words.reviews.panel)


def review_blocks(review: AnonymousReview, words: Words, *, name: str) -> tuple[Block, ...]:
    """Return one review: reviewer, order, a reason for each response, scores, and yardstick."""
    reading = review.reading
    who = words.reviews.reviewer(number=review.number, name=quoted(name))
    reasons = [
        f"**{alias}** — {quoted(sentence(cut_at_word(reason, LONGEST_REASON)))}"
        for alias, reason in reading.reasons
    ]
    comment = reading.comment if reading.comment.strip() else ""
    prose = "" if reasons or comment else _prose(review)
    return (
        line(f"**{who}** — {_order(review, words)}"),
        *(line(reason) for reason in reasons),
        *((line(quoted(sentence(cut_at_word(comment, LONGEST_REASON)))),) if comment else ()),
        *((Prose(text=balanced(prose)),) if prose else ()),
        *((_scores(reading, words),) if reading.scores else ()),
        *small(*_measured(reading, words)),
        *((line(words.reviews.nothing_written, small=True),) if not review.text.strip() else ()),
    )


def _prose(review: AnonymousReview) -> str:
    """Return the beginning of a review without reasons for single responses, without any form for machines."""
    return cut_at_word(_before_form(review), 3 * LONGEST_REASON)


def _before_form(review: AnonymousReview) -> str:
    return FORM.split(review.text, maxsplit=1)[0].strip()


def _measured(reading: Reading, words: Words) -> Sequence[str]:
    """Return a reviewer's criteria, the responses that meet each of them, and its confidence."""
    said: list[str] = []
    measure = reading.yardstick
    if measure is not None and measure.points:
        said.append(words.reviews.must_contain(points=[quoted(sentence(point)) for point in measure.points]))
        if measure.met:
            none = "–"
            met = [
                f"{alias} {words.phrases.listed(things=[*map(str, hit)]) or none}"
                for alias, hit in measure.met
            ]
            said.append(words.reviews.points_met(met=met))
    if measure is not None and measure.answer:
        said.append(words.reviews.own_answer(answer=quoted(sentence(measure.answer))))
    if reading.confidence:
        said.append(words.reviews.confidence(level=reading.confidence))
    return said


def panel_heading(reviews: Sequence[AnonymousReview], words: Words) -> Heading:
    """Return the heading of all reviews."""
    return Heading(text=words.reviews.heading(count=len(reviews)))


def _order(review: AnonymousReview, words: Words) -> str:
    reading = review.reading
    if reading.status == "void" or reading.order is None:
        return words.reviews.not_counted(why=why_void(review, words))
    return words.reviews.order(order=words.phrases.order(groups=reading.order))


def _scores(reading: Reading, words: Words) -> Table:
    """Return the scores, with a row for each response, a column for each criterion, and a dash for a missing score."""
    given = {(score.alias, score.criterion): score.value for score in reading.scores}
    criteria = tuple(dict.fromkeys(score.criterion for score in reading.scores))
    aliases = sorted({score.alias for score in reading.scores}, key=_by_letter)
    rows = tuple(
        (alias, *(_score(given.get((alias, criterion))) for criterion in criteria)) for alias in aliases
    )
    return Table(columns=(words.board.response, *criteria), rows=rows)


def _by_letter(alias: Alias) -> tuple[int, str]:
    """Return a sort key that puts Z before AA."""
    return len(alias), alias


def _score(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _share_of(limits: Limits, reviews: int) -> Limits:
    """Return limits that give each review an equal share of a post."""
    blocks = limits.blocks if limits.blocks is None else max(limits.blocks // reviews, 1)
    return Limits(
        prose=max(limits.prose // reviews, 1),
        parts=1,
        escape_cost=limits.escape_cost,
        heading_cost=limits.heading_cost,
        blocks=blocks,
    )


def _whole(review: AnonymousReview, words: Words, name: str) -> str:
    """Return one review in full as Markdown, still in the form in which its model wrote it."""
    reading = review.reading
    reasons = [f"**{alias}** — {sentence(reason)}" for alias, reason in reading.reasons]
    comment = [reading.comment] if reading.comment.strip() else []
    prose = [] if reasons or comment else [_before_form(review)]
    scores = _scores(reading, words)
    rows = [[plain(cell) for cell in row] for row in scores.rows]
    parts = (
        f"# {words.reviews.reviewer(number=review.number, name=name)}",
        _order(review, words),
        *reasons,
        *comment,
        *prose,
        *((table([plain(each) for each in scores.columns], rows),) if reading.scores else ()),
        *_measured(reading, words),
    )
    return "\n\n".join(part for part in parts if part)


def _file(text: str, words: Words) -> File:
    content = text.encode("utf-8", errors="replace")
    return File(name=FILE_NAME, media_type="text/markdown", content=content, title=words.reviews.file_title)
