"""All that Council says in German: du, imperatives with -e where the verb takes one, but `frag` and `stimm`, and people
without a gender."""

from bot.presentation.words.de.board import GermanBoard, GermanGaps, GermanResponses
from bot.presentation.words.de.commands import GermanCommands
from bot.presentation.words.de.doctor import GermanDoctor
from bot.presentation.words.de.documents import GermanDocuments
from bot.presentation.words.de.history import GermanDeletion, GermanHistory
from bot.presentation.words.de.judging import GermanJudging
from bot.presentation.words.de.memory import (
    GermanBoards,
    GermanDecisions,
    GermanDigests,
    GermanImproving,
    GermanModels,
    GermanSchedules,
    GermanSeats,
)
from bot.presentation.words.de.page import PLAYGROUND, GermanLists, GermanPage
from bot.presentation.words.de.phrases import PHRASES
from bot.presentation.words.de.platforms import GermanDiscord, GermanSlack
from bot.presentation.words.de.private import (
    GermanEstimates,
    GermanForms,
    GermanHelp,
    GermanPrograms,
    GermanReplies,
    GermanStats,
)
from bot.presentation.words.de.settings import GermanErrors, GermanSettings
from bot.presentation.words.de.templates import GermanTemplates
from bot.presentation.words.de.terminal import GermanTerminal
from bot.presentation.words.de.thread import GermanButtons, GermanCard, GermanMaterial, GermanStages
from bot.presentation.words.de.verdict import (
    GermanClaims,
    GermanEndings,
    GermanPositions,
    GermanReviews,
    GermanTools,
    GermanVerdict,
)
from bot.presentation.words.en import Words

__all__ = ["WORDS"]

WORDS = Words(
    language="de",
    phrases=PHRASES,
    stages=GermanStages(),
    card=GermanCard(),
    material=GermanMaterial(),
    stats=GermanStats(),
    estimates=GermanEstimates(),
    buttons=GermanButtons(),
    board=GermanBoard(),
    responses=GermanResponses(),
    gaps=GermanGaps(),
    verdict=GermanVerdict(),
    reviews=GermanReviews(),
    claims=GermanClaims(),
    tools=GermanTools(),
    positions=GermanPositions(),
    endings=GermanEndings(),
    replies=GermanReplies(),
    help=GermanHelp(),
    forms=GermanForms(),
    settings=GermanSettings(),
    history=GermanHistory(),
    errors=GermanErrors(),
    deletion=GermanDeletion(),
    boards=GermanBoards(),
    page=GermanPage(),
    lists=GermanLists(),
    documents=GermanDocuments(),
    playground=PLAYGROUND,
    slack=GermanSlack(),
    discord=GermanDiscord(),
    terminal=GermanTerminal(),
    commands=GermanCommands(),
    doctor=GermanDoctor(),
    judging=GermanJudging(),
    programs=GermanPrograms(),
    schedules=GermanSchedules(),
    decisions=GermanDecisions(),
    templates=GermanTemplates(),
    models=GermanModels(),
    improving=GermanImproving(),
    seats=GermanSeats(),
    digests=GermanDigests(),
)
