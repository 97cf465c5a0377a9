"""All that Council says in German: du, imperatives with -e where the verb takes one, but `frag` and `stimm`, and people
without a gender."""

from dataclasses import dataclass

from bot.ports.words import DiscordWords, PageLabels, SlackWords
from bot.presentation.words.board import BoardWords, GapWords, ResponseWords
from bot.presentation.words.commands import CommandWords
from bot.presentation.words.de.board import GermanBoard, GermanGaps, GermanResponses
from bot.presentation.words.de.commands import GermanCommands
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
from bot.presentation.words.de.private import GermanForms, GermanHelp, GermanPrograms, GermanReplies
from bot.presentation.words.de.settings import GermanErrors, GermanSettings
from bot.presentation.words.de.templates import GermanTemplates
from bot.presentation.words.de.terminal import GermanDoctor, GermanTerminal
from bot.presentation.words.de.thread import (
    GermanButtons,
    GermanCard,
    GermanEstimates,
    GermanMaterial,
    GermanStages,
    GermanStats,
)
from bot.presentation.words.de.verdict import (
    GermanClaims,
    GermanEndings,
    GermanPositions,
    GermanReviews,
    GermanTools,
    GermanVerdict,
)
from bot.presentation.words.documents import DocumentWords
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
class German:
    """Every page in German."""

    language: str = "de"
    phrases: PhraseWords = PHRASES
    stages: StageWords = GermanStages()
    card: CardWords = GermanCard()
    material: MaterialWords = GermanMaterial()
    stats: StatsWords = GermanStats()
    estimates: EstimateWords = GermanEstimates()
    buttons: ButtonWords = GermanButtons()
    board: BoardWords = GermanBoard()
    responses: ResponseWords = GermanResponses()
    gaps: GapWords = GermanGaps()
    verdict: VerdictWords = GermanVerdict()
    reviews: ReviewWords = GermanReviews()
    claims: ClaimWords = GermanClaims()
    tools: ToolWords = GermanTools()
    positions: PositionWords = GermanPositions()
    endings: EndingWords = GermanEndings()
    replies: ReplyWords = GermanReplies()
    help: HelpWords = GermanHelp()
    forms: FormWords = GermanForms()
    settings: SettingsWords = GermanSettings()
    history: HistoryWords = GermanHistory()
    errors: ErrorWords = GermanErrors()
    deletion: DeletionWords = GermanDeletion()
    boards: BoardsWords = GermanBoards()
    page: PageWords = GermanPage()
    lists: ListWords = GermanLists()
    documents: DocumentWords = GermanDocuments()
    playground: PageLabels = PLAYGROUND
    slack: SlackWords = GermanSlack()
    discord: DiscordWords = GermanDiscord()
    terminal: TerminalWords = GermanTerminal()
    commands: CommandWords = GermanCommands()
    doctor: DoctorWords = GermanDoctor()
    judging: JudgingWords = GermanJudging()
    programs: ProgramWords = GermanPrograms()
    schedules: ScheduleWords = GermanSchedules()
    decisions: DecisionWords = GermanDecisions()
    templates: TemplateWords = GermanTemplates()
    models: ModelsWords = GermanModels()
    improving: ImprovingWords = GermanImproving()
    seats: SeatWords = GermanSeats()
    digests: DigestWords = GermanDigests()


WORDS: Words = German()
