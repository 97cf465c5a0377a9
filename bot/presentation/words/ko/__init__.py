"""All that Council says in Korean. A particle depends on the last sound of the word before it: see `particle`."""

from bot.presentation.words.en import Words
from bot.presentation.words.ko.board import KoreanBoard, KoreanGaps, KoreanResponses
from bot.presentation.words.ko.commands import KoreanCommands
from bot.presentation.words.ko.doctor import KoreanDoctor
from bot.presentation.words.ko.documents import KoreanDocuments
from bot.presentation.words.ko.history import KoreanDeletion, KoreanHistory
from bot.presentation.words.ko.judging import KoreanJudging
from bot.presentation.words.ko.memory import (
    KoreanBoards,
    KoreanDecisions,
    KoreanDigests,
    KoreanImproving,
    KoreanModels,
    KoreanSchedules,
    KoreanSeats,
)
from bot.presentation.words.ko.page import PLAYGROUND, KoreanLists, KoreanPage
from bot.presentation.words.ko.phrases import PHRASES
from bot.presentation.words.ko.platforms import KoreanDiscord, KoreanSlack
from bot.presentation.words.ko.private import (
    KoreanEstimates,
    KoreanForms,
    KoreanHelp,
    KoreanPrograms,
    KoreanReplies,
    KoreanStats,
)
from bot.presentation.words.ko.settings import KoreanErrors, KoreanSettings
from bot.presentation.words.ko.templates import KoreanTemplates
from bot.presentation.words.ko.terminal import KoreanTerminal
from bot.presentation.words.ko.thread import KoreanButtons, KoreanCard, KoreanMaterial, KoreanStages
from bot.presentation.words.ko.verdict import (
    KoreanClaims,
    KoreanEndings,
    KoreanPositions,
    KoreanReviews,
    KoreanTools,
    KoreanVerdict,
)

__all__ = ["WORDS"]

WORDS = Words(
    language="ko",
    phrases=PHRASES,
    stages=KoreanStages(),
    card=KoreanCard(),
    material=KoreanMaterial(),
    stats=KoreanStats(),
    estimates=KoreanEstimates(),
    buttons=KoreanButtons(),
    board=KoreanBoard(),
    responses=KoreanResponses(),
    gaps=KoreanGaps(),
    verdict=KoreanVerdict(),
    reviews=KoreanReviews(),
    claims=KoreanClaims(),
    tools=KoreanTools(),
    positions=KoreanPositions(),
    endings=KoreanEndings(),
    replies=KoreanReplies(),
    help=KoreanHelp(),
    forms=KoreanForms(),
    settings=KoreanSettings(),
    history=KoreanHistory(),
    errors=KoreanErrors(),
    deletion=KoreanDeletion(),
    boards=KoreanBoards(),
    page=KoreanPage(),
    lists=KoreanLists(),
    documents=KoreanDocuments(),
    playground=PLAYGROUND,
    slack=KoreanSlack(),
    discord=KoreanDiscord(),
    terminal=KoreanTerminal(),
    commands=KoreanCommands(),
    doctor=KoreanDoctor(),
    judging=KoreanJudging(),
    programs=KoreanPrograms(),
    schedules=KoreanSchedules(),
    decisions=KoreanDecisions(),
    templates=KoreanTemplates(),
    models=KoreanModels(),
    improving=KoreanImproving(),
    seats=KoreanSeats(),
    digests=KoreanDigests(),
)
