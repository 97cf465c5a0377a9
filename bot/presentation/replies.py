"""Draw private replies in the language of the person who asked."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.post import (
    Actions,
    Button,
    Field,
    FieldErrors,
    File,
    Form,
    Limits,
    LinkButton,
    Post,
    PrivateReply,
    Prose,
    Tone,
    line,
    quoted,
)
from bot.presentation.abstentions import fault_sentence
from bot.presentation.fit import fit
from bot.presentation.phrases import over_budget, renewal
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import Words
from bot.requests.actions import ask_action, plain_action, run_action, typed_action
from bot.requests.forms import LONGEST_REASON, REASON
from bot.requests.running import FormMistake
from bot.settings.catalogue import SETTINGS
from bot.settings.roster import SEAT_SETTINGS
from council_core.domain.ballot import Order
from council_core.domain.question import Masked, RunId
from council_core.domain.slate import Alias
from council_core.errors import (
    BadItems,
    BadLine,
    CouncilError,
    ImproveFailed,
    MissingKey,
    ModelsRefused,
    NotAllowed,
    OverBudget,
    PlatformError,
    Problem,
    RequestError,
    RunDeleted,
    SettingsError,
    StoreError,
    TooManyWaiting,
    UnknownChoice,
    UnknownRun,
    UnpricedModels,
    VotingClosed,
)

LABELS = {row.name: row.label for row in (*SETTINGS.values(), *SEAT_SETTINGS)}
"""English label of each setting, also of a single seat's."""


def vote_counted(words: Words, alias: Alias, run_id: RunId | None = None) -> PrivateReply:
    """Confirm a vote; with a run's id, add a button to withdraw it."""
    return _voted(words, words.replies.voted(alias=alias), run_id)


def ranking_counted(words: Words, order: Order, run_id: RunId) -> PrivateReply:
    """Confirm a vote with a whole ranking."""
    return _voted(words, words.replies.ranked(order=words.phrases.order(groups=order)), run_id)


def _voted(words: Words, said: str, run_id: RunId | None) -> PrivateReply:
    buttons: tuple[Actions, ...] = ()
    if run_id is not None:
        withdraw = Button(label=words.replies.withdraw, action=run_action("withdraw", run_id))
        buttons = (Actions(buttons=(withdraw,)),)
    return PrivateReply(post=Post(blocks=(line(said), *buttons), summary=said, tone="good"))


def vote_withdrawn(words: Words, *, had_one: bool) -> PrivateReply:
    """Confirm that the vote was withdrawn, or say that there was none."""
    if not had_one:
        return _said(words.replies.not_voted)
    return _said(words.replies.vote_withdrawn, tone="good")


def feedback_taken(words: Words, *, good: bool, asks_why: RunId | None = None) -> PrivateReply:
    """Thank for feedback; with a run's id, add a button to give a reason."""
    said = words.replies.feedback(good=good)
    if asks_why is None:
        return _said(said)
    why = Button(label=words.replies.say_why, action=run_action("why", asks_why))
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(why,))), summary=said))


def reason_form(words: Words, run_id: RunId) -> Form:
    """Return the form for the reason why a verdict did not help."""
    replies = words.replies
    field = Field(name=REASON, label=replies.reason, kind="text", required=False, longest=LONGEST_REASON)
    return Form(
        title=replies.reason_title,
        action=run_action("why", run_id),
        fields=(field,),
        submit=replies.send_reason,
        intro=replies.reason_intro,
    )


def asked_elsewhere(words: Words) -> PrivateReply:
    """Say that the question went into another thread than the open one."""
    return _said(words.replies.asked_elsewhere, tone="good")


def asked_in_private(words: Words) -> PrivateReply:
    """Say that the bot cannot post in the question's place, so that the question went into the person's direct
    message."""
    return _said(words.replies.asked_in_private, tone="good")


def vague_hint(words: Words, command: str) -> PrivateReply:
    """Return advice about a question that points to something unnamed."""
    return _said(words.replies.vague(command=command), tone="good")


def still_in_message(words: Words, masked: Sequence[Masked]) -> PrivateReply:
    """Say that the council does not see the masked part of the message, while everybody else does."""
    secrets = words.phrases.secrets(masked=masked)
    return _said(words.replies.still_in_message(secrets=secrets), tone="warning")


def retry_started(words: Words, run_id: RunId, *, is_new: bool) -> PrivateReply:
    """Say that the question is asked once more, or was so already."""
    said = words.replies.retried(run_id=quoted(run_id), is_new=is_new)
    return _said(said, tone="good" if is_new else "plain")


def export_started(words: Words) -> PrivateReply:
    """Say that the files are on their way."""
    return _said(words.replies.export_started)


def reveal_accepted(words: Words, *, has_verdict: bool) -> PrivateReply:
    """Say that the vote closes now, and whether the names follow at once or after the verdict."""
    return _said(words.replies.vote_closed(has_verdict=has_verdict), tone="good")


def page_reply(words: Words, url: str) -> PrivateReply:
    """Return a personal link to a run's page, as a button."""
    said = words.page.link
    button = LinkButton(label=words.page.open_link, url=url)
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(button,))), summary=said))


