"""Every page in English. The pages of another language inherit from these.

One method is one message. A method takes facts as keyword parameters; each language decides on its own plural, word
order and punctuation. It returns inline CommonMark, or plain text for headings, buttons and tables. Names and other
words of people are passed in escaped.
"""

from dataclasses import dataclass

from bot.ports.words import DiscordWords, PageLabels, SlackWords
from bot.presentation.words.en.board import BoardWords, GapWords, ResponseWords
from bot.presentation.words.en.commands import CommandWords
from bot.presentation.words.en.doctor import DoctorWords
from bot.presentation.words.en.documents import DocumentWords
from bot.presentation.words.en.history import DeletionWords, HistoryWords
from bot.presentation.words.en.judging import JudgingWords
from bot.presentation.words.en.memory import (
    BoardsWords,
    DecisionWords,
    DigestWords,
    ImprovingWords,
    ModelsWords,
    ScheduleWords,
    SeatWords,
)
from bot.presentation.words.en.page import PLAYGROUND, ListWords, PageWords
from bot.presentation.words.en.phrases import PHRASES, PhraseWords
from bot.presentation.words.en.platforms import EnglishDiscord, EnglishSlack
from bot.presentation.words.en.private import (
    EstimateWords,
    FormWords,
    HelpWords,
    ProgramWords,
    ReplyWords,
    StatsWords,
)
from bot.presentation.words.en.settings import ErrorWords, SettingsWords
from bot.presentation.words.en.templates import TemplateWords
from bot.presentation.words.en.terminal import TerminalWords
from bot.presentation.words.en.thread import ButtonWords, CardWords, MaterialWords, StageWords
from bot.presentation.words.en.verdict import (
    ClaimWords,
    EndingWords,
    PositionWords,
    ReviewWords,
    ToolWords,
    VerdictWords,
)

__all__ = ["WORDS", "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """One language: the words of each page, in English where nothing else is given."""

    language: str = "en"
    """Its code (ISO 639-1)."""
    phrases: PhraseWords = PHRASES
    stages: StageWords = StageWords()
    card: CardWords = CardWords()
    material: MaterialWords = MaterialWords()
    stats: StatsWords = StatsWords()
    estimates: EstimateWords = EstimateWords()
    buttons: ButtonWords = ButtonWords()
    board: BoardWords = BoardWords()
    responses: ResponseWords = ResponseWords()
    gaps: GapWords = GapWords()
    verdict: VerdictWords = VerdictWords()
    reviews: ReviewWords = ReviewWords()
    claims: ClaimWords = ClaimWords()
    tools: ToolWords = ToolWords()
    positions: PositionWords = PositionWords()
    endings: EndingWords = EndingWords()
    replies: ReplyWords = ReplyWords()
    help: HelpWords = HelpWords()
    forms: FormWords = FormWords()
    settings: SettingsWords = SettingsWords()
    history: HistoryWords = HistoryWords()
    errors: ErrorWords = ErrorWords()
    deletion: DeletionWords = DeletionWords()
    boards: BoardsWords = BoardsWords()
    page: PageWords = PageWords()
    lists: ListWords = ListWords()
    documents: DocumentWords = DocumentWords()
    playground: PageLabels = PLAYGROUND
    slack: SlackWords = EnglishSlack()
    discord: DiscordWords = EnglishDiscord()
    terminal: TerminalWords = TerminalWords()
    commands: CommandWords = CommandWords()
    doctor: DoctorWords = DoctorWords()
    judging: JudgingWords = JudgingWords()
    programs: ProgramWords = ProgramWords()
    schedules: ScheduleWords = ScheduleWords()
    decisions: DecisionWords = DecisionWords()
    templates: TemplateWords = TemplateWords()
    models: ModelsWords = ModelsWords()
    improving: ImprovingWords = ImprovingWords()
    seats: SeatWords = SeatWords()
    digests: DigestWords = DigestWords()


WORDS = Words()
