"""Runs that somebody wants deleted."""

import logging

from bot.conversation.desk import Desk
from bot.post import Reply
from bot.presentation import forget_question, forgotten_reply
from bot.requests import ForgetNow, ForgetRun
from council_core.domain.deleted_run import DeletedRun
from council_core.domain.run import Run
from council_core.domain.summary import summarize
from council_core.errors import CouncilError, NotAllowed, RequestError

logger = logging.getLogger(__name__)


async def forget(desk: Desk, request: ForgetRun) -> Reply:
    """Ask for confirmation before a run is deleted."""
    return forget_question(desk.words(request.person), summarize(await _theirs(desk, request)))


async def forget_now(desk: Desk, request: ForgetNow) -> Reply:
    """No such run any more. Its posts follow as fast as the platform lets them be changed."""
    run = await _theirs(desk, request)
    gone = await desk.retention.delete(run.id, from_chat=True)
    await desk.start(_clear(desk, gone))
    return forgotten_reply(desk.words(request.person), run.id)


async def _theirs(desk: Desk, request: ForgetRun | ForgetNow) -> Run:
    """The run, if this person may delete it; their own latest one here where they name none. Raises UnknownRun,
    NotAllowed, RequestError."""
    if request.run_id is None:
        own = await desk.own_here(request.person, request.place)
        if not own:
            raise RequestError(
                "You have asked nothing here, so there is nothing to delete.", kind="nothing_asked_here"
            )
        return own[0]
    run = await desk.run_here(request.person, request.place, request.run_id)
    asker = run.question.asker
    if request.person.id != asker.id and not request.person.may_configure:
        raise NotAllowed(
            f"Only {asker.name}, or those who manage this channel, may delete this question.",
            kind="only_asker_deletes",
            fact=asker.name,
        )
    return run


async def _clear(desk: Desk, gone: DeletedRun) -> None:
    try:
        await desk.retention.finish_deletion(gone)
    except CouncilError as error:
        logger.warning("run %s was deleted; the rest of it is tried again: %s", gone.run_id, error)