def cancel_accepted(words: Words) -> PrivateReply:
    """Say that the run stops."""
    return _said(words.replies.stopped)


def run_refused(
    words: Words, error: RequestError | SettingsError, *, is_of_place: bool = False
) -> PrivateReply:
    """Return the reason why a request is refused.

    Args:
        words: Words in the person's language.
        error: What is wrong.
        is_of_place: Whether the settings are wrong that are stored for the place, and not those of the request.
    """
    said = refusal(words, error)
    if is_of_place:
        said = f"{stored_refusal(words, error)} {words.errors.of_place}"
    below = renewal(error.renews, words) if isinstance(error, OverBudget) else ()
    return PrivateReply(post=Post(blocks=(line(quoted(said)), *below), summary=said, tone="warning"))


def voted_late(words: Words, error: VotingClosed, run_id: RunId) -> PrivateReply:
    """Say that a vote came too late, with a link to the result."""
    said = refusal(words, error)
    see = Actions(buttons=(Button(label=words.buttons.see_result, action=run_action("status", run_id)),))
    return PrivateReply(post=Post(blocks=(line(said), see), summary=said, tone="warning"))


def error_sentence(words: Words, error: CouncilError) -> str:
    """Return what a person reads of any error that was raised on purpose."""
    match error:
        case RequestError() | SettingsError():
            return refusal(words, error)
        case StoreError(kind=kind, facts=facts):
            return words.errors.store(kind=kind, facts=facts)
        case PlatformError():
            return platform_sentence(words, error)
        case MissingKey(provider=provider, variable=variable):
            problem = Problem("no_key", id=provider, provider=provider, variable=variable)
            return words.errors.problem(problem=problem)
        case _:
            return str(error)


def refusal(words: Words, error: RequestError | SettingsError) -> str:
    """Return the reason for a refusal: one sentence, or one for each wrong setting."""
    page = words.errors
    match error:
        case ModelsRefused(models=models, choices=choices):
            return page.models_refused(models=models, choices=choices)
        case SettingsError(problems=problems):
            return problem_sentences(words, problems)
        case OverBudget():
            return over_budget(error, words)
        case UnpricedModels(models=models, variables=variables):
            return page.unpriced(models=models, variables=variables)
        case TooManyWaiting(waiting=waiting):
            return page.too_many_waiting(count=waiting)
        case RunDeleted(run_id=run_id, at=at):
            return page.deleted(run_id=run_id, day=f"{at:%Y-%m-%d}")
        case UnknownRun(run_id=run_id):
            return page.unknown_run(run_id=run_id)
        case BadLine(file=file, line=number, fault=fault, facts=facts):
            trouble = words.judging.bad_items(fault=fault, facts=facts)
            return words.judging.bad_line(file=file, line=number, trouble=trouble)
        case BadItems(fault=fault, facts=facts):
            return words.judging.bad_items(fault=fault, facts=facts)
        case UnknownChoice(thing=thing, value=value, known=known, field=field):
            return page.unknown_choice(thing=thing, value=value, known=known, field=field)
        case NotAllowed(kind="cannot_tell", __cause__=PlatformError() as cause):
            return page.refused(kind="cannot_tell", fact=platform_sentence(words, cause))
        case ImproveFailed() as failed:
            why = fault_sentence(failed.fault, failed.facts, words, str) if failed.fault else ""
            return page.refused(kind="improve_failed", fact=f"{failed.model}: {why}".removesuffix(": "))
        case RequestError(kind=kind, fact=fact) if kind is not None:
            said = words.phrases.figure(count=fact) if isinstance(fact, int) else fact
            return page.refused(kind=kind, fact=said)
        case _:
            return str(error)


def form_mistakes(words: Words, mistakes: Iterable[FormMistake]) -> FieldErrors:
    """Return the mistakes in a form, each for its field."""
    said = words.forms
    return FieldErrors(
        errors=tuple((each.field, said.mistake(kind=each.kind, fact=each.fact)) for each in mistakes)
    )


def problem_sentences(words: Words, problems: Iterable[Problem]) -> str:
    """Return the errors of settings."""
    return " ".join(words.errors.problem(problem=each) for each in problems)


def field_sentences(words: Words, problems: Iterable[Problem]) -> str:
    """Return the errors of settings that people see by their labels, as in a form."""
    return problem_sentences(words, (_labelled(words, each) for each in problems))


def stored_refusal(words: Words, error: RequestError | SettingsError) -> str:
    """Return the reason for a refusal, with stored settings by their labels."""
    if isinstance(error, SettingsError) and not isinstance(error, ModelsRefused):
        return field_sentences(words, error.problems)
    return refusal(words, error)


def _labelled(words: Words, problem: Problem) -> Problem:
    label = LABELS.get(problem.facts.get("name", ""))
    # A seat's settings behind its model, as in `demo:ada?role=judge`, were typed by their names.
    if label is None or "seat" in problem.facts:
        return problem
    spoken = words.settings.label(name=problem.facts["name"], english=label)
    return Problem(problem.kind, **{**problem.facts, "name": words.settings.in_quotes(label=spoken)})


