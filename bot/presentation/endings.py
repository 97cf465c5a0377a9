"""A run that ended without a result -> why, what did come, and what can be done."""

from bot.post import Block, Heading, Limits, Line, Post, line, quoted
from bot.presentation.abstentions import named
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import capital, demo_notice, expense, number, sentence, shortened, words_in
from bot.presentation.run_buttons import failure_buttons
from council_core.domain.events import RunCancelled, RunFailed
from council_core.domain.summary import RunSummary
from council_core.domain.unveiled import NamedAnswer


def failure_posts(event: RunFailed, limits: Limits) -> tuple[KeyedPost, ...]:
    """Why it failed, then the answers that did come, each under its author's name."""
    why = sentence(event.why)
    blocks: tuple[Block, ...] = (
        Heading(text="No result this time"),
        line(sentence(quoted(event.why))),
        *(line(named(absence)) for absence in event.absences),
        *_remains(event),
        line(expense(event.usage), small=True),
        *((failure_buttons(event.run_id),) if limits.buttons > 0 else ()),
        *demo_notice(event.demo),
    )
    post = Post(blocks=blocks, summary=f"The council came to no result. {why}", tone="bad")
    posts = [KeyedPost(key="failure", post=post)]
    for index, answer in enumerate(event.answers, start=1):
        posts += _answer(index, answer, reviewed=event.reviewed, demo=event.demo).posts(limits)
    return tuple(posts)


def unread_post(summary: RunSummary, why: str, *, asked: bool) -> Post:
    """Tell the person who asked that the place takes no posts, why, and what to do.

    Args:
        summary: How the run stands.
        why: The platform's reason and its remedy, in one or two sentences.
        asked: Whether any member was asked before that was known.
    """
    question = quoted(shortened(summary.question, 150))
    if asked:
        rest = (
            "What came out is kept, and is posted once Council may write there again. "
            f"`/council show {summary.run_id}` shows it to you as long as you can read that place."
        )
    else:
        rest = "No member was asked, so it cost nothing. Ask again once that is mended."
    return Post(
        blocks=(
            line(f"**Your question could not be answered where you asked it.** {sentence(quoted(why))}"),
            line(rest),
            line(f"You asked: {question}", small=True),
        ),
        summary=f"Your question could not be answered where you asked it. {why}",
        tone="warning",
    )


def cancelled_posts(event: RunCancelled) -> tuple[KeyedPost, ...]:
    """Who stopped the run, what that means, and what had come by then."""
    who = sentence(event.why) or f"{event.by or 'Somebody'} stopped this run."
    post = Post(
        blocks=(
            Heading(text="Stopped"),
            line(f"{quoted(who)} No member is asked anything more, and the names stay sealed."),
            *_came(event),
            *demo_notice(event.demo),
        ),
        summary=who,
        tone="warning",
        silent=True,
    )
    return (KeyedPost(key="cancelled", post=post),)


def _came(event: RunCancelled) -> tuple[Line, ...]:
    match event.answers:
        case None:
            return ()
        case 0:
            return (line("No answer had come in yet."),)
        case _:
            came = f"{capital(number(event.answers))} of {number(event.members)} members had answered."
            one, more = (
                "The answer stands above; nobody reviewed it.",
                "Their answers stand above; nobody reviewed them.",
            )
            rest = one if event.answers == 1 else more
            return (line(f"{came} {rest}"),)


def _remains(event: RunFailed) -> tuple[Line, ...]:
    if not event.answers:
        return ()
    if len(event.answers) == 1:
        came, missing = "One answer came", " Nobody reviewed it."
    else:
        came = f"{capital(number(len(event.answers)))} answers came"
        missing = " Nobody reviewed or ranked them."
    return (line(f"{came} in and can be read below.{'' if event.reviewed else missing}"),)


def _answer(index: int, answer: NamedAnswer, *, reviewed: bool, demo: bool) -> LongText:
    size = words_in(answer.text)
    return LongText(
        key=f"failure/answer/{index}",
        title=f"Answer by {answer.name}",
        text=answer.text,
        summary=f"{answer.name} did answer: {size}{'' if reviewed else ', not reviewed by anybody'}.",
        file_name=f"answer-{index}.md",
        last=(line(f"{size}{'' if reviewed else ', not reviewed'}", small=True), *demo_notice(demo)),
    )
