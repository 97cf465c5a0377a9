"""The pages of a language, each with its words."""

from typing import Protocol

from bot.ports.words import DiscordWords, PageLabels, SlackWords
from bot.presentation.words.board import BoardWords, GapWords, ResponseWords
from bot.presentation.words.commands import CommandWords
from bot.presentation.words.documents import DocumentWords
from bot.presentation.words.history import DeletionWords, HistoryWords
from bot.presentation.words.judging import JudgingWords
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


class Words(Protocol):
    """One language: the words of each page."""

    @property
    def language(self) -> str:
        """Its code, such as `en` (ISO 639-1)."""
        ...

    @property
    def phrases(self) -> PhraseWords: ...

    @property
    def stages(self) -> StageWords: ...

    @property
    def card(self) -> CardWords: ...

    @property
    def material(self) -> MaterialWords: ...

    @property
    def stats(self) -> StatsWords: ...

    @property
    def estimates(self) -> EstimateWords: ...

    @property
    def buttons(self) -> ButtonWords: ...

    @property
    def board(self) -> BoardWords: ...

    @property
    def responses(self) -> ResponseWords: ...

    @property
    def gaps(self) -> GapWords: ...

    @property
    def verdict(self) -> VerdictWords: ...

    @property
    def reviews(self) -> ReviewWords: ...

    @property
    def claims(self) -> ClaimWords: ...

    @property
    def tools(self) -> ToolWords: ...

    @property
    def positions(self) -> PositionWords: ...

    @property
    def endings(self) -> EndingWords: ...

    @property
    def replies(self) -> ReplyWords: ...

    @property
    def help(self) -> HelpWords: ...

    @property
    def forms(self) -> FormWords: ...

    @property
    def settings(self) -> SettingsWords: ...

    @property
    def history(self) -> HistoryWords: ...

    @property
    def errors(self) -> ErrorWords: ...

    @property
    def deletion(self) -> DeletionWords: ...

    @property
    def boards(self) -> BoardsWords: ...

    @property
    def page(self) -> PageWords: ...

    @property
    def lists(self) -> ListWords: ...

    @property
    def documents(self) -> DocumentWords: ...

    @property
    def playground(self) -> PageLabels: ...

    @property
    def slack(self) -> SlackWords: ...

    @property
    def discord(self) -> DiscordWords: ...

    @property
    def terminal(self) -> TerminalWords: ...

    @property
    def commands(self) -> CommandWords: ...

    @property
    def doctor(self) -> DoctorWords: ...

    @property
    def judging(self) -> JudgingWords: ...

    @property
    def programs(self) -> ProgramWords: ...

    @property
    def schedules(self) -> ScheduleWords: ...

    @property
    def decisions(self) -> DecisionWords: ...

    @property
    def templates(self) -> TemplateWords: ...

    @property
    def digests(self) -> DigestWords: ...

    @property
    def models(self) -> ModelsWords: ...

    @property
    def improving(self) -> ImprovingWords: ...

    @property
    def seats(self) -> SeatWords: ...
