"""Answer requests about one run: status, reviews, cancel, export, share, delete."""

import asyncio
import logging
from dataclasses import replace

from bot.conversation.desk import Desk, is_at
from bot.post import Reply
from bot.presentation.documents import export_run
from bot.presentation.endings import forget_question, forgotten_reply
from bot.presentation.exports import export_menu, private_export
from bot.presentation.history import Page, history_reply, question_reply, status_reply
from bot.presentation.replies import (
    cancel_accepted,
    export_started,
    form_mistakes,
    help_reply,
    page_reply,
    start_reply,
    tips_reply,
)
from bot.presentation.reviews import raw_reviews_reply, reviews_reply
from bot.presentation.sharing import sharing_reply
from bot.presentation.sources import tool_calls_reply
from bot.presentation.whole_run import reviewer_names
from bot.requests.running import (
    CancelRun,
    ExportRun,
    ForgetNow,
    ForgetRun,
    MoveChannel,
    OpenPage,
    RetryPosts,
    ShareRun,
    ShowHelp,
    ShowMistakes,
    ShowQuestion,
    ShowReviews,
    ShowStatus,
    ShowTips,
    ShowToolCalls,
)
from council_core.council import check_may_cancel
from council_core.domain.events import VerdictShared
from council_core.domain.receipt import DeletedRun
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.summary import summarize
from council_core.errors import CouncilError, NotAllowed, RequestError
from council_core.exports import check_exportable
from council_core.view import view

logger = logging.getLogger(__name__)


async def cancel(desk: Desk, request: CancelRun) -> Reply | None:
    """Stop a run: the named one, or the person's own latest one in this channel."""
    person, run_id = request.person, request.run_id
    if run_id is None:
        own = await desk.own_here(person, request.place)
        under_way = [run for run in own if not run.is_finished]
        going = min(under_way, key=lambda run: run.status == "voting", default=None)
        if going is None:
            raise RequestError("nothing_under_way")
        run_id = going.id
    run = await desk.run_here(person, request.place, run_id)
    check_may_cancel(run, person.id, may_configure=person.may_configure)
    if run.status == "voting":
        raise RequestError("answered_already")
    if request.checks_only:
        if run.is_finished:
            raise RequestError("ended_already")
        return None
    if not await desk.council.cancel(run_id, person.id, person.name, may_configure=person.may_configure):
        raise RequestError("ended_already")
    return cancel_accepted(desk.words(request.person))


async def forget(desk: Desk, request: ForgetRun) -> Reply:
    """Ask for confirmation before a run is deleted."""
    return forget_question(desk.words(request.person), summarize(await _theirs(desk, request)))


async def forget_now(desk: Desk, request: ForgetNow) -> Reply:
    """Delete a run. Its posts are replaced as fast as the platform allows edits."""
    run = await _theirs(desk, request)
    gone = await desk.retention.delete(run.id, from_chat=True)
    await desk.start(_clear(desk, gone))
    return forgotten_reply(desk.words(request.person), run.id)


async def _theirs(desk: Desk, request: ForgetRun | ForgetNow) -> Run:
    """Return the run if this person may delete it; by default their own latest one in this channel. Raises UnknownRun,
    NotAllowed, RequestError."""
    if request.run_id is None:
        own = await desk.own_here(request.person, request.place)
        if not own:
            raise RequestError("nothing_asked_here")
        return own[0]
    run = await desk.run_here(request.person, request.place, request.run_id)
    asker = run.question.asker
    if request.person.id != asker.id and not request.person.may_configure:
        raise NotAllowed("only_asker_deletes", fact=asker.name)
    return run


async def _clear(desk: Desk, gone: DeletedRun) -> None:
    try:
        await desk.retention.finish_deletion(gone)
    except CouncilError as error:
        logger.warning("run %s was deleted; the rest of it is tried again: %s", gone.run_id, error)


async def retry_posts(desk: Desk, request: RetryPosts) -> None:
    """Retry the posts that a channel, or a whole workspace, had refused. Each post is sent once."""
    await desk.retry_posts(request.place)


async def move_channel(desk: Desk, request: MoveChannel) -> None:
    """Keep all that is stored for a channel under its new id, and let runs under way go on there."""
    there = replace(request.place, channel=request.channel)
    await desk.move(request.place, there)
    logger.info(
        "channel %s is now %s; connectors that name it must be changed", request.place.channel, there.channel
    )
    await desk.retry_posts(there)


