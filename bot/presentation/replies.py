"""What one person asked of the bot -> what only that person reads."""

from collections.abc import Sequence

from bot.post import Actions, Button, Post, PrivateReply, Tone, line, quoted
from bot.presentation.phrases import demo_notice, secrets_in_words, sentence
from bot.presentation.ranking import order_in_words
from bot.requests import ask_action, plain_action, run_action, typed_action
from council_core.domain.ballot import Order
from council_core.domain.question import Masked, RunId
from council_core.domain.slate import Alias
from council_core.errors import RequestError, UnknownRun


def vote_counted(alias: Alias, run_id: RunId | None = None) -> PrivateReply:
    """The vote stands; with a run's id it can be taken back from here."""
    return _voted(f"Your vote: Response {alias}. You can change it until the names are revealed.", run_id)


def ranking_counted(order: Order, run_id: RunId) -> PrivateReply:
    """The whole ranking stands."""
    said = f"Your ranking, best first: {order_in_words(order)}."
    return _voted(f"{said} You can change it until the names are revealed.", run_id)


def _voted(said: str, run_id: RunId | None) -> PrivateReply:
    buttons: tuple[Actions, ...] = ()
    if run_id is not None:
        withdraw = Button(label="Withdraw my vote", action=run_action("withdraw", run_id))
        buttons = (Actions(buttons=(withdraw,)),)
    return PrivateReply(post=Post(blocks=(line(said), *buttons), summary=said, tone="good"))


def vote_withdrawn(*, had_one: bool) -> PrivateReply:
    """The vote is gone."""
    if not had_one:
        return _said("You have not voted, so there is nothing to withdraw.")
    return _said("Your vote is withdrawn. You can vote again until the names are revealed.", tone="good")


def feedback_taken(*, good: bool) -> PrivateReply:
    """Thanks."""
    word = "helpful" if good else "not helpful"
    return _said(
        f"Thank you. It is noted that you found this verdict {word}; press the other button to change it."
    )


def asked_elsewhere() -> PrivateReply:
    """The question went into another thread than the one that is open."""
    return _said("Asked. It goes on in the thread of the earlier run.", tone="good")


def still_in_message(masked: Sequence[Masked]) -> PrivateReply:
    """The council does not get to see some of the message; everybody else does."""
    what = secrets_in_words(masked)
    return _said(
        f"Your message still shows what was masked for the council: {what}. Delete the message, and change what it "
        "showed: others may have read it.",
        tone="warning",
    )


def retry_started(run_id: RunId, *, is_new: bool) -> PrivateReply:
    """The same is asked once more, or was so already."""
    if not is_new:
        return _said(f"This was tried again already, as run {quoted(run_id)} in the same thread.")
    same = "with the same members, in the same thread"
    return _said(f"The same question is asked once more, {same}, as run {quoted(run_id)}.", tone="good")


def export_started() -> PrivateReply:
    """The files come."""
    return _said(
        "This run comes into its thread as files, Markdown and JSON, or stands there already. If nothing arrives, "
        "Council may not be allowed to post files there."
    )


def reveal_accepted(*, has_verdict: bool) -> PrivateReply:
    """The voting closes now; the names follow, at once or after the verdict."""
    if has_verdict:
        return _said("The voting is closed. The names follow in a moment.", tone="good")
    return _said("Noted. The voting closes and the names follow as soon as the verdict is in.", tone="good")


def cancel_accepted() -> PrivateReply:
    """The run stops."""
    return _said("The run is stopped. What the members have said so far is kept.")


def run_refused(error: RequestError) -> PrivateReply:
    """What was asked cannot be done; the error says why."""
    said = str(error)
    if type(error) is UnknownRun:
        # A run of another place is told of in the same words as one that never was.
        said = f"There is no run '{error.run_id}' here; `council history` lists the latest ones, "
        said += "and one of another place is open to those who are in it."
    return _said(quoted(said), tone="warning", summary=said)


def incident_reply(incident: str) -> PrivateReply:
    """Something broke that nobody foresaw. `incident` is what the log has it under."""
    said = "Something went wrong on our side, and your request was not carried out."
    ask = f"If it happens again, tell whoever runs Council this number: {quoted(incident)}."
    return _said(f"{said} {ask}", tone="bad", summary=f"{said} Number: {incident}.")


def store_away_reply(incident: str) -> PrivateReply:
    """Nothing can be kept for the moment. `incident` is what the log has it under."""
    said = "Council cannot reach its database right now, so your request was not carried out."
    then = "Try again in a few minutes; runs that are under way wait and go on by themselves."
    ask = f"If it lasts, tell whoever runs Council this number: {quoted(incident)}."
    return _said(f"{said} {then} {ask}", tone="warning", summary=f"{said} {then} Number: {incident}.")


def not_started_reply(run_id: str) -> PrivateReply:
    """A question is kept, and cannot be begun for the moment."""
    said = "Your question is kept, and Council cannot begin with it right now: its database does not take anything in."
    then = "There is no need to ask again: it begins by itself when the database is back."
    return _said(f"{said} {then} Its run is {quoted(run_id)}.", tone="warning", summary=f"{said} {then}")


def slip_reply(command: str, text: str, *, meant: str, delivery: str) -> PrivateReply:
    """Ask what a short text was meant to be; nothing was asked of any model.

    Args:
        command: How one calls the bot here, such as `/council`.
        text: What was typed.
        meant: The command it was probably meant to be; empty for a single word.
        delivery: The platform's id of what was typed.
    """
    ask = Button(label="Ask it anyway" if meant else "Ask it", action=ask_action(text, delivery))
    if not meant:
        said = f"Ask the council “{quoted(text)}”? Nothing was asked yet."
        return PrivateReply(
            post=Post(blocks=(line(said), Actions(buttons=(ask,))), summary=f"Ask the council “{text}”?")
        )
    whole = f"{meant} {text.partition(' ')[2]}".strip() if meant == "search" else meant
    do = Button(label=f"{command} {meant}", action=typed_action(whole), style="primary")
    said = f"Did you mean **{command} {quoted(whole)}**? Nothing was asked yet."
    return PrivateReply(
        post=Post(blocks=(line(said), Actions(buttons=(do, ask))), summary=f"Did you mean {command} {whole}?")
    )


def help_reply(command: str = "/council", trouble: str = "", *, demo: bool = False) -> PrivateReply:
    """What one can do here, in six lines.

    Args:
        command: How one calls the bot here, such as `/council`.
        trouble: What could not be understood, in one sentence.
        demo: Whether this council asks no models.
    """
    blocks = (
        *((line(quoted(trouble)),) if trouble else ()),
        line(
            f"**{command} your question** asks several models; they answer, review each other blind, and conclude."
        ),
        line(f"**{command}** alone opens a form: files, models, a preset."),
        line(f"**{command} history** lists the latest questions here, **{command} search words** finds one."),
        line(f"**{command} stats** shows how the models have done, **{command} settings** what holds here."),
        line(f"**{command} cancel** stops your latest question, **{command} forget** deletes it."),
        line("Mention me in a thread and I read it first; ask in a run's thread to follow it up."),
        *demo_notice(demo),
        Actions(
            buttons=(
                Button(label="Ask", action=plain_action("write"), style="primary"),
                Button(label="History", action=plain_action("history")),
                Button(label="Settings", action=plain_action("settings")),
            )
        ),
    )
    summary = trouble or "What Council does, and how to ask it something."
    return PrivateReply(post=Post(blocks=blocks, summary=summary))


def _said(text: str, *, tone: Tone = "plain", summary: str = "") -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(sentence(text)),), summary=summary or text, tone=tone))
