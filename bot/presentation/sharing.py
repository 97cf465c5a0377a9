"""Draw a shared verdict in its channel: the question, the answer, and the link to the thread."""

from bot.post import Actions, Heading, KeyedPost, LinkButton, Post, PrivateReply, Prose, line, quoted
from bot.presentation.card import Outcome, outcome_of, question_of
from bot.presentation.phrases import demo_notice, sentence
from bot.presentation.words import Words
from council_core.domain.events import VerdictShared
from council_core.domain.summary import RunSummary
from council_core.domain.title import cut_at_word

SHARED = "share"
"""Key of the post; a verdict is shared once."""


def shared_post(
    event: VerdictShared,
    summary: RunSummary,
    outcome: Outcome,
    words: Words,
    *,
    verdict_url: str,
    has_buttons: bool,
) -> KeyedPost:
    """Return the verdict's beginning for everybody in the channel.

    Args:
        event: The event, with the person who shares.
        summary: State of the run.
        outcome: Outcome of the run.
        words: Words in the thread's language.
        verdict_url: Link to the verdict's post; empty if unknown.
        has_buttons: Whether the platform has room for buttons.
    """
    read = LinkButton(label=words.buttons.read_verdict, url=verdict_url)
    blocks = (
        Heading(text=words.verdict.title(is_ranked=bool(summary.top))),
        Prose(text=question_of(summary.question)),
        Prose(text=outcome.answer),
        line(outcome_of(summary, words, outcome)),
        *((line(words.card.shared(name=quoted(event.by)), small=True),) if event.by else ()),
        *((Actions(buttons=(read,)),) if has_buttons and verdict_url else ()),
        *demo_notice(event.demo, words),
    )
    told = cut_at_word(outcome.answer, 200)
    if event.by:
        told = f"{words.card.shared(name=event.by)}: {told}"
    return KeyedPost(key=SHARED, post=Post(blocks=blocks, summary=told, silent=True))


def not_shared_post(why: str, words: Words) -> Post:
    """Tell the person who shared the verdict that the channel accepts no posts, and what to do."""
    again = words.buttons.share
    told = words.card.not_shared(why=sentence(quoted(why)), button=again)
    summary = words.card.not_shared(why=why, button=again)
    return Post(blocks=(line(told),), summary=summary, tone="warning", silent=True)


def already_shared_post(words: Words, *, stands: bool) -> Post:
    """Tell the second person who shares the verdict that the channel has it, or is about to get it."""
    told = words.card.already_shared if stands else words.card.being_shared
    return Post(blocks=(line(told),), summary=told, silent=True)


def sharing_reply(words: Words) -> PrivateReply:
    """Say that the verdict is on its way to the channel."""
    told = words.card.sharing
    return PrivateReply(post=Post(blocks=(line(told),), summary=told, tone="good"))
