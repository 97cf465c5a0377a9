"""Draw posts about runs that ended without a result or are deleted: the reason, and what remains."""

from datetime import datetime

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
    PrivateReply,
    Prose,
    Time,
    line,
    quoted,
)
from bot.presentation.abstentions import named
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import bill, demo_notice, reason_of, renewal, sentence, small, words_in
from bot.presentation.positions import minority_lines
from bot.presentation.run_buttons import failure_buttons
from bot.presentation.words import Words
from bot.requests.actions import run_action
from council_core.domain.answer import NO_USAGE
from council_core.domain.ending import Ending, ending_of_sentence
from council_core.domain.events import NamedAnswer, RunCancelled, RunFailed
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED
from council_core.domain.summary import RunSummary
from council_core.domain.title import cut_at_word


def failure_posts(event: RunFailed, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return the reason for the failure, then the answers that arrived, each under its author's name.

    Args:
        event: The failure.
        limits: Limits of one post.
        words: Words in the thread's language.
    """
    blocks: tuple[Block, ...] = (
        Heading(text=words.endings.failed),
        _why(reason_of(event.ending, words), event, words),
        *(renewal(event.ending.shortfall.renews, words) if event.ending.shortfall is not None else ()),
        *(line(named(absence, words)) for absence in event.absences),
        *_remains(event, words),
        *minority_lines(event.minority, words),
        *small("" if event.ending.is_unpaid and event.usage == NO_USAGE else bill(event.usage, words)),
        *((failure_buttons(event.run_id, words),) if limits.buttons > 0 else ()),
        *demo_notice(event.demo, words),
    )
    notice = words.endings.failed_notice(why=reason_of(event.ending, words, quote=str))
    posts = [KeyedPost(key="failure", post=Post(blocks=blocks, summary=notice, tone="bad"))]
    for index, answer in enumerate(event.answers, start=1):
        posts += _answer(index, answer, event, words).posts(limits)
    return tuple(posts)


def _why(why: str, event: RunFailed, words: Words) -> Line:
    """Return the reason, addressed to the asker. This mention notifies them, if no verdict has done so."""
    if not event.asker:
        return line(why)
    asker = Mention(person=PersonId(event.asker), name=event.asker_name, rings=True)
    return line(*words.endings.for_asker(asker=asker, why=why))


def unread_post(
    summary: RunSummary, why: str, words: Words, *, asked: bool, is_answered: bool = False
) -> Post:
    """Tell the asker that the place accepts no posts, with the reason and the remedy.

    Args:
        summary: State of the run.
        why: The platform's reason and its remedy, in one or two sentences.
        words: The language.
        asked: Whether any model was asked before this was known.
        is_answered: Whether the verdict stands in the place, so that only the end of the vote is missing.
    """
    said = words.endings
    question = quoted(cut_at_word(summary.question, 150))
    rest = said.unread_kept(command=f"/council show {summary.run_id}") if asked else said.unread_free
    told = said.unread(why=sentence(quoted(why)), is_answered=is_answered)
    return Post(
        blocks=(line(told), line(rest), line(said.you_asked(question=question), small=True)),
        summary=said.unread(why=why, is_answered=is_answered).replace("**", ""),
        tone="warning",
    )


def cancelled_posts(event: RunCancelled, words: Words) -> tuple[KeyedPost, ...]:
    """Return posts about a stopped run: who stopped it, the consequence, and the answers so far."""
    ending = event.ending or _earlier(event)
    who = words.card.stopped_early if ending is None else reason_of(ending, words)
    post = Post(
        blocks=(
            Heading(text=words.endings.stopped),
            line(f"{who} {words.endings.nothing_more}"),
            *_came(event, words),
            *minority_lines(event.minority, words),
            *small("" if event.usage == NO_USAGE else bill(event.usage, words)),
            *demo_notice(event.demo, words),
        ),
        summary=who,
        tone="warning",
        silent=True,
    )
    return (KeyedPost(key="cancelled", post=post),)


def _earlier(event: RunCancelled) -> Ending | None:
    """Return the ending of an event that an earlier version stored; None where it names none."""
    if event.why:
        return ending_of_sentence(event.why)
    return Ending(kind="stopped", detail=event.by) if event.by else None


def _came(event: RunCancelled, words: Words) -> tuple[Line, ...]:
    match event.answers:
        case None:
            return ()
        case 0:
            return (line(words.endings.no_answer_yet),)
        case answers:
            return (line(words.endings.came(answers=answers, members=event.members)),)


def _remains(event: RunFailed, words: Words) -> tuple[Line, ...]:
    if not event.answers:
        return ()
    return (line(words.endings.remains(answers=len(event.answers), is_reviewed=event.reviewed)),)


def _answer(index: int, answer: NamedAnswer, event: RunFailed, words: Words) -> LongText:
    size = words_in(answer.text, words)
    small = size if event.reviewed else f"{size}, {words.endings.not_reviewed}"
    return LongText(
        key=f"failure/answer/{index}",
        title=words.endings.answer_by(name=answer.name),
        text=answer.text,
        summary=words.endings.answer_notice(name=answer.name, length=size, is_reviewed=event.reviewed),
        file_name=f"answer-{index}.md",
        words=words,
        last=(line(small, small=True),),
    )


def forget_question(words: Words, summary: RunSummary) -> PrivateReply:
    """Return the question that is asked before a run is deleted."""
    page = words.deletion
    stops = f"{page.stops_first} " if summary.status not in FINISHED else ""
    button = Button(label=page.delete, action=run_action("forget_now", summary.run_id), style="danger")
    blocks = (
        Heading(text=page.heading),
        Prose(text=cut_at_word(summary.question, 200)),
        line(f"{stops}{page.goes}"),
        line(page.stays, small=True),
        Actions(buttons=(button,)),
    )
    told = page.asks(question=cut_at_word(summary.question, 100))
    return PrivateReply(post=Post(blocks=blocks, summary=told, tone="warning"))


def forgotten_reply(words: Words, run_id: RunId) -> PrivateReply:
    """Say that the run is deleted."""
    said = words.deletion.deleted(run_id=run_id)
    return PrivateReply(post=Post(blocks=(line(said),), summary=said, tone="good"))


def forgotten_post(at: datetime, words: Words) -> Post:
    """Return the post that replaces each post of a deleted run."""
    said = words.endings.deleted_on(day=Time(at=at, shows="date"))
    return Post(
        blocks=(Heading(text=words.endings.deleted), line(*said, small=True)),
        summary=words.endings.deleted_notice,
        silent=True,
    )
