"""A run that is to be deleted -> what that means; a deleted one -> what stands in its place."""

from datetime import datetime

from bot.post import Actions, Button, Heading, Post, PrivateReply, Prose, line
from bot.presentation.phrases import shortened
from bot.requests import run_action
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED
from council_core.domain.summary import RunSummary

GOES = (
    "The question, all answers, reviews, the verdict, votes and feedback are deleted for everybody, and Council's "
    "posts about them are replaced by a word that they were."
)
STAYS = (
    "Not in Council's hands: what people wrote in the thread themselves, files that they attached, notifications and "
    "e-mails that went out, whatever the providers of the models keep, and backups."
)


def forget_question(summary: RunSummary) -> PrivateReply:
    """What deleting a run means, before it is done."""
    under_way = summary.status not in FINISHED
    stops = "It is under way and is stopped first. " if under_way else ""
    button = Button(label="Delete for good", action=run_action("forget_now", summary.run_id), style="danger")
    blocks = (
        Heading(text="Delete this question?"),
        Prose(text=shortened(summary.question, 200)),
        line(f"{stops}{GOES} This cannot be undone."),
        line(STAYS, small=True),
        Actions(buttons=(button,)),
    )
    told = f"Delete the question “{shortened(summary.question, 100)}” with all that belongs to it?"
    return PrivateReply(post=Post(blocks=blocks, summary=told, tone="warning"))


def forgotten_reply(run_id: RunId) -> PrivateReply:
    """The run is gone."""
    follows = "Its posts are replaced in a moment, as far as the platform lets Council change them."
    said = f"Run {run_id} is deleted. {follows}"
    return PrivateReply(post=Post(blocks=(line(said),), summary=said, tone="good"))


def forgotten_post(at: datetime) -> Post:
    """What stands in place of each post of a deleted run."""
    day = f"{at.day} {at:%B %Y}"
    said = f"A question to the council stood here with what came of it. It was deleted on {day}, by request."
    return Post(
        blocks=(Heading(text="Deleted by request"), line(said, small=True)), summary=said, silent=True
    )
