"""Handle votes, the reveal, and feedback on the verdict."""

from dataclasses import replace

from bot.conversation.desk import Desk
from bot.post import Form, PrivateReply, Reply
from bot.presentation.forms import ranking_form
from bot.presentation.history import status_reply
from bot.presentation.replies import (
    feedback_taken,
    ranking_counted,
    reason_form,
    reveal_accepted,
    vote_counted,
    vote_withdrawn,
)
from bot.requests.voting import (
    CastRanking,
    CastVote,
    GiveFeedback,
    RankAll,
    RevealNames,
    SeeResult,
    WithdrawVote,
    WriteReason,
)
from council_core.council import check_may_reveal
from council_core.domain.run import Run
from council_core.domain.run_view import Viewer
from council_core.domain.summary import summarize
from council_core.errors import VotingClosed
from council_core.view import view


async def vote(desk: Desk, request: CastVote) -> Reply:
    """Count a vote for one response as the best."""
    await desk.run_here(request.person, request.place, request.run_id)
    await desk.council.vote(request.run_id, request.person.id, ((request.alias,),))
    desk.refresh(request.run_id)
    counted = vote_counted(desk.words(request.person), request.alias, request.run_id)
    return await _with_result(desk, request, counted)


async def rank_all(desk: Desk, request: RankAll) -> Form:
    """Return the form for a whole ranking, filled in with the person's own vote."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if run.slate is None or run.voting_opened_at is None:
        raise VotingClosed("vote_not_open")
    if not run.is_voting_open:
        raise VotingClosed("vote_closed")
    own = view(run, Viewer(person=request.person.id)).own_ballot
    return ranking_form(
        desk.words(request.person),
        run.id,
        run.slate.aliases,
        own,
        places=desk.limits_of(request.place).fields,
    )


async def cast_ranking(desk: Desk, request: CastRanking) -> Reply:
    """Count a vote with a whole ranking."""
    await desk.run_here(request.person, request.place, request.run_id)
    await desk.council.vote(request.run_id, request.person.id, request.order)
    desk.refresh(request.run_id)
    counted = ranking_counted(desk.words(request.person), request.order, request.run_id)
    return await _with_result(desk, request, counted)


async def _with_result(desk: Desk, request: CastVote | CastRanking, counted: PrivateReply) -> Reply:
    """Return the reply to a vote, with ranking and verdict below it if they were hidden from the person until now."""
    run = await desk.council.run(request.run_id)
    if not summarize(run).hides_result or (run.ranking is None and run.verdict is None):
        return counted
    shown = _result(desk, request, run)
    return replace(counted, post=replace(counted.post, blocks=(*counted.post.blocks, *shown.post.blocks)))


async def see_result(desk: Desk, request: SeeResult) -> Reply:
    """Answer with ranking and verdict before the person has voted; their later vote is not blind."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    if run.ranking is not None or run.verdict is not None:
        await desk.council.look(run.id, request.person.id)
    return _result(desk, request, run)


def _result(desk: Desk, request: CastVote | CastRanking | SeeResult, run: Run) -> PrivateReply:
    person = request.person
    seen = view(run, Viewer(person=person.id, sees_result=True))
    may_reveal = seen.summary.may_be_revealed_by(person.id, may_configure=person.may_configure)
    return status_reply(
        desk.words(person),
        seen,
        desk.limits_of(request.place),
        may_reveal=may_reveal,
        may_share=run.conversation.thread is not None,
    )


async def withdraw(desk: Desk, request: WithdrawVote) -> Reply:
    """Withdraw a vote."""
    await desk.run_here(request.person, request.place, request.run_id)
    had_one = await desk.council.withdraw(request.run_id, request.person.id)
    desk.refresh(request.run_id)
    return vote_withdrawn(desk.words(request.person), had_one=had_one)


async def reveal(desk: Desk, request: RevealNames) -> Reply | None:
    """Close the voting and reveal the names."""
    person, manages = request.person, request.person.may_configure
    run = await desk.run_here(person, request.place, request.run_id)
    if request.checks_only:
        check_may_reveal(run, person.id, may_configure=manages)
        return None
    summary = await desk.council.reveal(run.id, person.id, person.name, may_configure=manages)
    return reveal_accepted(desk.words(person), has_verdict=summary.has_verdict)


async def give_feedback(desk: Desk, request: GiveFeedback) -> Reply:
    """Store feedback on the verdict, with its reason if there is one."""
    await desk.run_here(request.person, request.place, request.run_id)
    await desk.council.give_feedback(
        request.run_id, request.person.id, good=request.good, reason=request.reason
    )
    asks_why = request.run_id if not request.good and not request.reason else None
    return feedback_taken(desk.words(request.person), good=request.good, asks_why=asks_why)


async def write_reason(desk: Desk, request: WriteReason) -> Form:
    """Return the form for the reason why the verdict did not help."""
    run = await desk.run_here(request.person, request.place, request.run_id)
    return reason_form(desk.words(request.person), run.id)
