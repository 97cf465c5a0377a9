"""Draw the confirmation before a run is deleted, and the posts that replace it."""

from datetime import datetime

from bot.post import Actions, Button, Heading, Post, PrivateReply, Prose, Time, line
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
from bot.requests import run_action
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED
from council_core.domain.summary import RunSummary


def forget_question(words: Words, summary: RunSummary) -> PrivateReply:
    """Return the question that is asked before a run is deleted."""
    page = words.deletion
    stops = f"{page.stops_first} " if summary.status not in FINISHED else ""
    button = Button(label=page.delete, action=run_action("forget_now", summary.run_id), style="danger")
    blocks = (
        Heading(text=page.heading),
        Prose(text=shortened(summary.question, 200)),
        line(f"{stops}{page.goes}"),
        line(page.stays, small=True),
        Actions(buttons=(button,)),
    )
    told = page.asks(question=shortened(summary.question, 100))
    return PrivateReply(post=Post(blocks=blocks, summary=told, tone="warning"))


def forgotten_reply(words: Words, run_id: RunId) -> PrivateReply:
    """The run is gone."""
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
