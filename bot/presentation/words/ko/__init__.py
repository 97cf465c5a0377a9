"""All that Council says in Korean. A particle depends on the last sound of the word before it: see `particle`."""

from dataclasses import dataclass

from bot.ports.words import DiscordWords, PageLabels, SlackWords
from bot.presentation.words.board import BoardWords, GapWords, ResponseWords
from bot.presentation.words.commands import CommandWords
from bot.presentation.words.documents import DocumentWords
from bot.presentation.words.history import DeletionWords, HistoryWords
from bot.presentation.words.judging import JudgingWords
from bot.presentation.words.ko.board import KoreanBoard, KoreanGaps, KoreanResponses
from bot.presentation.words.ko.commands import KoreanCommands
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
from bot.presentation.words.ko.private import KoreanForms, KoreanHelp, KoreanPrograms, KoreanReplies
from bot.presentation.words.ko.settings import KoreanErrors, KoreanSettings
from bot.presentation.words.ko.templates import KoreanTemplates
from bot.presentation.words.ko.terminal import KoreanDoctor, KoreanTerminal
from bot.presentation.words.ko.thread import (
    KoreanButtons,
    KoreanCard,
    KoreanEstimates,
    KoreanMaterial,
    KoreanStages,
    KoreanStats,
)
from bot.presentation.words.ko.verdict import (
    KoreanClaims,
    KoreanEndings,
    KoreanPositions,
    KoreanReviews,
    KoreanTools,
    KoreanVerdict,
)
from bot.presentation.words.language import Words
from bot.presentation.words.memory import (
    BoardsWords,
    DecisionWords,
    DigestWords,
    ImprovingWords,
    ModelsWords,
    ScheduleWords,
    SeatWords,
)
from bot.presentation.words.page import ListWords, PageWords
from bot.presentation.words.phrases import PhraseWords
from bot.presentation.words.private import FormWords, HelpWords, ProgramWords, ReplyWords
from bot.presentation.words.settings import ErrorWords, SettingsWords
from bot.presentation.words.templates import TemplateWords
from bot.presentation.words.terminal import DoctorWords, TerminalWords
from bot.presentation.words.thread import (
    ButtonWords,
    CardWords,
    EstimateWords,
    MaterialWords,
    StageWords,
    StatsWords,
)
from bot.presentation.words.verdict import (
    ClaimWords,
    EndingWords,
    PositionWords,
    ReviewWords,
    ToolWords,
    VerdictWords,
)

__all__ = ["WORDS"]


@dataclass(frozen=True, slots=True)
class Korean:
    """Every page in Korean."""

    language: str = "ko"
    phrases: PhraseWords = PHRASES
    stages: StageWords = KoreanStages()
    card: CardWords = KoreanCard()
    material: MaterialWords = KoreanMaterial()
    stats: StatsWords = KoreanStats()
    estimates: EstimateWords = KoreanEstimates()
    buttons: ButtonWords = KoreanButtons()
    board: BoardWords = KoreanBoard()
    responses: ResponseWords = KoreanResponses()
    gaps: GapWords = KoreanGaps()
    verdict: VerdictWords = KoreanVerdict()
    reviews: ReviewWords = KoreanReviews()
    claims: ClaimWords = KoreanClaims()
    tools: ToolWords = KoreanTools()
    positions: PositionWords = KoreanPositions()
    endings: EndingWords = KoreanEndings()
    replies: ReplyWords = KoreanReplies()
    help: HelpWords = KoreanHelp()
    forms: FormWords = KoreanForms()
    settings: SettingsWords = KoreanSettings()
    history: HistoryWords = KoreanHistory()
    errors: ErrorWords = KoreanErrors()
    deletion: DeletionWords = KoreanDeletion()
    boards: BoardsWords = KoreanBoards()
    page: PageWords = KoreanPage()
    lists: ListWords = KoreanLists()
    documents: DocumentWords = KoreanDocuments()
    playground: PageLabels = PLAYGROUND
    slack: SlackWords = KoreanSlack()
    discord: DiscordWords = KoreanDiscord()
    terminal: TerminalWords = KoreanTerminal()
    commands: CommandWords = KoreanCommands()
    doctor: DoctorWords = KoreanDoctor()
    judging: JudgingWords = KoreanJudging()
    programs: ProgramWords = KoreanPrograms()
    schedules: ScheduleWords = KoreanSchedules()
    decisions: DecisionWords = KoreanDecisions()
    templates: TemplateWords = KoreanTemplates()
    models: ModelsWords = KoreanModels()
    improving: ImprovingWords = KoreanImproving()
    seats: SeatWords = KoreanSeats()
    digests: DigestWords = KoreanDigests()


WORDS: Words = Korean()
