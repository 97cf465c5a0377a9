"""Reviews -> a panel: each reviewer under a number, what was read out of its words, then the words."""

from collections.abc import Mapping, Sequence

from bot.post import Block, File, Heading, Limits, Post, PrivateReply, Prose, Table, line, quoted
from bot.presentation.abstentions import why_void
from bot.presentation.fit import fit
from bot.presentation.panel import shortened_for_review
from bot.presentation.phrases import counted, demo_notice, listed, number, sentence, small
from bot.presentation.ranking import order_in_words
from council_core.domain.events import AnonymousReview
from council_core.domain.review import Reading
from council_core.domain.slate import Alias

FILE_NAME = "reviews.md"


def reviews_reply(
    reviews: Sequence[AnonymousReview],
    limits: Limits,
    *,
    names: Mapping[int, str] | None = None,
    demo: bool = False,
) -> PrivateReply:
    """Every review for one person to read.

    Args:
        reviews: In the order of their numbers.
        limits: How much prose one post holds; all reviews share it, and what is cut goes along as a file.
        names: Who the reviewers were, by number; only after the reveal.
        demo: Whether no model was asked.
    """
    if not reviews:
        none = "There are no reviews of this run."
        return PrivateReply(post=Post(blocks=(line(none),), summary=none))
    share = _share_of(limits, len(reviews))
    blocks: list[Block] = [*shortened_for_review(reviews)]
    is_cut = False
    for review in reviews:
        parts = fit(review.text, share)
        is_cut = is_cut or len(parts) > 1
        name = (names or {}).get(review.number, "")
        blocks += review_blocks(review, name=name, prose=parts[0] if parts else "")
    if is_cut:
        blocks.append(line(f"Not all of this fits here. The file {FILE_NAME} holds every review whole."))
    summary = f"{counted(len(reviews), 'review')} of this run's responses."
    files = (_file(reviews),) if is_cut else ()
    post = Post(blocks=(*blocks, *demo_notice(demo)), summary=summary, files=files, silent=True)
    return PrivateReply(post=post, panel="Each review")


def review_blocks(review: AnonymousReview, *, name: str, prose: str) -> tuple[Block, ...]:
    """One review: who, what was read out of it, and its own words."""
    who = f"Reviewer {review.number}{f' was {quoted(name)}' if name else ''}"
    blocks: list[Block] = [line(f"**{who}** — {_reading(review)}")]
    blocks += _yardstick(review.reading)
    if review.reading.scores:
        blocks.append(_scores(review.reading))
    blocks.append(Prose(text=prose) if prose.strip() else line("It wrote nothing.", small=True))
    return tuple(blocks)


def _yardstick(reading: Reading) -> tuple[Block, ...]:
    """What the reviewer measured by, which response met which point, and how sure it says it is."""
    said: list[str] = []
    measure = reading.yardstick
    if measure is not None and measure.points:
        points = " ".join(
            f"({at}) {quoted(sentence(point))}" for at, point in enumerate(measure.points, start=1)
        )
        said.append(f"A right answer must contain: {points}")
        met = [
            f"{alias} {listed([str(number) for number in numbers]) or 'none'}"
            for alias, numbers in measure.met
        ]
        if met:
            said.append(f"Points met: {'; '.join(met)}.")
    if measure is not None and measure.answer:
        said.append(f"Its own answer: {quoted(sentence(measure.answer))}")
    if reading.confidence:
        said.append(f"It says its confidence is {reading.confidence}; that changes no weight.")
    return small(*said)


def panel_heading(reviews: Sequence[AnonymousReview]) -> Heading:
    """What stands above all of them."""
    return Heading(text="The review" if len(reviews) == 1 else f"The {number(len(reviews))} reviews")


def _reading(review: AnonymousReview) -> str:
    reading = review.reading
    if reading.status == "void" or reading.order is None:
        return f"no valid ballot. {why_void(review)}".strip()
    why = sentence(quoted(reading.why))
    return f"best first: {order_in_words(reading.order)}. {why}".strip()


def _scores(reading: Reading) -> Table:
    """Responses down, criteria across; a dash where none was given."""
    given = {(score.alias, score.criterion): score.value for score in reading.scores}
    criteria = tuple(dict.fromkeys(score.criterion for score in reading.scores))
    aliases = sorted({score.alias for score in reading.scores}, key=_by_letter)
    rows = tuple(
        (alias, *(_score(given.get((alias, criterion))) for criterion in criteria)) for alias in aliases
    )
    return Table(columns=("Response", *criteria), rows=rows)


def _by_letter(alias: Alias) -> tuple[int, str]:
    """Z before AA."""
    return len(alias), alias


def _score(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _share_of(limits: Limits, reviews: int) -> Limits:
    """An equal share of a post for each review."""
    blocks = limits.blocks if limits.blocks is None else max(limits.blocks // reviews, 1)
    return Limits(
        prose=max(limits.prose // reviews, 1),
        parts=1,
        escape_cost=limits.escape_cost,
        heading_cost=limits.heading_cost,
        blocks=blocks,
    )


def _file(reviews: Sequence[AnonymousReview]) -> File:
    text = "\n\n".join(f"# Reviewer {review.number}\n\n{review.text}" for review in reviews)
    content = text.encode("utf-8", errors="replace")
    return File(name=FILE_NAME, media_type="text/markdown", content=content, title="Every review, whole")
