"""The union of everything that people can ask for."""

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
from bot.requests.seats import EditSeats, SaveSeats, SetSeats
from bot.requests.settings import (
    EditSettings,
    ResetSettings,
    SaveSettings,
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

Request = (
    Ask
    | Clarify
    | Overhear
    | WriteQuestion
    | Suggest
    | FollowUp
    | RunAgain
    | Retry
    | Improve
    | ImproveAgain
    | AskDraft
    | EditDraft
    | WriteFields
    | FillDraft
    | CastVote
    | RankAll
    | CastRanking
    | WithdrawVote
    | SeeResult
    | RevealNames
    | GiveFeedback
    | WriteReason
    | CancelRun
    | ForgetRun
    | ForgetNow
    | ShowReviews
    | ShowToolCalls
    | ShowQuestion
    | OpenPage
    | ShowStatus
    | ExportRun
    | ShareRun
    | ShowHistory
    | SearchRuns
    | FindRuns
    | ShowStats
    | ShowBoard
    | AddSchedule
    | SetDigest
    | ShowSchedules
    | ChangeSchedule
    | ShowModels
    | ShowTemplates
    | UseTemplate
    | ShowTemplate
    | EditTemplate
    | SaveTemplate
    | DeleteTemplate
    | LeaveWorkspace
    | ExportDecision
    | RecordDecision
    | ShowDecisions
    | WriteDecision
    | ShowSettings
    | EditSettings
    | SetSeats
    | EditSeats
    | SaveSeats
    | SaveSettings
    | ResetSettings
    | ShowHelp
    | ShowMistakes
    | ShowTips
    | TellAgain
)
