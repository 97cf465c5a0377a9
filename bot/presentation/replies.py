"""What one person asked of the bot -> what only that person reads."""

from collections.abc import Sequence

from bot.post import Actions, Button, Heading, Line, Post, PrivateReply, Tone, line, quoted
from bot.presentation.phrases import demo_notice, secrets_in_words, sentence
from bot.presentation.ranking import order_in_words
from bot.requests import run_action
from council_core.domain.ballot import Order
from council_core.domain.question import Masked, RunId
from council_core.domain.slate import Alias
from council_core.errors import RequestError


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
    return _said(quoted(str(error)), tone="warning", summary=str(error))


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


def help_reply(
    command: str = "/council",
    trouble: str = "",
    *,
    presets: Sequence[tuple[str, str]] = (),
    demo: bool = False,
) -> PrivateReply:
    """What one can do here.

    Args:
        command: How one calls the bot here, such as `/council`.
        trouble: What could not be understood, in one sentence.
        presets: Names of bundles of settings, each with what it is for.
        demo: Whether this council asks no models.
    """
    blocks = (
        Heading(text="What Council does"),
        *((line(quoted(trouble)),) if trouble else ()),
        line(
            f"**{command} your question** puts it to several language models at once. Their answers appear "
            "under letters, as Response A, B, C, and nobody can tell yet who wrote which."
        ),
        line(
            "The models then rank each other's answers just as blindly, your team votes for the best, one of "
            "the models writes a verdict, and in the end the names are revealed."
        ),
        line(
            f"**{command} history** lists the latest questions here, **{command} history mine** your own, wherever "
            f"you asked them, and **{command} search WORDS** those with these words in them. **{command} show** shows "
            f"how the latest one here stands and what came of it, **{command} show RUN** another one, "
            f"**{command} cancel RUN** stops one, **{command} export RUN** puts one into its thread as files and "
            f"**{command} forget RUN** deletes one."
        ),
        line(
            f"**{command} settings** shows how the council is held here and lets those who may change it; "
            f"**{command} stats** shows how its members have done. Asking again in the thread of a run follows it up."
        ),
        *_presets(presets),
        *demo_notice(demo),
    )
    summary = trouble or "What Council does, and how to ask it something."
    return PrivateReply(post=Post(blocks=blocks, summary=summary))


def _presets(presets: Sequence[tuple[str, str]]) -> tuple[Line, ...]:
    if not presets:
        return ()
    first = presets[0][0]
    return (
        line(
            f"A preset holds a question in another way: choose it where you write the question, or put **\\-\\-preset "
            f"{first}** in front of it. There are:"
        ),
        *(line(f"**{name}** {quoted(sentence(summary))}") for name, summary in presets),
    )


def _said(text: str, *, tone: Tone = "plain", summary: str = "") -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(sentence(text)),), summary=summary or text, tone=tone))
