"""All that Council says in English."""

from dataclasses import dataclass

from bot.ports.words import DiscordWords, PageLabels, SlackWords
from bot.presentation.words.board import BoardWords, GapWords, ResponseWords
from bot.presentation.words.commands import CommandWords
from bot.presentation.words.documents import DocumentWords
from bot.presentation.words.en.board import EnglishBoard, EnglishGaps, EnglishResponses
from bot.presentation.words.en.commands import EnglishCommands
from bot.presentation.words.en.documents import EnglishDocuments
from bot.presentation.words.en.history import EnglishDeletion, EnglishHistory
from bot.presentation.words.en.judging import EnglishJudging
from bot.presentation.words.en.memory import (
    EnglishBoards,
    EnglishDecisions,
    EnglishDigests,
    EnglishImproving,
    EnglishModels,
    EnglishSchedules,
    EnglishSeats,
)
from bot.presentation.words.en.page import PLAYGROUND, EnglishLists, EnglishPage
from bot.presentation.words.en.phrases import PHRASES
from bot.presentation.words.en.platforms import EnglishDiscord, EnglishSlack
from bot.presentation.words.en.private import EnglishForms, EnglishHelp, EnglishPrograms, EnglishReplies
from bot.presentation.words.en.settings import EnglishErrors, EnglishSettings
from bot.presentation.words.en.templates import EnglishTemplates
from bot.presentation.words.en.terminal import EnglishDoctor, EnglishTerminal
from bot.presentation.words.en.thread import (
    EnglishButtons,
    EnglishCard,
    EnglishEstimates,
    EnglishMaterial,
    EnglishStages,
    EnglishStats,
)
from bot.presentation.words.en.verdict import (
    EnglishClaims,
    EnglishEndings,
    EnglishPositions,
    EnglishReviews,
    EnglishTools,
    EnglishVerdict,
)
from bot.presentation.words.history import DeletionWords, HistoryWords
from bot.presentation.words.judging import JudgingWords
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
class English:
    """Every page in English."""

    language: str = "en"
    phrases: PhraseWords = PHRASES
    stages: StageWords = EnglishStages()
    card: CardWords = EnglishCard()
    material: MaterialWords = EnglishMaterial()
    stats: StatsWords = EnglishStats()
    estimates: EstimateWords = EnglishEstimates()
    buttons: ButtonWords = EnglishButtons()
    board: BoardWords = EnglishBoard()
    responses: ResponseWords = EnglishResponses()
    gaps: GapWords = EnglishGaps()
    verdict: VerdictWords = EnglishVerdict()
    reviews: ReviewWords = EnglishReviews()
    claims: ClaimWords = EnglishClaims()
    tools: ToolWords = EnglishTools()
    positions: PositionWords = EnglishPositions()
    endings: EndingWords = EnglishEndings()
    replies: ReplyWords = EnglishReplies()
    help: HelpWords = EnglishHelp()
    forms: FormWords = EnglishForms()
    settings: SettingsWords = EnglishSettings()
    history: HistoryWords = EnglishHistory()
    errors: ErrorWords = EnglishErrors()
    deletion: DeletionWords = EnglishDeletion()
    boards: BoardsWords = EnglishBoards()
    page: PageWords = EnglishPage()
    lists: ListWords = EnglishLists()
    documents: DocumentWords = EnglishDocuments()
    playground: PageLabels = PLAYGROUND
    slack: SlackWords = EnglishSlack()
    discord: DiscordWords = EnglishDiscord()
    terminal: TerminalWords = EnglishTerminal()
    commands: CommandWords = EnglishCommands()
    doctor: DoctorWords = EnglishDoctor()
    judging: JudgingWords = EnglishJudging()
    programs: ProgramWords = EnglishPrograms()
    schedules: ScheduleWords = EnglishSchedules()
    decisions: DecisionWords = EnglishDecisions()
    templates: TemplateWords = EnglishTemplates()
    models: ModelsWords = EnglishModels()
    improving: ImprovingWords = EnglishImproving()
    seats: SeatWords = EnglishSeats()
    digests: DigestWords = EnglishDigests()


WORDS: Words = English()
