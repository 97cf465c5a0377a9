"""The handler of each type of request."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from bot.conversation import (
    asking,
    boards,
    deciding,
    digests,
    improving,
    listing,
    running,
    scheduling,
    seats,
    settings,
    templating,
    voting,
)
from bot.conversation.desk import Desk
from bot.post import Reply
from bot.requests.asking import Ask, Clarify, FollowUp, Overhear, Retry, RunAgain, Suggest, WriteQuestion
from bot.requests.improving import AskDraft, EditDraft, FillDraft, Improve, ImproveAgain, WriteFields
from bot.requests.memory import (
    AddSchedule,
    ChangeSchedule,
    DeleteTemplate,
    EditTemplate,
    ExportDecision,
    LeaveWorkspace,
    RecordDecision,
    SaveTemplate,
    SetDigest,
    ShowBoard,
    ShowDecisions,
    ShowModels,
    ShowSchedules,
    ShowTemplate,
    ShowTemplates,
    UseTemplate,
    WriteDecision,
)
from bot.requests.request import Request
from bot.requests.running import (
    CancelRun,
    ExportRun,
    FindRuns,
    ForgetNow,
    ForgetRun,
    OpenPage,
    SearchRuns,
    ShareRun,
    ShowHelp,
    ShowHistory,
    ShowMistakes,
    ShowQuestion,
    ShowReviews,
    ShowStats,
    ShowStatus,
    ShowTips,
    ShowToolCalls,
    TellAgain,
)
from bot.requests.settings import (
    EditSeats,
    EditSettings,
    ResetSettings,
    SaveSeats,
    SaveSettings,
    SetSeats,
    ShowSettings,
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

R = TypeVar("R", bound=Request)

Handler = Callable[[Desk, Any], Awaitable[Reply | None]]


def _row(kind: type[R], handler: Callable[[Desk, R], Awaitable[Reply | None]]) -> tuple[type[R], Handler]:
    """Return the pair. The types are checked here, so that a handler cannot get another request's row."""
    return kind, handler


HANDLERS: Mapping[type[Request], Handler] = dict(
    (
        _row(Ask, asking.ask),
        _row(Clarify, asking.clarify),
        _row(Overhear, asking.overhear),
        _row(WriteQuestion, asking.write),
        _row(Suggest, asking.suggest),
        _row(FollowUp, asking.follow_up),
        _row(RunAgain, asking.again),
        _row(Retry, asking.retry),
        _row(Improve, improving.improve),
        _row(ImproveAgain, improving.again),
        _row(AskDraft, improving.ask),
        _row(EditDraft, improving.edit),
        _row(WriteFields, improving.write_fields),
        _row(FillDraft, improving.fill),
        _row(CastVote, voting.vote),
        _row(RankAll, voting.rank_all),
        _row(CastRanking, voting.cast_ranking),
        _row(WithdrawVote, voting.withdraw),
        _row(SeeResult, voting.see_result),
        _row(RevealNames, voting.reveal),
        _row(GiveFeedback, voting.give_feedback),
        _row(WriteReason, voting.write_reason),
        _row(CancelRun, running.cancel),
        _row(ForgetRun, running.forget),
        _row(ForgetNow, running.forget_now),
        _row(ShowReviews, running.reviews),
        _row(ShowToolCalls, running.read_more),
        _row(ShowQuestion, running.read_more),
        _row(ShowStatus, running.status),
        _row(ExportRun, running.export),
        _row(OpenPage, running.open_page),
        _row(ShareRun, running.share),
        _row(TellAgain, running.tell_again),
        _row(ShowHistory, listing.history),
        _row(SearchRuns, listing.search),
        _row(FindRuns, listing.find),
        _row(ShowStats, boards.stats),
        _row(ShowBoard, boards.board),
        _row(ShowModels, boards.models),
        _row(ShowTemplates, templating.show),
        _row(UseTemplate, templating.use),
        _row(ShowTemplate, templating.show_one),
        _row(EditTemplate, templating.edit),
        _row(SaveTemplate, templating.save),
        _row(DeleteTemplate, templating.delete),
        _row(LeaveWorkspace, templating.leave),
        _row(AddSchedule, scheduling.add),
        _row(SetDigest, digests.change),
        _row(ShowSchedules, scheduling.show),
        _row(ChangeSchedule, scheduling.change),
        _row(WriteDecision, deciding.write),
        _row(RecordDecision, deciding.record),
        _row(ShowDecisions, deciding.show),
        _row(ExportDecision, deciding.give_out),
        _row(ShowSettings, settings.show),
        _row(EditSettings, settings.edit),
        _row(SetSeats, seats.begin),
        _row(EditSeats, seats.edit),
        _row(SaveSeats, seats.save),
        _row(SaveSettings, settings.save),
        _row(ResetSettings, settings.reset),
        _row(ShowTips, running.tips),
        _row(ShowHelp, running.help_people),
        _row(ShowMistakes, running.mistakes),
    )
)
"""One row for each member of `Request`; a test counts them."""