async def reviews(desk: Desk, request: ShowReviews) -> Reply:
    """Answer with each review of a run."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    limits = desk.limits_of(request.place)
    seen = view(run, Viewer(person=request.person.id))
    words, demo = desk.words(request.person), seen.summary.demo
    if request.raw:
        return raw_reviews_reply(seen.reviews, limits, words, demo=demo)
    return reviews_reply(seen.reviews, limits, words, run.id, names=reviewer_names(seen), demo=demo)


async def read_more(desk: Desk, request: ShowToolCalls | ShowQuestion) -> Reply:
    """Answer with a whole question, or with each tool call behind a run's responses."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if isinstance(request, ShowQuestion):
        return question_reply(desk.words(request.person), run.question.text, desk.limits_of(request.place))
    seen = view(run, Viewer(person=request.person.id))
    return tool_calls_reply(seen, desk.limits_of(request.place), desk.words(request.person))


async def status(desk: Desk, request: ShowStatus) -> Reply:
    """Answer with the state of a run."""
    run = await _wanted(desk, request)
    if run is None:
        return history_reply(desk.words(request.person), Page(runs=()))
    person = request.person
    manages = person.may_configure and is_at(request.place, run)
    may_forget = manages or person.id == run.question.asker.id
    waits = await desk.waits(run.id) if run.status == "asked" else None
    seen = view(run, Viewer(person=person.id))
    return status_reply(
        desk.words(person),
        seen,
        desk.limits_of(request.place),
        may_reveal=seen.summary.may_be_revealed_by(person.id, may_configure=manages),
        may_forget=may_forget,
        may_share=run.conversation.thread is not None,
        waits=waits,
    )


async def export(desk: Desk, request: ExportRun) -> Reply:
    """Export a run: offer all formats, then give the chosen file to this person or to the run's thread."""
    run = await _wanted(desk, request)
    words = desk.words(request.person)
    if run is None:
        return history_reply(words, Page(runs=()))
    check_exportable(run)
    if request.format is None:
        return export_menu(words, run.id, demo=run.settings.roster.is_demo)
    # A long document takes a second and would block other people's requests.
    async with desk.exporting:
        made = await asyncio.to_thread(export_run, run, by=request.person.name, formats=(request.format,))
    here = is_at(request.place, run)
    if request.to_thread and here:
        await desk.start(desk.announcer.announce(run.id, made))
        return export_started(words)
    return private_export(words, made, thread_takes=request.format if here else None)


async def open_page(desk: Desk, request: OpenPage) -> Reply:
    """Answer with a personal link to the run's page."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if desk.page_link is None:
        raise RequestError("no_pages")
    # The right to manage the present place gives no rights in the run's place.
    person = request.person if is_at(request.place, run) else replace(request.person, may_configure=False)
    return page_reply(desk.words(person), desk.page_link(person, run))


async def share(desk: Desk, request: ShareRun) -> Reply:
    """Share the verdict from its thread into the channel."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    words = desk.words(request.person)
    if run.verdict is None or summarize(run).hides_result:
        raise RequestError("no_verdict_yet")
    event = VerdictShared(
        run_id=run.id, person=request.person.id, by=request.person.name, demo=run.settings.roster.is_demo
    )
    await desk.start(desk.announcer.announce(run.id, event))
    return sharing_reply(words)


async def _wanted(desk: Desk, request: ShowStatus | ExportRun) -> Run | None:
    """Return the named run, or else the latest one of this channel. Outside of its own place, a run is returned without
    the earlier questions of its thread. None if nothing was asked here."""
    if request.run_id is not None:
        run = await desk.run_here(request.person, request.place, request.run_id)
        return run if is_at(request.place, run) else run.alone()
    latest = await desk.council.runs(limit=1, place=request.place)
    return latest[0] if latest else None


async def tips(desk: Desk, request: ShowTips) -> Reply:
    """Answer with tips for asking well."""
    return tips_reply(desk.words(request.person))


async def mistakes(desk: Desk, request: ShowMistakes) -> Reply:
    """Answer with the mistakes of a form, each beside its field."""
    return form_mistakes(desk.words(request.person), request.mistakes)


async def help_people(desk: Desk, request: ShowHelp) -> Reply:
    """Answer with the help text, or with a first suggestion for new people."""
    if request.is_start:
        return start_reply(desk.words(request.person))
    words = desk.words(request.person)
    trouble = "" if request.outdated is None else words.help.outdated(what=request.outdated)
    return help_reply(words, desk.command, trouble, demo=desk.places.settings_for({}).roster.is_demo)
