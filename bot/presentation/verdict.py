"""Draw the verdict, the one post that notifies people: the answer, agreement and differences, and the doubts."""

from collections.abc import Sequence
from dataclasses import replace

from bot.post import (
    Actions,
    Block,
    Button,
    Heading,
    KeyedPost,
    Limits,
    Line,
    Mention,
    Post,
    Prose,
    Table,
    line,
    quoted,
)
from bot.presentation.abstentions import reasons
from bot.presentation.fit import balanced, fit
from bot.presentation.long_texts import LongText
from bot.presentation.opening import beginning
from bot.presentation.phrases import demo_notice
from bot.presentation.positions import minority_lines
from bot.presentation.run_buttons import failure_buttons, verdict_buttons
from bot.presentation.sources import claims_blocks, misquoted_lines
from bot.presentation.words import Words
from bot.requests.actions import suggestion_action
from council_core.domain.answer import LONGEST_REPLY
from council_core.domain.events import VerdictReached
from council_core.domain.place import PersonId
from council_core.domain.title import cut_at_word
from council_core.domain.verdict import Points
from council_core.exports.tree import inline, plain_text

LEAST_OF_PROSE = 3
"""Divisor of a post's prose: the verdict gets at least this share, however many claims were checked."""

LONGEST_LABEL = 70
"""Most characters of a suggested question on its button; both platforms accept a little more."""


def verdict_posts(
    event: VerdictReached,
    limits: Limits,
    words: Words,
    *,
    above: Sequence[Block] = (),
    below: Sequence[Block] = (),
) -> tuple[KeyedPost, ...]:
    """Return the verdict in one or more posts, `verdict/1` first, with the chairman's own doubts at its end.

    Args:
        event: The verdict.
        limits: Limits of one post.
        words: Words in the thread's language.
        above: Blocks between the heading and the verdict.
        below: Blocks below the verdict and its buttons.
    """
    has_buttons = limits.buttons > 0
    if not event.text.strip():
        post = _nobody_concluded(event, words, above, below, has_buttons=has_buttons)
        return (KeyedPost(key="verdict/1", post=post),)
    title, claims = words.verdict.title(is_ranked=event.ranked), claims_blocks(event.claims, words)
    room = _beside(claims, limits)
    verdict = LongText(
        key="verdict",
        title=title,
        text=event.text,
        # A notification shows marks as they are.
        summary=f"{title}: {cut_at_word(plain_text(inline(beginning(event.text))), 200)}",
        file_name="verdict.md",
        words=words,
        first=(*above, *_asker(event, words), *_stand_in(event, words)),
        last=(
            *_points(event.points, words),
            *claims,
            *_background(event, words),
            *_critique(event, room, words),
            *((*_suggestions(event, words), verdict_buttons(event.run_id, words)) if has_buttons else ()),
            *below,
            *demo_notice(event.demo, words),
        ),
        rings=True,
    )
    return verdict.posts(room)


def _beside(claims: Sequence[Block], limits: Limits) -> Limits:
    """Return the room for the verdict in a post with checked claims."""
    said = [text for each in claims if isinstance(each, Table) for row in each.rows for text in row]
    said += [
        part for each in claims if isinstance(each, Line) for part in each.parts if isinstance(part, str)
    ]
    weight = sum(limits.weigh(text) for text in said)
    return replace(
        limits,
        prose=max(limits.prose - weight, limits.prose // LEAST_OF_PROSE),
        blocks=None if limits.blocks is None else limits.blocks - len(claims),
    )


def _asker(event: VerdictReached, words: Words) -> tuple[Block, ...]:
    """Return the one mention of a run that notifies a person."""
    if not event.asker:
        return ()
    asker = Mention(person=PersonId(event.asker), name=event.asker_name, rings=True)
    return (line(*words.verdict.for_asker(asker=asker)),)


def _points(points: Points, words: Words) -> tuple[Table, ...]:
    """Return the points where the models agree and differ, and those of one model alone, in a small table."""
    rows = (
        *((words.verdict.agree, text) for text in points.agree),
        *((words.verdict.differ, text) for text in points.differ),
        *((words.verdict.unique, text) for text in points.unique),
    )
    if not rows:
        return ()
    caption = " ".join(f"{label}: {text}" for label, text in rows)
    return (Table(columns=(words.verdict.point, words.verdict.what), rows=rows, caption=caption),)


def _suggestions(event: VerdictReached, words: Words) -> tuple[Actions, ...]:
    """Return the questions that the chairman suggests next."""
    buttons = tuple(
        Button(
            label=words.buttons.ask(question=cut_at_word(question, LONGEST_LABEL - 10)),
            action=suggestion_action(event.run_id, at),
        )
        for at, question in enumerate(event.points.ask)
    )
    return (Actions(buttons=buttons),) if buttons else ()


def _critique(event: VerdictReached, limits: Limits, words: Words) -> tuple[Block, ...]:
    """Return the chairman's doubts about the verdict, as much as the post has room for."""
    if not event.critique.strip():
        return ()
    room = limits.weigh(event.text) + limits.weigh(event.critique) <= limits.prose
    text = event.critique if room else fit(cut_at_word(event.critique, max(limits.prose // 6, 60)), limits)[0]
    return (line(f"**{words.verdict.doubts}**"), Prose(text=balanced(text)))


def _background(event: VerdictReached, words: Words) -> tuple[Block, ...]:
    """Return the certainty behind the verdict and the warnings about it."""
    said: list[Block] = []
    if cut := words.verdict.cut_off(reason=event.finish_reason):
        said.append(line(cut))
    if event.characters is not None:
        said.append(line(words.verdict.too_long(characters=event.characters, taken=LONGEST_REPLY)))
    if event.foreign_links:
        links = [quoted(link) for link in event.foreign_links]
        said.append(line(words.verdict.foreign_links(links=links)))
    said += misquoted_lines(event.misquoted, words)
    said.append(line(_top(event, words), small=True))
    said += minority_lines(event.minority, words)
    return tuple(said)


def _top(event: VerdictReached, words: Words) -> str:
    if not event.ranked:
        return words.verdict.unranked
    return words.verdict.ranked_first(aliases=event.top) if event.top else words.verdict.no_first


def _stand_in(event: VerdictReached, words: Words) -> tuple[Block, ...]:
    """Return a notice that another model took the chair, with the reason."""
    if not event.gaps:
        return ()
    said = words.verdict.stand_in(passed_over=len(event.gaps), reasons=_why(event, words))
    return (line(said),)


def _why(event: VerdictReached, words: Words) -> Sequence[str]:
    return reasons(event.gaps, words)


def _nobody_concluded(
    event: VerdictReached,
    words: Words,
    above: Sequence[Block],
    below: Sequence[Block],
    *,
    has_buttons: bool,
) -> Post:
    why = words.verdict.nobody(asked=len(event.gaps), reasons=_why(event, words))
    still = _top(event, words) if event.ranked and event.top else words.verdict.still_stand
    buttons = (failure_buttons(event.run_id, words),) if has_buttons else ()
    title = words.verdict.none
    blocks = (
        Heading(text=title),
        *above,
        *_asker(event, words),
        line(why),
        line(still),
        *minority_lines(event.minority, words),
        *buttons,
        *below,
        *demo_notice(event.demo, words),
    )
    return Post(blocks=blocks, summary=f"{title}. {why}", tone="warning")