def incident_reply(words: Words, incident: str) -> PrivateReply:
    """Say that something unexpected broke. `incident` identifies the log's entry."""
    return replace(_said(words.replies.incident(number=incident), tone="bad"), broke=True)


def store_away_reply(words: Words, incident: str) -> PrivateReply:
    """Return a notice that the database is away. `incident` identifies the log's entry."""
    return replace(_said(words.replies.store_away(number=incident), tone="warning"), broke=True)


def not_started_reply(words: Words, run_id: str) -> PrivateReply:
    """Say that a question is stored and cannot be started at the moment."""
    return _said(words.replies.not_started(run_id=run_id), tone="warning")


def slip_reply(words: Words, command: str, text: str, *, meant: str, delivery: str) -> PrivateReply:
    """Ask what a short text was meant to be; no model was asked.

    Args:
        words: Words in the person's language.
        command: The bot's command here, such as `/council`.
        text: The typed text.
        meant: Probable command, such as `search tabs`; empty for a text that may be no question.
        delivery: The platform's id of the typed text.
    """
    replies = words.replies
    ask = Button(label=replies.ask_anyway if meant else replies.ask_it, action=ask_action(text, delivery))
    if not meant:
        said, summary = replies.one_word(text=quoted(text)), replies.one_word(text=text)
        return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(ask,))), summary=summary))
    do = Button(label=f"{command} {meant.split()[0]}", action=typed_action(meant), style="primary")
    said = replies.did_you_mean(command=f"{command} {quoted(meant)}")
    summary = replies.did_you_mean(command=f"{command} {meant}").replace("**", "")
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(do, ask))), summary=summary))


def help_reply(
    words: Words, command: str = "/council", trouble: str = "", *, demo: bool = False
) -> PrivateReply:
    """Return the help in six lines.

    Args:
        words: Words in the person's language.
        command: The bot's command here, such as `/council`.
        trouble: What could not be understood, in one sentence.
        demo: Whether this council asks no models.
    """
    page = words.help
    lines = (
        *(page.asking(command=command), page.form(command=command), page.finding(command=command)),
        *(page.looking(command=command), page.stopping(command=command), page.threads),
    )
    blocks = (
        *((line(quoted(trouble)),) if trouble else ()),
        *map(line, lines),
        *((line(words.phrases.demo_notice, small=True),) if demo else ()),
        Actions(
            buttons=(
                Button(label=page.ask, action=plain_action("write"), style="primary"),
                Button(label=page.history, action=plain_action("history")),
                Button(label=page.settings, action=plain_action("settings")),
            )
        ),
    )
    return PrivateReply(post=Post(blocks=blocks, summary=trouble or page.summary))


def start_reply(words: Words) -> PrivateReply:
    """Return first suggestions: an example of a question, and ways to look around that cost nothing."""
    page = words.help
    offers = (
        (page.example, page.example),
        (page.history, "history"),
        (page.models, "models"),
        (page.how, "help"),
    )
    buttons = tuple(Button(label=label, action=typed_action(typed)) for label, typed in offers)
    return PrivateReply(post=Post(blocks=(line(page.start), Actions(buttons=buttons)), summary=page.start))


def tips_reply(words: Words) -> PrivateReply:
    """Return a short list of tips for asking well."""
    page = words.improving
    tips = tuple(line(f"• {tip}") for tip in page.tip_list())
    return PrivateReply(post=Post(blocks=tips, summary=page.tips), panel=page.how_to_ask)


def _said(text: str, *, tone: Tone = "plain") -> PrivateReply:
    return PrivateReply(post=Post(blocks=(line(text),), summary=text, tone=tone))


TYPED_FILE = "question.md"
ROOM = 800
"""Weight of a post that is reserved for the refusal and its buttons."""

TICKS = re.compile("`+")


def given_back(
    words: Words, reply: PrivateReply, text: str, limits: Limits, *, is_question: bool = True
) -> PrivateReply:
    """Return a refusal with the person's text below it, ready to copy. The summary omits the text.

    Args:
        words: Words in the person's language.
        reply: The refusal.
        text: The typed text.
        limits: Limits of one post; a longer text is attached as a file too.
        is_question: Whether the text was a question.
    """
    said = words.replies.your_question if is_question else words.replies.you_typed
    parts = fit(_as_code(text), replace(limits, parts=1, prose=max(limits.prose - ROOM, ROOM)))
    content = text.encode("utf-8", errors="replace")
    whole = File(name=TYPED_FILE, media_type="text/markdown", content=content, title=said.rstrip(":"))
    post = reply.post
    blocks = (*post.blocks, line(said, small=True), *(Prose(text=part) for part in parts[:1]))
    return replace(
        reply, post=replace(post, blocks=blocks, files=(*post.files, *((whole,) * (len(parts) > 1))))
    )


def _as_code(text: str) -> str:
    """Put a text into a code block, which platforms show unchanged and offer to copy."""
    fence = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{fence}\n{text}\n{fence}"
